/*
 * Why something at the table cannot be done to whom or what it names, and who may do it. All of it
 * lies open in play. Used by explain_play.c.
 */
#ifndef SERVICE_API_EXPLAIN_TARGET_H
#define SERVICE_API_EXPLAIN_TARGET_H

#include "rules/rules.h"
#include "service/api/sentence.h"

void say_illegal_target(struct sentence *sentence, const struct game *game,
                        const struct command *command);
void say_not_captured(struct sentence *sentence, const struct game *game,
                      const struct command *command);
void say_who_may(struct sentence *sentence, const struct game *game, const struct command *command);

#endif
