#include "service/engine/games.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/hash.h"
#include "service/base/locks.h"

/* Publications are counted for groups of games: a reader's mark tells whether one has happened
 * to its game, or to one of the few others of the group, since it began to read. LOCKS: so many
 * that threads which look for different games seldom share one. WEIGHED: among so many it is chosen
 * which game gives way. */
enum { GROUPS = 1024, LOCKS = 256, WEIGHED = 64 };

struct entry {
    struct snapshot *snapshot; /* NULL: the entry is free */
    uint64_t hash;
    struct entry *chain;        /* next of the same bucket, or next free one */
    _Atomic uint64_t asked_for; /* the turn in which it last was */
};

struct games {
    struct lock locks[LOCKS]; /* each for the buckets whose number has its low bits */
    pthread_mutex_t mutex;    /* of all that change anything; then the lock of its bucket */
    size_t capacity;
    struct entry *entries;
    struct entry *free;
    struct entry **buckets;
    size_t bucket_count; /* a power of two */
    size_t hand;         /* the entry that is looked at first when one has to give way */
    size_t count;
    _Atomic uint64_t turn; /* how many games have come in */
    _Atomic uint64_t published[GROUPS];
};

static bool make_tables(struct games *games, size_t capacity)
{
    games->capacity = capacity;
    games->bucket_count = 1;
    while (games->bucket_count < capacity)
        games->bucket_count *= 2;
    games->entries = calloc(capacity, sizeof *games->entries);
    games->buckets = calloc(games->bucket_count, sizeof(struct entry *));
    if (!games->entries || !games->buckets)
        return false;
    for (size_t i = capacity; i-- > 0;) {
        games->entries[i].chain = games->free;
        games->free = &games->entries[i];
    }
    return true;
}

static bool start_locks(struct games *games)
{
    if (pthread_mutex_init(&games->mutex, NULL) != 0)
        return false;
    if (locks_begin(games->locks, LOCKS))
        return true;
    pthread_mutex_destroy(&games->mutex);
    return false;
}

struct games *games_new(size_t capacity)
{
    struct games *games = calloc(1, sizeof *games);
    if (games && make_tables(games, capacity > 0 ? capacity : 1) && start_locks(games))
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
    for (size_t i = 0; i < games->capacity; i++)
        snapshot_release(games->entries[i].snapshot);
    locks_end(games->locks, LOCKS);
    pthread_mutex_destroy(&games->mutex);
    free(games->entries);
    free(games->buckets);
    free(games);
}

static _Atomic uint64_t *published_of(struct games *games, uint64_t hash)
{
    return &games->published[hash % GROUPS];
}

static size_t bucket_of(const struct games *games, uint64_t hash)
{
    return (size_t)(hash >> 32) & (games->bucket_count - 1);
}

static pthread_mutex_t *lock_of(struct games *games, uint64_t hash)
{
    return &games->locks[bucket_of(games, hash) % LOCKS].mutex;
}

static bool is_of(const struct entry *entry, uint64_t hash, const char *id)
{
    return entry->hash == hash && strcmp(snapshot_record(entry->snapshot)->id, id) == 0;
}

/* NULL if it is not here. With either the mutex or the bucket's lock held. */
static struct entry *entry_of(const struct games *games, uint64_t hash, const char *id)
{
    struct entry *entry = games->buckets[bucket_of(games, hash)];
    while (entry && !is_of(entry, hash, id))
        entry = entry->chain;
    return entry;
}

/* What follows has the mutex held, and takes the bucket's lock as well where it changes what
 * readers see. */

/* Takes an entry out; returns its snapshot, which is the caller's then. */
static struct snapshot *take_out(struct games *games, struct entry *entry)
{
    struct snapshot *snapshot = entry->snapshot;
    struct entry **place = &games->buckets[bucket_of(games, entry->hash)];
    pthread_mutex_t *lock = lock_of(games, entry->hash);
    pthread_mutex_lock(lock);
    while (*place != entry)
        place = &(*place)->chain;
    *place = entry->chain;
    pthread_mutex_unlock(lock);
    entry->snapshot = NULL;
    entry->chain = games->free;
    games->free = entry;
    games->count--;
    return snapshot;
}

/* Frees the entry of the game that nobody has asked for longest, of all or of the next few. All
 * entries are in use. */
static struct snapshot *make_room(struct games *games)
{
    const size_t weighed = games->capacity < WEIGHED ? games->capacity : WEIGHED;
    struct entry *oldest = &games->entries[games->hand];
    for (size_t i = 1; i < weighed; i++) {
        struct entry *entry = &games->entries[(games->hand + i) % games->capacity];
        if (entry->asked_for < oldest->asked_for)
            oldest = entry;
    }
    games->hand = (games->hand + weighed) % games->capacity;
    return take_out(games, oldest);
}

/* Puts in, holding it, the SNAPSHOT of a game that is not here. */
static void add(struct games *games, struct snapshot *snapshot, uint64_t hash)
{
    struct entry *entry = games->free;
    struct entry **bucket = &games->buckets[bucket_of(games, hash)];
    pthread_mutex_t *lock = lock_of(games, hash);
    games->free = entry->chain;
    games->count++;
    snapshot_hold(snapshot);
    entry->snapshot = snapshot;
    entry->hash = hash;
    entry->asked_for = ++games->turn;
    pthread_mutex_lock(lock);
    entry->chain = *bucket;
    *bucket = entry;
    pthread_mutex_unlock(lock);
}

static struct snapshot *replace(struct games *games, struct entry *entry, struct snapshot *snapshot)
{
    struct snapshot *displaced = entry->snapshot;
    pthread_mutex_t *lock = lock_of(games, entry->hash);
    snapshot_hold(snapshot);
    pthread_mutex_lock(lock);
    entry->snapshot = snapshot;
    pthread_mutex_unlock(lock);
    entry->asked_for = games->turn;
    return displaced;
}

/* Puts SNAPSHOT in, holding it, over an older one of its game or in place of another game. Returns
 * what is to be released. */
static struct snapshot *put_in(struct games *games, struct snapshot *snapshot, uint64_t hash)
{
    struct entry *entry = entry_of(games, hash, snapshot_record(snapshot)->id);
    if (entry)
        return replace(games, entry, snapshot);
    struct snapshot *displaced = games->free ? NULL : make_room(games);
    add(games, snapshot, hash);
    return displaced;
}

/* Written only once a turn: threads that look for the same game would take it from each other. */
static void note_asked(const struct games *games, struct entry *entry)
{
    uint64_t turn = atomic_load_explicit(&games->turn, memory_order_relaxed);
    if (atomic_load_explicit(&entry->asked_for, memory_order_relaxed) != turn)
        atomic_store_explicit(&entry->asked_for, turn, memory_order_relaxed);
}

struct snapshot *games_find(struct games *games, const char *id, uint64_t *ret_mark)
{
    const uint64_t hash = hash_text(id);
    pthread_mutex_t *lock = lock_of(games, hash);
    struct snapshot *snapshot = NULL;
    pthread_mutex_lock(lock);
    struct entry *entry = entry_of(games, hash, id);
    if (entry) {
        note_asked(games, entry);
        snapshot = entry->snapshot;
        snapshot_hold(snapshot);
    }
    pthread_mutex_unlock(lock);
    /* What is published after the search and before this is in the store by now. */
    *ret_mark = snapshot ? 0 : atomic_load(published_of(games, hash));
    return snapshot;
}

static uint32_t version_of(const struct snapshot *snapshot)
{
    return snapshot_record(snapshot)->game.version;
}

/* With the mutex held: whether a snapshot that was read after MARK is still news. */
static bool is_news(struct games *games, const struct snapshot *snapshot, uint64_t hash,
                    uint64_t mark)
{
    if (atomic_load(published_of(games, hash)) != mark)
        return false;
    const struct entry *entry = entry_of(games, hash, snapshot_record(snapshot)->id);
    return !entry || version_of(entry->snapshot) < version_of(snapshot);
}

void games_offer(struct games *games, struct snapshot *snapshot, uint64_t mark)
{
    const uint64_t hash = hash_text(snapshot_record(snapshot)->id);
    struct snapshot *displaced = NULL;
    pthread_mutex_lock(&games->mutex);
    if (is_news(games, snapshot, hash, mark))
        displaced = put_in(games, snapshot, hash);
    pthread_mutex_unlock(&games->mutex);
    snapshot_release(displaced);
}

void games_publish(struct games *games, struct snapshot *snapshot)
{
    const uint64_t hash = hash_text(snapshot_record(snapshot)->id);
    pthread_mutex_lock(&games->mutex);
    atomic_fetch_add(published_of(games, hash), 1);
    struct snapshot *displaced = put_in(games, snapshot, hash);
    pthread_mutex_unlock(&games->mutex);
    snapshot_release(displaced);
}

void games_drop(struct games *games, const char *id)
{
    const uint64_t hash = hash_text(id);
    pthread_mutex_lock(&games->mutex);
    atomic_fetch_add(published_of(games, hash), 1);
    struct entry *entry = entry_of(games, hash, id);
    struct snapshot *dropped = entry ? take_out(games, entry) : NULL;
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
