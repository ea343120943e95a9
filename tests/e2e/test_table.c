/*
 * The game in play over HTTP: cards, splices, units, captures, transactions, blockades. What a user
 * would see go wrong: a bot that cannot act for its table, a player who acts for another, a refusal
 * without its code, a view that does not show what lies on the table, a log that is not believed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"

static struct stand stand;
static struct draft draft; /* each test plays its own up to the end of the setup */

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stand_end(&stand);
    return 0;
}

static void set_up(uint64_t seed, json_t *more)
{
    draft_create(&draft, &stand.client, 3, seed, NULL, more);
    draft_join_all(&draft);
    draft_play_to(&draft, NULL);
}

/* A POST that must be accepted; its view for the caller to free. */
static json_t *post(int who, const char *rest, json_t *body)
{
    struct answer answer = draft_post(&draft, who, rest, body);
    return answer_take(&answer, 200);
}

static void done(int who, const char *rest, json_t *body)
{
    json_decref(post(who, rest, body));
}

static void refused(int who, const char *rest, json_t *body, long status, const char *code)
{
    struct answer answer = draft_post(&draft, who, rest, body);
    assert_problem(&answer, status, code);
}

static json_t *get(const char *rest)
{
    struct answer answer = client_call(draft.client, "GET", draft_path(&draft, rest), NULL, NULL);
    return answer_take(&answer, 200);
}

static json_t *units_body(const char *player, const char *unit, int count, const char *change)
{
    return json_pack("{s:s, s:s, s:i, s:s}", "player", player, "unit", unit, "count", count,
                     "change", change);
}

static json_t *capture_body(const char *captor, const char *owner, const char *unit, int count)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:s}", "captor", captor, "owner", owner, "unit", unit,
                     "count", count, "from", "board");
}

static json_t *return_body(const char *captor, const char *owner, const char *unit)
{
    return json_pack("{s:s, s:s, s:s, s:i}", "captor", captor, "owner", owner, "unit", unit,
                     "count", 1);
}

static json_t *proposal(const char *captor, const char *owner, const char *unit)
{
    return json_pack("{s:s, s:s, s:{s:i}}", "captor", captor, "owner", owner, "units", unit, 1);
}

static void assert_units(const char *player, const char *unit, int board, int captured, int left)
{
    char rest[64];
    snprintf(rest, sizeof rest, "/tableaus/%s", player);
    json_t *tableau = get(rest);
    const json_t *counts = json_object_get(json_object_get(tableau, "units"), unit);
    assert_number(number_at(counts, "board"), board);
    assert_number(number_at(counts, "captured"), captured);
    assert_number(number_at(counts, "reinforcements"), left);
    json_decref(tableau);
}

/* The action of that name that PLAYER is offered; borrowed from VIEW, NULL if there is none. */
static const json_t *offered(const json_t *view, const char *name)
{
    const json_t *actions = value_at(view, "you/actions");
    for (size_t i = 0; i < json_array_size(actions); i++) {
        const json_t *action = json_array_get(actions, i);
        if (strcmp(text_at(action, "action"), name) == 0)
            return action;
    }
    return NULL;
}

static void units_come_and_go_within_the_plastic(void **state)
{
    (void)state;
    set_up(301, NULL);
    json_t *before = get("/tableaus/p1");
    int there = (int)number_at(before, "units/war_sun/board");
    json_decref(before);
    done(0, "/units", units_body("p1", "war_sun", 2 - there, "produced"));
    assert_units("p1", "war_sun", 2, 0, 0);
    refused(0, "/units", units_body("p1", "war_sun", 1, "produced"), 409, "not_in_reinforcements");
    refused(0, "/units", units_body("p1", "war_sun", 3, "destroyed"), 422, "illegal_target");
    refused(1, "/units", units_body("p1", "war_sun", 1, "destroyed"), 403, "forbidden");
    refused(0, "/units", units_body("p1", "sun", 1, "destroyed"), 422, "invalid_field");
    refused(0, "/units", units_body("p1", "war_sun", 0, "destroyed"), 422, "invalid_field");
    done(DRAFT_HOST, "/units", units_body("p1", "war_sun", 1, "destroyed"));
    assert_units("p1", "war_sun", 1, 0, 1);
    draft_free(&draft);
}

static void captured_units_are_returned_in_every_way(void **state)
{
    (void)state;
    set_up(302, NULL);
    done(0, "/units", units_body("p1", "cruiser", 3, "produced"));
    json_t *tableau = get("/tableaus/p1");
    int there = (int)number_at(tableau, "units/cruiser/board");
    json_decref(tableau);
    done(1, "/captures", capture_body("p2", "p1", "cruiser", 3));
    assert_units("p1", "cruiser", there - 3, 3, 8 - there);
    refused(0, "/captures", capture_body("p2", "p1", "cruiser", 1), 403, "forbidden");
    refused(1, "/captures", capture_body("p2", "p1", "pds", 1), 422, "illegal_target");
    refused(1, "/captures", capture_body("p2", "neutral", "cruiser", 1), 422, "illegal_target");
    refused(1, "/captures", capture_body("p2", "nobody", "cruiser", 1), 422, "invalid_field");

    done(1, "/captures/return", return_body("p2", "p1", "cruiser"));
    refused(1, "/captures/return", return_body("p2", "p3", "cruiser"), 409, "not_captured");
    done(0, "/transactions", proposal("p2", "p1", "cruiser"));
    refused(0, "/transactions/1/accept", NULL, 409, "consent_missing");
    refused(2, "/transactions/1/accept", NULL, 403, "forbidden");
    json_t *view = draft_view(&draft, 1);
    assert_string_equal(text_at(required_action(view), "action"), "accept");
    assert_string_equal(text_at(view, "waiting_on/0/action"), "answer");
    json_decref(view);
    done(1, "/transactions/1/accept", NULL);
    refused(1, "/transactions/1/accept", NULL, 409, "already_done");
    refused(1, "/transactions/7/decline", NULL, 404, "not_found");
    assert_units("p1", "cruiser", there - 3, 1, 8 - there + 2);

    done(0, "/transactions", proposal("p2", "p1", "cruiser"));
    done(DRAFT_HOST, "/blockades", json_pack("{s:s, s:s}", "blockader", "p1", "blockaded", "p2"));
    assert_units("p1", "cruiser", there - 3, 0, 8 - there + 3);
    view = draft_view(&draft, DRAFT_PUBLIC);
    assert_number(json_array_size(json_object_get(view, "transactions")), 0);
    assert_string_equal(text_at(view, "blockades/0/blockader"), "p1");
    json_decref(view);
    refused(1, "/captures", capture_body("p2", "p1", "infantry", 1), 409, "blockaded");
    struct answer answer = client_call(draft.client, "DELETE", draft_path(&draft, "/blockades/1"),
                                       draft_token(&draft, 2), NULL);
    assert_problem(&answer, 403, "forbidden");
    answer = client_call(draft.client, "DELETE", draft_path(&draft, "/blockades/1"),
                         draft_token(&draft, 0), NULL);
    json_decref(answer_take(&answer, 200));
    answer = client_call(draft.client, "DELETE", draft_path(&draft, "/blockades/1"),
                         draft_token(&draft, DRAFT_HOST), NULL);
    assert_problem(&answer, 409, "already_done");
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

static void proposals_can_be_declined_and_withdrawn(void **state)
{
    (void)state;
    set_up(311, NULL);
    done(0, "/units", units_body("p1", "cruiser", 1, "produced"));
    done(1, "/captures", capture_body("p2", "p1", "cruiser", 1));
    refused(2, "/transactions", proposal("p2", "p1", "cruiser"), 403, "forbidden");
    refused(0, "/transactions", proposal("p2", "p1", "flagship"), 409, "not_captured");
    done(1, "/transactions", proposal("p2", "p1", "cruiser"));
    refused(2, "/transactions/1/decline", NULL, 403, "forbidden");
    json_t *view = draft_view(&draft, 1);
    assert_non_null(offered(view, "withdraw"));
    assert_null(required_action(view));
    json_decref(view);
    done(0, "/transactions/1/decline", NULL);
    refused(0, "/transactions/1/decline", NULL, 409, "already_done");
    done(1, "/transactions", proposal("p2", "p1", "cruiser"));
    done(1, "/transactions/2/decline", json_object());
    json_t *events = get("/events?after=40&limit=200");
    char *text = json_dumps(events, 0);
    assert_non_null(strstr(text, "transaction.declined"));
    assert_non_null(strstr(text, "transaction.withdrawn"));
    free(text);
    json_decref(events);
    draft_free(&draft);
}

static void tokens_of_captured_fighters_are_nobodys(void **state)
{
    (void)state;
    set_up(303, NULL);
    json_t *body = capture_body("p2", "p1", "fighter", 2);
    json_object_set_new(body, "figure", json_string("token"));
    done(1, "/captures", body);
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    assert_number(number_at(view, "players/1/tableau/captured_tokens/fighter"), 2);
    json_decref(view);
    refused(1, "/transactions", proposal("p2", "p1", "fighter"), 422, "illegal_target");
    done(1, "/captures/return",
         json_pack("{s:s, s:s, s:i}", "captor", "p2", "unit", "fighter", "count", 2));
    refused(1, "/captures/return",
            json_pack("{s:s, s:s, s:i}", "captor", "p2", "unit", "fighter", "count", 1), 409,
            "not_captured");
    refused(1, "/captures/return",
            json_pack("{s:s, s:s, s:i}", "captor", "p2", "unit", "cruiser", "count", 1), 422,
            "invalid_field");
    draft_free(&draft);
}

/* A kind of card of which PLAYER has one, by its place in the view. */
static char *card_of(int player, const char *rest)
{
    char path[64];
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    snprintf(path, sizeof path, "players/%d/tableau/%s", player, rest);
    char *card = strdup(text_at(view, path));
    json_decref(view);
    return card;
}

static void genomes_are_used_once_a_round(void **state)
{
    (void)state;
    set_up(304, NULL);
    char rest[128];
    char *genome = card_of(0, "genomes/0/id");
    snprintf(rest, sizeof rest, "/genomes/%s/exhaust", genome);
    done(0, rest, NULL);
    refused(0, rest, NULL, 409, "exhausted");
    refused(1, rest, NULL, 422, "card_not_available");
    refused(0, "/status_phase", NULL, 403, "forbidden");
    json_t *view = post(DRAFT_HOST, "/status_phase", NULL);
    assert_number(number_at(view, "round"), 2);
    json_decref(view);
    done(DRAFT_HOST, rest, json_object());
    refused(0, "/genomes/no_such_genome/exhaust", NULL, 422, "card_not_available");
    free(genome);
    draft_free(&draft);
}

static void lost_cards_go_back_and_end_the_epoch(void **state)
{
    (void)state;
    set_up(305, NULL);
    char *ability = card_of(0, "abilities/0");
    json_t *before = draft_view(&draft, DRAFT_PUBLIC);
    json_t *after =
        post(0, "/cards/lose", json_pack("{s:s, s:s}", "player", "p1", "card", ability));
    assert_number(number_at(after, "decks/abilities"), number_at(before, "decks/abilities") + 1);
    assert_number(number_at(after, "fairness/epoch"), 2);
    json_decref(before);
    json_decref(after);
    done(1, "/cards/gain", json_pack("{s:s, s:[s]}", "player", "p2", "cards", ability));
    refused(0, "/cards/gain", json_pack("{s:s, s:[s]}", "player", "p1", "cards", ability), 422,
            "card_not_available");
    refused(2, "/cards/lose", json_pack("{s:s, s:s}", "player", "p3", "card", "echo_of_divergence"),
            422, "illegal_target");
    refused(2, "/cards/gain", json_pack("{s:s, s:[]}", "player", "p3", "cards"), 422,
            "wrong_count");
    free(ability);
    draft_free(&draft);
}

/* Lays all upgrades for cruisers that are in the deck before p1: two at least. */
static void gain_cruiser_upgrades(void)
{
    struct answer answer =
        client_call(draft.client, "GET", "/v1/catalogue/unit_upgrades", NULL, NULL);
    json_t *catalogue = answer_take(&answer, 200);
    const json_t *items = json_object_get(catalogue, "items");
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    char *lying = json_dumps(json_object_get(view, "players"), 0);
    json_t *cards = json_array();
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *card = json_array_get(items, i);
        if (strcmp(text_at(card, "unit_slot"), "cruiser") == 0 &&
            !strstr(lying, text_at(card, "id")))
            json_array_append(cards, json_object_get(card, "id"));
    }
    done(0, "/cards/gain", json_pack("{s:s, s:o}", "player", "p1", "cards", cards));
    free(lying);
    json_decref(view);
    json_decref(catalogue);
}

static void several_upgrades_for_one_slot_are_a_choice(void **state)
{
    (void)state;
    set_up(306, NULL);
    gain_cruiser_upgrades();
    json_t *view = draft_view(&draft, 0);
    const json_t *action = required_action(view);
    assert_non_null(action);
    assert_string_equal(text_at(action, "action"), "keep");
    assert_number(json_array_size(value_at(view, "you/actions")), 1);
    const char *kept = json_string_value(json_array_get(json_object_get(action, "options"), 0));
    refused(0, "/units", units_body("p1", "carrier", 1, "produced"), 409, "decision_pending");
    done(1, "/units", units_body("p2", "carrier", 1, "produced"));
    refused(0, "/cards/keep", json_pack("{s:s}", "card", "sol"), 422, "card_not_available");
    refused(1, "/cards/keep", json_pack("{s:s}", "card", kept), 409, "wrong_step");
    done(0, "/cards/keep", json_pack("{s:s}", "card", kept));
    json_t *after = draft_view(&draft, 0);
    assert_null(required_action(after));
    assert_string_equal(text_at(after, "players/0/tableau/unit_upgrades/cruiser/0"), kept);
    json_decref(after);
    json_decref(view);
    draft_free(&draft);
}

static void a_splice_goes_round_to_the_right(void **state)
{
    (void)state;
    set_up(307, NULL);
    refused(1, "/splices", json_pack("{s:s, s:[s]}", "kind", "genomes", "participants", "p1"), 422,
            "wrong_count");
    refused(1, "/splices", json_pack("{s:s, s:[s]}", "kind", "kings", "participants", "p2"), 422,
            "invalid_field");
    json_t *view =
        post(1, "/splices",
             json_pack("{s:s, s:[s,s,s]}", "kind", "genomes", "participants", "p1", "p2", "p3"));
    assert_number(json_array_size(value_at(view, "splice/cards")), 4);
    assert_string_equal(text_at(view, "splice/next"), "p2");
    const json_t *action = required_action(view);
    assert_string_equal(text_at(action, "href"), draft_path(&draft, "/splices/1/take"));
    refused(0, "/splices/1/take", json_pack("{s:s}", "card", "sol"), 409, "not_your_turn");
    refused(1, "/splices", json_pack("{s:s, s:[s]}", "kind", "genomes", "participants", "p2"), 409,
            "decision_pending");
    refused(1, "/splices/2/take", json_pack("{s:s}", "card", "sol"), 404, "not_found");
    refused(1, "/splices/1/take", json_pack("{s:s}", "card", "sol"), 422, "card_not_available");
    for (unsigned taken = 0; taken < 3; taken++) {
        int who = text_at(view, "splice/next")[1] - '1';
        json_t *body = json_pack("{s:O}", "card", value_at(view, "splice/cards/0"));
        json_t *next = post(taken == 1 ? DRAFT_HOST : who, "/splices/1/take", body);
        json_decref(view);
        view = next;
    }
    assert_true(json_is_null(json_object_get(view, "splice")));
    assert_number(number_at(view, "fairness/epoch"), 2);
    json_decref(view);
    refused(1, "/splices/1/take", json_pack("{s:s}", "card", "sol"), 409, "wrong_step");
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

static void the_host_takes_back_the_last_action(void **state)
{
    (void)state;
    set_up(308, NULL);
    done(0, "/units", units_body("p1", "flagship", 1, "produced"));
    json_int_t version = draft_version(&draft);
    refused(0, "/undo", json_pack("{s:I}", "version", version), 409, "undo_refused");
    json_t *view = draft_view(&draft, DRAFT_HOST);
    assert_non_null(offered(view, "undo"));
    json_decref(view);
    done(DRAFT_HOST, "/undo", json_pack("{s:I}", "version", version));
    view = draft_view(&draft, DRAFT_PUBLIC);
    json_int_t left = number_at(view, "players/0/units/flagship/reinforcements");
    json_decref(view);
    done(1, "/splices", json_pack("{s:s, s:[s]}", "kind", "abilities", "participants", "p2"));
    refused(DRAFT_HOST, "/undo", json_pack("{s:I}", "version", draft_version(&draft)), 409,
            "undo_refused");
    assert_number(left == 0 || left == 1, 1);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

static void the_eliminated_leave_the_table(void **state)
{
    (void)state;
    set_up(309, NULL);
    done(0, "/units", units_body("p1", "carrier", 1, "produced"));
    done(1, "/captures", capture_body("p2", "p1", "carrier", 1));
    refused(0, "/players/p2/eliminate", NULL, 403, "forbidden");
    refused(DRAFT_HOST, "/players/p7/eliminate", NULL, 404, "not_found");
    json_t *view = post(DRAFT_HOST, "/players/p2/eliminate", NULL);
    assert_true(json_is_true(value_at(view, "players/1/eliminated")));
    assert_number(number_at(view, "players/0/units/carrier/captured"), 0);
    json_decref(view);
    refused(1, "/units", units_body("p2", "carrier", 1, "produced"), 422, "illegal_target");
    refused(DRAFT_HOST, "/players/p2/eliminate", NULL, 409, "already_done");
    struct answer answer =
        client_call(draft.client, "GET", draft_path(&draft, "/tableaus/p7"), NULL, NULL);
    assert_problem(&answer, 404, "not_found");
    json_t *tableaus = get("/tableaus");
    assert_number(json_array_size(json_object_get(tableaus, "items")), 3);
    assert_number(number_at(tableaus, "items/1/units/carrier/reinforcements"), 0);
    json_decref(tableaus);
    draft_free(&draft);
}

static void bots_play_on_after_the_draft(void **state)
{
    (void)state;
    char output[16384];
    const char *const arguments[] = {"play",     "--url", stand.program.url, "--players", "5",
                                     "--rounds", "4",     "--seed",          "312",       NULL};
    int status = program_run(stand.path, arguments, output, sizeof output);
    if (status != 0 || !strstr(output, "4 rounds played") ||
        !strstr(output, "the transcript holds"))
        fail_msg("the bots ended with %d: %s", status, output);
}

static void the_table_is_set_only_after_the_draft(void **state)
{
    (void)state;
    draft_create(&draft, &stand.client, 3, 310, NULL, NULL);
    refused(DRAFT_HOST, "/status_phase", NULL, 409, "not_started");
    draft_join_all(&draft);
    refused(0, "/units", units_body("p1", "carrier", 1, "produced"), 409, "wrong_step");
    refused(DRAFT_HOST, "/status_phase", NULL, 409, "wrong_step");
    json_t *tableau = get("/tableaus/p1");
    assert_true(json_is_null(json_object_get(tableau, "tableau")));
    json_decref(tableau);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_come_and_go_within_the_plastic),
        cmocka_unit_test(captured_units_are_returned_in_every_way),
        cmocka_unit_test(proposals_can_be_declined_and_withdrawn),
        cmocka_unit_test(tokens_of_captured_fighters_are_nobodys),
        cmocka_unit_test(genomes_are_used_once_a_round),
        cmocka_unit_test(lost_cards_go_back_and_end_the_epoch),
        cmocka_unit_test(several_upgrades_for_one_slot_are_a_choice),
        cmocka_unit_test(a_splice_goes_round_to_the_right),
        cmocka_unit_test(the_host_takes_back_the_last_action),
        cmocka_unit_test(the_eliminated_leave_the_table),
        cmocka_unit_test(the_table_is_set_only_after_the_draft),
        cmocka_unit_test(bots_play_on_after_the_draft),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
