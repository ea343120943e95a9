/*
 * Units in play over HTTP: produced, captured, returned. What a user would see go wrong: a ship
 * that is nowhere, a captured fighter that comes back to its owner, a player who acts for another,
 * a refusal without its code, a log that is not believed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/at_table.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/one_stand.h"

static struct draft draft; /* each test plays its own up to the end of the setup */

static void set_up(uint64_t seed)
{
    at_table_set_up(&draft, &stand.client, seed);
}

/* A POST that must be accepted. */
static void done(int who, const char *rest, json_t *body)
{
    json_decref(at_table_post(&draft, who, rest, body));
}

static void refused(int who, const char *rest, json_t *body, long status, const char *code)
{
    struct answer answer = draft_post(&draft, who, rest, body);
    assert_problem(&answer, status, code);
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
    json_t *tableau = at_table_get(&draft, rest);
    const json_t *counts = json_object_get(json_object_get(tableau, "units"), unit);
    assert_number(number_at(counts, "board"), board);
    assert_number(number_at(counts, "captured"), captured);
    assert_number(number_at(counts, "reinforcements"), left);
    json_decref(tableau);
}

static void units_come_and_go_within_the_plastic(void **state)
{
    (void)state;
    set_up(301);
    json_t *before = at_table_get(&draft, "/tableaus/p1");
    int there = (int)number_at(before, "units/war_sun/board");
    json_decref(before);
    done(0, "/units", at_table_units("p1", "war_sun", 2 - there, "produced"));
    assert_units("p1", "war_sun", 2, 0, 0);
    refused(0, "/units", at_table_units("p1", "war_sun", 1, "produced"), 409,
            "not_in_reinforcements");
    refused(0, "/units", at_table_units("p1", "war_sun", 3, "destroyed"), 422, "illegal_target");
    refused(1, "/units", at_table_units("p1", "war_sun", 1, "destroyed"), 403, "forbidden");
    refused(0, "/units", at_table_units("p1", "sun", 1, "destroyed"), 422, "invalid_field");
    refused(0, "/units", at_table_units("p1", "war_sun", 0, "destroyed"), 422, "invalid_field");
    done(DRAFT_HOST, "/units", at_table_units("p1", "war_sun", 1, "destroyed"));
    assert_units("p1", "war_sun", 1, 0, 1);
    draft_free(&draft);
}

static void captured_units_are_returned_in_every_way(void **state)
{
    (void)state;
    set_up(302);
    done(0, "/units", at_table_units("p1", "cruiser", 3, "produced"));
    json_t *tableau = at_table_get(&draft, "/tableaus/p1");
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
    set_up(311);
    done(0, "/units", at_table_units("p1", "cruiser", 1, "produced"));
    done(1, "/captures", capture_body("p2", "p1", "cruiser", 1));
    refused(2, "/transactions", proposal("p2", "p1", "cruiser"), 403, "forbidden");
    refused(0, "/transactions", proposal("p2", "p1", "flagship"), 409, "not_captured");
    done(1, "/transactions", proposal("p2", "p1", "cruiser"));
    refused(2, "/transactions/1/decline", NULL, 403, "forbidden");
    json_t *view = draft_view(&draft, 1);
    assert_non_null(at_table_offered(view, "withdraw"));
    assert_null(required_action(view));
    json_decref(view);
    done(0, "/transactions/1/decline", NULL);
    refused(0, "/transactions/1/decline", NULL, 409, "already_done");
    done(1, "/transactions", proposal("p2", "p1", "cruiser"));
    done(1, "/transactions/2/decline", json_object());
    json_t *events = at_table_get(&draft, "/events?after=40&limit=200");
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
    set_up(303);
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

static void the_eliminated_leave_the_table(void **state)
{
    (void)state;
    set_up(309);
    done(0, "/units", at_table_units("p1", "carrier", 1, "produced"));
    done(1, "/captures", capture_body("p2", "p1", "carrier", 1));
    refused(0, "/players/p2/eliminate", NULL, 403, "forbidden");
    refused(DRAFT_HOST, "/players/p7/eliminate", NULL, 404, "not_found");
    json_t *view = at_table_post(&draft, DRAFT_HOST, "/players/p2/eliminate", NULL);
    assert_true(json_is_true(value_at(view, "players/1/eliminated")));
    assert_number(number_at(view, "players/0/units/carrier/captured"), 0);
    json_decref(view);
    refused(1, "/units", at_table_units("p2", "carrier", 1, "produced"), 422, "illegal_target");
    refused(DRAFT_HOST, "/players/p2/eliminate", NULL, 409, "already_done");
    struct answer answer =
        client_call(draft.client, "GET", draft_path(&draft, "/tableaus/p7"), NULL, NULL);
    assert_problem(&answer, 404, "not_found");
    json_t *tableaus = at_table_get(&draft, "/tableaus");
    assert_number(json_array_size(json_object_get(tableaus, "items")), 3);
    assert_number(number_at(tableaus, "items/1/units/carrier/reinforcements"), 0);
    json_decref(tableaus);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_come_and_go_within_the_plastic),
        cmocka_unit_test(captured_units_are_returned_in_every_way),
        cmocka_unit_test(proposals_can_be_declined_and_withdrawn),
        cmocka_unit_test(tokens_of_captured_fighters_are_nobodys),
        cmocka_unit_test(the_eliminated_leave_the_table),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
