/*
 * Facts that cannot be right must end the build, with a message that leads to the place.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

static const char *const files[] = {"abilities.json", "action_cards.json", "echo_cards.json",
                                    "edicts.json",    "factions.json",     "genomes.json",
                                    "kings.json",     "layouts.json",      "strategy_cards.json",
                                    "tiles.json",     "unit_upgrades.json"};

/* Facts in a folder of their own, which a test may spoil. */
struct spoiled {
    struct test_folder folder;
    char output[1024]; /* what the program printed */
    int status;
};

static void write_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_number(fwrite(bytes, 1, length, file), length);
    assert_number(fclose(file), 0);
}

/* Copies a file of facts, with the first OLD replaced by NEW. */
static void copy_facts(const struct test_folder *folder, const char *file, const char *old,
                       const char *new)
{
    char source[4096];
    size_t length;
    snprintf(source, sizeof source, SOURCE_DIR "/rules/data/%s", file);
    char *bytes = test_file_read(source, &length);
    const char *found = strstr(bytes, old);
    if (!found)
        fail_msg("%s no longer holds %s", file, old);
    size_t size = length + strlen(new) + 1;
    char *changed = calloc(1, size);
    assert_non_null(changed);
    int written =
        snprintf(changed, size, "%.*s%s%s", (int)(found - bytes), bytes, new, found + strlen(old));
    write_file(test_folder_path(folder, file), changed, (size_t)written);
    free(changed);
    free(bytes);
}

static void compile(struct spoiled *spoiled)
{
    char command[1024];
    const char *tables = test_folder_path(&spoiled->folder, "tables.c");
    snprintf(command, sizeof command, COMPILE_CATALOGUE " %s %s 2>&1", spoiled->folder.path,
             tables);
    FILE *program = popen(command, "r");
    assert_non_null(program);
    size_t length = fread(spoiled->output, 1, sizeof spoiled->output - 1, program);
    spoiled->output[length] = '\0';
    spoiled->status = pclose(program);
}

/* Compiles the facts with OLD in FILE replaced by NEW. */
static struct spoiled compile_spoiled(const char *file, const char *old, const char *new)
{
    struct spoiled spoiled = {.folder = test_folder_new()};
    for (size_t index = 0; index < sizeof files / sizeof files[0]; index++) {
        int concerned = strcmp(files[index], file) == 0;
        copy_facts(&spoiled.folder, files[index], concerned ? old : "", concerned ? new : "");
    }
    compile(&spoiled);
    return spoiled;
}

static void assert_refused(const char *file, const char *old, const char *new, const char *message)
{
    struct spoiled spoiled = compile_spoiled(file, old, new);
    if (access(test_folder_path(&spoiled.folder, "tables.c"), F_OK) == 0)
        fail_msg("%s with %s is compiled", file, new);
    test_folder_remove(&spoiled.folder);
    assert_true(WIFEXITED(spoiled.status));
    assert_number(WEXITSTATUS(spoiled.status), 1);
    if (!strstr(spoiled.output, message))
        fail_msg("should say \"%s\", says \"%s\"", message, spoiled.output);
}

static void the_facts_as_they_are_compile(void **state)
{
    (void)state;
    struct spoiled spoiled = compile_spoiled("tiles.json", "", "");
    assert_string_equal(spoiled.output, "");
    assert_number(spoiled.status, 0);
    test_folder_remove(&spoiled.folder);
}

static void ids_are_of_one_form_and_used_once(void **state)
{
    (void)state;
    assert_refused("abilities.json", "\"abundance\"", "\"aerie_hololattice\"",
                   "abilities.json, row 2 (aerie_hololattice): id: ");
    assert_refused("genomes.json", "\"action_genome\"", "\"sol\"",
                   "genomes.json, row 1 (sol): id: \"sol\" is the id of another card too");
    assert_refused("genomes.json", "\"action_genome\"", "\"antimatter\"", "\"antimatter\" is");
    assert_refused("genomes.json", "\"action_genome\"", "\"Action_genome\"",
                   "genomes.json, row 1 (Action_genome): id: ");
    assert_refused("genomes.json", "\"action_genome\"", "\"\"", "genomes.json, row 1 (): id: ");
    assert_refused("genomes.json", "\"action_genome\"",
                   "\"a2345678901234567890123456789012345678901234567890123456789012345\"",
                   "{1,64}");
    assert_refused("tiles.json", "{\"id\": \"2\", \"number\": 2", "{\"id\": \"1\", \"number\": 1",
                   "tiles.json, row 2 (1): id: ");
    assert_refused("kings.json", "\"radiant_aur\"", "\"ruby_monarch\"",
                   "kings.json, row 2 (ruby_monarch): ");
    assert_refused("edicts.json", "\"arise\"", "\"arbitrate\"", "edicts.json, row 2 (arbitrate)");
    assert_refused("strategy_cards.json", "\"noctis\"", "\"lux\"", "row 2 (lux): id");
    assert_refused("echo_cards.json", "\"id\": \"echo_of_divergence\"",
                   "\"id\": \"echo_of_sacrifice\"", "echo_cards.json, row 2 (echo_of_sacrifice)");
}

static void words_and_references_lead_somewhere(void **state)
{
    (void)state;
    assert_refused("abilities.json", "\"colour\": \"yellow\"", "\"colour\": \"teal\"",
                   "abilities.json, row 1 (abundance): colour: \"teal\"");
    assert_refused("unit_upgrades.json", "\"carrier\"", "\"carriers\"",
                   "unit_upgrades.json, row 1 (advanced_carrier): unit_slot: \"carriers\"");
    assert_refused("abilities.json", "\"origin_faction\": \"titans\"",
                   "\"origin_faction\": \"titan\"", "row 1 (abundance): origin_faction");
    assert_refused("kings.json", "\"flagship\", \"war_sun\"", "\"flagship\", \"flagship\"",
                   "kings.json, row 1 (ruby_monarch): unit_slots");
    assert_refused("tiles.json", "\"kind\": \"home\"", "\"kind\": \"house\"",
                   "tiles.json, row 1 (1): kind: \"house\"");
    assert_refused("factions.json", "\"home_system\": \"52\"", "\"home_system\": \"520\"",
                   "factions.json, row 1 (mahact): home_system: there is no tile \"520\"");
    assert_refused("factions.json", "\"echo_card\": null", "\"echo_card\": \"echo\"",
                   "factions.json, row 1 (mahact): echo_card: ");
    assert_refused("factions.json", "\"echo_card\": null", "\"echo_card\": \"echo_of_sacrifice\"",
                   "factions.json, row 1 (mahact): echo_card: ");
}

static void priorities_homes_and_colours_are_had_once(void **state)
{
    (void)state;
    assert_refused("factions.json", "\"priority\": 2,", "\"priority\": 1,",
                   "factions.json, row 2 (nomad): priority: \"mahact\"");
    assert_refused("factions.json", "\"priority\": 2,", "\"priority\": 0,",
                   "factions.json, row 2 (nomad): priority: ");
    assert_refused("kings.json", "\"colour\": \"orange\"", "\"colour\": \"red\"",
                   "kings.json, row 2 (radiant_aur): ");
    assert_refused("strategy_cards.json", "\"initiative\": 2", "\"initiative\": 1",
                   "strategy_cards.json, row 2 (noctis): initiative");
    assert_refused("strategy_cards.json", "\"initiative\": 2", "\"initiative\": 9",
                   "strategy_cards.json, row 2 (noctis): initiative");
    assert_refused("tiles.json", "\"name\": \"Moll Primus\"", "\"name\": \"Jord\"",
                   "tiles.json, row 2 (2): planets: \"Jord\"");
}

static void every_card_can_be_played_on_every_home(void **state)
{
    (void)state;
    assert_refused("factions.json", "\"space_dock\": 1", "\"space_dock\": 2",
                   "factions.json, row 1 (mahact): space_dock: ");
    assert_refused("factions.json", "\"pds\": 1", "\"pds\": 3",
                   "factions.json, row 5 (l1z1x): pds");
    assert_refused("factions.json", "\"carrier\": 1", "\"carrier\": 5", "row 1 (mahact): carrier");
    assert_refused("factions.json", "\"carrier\": 1", "\"freighter\": 1",
                   "factions.json, row 1 (mahact): starting_units");
    assert_refused("factions.json", "\"starting_units_need_pok\": false",
                   "\"starting_units_need_pok\": true", "starting_units_need_pok");
    assert_refused("tiles.json", "\"legendary\": false, \"space_station\": false",
                   "\"legendary\": false, \"space_station\": true",
                   "tiles.json, row 1 (1): planets: ");
    assert_refused("factions.json", "\"name\": \"Ixth\"", "\"name\": \"Jord\"",
                   "factions.json, row 1 (mahact): home_planets: \"Jord\"");
    assert_refused("factions.json", "\"home_off_board\": false", "\"home_off_board\": true",
                   "factions.json, row 1 (mahact): home_off_board");
    assert_refused("factions.json", "\"home_needs_pok\": true", "\"home_needs_pok\": false",
                   "factions.json, row 1 (mahact): home_needs_pok");
}

static void tiles_agree_with_themselves(void **state)
{
    (void)state;
    assert_refused("tiles.json", "\"id\": \"1\", \"number\": 1", "\"id\": \"1\", \"number\": 7",
                   "tiles.json, row 1 (1): id: ");
    assert_refused("tiles.json", "\"dealt_in_galaxy_setup\": false",
                   "\"dealt_in_galaxy_setup\": true", "row 1 (1): dealt_in_galaxy_setup");
    assert_refused("tiles.json", "\"hyperlane_links\": []", "\"hyperlane_links\": [[0, 3]]",
                   "tiles.json, row 1 (1): hyperlane_links");
    assert_refused("tiles.json", "[[1, 4]]", "[[1, 6]]", "(83A): hyperlane_links");
    assert_refused("tiles.json", "[[1, 4]]", "[[4, 4]]", "(83A): hyperlane_links");
    assert_refused("tiles.json", "[[1, 4]]", "[[4]]", "(83A): hyperlane_links");
    assert_refused("tiles.json", "\"wormholes\": []", "\"wormholes\": [\"alpha\", \"alpha\"]",
                   "tiles.json, row 1 (1): wormholes");
}

static void every_position_of_a_layout_gets_one_thing(void **state)
{
    (void)state;
    assert_refused("layouts.json", "\"blue_per_player\": 6", "\"blue_per_player\": 5",
                   "layouts.json, row 1 (3p): has 24 open positions for 21 tiles");
    assert_refused("layouts.json", "\"closed_positions\": [19,", "\"closed_positions\": [22,",
                   "layouts.json, row 1 (3p): closed_positions: position 22 is taken");
    assert_refused("layouts.json", "\"closed_positions\": [19,", "\"closed_positions\": [37,",
                   "layouts.json, row 1 (3p): closed_positions: there is no position 37");
    assert_refused("layouts.json", "\"home_positions\": [22,", "\"home_positions\": [0,",
                   "layouts.json, row 1 (3p): home_positions: there is no position 0");
    assert_refused("layouts.json", "\"home_positions\": [22,", "\"home_positions\": [-1,",
                   "layouts.json, row 1 (3p): home_positions: entry 1");
    assert_refused("layouts.json", "\"home_positions\": [22,", "\"home_positions\": [",
                   "layouts.json, row 1 (3p): home_positions: there must be one");
    assert_refused("layouts.json", "\"position\": 8,", "\"position\": 1,",
                   "layouts.json, row 3 (4p_te): fixed_tiles: position 1 is taken");
}

static void layouts_can_be_laid_out(void **state)
{
    (void)state;
    assert_refused("layouts.json", "\"85A\"", "\"35\"",
                   "layouts.json, row 3 (4p_te): fixed_tiles: \"35\" is no hyperlane");
    assert_refused("layouts.json", "\"rotation\": 180", "\"rotation\": 90",
                   "layouts.json, row 3 (4p_te): fixed_tiles: 90");
    assert_refused("layouts.json", "\"id\": \"4p_te\"", "\"id\": \"3p\"",
                   "layouts.json, row 3 (3p): id: ");
    assert_refused("layouts.json", "\"te_default\": true", "\"te_default\": false",
                   "layouts.json, row 1 (3p): te_default: 3 players have 0");
    assert_refused("layouts.json", "\"needs_pok\": false", "\"needs_pok\": true",
                   "layouts.json, row 1 (3p): needs_pok: ");
    assert_refused("layouts.json", "\"red_per_player\": 2", "\"red_per_player\": 4",
                   "layouts.json, row 1 (3p): there is no room");
}

static void types_are_right_and_nothing_is_missing(void **state)
{
    (void)state;
    assert_refused("genomes.json", "\"requires_pok\": false", "\"requires_pok\": 0",
                   "genomes.json, row 1 (action_genome): requires_pok: must be true or false");
    assert_refused("genomes.json", "\"name\": \"Action Genome\"", "\"name\": 7", "name: must be");
    assert_refused("genomes.json", "\"name\": \"Action Genome\"", "\"nam\": \"Action Genome\"",
                   "genomes.json, row 1 (action_genome): name: is missing");
    assert_refused("genomes.json", "\"Action Genome\"", "\"Action\\nGenome\"", "name: must not");
    assert_refused("factions.json", "\"priority\": 1,", "\"priority\": 1.0,",
                   "row 1 (mahact): pri");
    assert_refused("factions.json", "\"priority\": 1,", "\"priority\": 4294967297,", "priority");
    assert_refused("tiles.json", "\"planets\": [", "\"planets\": [3, ", "row 1 (1): planets");
    assert_refused("tiles.json", "\"anomalies\": []", "\"anomalies\": {}", "row 1 (1): anomalies");
    assert_refused("tiles.json", "\"resources\": 4", "\"resources\": 10", "row 1 (1): resources");
    assert_refused("edicts.json", "\"copies\": 1", "\"copies\": \"1\"",
                   "row 1 (arbitrate): copies");
}

static void files_are_json_and_hold_rows(void **state)
{
    (void)state;
    assert_refused("edicts.json", "[", "[[],", "edicts.json, row 1 (no id): must be an object");
    assert_refused("edicts.json", "[", "", "edicts.json, line 2: ");
    assert_refused("edicts.json", "{\"id\"", "{\"id\": \"twice\", \"id\"", "edicts.json, line 2: ");
    assert_refused("echo_cards.json", "\"faction\": \"creuss\"", "\"faction\": \"ghosts\"",
                   "echo_cards.json, row 1 (echo_of_sacrifice): faction");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_facts_as_they_are_compile),
        cmocka_unit_test(ids_are_of_one_form_and_used_once),
        cmocka_unit_test(words_and_references_lead_somewhere),
        cmocka_unit_test(priorities_homes_and_colours_are_had_once),
        cmocka_unit_test(every_card_can_be_played_on_every_home),
        cmocka_unit_test(tiles_agree_with_themselves),
        cmocka_unit_test(every_position_of_a_layout_gets_one_thing),
        cmocka_unit_test(layouts_can_be_laid_out),
        cmocka_unit_test(types_are_right_and_nothing_is_missing),
        cmocka_unit_test(files_are_json_and_hold_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
