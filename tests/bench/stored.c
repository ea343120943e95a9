/*
 * What the number of stored games costs: pages of lists, games that nobody has looked at, and the
 * start, from few games to many.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/curves.h"
#include "tests/bench/drafting.h"
#include "tests/bench/measure.h"
#include "tests/bench/population.h"
#include "tests/bench/repeated.h"

enum { IDS_MAX = 4096, CURSOR_BYTES = 256 };

enum line { LINE_LIST, LINE_COLD, LINE_COLD_FINISHED, LINES };

/* Folders with so many games, and what was measured there, round by round. */
struct stored {
    size_t games;
    char folder[FOLDER_BYTES];
    char ids[POPULATION_KINDS][IDS_MAX][ULID_LENGTH + 1];
    size_t id_counts[POPULATION_KINDS];
    struct sample samples[LINES][ROUNDS_MAX];
    double started[ROUNDS_MAX];  /* milliseconds */
    double resident[ROUNDS_MAX]; /* bytes after the start */
};

/* Walks through the pages of a list, each connection in one of the orders. */
struct walk {
    char cursors[CONNECTIONS][CURSOR_BYTES]; /* "" at the begin */
};

static bool next_page(void *context, size_t connection, const struct load_answer *answer,
                      struct buffer *ret_request)
{
    static const char *const sorts[] = {"created_at", "-created_at", "updated_at", "-updated_at",
                                        "name"};
    static const char name[] = "\"next\":\"";
    struct walk *walk = context;
    char *cursor = walk->cursors[connection];
    char path[PATH_BYTES + CURSOR_BYTES];
    cursor[0] = '\0';
    if (answer) {
        check_status(answer, 200);
        const char *next = memmem(answer->body, answer->body_length, name, sizeof name - 1);
        if (next)
            snprintf(cursor, CURSOR_BYTES, "%.*s", (int)strcspn(next + sizeof name - 1, "\""),
                     next + sizeof name - 1);
    }
    snprintf(path, sizeof path, "/v1/games?limit=50&sort=%s%s%s",
             sorts[connection % (sizeof sorts / sizeof *sorts)], cursor[0] ? "&cursor=" : "",
             cursor);
    request_write(ret_request, "GET", path, NULL, NULL, NULL);
    return true;
}

/* Looks at one game after the other. */
struct looks {
    const struct stored *stored;
    enum population_kind kind;
    size_t next;
};

static bool next_game(void *context, size_t connection, const struct load_answer *answer,
                      struct buffer *ret_request)
{
    struct looks *looks = context;
    char path[PATH_BYTES];
    (void)connection;
    if (answer)
        check_status(answer, 200);
    size_t index = looks->next++ % looks->stored->id_counts[looks->kind];
    snprintf(path, sizeof path, "/v1/games/%s", looks->stored->ids[looks->kind][index]);
    request_write(ret_request, "GET", path, NULL, NULL, NULL);
    return true;
}

/* After a fifth of the time to warm up. */
static struct sample measure(const struct bench *bench, const struct child *server,
                             struct load *load, struct load_script script)
{
    script.microseconds = bench->microseconds / 5;
    load_run(load, &script);
    script.microseconds = bench->microseconds;
    return bench_sample(server, load, &script);
}

static void measure_round(const struct bench *bench, struct stored *stored, size_t round)
{
    static struct walk walk;
    static const char *const cold[] = {"--cache-games", "1", NULL};
    struct child server = bench_start_real(stored->folder, cold);
    struct load *load = load_open(server.port, CONNECTIONS);
    struct looks looks = {.stored = stored, .kind = POPULATION_JOINED};
    stored->started[round] = (double)server.started / 1000;
    stored->resident[round] = (double)resident_bytes(server.pid);
    stored->samples[LINE_LIST][round] =
        measure(bench, &server, load, (struct load_script){next_page, &walk, 0});
    stored->samples[LINE_COLD][round] =
        measure(bench, &server, load, (struct load_script){next_game, &looks, 0});
    looks.kind = POPULATION_FINISHED;
    stored->samples[LINE_COLD_FINISHED][round] =
        measure(bench, &server, load, (struct load_script){next_game, &looks, 0});
    load_close(load);
    child_stop(&server);
}

/* Few games are what many are compared with. */
static void report_line(const struct bench *bench, const struct stored *few,
                        const struct stored *many, enum line line)
{
    static const char *const names[LINES] = {"page of 50", "view, cold game",
                                             "view, cold finished game"};
    char name[96];
    snprintf(name, sizeof name, "%s, %zu / %zu", names[line], many->games, few->games);
    struct comparison comparison = {.name = name, .goal = line == LINE_COLD_FINISHED ? 0 : 0.80};
    for (size_t i = 0; i < bench->rounds; i++)
        comparison_add(&comparison, &many->samples[line][i], &few->samples[line][i]);
    report_comparison(&comparison);
}

static double median_of(const double *values, size_t count)
{
    double copy[ROUNDS_MAX];
    memcpy(copy, values, count * sizeof *copy);
    return median(copy, count);
}

static void report_start(const struct bench *bench, const struct stored *few,
                         const struct stored *many)
{
    double more =
        median_of(many->resident, bench->rounds) - median_of(few->resident, bench->rounds);
    char name[96];
    snprintf(name, sizeof name, "start with %zu games", many->games);
    report_figure(name, median_of(many->started, bench->rounds), "ms", "aim: below 200");
    report_figure("memory for a stored game, cold",
                  more > 0 ? more / (double)(many->games - few->games) : 0, "bytes", "aim: 0");
}

static void draw(const struct bench *bench, const struct stored *stored)
{
    struct curves curves = {.count = bench->sizes};
    for (size_t i = 0; i < bench->sizes; i++) {
        double processor[LINES];
        for (enum line line = LINE_LIST; line < LINES; line++)
            processor[line] = comparison_median(stored[i].samples[line], bench->rounds,
                                                offsetof(struct sample, processor));
        curves.games[i] = (double)stored[i].games;
        curves.values[CURVE_LIST][i] = processor[LINE_LIST];
        curves.values[CURVE_COLD][i] = processor[LINE_COLD];
        curves.values[CURVE_START][i] = median_of(stored[i].started, bench->rounds);
        curves.values[CURVE_MEMORY][i] = median_of(stored[i].resident, bench->rounds) / (1 << 20);
    }
    curves_write(&curves, bench->picture);
}

void bench_stored(const struct bench *bench)
{
    struct stored *stored = calloc(bench->sizes, sizeof *stored);
    if (!stored)
        bench_fail("no memory for %zu sizes", bench->sizes);
    for (size_t i = 0; i < bench->sizes; i++) {
        stored[i].games = bench->games[i];
        population_make(bench, stored[i].games, stored[i].folder);
        for (enum population_kind kind = POPULATION_LOBBY; kind < POPULATION_KINDS; kind++)
            stored[i].id_counts[kind] =
                population_ids(stored[i].folder, kind, stored[i].ids[kind], IDS_MAX);
    }
    for (size_t round = 0; round < bench->rounds; round++)
        for (size_t i = 0; i < bench->sizes; i++)
            measure_round(bench, &stored[i], round);
    const struct stored *many = &stored[bench->sizes - 1];
    for (enum line line = LINE_LIST; line < LINES; line++)
        report_line(bench, &stored[0], many, line);
    report_start(bench, &stored[0], many);
    if (bench->picture)
        draw(bench, stored);
    free(stored);
}
