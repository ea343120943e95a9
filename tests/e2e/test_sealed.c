/*
 * Commit and reveal, as a client that trusts nobody sees it. What a user would see go wrong: a
 * sealed pick that another can open or copy, one that the server changes, a reveal that comes too
 * early or too late, a game that is stuck on a bad commitment, hands that go the wrong way.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/one_stand.h"

#define NONCE "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

enum { HEX_BYTES = 2 * crypto_hash_sha256_BYTES + 1 };

static struct draft draft; /* each test makes its own */

static void make(size_t players, uint64_t seed)
{
    draft_create(&draft, &stand.client, players, seed, NULL, NULL);
    draft_join_all(&draft);
}

/* SHA-256 of the text that the API's description gives, made by hand. */
static void seal_by_hand(const char *step, int round, int player, const char *card,
                         const char *nonce, char ret_commitment[HEX_BYTES])
{
    char opening[512];
    uint8_t hash[crypto_hash_sha256_BYTES];
    snprintf(opening, sizeof opening, "spliced-pick-v1|%s|%s|%d|p%d|%s|%s", draft.game, step, round,
             player + 1, card, nonce);
    crypto_hash_sha256(hash, (const unsigned char *)opening, strlen(opening));
    sodium_bin2hex(ret_commitment, HEX_BYTES, hash, sizeof hash);
}

/* The card at INDEX in a player's hand, for the caller to free. */
static char *card_in_hand(int player, size_t index)
{
    json_t *view = draft_view(&draft, player);
    char *card = strdup(json_string_value(json_array_get(value_at(view, "you/hand"), index)));
    json_decref(view);
    return card;
}

static struct answer withhold(int player, int round, const char *commitment)
{
    return draft_post(&draft, player, "/faction_draft/commit",
                      json_pack("{s:i, s:s}", "round", round, "commitment", commitment));
}

/* CARDS are ids joined by commas. */
static struct answer reveal(int player, int round, const char *cards, const char *nonce)
{
    json_t *list = json_array();
    while (*cards != '\0') {
        size_t length = strcspn(cards, ",");
        json_array_append_new(list, json_stringn(cards, length));
        cards += length + (cards[length] == ',');
    }
    return draft_post(&draft, player, "/faction_draft/reveal",
                      json_pack("{s:i, s:o, s:s}", "round", round, "cards", list, "nonce", nonce));
}

static struct answer pick_openly(int player, int round, const char *card)
{
    return draft_post(&draft, player, "/faction_draft/commit",
                      json_pack("{s:i, s:[s]}", "round", round, "cards", card));
}

static void accept(struct answer answer)
{
    json_decref(answer_take(&answer, 200));
}

static void what_the_server_seals_can_be_checked(void **state)
{
    (void)state;
    char commitment[HEX_BYTES];
    make(3, 201);
    char *card = card_in_hand(0, 1);
    struct answer answer = pick_openly(0, 1, card);
    json_t *view = answer_take(&answer, 200);
    assert_string_equal(text_at(view, "you/sealed/cards/0"), card);
    seal_by_hand("faction_draft", 1, 0, card, text_at(view, "you/sealed/nonce"), commitment);
    assert_string_equal(text_at(view, "you/sealed/commitment"), commitment);

    /* The log has had the same commitment from this moment on. */
    struct answer log =
        client_call(&stand.client, "GET", draft_path(&draft, "/events?limit=200"), NULL, NULL);
    assert_true(answer_contains(&log, commitment));
    assert_false(answer_contains(&log, text_at(view, "you/sealed/nonce")));
    answer_free(&log);
    json_decref(view);
    free(card);
    draft_free(&draft);
}

static void a_reveal_waits_until_all_have_committed(void **state)
{
    (void)state;
    char commitment[HEX_BYTES];
    make(3, 202);
    char *cards[3] = {card_in_hand(0, 0), card_in_hand(1, 0), card_in_hand(2, 0)};
    seal_by_hand("faction_draft", 1, 0, cards[0], NONCE, commitment);
    struct answer answer = withhold(0, 1, commitment);
    json_t *view = answer_take(&answer, 200);
    assert_true(json_is_null(value_at(view, "you/sealed/cards")));
    json_decref(view);
    answer = reveal(0, 1, cards[0], NONCE);
    assert_problem(&answer, 409, "nothing_to_reveal");
    accept(pick_openly(1, 1, cards[1]));
    answer = reveal(0, 1, cards[0], NONCE);
    assert_problem(&answer, 409, "nothing_to_reveal");
    accept(pick_openly(2, 1, cards[2]));

    /* All have committed: nobody may change a pick now, one reveal is due, no hand has moved. */
    answer = pick_openly(1, 1, cards[1]);
    assert_problem(&answer, 409, "stale_round");
    answer = reveal(1, 1, cards[1], NONCE);
    assert_problem(&answer, 409, "nothing_to_reveal");
    view = draft_view(&draft, 0);
    assert_string_equal(text_at(view, "step/phase"), "reveal");
    assert_number(json_array_size(json_object_get(view, "waiting_on")), 1);
    assert_string_equal(text_at(required_action(view), "action"), "reveal");
    assert_number(json_array_size(value_at(view, "you/hand")), 3);
    json_decref(view);

    accept(reveal(0, 1, cards[0], NONCE));
    view = draft_view(&draft, 0);
    assert_number(number_at(view, "step/round"), 2);
    assert_string_equal(text_at(view, "you/facedown/0"), cards[0]);
    json_decref(view);
    answer = reveal(0, 1, cards[0], NONCE);
    assert_in_range(answer.status, 409, 409);
    answer_free(&answer);
    for (size_t i = 0; i < 3; i++)
        free(cards[i]);
    draft_free(&draft);
}

static void a_wrong_opening_changes_nothing(void **state)
{
    (void)state;
    char commitment[HEX_BYTES];
    make(3, 203);
    char *cards[3] = {card_in_hand(0, 0), card_in_hand(1, 0), card_in_hand(2, 0)};
    char *other = card_in_hand(0, 1);
    seal_by_hand("faction_draft", 1, 0, cards[0], NONCE, commitment);
    accept(withhold(0, 1, commitment));
    accept(pick_openly(1, 1, cards[1]));
    accept(pick_openly(2, 1, cards[2]));
    json_int_t version = draft_version(&draft);
    struct answer answer = reveal(0, 1, other, NONCE);
    assert_problem(&answer, 422, "commitment_mismatch");
    answer =
        reveal(0, 1, cards[0], "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    assert_problem(&answer, 422, "commitment_mismatch");
    assert_number(draft_version(&draft), version);
    accept(reveal(0, 1, cards[0], NONCE));
    free(other);
    for (size_t i = 0; i < 3; i++)
        free(cards[i]);
    draft_free(&draft);
}

/* An opening that matches, of a card that may not be picked: the commitment is void, the player
 * commits anew, and the game goes on to its end. */
static void an_illegal_pick_does_not_hold_up_the_game(void **state)
{
    (void)state;
    char commitment[HEX_BYTES];
    make(3, 204);
    char *cards[3] = {card_in_hand(0, 0), card_in_hand(1, 0), card_in_hand(2, 0)};
    seal_by_hand("faction_draft", 1, 0, cards[1], NONCE, commitment);
    accept(withhold(0, 1, commitment));
    accept(pick_openly(1, 1, cards[1]));
    accept(pick_openly(2, 1, cards[2]));
    struct answer answer = reveal(0, 1, cards[1], NONCE);
    assert_problem(&answer, 422, "illegal_pick");
    answer = reveal(0, 1, cards[1], NONCE);
    assert_problem(&answer, 409, "nothing_to_reveal");
    json_t *view = draft_view(&draft, 0);
    assert_string_equal(text_at(required_action(view), "action"), "commit");
    json_decref(view);
    accept(pick_openly(0, 1, cards[0]));
    view = draft_view(&draft, DRAFT_PUBLIC);
    assert_number(number_at(view, "step/round"), 2);
    json_decref(view);
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    for (size_t i = 0; i < 3; i++)
        free(cards[i]);
    draft_free(&draft);
}

/* What nobody could ever pick can be committed to as well: it opens, is void, and the game goes
 * on. */
static void a_commitment_to_no_card_at_all_is_void_when_it_opens(void **state)
{
    (void)state;
    static const char *const unpickable[] = {"not_a_card", "arborec,argent,bastion,cabal,creuss"};
    for (size_t i = 0; i < 2; i++) {
        char commitment[HEX_BYTES];
        make(3, (unsigned)(240 + i));
        char *cards[2] = {card_in_hand(1, 0), card_in_hand(2, 0)};
        seal_by_hand("faction_draft", 1, 0, unpickable[i], NONCE, commitment);
        accept(withhold(0, 1, commitment));
        accept(pick_openly(1, 1, cards[0]));
        accept(pick_openly(2, 1, cards[1]));
        struct answer answer = reveal(0, 1, "another_card", NONCE);
        assert_problem(&answer, 422, "commitment_mismatch");
        answer = reveal(0, 1, unpickable[i], NONCE);
        assert_problem(&answer, 422, "illegal_pick");
        draft_play_to(&draft, NULL);
        stand_verify(&stand, draft.game, "every deal, pick and turn played again");
        free(cards[0]);
        free(cards[1]);
        draft_free(&draft);
    }
}

/* A round takes as many changes of mind as anybody needs, but a log does not grow without end. */
static void a_pick_cannot_be_changed_without_end(void **state)
{
    (void)state;
    make(3, 242);
    char commitment[HEX_BYTES];
    char *card = card_in_hand(0, 0);
    for (int i = 0; i < 100; i++) {
        char nonce[HEX_BYTES];
        snprintf(nonce, sizeof nonce, "%064x", i);
        seal_by_hand("faction_draft", 1, 0, card, nonce, commitment);
        accept(withhold(0, 1, commitment));
    }
    seal_by_hand("faction_draft", 1, 0, card, NONCE, commitment);
    struct answer answer = withhold(0, 1, commitment);
    assert_problem(&answer, 409, "already_done");
    free(card);
    draft_free(&draft);
}

/* p2 commits what p1 has committed before: it blocks nobody, and opens to nothing. */
static void a_copied_commitment_is_worth_nothing(void **state)
{
    (void)state;
    char commitment[HEX_BYTES];
    make(3, 205);
    char *cards[3] = {card_in_hand(0, 0), card_in_hand(1, 0), card_in_hand(2, 0)};
    seal_by_hand("faction_draft", 1, 0, cards[0], NONCE, commitment);
    accept(withhold(1, 1, commitment));
    accept(withhold(0, 1, commitment));
    accept(pick_openly(2, 1, cards[2]));
    struct answer answer = reveal(1, 1, cards[0], NONCE);
    assert_problem(&answer, 422, "commitment_mismatch");
    accept(reveal(0, 1, cards[0], NONCE));
    for (size_t i = 0; i < 3; i++)
        free(cards[i]);
    draft_free(&draft);
}

/* Not even the player's own, from another round. */
static void a_commitment_is_of_one_round(void **state)
{
    (void)state;
    char commitment[HEX_BYTES];
    make(3, 206);
    for (int player = 0; player < 3; player++) {
        char *card = card_in_hand(player, 0);
        accept(pick_openly(player, 1, card));
        free(card);
    }
    char *cards[3] = {card_in_hand(0, 0), card_in_hand(1, 0), card_in_hand(2, 0)};
    seal_by_hand("faction_draft", 1, 0, cards[0], NONCE, commitment);
    accept(withhold(0, 2, commitment));
    accept(pick_openly(1, 2, cards[1]));
    accept(pick_openly(2, 2, cards[2]));
    struct answer answer = reveal(0, 2, cards[0], NONCE);
    assert_problem(&answer, 422, "commitment_mismatch");
    for (size_t i = 0; i < 3; i++)
        free(cards[i]);
    draft_free(&draft);
}

/* Where hands are passed at once a pick goes with the hand: it names its cards, and it stays. */
static void a_pick_from_a_hand_passed_at_once_is_final(void **state)
{
    (void)state;
    char commitment[HEX_BYTES];
    draft_create(&draft, &stand.client, 3, 208, NULL,
                 json_pack("{s:{s:s}}", "options", "passing", "pipelined"));
    draft_join_all(&draft);
    char *card = card_in_hand(0, 0), *other = card_in_hand(0, 1);
    seal_by_hand("faction_draft", 1, 0, card, NONCE, commitment);
    struct answer answer = withhold(0, 1, commitment);
    assert_true(answer_contains(&answer, "send the cards"));
    assert_problem(&answer, 422, "must_choose");
    answer = pick_openly(0, 1, card);
    json_t *view = answer_take(&answer, 200);
    assert_true(json_is_null(value_at(view, "you/sealed")));
    seal_by_hand("faction_draft", 1, 0, card, text_at(view, "you/history/0/nonce"), commitment);
    assert_string_equal(text_at(view, "you/history/0/commitment"), commitment);
    assert_number(number_at(view, "players/1/hands_waiting/0"), 2);
    answer = pick_openly(0, 1, other);
    assert_true(answer_contains(&answer, "the hand has gone on"));
    assert_problem(&answer, 409, "already_done");

    struct answer log =
        client_call(&stand.client, "GET", draft_path(&draft, "/events?limit=200"), NULL, NULL);
    assert_true(answer_contains(&log, commitment) && answer_contains(&log, "hand.passed"));
    assert_false(answer_contains(&log, text_at(view, "you/history/0/nonce")));
    answer_free(&log);
    json_decref(view);
    free(card);
    free(other);
    draft_free(&draft);
}

/* The seat of the player "pN" who gets PLAYER's hand. */
static int receiver_of(const json_t *view, size_t player)
{
    char path[32];
    snprintf(path, sizeof path, "step/passing/to/p%zu", player + 1);
    return text_at(view, path)[1] - '1';
}

/* One round of the open step, and that each hand went where the views had said, less what was
 * picked from it. False when the step has no passing (any more). */
static bool watch_a_round(void)
{
    json_t *before[PLAYERS_MAX];
    json_t *public_before = draft_view(&draft, DRAFT_PUBLIC);
    json_int_t round = number_at(public_before, "step/round");
    char step[32];
    snprintf(step, sizeof step, "%s", text_at(public_before, "step/id"));
    bool passes = !json_is_null(value_at(public_before, "step/passing"));
    for (size_t i = 0; i < draft.players; i++)
        before[i] = draft_view(&draft, (int)i);
    json_t *now = json_incref(public_before);
    while (json_is_object(json_object_get(now, "step")) &&
           strcmp(text_at(now, "step/id"), step) == 0 && number_at(now, "step/round") == round) {
        json_decref(now);
        draft_move(&draft);
        now = draft_view(&draft, DRAFT_PUBLIC);
    }
    bool goes_on = passes && json_is_object(json_object_get(now, "step")) &&
                   strcmp(text_at(now, "step/id"), step) == 0 &&
                   number_at(now, "step/round") == round + 1;
    for (size_t i = 0; goes_on && i < draft.players; i++) {
        int to = receiver_of(public_before, i);
        json_t *after = draft_view(&draft, to);
        const json_t *came = value_at(after, "you/hand");
        json_t *had = json_object();
        const json_t *went = value_at(before[i], "you/hand");
        for (size_t k = 0; k < json_array_size(went); k++)
            json_object_set_new(had, json_string_value(json_array_get(went, k)), json_true());
        for (size_t k = 0; k < json_array_size(came); k++) {
            const char *card = json_string_value(json_array_get(came, k));
            if (!json_object_get(had, card))
                fail_msg("%s, round %d: p%d holds %s, which p%zu did not have", step, (int)round,
                         to + 1, card, i + 1);
        }
        size_t left = json_array_size(went) - json_array_size(came);
        assert_in_range(left, 0, 1);
        json_decref(had);
        json_decref(after);
    }
    for (size_t i = 0; i < draft.players; i++)
        json_decref(before[i]);
    json_decref(public_before);
    json_decref(now);
    return goes_on;
}

static void hands_go_where_the_view_says(void **state)
{
    (void)state;
    make(5, 207);
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    assert_string_equal(text_at(view, "step/passing/direction"), "left");
    assert_string_equal(text_at(view, "step/passing/to/p1"), "p2");
    assert_string_equal(text_at(view, "step/passing/from/p1"), "p5");
    json_decref(view);
    assert_true(watch_a_round());
    draft_play_to(&draft, "splice");
    view = draft_view(&draft, DRAFT_PUBLIC);
    assert_string_equal(text_at(view, "step/passing/direction"), "right");
    char path[32];
    snprintf(path, sizeof path, "step/passing/to/%s", text_at(view, "seats/0"));
    assert_string_equal(text_at(view, path), text_at(view, "seats/4"));
    json_decref(view);
    unsigned rounds = 0;
    while (watch_a_round())
        rounds++;
    if (rounds < 4)
        fail_msg("only %u rounds of the splice were watched", rounds);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_server_seals_can_be_checked),
        cmocka_unit_test(a_reveal_waits_until_all_have_committed),
        cmocka_unit_test(a_wrong_opening_changes_nothing),
        cmocka_unit_test(an_illegal_pick_does_not_hold_up_the_game),
        cmocka_unit_test(a_commitment_to_no_card_at_all_is_void_when_it_opens),
        cmocka_unit_test(a_pick_cannot_be_changed_without_end),
        cmocka_unit_test(a_copied_commitment_is_worth_nothing),
        cmocka_unit_test(a_commitment_is_of_one_round),
        cmocka_unit_test(a_pick_from_a_hand_passed_at_once_is_final),
        cmocka_unit_test(hands_go_where_the_view_says),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
