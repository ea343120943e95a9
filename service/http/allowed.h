/*
 * What would have been accepted: the member "allowed" of a refusal.
 */
#ifndef SERVICE_HTTP_ALLOWED_H
#define SERVICE_HTTP_ALLOWED_H

#include "rules/rules.h"
#include "service/base/buffer.h"

enum { ALLOWED_BYTES_MAX = 16384 };

/* Whether a list of options answers that refusal. */
bool allowed_helps(enum refusal refusal);

/* Writes what PLAYER may choose now as an array of ids, or numbers for positions; nothing when
 * the game waits for no choice of that player, or for one that is no list. */
void allowed_write(const struct game *game, uint8_t player, struct buffer *buffer);

#endif
