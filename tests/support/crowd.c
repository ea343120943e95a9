#include "tests/support/crowd.h"

#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"

/* A crowd is not faster than that, so that it does not take the processor from the others. */
enum { TICK_MILLISECONDS = 5, CALLS_A_TICK = 20, DRIP_TICKS = 100, EVENTS = 256 };

struct member {
    int socket; /* -1: not connected */
    bool greeted;
};

struct crowd {
    struct crowd_manners manners;
    struct sockaddr_in address;
    struct member *members;
    int poller;
    pthread_t thread;
    atomic_bool ending;
    atomic_uint_least64_t calls;
};

size_t crowd_prepare(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return (size_t)limit.rlim_cur;
}

static void hang_up(struct member *member)
{
    close(member->socket);
    member->socket = -1;
}

static void call(struct crowd *crowd, struct member *member)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
                                .data.ptr = member};
    member->greeted = false;
    member->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (member->socket < 0)
        return;
    /* The kernel chooses the port only when it knows the other end: there are enough then. */
    const struct sockaddr_in from = {.sin_family = AF_INET,
                                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1)};
    const int late = 1;
    (void)setsockopt(member->socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &late, sizeof late);
    (void)bind(member->socket, (const struct sockaddr *)&from, sizeof from);
    int result = connect(member->socket, (struct sockaddr *)&crowd->address, sizeof crowd->address);
    if ((result != 0 && errno != EINPROGRESS) ||
        epoll_ctl(crowd->poller, EPOLL_CTL_ADD, member->socket, &event) != 0)
        hang_up(member);
    else
        atomic_fetch_add(&crowd->calls, 1);
}

static void say(const struct member *member, const char *text)
{
    /* What does not fit, or comes to nobody, is no loss. */
    if (text && member->socket >= 0)
        (void)send(member->socket, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void listen_to(struct crowd *crowd, const struct epoll_event *event)
{
    char bytes[4096];
    struct member *member = event->data.ptr;
    if (event->events & EPOLLOUT && !member->greeted) {
        member->greeted = true;
        say(member, crowd->manners.first);
    }
    ssize_t got = 1;
    while (event->events & EPOLLIN && got > 0)
        got = recv(member->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (event->events & (EPOLLERR | EPOLLHUP | EPOLLRDHUP) || got == 0)
        hang_up(member);
}

static void *mill_about(void *context)
{
    struct crowd *crowd = context;
    struct epoll_event events[EVENTS];
    size_t next = 0;
    for (unsigned tick = 0; !atomic_load(&crowd->ending); tick++) {
        unsigned calls = 0;
        for (size_t i = 0; i < crowd->manners.count && calls < CALLS_A_TICK; i++) {
            next = (next + 1) % crowd->manners.count;
            if (crowd->members[next].socket < 0) {
                call(crowd, &crowd->members[next]);
                calls++;
            }
        }
        for (size_t i = 0; tick % DRIP_TICKS == 0 && i < crowd->manners.count; i++)
            say(&crowd->members[i], crowd->manners.drip);
        int count = epoll_wait(crowd->poller, events, EVENTS, TICK_MILLISECONDS);
        for (int i = 0; i < count; i++)
            listen_to(crowd, &events[i]);
    }
    return NULL;
}

struct crowd *crowd_begin(uint16_t port, const struct crowd_manners *manners)
{
    struct crowd *crowd = calloc(1, sizeof *crowd);
    if (!crowd)
        fail_msg("no memory for a crowd");
    crowd->manners = *manners;
    crowd->address = (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    crowd->members = calloc(manners->count, sizeof *crowd->members);
    crowd->poller = epoll_create1(EPOLL_CLOEXEC);
    if (!crowd->members || crowd->poller < 0)
        fail_msg("no memory for a crowd of %zu", manners->count);
    for (size_t i = 0; i < manners->count; i++)
        crowd->members[i].socket = -1;
    if (pthread_create(&crowd->thread, NULL, mill_about, crowd) != 0)
        fail_msg("no thread for a crowd");
    return crowd;
}

void crowd_wait(struct crowd *crowd)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    while (atomic_load(&crowd->calls) < crowd->manners.count)
        nanosleep(&pause, NULL);
}

uint64_t crowd_end(struct crowd *crowd)
{
    atomic_store(&crowd->ending, true);
    pthread_join(crowd->thread, NULL);
    uint64_t calls = atomic_load(&crowd->calls);
    for (size_t i = 0; i < crowd->manners.count; i++)
        if (crowd->members[i].socket >= 0)
            hang_up(&crowd->members[i]);
    close(crowd->poller);
    free(crowd->members);
    free(crowd);
    return calls;
}
