/*
 * The rows of games: what lists need, kept up with each append.
 */
#ifndef SERVICE_STORE_SQLITE_GAMES_H
#define SERVICE_STORE_SQLITE_GAMES_H

#include "service/store/sqlite_connection.h"

/* STORE_NOT_FOUND when there is no such game. */
enum store_status game_find(struct connection *connection, const char *id,
                            struct game_head *ret_head);

/* Writes down when the game is due, inside a transaction. STORE_NOT_FOUND likewise. */
enum store_status game_set_due(struct connection *connection, const char *id, int64_t due_at);

/* Writes ROW, inside a transaction, over the game's row of EXPECTED_VERSION, or as a new one if
 * that is 0. STORE_CONFLICT when the row has another version. */
enum store_status game_write(struct connection *connection, const struct game_row *row,
                             uint32_t expected_version, int64_t *ret_key);

#endif
