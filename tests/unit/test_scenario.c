/*
 * The runner of scenarios: a scenario that does not hold must fail, or all of them prove nothing.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "service/program/commands.h"
#include "service/program/scenario_decks.h"
#include "service/program/scenario_expect.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

static struct test_folder folder;

/* Runs the subcommand with ARGUMENT; what it prints is in RET_OUTPUT afterwards. */
static int run(const char *argument, char *ret_output, size_t room)
{
    char path[128];
    snprintf(path, sizeof path, "%s", test_folder_path(&folder, "output"));
    fflush(stdout);
    int terminal = dup(STDOUT_FILENO);
    FILE *file = fopen(path, "w+");
    assert_non_null(file);
    assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
    int status = command_scenario(2, (char *[]){(char *)"scenario", (char *)argument, NULL});
    fflush(stdout);
    assert_true(dup2(terminal, STDOUT_FILENO) >= 0);
    close(terminal);
    rewind(file);
    ret_output[fread(ret_output, 1, room - 1, file)] = '\0';
    fclose(file);
    return status;
}

static void assert_played(const char *scenario, int status, const char *output)
{
    char path[128], printed[4096];
    snprintf(path, sizeof path, "%s", test_folder_path(&folder, "scenario.json"));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(scenario, file);
    fclose(file);
    int got = run(path, printed, sizeof printed);
    if (got != status || !strstr(printed, output))
        fail_msg("%s: exit status %d, printed %s", scenario, got, printed);
}

#define BEGIN "{\"name\":\"n\",\"players\":3,\"decks\":{\"factions\":[\"sol\",\"yin\",\"saar\"]},"

static void what_holds_is_ok(void **state)
{
    (void)state;
    assert_played(BEGIN "\"steps\":[]}", 0, "ok n\n");
    assert_played(BEGIN "\"steps\":[{\"as\":\"p1\",\"expect\":{\"/you/hand/0\":\"sol\"}},"
                        "{\"as\":\"p1\",\"do\":\"faction_draft.commit\",\"cards\":[\"sol\"]}]}",
                  0, "ok n\n");
    assert_played("{\"name\":\"n\",\"players\":2,\"create_refused\":\"bad_player_count\"}", 0,
                  "ok n\n");
}

static void the_first_difference_is_told(void **state)
{
    (void)state;
    assert_played(BEGIN "\"steps\":[{\"as\":\"public\",\"expect\":{}},"
                        "{\"as\":\"public\",\"expect\":{\"/players/0/hand_size\":4}}]}",
                  1, "step 2, public: /players/0/hand_size is 3, should be 4");
    assert_played(BEGIN "\"steps\":[{\"as\":\"p2\",\"do\":\"faction_draft.commit\","
                        "\"cards\":[\"sol\"]}]}",
                  1,
                  "step 1, p2 faction_draft.commit: was refused as card_not_available, should "
                  "be accepted");
    assert_played(BEGIN "\"steps\":[{\"as\":\"p1\",\"do\":\"faction_draft.commit\","
                        "\"cards\":[\"sol\"],\"refused\":\"wrong_count\"}]}",
                  1, "was accepted, should be refused as wrong_count");
    assert_played("{\"name\":\"n\",\"players\":3,\"create_refused\":\"card_pool\"}", 1,
                  "was accepted, should be refused as card_pool");
    assert_played("{\"name\":\"n\",\"players\":9,\"steps\":[]}", 1, "refused as bad_player_count");
    assert_played(BEGIN "\"stop_before\":\"plastic\",\"steps\":[]}", 1, "never comes to plastic");
}

static void what_is_no_scenario_fails(void **state)
{
    (void)state;
    assert_played("{\"name\":\"n\",", 1, "not ok");
    assert_played("{\"players\":3,\"steps\":[]}", 1, "/name is missing");
    assert_played(BEGIN "\"stpes\":[]}", 1, "/stpes is not known");
    assert_played(BEGIN "\"steps\":[{\"as\":\"p1\"}]}", 1, "\"do\" or \"expect\"");
    assert_played(BEGIN "\"steps\":[{\"as\":\"p4\",\"expect\":{}}]}", 1, "no \"p4\"");
    assert_played(BEGIN "\"steps\":[{\"as\":\"p1\",\"do\":\"fly\"}]}", 1, "no command \"fly\"");
    assert_played(BEGIN "\"steps\":[{\"as\":\"p1\",\"expect\":{\"you\":1}}]}", 1, "JSON Pointer");
    assert_played(BEGIN "\"stop_before\":\"lunch\",\"steps\":[]}", 1, "no step \"lunch\"");
    assert_played("{\"name\":\"n\",\"players\":3,\"decks\":{\"factions\":[\"soll\"]},\"steps\":[]}",
                  1, "/decks/factions");
}

static void only_the_right_one_gives_a_command(void **state)
{
    (void)state;
    assert_played(BEGIN "\"steps\":[{\"as\":\"p1\",\"do\":\"pause\",\"refused\":\"forbidden\"},"
                        "{\"as\":\"host\",\"do\":\"kings\",\"king\":\"x\",\"refused\":"
                        "\"forbidden\"}]}",
                  0, "ok n\n");
    assert_played(BEGIN "\"steps\":[{\"as\":\"public\",\"do\":\"pause\"}]}", 1, "only looks");
}

static bool holds(const char *view_text, const char *expect_text)
{
    char difference[DIFFERENCE_BYTES];
    json_t *view = json_loads(view_text, 0, NULL), *expect = json_loads(expect_text, 0, NULL);
    assert_true(view && expect);
    bool fine = expectations_hold(view, expect, difference);
    json_decref(view);
    json_decref(expect);
    return fine;
}

static void expectations_are_exact(void **state)
{
    (void)state;
    assert_true(holds("{\"a\":[1,2]}", "{\"/a\":[1,2]}"));
    assert_false(holds("{\"a\":[1,2]}", "{\"/a\":[2,1]}"));
    assert_true(holds("{\"a\":[1,2,2]}", "{\"/a\":{\"set\":[2,1,2]}}"));
    assert_false(holds("{\"a\":[1,2,2]}", "{\"/a\":{\"set\":[1,1,2]}}"));
    assert_false(holds("{\"a\":[1,2]}", "{\"/a\":{\"set\":[1]}}"));
    assert_true(holds("{\"a\":[1,2]}", "{\"/a\":{\"length\":2}}"));
    assert_false(holds("{\"a\":\"xy\"}", "{\"/a\":{\"length\":2}}"));
    assert_true(holds("{\"a\":null}", "{\"/a\":{\"absent\":true},\"/b/c\":{\"absent\":true}}"));
    assert_false(holds("{\"a\":0}", "{\"/a\":{\"absent\":true}}"));
    assert_false(holds("{}", "{\"/a\":null}"));
    assert_true(holds("{\"a\":null}", "{\"/a\":null}"));
    assert_true(holds("{\"a/b\":{\"~\":1}}", "{\"/a~1b/~0\":1}"));
    assert_true(holds("{\"a\":[{\"b\":1}]}", "{\"/a/0/b\":1}"));
    assert_false(holds("{\"a\":[1]}", "{\"/a/x\":1}"));
}

static void defaults_take_the_places_that_are_named(void **state)
{
    (void)state;
    json_t *object = json_loads("{\"defaults\":[2,9]}", 0, NULL);
    struct stacked_decks decks;
    struct json_faults faults = {0};
    assert_true(stacked_decks_read(object, &decks, &faults));
    json_decref(object);
    struct dealer dealer = stacked_dealer(&decks);
    struct occasion occasion = {0, STEP_KINGS, 1, 0};
    assert_number(dealer.choose(dealer.context, &occasion, 5), 2);
    assert_number(dealer.choose(dealer.context, &occasion, 5), 4);
    assert_number(dealer.choose(dealer.context, &occasion, 5), 0);
}

static void defaults_that_are_no_places_are_told(void **state)
{
    (void)state;
    static const char *const wrong[] = {"{\"defaults\":[256]}", "{\"defaults\":[-1]}",
                                        "{\"defaults\":[\"0\"]}", "{\"defaults\":1}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_t *object = json_loads(wrong[i], 0, NULL);
        struct stacked_decks decks;
        struct json_faults faults = {0};
        assert_false(stacked_decks_read(object, &decks, &faults));
        assert_string_equal(faults.list[0].pointer, "/decks/defaults");
        json_decref(object);
    }
}

static void named_cards_lie_on_top_and_the_rest_below(void **state)
{
    (void)state;
    json_t *object = json_loads("{\"genomes\":[\"curious_genome\",\"brutal_genome\"]}", 0, NULL);
    struct stacked_decks decks;
    struct json_faults faults = {0};
    assert_true(stacked_decks_read(object, &decks, &faults));
    json_decref(object);
    struct dealer dealer = stacked_dealer(&decks);
    uint16_t first = catalogue_first_card[CARD_GENOME];
    uint16_t brutal = card_find("brutal_genome", 13), curious = card_find("curious_genome", 14);
    uint16_t items[] = {first, brutal, (uint16_t)(brutal + 1), curious};
    dealer.shuffle(dealer.context, 0, STREAM_GENOMES, items, 4);
    assert_number(items[0], curious);
    assert_number(items[1], brutal);
    assert_number(items[2], first);
    assert_number(items[3], brutal + 1);
    uint16_t players[] = {0, 1, 2};
    dealer.shuffle(dealer.context, 0, STREAM_TABLE_ORDER, players, 3);
    assert_number(players[0], 0);
    assert_number(players[2], 2);
}

static int make_folder(void **state)
{
    (void)state;
    folder = test_folder_new();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    test_folder_remove(&folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_holds_is_ok),
        cmocka_unit_test(the_first_difference_is_told),
        cmocka_unit_test(what_is_no_scenario_fails),
        cmocka_unit_test(only_the_right_one_gives_a_command),
        cmocka_unit_test(expectations_are_exact),
        cmocka_unit_test(named_cards_lie_on_top_and_the_rest_below),
        cmocka_unit_test(defaults_take_the_places_that_are_named),
        cmocka_unit_test(defaults_that_are_no_places_are_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
