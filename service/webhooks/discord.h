/*
 * Messages for the people of a Discord channel: who is waited on, and what else happened, in words,
 * in the form that Discord's channel webhooks take. Whatever people have named themselves or their
 * game, only those who are waited on are notified.
 */
#ifndef SERVICE_WEBHOOKS_DISCORD_H
#define SERVICE_WEBHOOKS_DISCORD_H

#include "service/base/buffer.h"
#include "service/record/record.h"

/* Says that it is the turn of PLAYERS (bits), who are waited on in RECORD. */
void discord_waited_on_write(const struct record *record, uint8_t players, struct buffer *buffer);

/* Says that an event of that wire type happened; PLAYER may be PLAYER_NONE. DATA is its public
 * part. */
void discord_event_write(const struct record *record, const char *type, uint8_t player,
                         const char *data, size_t data_length, struct buffer *buffer);

void discord_ping_write(const struct record *record, struct buffer *buffer);

/* Appends TEXT so that Discord shows it as it is: no formatting, links, mentions or line breaks. */
void discord_escape(const char *text, struct buffer *buffer);

/* How many milliseconds an answer with status 429 asks to wait; 0 if it does not say. */
int64_t discord_told_wait(const char *answer, size_t length);

#endif
