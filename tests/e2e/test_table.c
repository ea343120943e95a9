/*
 * The table in play over HTTP: cards, splices, rounds, and what the host takes back. What a user
 * would see go wrong: a bot that cannot act for its table, a card in two places, a choice that
 * holds up everybody, a log that is not believed.
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
    set_up(304);
    char rest[128];
    char *genome = card_of(0, "genomes/0/id");
    snprintf(rest, sizeof rest, "/genomes/%s/exhaust", genome);
    done(0, rest, NULL);
    refused(0, rest, NULL, 409, "exhausted");
    refused(1, rest, NULL, 422, "card_not_available");
    refused(0, "/status_phase", NULL, 403, "forbidden");
    json_t *view = at_table_post(&draft, DRAFT_HOST, "/status_phase", NULL);
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
    set_up(305);
    char *ability = card_of(0, "abilities/0");
    json_t *before = draft_view(&draft, DRAFT_PUBLIC);
    json_t *after = at_table_post(&draft, 0, "/cards/lose",
                                  json_pack("{s:s, s:s}", "player", "p1", "card", ability));
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

/* Lays all upgrades for cruisers that are in the deck before p1. False: they are too few, others
 * have them. */
static bool gain_cruiser_upgrades(void)
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
    bool enough = json_array_size(cards) > 1;
    if (enough)
        done(0, "/cards/gain", json_pack("{s:s, s:O}", "player", "p1", "cards", cards));
    json_decref(cards);
    free(lying);
    json_decref(view);
    json_decref(catalogue);
    return enough;
}

static void several_upgrades_for_one_slot_are_a_choice(void **state)
{
    (void)state;
    set_up(306);
    while (!gain_cruiser_upgrades()) {
        draft_free(&draft);
        set_up(306);
    }
    json_t *view = draft_view(&draft, 0);
    const json_t *action = required_action(view);
    assert_non_null(action);
    assert_string_equal(text_at(action, "action"), "keep");
    assert_number(json_array_size(value_at(view, "you/actions")), 1);
    const char *kept = json_string_value(json_array_get(json_object_get(action, "options"), 0));
    refused(0, "/units", at_table_units("p1", "carrier", 1, "produced"), 409, "decision_pending");
    done(1, "/units", at_table_units("p2", "carrier", 1, "produced"));
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
    set_up(307);
    refused(1, "/splices", json_pack("{s:s, s:[s]}", "kind", "genomes", "participants", "p1"), 422,
            "wrong_count");
    refused(1, "/splices", json_pack("{s:s, s:[s]}", "kind", "kings", "participants", "p2"), 422,
            "invalid_field");
    json_t *view = at_table_post(
        &draft, 1, "/splices",
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
        json_t *next =
            at_table_post(&draft, taken == 1 ? DRAFT_HOST : who, "/splices/1/take", body);
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
    set_up(308);
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    json_int_t docks = number_at(view, "players/0/units/space_dock/reinforcements");
    json_decref(view);
    done(0, "/units", at_table_units("p1", "space_dock", 1, "produced"));
    json_int_t version = draft_version(&draft);
    refused(0, "/undo", json_pack("{s:I}", "version", version), 409, "undo_refused");
    view = draft_view(&draft, DRAFT_HOST);
    assert_non_null(at_table_offered(view, "undo"));
    assert_number(number_at(view, "players/0/units/space_dock/reinforcements"), docks - 1);
    json_decref(view);
    done(DRAFT_HOST, "/undo", json_pack("{s:I}", "version", version));
    view = draft_view(&draft, DRAFT_PUBLIC);
    assert_number(number_at(view, "players/0/units/space_dock/reinforcements"), docks);
    json_decref(view);
    done(1, "/splices", json_pack("{s:s, s:[s]}", "kind", "abilities", "participants", "p2"));
    refused(DRAFT_HOST, "/undo", json_pack("{s:I}", "version", draft_version(&draft)), 409,
            "undo_refused");
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

static void the_table_is_set_only_after_the_draft(void **state)
{
    (void)state;
    draft_create(&draft, &stand.client, 3, 310, NULL, NULL);
    refused(DRAFT_HOST, "/status_phase", NULL, 409, "not_started");
    draft_join_all(&draft);
    refused(0, "/units", at_table_units("p1", "carrier", 1, "produced"), 409, "wrong_step");
    refused(DRAFT_HOST, "/status_phase", NULL, 409, "wrong_step");
    json_t *tableau = at_table_get(&draft, "/tableaus/p1");
    assert_true(json_is_null(json_object_get(tableau, "tableau")));
    json_decref(tableau);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genomes_are_used_once_a_round),
        cmocka_unit_test(lost_cards_go_back_and_end_the_epoch),
        cmocka_unit_test(several_upgrades_for_one_slot_are_a_choice),
        cmocka_unit_test(a_splice_goes_round_to_the_right),
        cmocka_unit_test(the_host_takes_back_the_last_action),
        cmocka_unit_test(the_table_is_set_only_after_the_draft),
        cmocka_unit_test(bots_play_on_after_the_draft),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
