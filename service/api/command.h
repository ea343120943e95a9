/*
 * What the handlers of commands share: the body that takes nothing, the end of a command, and
 * answers that say precisely why the rules refused.
 */
#ifndef SERVICE_API_COMMAND_H
#define SERVICE_API_COMMAND_H

#include "service/http/call.h"

/* PLAYER_NONE for whoever acts as the host. */
uint8_t acting_player(const struct call *call);

/* Whether the path names the player who calls. False: the answer is set. */
bool names_own_player(struct call *call);

/* Whether the body, if there is one, is {}. False: the answer is set. */
bool body_is_empty(struct call *call);

/* For finish: true when the command was done and the answer is to be made; otherwise the answer is
 * set, with the reason in the game's own terms. */
bool command_done(struct call *call);

/* Makes the answer of a command that hands out a token or an invite: STATUS, what was written into
 * call->owned, and the ETag of the view within. */
void answer_with_secret(struct call *call, unsigned status);

/* Appends "game": the view that the call's audience has of the job's snapshot. Call inside an
 * object. */
void write_game(struct call *call, struct json_writer *writer);

#endif
