/*
 * What views offer must work, and be what the game waits for, or a bot is told to do what is
 * refused, or hangs.
 */
#include <stdio.h>
#include <string.h>

#include "service/json/command_json.h"
#include "service/program/scenario_command.h"
#include "tests/support/client.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"
#include "tests/support/view_reader.h"

enum { GAMES = 10 };

static struct log_play play;

/* A body for ACTION, made from what it tells. */
static json_t *body_of(const json_t *action)
{
    const char *name = text_at(action, "action");
    if (strcmp(name, "starting_units") == 0)
        return json_deep_copy(member_at(action, "example"));
    json_t *first = json_array_get(member_at(action, "options"), 0);
    if (strcmp(name, "home_position") == 0)
        return json_pack("{s:O}", "position", first);
    if (strcmp(name, "home_system") == 0)
        return json_pack("{s:O}", "faction", first);
    if (strcmp(name, "king") == 0)
        return json_pack("{s:O}", "king", first);
    if (strcmp(name, "plastic") == 0)
        return json_pack("{s:O}", "colour", first);
    if (strcmp(name, "tile") == 0)
        return json_pack("{s:O,s:O}", "tile", member_at(first, "tile"), "position",
                         json_array_get(member_at(first, "positions"), 0));
    assert_string_equal(name, "commit");
    assert_number(number_at(action, "choose"), 1);
    return json_pack("{s:O,s:[O]}", "round", member_at(action, "round"), "cards", first);
}

/* As many cards of each kind as are asked for, from the options. */
static json_t *starting_cards_body(const json_t *action)
{
    json_t *cards = json_array();
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++) {
        json_int_t wanted = number_at(member_at(action, "choose"), card_kind_id(kind));
        size_t index;
        json_t *option;
        json_array_foreach(member_at(action, "options"), index, option)
        {
            uint16_t card = card_find(json_string_value(option), json_string_length(option));
            if (wanted > 0 && card_kind_of(card) == kind) {
                json_array_append(cards, option);
                wanted--;
            }
        }
    }
    return json_pack("{s:o}", "cards", cards);
}

/* What a program sends: made from the options, or the example as it is. */
enum source { OPTIONS, EXAMPLE };

static json_t *body_from(enum source source, const json_t *action)
{
    if (source == EXAMPLE)
        return json_deep_copy(member_at(action, "example"));
    bool several = json_is_object(json_object_get(action, "choose"));
    return several ? starting_cards_body(action) : body_of(action);
}

/* Does what the view of PLAYER offers, knowing nothing else. */
static void follow_the_view(enum source source, uint8_t player)
{
    static const char before[] = "/v1/games/" LOG_PLAY_GAME "/";
    json_t *own = view_object(&play.record, (enum audience)(AUDIENCE_PLAYER + player));
    json_t *action = json_array_get(member_at(member_at(own, "you"), "actions"), 0);
    if (!action)
        fail_msg("p%d is waited on and has no action", player + 1);
    assert_true(json_is_true(member_at(action, "required")));
    json_t *body = body_from(source, action);
    const char *href = text_at(action, "href");
    assert_memory_equal(href, before, strlen(before));
    char path[64];
    snprintf(path, sizeof path, "%s", href + strlen(before));
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash, '/'))
        *slash = '.';
    struct command command;
    struct json_faults faults = {0};
    assert_number(scenario_command_read(path, body, player, &command, &faults), COMMAND_READ);
    enum refusal refusal = log_play_run(&play, &command);
    if (refusal != ACCEPTED)
        fail_msg("%s was offered and refused: %s", path, refusal_code(refusal));
    json_decref(body);
    json_decref(own);
}

static void play_by_views(enum source source, const struct setup *setup, uint32_t seed)
{
    log_play_begin_started(&play, seed, setup);
    while (play.record.game.table.stage == STAGE_SETUP) {
        json_t *public_view = view_object(&play.record, AUDIENCE_PUBLIC);
        const json_t *waiting = json_array_get(member_at(public_view, "waiting_on"), 0);
        assert_non_null(waiting);
        uint8_t player = (uint8_t)(text_at(waiting, "player")[1] - '1');
        json_decref(public_view);
        follow_the_view(source, player);
    }
}

static void a_program_without_rules_can_play_by_the_view(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        play_by_views(OPTIONS, &setup, seed);
    }
}

static void examples_can_be_sent_as_they_are(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        play_by_views(EXAMPLE, &setup, seed);
    }
    struct setup premade = log_play_premade_setup();
    play_by_views(EXAMPLE, &premade, 1);
}

static json_t *first_action_of(enum audience audience)
{
    json_t *own = view_object(&play.record, audience);
    json_t *action = json_incref(json_array_get(member_at(member_at(own, "you"), "actions"), 0));
    assert_non_null(action);
    json_decref(own);
    return action;
}

/* An example that named another round, or a card of somebody else, would be refused. */
static void a_pick_that_may_be_changed_has_an_example_too(void **state)
{
    (void)state;
    struct setup setup = log_play_setup();
    setup.options.allow_recommit = true;
    log_play_begin_started(&play, 1, &setup);
    follow_the_view(EXAMPLE, 0);
    json_t *action = first_action_of(AUDIENCE_PLAYER);
    assert_true(json_is_false(member_at(action, "required")));
    json_t *wanted = json_pack("{s:i, s:[O]}", "round", 1, "cards",
                               json_array_get(member_at(action, "options"), 0));
    assert_true(json_equal(member_at(action, "example"), wanted));
    json_decref(wanted);
    json_decref(action);
}

static bool has_action(enum audience audience, const char *name)
{
    json_t *own = view_object(&play.record, audience);
    bool found = false;
    size_t index;
    json_t *action;
    json_array_foreach(member_at(member_at(own, "you"), "actions"), index, action)
    {
        found |= strcmp(text_at(action, "action"), name) == 0;
    }
    json_decref(own);
    return found;
}

static void run(enum command_type type, uint8_t player)
{
    struct command command = {.type = type, .player = player};
    assert_number(log_play_run(&play, &command), ACCEPTED);
}

static void a_host_is_offered_what_the_state_allows(void **state)
{
    (void)state;
    struct setup setup = log_play_setup();
    setup.options.auto_start = false;
    log_play_begin(&play, 1, &setup, NULL, NULL);
    assert_false(has_action(AUDIENCE_HOST, "start"));
    assert_false(has_action(AUDIENCE_HOST, "pause"));
    for (uint8_t player = 0; player < 3; player++)
        run(COMMAND_JOIN, player);
    assert_true(has_action(AUDIENCE_HOST, "start"));
    run(COMMAND_START, PLAYER_NONE);
    assert_false(has_action(AUDIENCE_HOST, "start"));
    assert_true(has_action(AUDIENCE_OPERATOR, "pause"));
    assert_false(has_action(AUDIENCE_HOST, "undo"));
    run(COMMAND_PAUSE, PLAYER_NONE);
    assert_true(has_action(AUDIENCE_CREATOR, "resume"));
    assert_false(has_action(AUDIENCE_HOST, "pause"));
    assert_false(has_action(AUDIENCE_PLAYER, "commit"));
    run(COMMAND_RESUME, PLAYER_NONE);
    assert_true(has_action(AUDIENCE_PLAYER, "commit"));
    run(COMMAND_ABANDON, PLAYER_NONE);
    assert_false(has_action(AUDIENCE_HOST, "abandon"));
    json_t *abandoned = view_object(&play.record, AUDIENCE_HOST);
    assert_string_equal(text_at(member_at(abandoned, "you"), "role"), "host");
    assert_number(json_array_size(member_at(abandoned, "waiting_on")), 0);
    json_decref(abandoned);
}

static void an_undo_is_offered_to_who_took_the_turn(void **state)
{
    (void)state;
    struct setup setup = log_play_setup();
    log_play_begin_started(&play, 2, &setup);
    log_play_to(&play, STEP_KINGS);
    uint8_t first = play.record.game.table.seats[2], other = play.record.game.table.seats[0];
    follow_the_view(OPTIONS, first);
    json_t *own = view_object(&play.record, (enum audience)(AUDIENCE_PLAYER + first));
    json_t *undo = member_at(member_at(own, "you"), "undo");
    assert_number(number_at(undo, "version"), play.record.game.version);
    assert_string_equal(text_at(undo, "href"), "/v1/games/" LOG_PLAY_GAME "/undo");
    json_decref(own);
    own = view_object(&play.record, (enum audience)(AUDIENCE_PLAYER + other));
    assert_null_at(member_at(own, "you"), "undo");
    json_decref(own);
    assert_true(has_action(AUDIENCE_HOST, "undo"));
}

static void a_pick_that_may_be_changed_is_offered_again(void **state)
{
    (void)state;
    struct setup setup = log_play_setup();
    log_play_begin_started(&play, 3, &setup);
    follow_the_view(OPTIONS, 0);
    json_t *own = view_object(&play.record, AUDIENCE_PLAYER);
    json_t *you = member_at(own, "you");
    json_t *action = json_array_get(member_at(you, "actions"), 0);
    assert_false(json_is_true(member_at(action, "required")));
    assert_number(json_array_size(member_at(action, "options")), 3);
    assert_number(json_array_size(member_at(you, "hand")), 3);
    assert_number(json_array_size(member_at(you, "facedown")), 0);
    json_t *sealed = member_at(you, "sealed");
    assert_string_equal(text_at(sealed, "step"), "faction_draft");
    assert_number(json_array_size(member_at(sealed, "cards")), 1);
    assert_number(strlen(text_at(sealed, "nonce")), 64);
    json_t *player = json_array_get(member_at(own, "players"), 0);
    assert_number(number_at(player, "hand_size"), 2);
    assert_number(number_at(player, "facedown"), 1);
    json_decref(own);
}

static void a_withheld_pick_has_no_cards_to_show(void **state)
{
    (void)state;
    struct setup setup = log_play_setup();
    log_play_begin_started(&play, 3, &setup);
    struct command command = {.type = COMMAND_COMMIT, .player = 0};
    command.commit.step = STEP_FACTION_DRAFT;
    command.commit.sealed_by = SEALED_WITHHELD;
    assert_number(log_play_run(&play, &command), ACCEPTED);
    json_t *own = view_object(&play.record, AUDIENCE_PLAYER);
    json_t *sealed = member_at(member_at(own, "you"), "sealed");
    assert_null_at(sealed, "cards");
    assert_null_at(sealed, "nonce");
    json_decref(own);
    follow_the_view(OPTIONS, 1);
    follow_the_view(OPTIONS, 2);
    own = view_object(&play.record, AUDIENCE_PLAYER);
    json_t *action = json_array_get(member_at(member_at(own, "you"), "actions"), 0);
    assert_string_equal(text_at(action, "action"), "reveal");
    assert_string_equal(text_at(action, "href"),
                        "/v1/games/" LOG_PLAY_GAME "/faction_draft/reveal");
    assert_null(json_object_get(action, "options"));
    assert_string_equal(text_at(member_at(own, "step"), "phase"), "reveal");
    json_decref(own);
}

static void blockers_are_whom_the_game_waits_for(void **state)
{
    (void)state;
    struct setup setup = log_play_setup();
    log_play_begin_started(&play, 1, &setup);
    follow_the_view(OPTIONS, 1);
    json_t *blockers = blockers_object(&play.record);
    json_t *items = member_at(blockers, "items");
    assert_number(json_array_size(items), 2);
    json_t *last = json_array_get(items, 1);
    assert_string_equal(text_at(last, "player"), "p3");
    assert_string_equal(text_at(last, "name"), "Player 3");
    assert_string_equal(text_at(last, "action"), "commit");
    assert_string_equal(text_at(last, "step"), "faction_draft");
    assert_null_at(blockers, "next");
    json_decref(blockers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_without_rules_can_play_by_the_view),
        cmocka_unit_test(examples_can_be_sent_as_they_are),
        cmocka_unit_test(a_pick_that_may_be_changed_has_an_example_too),
        cmocka_unit_test(a_host_is_offered_what_the_state_allows),
        cmocka_unit_test(an_undo_is_offered_to_who_took_the_turn),
        cmocka_unit_test(a_pick_that_may_be_changed_is_offered_again),
        cmocka_unit_test(a_withheld_pick_has_no_cards_to_show),
        cmocka_unit_test(blockers_are_whom_the_game_waits_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
