/*
 * Measures streams: what memory each takes, and how long it is from a command until the last of
 * many readers has the last byte of its event. To be run alone on the machine:
 *
 *     cmake --build --preset release --target spliced bench_streams
 *     build/release/tests/bench_streams [READERS [ROUNDS]]
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"
#include "tests/support/stream_reader.h"

enum { READERS = 1000, ROUNDS = 50, ROUNDS_MAX = 1000, READ_BYTES = 64 * 1024 };

struct bench {
    struct stand stand;
    struct draft draft;
    size_t count;
    struct stream_reader **readers;
    int poller;
};

static int64_t microseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* What the process has in memory, in KiB. */
static long resident(pid_t pid)
{
    char path[64];
    char line[256];
    long size = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "re");
    if (!file)
        fail_msg("cannot read %s", path);
    static const char name[] = "VmRSS:";
    while (size == 0 && fgets(line, sizeof line, file))
        if (strncmp(line, name, sizeof name - 1) == 0)
            size = strtol(line + sizeof name - 1, NULL, 10);
    fclose(file);
    return size;
}

/* The processor time of the process so far, in microseconds. */
static int64_t processor_time(pid_t pid)
{
    clockid_t clock;
    struct timespec time = {.tv_sec = 0};
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        fail_msg("the processor time of %d cannot be told", (int)pid);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void raise_descriptors(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* Reads until TEXT has come, and forgets what has been read. */
static void read_until(struct stream_reader *reader, const char *text)
{
    static char bytes[READ_BYTES];
    while (reader->length < strlen(text) ||
           !memmem(reader->bytes, reader->length, text, strlen(text))) {
        ssize_t got = recv(reader->socket, bytes, sizeof bytes, 0);
        if (got <= 0)
            fail_msg("a stream has ended");
        reader->bytes = realloc(reader->bytes, reader->length + (size_t)got);
        memcpy(reader->bytes + reader->length, bytes, (size_t)got);
        reader->length += (size_t)got;
    }
    free(reader->bytes);
    reader->bytes = NULL;
    reader->length = 0;
}

static void open_readers(struct bench *bench, json_int_t after)
{
    char target[160];
    snprintf(target, sizeof target, "/v1/games/%s/events?after=%lld", bench->draft.game, after);
    uint16_t port = stream_port(bench->stand.program.url);
    for (size_t i = 0; i < bench->count; i++) {
        bench->readers[i] = stream_open(port, target, stream_headers(ACCEPT_EVENTS, NULL), 0);
        if (bench->readers[i]->status != 200)
            fail_msg("stream %zu is refused with %u", i, bench->readers[i]->status);
        read_until(bench->readers[i],
                   "\"player\":\"p3\",\"seq\":6,\"type\":\"player.waited_on\"}\n\n");
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = bench->readers[i]};
        epoll_ctl(bench->poller, EPOLL_CTL_ADD, bench->readers[i]->socket, &event);
    }
}

/* Waits until each reader has got the end of the message that says TYPE; returns when the last one
 * has. */
static int64_t wait_for_all(struct bench *bench, const char *type)
{
    struct epoll_event events[256];
    char end[64];
    snprintf(end, sizeof end, "\"type\":\"%s\"}\n\n", type);
    for (size_t left = bench->count; left > 0;) {
        int ready = epoll_wait(bench->poller, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            read_until(events[i].data.ptr, end);
            left--;
        }
    }
    return microseconds_now();
}

static int by_size(const void *one, const void *other)
{
    int64_t difference = *(const int64_t *)one - *(const int64_t *)other;
    return difference < 0 ? -1 : difference > 0;
}

static void print_times(const char *what, int64_t *times, size_t count)
{
    const size_t middle = count / 2;
    const size_t late = count * 9 / 10;
    qsort(times, count, sizeof *times, by_size);
    printf("%s: median %.1f ms, 90%% %.1f ms, most %.1f ms\n", what, (double)times[middle] / 1000,
           (double)times[late] / 1000, (double)times[count - 1] / 1000);
}

static void measure_delay(struct bench *bench, size_t rounds)
{
    static int64_t since_sent[ROUNDS_MAX];
    static int64_t since_answered[ROUNDS_MAX];
    int64_t worked = processor_time(bench->stand.program.pid);
    for (size_t i = 0; i < rounds; i++) {
        const char *command = i % 2 == 0 ? "pause" : "resume";
        char rest[16];
        snprintf(rest, sizeof rest, "/%s", command);
        int64_t sent = microseconds_now();
        struct answer answer = draft_post(&bench->draft, DRAFT_HOST, rest, NULL);
        int64_t answered = microseconds_now();
        json_decref(answer_take(&answer, 200));
        int64_t last = wait_for_all(bench, i % 2 == 0 ? "game.paused" : "game.resumed");
        since_sent[i] = last - sent;
        since_answered[i] = last > answered ? last - answered : 0;
    }
    worked = processor_time(bench->stand.program.pid) - worked;
    printf("processor time: %.1f us for each event and reader\n",
           (double)worked / (double)(rounds * bench->count));
    print_times("from the command's first byte to the last reader's last", since_sent, rounds);
    print_times("from the command's answer to the last reader's last byte", since_answered, rounds);
}

static void run(struct bench *bench, size_t rounds)
{
    draft_create(&bench->draft, &bench->stand.client, 3, 1, NULL, NULL);
    draft_join_all(&bench->draft);
    long before = resident(bench->stand.program.pid);
    open_readers(bench, 5);
    long after = resident(bench->stand.program.pid);
    printf("%zu streams: %ld KiB more in memory, %.1f KiB each\n", bench->count, after - before,
           (double)(after - before) / (double)bench->count);
    measure_delay(bench, rounds);
    printf("memory after that: %ld KiB, %.1f KiB a stream\n", resident(bench->stand.program.pid),
           (double)(resident(bench->stand.program.pid) - before) / (double)bench->count);
}

int main(int argc, char **argv)
{
    static struct bench bench;
    char streams[16];
    size_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : ROUNDS;
    bench.count = argc > 1 ? strtoul(argv[1], NULL, 10) : READERS;
    if (bench.count == 0 || rounds == 0 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "usage: bench_streams [READERS [ROUNDS]], at most %d rounds\n", ROUNDS_MAX);
        return 2;
    }
    snprintf(streams, sizeof streams, "%zu", bench.count + 16);
    const char *const arguments[] = {"--open", "--streams",    streams, "--heartbeat",
                                     "60",     "--rate-limit", "off",   NULL};
    raise_descriptors();
    bench.readers = calloc(bench.count, sizeof(struct stream_reader *));
    bench.poller = epoll_create1(EPOLL_CLOEXEC);
    stand_begin(&bench.stand, SPLICED_PROGRAM, NULL, arguments);
    run(&bench, rounds);
    for (size_t i = 0; i < bench.count; i++)
        stream_close(bench.readers[i]);
    draft_free(&bench.draft);
    free(bench.readers);
    close(bench.poller);
    stand_end(&bench.stand);
    return 0;
}
