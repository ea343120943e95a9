#include "service/engine/games.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Publications are counted for groups of games: a reader's mark tells whether one has happened
 * to its game, or to one of the few others of the group, since it began to read. */
enum { GROUPS = 1024 };

struct entry {
    struct snapshot *snapshot; /* NULL: the entry is free */
    struct entry *chain;       /* next of the same bucket, or next free one */
    struct entry *newer;       /* asked for next after this one; NULL for the last */
    struct entry *older;
};

struct games {
    pthread_mutex_t mutex;
    struct entry *entries;
    struct entry *free;
    struct entry **buckets;
    size_t bucket_count; /* a power of two */
    struct entry *newest;
    struct entry *oldest;
    size_t count;
    uint64_t published[GROUPS];
};

static bool make_tables(struct games *games, size_t capacity)
{
    games->bucket_count = 1;
    while (games->bucket_count < capacity)
        games->bucket_count *= 2;
    games->entries = calloc(capacity, sizeof *games->entries);
    games->buckets = calloc(games->bucket_count, sizeof(struct entry *));
    if (!games->entries || !games->buckets)
        return false;
    for (size_t i = 0; i < capacity; i++) {
        games->entries[i].chain = games->free;
        games->free = &games->entries[i];
    }
    return true;
}

struct games *games_new(size_t capacity)
{
    struct games *games = calloc(1, sizeof *games);
    if (games && make_tables(games, capacity > 0 ? capacity : 1) &&
        pthread_mutex_init(&games->mutex, NULL) == 0)
        return games;
    if (games) {
        free(games->entries);
        free(games->buckets);
    }
    free(games);
    return NULL;
}

void games_free(struct games *games)
{
    for (struct entry *entry = games->newest; entry; entry = entry->older)
        snapshot_release(entry->snapshot);
    pthread_mutex_destroy(&games->mutex);
    free(games->entries);
    free(games->buckets);
    free(games);
}

static uint64_t hash_of(const char *id)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (; *id != '\0'; id++)
        hash = (hash ^ (unsigned char)*id) * UINT64_C(1099511628211);
    return hash;
}

static uint64_t *published_of(struct games *games, uint64_t hash)
{
    return &games->published[hash % GROUPS];
}

static struct entry **bucket_of(struct games *games, uint64_t hash)
{
    return &games->buckets[(hash >> 32) & (games->bucket_count - 1)];
}

/* The place that points to the game's entry, or to NULL where it would have to be. */
static struct entry **place_of(struct games *games, const char *id)
{
    struct entry **place = bucket_of(games, hash_of(id));
    while (*place && strcmp(snapshot_record((*place)->snapshot)->id, id) != 0)
        place = &(*place)->chain;
    return place;
}

static void leave_order(struct games *games, struct entry *entry)
{
    *(entry->newer ? &entry->newer->older : &games->newest) = entry->older;
    *(entry->older ? &entry->older->newer : &games->oldest) = entry->newer;
}

static void enter_order(struct games *games, struct entry *entry)
{
    entry->newer = NULL;
    entry->older = games->newest;
    *(games->newest ? &games->newest->newer : &games->oldest) = entry;
    games->newest = entry;
}

/* Takes an entry out; returns its snapshot, which is the caller's then. */
static struct snapshot *take_out(struct games *games, struct entry **place)
{
    struct entry *entry = *place;
    struct snapshot *snapshot = entry->snapshot;
    *place = entry->chain;
    leave_order(games, entry);
    *entry = (struct entry){.chain = games->free};
    games->free = entry;
    games->count--;
    return snapshot;
}

/* Puts SNAPSHOT in, holding it, over an older one of its game or in place of the game that nobody
 * has asked for longest. Returns what is to be released. */
static struct snapshot *put_in(struct games *games, struct snapshot *snapshot)
{
    const char *id = snapshot_record(snapshot)->id;
    struct snapshot *displaced = NULL;
    struct entry **place = place_of(games, id);
    if (*place)
        displaced = take_out(games, place);
    else if (!games->free)
        displaced = take_out(games, place_of(games, snapshot_record(games->oldest->snapshot)->id));
    struct entry *entry = games->free;
    games->free = entry->chain;
    snapshot_hold(snapshot);
    struct entry **bucket = bucket_of(games, hash_of(id));
    *entry = (struct entry){.snapshot = snapshot, .chain = *bucket};
    *bucket = entry;
    enter_order(games, entry);
    games->count++;
    return displaced;
}

struct snapshot *games_find(struct games *games, const char *id, uint64_t *ret_mark)
{
    struct snapshot *snapshot = NULL;
    pthread_mutex_lock(&games->mutex);
    struct entry *entry = *place_of(games, id);
    if (entry) {
        leave_order(games, entry);
        enter_order(games, entry);
        snapshot = entry->snapshot;
        snapshot_hold(snapshot);
    }
    *ret_mark = *published_of(games, hash_of(id));
    pthread_mutex_unlock(&games->mutex);
    return snapshot;
}

static uint32_t version_of(const struct snapshot *snapshot)
{
    return snapshot_record(snapshot)->game.version;
}

/* With the mutex held: whether a snapshot that was read after MARK is still news. */
static bool is_news(struct games *games, const struct snapshot *snapshot, uint64_t mark)
{
    const char *id = snapshot_record(snapshot)->id;
    if (*published_of(games, hash_of(id)) != mark)
        return false;
    struct entry *entry = *place_of(games, id);
    return !entry || version_of(entry->snapshot) < version_of(snapshot);
}

void games_offer(struct games *games, struct snapshot *snapshot, uint64_t mark)
{
    pthread_mutex_lock(&games->mutex);
    struct snapshot *displaced = is_news(games, snapshot, mark) ? put_in(games, snapshot) : NULL;
    pthread_mutex_unlock(&games->mutex);
    snapshot_release(displaced);
}

void games_publish(struct games *games, struct snapshot *snapshot)
{
    pthread_mutex_lock(&games->mutex);
    ++*published_of(games, hash_of(snapshot_record(snapshot)->id));
    struct snapshot *displaced = put_in(games, snapshot);
    pthread_mutex_unlock(&games->mutex);
    snapshot_release(displaced);
}

void games_drop(struct games *games, const char *id)
{
    pthread_mutex_lock(&games->mutex);
    ++*published_of(games, hash_of(id));
    struct entry **place = place_of(games, id);
    struct snapshot *dropped = *place ? take_out(games, place) : NULL;
    pthread_mutex_unlock(&games->mutex);
    snapshot_release(dropped);
}

size_t games_count(struct games *games)
{
    pthread_mutex_lock(&games->mutex);
    size_t count = games->count;
    pthread_mutex_unlock(&games->mutex);
    return count;
}
