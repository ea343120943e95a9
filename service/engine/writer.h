/*
 * The writer: runs batches of jobs on the engine's thread. A batch is decided job by job, appended
 * to one transaction, committed once; then what has changed is published and every job answered.
 */
#ifndef SERVICE_ENGINE_WRITER_H
#define SERVICE_ENGINE_WRITER_H

#include <stdatomic.h>

#include "service/engine/archive.h"
#include "service/engine/batch.h"
#include "service/engine/lines.h"
#include "service/engine/revocations.h"
#include "service/engine/subscribers.h"

/* How long an Idempotency-Key is honoured; revocations are kept as long beyond their token's end.
 */
#define KEPT_MILLISECONDS (INT64_C(24) * 60 * 60 * 1000)

/* When something has to be done that nobody asks for: see timers.h. */
struct timers {
    int64_t started_at;
    int64_t first_due;  /* no game is due before that */
    int64_t not_before; /* it has failed: when to try again */
};

struct writer {
    struct engine_settings settings;
    struct archive *archive;
    struct subscribers *subscribers;
    struct revocations revocations;

    struct batch batch;
    struct events events;
    struct lines lines;
    struct log_event line; /* of a command about people and time */
    struct preparation preparation;
    struct seed_memory seeds;
    struct subscription subscriptions[WEBHOOKS_MAX]; /* of the game at hand */
    struct timers timers;
    int64_t forget_at; /* when old answers and revocations are due to be forgotten */

    atomic_uint_least64_t commands;
    atomic_uint_least64_t refusals;
    atomic_uint_least64_t commits;
    atomic_uint_least64_t events_written;
    atomic_uint_least64_t timeouts;
    atomic_uint_least64_t reminders;
};

/* Reads the revocations from the store. ARCHIVE and SUBSCRIBERS are borrowed until writer_end.
 * False when that, or getting memory, fails. */
bool writer_begin(struct writer *writer, const struct engine_settings *settings,
                  struct archive *archive, struct subscribers *subscribers);
void writer_end(struct writer *writer);

/* Runs the jobs of writer->batch, which the engine has filled after batch_begin, and calls DONE for
 * each. */
void writer_run(struct writer *writer);

/* For when there is nothing else to do. True: there is more of that. */
bool writer_idle(struct writer *writer);

/* The game as the batch has it, read from the archive if no job has touched it. The status is that
 * of reading. */
enum store_status writer_game(struct writer *writer, const char *id, struct batch_game **ret_game);

/* Opens the batch's transaction if none is open. What fails within it fails the batch. */
enum store_status writer_open(struct writer *writer);
void writer_fail(struct writer *writer, enum store_status status);

#endif
