/*
 * The log of a game as a stream. What a bot would see go wrong: an event that never comes or comes
 * twice, also when it leaves and comes back or the server is killed, a stream cut off at the end,
 * a client that does not read and holds up the others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/game_stream.h"
#include "tests/support/volley.h"

#define STAND_ARGUMENTS stream_arguments
#include "tests/support/one_stand.h"

enum { PLAYERS = 4 };

/* Somebody who follows a game in one of the four ways, and resumes where it stopped. */
enum way { PAGES, POLLS, EVENTS, LINES, WAYS };

struct follower {
    enum way way;
    const struct draft *draft;
    json_int_t seq; /* of the last event */
    struct stream_reader *reader;
};

static void connect_follower(struct follower *follower)
{
    char more[128];
    char headers[4096];
    if (follower->way == EVENTS) {
        snprintf(headers, sizeof headers, "Last-Event-ID: %lld\r\n%s", follower->seq,
                 stream_headers(ACCEPT_EVENTS, NULL));
        follower->reader = stream_of_game(&stand, follower->draft, "", headers);
    } else {
        snprintf(more, sizeof more, "?after=%lld", follower->seq);
        follower->reader =
            stream_of_game(&stand, follower->draft, more, stream_headers(ACCEPT_LINES, NULL));
    }
    assert_number(follower->reader->status, 200);
}

static void disconnect_follower(struct follower *follower)
{
    if (follower->reader)
        stream_close(follower->reader);
    follower->reader = NULL;
}

static bool is_notice(const json_t *object)
{
    return strcmp(text_at(object, "type"), "player.waited_on") == 0;
}

/* Takes EVENT, which must be the one behind the last, or a notice of it. */
static void take(struct follower *follower, const json_t *event)
{
    json_int_t seq = number_at(event, "seq");
    if (is_notice(event) && seq == follower->seq)
        return;
    if (is_notice(event) || seq != follower->seq + 1)
        fail_msg("%s of %d comes after event %d", text_at(event, "type"), (int)seq,
                 (int)follower->seq);
    assert_non_null(value_at(event, "hash"));
    follower->seq = seq;
}

static void take_page(struct follower *follower)
{
    char query[64];
    snprintf(query, sizeof query, "/events?limit=7&after=%lld%s", follower->seq,
             follower->way == POLLS ? "&wait=55" : "");
    struct answer answer =
        client_call(follower->draft->client, "GET", draft_path(follower->draft, query), NULL, NULL);
    json_t *page = answer_take(&answer, 200);
    const json_t *items = json_object_get(page, "items");
    if (json_array_size(items) == 0)
        fail_msg("there is nothing after %d", (int)follower->seq);
    for (size_t i = 0; i < json_array_size(items); i++)
        take(follower, json_array_get(items, i));
    json_decref(page);
}

static void take_line(struct follower *follower)
{
    json_t *event = stream_object(follower->reader);
    if (!event)
        fail_msg("the stream ends after %d", (int)follower->seq);
    take(follower, event);
    json_decref(event);
}

static void take_message(struct follower *follower)
{
    struct stream_message message;
    if (!stream_message(follower->reader, &message))
        fail_msg("the stream ends after %d", (int)follower->seq);
    assert_string_equal(message.event, text_at(message.data, "type"));
    if (is_notice(message.data))
        assert_string_equal(message.id, "");
    else
        assert_number(strtoul(message.id, NULL, 10), number_at(message.data, "seq"));
    take(follower, message.data);
    stream_message_free(&message);
}

/* Reads until the event SEQ has been seen. */
static void follow_to(struct follower *follower, json_int_t seq)
{
    while (follower->seq < seq) {
        if (follower->way == PAGES || follower->way == POLLS)
            take_page(follower);
        else if (follower->way == LINES)
            take_line(follower);
        else
            take_message(follower);
    }
}

/* All whom the game waits for act at once; false when the setup is over. */
static bool act_together(struct draft *draft, struct volley *volley)
{
    struct prepared prepared[PLAYERS_MAX];
    struct shot shots[PLAYERS_MAX];
    json_t *view = draft_view(draft, DRAFT_PUBLIC);
    bool over = strcmp(text_at(view, "status"), "playing") == 0;
    size_t count = over ? 0 : json_array_size(json_object_get(view, "waiting_on"));
    for (size_t i = 0; i < count; i++) {
        draft_prepare(draft, waiting_player(view, i), &prepared[i]);
        shots[i] = (struct shot){.request = prepared[i].request};
    }
    json_decref(view);
    if (count > 0)
        volley_fire(volley, shots, count);
    for (size_t i = 0; i < count; i++) {
        assert_number(shots[i].answer.status, 200);
        answer_free(&shots[i].answer);
        prepared_free(&prepared[i]);
    }
    return !over;
}

/* A whole draft. Two followers a way: one stays, the other leaves and comes back all the time. */
static void all_ways_tell_every_event_once(void **state)
{
    (void)state;
    struct draft draft;
    struct follower followers[2 * WAYS];
    struct volley *volley = volley_new(stand.program.url);
    draft_create(&draft, &stand.client, PLAYERS, 11, NULL, NULL);
    for (size_t i = 0; i < 2 * WAYS; i++) {
        followers[i] = (struct follower){.way = (enum way)(i % WAYS), .draft = &draft};
        if (followers[i].way >= EVENTS)
            connect_follower(&followers[i]);
    }
    draft_join_all(&draft);
    for (unsigned turn = 0; act_together(&draft, volley); turn++) {
        json_int_t version = draft_version(&draft);
        for (size_t i = 0; i < 2 * WAYS; i++) {
            struct follower *follower = &followers[i];
            bool leaves = follower->way >= EVENTS && i >= WAYS && turn % 3 == i % 3;
            if (leaves)
                disconnect_follower(follower);
            if (leaves)
                connect_follower(follower);
            follow_to(follower, version);
        }
    }
    draft_abandon(&draft);
    json_int_t version = draft_version(&draft);
    for (size_t i = 0; i < 2 * WAYS; i++) {
        follow_to(&followers[i], version);
        if (followers[i].reader)
            assert_true(stream_ends_well(followers[i].reader));
        disconnect_follower(&followers[i]);
    }
    volley_free(volley);
    draft_free(&draft);
}

static void a_stream_goes_on_after_a_kill(void **state)
{
    (void)state;
    struct draft draft;
    struct follower followers[2] = {{.way = EVENTS, .draft = &draft},
                                    {.way = LINES, .draft = &draft}};
    draft_create(&draft, &stand.client, PLAYERS, 12, NULL, NULL);
    draft_join_all(&draft);
    for (unsigned kill = 0; kill < 5; kill++) {
        for (size_t i = 0; i < 2; i++)
            connect_follower(&followers[i]);
        for (unsigned moves = 0; moves < 4; moves++)
            assert_true(draft_move(&draft));
        json_int_t version = draft_version(&draft);
        follow_to(&followers[0], version);
        follow_to(&followers[1], version - 1); /* this one is a little behind */
        stand_kill_and_restart(&stand);
        for (size_t i = 0; i < 2; i++)
            disconnect_follower(&followers[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        connect_follower(&followers[i]);
        follow_to(&followers[i], draft_version(&draft));
        disconnect_follower(&followers[i]);
    }
    draft_free(&draft);
}

static void a_stream_is_resumed_from_any_event(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, PLAYERS, 13, NULL, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, "kings");
    json_int_t version = draft_version(&draft);
    for (json_int_t seq = 0; seq < version; seq++) {
        struct follower follower = {
            .way = seq % 2 == 0 ? EVENTS : LINES, .draft = &draft, .seq = seq};
        connect_follower(&follower);
        follow_to(&follower, seq + 1 < version - 2 ? seq + 2 : version);
        disconnect_follower(&follower);
    }
    draft_free(&draft);
}

static void pause_and_resume(const struct draft *draft)
{
    struct answer answer = draft_post(draft, DRAFT_HOST, "/pause", NULL);
    json_decref(answer_take(&answer, 200));
    answer = draft_post(draft, DRAFT_HOST, "/resume", NULL);
    json_decref(answer_take(&answer, 200));
}

/* It gets what the kernel takes in for it, then it is cut off; it can come back for the rest. */
static void who_does_not_read_costs_the_others_nothing(void **state)
{
    (void)state;
    enum { PAUSES = 350 };
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 26, NULL, NULL);
    draft_join_all(&draft);
    struct follower reading = {.way = EVENTS, .draft = &draft};
    struct follower sleeping = {.way = EVENTS, .draft = &draft};
    connect_follower(&reading);
    sleeping.reader = stream_open(stream_port(stand.program.url), stream_target(&draft, ""),
                                  stream_headers(ACCEPT_EVENTS, NULL), 4096);
    for (unsigned i = 0; i < PAUSES; i++) {
        pause_and_resume(&draft);
        follow_to(&reading, draft_version(&draft));
    }
    json_int_t version = draft_version(&draft);
    struct stream_message message;
    while (stream_message(sleeping.reader, &message)) {
        take(&sleeping, message.data);
        stream_message_free(&message);
    }
    assert_true(sleeping.reader->cut && !sleeping.reader->ended);
    assert_true(sleeping.seq < version);
    disconnect_follower(&sleeping);
    connect_follower(&sleeping);
    follow_to(&sleeping, version);
    disconnect_follower(&sleeping);
    disconnect_follower(&reading);
    draft_free(&draft);
}

static void the_end_of_the_server_ends_streams_well(void **state)
{
    (void)state;
    struct draft draft;
    struct stream_reader *readers[20];
    draft_create(&draft, &stand.client, 3, 27, NULL, NULL);
    for (size_t i = 0; i < 20; i++)
        readers[i] = stream_of_game(
            &stand, &draft, "", stream_headers(i % 2 == 0 ? ACCEPT_EVENTS : ACCEPT_LINES, NULL));
    program_stop(&stand.program);
    for (size_t i = 0; i < 20; i++) {
        assert_true(stream_ends_well(readers[i]));
        stream_close(readers[i]);
    }
    client_free(&stand.client);
    stand.program = program_start(SPLICED_PROGRAM, stand.folder.path, stream_arguments);
    stand.client = client_new(stand.program.url);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_tell_every_event_once),
        cmocka_unit_test(a_stream_goes_on_after_a_kill),
        cmocka_unit_test(a_stream_is_resumed_from_any_event),
        cmocka_unit_test(who_does_not_read_costs_the_others_nothing),
        cmocka_unit_test(the_end_of_the_server_ends_streams_well),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
