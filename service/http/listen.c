#include "service/http/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/http/server.h"

enum {
    BACKLOG = 1024,
    ALIVE_IDLE_SECONDS = 30,
    ALIVE_PROBE_SECONDS = 10,
    ALIVE_PROBES = 3,
    PORT_DIGITS = 8
};

static struct addrinfo *resolve(const char *address, uint16_t port, char *ret_message)
{
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                                   .ai_socktype = SOCK_STREAM};
    char service[PORT_DIGITS];
    struct addrinfo *found = NULL;
    snprintf(service, sizeof service, "%u", port);
    if (getaddrinfo(address, service, &hints, &found) == 0)
        return found;
    snprintf(ret_message, SERVER_MESSAGE_BYTES, "%s is not an address such as 127.0.0.1 or ::1",
             address);
    return NULL;
}

static bool set(int socket, int level, int option, int value)
{
    return setsockopt(socket, level, option, &value, sizeof value) == 0;
}

/* Accepted sockets inherit all of it. */
static bool set_options(int socket)
{
    return set(socket, SOL_SOCKET, SO_REUSEADDR, 1) && set(socket, SOL_SOCKET, SO_KEEPALIVE, 1) &&
           set(socket, IPPROTO_TCP, TCP_KEEPIDLE, ALIVE_IDLE_SECONDS) &&
           set(socket, IPPROTO_TCP, TCP_KEEPINTVL, ALIVE_PROBE_SECONDS) &&
           set(socket, IPPROTO_TCP, TCP_KEEPCNT, ALIVE_PROBES);
}

int listen_open(const char *address, uint16_t port, char *ret_message)
{
    struct addrinfo *where = resolve(address, port, ret_message);
    if (!where)
        return -1;
    int opened = socket(where->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (opened >= 0 && set_options(opened) &&
        bind(opened, where->ai_addr, where->ai_addrlen) == 0 && listen(opened, BACKLOG) == 0) {
        freeaddrinfo(where);
        return opened;
    }
    snprintf(ret_message, SERVER_MESSAGE_BYTES, "cannot listen on %s port %u: %s", address, port,
             strerror(errno));
    freeaddrinfo(where);
    if (opened >= 0)
        close(opened);
    return -1;
}

uint16_t listen_port(int socket)
{
    union {
        struct sockaddr any;
        struct sockaddr_in ipv4;
        struct sockaddr_in6 ipv6;
    } name = {.any.sa_family = AF_UNSPEC};
    socklen_t length = sizeof name;
    if (getsockname(socket, &name.any, &length) != 0)
        return 0;
    return ntohs(name.any.sa_family == AF_INET6 ? name.ipv6.sin6_port : name.ipv4.sin_port);
}
