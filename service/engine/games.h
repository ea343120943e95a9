/*
 * The newest snapshots of games, a bounded number of them: those that were asked for lately. The
 * engine publishes what it has committed; whoever misses a game folds it from the store and
 * offers what came out. Any thread may call; no lock is held beyond a call.
 */
#ifndef SERVICE_ENGINE_GAMES_H
#define SERVICE_ENGINE_GAMES_H

#include "service/engine/snapshot.h"

struct games;

/* Keeps up to CAPACITY games, at least one. NULL: no memory. */
struct games *games_new(size_t capacity);
void games_free(struct games *games);

/* The game's newest snapshot, for the caller to release; NULL when it is not here. Then RET_MARK is
 * to be handed to games_offer with what is read from the store from now on. */
struct snapshot *games_find(struct games *games, const char *id, uint64_t *ret_mark);

/* Keeps SNAPSHOT, which was read from the store after MARK was given, unless something newer has
 * been published since. The caller goes on holding it. */
void games_offer(struct games *games, struct snapshot *snapshot, uint64_t mark);

/* Keeps SNAPSHOT as the newest of its game: it has just been committed. By the engine only. The
 * caller goes on holding it. */
void games_publish(struct games *games, struct snapshot *snapshot);

/* Forgets a game, so that it is read from the store when it is next asked for. */
void games_drop(struct games *games, const char *id);

size_t games_count(struct games *games);

#endif
