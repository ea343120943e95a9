/*
 * Deadlines, days away and autopilot against the real clock. What a user would see go wrong: a
 * table that hangs on somebody who is not there, a choice that nobody made and nobody can check,
 * a reminder that comes twice, to the wrong one or not at all, time that is taken from somebody by
 * a pause or a restart.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "service/base/text.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/game_stream.h"
#include "tests/support/log_follower.h"
#include "tests/support/receiver.h"

enum { PLAYERS = 3, REST_BYTES = 64 };

#define HOUR INT64_C(3600000)

static struct stand stand;
static struct receiver *receiver;
static struct draft draft; /* each test makes its own */

static int begin(void **state)
{
    (void)state;
    static const char *const arguments[] = {"--open", "--webhook-allow-private", NULL};
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, arguments);
    receiver = receiver_new();
    return 0;
}

static int end(void **state)
{
    (void)state;
    receiver_free(receiver);
    stand_end(&stand);
    return 0;
}

/* A game whose players have joined. DEADLINES is given away. */
static void make(uint64_t seed, json_t *deadlines)
{
    draft_create(&draft, &stand.client, PLAYERS, seed, NULL,
                 json_pack("{s:o}", "deadlines", deadlines));
    draft_join_all(&draft);
}

static json_t *usual(const char *length, const char *on_timeout)
{
    return json_pack("{s:s, s:s}", "default", length, "on_timeout", on_timeout);
}

/* The view that a command answers with, for the caller to free. */
static json_t *done(const char *method, int who, const char *rest, json_t *body)
{
    struct answer answer = draft_call(&draft, method, who, rest, body);
    return answer_take(&answer, 200);
}

static void refused(const char *method, int who, const char *rest, json_t *body, long status,
                    const char *code)
{
    struct answer answer = draft_call(&draft, method, who, rest, body);
    assert_problem(&answer, status, code);
}

static int64_t time_at(const json_t *object, const char *path)
{
    int64_t time;
    const char *text = text_at(object, path);
    if (!time_parse(text, strlen(text), &time))
        fail_msg("%s is no time: %s", path, text);
    return time;
}

static int64_t now(void)
{
    struct clock clock = clock_system();
    return clock_now(&clock);
}

/* RFC 3339 of a time that is AHEAD milliseconds from now, in a static string. */
static const char *ahead(int64_t milliseconds)
{
    static char text[TIME_LENGTH + 1];
    time_format(now() + milliseconds, text);
    return text;
}

/* The entry of PLAYER in an array of objects that name players; NULL if there is none. Borrowed. */
static const json_t *entry_of(const json_t *array, size_t player)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *entry = json_array_get(array, i);
        if (text_at(entry, "player")[1] - '1' == (int)player)
            return entry;
    }
    return NULL;
}

static int64_t deadline_of(const json_t *view, size_t player)
{
    const json_t *entry = entry_of(json_object_get(view, "waiting_on"), player);
    if (!entry)
        fail_msg("p%d is not waited for", (int)player + 1);
    return json_is_null(json_object_get(entry, "deadline")) ? 0 : time_at(entry, "deadline");
}

static int64_t current_deadline_of(size_t player)
{
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    int64_t deadline = deadline_of(view, player);
    json_decref(view);
    return deadline;
}

static void a_silent_player_is_reminded_twice_and_then_chosen_for(void **state)
{
    (void)state;
    make(701, usual("PT1S", "default"));
    struct log_follower follower = {&draft, 0};
    json_t *first = log_await(&follower, "player.reminder", 0);
    assert_number(number_at(first, "data/percent"), 50);
    json_t *second = log_await(&follower, "player.reminder", 0);
    assert_number(number_at(second, "data/percent"), 90);
    assert_string_equal(text_at(first, "data/deadline"), text_at(second, "data/deadline"));
    json_t *overdue = log_await(&follower, NULL, 0);
    assert_string_equal(text_at(overdue, "type"), "player.overdue");
    assert_true(time_at(overdue, "at") >= time_at(second, "data/deadline"));
    json_t *pick = log_await(&follower, NULL, 0);
    assert_string_equal(text_at(pick, "type"), "pick.committed");
    assert_true(json_is_true(value_at(pick, "data/automatic")));
    json_decref(first);
    json_decref(second);
    json_decref(overdue);
    json_decref(pick);
    log_pass(&follower, "pick.committed", 1);
    stand_verify(&stand, draft.game, "chained without a gap");
    draft_free(&draft);
}

/* Reminders as a stream and a webhook have them; whoever has acted gets none. */
static void only_those_who_are_waited_on_are_reminded(void **state)
{
    (void)state;
    make(702, usual("PT2S", "wait"));
    json_t *hook = json_pack("{s:s, s:[s,s]}", "url", receiver_url(receiver, "/reminders"), "types",
                             "player.reminder", "player.overdue");
    struct answer answer = draft_post(&draft, DRAFT_HOST, "/webhooks", hook);
    json_decref(answer_take(&answer, 201));
    draft_act(&draft, 0);
    struct stream_reader *reader =
        stream_of_game(&stand, &draft, "?after=0", stream_headers(ACCEPT_LINES, NULL));
    unsigned told[PLAYERS] = {0};
    while (told[1] + told[2] < 6) {
        json_t *line = stream_object(reader);
        assert_non_null(line);
        const char *type = text_at(line, "type");
        if (strcmp(type, "player.reminder") == 0 || strcmp(type, "player.overdue") == 0)
            told[text_at(line, "player")[1] - '1']++;
        json_decref(line);
    }
    stream_close(reader);
    assert_number(told[0], 0);
    assert_number(told[1], 3);
    receiver_wait(receiver, "/reminders", 6);
    assert_non_null(strstr(receiver_get(receiver, "/reminders", 0)->body, "\"percent\":50"));
    assert_non_null(strstr(receiver_get(receiver, "/reminders", 5)->body, "player.overdue"));
    draft_free(&draft);
}

static void who_is_overdue_is_waited_for_until_the_host_gives_a_default(void **state)
{
    (void)state;
    make(703, usual("PT1S", "wait"));
    struct log_follower follower = {&draft, 0};
    log_pass(&follower, "player.overdue", 1);
    json_t *view = draft_view(&draft, DRAFT_HOST);
    const json_t *entry = entry_of(json_object_get(view, "waiting_on"), 1);
    assert_non_null(entry);
    assert_true(json_is_true(json_object_get(entry, "overdue")));
    json_decref(view);
    struct answer answer = draft_call(&draft, "GET", DRAFT_PUBLIC, "/blockers", NULL);
    json_t *blockers = answer_take(&answer, 200);
    entry = entry_of(json_object_get(blockers, "items"), 1);
    assert_true(json_is_true(json_object_get(entry, "overdue")));
    json_decref(blockers);
    refused("POST", 1, "/players/p2/default", NULL, 403, "forbidden");
    refused("POST", DRAFT_HOST, "/players/p8/default", NULL, 404, "not_found");
    json_decref(done("POST", DRAFT_HOST, "/players/p2/default", NULL));
    json_t *pick = log_await(&follower, "pick.committed", 1);
    assert_true(json_is_true(value_at(pick, "data/automatic")));
    json_decref(pick);
    draft_free(&draft);
}

static void a_game_that_pauses_gives_a_new_period_when_it_goes_on(void **state)
{
    (void)state;
    make(704, usual("PT1S", "pause"));
    struct log_follower follower = {&draft, 0};
    json_t *paused = log_await(&follower, "game.paused", ANY_PLAYER);
    assert_true(json_is_true(value_at(paused, "data/automatic")));
    json_decref(paused);
    refused("POST", DRAFT_HOST, "/deadline", json_pack("{s:s}", "extend", "PT1H"), 409,
            "game_paused");
    int64_t before = now();
    json_t *view = done("POST", DRAFT_HOST, "/resume", NULL);
    assert_string_equal(text_at(view, "status"), "setup");
    assert_true(deadline_of(view, 0) >= before + 1000);
    json_decref(view);
    log_pass(&follower, "game.paused", ANY_PLAYER);
    draft_free(&draft);
}

static void a_pause_keeps_the_time_that_is_left(void **state)
{
    (void)state;
    make(705, usual("PT10H", "default"));
    int64_t before = current_deadline_of(0);
    json_decref(done("POST", DRAFT_HOST, "/pause", NULL));
    json_t *view = done("POST", DRAFT_HOST, "/resume", NULL);
    assert_true(deadline_of(view, 0) >= before);
    json_decref(view);
    draft_free(&draft);
}

static void the_host_moves_deadlines(void **state)
{
    (void)state;
    make(706, usual("PT10H", "default"));
    int64_t before = current_deadline_of(0);
    json_t *view = done("POST", DRAFT_HOST, "/deadline", json_pack("{s:s}", "extend", "PT2H"));
    assert_number(deadline_of(view, 0), before + 2 * HOUR);
    assert_number(deadline_of(view, 1), before + 2 * HOUR);
    json_decref(view);
    view = done("POST", DRAFT_HOST, "/deadline",
                json_pack("{s:s, s:s}", "at", "2036-01-01T13:00:00+01:00", "player", "p2"));
    json_decref(view);
    view = done("POST", DRAFT_HOST, "/deadline",
                json_pack("{s:s, s:s}", "at", ahead(HOUR), "player", "p2"));
    assert_true(deadline_of(view, 1) < before);
    assert_number(deadline_of(view, 0), before + 2 * HOUR);
    json_decref(view);
    refused("POST", DRAFT_HOST, "/deadline", json_pack("{s:s}", "at", "2026-01-01T00:00:00Z"), 422,
            "deadline_past");
    refused("POST", DRAFT_HOST, "/deadline", json_object(), 422, "invalid_field");
    refused("POST", DRAFT_HOST, "/deadline",
            json_pack("{s:s, s:s}", "extend", "PT1H", "at", ahead(HOUR)), 422, "invalid_field");
    refused("POST", DRAFT_HOST, "/deadline", json_pack("{s:s}", "extend", "P1M"), 422,
            "invalid_field");
    refused("POST", DRAFT_HOST, "/deadline",
            json_pack("{s:s, s:s}", "extend", "PT1H", "player", "p4"), 422, "invalid_field");
    refused("POST", 0, "/deadline", json_pack("{s:s}", "extend", "PT1H"), 403, "forbidden");
    refused("POST", DRAFT_HOST, "/players/p1/default", NULL, 409, "not_overdue");
    draft_free(&draft);
}

/* A deadline that the host has set runs out like any other. */
static void a_game_without_deadlines_can_be_given_one(void **state)
{
    (void)state;
    make(707, json_null());
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    assert_true(json_is_null(json_object_get(view, "deadlines")));
    assert_number(deadline_of(view, 0), 0);
    json_decref(view);
    refused("POST", DRAFT_HOST, "/deadline", json_pack("{s:s}", "extend", "PT1H"), 409,
            "no_deadline");
    json_decref(done("POST", DRAFT_HOST, "/deadline", json_pack("{s:s}", "at", ahead(500))));
    struct log_follower follower = {&draft, 0};
    log_pass(&follower, "player.overdue", 2);
    draft_free(&draft);
}

static void days_away_are_not_counted(void **state)
{
    (void)state;
    make(708, json_pack("{s:s, s:s}", "default", "PT10H", "vacation", "P2D"));
    int64_t before = current_deadline_of(0);
    json_t *view =
        done("PUT", 0, "/players/p1/away", json_pack("{s:s}", "until", ahead(24 * HOUR)));
    assert_true(time_at(view, "players/0/away/until") > now());
    assert_true(deadline_of(view, 0) > before + 23 * HOUR);
    assert_number(deadline_of(view, 1), before);
    json_decref(view);
    refused("PUT", 0, "/players/p1/away", json_pack("{s:s}", "until", ahead(100 * HOUR)), 409,
            "vacation_spent");
    refused("PUT", 0, "/players/p1/away", json_pack("{s:s}", "until", "2026-01-01T00:00:00Z"), 422,
            "deadline_past");
    refused("PUT", 0, "/players/p1/away", json_pack("{s:s}", "until", "tomorrow"), 422,
            "invalid_field");
    refused("PUT", 1, "/players/p1/away", json_pack("{s:s}", "until", ahead(HOUR)), 403,
            "forbidden");
    refused("PUT", DRAFT_HOST, "/players/p1/away", json_pack("{s:s}", "until", ahead(HOUR)), 403,
            "forbidden");
    view = done("DELETE", 0, "/players/p1/away", NULL);
    assert_true(json_is_null(value_at(view, "players/0/away")));
    assert_true(deadline_of(view, 0) < before + HOUR);
    json_decref(view);
    refused("DELETE", 0, "/players/p1/away", NULL, 409, "not_away");
    draft_free(&draft);
}

/* Quiet hours that have begun and last for two more: hours and minutes of UTC. */
static json_t *quiet_now(void)
{
    char from[6];
    char until[6];
    snprintf(from, sizeof from, "%.5s", ahead(-HOUR) + strlen("2026-03-01T"));
    snprintf(until, sizeof until, "%.5s", ahead(2 * HOUR) + strlen("2026-03-01T"));
    return json_pack("{s:s, s:s, s:s}", "zone", "UTC", "from", from, "until", until);
}

/* A game in which it is quiet for the first player when it begins. */
static void make_quiet(uint64_t seed, json_t *deadlines)
{
    draft_create(&draft, &stand.client, PLAYERS, seed, NULL,
                 json_pack("{s:o}", "deadlines", deadlines));
    draft_join(&draft, 0);
    json_decref(done("PUT", 0, "/players/p1/quiet_hours", quiet_now()));
    draft_join(&draft, 1);
    draft_join(&draft, 2);
}

static void quiet_hours_keep_reminders_away(void **state)
{
    (void)state;
    make_quiet(712, usual("PT1S", "wait"));
    struct log_follower follower = {&draft, 0};
    log_pass(&follower, "player.reminder", 1);
    log_pass(&follower, "player.reminder", 1);
    follower.seq = 0;
    json_t *event;
    while (strcmp(text_at(event = log_await(&follower, NULL, 0), "type"), "player.overdue") != 0) {
        assert_string_not_equal(text_at(event, "type"), "player.reminder");
        json_decref(event);
    }
    json_decref(event);
    draft_free(&draft);
}

static void quiet_hours_move_deadlines_where_the_game_says_so(void **state)
{
    (void)state;
    json_t *deadlines = usual("PT1S", "default");
    json_object_set_new(deadlines, "quiet_hours", json_string("deadlines"));
    make_quiet(713, deadlines);
    struct log_follower follower = {&draft, 0};
    json_t *moved = log_await(&follower, "deadline.set", ANY_PLAYER);
    assert_string_equal(text_at(moved, "data/cause"), "quiet_hours");
    assert_true(time_at(moved, "data/deadlines/p1") > now() + HOUR);
    assert_null(value_at(moved, "data/deadlines/p2"));
    json_decref(moved);
    log_pass(&follower, "pick.committed", 1); /* for whom it is day */
    assert_true(current_deadline_of(0) > now() + HOUR);
    draft_free(&draft);
}

/* All three hand over: the draft runs to its end by itself, and anybody can check it. */
static void a_table_on_autopilot_drafts_by_itself(void **state)
{
    (void)state;
    make(709, json_null());
    refused("PUT", 1, "/players/p1/autopilot", NULL, 403, "forbidden");
    json_t *view = done("PUT", 0, "/players/p1/autopilot", NULL);
    assert_true(json_is_true(value_at(view, "players/0/autopilot")));
    json_decref(view);
    struct log_follower follower = {&draft, 0};
    json_t *pick = log_await(&follower, "pick.committed", 0);
    assert_true(json_is_true(value_at(pick, "data/automatic")));
    json_decref(pick);
    view = done("DELETE", 0, "/players/p1/autopilot", NULL);
    assert_true(json_is_false(value_at(view, "players/0/autopilot")));
    json_decref(view);
    for (int player = 0; player < PLAYERS; player++) {
        char rest[REST_BYTES];
        snprintf(rest, sizeof rest, "/players/p%d/autopilot", player + 1);
        json_decref(done("PUT", player, rest, json_object()));
    }
    log_pass(&follower, "epoch.disclosed", ANY_PLAYER);
    view = draft_view(&draft, DRAFT_PUBLIC);
    assert_string_equal(text_at(view, "status"), "playing");
    json_decref(view);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

/* Whoever takes a place over plays it. */
static void a_new_player_is_neither_away_nor_on_autopilot(void **state)
{
    (void)state;
    make(710, usual("PT10H", "default"));
    draft_play_to(&draft, "seating");
    json_decref(done("PUT", 0, "/players/p1/away", json_pack("{s:s}", "until", ahead(24 * HOUR))));
    json_decref(done("PUT", 0, "/players/p1/autopilot", NULL));
    struct answer answer = draft_post(&draft, DRAFT_HOST, "/players/p1/reinvite", NULL);
    json_t *reinvited = answer_take(&answer, 200);
    assert_true(json_is_null(value_at(reinvited, "game/players/0/away")));
    assert_true(json_is_false(value_at(reinvited, "game/players/0/autopilot")));
    json_decref(reinvited);
    draft_free(&draft);
}

/* A deadline that went by while the service was down is nobody's fault. */
static void a_restart_gives_an_hour(void **state)
{
    (void)state;
    const struct timespec pause = {.tv_nsec = 5000000};
    make(711, usual("PT3S", "default"));
    int64_t due = current_deadline_of(0);
    program_kill(&stand.program);
    while (now() <= due)
        nanosleep(&pause, NULL);
    stand_start_again(&stand);
    draft.client = &stand.client;
    struct log_follower follower = {&draft, 0};
    json_t *moved = log_await(&follower, "deadline.set", ANY_PLAYER);
    assert_string_equal(text_at(moved, "data/cause"), "restart");
    assert_true(time_at(moved, "data/deadlines/p1") > due + HOUR / 2);
    json_decref(moved);
    assert_true(current_deadline_of(0) > due + HOUR / 2);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_silent_player_is_reminded_twice_and_then_chosen_for),
        cmocka_unit_test(only_those_who_are_waited_on_are_reminded),
        cmocka_unit_test(who_is_overdue_is_waited_for_until_the_host_gives_a_default),
        cmocka_unit_test(a_game_that_pauses_gives_a_new_period_when_it_goes_on),
        cmocka_unit_test(a_pause_keeps_the_time_that_is_left),
        cmocka_unit_test(the_host_moves_deadlines),
        cmocka_unit_test(a_game_without_deadlines_can_be_given_one),
        cmocka_unit_test(days_away_are_not_counted),
        cmocka_unit_test(quiet_hours_keep_reminders_away),
        cmocka_unit_test(quiet_hours_move_deadlines_where_the_game_says_so),
        cmocka_unit_test(a_table_on_autopilot_drafts_by_itself),
        cmocka_unit_test(a_new_player_is_neither_away_nor_on_autopilot),
        cmocka_unit_test(a_restart_gives_an_hour),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
