/*
 * What views offer at the table in play must work, and must be all that is waited for, or a bot is
 * told to do what is refused, or hangs.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "service/json/play_parts.h"
#include "service/json/view_json.h"
#include "service/program/scenario_command.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"
#include "tests/support/random_table.h"
#include "tests/support/view_reader.h"

enum { GAMES = 20, ACTIONS = 400, BYTES_MAX = 1 << 20, PATH_BYTES = 128 };

static struct log_play play;
static unsigned tried[32]; /* how often each action was tried, by its place in tried_names */

static const char *const tried_names[] = {"keep", "take",    "accept", "decline",      "withdraw",
                                          "lose", "exhaust", "splice", "end_blockade", NULL};

static void note(const char *action)
{
    for (size_t i = 0; tried_names[i] != NULL; i++)
        tried[i] += strcmp(tried_names[i], action) == 0;
}

static json_t *actions_of(enum audience audience)
{
    json_t *view = view_object(&play.record, audience);
    json_t *actions = json_incref(json_object_get(json_object_get(view, "you"), "actions"));
    assert_true(json_is_array(actions));
    json_decref(view);
    return actions;
}

/* The path as scenarios write it, with OPTION in the place of what stands in braces. */
static void path_of(const json_t *action, const char *option, char ret_path[PATH_BYTES])
{
    static const char before[] = "/v1/games/" LOG_PLAY_GAME "/";
    const char *href = json_string_value(json_object_get(action, "href"));
    assert_memory_equal(href, before, strlen(before));
    href += strlen(before);
    const char *brace = strchr(href, '{');
    if (brace != NULL)
        snprintf(ret_path, PATH_BYTES, "%.*s%s%s", (int)(brace - href), href, option,
                 strchr(brace, '}') + 1);
    else
        snprintf(ret_path, PATH_BYTES, "%s", href);
    for (char *slash = strchr(ret_path, '/'); slash != NULL; slash = strchr(slash, '/'))
        *slash = '.';
}

static json_t *body_of(const char *name, const char *option, uint8_t player)
{
    const char *id = player_id(player);
    if (strcmp(name, "keep") == 0 || strcmp(name, "take") == 0)
        return json_pack("{s:s}", "card", option);
    if (strcmp(name, "lose") == 0)
        return json_pack("{s:s, s:s}", "player", id, "card", option);
    if (strcmp(name, "splice") == 0)
        return json_pack("{s:s, s:[s]}", "kind", option, "participants", id);
    return json_object();
}

/* BODY is taken over. */
static void body_must_be_accepted(const json_t *action, const char *option, json_t *body,
                                  uint8_t player)
{
    static struct events events;
    const char *name = json_string_value(json_object_get(action, "action"));
    char path[PATH_BYTES];
    struct command command;
    struct json_faults faults = {0};
    path_of(action, option, path);
    assert_number(scenario_command_read(path, body, player, &command, &faults), COMMAND_READ);
    enum refusal refusal = decide(&play.record.game, &command, &play.dealer, &events);
    if (refusal != ACCEPTED)
        fail_msg("%s %s was offered to p%d and refused: %s", path, option, player + 1,
                 refusal_code(refusal));
    json_decref(body);
    note(name);
}

static void must_be_accepted(const json_t *action, const char *option, uint8_t player)
{
    const char *name = json_string_value(json_object_get(action, "action"));
    body_must_be_accepted(action, option, body_of(name, option, player), player);
}

/* Whatever the game waits for has an example, which works as it is. */
static void example_works(const json_t *action, uint8_t player)
{
    const json_t *example = json_object_get(action, "example");
    assert_number(json_is_object(example), json_is_true(json_object_get(action, "required")));
    if (example != NULL)
        body_must_be_accepted(action, "", json_deep_copy(example), player);
}

/* Those that need no more than an option are tried with each of their options. */
static bool is_complete(const char *name)
{
    for (size_t i = 0; tried_names[i] != NULL; i++)
        if (strcmp(tried_names[i], name) == 0)
            return true;
    return false;
}

static void all_offers_work(uint8_t player)
{
    bool waited = waited_for(&play.record.game, player) != ACTION_NONE;
    bool required = false;
    json_t *actions = actions_of((enum audience)(AUDIENCE_PLAYER + player));
    size_t i;
    const json_t *action;
    json_array_foreach(actions, i, action)
    {
        const json_t *options = json_object_get(action, "options");
        required |= json_is_true(json_object_get(action, "required"));
        example_works(action, player);
        if (!is_complete(json_string_value(json_object_get(action, "action"))))
            continue;
        for (size_t k = 0; k < json_array_size(options); k++)
            must_be_accepted(action, json_string_value(json_array_get(options, k)), player);
        if (options == NULL)
            must_be_accepted(action, "", player);
    }
    assert_number(required, waited);
    json_decref(actions);
}

static void what_is_offered_at_the_table_works(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        log_play_begin(&play, seed, &setup, NULL, NULL);
        log_play_start(&play);
        log_play_to(&play, STEPS);
        for (unsigned i = 0; i < ACTIONS; i++) {
            struct command command = random_table_command(&play.record.game, &play.luck);
            (void)log_play_run(&play, &command);
            if (luck_one_in(&luck, 8))
                all_offers_work((uint8_t)luck_below(&luck, setup.players));
        }
    }
    for (size_t i = 0; tried_names[i] != NULL; i++)
        if (tried[i] == 0)
            fail_msg("%s was never offered", tried_names[i]);
}

static void turn_over(struct pile *deck)
{
    for (uint8_t i = 0; i < deck->count / 2; i++) {
        uint16_t card = deck->cards[i];
        deck->cards[i] = deck->cards[deck->count - 1 - i];
        deck->cards[deck->count - 1 - i] = card;
    }
}

/* The same table with every deck the other way round looks the same to everybody. */
static void decks_show_nothing_but_their_number(void)
{
    static struct record other;
    other = play.record;
    turn_over(&other.game.table.factions);
    turn_over(&other.game.table.abilities);
    turn_over(&other.game.table.upgrades);
    turn_over(&other.game.table.genomes);
    unsigned end = AUDIENCE_PLAYER + (unsigned)other.game.setup.players;
    for (unsigned audience = AUDIENCE_PUBLIC; audience < end; audience++) {
        struct buffer one = buffer_new(BYTES_MAX), two = buffer_new(BYTES_MAX);
        view_write(&play.record, (enum audience)audience, &one);
        view_write(&other, (enum audience)audience, &two);
        assert_number(one.length, two.length);
        assert_memory_equal(one.bytes, two.bytes, one.length);
        buffer_free(&one);
        buffer_free(&two);
    }
}

static void nobody_sees_into_the_decks(void **state)
{
    (void)state;
    struct luck luck = {1};
    struct setup setup = {.players = 4, .options = options_default()};
    log_play_begin(&play, 8, &setup, NULL, NULL);
    log_play_start(&play);
    log_play_to(&play, STEPS);
    for (unsigned i = 0; i < ACTIONS; i++) {
        struct command command = random_table_command(&play.record.game, &play.luck);
        (void)log_play_run(&play, &command);
        if (luck_one_in(&luck, 10))
            decks_show_nothing_but_their_number();
    }
}

static bool offers(enum audience audience, const char *name)
{
    json_t *actions = actions_of(audience);
    bool found = false;
    for (size_t i = 0; i < json_array_size(actions); i++) {
        const json_t *action = json_array_get(actions, i);
        found |= strcmp(json_string_value(json_object_get(action, "action")), name) == 0;
    }
    json_decref(actions);
    return found;
}

static void only_the_host_is_offered_what_is_the_hosts(void **state)
{
    (void)state;
    struct setup setup = {.players = 3, .options = options_default()};
    log_play_begin(&play, 4, &setup, NULL, NULL);
    log_play_start(&play);
    assert_false(offers(AUDIENCE_HOST, "status_phase"));
    log_play_to(&play, STEPS);
    static const char *const names[] = {"status_phase", "eliminate"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_true(offers(AUDIENCE_HOST, names[i]));
        assert_false(offers(AUDIENCE_PLAYER, names[i]));
    }
    struct command pause = {.type = COMMAND_PAUSE, .player = PLAYER_NONE};
    assert_number(log_play_run(&play, &pause), ACCEPTED);
    assert_false(offers(AUDIENCE_HOST, "status_phase"));
    assert_false(offers(AUDIENCE_PLAYER, "gain"));
}

static void the_eliminated_are_offered_nothing(void **state)
{
    (void)state;
    struct setup setup = {.players = 3, .options = options_default()};
    log_play_begin(&play, 5, &setup, NULL, NULL);
    log_play_start(&play);
    log_play_to(&play, STEPS);
    struct command eliminate = {.type = COMMAND_ELIMINATE, .player = PLAYER_NONE, .eliminated = 1};
    assert_number(log_play_run(&play, &eliminate), ACCEPTED);
    json_t *actions = actions_of((enum audience)(AUDIENCE_PLAYER + 1));
    assert_number(json_array_size(actions), 0);
    json_decref(actions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_offered_at_the_table_works),
        cmocka_unit_test(nobody_sees_into_the_decks),
        cmocka_unit_test(only_the_host_is_offered_what_is_the_hosts),
        cmocka_unit_test(the_eliminated_are_offered_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
