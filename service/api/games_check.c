#include <stdio.h>
#include <stdlib.h>

#include "rules/map_string.h"
#include "service/api/explain.h"
#include "service/api/handlers.h"
#include "service/json/command_json.h"
#include "service/json/writer.h"

/* What would become of a create. */
struct verdict {
    const struct problem *problem; /* NULL: it would be accepted */
    char detail[EXPLANATION_BYTES];
};

static bool judge(const struct create_request *request, struct verdict *ret_verdict)
{
    *ret_verdict = (struct verdict){0};
    if (request->map_fault.told) {
        ret_verdict->problem = problem_of_refusal(REFUSED_INVALID_MAP);
        snprintf(ret_verdict->detail, sizeof ret_verdict->detail, "%s", request->map_fault.detail);
        return true;
    }
    struct events *events = malloc(sizeof *events);
    if (events == NULL)
        return false;
    const struct game none = game_none();
    const struct dealer nobody = {0}; /* nothing is dealt before the start */
    enum refusal refusal = decide(&none, &request->command, &nobody, events);
    free(events);
    if (refusal == ACCEPTED)
        return true;
    ret_verdict->problem = problem_of_refusal(refusal);
    explain_create(&request->command, refusal, ret_verdict->detail);
    if (ret_verdict->detail[0] == '\0')
        snprintf(ret_verdict->detail, sizeof ret_verdict->detail, "%s",
                 ret_verdict->problem->detail);
    return true;
}

static void write_needed(struct json_writer *writer, const char *key, int64_t needed, int64_t have)
{
    write_key(writer, key);
    write_object(writer);
    write_member_number(writer, "needed", needed);
    write_member_number(writer, "have", have);
    write_object_end(writer);
}

static void write_player_count(struct json_writer *writer, const struct setup *setup)
{
    write_key(writer, "players");
    write_object(writer);
    write_member_number(writer, "minimum", PLAYERS_MIN);
    write_member_number(writer, "maximum",
                        setup->options.pok ? PLAYERS_MAX : PLAYERS_MAX_WITHOUT_POK);
    write_member_number(writer, "have", setup->players);
    write_object_end(writer);
}

static void write_counts(struct json_writer *writer, const struct create_request *request)
{
    const struct setup *setup = &request->command.create;
    const struct faction_count factions = faction_count_of(setup);
    write_key(writer, "counts");
    write_object(writer);
    write_player_count(writer, setup);
    write_needed(writer, "factions", factions.needed, factions.have);
    if (setup->map.mode == MAP_PREMADE && !request->map_fault.told) {
        uint8_t positions[POSITIONS];
        size_t have = galaxy_home_locations(&setup->map.galaxy, positions);
        write_needed(writer, "home_locations", setup->players, (int64_t)have);
    } else {
        write_member_null(writer, "home_locations");
    }
    write_object_end(writer);
}

enum call_state games_check(struct call *call)
{
    struct create_request request;
    struct json_faults faults = {0};
    struct verdict verdict;
    if (!read_create(call->body, &request, &faults))
        return call_faults(call, &faults);
    if (!judge(&request, &verdict))
        return call_problem(call, "unavailable");
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_member_flag(&writer, "ok", verdict.problem == NULL);
    write_member_text_or_null(&writer, "problem", verdict.problem ? verdict.problem->code : NULL);
    write_member_text_or_null(&writer, "detail", verdict.detail);
    write_counts(&writer, &request);
    write_object_end(&writer);
    return call_json(call, 200);
}
