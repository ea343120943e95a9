/*
 * Why the rules refused an action at the table in play. Used by explain.c, which has the whole.
 */
#ifndef SERVICE_API_EXPLAIN_PLAY_H
#define SERVICE_API_EXPLAIN_PLAY_H

#include "rules/view.h"
#include "service/api/sentence.h"
#include "service/engine/engine.h"

/* Says nothing when there is no more to say than the problem's own sentence, and for any other
 * command. */
void explain_play(struct sentence *sentence, const struct game *game, const struct job *job);

/* False when the reason is that of the setup too. */
bool say_why_not_undone_in_play(struct sentence *sentence, const struct undo *undo);

/* Whether a command of this type chooses among the options of the caller's view. */
bool is_about_options(enum command_type type);

#endif
