/*
 * What memory the service takes for connections that are kept without being used, and for games
 * that somebody looks at.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/bench/drafting.h"
#include "tests/bench/measure.h"
#include "tests/bench/population.h"
#include "tests/bench/repeated.h"

/* Each connection asks once. */
static bool ask_once(void *context, size_t connection, const struct load_answer *answer,
                     struct buffer *ret_request)
{
    (void)context;
    (void)connection;
    if (answer)
        check_status(answer, 200);
    else
        request_write(ret_request, "GET", "/healthz", NULL, NULL, NULL);
    return answer == NULL;
}

static void measure_connections(const struct bench *bench)
{
    char folder[FOLDER_BYTES];
    bench_new_folder(bench, "memory", folder);
    struct child real = bench_start_real(folder, NULL);
    struct load *first = load_open(real.port, 1);
    const struct load_script script = {.next = ask_once};
    load_run(first, &script);
    long before = resident_bytes(real.pid);
    struct load *load = load_open(real.port, bench->readers);
    load_run(load, &script);
    double more = (double)(resident_bytes(real.pid) - before);
    report_figure("memory for an idle connection", more / (double)bench->readers / 1024, "KiB", "");
    load_close(first);
    load_close(load);
    child_stop(&real);
}

struct visit {
    char (*ids)[ULID_LENGTH + 1];
    size_t count;
    size_t next;
};

/* One game after the other, each once. */
static bool visit_next(void *context, size_t connection, const struct load_answer *answer,
                       struct buffer *ret_request)
{
    struct visit *visit = context;
    char path[PATH_BYTES];
    (void)connection;
    if (answer)
        check_status(answer, 200);
    if (visit->next == visit->count)
        return false;
    snprintf(path, sizeof path, "/v1/games/%s", visit->ids[visit->next++]);
    request_write(ret_request, "GET", path, NULL, NULL, NULL);
    return true;
}

/* With the view of one audience each. */
static void measure_games(const struct bench *bench, enum population_kind kind, const char *name)
{
    static const char *const more[] = {"--cache-games", "100000", NULL};
    char folder[FOLDER_BYTES];
    population_make(bench, bench->games[bench->sizes > 2], folder);
    struct visit visit = {.ids = calloc(bench->cached, sizeof *visit.ids)};
    if (!visit.ids)
        bench_fail("no memory for %zu ids", bench->cached);
    visit.count = population_ids(folder, kind, visit.ids, bench->cached);
    struct child real = bench_start_real(folder, more);
    struct load *load = load_open(real.port, 2);
    const struct load_script script = {.next = visit_next, .context = &visit};
    size_t count = visit.count;
    visit.count = 1;
    load_run(load, &script);
    long before = resident_bytes(real.pid);
    visit.count = count;
    load_run(load, &script);
    double grown = (double)(resident_bytes(real.pid) - before);
    report_figure(name, grown / (double)count / 1024, "KiB", "");
    load_close(load);
    child_stop(&real);
    free(visit.ids);
}

void bench_memory(const struct bench *bench)
{
    measure_connections(bench);
    measure_games(bench, POPULATION_JOINED, "memory for a cached game, its draft begun");
    measure_games(bench, POPULATION_FINISHED, "memory for a cached game, its draft finished");
}
