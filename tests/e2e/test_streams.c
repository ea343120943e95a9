/*
 * The log of a game as a stream. What a bot would see go wrong: an event that never comes or comes
 * twice, a stream that is silent although something has happened, a notice that is not true, a view
 * that is not the caller's, a stream of somebody who has been replaced.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"
#include "tests/support/stream_reader.h"
#include "tests/support/volley.h"

enum { PLAYERS = 4, EVENTS_MAX_SEEN = 4096, TARGET_BYTES = 256 };

static const char *const arguments[] = {"--open", "--heartbeat", "1", "--rate-limit", "off", NULL};
static struct stand stand;

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, arguments);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stand_end(&stand);
    return 0;
}

/* Somebody who follows a game in one of the four ways, and resumes where it stopped. */
enum way { PAGES, POLLS, EVENTS, LINES, WAYS };

struct follower {
    enum way way;
    const struct draft *draft;
    json_int_t seq; /* of the last event */
    struct stream_reader *reader;
};

static const char *target(const struct draft *draft, const char *query)
{
    static char text[TARGET_BYTES];
    snprintf(text, sizeof text, "%s", draft_path(draft, "/events"));
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s", query);
    return text;
}

static struct stream_reader *open_stream(const struct draft *draft, const char *query,
                                         const char *headers)
{
    return stream_open(stream_port(stand.program.url), target(draft, query), headers, 0);
}

static void connect_follower(struct follower *follower)
{
    char more[128];
    char headers[4096];
    if (follower->way == EVENTS) {
        snprintf(headers, sizeof headers, "Last-Event-ID: %lld\r\n%s", follower->seq,
                 stream_headers(ACCEPT_EVENTS, NULL));
        follower->reader = open_stream(follower->draft, "", headers);
    } else {
        snprintf(more, sizeof more, "?after=%lld", follower->seq);
        follower->reader = open_stream(follower->draft, more, stream_headers(ACCEPT_LINES, NULL));
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

static json_int_t version_of(const struct draft *draft)
{
    json_t *view = draft_view(draft, DRAFT_HOST);
    json_int_t version = number_at(view, "version");
    json_decref(view);
    return version;
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

static void abandon(const struct draft *draft)
{
    struct answer answer = draft_post(draft, DRAFT_HOST, "/abandon", NULL);
    json_decref(answer_take(&answer, 200));
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
        json_int_t version = version_of(&draft);
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
    abandon(&draft);
    json_int_t version = version_of(&draft);
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
        json_int_t version = version_of(&draft);
        follow_to(&followers[0], version);
        follow_to(&followers[1], version - 1); /* this one is a little behind */
        stand_kill_and_restart(&stand);
        for (size_t i = 0; i < 2; i++)
            disconnect_follower(&followers[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        connect_follower(&followers[i]);
        follow_to(&followers[i], version_of(&draft));
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
    json_int_t version = version_of(&draft);
    for (json_int_t seq = 0; seq < version; seq++) {
        struct follower follower = {
            .way = seq % 2 == 0 ? EVENTS : LINES, .draft = &draft, .seq = seq};
        connect_follower(&follower);
        follow_to(&follower, seq + 1 < version - 2 ? seq + 2 : version);
        disconnect_follower(&follower);
    }
    draft_free(&draft);
}

/* The header is what the browser sends by itself when it comes back to the same address. */
static void the_header_wins_over_the_query(void **state)
{
    (void)state;
    struct draft draft;
    char headers[256];
    draft_create(&draft, &stand.client, PLAYERS, 14, NULL, NULL);
    draft_join_all(&draft);
    snprintf(headers, sizeof headers, "Last-Event-ID: 4\r\n%s",
             stream_headers(ACCEPT_EVENTS, NULL));
    struct stream_reader *reader = open_stream(&draft, "?after=1", headers);
    struct stream_message message;
    assert_true(stream_message(reader, &message));
    assert_string_equal(message.id, "5");
    stream_message_free(&message);
    stream_close(reader);
    draft_free(&draft);
}

/* Asks as a client that does not stay. HEADER may be NULL. */
static struct answer ask(const struct draft *draft, const char *query, const char *accept,
                         const char *header)
{
    char accepts[64];
    snprintf(accepts, sizeof accepts, "Accept: %s", accept);
    const char *const headers[] = {accepts, header, NULL};
    const struct play_request request = {
        .method = "GET", .path = target(draft, query), .headers = headers};
    return client_send(&stand.client, &request);
}

static void assert_refused(const struct draft *draft, const char *query, const char *accept,
                           const char *header)
{
    struct answer answer = ask(draft, query, accept, header);
    assert_problem(&answer, 422, "invalid_field");
}

static void what_cannot_be_resumed_is_refused(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, PLAYERS, 15, NULL, NULL);
    assert_refused(&draft, "?after=2", ACCEPT_EVENTS, NULL); /* there is one event */
    assert_refused(&draft, "?after=-1", ACCEPT_LINES, NULL);
    assert_refused(&draft, "", ACCEPT_EVENTS, "Last-Event-ID: 2");
    assert_refused(&draft, "", ACCEPT_EVENTS, "Last-Event-ID: one");
    assert_refused(&draft, "?view=2", ACCEPT_EVENTS, NULL);
    assert_refused(&draft, "?limit=5", ACCEPT_EVENTS, NULL);
    assert_refused(&draft, "?view=1", "application/json", NULL);
    assert_refused(&draft, "?wait=0", "application/json", NULL);
    assert_refused(&draft, "?wait=61", "application/json", NULL);
    struct answer answer = ask(&draft, "", "text/html", NULL);
    assert_problem(&answer, 406, "not_acceptable");
    draft_free(&draft);
}

static void the_client_says_which_way_it_wants(void **state)
{
    (void)state;
    static const struct {
        const char *accept;
        const char *type;
    } ways[] = {
        {"*/*", "application/json"},
        {"application/json, text/event-stream", "application/json"},
        {"application/json;q=0.5, text/event-stream", "text/event-stream"},
        {"text/event-stream, */*;q=0.1", "text/event-stream"},
        {"text/*", "text/event-stream"},
        {"application/x-ndjson, application/json;q=0.9", "application/x-ndjson"},
    };
    struct draft draft;
    draft_create(&draft, &stand.client, PLAYERS, 16, NULL, NULL);
    abandon(&draft); /* so that streams come to an end */
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct answer answer = ask(&draft, "", ways[i].accept, NULL);
        assert_number(answer.status, 200);
        assert_string_equal(answer_header(&answer, "content-type"), ways[i].type);
        assert_true(answer_contains(&answer, "vary: Accept\n"));
        assert_true(answer_contains(&answer, "game.abandoned"));
        answer_free(&answer);
    }
    draft_free(&draft);
}

static void a_game_that_is_over_sends_its_clients_home(void **state)
{
    (void)state;
    struct draft draft;
    char header[64];
    draft_create(&draft, &stand.client, PLAYERS, 17, NULL, NULL);
    abandon(&draft);
    snprintf(header, sizeof header, "Last-Event-ID: %lld", version_of(&draft));
    struct answer answer = ask(&draft, "", ACCEPT_EVENTS, header);
    assert_number(answer.status, 204);
    answer_free(&answer);
    answer = ask(&draft, "?after=2&wait=55", "application/json", NULL);
    json_t *page = answer_take(&answer, 200);
    assert_number(json_array_size(json_object_get(page, "items")), 0);
    json_decref(page);
    draft_free(&draft);
}

static void a_head_says_what_a_stream_would_be(void **state)
{
    (void)state;
    static const char *const headers[] = {"Accept: " ACCEPT_EVENTS, NULL};
    struct draft draft;
    draft_create(&draft, &stand.client, PLAYERS, 18, NULL, NULL);
    const struct play_request request = {
        .method = "HEAD", .path = target(&draft, ""), .headers = headers};
    struct answer answer = client_send(&stand.client, &request);
    assert_number(answer.status, 200);
    assert_string_equal(answer_header(&answer, "content-type"), ACCEPT_EVENTS);
    answer_free(&answer);
    draft_free(&draft);
}

static void silence_is_broken_every_second(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, PLAYERS, 19, NULL, NULL);
    struct stream_reader *events =
        open_stream(&draft, "?after=1", stream_headers(ACCEPT_EVENTS, NULL));
    struct stream_reader *lines =
        open_stream(&draft, "?after=1", stream_headers(ACCEPT_LINES, NULL));
    assert_string_equal(stream_line(events), "retry: 3000");
    assert_string_equal(stream_line(events), "");
    for (unsigned i = 0; i < 2; i++) {
        assert_number(stream_line(events)[0], ':');
        assert_string_equal(stream_line(events), "");
        assert_string_equal(stream_line(lines), "");
    }
    stream_close(events);
    stream_close(lines);
    draft_free(&draft);
}

static void a_poll_in_vain_ends_with_nothing(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, PLAYERS, 20, NULL, NULL);
    struct answer answer = ask(&draft, "?after=1&wait=1", "application/json", NULL);
    json_t *page = answer_take(&answer, 200);
    assert_number(json_array_size(json_object_get(page, "items")), 0);
    assert_true(json_is_null(json_object_get(page, "next")));
    assert_number(number_at(page, "head/seq"), 1);
    json_decref(page);
    draft_free(&draft);
}

/* The next message that is not a view, or is one. */
static struct stream_message next_message(struct stream_reader *reader)
{
    struct stream_message message;
    if (!stream_message(reader, &message))
        fail_msg("the stream has ended");
    return message;
}

/* All that a stream says up to the event SEQ and its notices: whom it says the game waits for is
 * noted as bits. */
static unsigned waited_on_at(const struct draft *draft, json_int_t after, size_t notices)
{
    char query[64];
    unsigned players = 0;
    snprintf(query, sizeof query, "?after=%lld", after);
    struct stream_reader *reader = open_stream(draft, query, stream_headers(ACCEPT_EVENTS, NULL));
    for (size_t i = 0; i < notices; i++) {
        struct stream_message message = next_message(reader);
        assert_string_equal(message.event, "player.waited_on");
        assert_string_equal(message.id, "");
        players |= 1u << (text_at(message.data, "player")[1] - '1');
        stream_message_free(&message);
    }
    stream_close(reader);
    return players;
}

static void notices_say_who_is_waited_for_now(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 21, NULL, NULL);
    draft_join_all(&draft);
    json_int_t opened = version_of(&draft);
    assert_number(waited_on_at(&draft, opened, 3), 7);
    draft_act(&draft, 1);
    assert_number(waited_on_at(&draft, opened, 2), 5);
    draft_play_to(&draft, "home_systems");
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    assert_number(waited_on_at(&draft, version_of(&draft), 1), 1u << waiting_player(view, 0));
    json_decref(view);
    draft_free(&draft);
}

static void a_notice_has_no_cards(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 22, NULL, NULL);
    draft_join_all(&draft);
    char query[64];
    snprintf(query, sizeof query, "?after=%lld", version_of(&draft));
    struct stream_reader *reader =
        open_stream(&draft, query, stream_headers(ACCEPT_LINES, draft.tokens[0]));
    json_t *notice = stream_object(reader);
    json_t *data = json_pack("{s:s, s:n, s:i, s:s}", "action", "commit", "deadline", "round", 1,
                             "step", "faction_draft");
    assert_true(json_equal(json_object_get(notice, "data"), data));
    assert_number(json_object_size(notice), 5); /* at, data, player, seq, type */
    json_decref(data);
    json_decref(notice);
    stream_close(reader);
    draft_free(&draft);
}

/* Reads until a view of VERSION or later has come. */
static json_t *view_from(struct stream_reader *reader, json_int_t version)
{
    for (;;) {
        struct stream_message message = next_message(reader);
        if (strcmp(message.event, "view") == 0 && number_at(message.data, "version") >= version)
            return message.data;
        stream_message_free(&message);
    }
}

static void who_wants_gets_its_own_view_with_what_happens(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 23, NULL, NULL);
    draft_join_all(&draft);
    struct stream_reader *readers[3];
    for (int i = 0; i < 3; i++)
        readers[i] = open_stream(&draft, "?view=1",
                                 stream_headers(ACCEPT_EVENTS, draft_token(&draft, i - 1)));
    for (unsigned move = 0; move < 12; move++) {
        for (int i = 0; i < 3; i++) { /* the public, p1 and p2 */
            json_t *streamed = view_from(readers[i], version_of(&draft));
            json_t *asked = draft_view(&draft, i - 1);
            if (!json_equal(streamed, asked))
                fail_msg("the view of %d in its stream is not that which it gets", i - 1);
            json_decref(streamed);
            json_decref(asked);
        }
        assert_true(draft_move(&draft));
    }
    for (size_t i = 0; i < 3; i++)
        stream_close(readers[i]);
    struct stream_reader *lines =
        open_stream(&draft, "?view=1", stream_headers(ACCEPT_LINES, draft.tokens[2]));
    json_t *object = stream_object(lines);
    while (!json_object_get(object, "view")) {
        json_decref(object);
        object = stream_object(lines);
    }
    assert_string_equal(text_at(object, "view/you/player"), "p3");
    json_decref(object);
    stream_close(lines);
    draft_free(&draft);
}

static void a_replaced_player_is_shown_out(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 24, NULL, NULL);
    draft_join_all(&draft);
    struct stream_reader *replaced =
        open_stream(&draft, "?view=1", stream_headers(ACCEPT_EVENTS, draft.tokens[1]));
    json_decref(view_from(replaced, version_of(&draft)));
    struct answer answer = draft_post(&draft, DRAFT_HOST, "/players/p2/reinvite", NULL);
    json_decref(answer_take(&answer, 200));
    assert_true(stream_ends_well(replaced));
    assert_null(replaced->text_length > 0
                    ? memmem(replaced->text, replaced->text_length, "player.reinvited", 16)
                    : NULL);
    struct stream_reader *again =
        open_stream(&draft, "", stream_headers(ACCEPT_EVENTS, draft.tokens[1]));
    assert_number(again->status, 401);
    stream_close(again);
    stream_close(replaced);
    draft_free(&draft);
}

static void a_private_game_has_no_stream_for_strangers(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 25, NULL, json_pack("{s:s}", "visibility", "private"));
    draft_join_all(&draft);
    struct answer answer = ask(&draft, "", ACCEPT_EVENTS, NULL);
    assert_problem(&answer, 404, "not_found");
    answer = ask(&draft, "?wait=55&after=900", "application/json", NULL);
    assert_problem(&answer, 404, "not_found");
    struct stream_reader *own =
        open_stream(&draft, "", stream_headers(ACCEPT_EVENTS, draft.tokens[0]));
    struct stream_message message = next_message(own);
    assert_string_equal(message.id, "1");
    stream_message_free(&message);
    stream_close(own);
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
    sleeping.reader = stream_open(stream_port(stand.program.url), target(&draft, ""),
                                  stream_headers(ACCEPT_EVENTS, NULL), 4096);
    for (unsigned i = 0; i < PAUSES; i++) {
        pause_and_resume(&draft);
        follow_to(&reading, version_of(&draft));
    }
    json_int_t version = version_of(&draft);
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
        readers[i] = open_stream(&draft, "",
                                 stream_headers(i % 2 == 0 ? ACCEPT_EVENTS : ACCEPT_LINES, NULL));
    program_stop(&stand.program);
    for (size_t i = 0; i < 20; i++) {
        assert_true(stream_ends_well(readers[i]));
        stream_close(readers[i]);
    }
    client_free(&stand.client);
    stand.program = program_start(SPLICED_PROGRAM, stand.folder.path, arguments);
    stand.client = client_new(stand.program.url);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_tell_every_event_once),
        cmocka_unit_test(a_stream_goes_on_after_a_kill),
        cmocka_unit_test(a_stream_is_resumed_from_any_event),
        cmocka_unit_test(the_header_wins_over_the_query),
        cmocka_unit_test(what_cannot_be_resumed_is_refused),
        cmocka_unit_test(the_client_says_which_way_it_wants),
        cmocka_unit_test(a_game_that_is_over_sends_its_clients_home),
        cmocka_unit_test(a_head_says_what_a_stream_would_be),
        cmocka_unit_test(silence_is_broken_every_second),
        cmocka_unit_test(a_poll_in_vain_ends_with_nothing),
        cmocka_unit_test(notices_say_who_is_waited_for_now),
        cmocka_unit_test(a_notice_has_no_cards),
        cmocka_unit_test(who_wants_gets_its_own_view_with_what_happens),
        cmocka_unit_test(a_replaced_player_is_shown_out),
        cmocka_unit_test(a_private_game_has_no_stream_for_strangers),
        cmocka_unit_test(who_does_not_read_costs_the_others_nothing),
        cmocka_unit_test(the_end_of_the_server_ends_streams_well),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
