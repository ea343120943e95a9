/*
 * What players hold and pick stays with them. What a user would see go wrong: another player's
 * hidden card, nonce or token somewhere in what one receives, in views, events, lists, errors,
 * headers; or something from which it can be told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/one_stand.h"

enum { SECRETS_MAX = 24, ANSWERS_MAX = 48, SECRET_BYTES = 80 };

/* What a player alone knows at a moment, each as it would stand in JSON, with its quotes. */
struct secrets_of_player {
    char texts[SECRETS_MAX][SECRET_BYTES];
    size_t count;
};

static void add_secret(struct secrets_of_player *secrets, const json_t *text)
{
    if (!json_is_string(text))
        return;
    if (secrets->count == SECRETS_MAX)
        fail_msg("a player has too many secrets");
    snprintf(secrets->texts[secrets->count++], SECRET_BYTES, "\"%s\"", json_string_value(text));
}

static void add_secrets(struct secrets_of_player *secrets, const json_t *array)
{
    for (size_t i = 0; i < json_array_size(array); i++)
        add_secret(secrets, json_array_get(array, i));
}

/* Hand, facedown cards, what lies sealed, and the nonces of what stays facedown. */
static struct secrets_of_player secrets_in(const json_t *view)
{
    struct secrets_of_player secrets = {.count = 0};
    add_secrets(&secrets, value_at(view, "you/hand"));
    add_secrets(&secrets, value_at(view, "you/facedown"));
    add_secrets(&secrets, value_at(view, "you/sealed/cards"));
    add_secret(&secrets, value_at(view, "you/sealed/nonce"));
    const json_t *history = value_at(view, "you/history");
    for (size_t i = 0; i < json_array_size(history); i++) {
        const json_t *past = json_array_get(history, i);
        if (strcmp(text_at(past, "step"), "seating") != 0) /* those were turned up */
            add_secret(&secrets, json_object_get(past, "nonce"));
    }
    return secrets;
}

/* The cards that each player has had in hand, as a set of their JSON texts: when they are passed
 * on, they are no secret to who passed them. */
struct memory {
    json_t *held[PLAYERS_MAX];
};

static void remember_hand(json_t *held, const json_t *view)
{
    const json_t *hand = value_at(view, "you/hand");
    for (size_t i = 0; i < json_array_size(hand); i++) {
        char quoted[SECRET_BYTES];
        snprintf(quoted, sizeof quoted, "\"%s\"", json_string_value(json_array_get(hand, i)));
        json_object_set_new(held, quoted, json_true());
    }
}

/* No card may be in two hands: otherwise what one player remembers would hide a leak. */
static void check_hands_differ(json_t *const *views, size_t players)
{
    json_t *owner = json_object();
    static const char *const paths[] = {"you/hand", "you/facedown"};
    for (size_t i = 0; i < players; i++) {
        json_t *own = json_object();
        for (size_t k = 0; k < 2; k++) {
            const json_t *cards = value_at(views[i], paths[k]);
            for (size_t c = 0; c < json_array_size(cards); c++)
                json_object_set_new(own, json_string_value(json_array_get(cards, c)), json_true());
        }
        const char *card;
        json_t *unused;
        json_object_foreach(own, card, unused)
        {
            if (json_object_get(owner, card))
                fail_msg("%s is with two players", card);
            json_object_set_new(owner, card, json_true());
        }
        json_decref(own);
    }
    json_decref(owner);
}

static void check_answer(const struct answer *answer, const struct secrets_of_player *secrets,
                         const json_t *known, size_t owner, const char *receiver, const char *path)
{
    for (size_t i = 0; i < secrets->count; i++) {
        if (known && json_object_get(known, secrets->texts[i]))
            continue;
        if (answer_contains(answer, secrets->texts[i]))
            fail_msg("%s gets p%zu's %s in %s", receiver, owner + 1, secrets->texts[i], path);
    }
}

/* Everything that RECEIVER can read of the game, searched for what others know alone. RECEIVER is
 * a player's number or -1. */
static void search_all(const struct draft *draft, const char *token, int receiver, const char *name,
                       const struct secrets_of_player *secrets, const struct memory *memory)
{
    static const char *const rests[] = {"", "/blockers", "/events?limit=200", "/head",
                                        "/transcript"};
    for (size_t i = 0; i <= sizeof rests / sizeof *rests; i++) {
        bool list = i == sizeof rests / sizeof *rests;
        const char *path = list ? "/v1/games?limit=5" : draft_path(draft, rests[i]);
        struct answer answer = client_call(draft->client, "GET", path, token, NULL);
        assert_number(answer.status, 200);
        for (size_t owner = 0; owner < draft->players; owner++) {
            if ((int)owner != receiver)
                check_answer(&answer, &secrets[owner], receiver < 0 ? NULL : memory->held[receiver],
                             owner, name, path);
        }
        answer_free(&answer);
    }
}

static void search_for_everyone(const struct draft *draft, struct memory *memory)
{
    json_t *views[PLAYERS_MAX];
    struct secrets_of_player secrets[PLAYERS_MAX];
    for (size_t i = 0; i < draft->players; i++) {
        views[i] = draft_view(draft, (int)i);
        secrets[i] = secrets_in(views[i]);
    }
    check_hands_differ(views, draft->players);
    for (size_t i = 0; i < draft->players; i++)
        remember_hand(memory->held[i], views[i]);
    for (size_t i = 0; i < draft->players; i++)
        search_all(draft, draft->tokens[i], (int)i, draft->bots[i].player, secrets, memory);
    search_all(draft, NULL, -1, "the public", secrets, memory);
    search_all(draft, draft->host_token, -1, "the host", secrets, memory);
    search_all(draft, stand.creator_token, -1, "the creator", secrets, memory);
    search_all(draft, stand.operator_token, -1, "the operator", secrets, memory);
    for (size_t i = 0; i < draft->players; i++)
        json_decref(views[i]);
}

/* One move, whose answer goes to the one who made it, and holds nothing of the others'. False when
 * it was the last of the setup: then all is disclosed. */
static bool move_and_search(struct draft *draft, const struct memory *memory)
{
    struct prepared prepared;
    json_t *view = draft_view(draft, DRAFT_PUBLIC);
    size_t player = waiting_player(view, 0);
    draft_prepare(draft, player, &prepared);
    struct answer answer = client_send(draft->client, &prepared.request);
    assert_number(answer.status, 200);
    bool setup = strcmp(text_at(answer.json, "status"), "setup") == 0;
    json_t *known = json_copy(memory->held[player]);
    remember_hand(known, answer.json);
    for (size_t owner = 0; setup && owner < draft->players; owner++) {
        if (owner == player)
            continue;
        json_t *other = draft_view(draft, (int)owner);
        struct secrets_of_player secrets = secrets_in(other);
        check_answer(&answer, &secrets, known, owner, draft->bots[player].player,
                     "the answer to a move");
        json_decref(other);
    }
    json_decref(known);
    answer_free(&answer);
    prepared_free(&prepared);
    json_decref(view);
    return setup;
}

static void search_a_whole_draft(size_t players, uint64_t seed, json_t *more)
{
    struct draft draft;
    struct memory memory;
    draft_create(&draft, &stand.client, players, seed, stand.creator_token, more);
    draft_join_all(&draft);
    for (size_t i = 0; i < players; i++)
        memory.held[i] = json_object();
    for (bool setup = true; setup;) {
        search_for_everyone(&draft, &memory);
        setup = move_and_search(&draft, &memory);
    }
    for (size_t i = 0; i < players; i++)
        json_decref(memory.held[i]);
    draft_free(&draft);
}

static void hidden_cards_reach_nobody_else(void **state)
{
    (void)state;
    search_a_whole_draft(3, 61, NULL);
    search_a_whole_draft(4, 62, json_pack("{s:{s:b}}", "options", "show_splice_types", 1));
    search_a_whole_draft(4, 64, json_pack("{s:{s:s}}", "options", "passing", "pipelined"));
}

/* A refusal must not tell whether somebody else holds the card that was named. */
static void refusals_do_not_tell_who_holds_a_card(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 63, NULL, NULL);
    draft_join_all(&draft);
    json_t *other = draft_view(&draft, 1);
    const char *held = json_string_value(json_array_get(value_at(other, "you/hand"), 0));
    const char *named[] = {held, "no_such_card_at_all"};
    json_t *problems[2];
    for (size_t i = 0; i < 2; i++) {
        struct answer answer = draft_post(&draft, 0, "/faction_draft/commit",
                                          json_pack("{s:i, s:[s]}", "round", 1, "cards", named[i]));
        problems[i] = answer_take(&answer, 422);
        json_object_del(problems[i], "request_id");
    }
    assert_true(json_equal(problems[0], problems[1]));
    json_decref(problems[0]);
    json_decref(problems[1]);
    json_decref(other);
    draft_free(&draft);
}

/* Which kind of card was picked, and who sealed it, must not show in the length of an event. */
static void all_commitments_look_alike(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 6, 64, NULL, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, "splice");
    for (unsigned moves = 0; moves < 30; moves++)
        draft_move(&draft);
    struct answer answer =
        client_call(&stand.client, "GET", draft_path(&draft, "/events?limit=200"), NULL, NULL);
    json_t *events = answer_take(&answer, 200);
    size_t length_of_all = 0, count = 0;
    const json_t *items = json_object_get(events, "items");
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *event = json_array_get(items, i);
        if (strcmp(text_at(event, "type"), "pick.committed") != 0 ||
            strcmp(text_at(event, "data/step"), "splice") != 0)
            continue;
        char *text = json_dumps(json_object_get(event, "data"), JSON_COMPACT);
        if (length_of_all == 0)
            length_of_all = strlen(text);
        assert_number(strlen(text), length_of_all);
        free(text);
        count++;
    }
    if (count < 6)
        fail_msg("only %zu commitments to compare", count);
    json_decref(events);
    draft_free(&draft);
}

/* Tokens and invites are told once, to whom they belong. */
static void tokens_and_invites_stand_nowhere_else(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 65, stand.creator_token, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, "kings");
    static const char *const rests[] = {"", "/blockers", "/events?limit=200", "/transcript"};
    const char *viewers[] = {NULL, draft.host_token, stand.creator_token, stand.operator_token,
                             draft.tokens[0]};
    for (size_t v = 0; v < sizeof viewers / sizeof *viewers; v++) {
        for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
            struct answer answer =
                client_call(&stand.client, "GET", draft_path(&draft, rests[i]), viewers[v], NULL);
            for (size_t p = 0; p < draft.players; p++) {
                assert_false(answer_contains(&answer, draft.invites[p]));
                assert_false(answer_contains(&answer, draft.tokens[p]));
            }
            assert_false(answer_contains(&answer, draft.host_token));
            answer_free(&answer);
        }
    }
    draft_free(&draft);
}

/* No id that everybody sees is also a secret that opens something. */
static void ids_in_views_are_no_tokens(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 66, NULL, NULL);
    draft_join_all(&draft);
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    const char *words[] = {draft.game,
                           "p1",
                           "p2",
                           text_at(view, "fairness/seed_commitment"),
                           text_at(view, "fairness/entropy/p1/value"),
                           text_at(view, "fairness/head/hash"),
                           draft.invites[0]};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct answer answer =
            client_call(&stand.client, "GET", draft_path(&draft, ""), words[i], NULL);
        assert_problem(&answer, 401, "unauthenticated");
    }
    json_decref(view);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_cards_reach_nobody_else),
        cmocka_unit_test(refusals_do_not_tell_who_holds_a_card),
        cmocka_unit_test(all_commitments_look_alike),
        cmocka_unit_test(tokens_and_invites_stand_nowhere_else),
        cmocka_unit_test(ids_in_views_are_no_tokens),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
