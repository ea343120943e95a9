#include "service/api/explain.h"

#include <string.h>

#include "rules/map_string.h"
#include "tests/support/cmocka_all.h"

static struct command create_of(uint8_t players)
{
    struct command command = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    command.create.players = players;
    command.create.options = options_default();
    return command;
}

static void use_map(struct command *command, const char *text)
{
    struct map_faults faults;
    command->create.map.mode = MAP_PREMADE;
    if (!map_string_parse(text, strlen(text), &command->create.map.galaxy, &faults))
        fail_msg("\"%s\" is no map string", text);
}

/* What the rules refuse COMMAND for, explained. */
static const char *explained(const struct command *command)
{
    static char detail[EXPLANATION_BYTES];
    static struct events events;
    const struct game none = game_none();
    const struct dealer nobody = {.context = NULL};
    enum refusal refusal = decide(&none, command, &nobody, &events);
    if (refusal == ACCEPTED)
        fail_msg("the game can be created");
    explain_create(command, refusal, detail);
    return detail;
}

static void too_many_players_are_told_how_many_may_play(void **state)
{
    (void)state;
    struct command command = create_of(7);
    command.create.options.pok = false;
    assert_non_null(strstr(explained(&command), "3 to 6 players"));
    command = create_of(9);
    assert_non_null(strstr(explained(&command), "3 to 8 players"));
}

static void a_small_deck_is_told_in_numbers(void **state)
{
    (void)state;
    struct command command = create_of(4);
    command.create.options.faction_filter = FILTER_ONLY;
    command.create.options.faction_count = 2;
    command.create.options.factions[0] = card_find("hacan", 5);
    command.create.options.factions[1] = card_find("sol", 3);
    assert_string_equal(explained(&command), "The faction deck has 2 cards; 4 players need 12.");
}

static void a_faction_named_twice_is_told(void **state)
{
    (void)state;
    struct command command = create_of(3);
    command.create.options.faction_filter = FILTER_ONLY;
    command.create.options.faction_count = 2;
    command.create.options.factions[0] = card_find("sol", 3);
    command.create.options.factions[1] = card_find("sol", 3);
    assert_non_null(strstr(explained(&command), "twice"));
}

static void a_map_for_others_is_told_its_home_locations(void **state)
{
    (void)state;
    struct command command = create_of(4);
    use_map(&command, "41 42 0 0 0");
    assert_non_null(strstr(explained(&command), "3 home locations"));
}

static void a_tile_that_lies_twice_is_told_where(void **state)
{
    (void)state;
    struct command command = create_of(3);
    use_map(&command, "41 41 0 0 0");
    assert_non_null(strstr(explained(&command), "position 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many_players_are_told_how_many_may_play),
        cmocka_unit_test(a_small_deck_is_told_in_numbers),
        cmocka_unit_test(a_faction_named_twice_is_told),
        cmocka_unit_test(a_map_for_others_is_told_its_home_locations),
        cmocka_unit_test(a_tile_that_lies_twice_is_told_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
