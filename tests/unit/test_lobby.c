/*
 * The lobby. What a host would see go wrong: somebody at the table who has no place there.
 */
#include "rules/rules.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random_play.h"

enum { PLAYERS = 3 };

static struct game game;
static struct events events;

static enum refusal run(const struct command *command)
{
    struct luck luck = {1};
    const struct dealer dealer = random_dealer(&luck);
    enum refusal refusal = decide(&game, command, &dealer, &events);
    for (size_t i = 0; i < events.count; i++)
        apply(&game, &events.list[i]);
    return refusal;
}

static int begin(void **state)
{
    (void)state;
    game = (struct game){0};
    struct command command = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    command.create = (struct setup){.players = PLAYERS, .options = options_default()};
    assert_number(run(&command), ACCEPTED);
    return 0;
}

static void nobody_joins_beyond_the_players_of_the_game(void **state)
{
    (void)state;
    static const uint8_t beyond[] = {PLAYERS, PLAYERS_MAX - 1, PLAYERS_MAX, 31, PLAYER_NONE};
    for (size_t i = 0; i < sizeof beyond; i++) {
        const struct command command = {.type = COMMAND_JOIN, .player = beyond[i]};
        assert_number(run(&command), REFUSED_NOT_FOUND);
        assert_number(events.count, 0);
    }
    const struct command last = {.type = COMMAND_JOIN, .player = PLAYERS - 1};
    assert_number(run(&last), ACCEPTED);
}

static void nobody_is_reinvited_beyond_the_players_of_the_game(void **state)
{
    (void)state;
    static const uint8_t beyond[] = {PLAYERS, PLAYERS_MAX, PLAYER_NONE};
    for (size_t i = 0; i < sizeof beyond; i++) {
        const struct command command = {.type = COMMAND_REINVITE, .player = beyond[i]};
        assert_number(run(&command), REFUSED_NOT_FOUND);
        assert_number(events.count, 0);
    }
    const struct command last = {.type = COMMAND_REINVITE, .player = PLAYERS - 1};
    assert_number(run(&last), ACCEPTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nobody_joins_beyond_the_players_of_the_game, begin),
        cmocka_unit_test_setup(nobody_is_reinvited_beyond_the_players_of_the_game, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
