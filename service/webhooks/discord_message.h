/*
 * A message for a Discord channel, put together piece by piece: names that cannot mean anything,
 * mentions of those who are to be notified, times that everybody reads by their own clock. Used by
 * discord.c, which has the texts.
 */
#ifndef SERVICE_WEBHOOKS_DISCORD_MESSAGE_H
#define SERVICE_WEBHOOKS_DISCORD_MESSAGE_H

#include "service/base/buffer.h"
#include "service/record/record.h"

struct discord_message {
    const struct record *record;
    struct buffer content;
    uint8_t mentioned; /* bits of players */
};

/* Begins with the name of the game: "**Friday table** · ". */
struct discord_message discord_begin(const struct record *record);

void discord_say(struct discord_message *message, const char *text); /* of ours, not escaped */
void discord_name(struct discord_message *message, uint8_t player);
/* The same, and the player is notified if Discord knows who it is. */
void discord_mention(struct discord_message *message, uint8_t player);
/* "Home systems: ", "Splice, round 3: "; nothing for STEP_NONE, no round for 0. */
void discord_step(struct discord_message *message, enum step step, unsigned round);
/* A time in milliseconds, the clock's and how far away it is; or only the day. */
void discord_time(struct discord_message *message, int64_t time);
void discord_day(struct discord_message *message, int64_t time);

/* Writes the whole message and frees what MESSAGE holds. */
void discord_end(struct discord_message *message, struct buffer *buffer);

#endif
