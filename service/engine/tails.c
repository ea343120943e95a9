#include "service/engine/tails.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/hash.h"
#include "service/engine/archive.h"

enum { BUCKETS = 1024, FRAMES = 32 };

struct tail {
    struct tails *tails;
    struct tail *next; /* of the same bucket */
    size_t holders;    /* guarded by the mutex of the tails */
    char game[ULID_LENGTH + 1];

    pthread_mutex_t mutex; /* of what follows */
    struct tail_end end;
    size_t count; /* frames of the last events, that of seq at seq % FRAMES */
    struct frame *frames[FRAMES];
    struct frame *notices[PLAYERS_MAX]; /* of those the game waits for; NULL for others */
};

struct tails {
    struct archive *archive;
    pthread_mutex_t mutex; /* of the buckets */
    struct tail *buckets[BUCKETS];
};

struct tails *tails_new(struct archive *archive)
{
    struct tails *tails = calloc(1, sizeof *tails);
    if (!tails)
        return NULL;
    tails->archive = archive;
    if (pthread_mutex_init(&tails->mutex, NULL) == 0)
        return tails;
    free(tails);
    return NULL;
}

void tails_free(struct tails *tails)
{
    pthread_mutex_destroy(&tails->mutex);
    free(tails);
}

/* The place that points to the game's tail, or to NULL where it would have to be. */
static struct tail **place_of(struct tails *tails, const char *game)
{
    struct tail **place = &tails->buckets[hash_text(game) % BUCKETS];
    while (*place && strcmp((*place)->game, game) != 0)
        place = &(*place)->next;
    return place;
}

static struct tail *tail_new(struct tails *tails, const char *game)
{
    struct tail *tail = calloc(1, sizeof *tail);
    if (!tail)
        return NULL;
    tail->tails = tails;
    snprintf(tail->game, sizeof tail->game, "%s", game);
    if (pthread_mutex_init(&tail->mutex, NULL) == 0)
        return tail;
    free(tail);
    return NULL;
}

struct tail *tail_open(struct tails *tails, const char *game)
{
    pthread_mutex_lock(&tails->mutex);
    struct tail **place = place_of(tails, game);
    if (!*place)
        *place = tail_new(tails, game);
    struct tail *tail = *place;
    if (tail)
        tail->holders++;
    pthread_mutex_unlock(&tails->mutex);
    return tail;
}

static void drop_frames(struct tail *tail)
{
    for (size_t i = 0; i < FRAMES; i++) {
        frame_release(tail->frames[i]);
        tail->frames[i] = NULL;
    }
    tail->count = 0;
}

void tail_close(struct tail *tail)
{
    struct tails *tails = tail->tails;
    pthread_mutex_lock(&tails->mutex);
    bool last = --tail->holders == 0;
    if (last)
        *place_of(tails, tail->game) = tail->next;
    pthread_mutex_unlock(&tails->mutex);
    if (!last)
        return;
    drop_frames(tail);
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        frame_release(tail->notices[player]);
    pthread_mutex_destroy(&tail->mutex);
    free(tail);
}

/* Events on their way from the store into frames. */
struct reading {
    uint8_t prev[HASH_BYTES];
    size_t count;
    struct frame *frames[FRAMES];
    bool failed; /* no memory */
};

static bool take_event(void *context, const struct stored_event *event)
{
    struct reading *reading = context;
    char id[16];
    const struct event_envelope envelope = {
        .seq = event->seq,
        .at = event->at,
        .type = event->type,
        .player = event->player,
        .prev = reading->prev,
        .data = event->data,
        .data_length = event->data_length,
    };
    snprintf(id, sizeof id, "%u", event->seq);
    struct frame *frame = frame_of_event(&envelope, event->hash, id, NULL);
    memcpy(reading->prev, event->hash, HASH_BYTES);
    reading->failed = !frame;
    if (frame)
        reading->frames[reading->count++] = frame;
    return frame != NULL;
}

static void release_all(struct frame **frames, size_t count)
{
    for (size_t i = 0; i < count; i++)
        frame_release(frames[i]);
}

/* Reads up to MAXIMUM events, at most FRAMES, behind AFTER. */
static bool read_frames(struct tail *tail, uint32_t after, size_t maximum,
                        struct reading *ret_reading)
{
    struct readers *readers = &tail->tails->archive->readers;
    struct store_reader *reader = readers_take(readers);
    if (!reader)
        return false;
    ret_reading->count = 0;
    ret_reading->failed = false;
    enum store_status status = store_read_events(reader, tail->game, after, (uint32_t)maximum,
                                                 ret_reading->prev, take_event, ret_reading);
    readers_give(readers, reader);
    if (status == STORE_OK && !ret_reading->failed)
        return true;
    release_all(ret_reading->frames, ret_reading->count);
    return false;
}

/* Puts what has been read behind the frames that are there. */
static void append_frames(struct tail *tail, const struct reading *reading)
{
    for (size_t i = 0; i < reading->count; i++) {
        struct frame **place = &tail->frames[reading->frames[i]->seq % FRAMES];
        frame_release(*place);
        *place = reading->frames[i];
    }
    tail->count += reading->count;
    if (tail->count > FRAMES)
        tail->count = FRAMES;
}

/* Frames of the events up to VERSION. Whoever comes anew reads what was before from the store. */
static bool catch_up(struct tail *tail, uint32_t version)
{
    uint32_t missing = version - tail->end.version;
    struct reading reading;
    if (tail->end.version == 0 || missing > FRAMES) {
        drop_frames(tail);
        return true;
    }
    if (!read_frames(tail, tail->end.version, missing, &reading))
        return false;
    append_frames(tail, &reading);
    return true;
}

/* Without memory a notice is missing until somebody else is waited for: views tell it all the
 * same. */
static void renew_notices(struct tail *tail, const struct record *record)
{
    for (uint8_t player = 0; player < PLAYERS_MAX; player++) {
        struct frame **notice = &tail->notices[player];
        uint32_t from = record->people[player].waiting_from;
        if (*notice && (*notice)->seq == from)
            continue;
        frame_release(*notice);
        *notice = from > 0 ? frame_of_notice(record, player, false) : NULL;
    }
}

bool tail_refresh(struct tail *tail)
{
    struct snapshot *snapshot;
    if (archive_find(tail->tails->archive, tail->game, 0, &snapshot) != STORE_OK)
        return false;
    const struct record *record = snapshot_record(snapshot);
    pthread_mutex_lock(&tail->mutex);
    bool news = record->game.version > tail->end.version;
    bool known = !news || catch_up(tail, record->game.version);
    if (news && known) {
        tail->end.version = record->game.version;
        tail->end.over = record->game.table.stage == STAGE_ABANDONED;
        renew_notices(tail, record);
    }
    pthread_mutex_unlock(&tail->mutex);
    snapshot_release(snapshot);
    return known;
}

struct tail_end tail_end(struct tail *tail)
{
    pthread_mutex_lock(&tail->mutex);
    struct tail_end end = tail->end;
    pthread_mutex_unlock(&tail->mutex);
    return end;
}

/* With the mutex held: the frames behind AFTER, if they are all here. */
static size_t share_frames(struct tail *tail, uint32_t after, size_t maximum,
                           struct frame **ret_frames)
{
    size_t count = tail->end.version - after;
    if (count > tail->count)
        return 0;
    if (count > maximum)
        count = maximum;
    for (size_t i = 0; i < count; i++) {
        ret_frames[i] = tail->frames[(after + 1 + i) % FRAMES];
        frame_hold(ret_frames[i]);
    }
    return count;
}

bool tail_frames(struct tail *tail, uint32_t after, size_t maximum, struct frame **ret_frames,
                 size_t *ret_count)
{
    pthread_mutex_lock(&tail->mutex);
    uint32_t version = tail->end.version;
    *ret_count = after < version ? share_frames(tail, after, maximum, ret_frames) : 0;
    pthread_mutex_unlock(&tail->mutex);
    if (after >= version || *ret_count > 0)
        return true;
    struct reading reading;
    size_t wanted = version - after;
    if (wanted > maximum)
        wanted = maximum;
    if (!read_frames(tail, after, wanted < FRAMES ? wanted : FRAMES, &reading))
        return false;
    *ret_count = reading.count;
    for (size_t i = 0; i < reading.count; i++)
        ret_frames[i] = reading.frames[i];
    return true;
}

struct frame *tail_notice(struct tail *tail, uint32_t seq, uint8_t *told)
{
    struct frame *notice = NULL;
    pthread_mutex_lock(&tail->mutex);
    for (uint8_t player = 0; !notice && player < PLAYERS_MAX; player++) {
        if (*told >> player & 1 || !tail->notices[player] || tail->notices[player]->seq != seq)
            continue;
        notice = tail->notices[player];
        frame_hold(notice);
        *told = (uint8_t)(*told | 1u << player);
    }
    pthread_mutex_unlock(&tail->mutex);
    return notice;
}

void tail_rest(struct tail *tail)
{
    pthread_mutex_lock(&tail->mutex);
    drop_frames(tail);
    pthread_mutex_unlock(&tail->mutex);
}
