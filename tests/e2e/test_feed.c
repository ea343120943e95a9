/*
 * The events of all games in one stream. What a bot that runs many games would see go wrong: an
 * event that is missing or twice, one of a game that is not its own, a cursor that means something
 * else after a restart.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/game_stream.h"
#include "tests/support/volley.h"

enum { GAMES = 3, PLAYERS = 3, CURSOR_BYTES = 64 };

static struct stand stand;
static struct draft drafts[GAMES]; /* the last one is another creator's */
static char *other_token;

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, stream_arguments);
    other_token = stand_token(&stand, "creator", "somebody else");
    return 0;
}

static int end(void **state)
{
    (void)state;
    free(other_token);
    stand_end(&stand);
    return 0;
}

static int create_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++)
        draft_create(&drafts[i], &stand.client, PLAYERS, 40 + i,
                     i + 1 < GAMES ? stand.creator_token : other_token,
                     json_pack("{s:s}", "visibility", "private"));
    return 0;
}

static int free_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++)
        draft_free(&drafts[i]);
    return 0;
}

static struct answer ask(const char *query, const char *token)
{
    char path[160];
    snprintf(path, sizeof path, "/v1/events%s", query);
    return client_call(&stand.client, "GET", path, token, NULL);
}

/* Somebody who follows the games of its own. */
struct follower {
    const char *token;
    bool others;               /* another creator's games are its own as well */
    char cursor[CURSOR_BYTES]; /* of the last event */
    json_int_t seqs[GAMES];    /* likewise, by game */
    struct stream_reader *reader;
};

static size_t game_of(const json_t *event)
{
    size_t game = 0;
    while (game < GAMES && strcmp(drafts[game].game, text_at(event, "game")) != 0)
        game++;
    return game;
}

/* Takes EVENT: of its game it must be the one behind the last, or a notice of it. Games of other
 * tests are passed over. */
static void take(struct follower *follower, const json_t *event)
{
    size_t game = game_of(event);
    bool notice = strcmp(text_at(event, "type"), "player.waited_on") == 0;
    if (!notice)
        snprintf(follower->cursor, CURSOR_BYTES, "%s", text_at(event, "cursor"));
    if (game == GAMES)
        return;
    json_int_t seq = number_at(event, "seq");
    if (game == GAMES - 1 && !follower->others)
        fail_msg("an event of somebody else's game");
    if (seq != follower->seqs[game] + (notice ? 0 : 1))
        fail_msg("%s of %d comes after event %d", text_at(event, "type"), (int)seq,
                 (int)follower->seqs[game]);
    follower->seqs[game] = seq;
}

static void connect_follower(struct follower *follower)
{
    char headers[4096];
    snprintf(headers, sizeof headers, "%s%s%s%s", follower->cursor[0] ? "Last-Event-ID: " : "",
             follower->cursor, follower->cursor[0] ? "\r\n" : "",
             stream_headers(ACCEPT_EVENTS, follower->token));
    follower->reader = stream_open(stream_port(stand.program.url), "/v1/events", headers, 0);
    assert_number(follower->reader->status, 200);
}

static void disconnect_follower(struct follower *follower)
{
    stream_close(follower->reader);
    follower->reader = NULL;
}

static bool has_come_to(const struct follower *follower, const json_int_t versions[GAMES])
{
    for (size_t game = 0; game < GAMES; game++)
        if (follower->seqs[game] < versions[game] && (game + 1 < GAMES || follower->others))
            return false;
    return true;
}

static void follow_to(struct follower *follower, const json_int_t versions[GAMES])
{
    while (!has_come_to(follower, versions)) {
        struct stream_message message;
        if (!stream_message(follower->reader, &message))
            fail_msg("the stream has ended");
        assert_string_equal(message.event, text_at(message.data, "type"));
        const json_t *cursor = json_object_get(message.data, "cursor");
        assert_string_equal(message.id, cursor ? json_string_value(cursor) : "");
        take(follower, message.data);
        stream_message_free(&message);
    }
}

static void find_versions(json_int_t ret_versions[GAMES])
{
    for (size_t game = 0; game < GAMES; game++) {
        json_t *view = draft_view(&drafts[game], DRAFT_HOST);
        ret_versions[game] = number_at(view, "version");
        json_decref(view);
    }
}

/* All whom any of the games waits for act at once. */
static void act_everywhere(struct volley *volley)
{
    struct prepared prepared[GAMES * PLAYERS];
    struct shot shots[GAMES * PLAYERS];
    size_t count = 0;
    for (size_t game = 0; game < GAMES; game++) {
        json_t *view = draft_view(&drafts[game], DRAFT_HOST);
        size_t waits = json_array_size(json_object_get(view, "waiting_on"));
        for (size_t i = 0; i < waits; i++) {
            draft_prepare(&drafts[game], waiting_player(view, i), &prepared[count]);
            shots[count] = (struct shot){.request = prepared[count].request};
            count++;
        }
        json_decref(view);
    }
    volley_fire(volley, shots, count);
    for (size_t i = 0; i < count; i++) {
        assert_number(shots[i].answer.status, 200);
        answer_free(&shots[i].answer);
        prepared_free(&prepared[i]);
    }
}

static void creator_and_operator_hear_of_their_games(void **state)
{
    (void)state;
    struct volley *volley = volley_new(stand.program.url);
    struct follower creator = {.token = stand.creator_token};
    struct follower overseer = {.token = stand.operator_token, .others = true};
    json_int_t versions[GAMES];
    connect_follower(&creator);
    connect_follower(&overseer);
    for (size_t game = 0; game < GAMES; game++)
        draft_join_all(&drafts[game]);
    for (unsigned round = 0; round < 8; round++) {
        act_everywhere(volley);
        find_versions(versions);
        if (round % 3 == 2)
            disconnect_follower(&creator);
        if (round % 3 == 2)
            connect_follower(&creator);
        follow_to(&creator, versions);
        follow_to(&overseer, versions);
    }
    disconnect_follower(&creator);
    disconnect_follower(&overseer);
    volley_free(volley);
}

static void the_feed_goes_on_after_a_kill(void **state)
{
    (void)state;
    struct follower follower = {.token = stand.creator_token};
    json_int_t versions[GAMES];
    for (unsigned kill = 0; kill < 3; kill++) {
        connect_follower(&follower);
        for (size_t game = 0; game < GAMES; game++)
            draft_join(&drafts[game], kill);
        find_versions(versions);
        if (kill != 1)
            follow_to(&follower, versions);
        disconnect_follower(&follower);
        stand_kill_and_restart(&stand);
    }
    connect_follower(&follower);
    follow_to(&follower, versions);
    disconnect_follower(&follower);
}

/* Page by page, then a page that is waited for. */
static void pages_join_without_gap_or_repeat(void **state)
{
    (void)state;
    struct follower follower = {.token = stand.creator_token};
    json_int_t versions[GAMES];
    char query[128] = "?limit=3";
    for (size_t game = 0; game < GAMES; game++)
        draft_join_all(&drafts[game]);
    find_versions(versions);
    for (bool more = true; more;) {
        struct answer answer = ask(query, stand.creator_token);
        json_t *page = answer_take(&answer, 200);
        const json_t *items = json_object_get(page, "items");
        for (size_t i = 0; i < json_array_size(items); i++)
            take(&follower, json_array_get(items, i));
        const char *next = json_string_value(json_object_get(page, "next"));
        more = next != NULL;
        snprintf(query, sizeof query, "?limit=3&after=%s", more ? next : follower.cursor);
        json_decref(page);
    }
    assert_true(has_come_to(&follower, versions));

    snprintf(query, sizeof query, "?wait=1&after=%s", follower.cursor);
    struct answer answer = ask(query, stand.creator_token);
    json_t *page = answer_take(&answer, 200);
    assert_number(json_array_size(json_object_get(page, "items")), 0);
    assert_true(json_is_null(json_object_get(page, "next")));
    const char *head = text_at(page, "head/cursor");
    assert_true(strcmp(head, follower.cursor) >= 0); /* others' events may lie behind */
    json_decref(page);
}

static void a_poll_hears_of_what_happens(void **state)
{
    (void)state;
    struct volley *volley = volley_new(stand.program.url);
    char path[128];
    struct answer answer = ask("?limit=1", stand.creator_token);
    json_t *page = answer_take(&answer, 200);
    snprintf(path, sizeof path, "/v1/events?wait=55&after=%s", text_at(page, "head/cursor"));
    json_decref(page);
    struct shot shot = {.request = {.method = "GET", .path = path, .token = stand.creator_token}};
    volley_start(volley, &shot, 1);
    draft_join(&drafts[2], 0); /* not its own */
    draft_join(&drafts[1], 0);
    volley_wait(volley);
    assert_number(shot.answer.status, 200);
    assert_string_equal(text_at(shot.answer.json, "items/0/game"), drafts[1].game);
    assert_string_equal(text_at(shot.answer.json, "items/0/type"), "player.joined");
    answer_free(&shot.answer);
    volley_free(volley);
}

static void a_notice_names_its_game(void **state)
{
    (void)state;
    struct answer answer = ask("?limit=1", stand.creator_token);
    json_t *page = answer_take(&answer, 200);
    char target[128];
    snprintf(target, sizeof target, "/v1/events?after=%s", text_at(page, "head/cursor"));
    json_decref(page);
    struct stream_reader *reader =
        stream_open(stream_port(stand.program.url), target,
                    stream_headers(ACCEPT_LINES, stand.creator_token), 0);
    draft_join_all(&drafts[1]);
    unsigned waited_on = 0;
    while (waited_on != 7) {
        json_t *object = stream_object(reader);
        assert_string_equal(text_at(object, "game"), drafts[1].game);
        if (strcmp(text_at(object, "type"), "player.waited_on") == 0)
            waited_on |= 1u << (text_at(object, "player")[1] - '1');
        json_decref(object);
    }
    stream_close(reader);
}

static void the_feed_is_not_for_everybody(void **state)
{
    (void)state;
    struct answer answer = ask("", NULL);
    assert_problem(&answer, 401, "unauthenticated");
    answer = ask("", drafts[0].host_token);
    assert_problem(&answer, 403, "forbidden");
    answer = ask("?wait=55", drafts[0].host_token);
    assert_problem(&answer, 403, "forbidden");
}

static void a_cursor_that_is_none_is_refused(void **state)
{
    (void)state;
    static const char *const queries[] = {"?after=1",
                                          "?after=00000000000000fg",
                                          "?after=ffffffffffffffff",
                                          "?after=00000000ffffffff",
                                          "?cursor=0000000000000000",
                                          "?view=1"};
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        struct answer answer = ask(queries[i], stand.operator_token);
        assert_problem(&answer, 422, "invalid_field");
    }
}

#define with_games(test) cmocka_unit_test_setup_teardown(test, create_games, free_games)

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_games(creator_and_operator_hear_of_their_games),
        with_games(the_feed_goes_on_after_a_kill),
        with_games(pages_join_without_gap_or_repeat),
        with_games(a_poll_hears_of_what_happens),
        with_games(a_notice_names_its_game),
        with_games(the_feed_is_not_for_everybody),
        with_games(a_cursor_that_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
