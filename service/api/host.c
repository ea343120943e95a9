#include <string.h>

#include "service/api/command.h"
#include "service/api/handlers.h"
#include "service/json/parts.h"

static const struct {
    const char *word; /* the last one of the path */
    enum command_type type;
} commands[] = {
    {"start", COMMAND_START},
    {"pause", COMMAND_PAUSE},
    {"resume", COMMAND_RESUME},
    {"abandon", COMMAND_ABANDON},
};

static enum command_type command_of(const struct route *route)
{
    const char *word = strrchr(route->path, '/') + 1;
    size_t i = 0;
    while (strcmp(commands[i].word, word) != 0)
        i++;
    return commands[i].type;
}

enum call_state host_command(struct call *call)
{
    if (!body_is_empty(call) || !call_job(call, JOB_COMMAND))
        return CALL_ANSWERED;
    call->job.command = (struct command){.type = command_of(call->route), .player = PLAYER_NONE};
    return call_submit(call);
}

enum call_state reinvite(struct call *call)
{
    if (call->player >= snapshot_record(call->snapshot)->game.setup.players)
        return call_problem(call, "not_found");
    if (!body_is_empty(call) || !call_job(call, JOB_COMMAND))
        return CALL_ANSWERED;
    call->job.command = (struct command){.type = COMMAND_REINVITE, .player = call->player};
    return call_submit(call);
}

void reinvite_finish(struct call *call)
{
    if (!command_done(call))
        return;
    const struct record *record = snapshot_record(call->job.snapshot);
    uint8_t player = call->job.player;
    char invite[INVITE_LENGTH + 1];
    invite_make(call->service->keys, record->id, player, record->people[player].generation, invite);
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_key(&writer, "player");
    write_player(&writer, player);
    write_member_text(&writer, "invite", invite);
    write_game(call, &writer);
    write_object_end(&writer);
    answer_with_secret(call, 200);
}
