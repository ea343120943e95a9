/*
 * `spliced scenario`: plays scenario files against the rules, without a server.
 */
#include "service/program/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/program/commands.h"

static const char usage[] =
    "usage: spliced scenario FILE...\n"
    "\n"
    "Plays each scenario, a small game written down as JSON with the right outcome in it, against\n"
    "the rules, and prints \"ok NAME\" or the first step that differs.\n"
    "\n"
    "Exit status: 0 all hold, 1 one does not, 2 wrong usage.\n";

/* Reads the whole file but its steps. */
static bool read_scenario(const json_t *root, struct scenario *scenario)
{
    json_t *options = NULL, *map = NULL, *decks = NULL;
    int64_t players = 0;
    const struct field fields[] = {
        {"name", FIELD_TEXT, true, false, 1, 200, &scenario->name, NULL},
        {"players", FIELD_INTEGER, true, false, 0, UINT8_MAX, &players, NULL},
        {"options", FIELD_VALUE, false, false, 0, 0, &options, NULL},
        {"map", FIELD_VALUE, false, false, 0, 0, &map, NULL},
        {"decks", FIELD_VALUE, false, false, 0, 0, &decks, NULL},
        {"stop_before", FIELD_TEXT, false, false, 1, 64, &scenario->stop_before, NULL},
        {"steps", FIELD_VALUE, false, false, 0, 0, &scenario->steps, NULL},
        {"create_refused", FIELD_TEXT, false, false, 1, 64, &scenario->create_refused, NULL},
    };
    struct json_faults faults = {0};
    struct setup *setup = &scenario->setup;
    if (!json_read_fields(root, "", fields, sizeof fields / sizeof fields[0], &faults) ||
        !read_options(options, "/options", &setup->options, &faults) ||
        !read_map(map, "/map", &setup->map, &scenario->map_faults, &faults) ||
        !stacked_decks_read(decks, &scenario->game.decks, &faults))
        return scenario_malformed(scenario, &faults);
    setup->players = (uint8_t)players;
    if (!scenario->create_refused.text && !json_is_array(scenario->steps))
        return scenario_differs(scenario, "there must be an array of steps, or create_refused");
    return true;
}

static bool create(struct scenario *scenario)
{
    const char *expected = scenario->create_refused.text ? scenario->create_refused.text : "";
    const char *fault = NULL;
    enum refusal refusal = scenario->map_faults.count > 0 ? REFUSED_INVALID_MAP : ACCEPTED;
    scenario_game_begin(&scenario->game);
    if (refusal == ACCEPTED)
        refusal = scenario_game_create(&scenario->game, &scenario->setup, &fault);
    if (fault)
        return scenario_differs(scenario, "creating the game: %s", fault);
    if (strcmp(refusal_code(refusal), expected) != 0)
        return scenario_differs(scenario, "creating the game was %s%s, should be %s%s",
                                refusal ? "refused as " : "accepted", refusal_code(refusal),
                                *expected ? "refused as " : "accepted", expected);
    return true;
}

static bool play_to_stop(struct scenario *scenario)
{
    const struct field_text *stop = &scenario->stop_before;
    if (!stop->text)
        return true;
    bool to_the_end = strcmp(stop->text, "playing") == 0;
    enum step step = step_find(stop->text, stop->length);
    if (step == STEP_NONE && !to_the_end)
        return scenario_differs(scenario, "stop_before: there is no step \"%s\"", stop->text);
    const char *fault;
    if (scenario_game_play_to(&scenario->game, step, &fault))
        return true;
    return scenario_differs(scenario, "stop_before: %s%s",
                            fault ? fault : "the game never comes to ", fault ? "" : stop->text);
}

bool scenario_play(struct scenario *scenario, const json_t *root)
{
    if (!read_scenario(root, scenario) || !create(scenario))
        return false;
    if (scenario->create_refused.text)
        return true;
    if (!play_to_stop(scenario))
        return false;
    for (size_t i = 0; i < json_array_size(scenario->steps); i++)
        if (!scenario_play_step(scenario, i + 1, json_array_get(scenario->steps, i)))
            return false;
    return true;
}

/* Plays one file and prints how it went. */
static bool play_file(const char *path)
{
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        printf("not ok %s: %s (line %d)\n", path, error.text, error.line);
        return false;
    }
    struct scenario *scenario = calloc(1, sizeof *scenario);
    if (!scenario) {
        json_decref(root);
        printf("not ok %s: there is no memory\n", path);
        return false;
    }
    bool fine = scenario_play(scenario, root);
    const char *name = scenario->name.text ? scenario->name.text : path;
    if (fine)
        printf("ok %s\n", name);
    else
        printf("not ok %s\n  %s: %s\n", name, path, scenario->report);
    free(scenario);
    json_decref(root);
    return fine;
}

int command_scenario(int argc, char **argv)
{
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(usage, stdout);
        return EXIT_SUCCESS;
    }
    if (argc < 2 || argv[1][0] == '-') {
        fputs(usage, stderr);
        return EXIT_USAGE;
    }
    bool fine = true;
    for (int i = 1; i < argc; i++)
        fine &= play_file(argv[i]);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
