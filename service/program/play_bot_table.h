/*
 * What a bot does at the table in play: any of the actions that its view offers, with a body made
 * from what lies on the table for all to see.
 */
#ifndef SERVICE_PROGRAM_PLAY_BOT_TABLE_H
#define SERVICE_PROGRAM_PLAY_BOT_TABLE_H

#include "service/program/play_bot.h"

enum { BOT_HREF_BYTES = 192 };

/* Something to send. */
struct bot_action {
    const char *method; /* borrowed from the view */
    char href[BOT_HREF_BYTES];
    json_t *body; /* owned */
};

/* Makes something of ACTION, one of those in VIEW, the bot's own view. False when the bot has no
 * use for it now. */
bool play_bot_at_table(struct play_bot *bot, const json_t *view, const json_t *action,
                       struct bot_action *ret_action);

#endif
