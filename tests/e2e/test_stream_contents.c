/*
 * What a stream says beside the log. What a bot would see go wrong: a notice that is not true or
 * says too much, a view that is not the caller's, a stream that is silent although it is open, one
 * that goes on for somebody who has been replaced.
 */
#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/game_stream.h"

#define STAND_ARGUMENTS stream_arguments
#include "tests/support/one_stand.h"

static void silence_is_broken_every_second(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 4, 19, NULL, NULL);
    struct stream_reader *events =
        stream_of_game(&stand, &draft, "?after=1", stream_headers(ACCEPT_EVENTS, NULL));
    struct stream_reader *lines =
        stream_of_game(&stand, &draft, "?after=1", stream_headers(ACCEPT_LINES, NULL));
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

/* All that a stream says up to the event SEQ and its notices: whom it says the game waits for is
 * noted as bits. */
static unsigned waited_on_at(const struct draft *draft, json_int_t after, size_t notices)
{
    char query[64];
    unsigned players = 0;
    snprintf(query, sizeof query, "?after=%lld", after);
    struct stream_reader *reader =
        stream_of_game(&stand, draft, query, stream_headers(ACCEPT_EVENTS, NULL));
    for (size_t i = 0; i < notices; i++) {
        struct stream_message message = stream_next(reader);
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
    json_int_t opened = draft_version(&draft);
    assert_number(waited_on_at(&draft, opened, 3), 7);
    draft_act(&draft, 1);
    assert_number(waited_on_at(&draft, opened, 2), 5);
    draft_play_to(&draft, "home_systems");
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    assert_number(waited_on_at(&draft, draft_version(&draft), 1), 1u << waiting_player(view, 0));
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
    snprintf(query, sizeof query, "?after=%lld", draft_version(&draft));
    struct stream_reader *reader =
        stream_of_game(&stand, &draft, query, stream_headers(ACCEPT_LINES, draft.tokens[0]));
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
        struct stream_message message = stream_next(reader);
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
        readers[i] = stream_of_game(&stand, &draft, "?view=1",
                                    stream_headers(ACCEPT_EVENTS, draft_token(&draft, i - 1)));
    for (unsigned move = 0; move < 12; move++) {
        for (int i = 0; i < 3; i++) { /* the public, p1 and p2 */
            json_t *streamed = view_from(readers[i], draft_version(&draft));
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
        stream_of_game(&stand, &draft, "?view=1", stream_headers(ACCEPT_LINES, draft.tokens[2]));
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
        stream_of_game(&stand, &draft, "?view=1", stream_headers(ACCEPT_EVENTS, draft.tokens[1]));
    json_decref(view_from(replaced, draft_version(&draft)));
    draft_reinvite(&draft, 1);
    assert_true(stream_ends_well(replaced));
    assert_null(replaced->text_length > 0
                    ? memmem(replaced->text, replaced->text_length, "player.reinvited", 16)
                    : NULL);
    struct stream_reader *again =
        stream_of_game(&stand, &draft, "", stream_headers(ACCEPT_EVENTS, draft.tokens[1]));
    assert_number(again->status, 401);
    stream_close(again);
    stream_close(replaced);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_is_broken_every_second),
        cmocka_unit_test(notices_say_who_is_waited_for_now),
        cmocka_unit_test(a_notice_has_no_cards),
        cmocka_unit_test(who_wants_gets_its_own_view_with_what_happens),
        cmocka_unit_test(a_replaced_player_is_shown_out),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
