/*
 * The archive: every game as it has been committed, for anybody to look at. The newest snapshots
 * are in memory, a bounded number of them; everything else is folded from the store. Any thread.
 */
#ifndef SERVICE_ENGINE_ARCHIVE_H
#define SERVICE_ENGINE_ARCHIVE_H

#include <stdatomic.h>

#include "service/base/lanes.h"
#include "service/engine/games.h"
#include "service/engine/readers.h"

struct archive {
    struct games *games;
    struct readers readers;
    atomic_bool broken; /* the store is: what it says counts no more */
    void (*tell_broken)(void *context);
    void *broken_context;
    struct tally hits;
    struct tally misses;
};

/* Keeps up to CACHED_GAMES snapshots. TELL_BROKEN is called once if the store turns out to be
 * broken, by whatever thread finds out. False: no memory. */
bool archive_begin(struct archive *archive, struct store *store, size_t cached_games,
                   void (*tell_broken)(void *context), void *broken_context);
void archive_end(struct archive *archive);

/* The game as it was at VERSION, or as it is now if that is 0, for the caller to release.
 * STORE_NOT_FOUND when there is no such game or it has not come that far. */
enum store_status archive_find(struct archive *archive, const char *game, uint32_t version,
                               struct snapshot **ret_snapshot);

/* The store is broken. */
void archive_break(struct archive *archive);
bool archive_broken(const struct archive *archive);

#endif
