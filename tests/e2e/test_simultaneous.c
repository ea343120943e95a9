/*
 * Eight players who act at the same instant, two hundred times. What a user would see go wrong: a
 * pick that is refused or lost because another came at the same moment, a round that closes
 * twice, two reveals, a server that answers 5xx.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"
#include "tests/support/volley.h"

enum { PLAYERS = 8, VOLLEYS = 200, CREATORS = 12, READERS = 4 };

static struct stand stand;
static struct volley *volley;

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, NULL);
    volley = volley_new(stand.program.url);
    return 0;
}

static int end(void **state)
{
    (void)state;
    volley_free(volley);
    stand_end(&stand);
    return 0;
}

/* Somebody who follows the log meanwhile, from one event to the next. */
struct reader {
    char path[DRAFT_PATH_BYTES];
    json_int_t seq; /* of the last event that was read */
};

static struct play_request read_on(struct reader *reader, const struct draft *draft)
{
    char rest[64];
    snprintf(rest, sizeof rest, "/events?limit=5&after=%lld", reader->seq);
    snprintf(reader->path, sizeof reader->path, "%s", draft_path(draft, rest));
    return (struct play_request){.method = "GET", .path = reader->path};
}

/* No event may be left out, as would be if later ones were seen first. */
static void take_page(struct reader *reader, const struct answer *answer)
{
    assert_number(answer->status, 200);
    const json_t *items = json_object_get(answer->json, "items");
    for (size_t i = 0; i < json_array_size(items); i++) {
        json_int_t seq = number_at(json_array_get(items, i), "seq");
        if (seq != reader->seq + 1)
            fail_msg("event %lld is followed by %lld", reader->seq, seq);
        reader->seq = seq;
    }
}

/* All for whom the game waits, at once, while others read. */
static void fire_round(struct draft *draft, const json_t *view, struct reader *readers)
{
    struct prepared prepared[PLAYERS];
    struct shot shots[PLAYERS + READERS];
    size_t count = json_array_size(json_object_get(view, "waiting_on"));
    for (size_t i = 0; i < count; i++) {
        draft_prepare(draft, waiting_player(view, i), &prepared[i]);
        shots[i] = (struct shot){.request = prepared[i].request};
    }
    for (size_t i = 0; i < READERS; i++)
        shots[count + i] = (struct shot){.request = read_on(&readers[i], draft)};
    volley_fire(volley, shots, count + READERS);
    for (size_t i = 0; i < count; i++) {
        if (shots[i].answer.status != 200)
            fail_msg("%s %s is answered with %ld: %.*s", prepared[i].path, prepared[i].body,
                     shots[i].answer.status, (int)shots[i].answer.raw.body.length,
                     shots[i].answer.raw.body.bytes ? shots[i].answer.raw.body.bytes : "");
        prepared_free(&prepared[i]);
    }
    for (size_t i = 0; i < READERS; i++)
        take_page(&readers[i], &shots[count + i].answer);
    for (size_t i = 0; i < count + READERS; i++)
        answer_free(&shots[i].answer);
}

/* How often the log has an event of TYPE with this step and round (0: any). */
static size_t count_events(const json_t *events, const char *type, const char *step,
                           json_int_t round)
{
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        const json_t *data = json_object_get(event, "data");
        if (strcmp(text_at(event, "type"), type) == 0 &&
            (!step || strcmp(text_at(data, "step"), step) == 0) &&
            (round == 0 || number_at(data, "round") == round))
            count++;
    }
    return count;
}

/* The whole log, page by page. */
static json_t *all_events(const struct draft *draft)
{
    char rest[64] = "/events?limit=200";
    json_t *events = json_array();
    for (;;) {
        struct answer answer =
            client_call(&stand.client, "GET", draft_path(draft, rest), NULL, NULL);
        json_t *page = answer_take(&answer, 200);
        json_array_extend(events, json_object_get(page, "items"));
        const char *next = json_string_value(json_object_get(page, "next"));
        if (next)
            snprintf(rest, sizeof rest, "/events?limit=200&after=%s", next);
        json_decref(page);
        if (!next)
            return events;
    }
}

static void check_log(const struct draft *draft)
{
    json_t *events = all_events(draft);
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        assert_number(number_at(event, "seq"), i + 1);
        if (strcmp(text_at(event, "type"), "step.closed") != 0)
            continue;
        const char *step = text_at(event, "data/step");
        json_int_t round = number_at(event, "data/round");
        if (count_events(events, "step.closed", step, round) != 1 ||
            count_events(events, "step.opened", step, round) != 1)
            fail_msg("%s, round %d, does not open and close once", step, (int)round);
    }
    assert_number(count_events(events, "cards.revealed", "seating", 0), 1);
    assert_number(count_events(events, "cards.revealed", "starting_units", 0), 1);
    assert_number(count_events(events, "cards.revealed", "starting_cards", 0), 1);
    assert_number(count_events(events, "seats.determined", NULL, 0), 1);
    assert_number(count_events(events, "epoch.disclosed", NULL, 0), 1);
    json_decref(events);
}

/* Plays one game with all who are waited for acting at once; returns how often that was more than
 * one. */
static unsigned play_at_once(uint64_t seed)
{
    struct draft draft;
    struct reader readers[READERS] = {{.seq = 0}};
    unsigned volleys = 0;
    draft_create(&draft, &stand.client, PLAYERS, seed, NULL, NULL);
    draft_join_all(&draft);
    for (bool ended = false; !ended;) {
        json_t *view = draft_view(&draft, DRAFT_PUBLIC);
        ended = strcmp(text_at(view, "status"), "playing") == 0;
        if (!ended) {
            volleys += json_array_size(json_object_get(view, "waiting_on")) > 1;
            fire_round(&draft, view, readers);
        }
        json_decref(view);
    }
    check_log(&draft);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
    return volleys;
}

static void all_may_act_at_the_same_instant(void **state)
{
    (void)state;
    uint64_t seed = 100;
    for (unsigned volleys = 0; volleys < VOLLEYS;)
        volleys += play_at_once(seed++);
}

/* Everybody joins at once, and one of them twice: a place is taken once. */
static void all_may_join_at_the_same_instant(void **state)
{
    (void)state;
    struct draft draft;
    struct shot shots[PLAYERS + 1];
    char path[DRAFT_PATH_BYTES];
    char bodies[PLAYERS + 1][128];
    draft_create(&draft, &stand.client, PLAYERS, 1, NULL, NULL);
    snprintf(path, sizeof path, "%s", draft_path(&draft, "/join"));
    for (size_t i = 0; i <= PLAYERS; i++) {
        snprintf(bodies[i], sizeof bodies[i], "{\"name\":\"N%zu\",\"invite\":\"%s\"}", i,
                 draft.invites[i % PLAYERS]);
        shots[i] = (struct shot){.request = {.method = "POST", .path = path, .body = bodies[i]}};
        shots[i].request.body_length = strlen(bodies[i]);
    }
    volley_fire(volley, shots, PLAYERS + 1);
    assert_number(shots[0].answer.status + shots[PLAYERS].answer.status, 201 + 409);
    for (size_t i = 1; i < PLAYERS; i++)
        assert_number(shots[i].answer.status, 201);
    for (size_t i = 0; i <= PLAYERS; i++)
        answer_free(&shots[i].answer);
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    assert_string_equal(text_at(view, "step/id"), "faction_draft");
    json_decref(view);
    draft_free(&draft);
}

/* The same player from two clients, with two different cards: one of them lies there at the end,
 * and the round does not close by it. */
static void one_player_may_act_twice_at_the_same_instant(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 2, NULL, NULL);
    draft_join_all(&draft);
    json_t *view = draft_view(&draft, 0);
    const json_t *hand = value_at(view, "you/hand");
    char path[DRAFT_PATH_BYTES];
    char bodies[2][160];
    struct shot shots[2];
    snprintf(path, sizeof path, "%s", draft_path(&draft, "/faction_draft/commit"));
    for (size_t i = 0; i < 2; i++) {
        snprintf(bodies[i], sizeof bodies[i], "{\"round\":1,\"cards\":[\"%s\"]}",
                 json_string_value(json_array_get(hand, i)));
        shots[i] = (struct shot){.request = {.method = "POST",
                                             .path = path,
                                             .token = draft.tokens[0],
                                             .body = bodies[i],
                                             .body_length = strlen(bodies[i])}};
    }
    volley_fire(volley, shots, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_number(shots[i].answer.status, 200);
        answer_free(&shots[i].answer);
    }
    json_t *after = draft_view(&draft, 0);
    assert_string_equal(text_at(after, "step/id"), "faction_draft");
    assert_number(number_at(after, "step/round"), 1);
    assert_number(number_at(after, "players/0/facedown"), 1);
    assert_number(json_array_size(value_at(after, "you/sealed/cards")), 1);
    json_decref(after);
    json_decref(view);
    draft_free(&draft);
}

/* The same create with the same key, twelve times at once: one game. */
static void one_key_creates_one_game(void **state)
{
    (void)state;
    static const char *const headers[] = {"Idempotency-Key: once-and-once-only", NULL};
    static const char body[] = "{\"name\":\"Once\",\"players\":3}";
    struct shot shots[CREATORS];
    for (size_t i = 0; i < CREATORS; i++)
        shots[i] = (struct shot){.request = {.method = "POST",
                                             .path = "/v1/games",
                                             .token = stand.creator_token,
                                             .headers = headers,
                                             .body = body,
                                             .body_length = sizeof body - 1}};
    volley_fire(volley, shots, CREATORS);
    size_t first_times = 0;
    for (size_t i = 0; i < CREATORS; i++) {
        assert_number(shots[i].answer.status, 201);
        assert_string_equal(text_at(shots[i].answer.json, "game/id"),
                            text_at(shots[0].answer.json, "game/id"));
        first_times += !answer_header(&shots[i].answer, "idempotent-replayed");
    }
    assert_number(first_times, 1);
    for (size_t i = 0; i < CREATORS; i++)
        answer_free(&shots[i].answer);
    struct answer answer =
        client_call(&stand.client, "GET", "/v1/games?q=Once", stand.creator_token, NULL);
    json_t *list = answer_take(&answer, 200);
    assert_number(json_array_size(json_object_get(list, "items")), 1);
    json_decref(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_may_act_at_the_same_instant),
        cmocka_unit_test(all_may_join_at_the_same_instant),
        cmocka_unit_test(one_player_may_act_twice_at_the_same_instant),
        cmocka_unit_test(one_key_creates_one_game),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
