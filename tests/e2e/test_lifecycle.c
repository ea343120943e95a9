/*
 * Games from the lobby to their end, and all that hosts do with them. What a user would see go
 * wrong: a game that cannot be paused, a lost player who cannot come back, a wrong turn that stays.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/one_stand.h"

static struct draft draft; /* each test makes its own */

static void make(uint64_t seed, json_t *more)
{
    draft_create(&draft, &stand.client, 3, seed, stand.creator_token, more);
}

static void assert_post_problem(int who, const char *rest, json_t *body, long status,
                                const char *code)
{
    struct answer answer = draft_post(&draft, who, rest, body);
    assert_problem(&answer, status, code);
}

/* A POST that must be accepted; its view for the caller to free. */
static json_t *post(int who, const char *rest, json_t *body)
{
    struct answer answer = draft_post(&draft, who, rest, body);
    return answer_take(&answer, 200);
}

static void assert_status(const char *status)
{
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    assert_string_equal(text_at(view, "status"), status);
    json_decref(view);
}

/* Whether the host is offered ACTION now. */
static bool host_may(const char *action)
{
    json_t *view = draft_view(&draft, DRAFT_HOST);
    const json_t *actions = value_at(view, "you/actions");
    bool found = false;
    for (size_t i = 0; i < json_array_size(actions); i++)
        found |= strcmp(text_at(json_array_get(actions, i), "action"), action) == 0;
    json_decref(view);
    return found;
}

static void a_game_starts_by_itself_when_all_are_there(void **state)
{
    (void)state;
    make(91, NULL);
    assert_status("lobby");
    assert_post_problem(DRAFT_HOST, "/start", NULL, 409, "not_started");
    assert_post_problem(DRAFT_HOST, "/pause", NULL, 409, "not_started");
    draft_join(&draft, 2);
    draft_join(&draft, 0);
    assert_post_problem(0, "/faction_draft/commit",
                        json_pack("{s:i, s:[s]}", "round", 1, "cards", "sol"), 409, "not_started");
    draft_join(&draft, 1);
    assert_status("setup");
    assert_post_problem(DRAFT_HOST, "/start", NULL, 409, "already_started");
    draft_free(&draft);
}

static void a_host_may_start_the_game(void **state)
{
    (void)state;
    make(92, json_pack("{s:{s:b}}", "options", "auto_start", 0));
    assert_false(host_may("start"));
    draft_join_all(&draft);
    assert_status("lobby");
    assert_true(host_may("start"));
    json_decref(post(DRAFT_HOST, "/start", NULL));
    assert_status("setup");
    draft_free(&draft);
}

static void an_invite_is_good_for_one(void **state)
{
    (void)state;
    make(93, NULL);
    draft_join(&draft, 0);
    assert_post_problem(DRAFT_PUBLIC, "/join",
                        json_pack("{s:s, s:s}", "name", "Second", "invite", draft.invites[0]), 409,
                        "game_full");
    assert_post_problem(
        DRAFT_PUBLIC, "/join",
        json_pack("{s:s, s:s}", "name", "Third", "invite", "aaaaaaaaaaaaaaaaaaaaaaaaaa"), 403,
        "bad_invite");
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    assert_true(json_is_true(value_at(view, "players/0/joined")));
    assert_string_equal(text_at(view, "players/0/name"), "Bot 1");
    assert_true(json_is_false(value_at(view, "players/1/joined")));
    json_decref(view);
    draft_free(&draft);
}

static void a_pause_holds_everything(void **state)
{
    (void)state;
    make(94, NULL);
    draft_join_all(&draft);
    json_decref(post(DRAFT_HOST, "/pause", NULL));
    assert_status("paused");
    assert_false(host_may("pause"));
    assert_true(host_may("resume"));
    json_t *view = draft_view(&draft, 0);
    const char *card = json_string_value(json_array_get(value_at(view, "you/hand"), 0));
    assert_post_problem(0, "/faction_draft/commit",
                        json_pack("{s:i, s:[s]}", "round", 1, "cards", card), 409, "game_paused");
    assert_post_problem(DRAFT_HOST, "/pause", NULL, 409, "game_paused");
    json_decref(post(DRAFT_HOST, "/resume", NULL));
    assert_post_problem(DRAFT_HOST, "/resume", NULL, 409, "wrong_step");
    json_decref(
        post(0, "/faction_draft/commit", json_pack("{s:i, s:[s]}", "round", 1, "cards", card)));
    json_decref(view);
    draft_free(&draft);
}

static void an_abandoned_game_is_over(void **state)
{
    (void)state;
    make(95, NULL);
    draft_join(&draft, 0);
    draft_abandon(&draft);
    assert_status("abandoned");
    assert_post_problem(DRAFT_HOST, "/abandon", NULL, 409, "game_over");
    assert_post_problem(DRAFT_HOST, "/start", NULL, 409, "game_over");
    assert_post_problem(DRAFT_HOST, "/players/p1/reinvite", NULL, 409, "game_over");
    assert_post_problem(DRAFT_PUBLIC, "/join",
                        json_pack("{s:s, s:s}", "name", "Late", "invite", draft.invites[1]), 409,
                        "game_over");
    json_t *view = draft_view(&draft, DRAFT_HOST);
    assert_number(json_array_size(value_at(view, "you/actions")), 0);
    json_decref(view);
    draft_free(&draft);
}

/* Somebody new takes a place in the splice: cards and sealed picks are still there. */
static void a_newcomer_finds_all_that_lay_there(void **state)
{
    (void)state;
    make(96, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, "splice");
    draft.bots[1].way = PLAY_BY_SERVER;
    draft_act(&draft, 1);
    json_t *before = draft_view(&draft, 1);
    draft_reinvite(&draft, 1);
    draft_join(&draft, 1);
    json_t *after = draft_view(&draft, 1);
    static const char *const kept[] = {"you/hand", "you/facedown", "you/sealed", "you/history"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (!json_equal(value_at(before, kept[i]), value_at(after, kept[i])))
            fail_msg("the newcomer does not find %s", kept[i]);
    }
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    json_decref(before);
    json_decref(after);
    draft_free(&draft);
}

/* Whoever leaves with a withheld pick takes its nonce along: the newcomer commits anew. */
static void a_withheld_pick_goes_with_its_player(void **state)
{
    (void)state;
    make(97, NULL);
    draft_join_all(&draft);
    draft.bots[1].way = PLAY_WITHHELD;
    draft_act(&draft, 1);
    draft_reinvite(&draft, 1);
    draft_join(&draft, 1);
    json_t *view = draft_view(&draft, 1);
    assert_true(json_is_null(value_at(view, "you/sealed")));
    assert_true(json_is_true(json_object_get(required_action(view), "required")));
    json_decref(view);
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

static void a_pick_may_be_changed_until_all_have_picked(void **state)
{
    (void)state;
    make(98, NULL);
    draft_join_all(&draft);
    json_t *view = draft_view(&draft, 0);
    const json_t *hand = value_at(view, "you/hand");
    const char *last = NULL;
    for (size_t i = 0; i < 3; i++) {
        last = json_string_value(json_array_get(hand, i));
        json_decref(
            post(0, "/faction_draft/commit", json_pack("{s:i, s:[s]}", "round", 1, "cards", last)));
    }
    draft_act(&draft, 1);
    draft_act(&draft, 2);
    for (size_t i = 1; i < 3; i++) {
        json_t *other = draft_view(&draft, (int)i);
        if (required_action(other) &&
            strcmp(text_at(required_action(other), "action"), "reveal") == 0)
            draft_act(&draft, i);
        json_decref(other);
    }
    json_t *after = draft_view(&draft, 0);
    assert_number(json_array_size(value_at(after, "you/facedown")), 1);
    assert_string_equal(json_string_value(value_at(after, "you/facedown/0")), last);
    assert_number(json_array_size(value_at(after, "you/hand")), 2);
    json_decref(after);
    json_decref(view);
    draft_free(&draft);
}

/* Three priority cards are known; then a turn is taken, taken back and taken otherwise. */
static void a_turn_can_be_taken_back(void **state)
{
    (void)state;
    make(99, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, "kings");
    json_t *before = draft_view(&draft, DRAFT_PUBLIC);
    size_t player = waiting_player(before, 0);
    draft_act(&draft, player);
    json_t *view = draft_view(&draft, (int)player);
    json_int_t version = number_at(view, "you/undo/version");
    size_t other = waiting_player(view, 0);
    assert_post_problem((int)other, "/undo", json_pack("{s:I}", "version", version), 409,
                        "undo_refused");
    assert_post_problem((int)player, "/undo", json_pack("{s:I}", "version", version - 1), 409,
                        "stale_version");
    json_decref(post((int)player, "/undo", json_pack("{s:I}", "version", version)));
    json_t *after = draft_view(&draft, DRAFT_PUBLIC);
    assert_number(waiting_player(after, 0), player);
    assert_true(json_equal(json_object_get(before, "players"), json_object_get(after, "players")));
    assert_true(host_may("pause"));
    assert_false(host_may("undo"));

    draft_act(&draft, player);
    assert_true(host_may("undo"));
    json_t *now = draft_view(&draft, DRAFT_HOST);
    json_decref(
        post(DRAFT_HOST, "/undo", json_pack("{s:I}", "version", number_at(now, "version"))));
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    json_decref(now);
    json_decref(after);
    json_decref(view);
    json_decref(before);
    draft_free(&draft);
}

static void a_create_can_be_tried_out(void **state)
{
    (void)state;
    struct answer answer = client_call(&stand.client, "POST", "/v1/games/check", NULL,
                                       json_pack("{s:s, s:i}", "name", "Try", "players", 4));
    json_decref(answer_take(&answer, 200));
    answer = client_call(&stand.client, "POST", "/v1/games/check", NULL,
                         json_pack("{s:s, s:i}", "name", "Try", "players", 9));
    json_t *checked = answer_take(&answer, 200);
    char *text = json_dumps(checked, JSON_COMPACT);
    if (!strstr(text, "bad_player_count"))
        fail_msg("nine players are fine: %s", text);
    free(text);
    json_decref(checked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_starts_by_itself_when_all_are_there),
        cmocka_unit_test(a_host_may_start_the_game),
        cmocka_unit_test(an_invite_is_good_for_one),
        cmocka_unit_test(a_pause_holds_everything),
        cmocka_unit_test(an_abandoned_game_is_over),
        cmocka_unit_test(a_newcomer_finds_all_that_lay_there),
        cmocka_unit_test(a_withheld_pick_goes_with_its_player),
        cmocka_unit_test(a_pick_may_be_changed_until_all_have_picked),
        cmocka_unit_test(a_turn_can_be_taken_back),
        cmocka_unit_test(a_create_can_be_tried_out),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
