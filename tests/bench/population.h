/*
 * Folders with many stored games: copies of three real ones under new ids, written in bulk.
 */
#ifndef TESTS_BENCH_POPULATION_H
#define TESTS_BENCH_POPULATION_H

#include "service/base/text.h"
#include "tests/bench/bench.h"

/* One game in a hundred has finished its draft, six more have all their players, the rest wait in
 * the lobby. */
enum population_kind { POPULATION_LOBBY, POPULATION_JOINED, POPULATION_FINISHED, POPULATION_KINDS };

/* Makes a folder of the run with so many games, unless an earlier run has left it there; RET_PATH
 * has FOLDER_BYTES. */
void population_make(const struct bench *bench, size_t games, char *ret_path);

/* Ids of games of a kind, spread over all of them, at most MAXIMUM; returns their number. */
size_t population_ids(const char *path, enum population_kind kind, char (*ret_ids)[ULID_LENGTH + 1],
                      size_t maximum);

#endif
