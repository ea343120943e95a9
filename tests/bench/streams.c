/*
 * Streams: the time from the first byte of a command until the last of many readers has the last
 * byte of its event, against a bare fan-out of as many bytes; and what memory a stream takes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/bench.h"
#include "tests/bench/drafting.h"
#include "tests/bench/measure.h"
#include "tests/bench/readers.h"

enum { COMMAND_BYTES = 512 };

struct side {
    struct child server;
    struct load *commands; /* one connection */
    struct readers *readers;
    const char *paths[2]; /* commands in turn */
    const char *ends[2];  /* what the event of each ends with */
    const char *token;
    size_t sent;
};

/* Sends the next command and waits until all readers have its event; microseconds. */
static double publish(struct side *side)
{
    const size_t turn = side->sent++ % 2;
    struct buffer request = buffer_new(REQUEST_BYTES_MAX);
    request_write(&request, "POST", side->paths[turn], side->token, NULL, "{}");
    int64_t begun = microseconds_now();
    const struct load_answer answer = load_ask(side->commands, &request);
    if (answer.status != 200 && answer.status != 204)
        bench_fail("a command is answered with %u: %.*s", answer.status, (int)answer.body_length,
                   answer.body);
    readers_wait(side->readers, side->ends[turn]);
    buffer_free(&request);
    return (double)(microseconds_now() - begun);
}

/* The rate is that of commands, one after the other: what is compared is how long each takes. */
static struct sample measure(const struct bench *bench, struct side *side)
{
    double times[PUBLICATIONS_MAX];
    const size_t count = bench->publications;
    int64_t worked = processor_time(side->server.pid);
    int64_t load = own_processor_time();
    for (size_t i = 0; i < count; i++)
        times[i] = publish(side);
    worked = processor_time(side->server.pid) - worked;
    load = own_processor_time() - load;
    double p50 = median(times, count);
    double deliveries = (double)(count * bench->readers);
    return (struct sample){.rate = 1e6 / p50,
                           .processor = (double)worked / deliveries,
                           .p50 = p50,
                           .p99 = quantile(times, count, 0.99),
                           .load = (double)load / deliveries};
}

/* A game of six, in its first round, which the host can pause and resume. */
static void make_game(struct side *side, struct drafts *drafts)
{
    drafts_begin(drafts, 1, 1, true);
    const struct load_script script = {.next = drafts_next, .context = drafts};
    load_run(side->commands, &script);
}

static void start_real(const struct bench *bench, struct side *side, struct drafts *drafts)
{
    static char paths[2][PATH_BYTES];
    char folder[FOLDER_BYTES];
    char streams[16];
    char path[PATH_BYTES];
    bench_new_folder(bench, "streams", folder);
    snprintf(streams, sizeof streams, "%zu", bench->readers + 16);
    const char *const more[] = {"--streams", streams, "--heartbeat", "60", NULL};
    side->server = bench_start_real(folder, more);
    side->commands = load_open(side->server.port, 1);
    make_game(side, drafts);
    draft_path(&drafts->list[0], "/pause", paths[0]);
    draft_path(&drafts->list[0], "/resume", paths[1]);
    draft_path(&drafts->list[0], "/events?after=8", path);
    for (size_t i = 0; i < 2; i++)
        side->paths[i] = paths[i];
    side->ends[0] = "\"type\":\"game.paused\"}\n\n";
    side->ends[1] = "\"type\":\"game.resumed\"}\n\n";
    side->token = drafts->list[0].host_token;
    long before = resident_bytes(side->server.pid);
    side->readers = readers_open(side->server.port, path, bench->readers);
    double more_memory = (double)(resident_bytes(side->server.pid) - before);
    report_figure("memory for a stream", more_memory / (double)bench->readers / 1024, "KiB", "");
}

/* Each command of the bare server sends every reader so many bytes. */
static void start_bare(const struct bench *bench, struct side *side, size_t bytes)
{
    static char path[PATH_BYTES];
    snprintf(path, sizeof path, "/publish/%zu", bytes);
    side->server = bench_start_bare(bench);
    side->commands = load_open(side->server.port, 1);
    for (size_t i = 0; i < 2; i++) {
        side->paths[i] = path;
        side->ends[i] = "x\n\n";
    }
    side->readers = readers_open(side->server.port, "/stream", bench->readers);
}

static void stop(struct side *side)
{
    readers_close(side->readers);
    load_close(side->commands);
    child_stop(&side->server);
}

void bench_streams(const struct bench *bench)
{
    static struct side real;
    static struct side bare;
    static struct drafts drafts;
    struct comparison comparison = {.name = "last reader of an event", .goal_of_rate = 0.5};
    start_real(bench, &real, &drafts);
    for (size_t i = 0; i < 2; i++)
        publish(&real);
    start_bare(bench, &bare, readers_bytes(real.readers) / 2);
    publish(&bare);
    for (size_t round = 0; round < bench->rounds; round++) {
        struct sample of_real = measure(bench, &real);
        struct sample of_bare = measure(bench, &bare);
        comparison_add(&comparison, &of_real, &of_bare);
    }
    report_comparison(&comparison);
    stop(&real);
    stop(&bare);
    drafts_end(&drafts);
}
