/*
 * Whole drafts, 64 at a time, against the bare server's work for as many requests that read and
 * that write, with answers of the same size.
 */
#include <stdio.h>

#include "tests/bench/drafting.h"
#include "tests/bench/measure.h"
#include "tests/bench/repeated.h"

struct sides {
    const struct bench *bench;
    char folder[FOLDER_BYTES];
    struct child real;
    struct child bare;
    struct load *real_load;
    struct load *bare_load;
    struct drafts drafts;
    struct repeated to_bare;
};

static struct sample measure_real(struct sides *sides)
{
    const struct load_script script = {.next = drafts_next, .context = &sides->drafts};
    sides->drafts.wanted += sides->bench->drafts;
    return bench_sample(&sides->real, sides->real_load, &script);
}

/* A request like those of the drafts, answered with BYTES, which fit for those that write. */
static struct sample measure_bare(struct sides *sides, const char *method, const char *folder,
                                  uint64_t bytes, const char *body)
{
    const struct load_script script =
        repeated_script(&sides->to_bare, sides->bench->microseconds / 2);
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/%s/%llu", folder, (unsigned long long)bytes);
    for (size_t i = 0; i < CONNECTIONS; i++) {
        buffer_clear(&sides->to_bare.requests[i]);
        request_write(&sides->to_bare.requests[i], method, path,
                      sides->drafts.list[0].seats[0].token, NULL, body);
    }
    sides->to_bare.status = 200;
    return bench_sample(&sides->bare, sides->bare_load, &script);
}

/* What the bare server needs for a mix of reading and writing like that of COUNTS. */
static struct sample measure_mix(struct sides *sides, const struct draft_counts *counts)
{
    static const char body[] = "{\"round\":1,\"commitment\":"
                               "\"0000000000000000000000000000000000000000000000000000000000000001"
                               "\"}";
    const struct sample get =
        measure_bare(sides, "GET", "static", counts->get_bytes / counts->gets, NULL);
    const struct sample post =
        measure_bare(sides, "POST", "events", counts->post_bytes / counts->posts, body);
    double all = (double)(counts->gets + counts->posts);
    double gets = (double)counts->gets / all;
    double posts = (double)counts->posts / all;
    return (struct sample){.rate = 1 / (gets / get.rate + posts / post.rate),
                           .processor = gets * get.processor + posts * post.processor,
                           .p50 = gets * get.p50 + posts * post.p50,
                           .p99 = get.p99 > post.p99 ? get.p99 : post.p99,
                           .load = gets * get.load + posts * post.load};
}

static void measure(struct sides *sides)
{
    struct comparison comparison = {.name = "whole drafts, 64 at a time", .goal = 0.75};
    for (size_t round = 0; round <= sides->bench->rounds; round++) {
        struct sample real = measure_real(sides);
        struct sample bare = measure_mix(sides, &sides->drafts.counts);
        if (round > 0)
            comparison_add(&comparison, &real, &bare);
    }
    report_comparison(&comparison);
}

static void report_drafts(const struct sides *sides)
{
    const struct draft_counts *counts = &sides->drafts.counts;
    char file[FOLDER_BYTES + 16];
    snprintf(file, sizeof file, "%s/spliced.db", sides->folder);
    double drafts = (double)counts->drafts;
    report_figure("requests of a draft that read", (double)counts->gets / drafts, "", "");
    report_figure("requests of a draft that write", (double)counts->posts / drafts, "", "");
    report_figure("on disk for a finished draft", (double)file_bytes(file) / drafts / 1024, "KiB",
                  "aim: below 40");
}

void bench_drafts(const struct bench *bench)
{
    static struct sides sides;
    sides.bench = bench;
    bench_new_folder(bench, "drafts", sides.folder);
    sides.real = bench_start_real(sides.folder, NULL);
    sides.bare = bench_start_bare(bench);
    sides.real_load = load_open(sides.real.port, CONNECTIONS);
    sides.bare_load = load_open(sides.bare.port, CONNECTIONS);
    drafts_begin(&sides.drafts, CONNECTIONS, 1, false);
    repeated_begin(&sides.to_bare);
    measure(&sides);
    load_close(sides.real_load);
    load_close(sides.bare_load);
    child_stop(&sides.real);
    child_stop(&sides.bare);
    report_drafts(&sides);
    repeated_end(&sides.to_bare);
    drafts_end(&sides.drafts);
}
