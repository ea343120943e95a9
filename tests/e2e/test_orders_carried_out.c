/*
 * Standing orders when it is one's turn. What a user would see go wrong: a turn that is not taken
 * although there is an order for it, or not by the best wish that could be had; somebody else who
 * finds out that there are orders; an order carried out in a pause, or after it was taken back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/log_follower.h"
#include "tests/support/one_stand.h"

enum { PLAYERS = 3 };

static struct draft draft; /* each test makes its own */

static void make(uint64_t seed, json_t *more)
{
    draft_create(&draft, &stand.client, PLAYERS, seed, stand.creator_token, more);
    draft_join_all(&draft);
}

/* All ids of a kind, in an order of their own, for the caller to free. */
static json_t *everything(const char *kind)
{
    char path[64];
    snprintf(path, sizeof path, "/v1/catalogue/%s", kind);
    struct answer answer = client_call(&stand.client, "GET", path, NULL, NULL);
    json_t *page = answer_take(&answer, 200);
    json_t *ids = json_array();
    const json_t *items = json_object_get(page, "items");
    for (size_t i = json_array_size(items); i > 0; i--)
        json_array_append_new(ids, json_string(text_at(json_array_get(items, i - 1), "id")));
    json_decref(page);
    return ids;
}

static json_t *wish_for_everything(const char *kind)
{
    return json_pack("{s:o}", "wishes", everything(kind));
}

/* Every card of every kind that is spliced. */
static json_t *wishes_by_kind(void)
{
    static const char *const kinds[] = {"abilities", "unit_upgrades", "genomes"};
    json_t *by_kind = json_object();
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        json_object_set_new(by_kind, kinds[i], everything(kinds[i]));
    return by_kind;
}

/* The open step, "" in play; static. */
static const char *step_of(const json_t *view)
{
    const char *step = json_string_value(value_at(view, "step/id"));
    return step ? step : "";
}

/* One move of somebody who is waited for and has no orders, which are bits; or, if there is only
 * who has, waits for it to come. False when STEP is over. */
static bool move_others(const char *step, unsigned with_orders)
{
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    bool there = strcmp(step_of(view), step) == 0;
    size_t count = json_array_size(json_object_get(view, "waiting_on"));
    size_t mover = PLAYERS;
    for (size_t i = 0; there && i < count; i++)
        if (!(with_orders >> waiting_player(view, i) & 1))
            mover = waiting_player(view, i);
    struct log_follower follower = {&draft, number_at(view, "version")};
    json_decref(view);
    if (mover < PLAYERS)
        draft_act(&draft, mover);
    else if (there)
        log_pass(&follower, NULL, ANY_PLAYER);
    return there;
}

/* Until the game waits for PLAYER in STEP, who has no orders; others have none either. */
static void play_to_turn_of(size_t player, const char *step)
{
    draft_play_to(&draft, step);
    for (;;) {
        json_t *view = draft_view(&draft, DRAFT_PUBLIC);
        assert_string_equal(step_of(view), step);
        size_t waiting = waiting_player(view, 0);
        json_decref(view);
        if (waiting == player)
            return;
        draft_act(&draft, waiting);
    }
}

/* The members of an event, as a text for the caller to free: what can be told of it without its
 * values. */
static char *form_of(const json_t *event)
{
    json_t *form = json_object();
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(event, "data"), key, value)
        json_object_set_new(form, key, json_integer(json_typeof(value)));
    char *text = json_dumps(form, JSON_SORT_KEYS);
    json_decref(form);
    return text;
}

/* That what came of orders looks like what was sent by hand. */
static void assert_same_form(const char *type, size_t by_orders, size_t by_hand)
{
    struct log_follower follower = {&draft, 0};
    json_t *event = log_await(&follower, type, (int)by_orders);
    follower.seq = 0;
    json_t *other = log_await(&follower, type, (int)by_hand);
    char *forms[] = {form_of(event), form_of(other)};
    assert_string_equal(forms[0], forms[1]);
    assert_null(strstr(forms[0], "order"));
    free(forms[0]);
    free(forms[1]);
    json_decref(event);
    json_decref(other);
}

static json_t *own_history(size_t player)
{
    json_t *view = draft_view(&draft, (int)player);
    json_t *history = json_incref((json_t *)value_at(view, "you/history"));
    json_decref(view);
    return history;
}

/* The first of WISHES that is in LIST, NULL if none is. */
static const char *best_of(const json_t *wishes, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(wishes); i++)
        for (size_t j = 0; j < json_array_size(list); j++)
            if (json_equal(json_array_get(wishes, i), json_array_get(list, j)))
                return json_string_value(json_array_get(wishes, i));
    return NULL;
}

/* That the first player's history is of its own choices, the first splice by the first of GENOMES
 * that was in the hand. */
static void assert_chosen_by_orders(const json_t *genomes)
{
    json_t *history = own_history(0);
    unsigned splices = 0;
    for (size_t i = 0; i < json_array_size(history); i++) {
        const json_t *past = json_array_get(history, i);
        const char *step = text_at(past, "step");
        bool last_faction = strcmp(step, "faction_draft") == 0 && number_at(past, "round") > 2;
        if (!last_faction)
            assert_true(json_is_false(json_object_get(past, "automatic")));
        if (strcmp(step, "splice") == 0 && splices++ == 0) {
            const char *best = best_of(genomes, json_object_get(past, "hand"));
            assert_string_equal(text_at(past, "picked"), best);
        }
    }
    assert_number(splices, 7);
    json_decref(history);
}

/* A whole setup in which one player has left orders for every step that there are any for: it
 * makes its own picks and nobody can tell. */
static void a_player_with_orders_keeps_nobody_waiting(void **state)
{
    (void)state;
    static const char *const lists[][2] = {{"faction_draft", "factions"},
                                           {"seating", "factions"},
                                           {"home_systems", "factions"},
                                           {"kings", "kings"}};
    make(606, NULL);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        json_decref(draft_leave_orders(&draft, 0, lists[i][0], wish_for_everything(lists[i][1])));
    json_t *by_kind = wishes_by_kind();
    json_decref(draft_leave_orders(&draft, 0, "starting_cards", json_incref(by_kind)));
    json_object_set_new(by_kind, "kinds",
                        json_pack("[s,s,s]", "genomes", "abilities", "unit_upgrades"));
    json_decref(draft_leave_orders(&draft, 0, "splice", json_incref(by_kind)));

    static const char *const steps[] = {"faction_draft", "seating", "home_systems", "kings"};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        while (move_others(steps[i], 1))
            continue;
    while (move_others("starting_units", 0))
        continue;
    while (move_others("splice", 1))
        continue;
    while (move_others("starting_cards", 1))
        continue;

    assert_same_form("pick.committed", 0, 1);
    assert_same_form("turn.taken", 0, 1);
    assert_chosen_by_orders(json_object_get(by_kind, "genomes"));
    json_decref(by_kind);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

/* Also where hands are passed at once: what there are orders for is the player's own choice, and
 * only the rest is the autopilot's. */
static void orders_come_before_the_autopilot(void **state)
{
    (void)state;
    make(613, json_pack("{s:{s:s}}", "options", "passing", "pipelined"));
    json_t *by_kind = wishes_by_kind();
    json_decref(draft_leave_orders(&draft, 0, "splice", by_kind));
    for (int player = 0; player < PLAYERS; player++) {
        char rest[64];
        snprintf(rest, sizeof rest, "/players/p%d/autopilot", player + 1);
        struct answer answer = draft_call(&draft, "PUT", player, rest, NULL);
        json_decref(answer_take(&answer, 200));
    }
    struct log_follower follower = {&draft, 0};
    log_pass(&follower, "epoch.disclosed", ANY_PLAYER);
    for (size_t player = 0; player < 2; player++) {
        json_t *history = own_history(player);
        for (size_t i = 0; i < json_array_size(history); i++) {
            const json_t *past = json_array_get(history, i);
            bool by_orders = player == 0 && strcmp(text_at(past, "step"), "splice") == 0;
            assert_true(json_is_true(json_object_get(past, "automatic")) == !by_orders);
        }
        json_decref(history);
    }
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

/* Everything that others can read of the game, as one text for the caller to free. */
static char *all_that_others_see(void)
{
    static const char *const rests[] = {"",          "/events",  "/head", "/transcript",
                                        "/blockers", "/webhooks"};
    const char *const tokens[] = {NULL, draft.host_token, draft.tokens[1], stand.operator_token};
    struct buffer all = buffer_new(1 << 22);
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++)
        for (size_t j = 0; j < sizeof rests / sizeof rests[0]; j++) {
            struct answer answer =
                client_call(draft.client, "GET", draft_path(&draft, rests[j]), tokens[i], NULL);
            buffer_append(&all, answer.raw.body.bytes, answer.raw.body.length);
            const char *tag = answer_header(&answer, "etag");
            buffer_text(&all, tag ? tag : "");
            answer_free(&answer);
        }
    buffer_char(&all, '\0');
    size_t length;
    char *text = buffer_take(&all, &length);
    assert_non_null(text);
    return text;
}

static void nobody_can_tell_that_there_are_orders(void **state)
{
    (void)state;
    make(607, NULL);
    play_to_turn_of(0, "home_systems");
    char *before = all_that_others_see();
    json_decref(draft_leave_orders(&draft, 0, "kings", wish_for_everything("kings")));
    json_decref(draft_leave_orders(&draft, 0, "splice",
                                   json_pack("{s:o}", "abilities", everything("abilities"))));
    struct answer answer =
        draft_call(&draft, "PUT", 0, "/players/p1/quiet_hours",
                   json_pack("{s:s, s:s, s:s}", "zone", "UTC", "from", "00:00", "until", "23:59"));
    json_decref(answer_take(&answer, 200));
    char *after = all_that_others_see();
    assert_string_equal(before, after);
    free(before);
    free(after);
    draft_free(&draft);
}

static void orders_are_carried_out_at_once_when_it_is_ones_turn(void **state)
{
    (void)state;
    make(608, NULL);
    play_to_turn_of(1, "kings");
    struct log_follower follower = {&draft, draft_version(&draft)};
    json_decref(draft_leave_orders(&draft, 1, "kings", wish_for_everything("kings")));
    json_t *event = log_await(&follower, "turn.taken", 1);
    assert_string_equal(text_at(event, "data/step"), "kings");
    json_decref(event);
    draft_free(&draft);
}

static void a_pause_holds_orders_up(void **state)
{
    (void)state;
    make(609, NULL);
    play_to_turn_of(1, "kings");
    struct answer answer = draft_post(&draft, DRAFT_HOST, "/pause", NULL);
    json_decref(answer_take(&answer, 200));
    struct log_follower follower = {&draft, draft_version(&draft)};
    json_decref(draft_leave_orders(&draft, 1, "kings", wish_for_everything("kings")));
    answer = draft_post(&draft, DRAFT_HOST, "/resume", NULL);
    json_decref(answer_take(&answer, 200));
    json_t *event = log_await(&follower, NULL, ANY_PLAYER);
    assert_string_equal(text_at(event, "type"), "game.resumed");
    json_decref(event);
    log_pass(&follower, "turn.taken", 1);
    draft_free(&draft);
}

/* Orders that are gone, or of which nothing can be had, leave the choice to the person. */
static void without_a_wish_the_game_waits_for_the_person(void **state)
{
    (void)state;
    make(610, NULL);
    json_decref(draft_leave_orders(&draft, 0, "kings", wish_for_everything("kings")));
    struct answer answer = draft_call(&draft, "DELETE", 0, "/orders/kings", NULL);
    assert_number(answer.status, 204);
    answer_free(&answer);
    json_decref(draft_leave_orders(&draft, 1, "kings", wish_for_everything("kings")));
    draft_reinvite(&draft, 1);
    draft_join(&draft, 1);
    play_to_turn_of(2, "home_systems"); /* two cards of its own are left to choose from */
    json_t *view = draft_view(&draft, 2);
    json_t *others = everything("factions");
    for (size_t i = json_array_size(others); i > 0; i--) {
        json_t *one = json_pack("[O]", json_array_get(others, i - 1));
        if (best_of(one, value_at(view, "you/actions/0/options")))
            json_array_remove(others, i - 1);
        json_decref(one);
    }
    json_decref(view);
    json_decref(
        draft_leave_orders(&draft, 2, "home_systems", json_pack("{s:o}", "wishes", others)));
    draft_play_to(&draft, "splice"); /* all by hand: nobody is ever too late */
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_with_orders_keeps_nobody_waiting),
        cmocka_unit_test(orders_come_before_the_autopilot),
        cmocka_unit_test(nobody_can_tell_that_there_are_orders),
        cmocka_unit_test(orders_are_carried_out_at_once_when_it_is_ones_turn),
        cmocka_unit_test(a_pause_holds_orders_up),
        cmocka_unit_test(without_a_wish_the_game_waits_for_the_person),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
