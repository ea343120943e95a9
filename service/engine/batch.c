#include "service/engine/batch.h"

#include <assert.h>
#include <string.h>

#include "service/base/hash.h"

void batch_outcome(struct batch_job *entry, enum job_outcome outcome, bool rests)
{
    entry->job->outcome = outcome;
    entry->rests = rests;
}

void batch_begin(struct batch *batch)
{
    batch->count = 0;
    batch->game_count = 0;
    memset(batch->buckets, 0, sizeof batch->buckets);
    batch->events = 0;
    batch->timeouts = 0;
    batch->reminders = 0;
    batch->writing = false;
    batch->delivers = false;
    batch->failure = STORE_OK;
}

void batch_end(struct batch *batch)
{
    for (size_t i = 0; i < batch->game_count; i++)
        snapshot_release(batch->games[i].snapshot);
    batch->game_count = 0;
}

static size_t first_bucket(const char *id)
{
    return hash_text(id) % BATCH_BUCKETS;
}

/* The bucket of the game, or the free one where it would have to be. There are always free ones:
 * buckets are many more than games. */
static uint16_t *bucket_of(struct batch *batch, const char *id)
{
    size_t place = first_bucket(id);
    while (batch->buckets[place] != 0 &&
           strcmp(snapshot_record(batch->games[batch->buckets[place] - 1].snapshot)->id, id) != 0)
        place = (place + 1) % BATCH_BUCKETS;
    return &batch->buckets[place];
}

struct batch_game *batch_find(struct batch *batch, const char *id)
{
    uint16_t bucket = *bucket_of(batch, id);
    return bucket == 0 ? NULL : &batch->games[bucket - 1];
}

struct batch_game *batch_add(struct batch *batch, struct snapshot *snapshot)
{
    uint16_t *bucket = bucket_of(batch, snapshot_record(snapshot)->id);
    assert(*bucket == 0 && batch->game_count < BATCH_GAMES_MAX);
    struct batch_game *game = &batch->games[batch->game_count++];
    *game = (struct batch_game){.snapshot = snapshot,
                                .committed = snapshot_record(snapshot)->game.version};
    *bucket = (uint16_t)batch->game_count;
    return game;
}
