/*
 * Due games: those to which something happens by itself, and when. A game's time stands in its
 * row; store_append writes it together with the events that it follows from.
 */
#ifndef SERVICE_STORE_DUE_H
#define SERVICE_STORE_DUE_H

#include "service/store/store.h"

/* Inside of a transaction: the game is due at DUE_AT (milliseconds; NOTHING_DUE, DUE_AT_ONCE), its
 * log being as it was. STORE_NOT_FOUND when there is no such game. */
enum store_status store_set_due(struct store *store, const char *game, int64_t due_at);

/* By the writer, also inside of a transaction, with what that has written. Both tell how things
 * are when they are asked. */

/* Calls EACH, which may not write, for up to LIMIT games that are due at UNTIL or before, longest
 * due first. EACH returns false to stop; GAME holds during the call. */
enum store_status store_due_games(struct store *store, int64_t until, uint32_t limit,
                                  bool (*each)(void *context, const char *game), void *context);

/* When the first game is due; INT64_MAX when none is. */
enum store_status store_first_due(struct store *store, int64_t *ret_at);

#endif
