/*
 * Measures what crowds do to everybody else: how long answers take that four tables get at play,
 * alone and in the midst of each crowd, and what processor time and memory the service takes. To be
 * run alone on the machine:
 *
 *     cmake --build --preset release --target spliced bench_abuse
 *     build/release/tests/bench_abuse [CONNECTIONS [SECONDS]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/crowd.h"
#include "tests/support/load.h"
#include "tests/support/stand.h"
#include "tests/support/stream_reader.h"

enum {
    CONNECTIONS = 10000,
    SECONDS = 10,
    TABLES = 4,
    FEW = 64,
    RUBBISH_BYTES = 60000,
    CREATES = 8
};

static char rubbish[RUBBISH_BYTES];
static char huge[RUBBISH_BYTES];
static char creates[4096];

struct kind {
    const char *name;
    bool few;
    struct crowd_manners manners;
};

static const char slow_head[] = "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ";
static const char slow_body[] =
    "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    "Content-Length: 60000\r\n\r\n{\"name\": \"";
static const char create[] =
    "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    "Content-Length: 27\r\n\r\n{\"name\":\"many\",\"players\":3}";

static const struct kind kinds[] = {
    {"silent connections", false, {.first = NULL}},
    {"slow headers", false, {.first = slow_head, .drip = "a"}},
    {"slow bodies", false, {.first = slow_body, .drip = "a"}},
    {"pipelined rubbish", true, {.first = rubbish, .drip = rubbish}},
    {"huge headers", true, {.first = huge, .drip = huge}},
    {"many games by one address", true, {.first = creates, .drip = creates}},
};

/* The processor time that the service has taken so far, in seconds. */
static double processor_time(pid_t pid)
{
    clockid_t clock;
    struct timespec time = {.tv_sec = 0};
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        fail_msg("the service has ended");
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct measure {
    struct load_report load;
    double busy; /* how much of a processor the service takes */
};

static struct measure measure(struct stand *stand, struct load *load, unsigned seconds)
{
    const struct timespec time = {.tv_sec = (time_t)seconds};
    double before = processor_time(stand->program.pid);
    load_start(load, stand->program.url);
    nanosleep(&time, NULL);
    load_stop(load, true);
    double after = processor_time(stand->program.pid);
    return (struct measure){load_report(load), (after - before) / seconds};
}

static void print(const char *name, const struct measure *measured, double usual, double memory,
                  unsigned long long calls)
{
    const struct load_report *load = &measured->load;
    printf("%-26s %7.2f %7.2f %6.2f %9llu %6.2f %8.1f %11llu\n", name, load->p50, load->p99,
           load->p50 / usual, (unsigned long long)load->requests, measured->busy, memory, calls);
    fflush(stdout);
}

static void prepare_texts(void)
{
    for (size_t i = 0; i + 1 < sizeof rubbish; i++)
        rubbish[i] = (char)(i % 61 == 60 ? '\n' : '!' + i * 7 % 90);
    memset(huge, 'a', sizeof huge - 1);
    memcpy(huge, slow_head, sizeof slow_head - 1);
    for (unsigned i = 0; i < CREATES; i++)
        memcpy(creates + i * (sizeof create - 1), create, sizeof create - 1);
}

int main(int argc, char **argv)
{
    static struct stand stand;
    static const char *const arguments[] = {"--open", "--webhook-allow-private", "--rate-limit",
                                            "on", NULL};
    size_t connections = argc > 1 ? strtoul(argv[1], NULL, 10) : CONNECTIONS;
    unsigned seconds = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : SECONDS;
    if (connections == 0 || seconds == 0 || crowd_prepare() < connections + 100) {
        fputs("usage: bench_abuse [CONNECTIONS [SECONDS]], with as many open files\n", stderr);
        return 2;
    }
    prepare_texts();
    stand_begin(&stand, SPLICED_PROGRAM, NULL, arguments);
    struct load *load = load_new(TABLES, 1);
    load_create_with(load, stand.creator_token);
    (void)measure(&stand, load, seconds);
    struct measure alone = measure(&stand, load, seconds);
    puts(
        "crowd                       p50 ms  p99 ms  ratio  requests   busy  RSS MiB  their calls");
    print("nobody", &alone, alone.load.p50, program_resident(&stand.program), 0);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct crowd_manners manners = kinds[i].manners;
        manners.count = kinds[i].few ? FEW : connections;
        struct crowd *crowd = crowd_begin(stream_port(stand.program.url), &manners);
        crowd_wait(crowd);
        struct measure amid = measure(&stand, load, seconds);
        double memory = program_resident(&stand.program);
        print(kinds[i].name, &amid, alone.load.p50, memory, crowd_end(crowd));
    }
    /* The tables themselves do more, or less, as their games go on. */
    const struct measure again = measure(&stand, load, seconds);
    print("nobody, again", &again, alone.load.p50, program_resident(&stand.program), 0);
    load_free(load);
    stand_end(&stand);
    return 0;
}
