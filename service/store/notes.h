/*
 * Notes: small JSON documents that players leave behind for themselves, such as standing orders
 * and quiet hours. They are private: no event and no view has anything of them. A note has a name,
 * like "orders/kings", of which a player has one each.
 */
#ifndef SERVICE_STORE_NOTES_H
#define SERVICE_STORE_NOTES_H

#include "service/base/buffer.h"
#include "service/store/store.h"

enum { NOTE_NAME_BYTES = 48, NOTE_BODY_BYTES = 16384 };

/* The names that notes have. */
#define NOTE_ORDERS      "orders/" /* and the id of the step */
#define NOTE_QUIET_HOURS "quiet_hours"

/* By the writer, inside of a transaction. */

/* Writes a note over the one of that name; BODY has up to NOTE_BODY_BYTES. STORE_NOT_FOUND when
 * there is no such game. */
enum store_status store_note_put(struct store *store, const char *game, uint8_t player,
                                 const char *name, const char *body, size_t length);
/* STORE_NOT_FOUND when there is no such note. */
enum store_status store_note_delete(struct store *store, const char *game, uint8_t player,
                                    const char *name);
/* All notes of a player. */
enum store_status store_notes_drop(struct store *store, const char *game, uint8_t player);

/* By the writer, also inside of a transaction, with what that has written. */

/* The players who have a note of that name, as bits. */
enum store_status store_note_owners(struct store *store, const char *game, const char *name,
                                    uint8_t *ret_players);
/* As store_note_read. */
enum store_status store_note_read_own(struct store *store, const char *game, uint8_t player,
                                      const char *name, struct buffer *body);

/* By readers. */

/* Appends the note to BODY. STORE_NOT_FOUND when there is none of that name. */
enum store_status store_note_read(struct store_reader *reader, const char *game, uint8_t player,
                                  const char *name, struct buffer *body);

/* Calls EACH for the player's notes whose names begin with PREFIX, in the order of names. EACH
 * returns false to stop; pointers hold during the call. */
enum store_status
store_notes_read(struct store_reader *reader, const char *game, uint8_t player, const char *prefix,
                 bool (*each)(void *context, const char *name, const char *body, size_t length),
                 void *context);

#endif
