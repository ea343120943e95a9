#include <stdlib.h>
#include <string.h>

#include "service/api/command.h"
#include "service/api/handlers.h"
#include "service/json/command_json.h"
#include "service/json/view_json.h"

static const struct {
    enum method method;
    const char *rest; /* of the path, behind the game */
    enum command_type type;
} actions[] = {
    {METHOD_POST, "/status_phase", COMMAND_STATUS_PHASE},
    {METHOD_POST, "/cards/gain", COMMAND_GAIN},
    {METHOD_POST, "/cards/lose", COMMAND_LOSE},
    {METHOD_POST, "/cards/keep", COMMAND_KEEP},
    {METHOD_POST, "/genomes/{card}/exhaust", COMMAND_EXHAUST},
    {METHOD_POST, "/splices", COMMAND_SPLICE},
    {METHOD_POST, "/splices/{n}/take", COMMAND_TAKE},
    {METHOD_POST, "/units", COMMAND_UNITS},
    {METHOD_POST, "/captures", COMMAND_CAPTURE},
    {METHOD_POST, "/captures/return", COMMAND_RETURN},
    {METHOD_POST, "/transactions", COMMAND_PROPOSE},
    {METHOD_POST, "/transactions/{n}/accept", COMMAND_ANSWER},
    {METHOD_POST, "/transactions/{n}/decline", COMMAND_ANSWER},
    {METHOD_POST, "/blockades", COMMAND_BLOCKADE},
    {METHOD_DELETE, "/blockades/{n}", COMMAND_END_BLOCKADE},
    {METHOD_POST, "/players/{player}/eliminate", COMMAND_ELIMINATE},
};

static enum command_type action_of(const struct route *route)
{
    const char *rest = route->path + strlen("/v1/games/{game}");
    size_t i = 0;
    while (actions[i].method != route->method || strcmp(actions[i].rest, rest) != 0)
        i++;
    return actions[i].type;
}

/* A player whom the path names must be one of the game's. */
static bool is_missing(const struct call *call)
{
    return call->player != PLAYER_NONE &&
           call->player >= snapshot_record(call->snapshot)->game.setup.players;
}

/* What the path says: the router has seen to it that {n} is a number. */
static void take_path(const struct call *call, struct command *command)
{
    uint32_t number = (uint32_t)strtoul(call->word, NULL, 10);
    switch (command->type) {
    case COMMAND_EXHAUST:
        command->genome = card_find(call->word, strlen(call->word));
        break;
    case COMMAND_TAKE:
        command->take.number = number;
        break;
    case COMMAND_ANSWER:
        command->answer.number = number;
        command->answer.accepts = strcmp(strrchr(call->route->path, '/'), "/accept") == 0;
        break;
    case COMMAND_END_BLOCKADE:
        command->blockade_number = number;
        break;
    case COMMAND_ELIMINATE:
        command->eliminated = call->player;
        break;
    default:
        break;
    }
}

enum call_state table_action(struct call *call)
{
    struct json_faults faults = {0};
    if (is_missing(call))
        return call_problem(call, "not_found");
    if (!call_job(call, JOB_COMMAND))
        return CALL_ANSWERED;
    if (!read_table_action(call->body, action_of(call->route), acting_player(call),
                           &call->job.command, &faults))
        return call_faults(call, &faults);
    take_path(call, &call->job.command);
    return call_submit(call);
}

enum call_state table_tableaus(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    tableaus_write(snapshot_record(call->snapshot), &call->owned);
    return call_json(call, 200);
}

enum call_state table_tableau(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    if (is_missing(call))
        return call_problem(call, "not_found");
    tableau_write(snapshot_record(call->snapshot), call->player, &call->owned);
    return call_json(call, 200);
}
