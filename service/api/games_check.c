#include <stdio.h>
#include <stdlib.h>

#include "rules/layout.h"
#include "service/api/explain.h"
#include "service/api/handlers.h"
#include "service/json/command_json.h"
#include "service/json/writer.h"

/* What would become of a create. */
struct verdict {
    const struct problem *problem; /* NULL: it would be accepted */
    char detail[EXPLANATION_BYTES];
    struct map_faults_told map_faults;
    struct map map; /* as sent; that of a galaxy to be built as it is before anybody has placed a
                       tile, all empty when the layout is refused */
};

static bool judge(const struct create_request *request, struct verdict *ret_verdict)
{
    *ret_verdict = (struct verdict){0};
    ret_verdict->map = request->command.create.map;
    ret_verdict->map_faults = request->map_faults;
    explain_map_faults(&request->command.create, &ret_verdict->map_faults);
    if (request->map_faults.count > 0) {
        ret_verdict->problem = problem_of_refusal(REFUSED_INVALID_MAP);
        snprintf(ret_verdict->detail, sizeof ret_verdict->detail, "%s",
                 request->map_faults.list[0].detail);
        return true;
    }
    struct events *events = malloc(sizeof *events);
    if (events == NULL)
        return false;
    const struct game none = game_none();
    const struct dealer nobody = {0}; /* nothing is dealt before the start */
    enum refusal refusal = decide(&none, &request->command, &nobody, events);
    if (refusal == ACCEPTED)
        ret_verdict->map.layout = events->list[0].public_part.setup.map.layout;
    free(events);
    if (refusal == ACCEPTED && ret_verdict->map.mode == MAP_BUILD)
        layout_lay_out(ret_verdict->map.layout, &ret_verdict->map.galaxy);
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

static void write_counts(struct json_writer *writer, const struct setup *setup)
{
    const struct faction_count factions = faction_count_of(setup);
    write_key(writer, "counts");
    write_object(writer);
    write_player_count(writer, setup);
    write_needed(writer, "factions", factions.needed, factions.have);
    if (setup->map.mode == MAP_PREMADE) {
        uint8_t positions[POSITIONS];
        size_t have = galaxy_home_locations(&setup->map.galaxy, positions);
        write_needed(writer, "home_locations", setup->players, (int64_t)have);
    } else {
        write_member_null(writer, "home_locations");
    }
    write_object_end(writer);
}

/* The map in normal form, if it is one; what is wrong with it; and what is only worth a look. */
static void write_map(struct json_writer *writer, const struct verdict *verdict, bool hyperlanes)
{
    const struct map *map = &verdict->map;
    write_key(writer, "map");
    if (map->mode == MAP_NONE) {
        write_nothing(writer);
        return;
    }
    char text[MAP_STRING_MAX];
    map_string_print(&map->galaxy, text);
    bool has_layout = map->mode == MAP_BUILD && map->layout < catalogue_layout_count;
    write_object(writer);
    write_member_text_or_null(writer, "layout",
                              has_layout ? catalogue_layouts[map->layout].id : NULL);
    write_member_text_or_null(writer, "map_string", verdict->map_faults.count > 0 ? NULL : text);
    write_key(writer, "faults");
    map_faults_write(&verdict->map_faults, writer);
    write_key(writer, "warnings");
    map_warnings_write(&map->galaxy, hyperlanes, writer);
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
    write_counts(&writer, &request.command.create);
    write_map(&writer, &verdict, request.command.create.options.hyperlane_adjacency);
    write_object_end(&writer);
    return call_json(call, 200);
}
