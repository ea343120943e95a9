/*
 * What views, blockers and notices say about time: everybody sees until when somebody is waited
 * for, and who is away.
 */
#include <jansson.h>
#include <string.h>

#include "service/json/frame_json.h"
#include "service/json/notices.h"
#include "service/json/view_json.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/timed_game.h"
#include "tests/support/view_reader.h"

static struct timed_game timed;

/* Each is for the caller to free. */
static json_t *view(enum audience audience)
{
    return view_object(&timed.play.record, audience);
}

static json_t *blockers(void)
{
    return blockers_object(&timed.play.record);
}

static const json_t *member(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!value)
        fail_msg("there is no \"%s\"", key);
    return value;
}

static const json_t *entry(const json_t *object, const char *key, size_t index)
{
    return json_array_get(member(object, key), index);
}

/* That OBJECT has the deadline AFTER the start, or none for -1. */
static void assert_deadline(const json_t *object, int64_t after)
{
    const json_t *deadline = member(object, "deadline");
    if (after < 0) {
        assert_true(json_is_null(deadline));
        return;
    }
    char text[TIME_LENGTH + 1];
    time_format(timed.start + after, text);
    assert_string_equal(json_string_value(deadline), text);
}

static void a_view_says_until_when(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_attend(&timed, HOUR,
                 (struct attendance){.type = ATTENDANCE_EXTEND, .player = 0, .length = HOUR});
    json_t *seen = view(AUDIENCE_PLAYER);
    assert_string_equal(json_string_value(member(member(seen, "deadlines"), "grace")), "PT1H");
    assert_deadline(member(seen, "step"), 24 * HOUR); /* the first */
    assert_deadline(entry(seen, "waiting_on", 0), 25 * HOUR);
    assert_deadline(entry(seen, "waiting_on", 1), 24 * HOUR);
    assert_deadline(entry(member(seen, "you"), "actions", 0), 25 * HOUR);
    json_decref(seen);
    json_t *list = blockers();
    assert_deadline(entry(list, "items", 0), 25 * HOUR);
    assert_true(json_is_false(member(entry(list, "items", 0), "overdue")));
    json_decref(list);
}

static void a_game_without_deadlines_says_so(void **state)
{
    (void)state;
    struct deadline_settings settings = {.stated = false};
    timed_begin(&timed, &settings);
    json_t *seen = view(AUDIENCE_PLAYER);
    assert_true(json_is_null(member(seen, "deadlines")));
    assert_deadline(member(seen, "step"), -1);
    assert_deadline(entry(seen, "waiting_on", 0), -1);
    assert_deadline(entry(member(seen, "you"), "actions", 0), -1);
    json_decref(seen);
}

static void a_pick_that_may_be_changed_has_no_deadline(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_choose(&timed, HOUR, 0);
    json_t *seen = view(AUDIENCE_PLAYER);
    assert_deadline(entry(member(seen, "you"), "actions", 0), -1);
    assert_deadline(member(seen, "step"), 24 * HOUR);
    json_decref(seen);
}

static void a_paused_game_has_no_deadlines(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_run(&timed, HOUR, COMMAND_PAUSE, PLAYER_NONE);
    json_t *seen = view(AUDIENCE_PUBLIC);
    assert_deadline(member(seen, "step"), -1);
    assert_deadline(entry(seen, "waiting_on", 0), -1);
    json_decref(seen);
    timed_run(&timed, 2 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    seen = view(AUDIENCE_PUBLIC);
    assert_deadline(member(seen, "step"), 25 * HOUR);
    json_decref(seen);
}

static void who_is_overdue_is_named(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_overdue(&timed, 25 * HOUR, 1);
    json_t *seen = view(AUDIENCE_PUBLIC), *list = blockers();
    assert_true(json_is_false(member(entry(seen, "waiting_on", 0), "overdue")));
    assert_true(json_is_true(member(entry(seen, "waiting_on", 1), "overdue")));
    assert_true(json_is_true(member(entry(list, "items", 1), "overdue")));
    json_decref(seen);
    json_decref(list);
}

static void who_is_away_or_has_handed_over_is_seen(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    json_t *seen = view(AUDIENCE_PUBLIC);
    assert_true(json_is_null(member(entry(seen, "players", 0), "away")));
    assert_true(json_is_false(member(entry(seen, "players", 0), "autopilot")));
    json_decref(seen);
    timed_away(&timed, HOUR, 0, 2 * HOUR, 5 * HOUR);
    timed_attend(&timed, HOUR,
                 (struct attendance){.type = ATTENDANCE_AUTOPILOT, .player = 1, .on = true});
    seen = view(AUDIENCE_PUBLIC);
    char until[TIME_LENGTH + 1];
    time_format(timed.start + 5 * HOUR, until);
    const json_t *away = member(entry(seen, "players", 0), "away");
    assert_string_equal(json_string_value(member(away, "until")), until);
    assert_true(json_is_true(member(entry(seen, "players", 1), "autopilot")));
    json_decref(seen);
    timed_choose(&timed, 6 * HOUR, 1);
    seen = view(AUDIENCE_PUBLIC);
    assert_true(json_is_null(member(entry(seen, "players", 0), "away")));
    json_decref(seen);
}

/* The host's action of that name, NULL if it is not offered. */
static const json_t *host_action(const json_t *seen, const char *name)
{
    size_t index;
    const json_t *action;
    json_array_foreach(member(member(seen, "you"), "actions"), index, action)
    {
        if (strcmp(json_string_value(member(action, "action")), name) == 0)
            return action;
    }
    return NULL;
}

static void the_host_can_move_deadlines_and_give_defaults(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_choose(&timed, HOUR, 0);
    json_t *seen = view(AUDIENCE_HOST);
    const json_t *deadline = host_action(seen, "deadline");
    assert_non_null(deadline);
    assert_number(json_array_size(member(deadline, "options")), 2);
    assert_string_equal(json_string_value(entry(deadline, "options", 0)), "p2");
    assert_null(host_action(seen, "default"));
    json_decref(seen);
    timed_overdue(&timed, 25 * HOUR, 2);
    seen = view(AUDIENCE_HOST);
    const json_t *given = host_action(seen, "default");
    assert_non_null(given);
    assert_number(json_array_size(member(given, "options")), 1);
    assert_string_equal(json_string_value(entry(given, "options", 0)), "p3");
    json_decref(seen);
    timed_run(&timed, 26 * HOUR, COMMAND_PAUSE, PLAYER_NONE);
    seen = view(AUDIENCE_HOST);
    assert_null(host_action(seen, "deadline"));
    assert_null(host_action(seen, "default"));
    json_decref(seen);
}

static void a_notice_says_until_when(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    struct buffer buffer = buffer_new(VIEW_BYTES_MAX);
    notice_write(&timed.play.record, 0, false, &buffer);
    json_t *notice = json_of_buffer(&buffer);
    assert_deadline(member(notice, "data"), 24 * HOUR);
    json_decref(notice);
    buffer = buffer_new(VIEW_BYTES_MAX);
    notice_waited_on_write(&timed.play.record, 0, 6, timed.start, &buffer);
    notice = json_of_buffer(&buffer);
    assert_deadline(member(notice, "data"), 24 * HOUR);
    json_decref(notice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_says_until_when),
        cmocka_unit_test(a_game_without_deadlines_says_so),
        cmocka_unit_test(a_pick_that_may_be_changed_has_no_deadline),
        cmocka_unit_test(a_paused_game_has_no_deadlines),
        cmocka_unit_test(who_is_overdue_is_named),
        cmocka_unit_test(who_is_away_or_has_handed_over_is_seen),
        cmocka_unit_test(the_host_can_move_deadlines_and_give_defaults),
        cmocka_unit_test(a_notice_says_until_when),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
