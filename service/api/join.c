#include <string.h>

#include "service/api/command.h"
#include "service/api/grant.h"
#include "service/api/handlers.h"
#include "service/json/command_json.h"
#include "service/json/parts.h"

/* Keeps the invite in the body if it is one of the game, whatever else may be wrong with the body:
 * until then nobody learns that a private game exists, and no key is somebody's. */
static void recognize(struct call *call)
{
    const struct record *record = snapshot_record(call->snapshot);
    const json_t *sent = json_object_get(call->body, "invite");
    const char *invite = json_is_string(sent) ? json_string_value(sent) : "";
    uint32_t generations[PLAYERS_MAX];
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        generations[player] = record->people[player].generation;
    if (invite_match(call->service->keys, record->id, record->game.setup.players, generations,
                     invite, strlen(invite)) < PLAYERS_MAX)
        memcpy(call->invite, invite, INVITE_LENGTH);
}

enum call_state join_redeem(struct call *call)
{
    struct json_faults faults = {0};
    struct field_text invite;
    recognize(call);
    if (!call_job(call, JOB_COMMAND))
        return CALL_ANSWERED;
    if (!read_join(call->body, &call->job.joined, &call->job.has_entropy, &invite, &faults))
        return call_faults(call, &faults);
    call->job.command = (struct command){.type = COMMAND_JOIN, .player = PLAYER_NONE};
    /* What is too short or too long stays "", which nobody's invite is. */
    if (invite.length == INVITE_LENGTH)
        memcpy(call->job.invite, invite.text, INVITE_LENGTH);
    return call_submit(call);
}

void join_redeem_finish(struct call *call)
{
    /* It may have been replaced meanwhile. */
    if (call->job.outcome == JOB_BAD_INVITE)
        call->invite[0] = '\0';
    if (!command_done(call))
        return;
    const struct record *record = snapshot_record(call->job.snapshot);
    uint8_t player = call->job.player;
    char token[TOKEN_MAX];
    /* The join is the last thing that had happened at the snapshot's time. */
    if (!player_token(call->service->keys, record, player, record->updated_at, token)) {
        call_problem(call, "internal");
        return;
    }
    call->audience = (enum audience)(AUDIENCE_PLAYER + player);
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_member_text(&writer, "token", token);
    write_key(&writer, "player");
    write_player(&writer, player);
    write_game(call, &writer);
    write_object_end(&writer);
    answer_with_secret(call, 201);
}
