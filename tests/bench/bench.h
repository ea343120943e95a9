/*
 * What all measurements of a run share: how long and how often to measure, and where the programs
 * and folders are. Each group of measurements prints its own lines.
 */
#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

#include <stddef.h>
#include <stdint.h>

#include "tests/bench/child.h"
#include "tests/bench/load.h"
#include "tests/bench/report.h"

enum { CONNECTIONS = 64, FOLDER_BYTES = 512, PUBLICATIONS_MAX = 64 };

struct bench {
    size_t rounds;
    int64_t microseconds; /* of one side of one round */
    uint64_t drafts;      /* of one round */
    size_t readers;       /* of a stream; also connections whose memory is measured */
    size_t publications;  /* to them, in one round */
    size_t cached;        /* games whose memory is measured, at most */
    size_t sizes;         /* numbers of stored games to measure with */
    size_t games[4];      /* those numbers, from few to many */
    const char *folder;   /* for data; stored games stay there for the next run */
    const char *picture;  /* file for the curves; NULL: none */
};

/* A measurement of a server over LOAD by SCRIPT. */
struct sample bench_sample(const struct child *server, struct load *load,
                           const struct load_script *script);

/* Starts the service on FOLDER, which is made if missing; MORE is NULL-terminated or NULL. */
struct child bench_start_real(const char *folder, const char *const *more);

/* Starts the bare program with a new database in the run's folder. */
struct child bench_start_bare(const struct bench *bench);

/* Names a folder of the run, RET_PATH of FOLDER_BYTES, and empties it. */
void bench_new_folder(const struct bench *bench, const char *name, char *ret_path);

void bench_views(const struct bench *bench);
void bench_commits(const struct bench *bench); /* sealed ones */
void bench_drafts(const struct bench *bench);  /* whole drafts, and their size on disk */
void bench_stored(const struct bench *bench);  /* many stored games: lists, views, start, curves */
void bench_streams(const struct bench *bench);
void bench_memory(const struct bench *bench);

#endif
