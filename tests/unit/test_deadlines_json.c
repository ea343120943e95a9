/*
 * Settings of deadlines as creators send them and as logs keep them, and the lines about people and
 * time: what is unclear is refused, and what is written is read again as it was.
 */
#include "service/json/deadlines_json.h"

#include <stdio.h>
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/event_json.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random_attendance.h"
#include "tests/support/timed_game.h"

enum { TEXT_BYTES = 1024, RANDOM_SETTINGS = 1000 };

static struct create_request request;
static struct json_faults faults;

static bool create(const char *deadlines)
{
    char body[TEXT_BYTES], detail[JSON_DETAIL_BYTES];
    faults = (struct json_faults){0};
    snprintf(body, sizeof body, "{\"players\":3,\"deadlines\":%s}", deadlines);
    json_t *object = json_read_object(body, strlen(body), detail);
    assert_non_null(object);
    bool fine = read_create(object, &request, &faults);
    json_decref(object);
    return fine;
}

static const struct deadline_settings *created(const char *deadlines)
{
    if (!create(deadlines))
        fail_msg("%s: %s %s", deadlines, faults.list[0].pointer, faults.list[0].detail);
    return &request.details.deadlines;
}

static void assert_fault(const char *deadlines, const char *pointer)
{
    if (create(deadlines))
        fail_msg("accepted: %s", deadlines);
    if (faults.count != 1 || strcmp(faults.list[0].pointer, pointer) != 0)
        fail_msg("%s: %zu faults, the first at %s", deadlines, faults.count,
                 faults.list[0].pointer);
}

static void assert_written(const struct deadline_settings *settings, const char *expected)
{
    struct buffer buffer = buffer_new(TEXT_BYTES);
    struct json_writer writer = json_writer_start(&buffer);
    deadlines_write(settings, &writer);
    buffer_char(&buffer, '\0');
    assert_false(buffer_failed(&buffer));
    assert_string_equal(buffer.bytes, expected);
    buffer_free(&buffer);
}

static void no_deadlines_are_none(void **state)
{
    (void)state;
    assert_false(created("null")->stated);
    assert_written(&request.details.deadlines, "null");
    assert_number(deadline_period(created("{}"), STEP_KINGS), 0);
    assert_written(&request.details.deadlines,
                   "{\"default\":null,\"grace\":\"PT0S\",\"on_timeout\":\"wait\",\"quiet_hours\":"
                   "\"reminders\",\"steps\":{},\"vacation\":\"P14D\"}");
}

static void everything_can_be_said(void **state)
{
    (void)state;
    const struct deadline_settings *settings =
        created("{\"default\":\"P1D\",\"steps\":{\"splice\":null,\"kings\":\"PT6H\"},\"grace\":"
                "\"PT90M\",\"on_timeout\":\"pause\",\"quiet_hours\":\"deadlines\",\"vacation\":"
                "\"PT0S\"}");
    assert_number(deadline_period(settings, STEP_KINGS), 6 * HOUR);
    assert_number(deadline_period(settings, STEP_SPLICE), 0);
    assert_number(deadline_period(settings, STEP_SEATING), 24 * HOUR);
    assert_number(deadline_period(settings, STEP_NONE), 0);
    assert_number(deadline_vacation(settings), 0);
    assert_written(settings,
                   "{\"default\":\"PT24H\",\"grace\":\"PT1H30M\",\"on_timeout\":\"pause\","
                   "\"quiet_hours\":\"deadlines\",\"steps\":{\"kings\":\"PT6H\",\"splice\":null},"
                   "\"vacation\":\"PT0S\"}");
}

static void a_second_is_a_deadline(void **state)
{
    (void)state;
    assert_number(created("{\"default\":\"PT1S\"}")->usual, 1000);
    assert_number(created("{\"default\":\"P366D\"}")->usual, PERIOD_LONGEST);
    assert_number(created("{\"default\":null}")->usual, 0);
}

static void what_is_no_length_is_told(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "\"PT0S\"", "\"-PT1H\"", "\"PT-1H\"", "\"1 second\"", "\"PT1.5H\"", "\"P1M\"", "\"P1Y\"",
        "\"P\"",    "\"PT\"",    "\"\"",      "\"24h\"",      "\"pt24h\"",  "0",       "-1",
        "1",        "86400",     "true",      "[]",           "\"P367D\"",  "\"P53W\""};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[TEXT_BYTES];
        snprintf(text, sizeof text, "{\"default\":%s}", wrong[i]);
        assert_fault(text, "/deadlines/default");
        snprintf(text, sizeof text, "{\"steps\":{\"kings\":%s}}", wrong[i]);
        assert_fault(text, "/deadlines/steps/kings");
    }
}

static void what_is_no_setting_is_told(void **state)
{
    (void)state;
    assert_fault("[]", "/deadlines");
    assert_fault("\"PT24H\"", "/deadlines");
    assert_fault("{\"defualt\":\"PT24H\"}", "/deadlines/defualt");
    assert_fault("{\"steps\":[]}", "/deadlines/steps");
    assert_fault("{\"steps\":{\"king\":\"PT1H\"}}", "/deadlines/steps/king");
    assert_fault("{\"grace\":\"-PT1H\"}", "/deadlines/grace");
    assert_fault("{\"vacation\":\"P400D\"}", "/deadlines/vacation");
    assert_fault("{\"on_timeout\":\"skip\"}", "/deadlines/on_timeout");
    assert_fault("{\"on_timeout\":true}", "/deadlines/on_timeout");
    assert_fault("{\"quiet_hours\":\"all\"}", "/deadlines/quiet_hours");
}

static void settings_that_are_written_are_read_again(void **state)
{
    (void)state;
    struct luck luck = {5};
    for (unsigned i = 0; i < RANDOM_SETTINGS; i++) {
        const struct deadline_settings settings = random_deadlines(&luck);
        struct buffer buffer = buffer_new(TEXT_BYTES);
        struct json_writer writer = json_writer_start(&buffer);
        deadlines_write(&settings, &writer);
        buffer_char(&buffer, '\0');
        assert_memory_equal(created(buffer.bytes), &settings, sizeof settings);
        buffer_free(&buffer);
    }
}

static bool reads_at(int64_t time, const char *type, uint8_t player, const char *data)
{
    static struct log_event line;
    return event_read(type, player, time, data, strlen(data), NULL, 0, &line);
}

static bool reads(const char *type, uint8_t player, const char *data)
{
    return reads_at(0, type, player, data);
}

#define TIME  "\"2026-03-01T12:00:00.000Z\""
#define LATER "\"2026-03-02T12:00:00.000Z\""

static void lines_about_time_have_their_form(void **state)
{
    (void)state;
    static const char moved[] = "{\"cause\":\"host\",\"deadlines\":{\"p2\":" TIME "}}";
    static const char overdue[] = "{\"deadline\":" TIME ",\"round\":1,\"step\":\"kings\"}";
    static const char reminder[] =
        "{\"deadline\":" TIME ",\"percent\":50,\"round\":1,\"step\":\"kings\"}";
    assert_true(reads("deadline.set", PLAYER_NONE, moved));
    assert_false(reads("deadline.set", 1, moved));
    assert_false(reads("deadline.set", PLAYER_NONE, "{\"cause\":\"host\",\"deadlines\":{}}"));
    assert_false(
        reads("deadline.set", PLAYER_NONE, "{\"cause\":\"luck\",\"deadlines\":{\"p2\":" TIME "}}"));
    assert_false(
        reads("deadline.set", PLAYER_NONE, "{\"cause\":\"host\",\"deadlines\":{\"p9\":" TIME "}}"));
    assert_false(
        reads("deadline.set", PLAYER_NONE, "{\"cause\":\"host\",\"deadlines\":{\"p1\":null}}"));
    assert_true(reads("player.overdue", 0, overdue));
    assert_false(reads("player.overdue", PLAYER_NONE, overdue));
    assert_false(reads("player.overdue", 0, reminder));
    assert_true(reads("player.reminder", 0, reminder));
    assert_false(reads("player.reminder", 0, overdue));
    assert_false(reads("player.reminder", 0,
                       "{\"deadline\":" TIME ",\"percent\":50,\"round\":1,\"step\":\"king\"}"));
}

static void lines_about_people_have_their_form(void **state)
{
    (void)state;
    assert_true(reads("player.away", 0, "{\"from\":" TIME ",\"until\":" LATER "}"));
    int64_t noon = 0;
    assert_true(time_parse("2026-03-01T12:00:00.000Z", TIME_LENGTH, &noon));
    assert_true(reads_at(noon, "player.away", 0, "{\"from\":" TIME ",\"until\":" LATER "}"));
    assert_false(reads_at(noon + 1, "player.away", 0, "{\"from\":" TIME ",\"until\":" LATER "}"));
    assert_false(reads("player.away", 0, "{\"from\":" LATER ",\"until\":" TIME "}"));
    assert_false(reads("player.away", 0, "{\"until\":" LATER "}"));
    assert_false(reads("player.away", PLAYER_NONE, "{\"from\":" TIME ",\"until\":" LATER "}"));
    assert_true(reads("player.back", 7, "{}"));
    assert_false(reads("player.back", 0, "{\"from\":" TIME "}"));
    assert_true(reads("player.autopilot", 0, "{\"on\":true}"));
    assert_false(reads("player.autopilot", 0, "{\"on\":1}"));
    assert_true(reads("game.paused", PLAYER_NONE, "{}"));
    assert_true(reads("game.paused", PLAYER_NONE, "{\"automatic\":true}"));
    assert_false(reads("game.paused", PLAYER_NONE, "{\"automatic\":1}"));
}

static struct timed_game timed;

/* What LINE says, in a game that runs. */
static void assert_says(const struct log_event *line, const char *expected)
{
    struct buffer data = buffer_new(TEXT_BYTES);
    event_write_data(&timed.play.record, line, &data);
    buffer_char(&data, '\0');
    assert_string_equal(data.bytes, expected);
    buffer_free(&data);
}

static void a_line_says_what_happened(void **state)
{
    (void)state;
    struct deadline_settings settings = timed_settings();
    struct log_event line = {.event.type = EVENT_GAME_PAUSED};
    int64_t day = 0;
    assert_true(time_parse("2026-03-01T12:00:00.000Z", TIME_LENGTH, &day));
    timed_begin(&timed, &settings);
    assert_says(&line, "{}");
    line.event.public_part.automatic = true;
    assert_says(&line, "{\"automatic\":true}");
    line = (struct log_event){.event.type = EVENT_DEADLINE_SET,
                              .moved = {.cause = CAUSE_QUIET_HOURS, .due = {[1] = day}}};
    assert_says(&line, "{\"cause\":\"quiet_hours\",\"deadlines\":{\"p2\":" TIME "}}");
    line = (struct log_event){.event.type = EVENT_PLAYER_REMINDED, .reminder = {day, 90}};
    line.event.public_part.step = STEP_SPLICE;
    line.event.public_part.round = 3;
    assert_says(&line, "{\"deadline\":" TIME ",\"percent\":90,\"round\":3,\"step\":\"splice\"}");
    line = (struct log_event){.event.type = EVENT_PLAYER_AWAY, .absence = {day, day + 24 * HOUR}};
    assert_says(&line, "{\"from\":" TIME ",\"until\":" LATER "}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_deadlines_are_none),
        cmocka_unit_test(everything_can_be_said),
        cmocka_unit_test(a_second_is_a_deadline),
        cmocka_unit_test(what_is_no_length_is_told),
        cmocka_unit_test(what_is_no_setting_is_told),
        cmocka_unit_test(settings_that_are_written_are_read_again),
        cmocka_unit_test(lines_about_time_have_their_form),
        cmocka_unit_test(lines_about_people_have_their_form),
        cmocka_unit_test(a_line_says_what_happened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
