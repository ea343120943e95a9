/*
 * Folding: a game as it was at some version, made from its stored log.
 */
#ifndef SERVICE_ENGINE_FOLD_H
#define SERVICE_ENGINE_FOLD_H

#include "service/engine/snapshot.h"
#include "service/store/store.h"

/* Folds the events up to VERSION, or all if that is 0. RET_SNAPSHOT is for the caller to release.
 * STORE_NOT_FOUND when there is no such game or it has not come that far; STORE_UNAVAILABLE also
 * without memory, and when the log is damaged, which is told in the service's own: a line cannot be
 * understood, does not follow, or the last one leaves the game where no command does. Other games
 * may be fine. */
enum store_status fold_game(struct store_reader *reader, const char *game, uint32_t version,
                            struct snapshot **ret_snapshot);

#endif
