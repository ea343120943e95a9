/*
 * What would go wrong: a webhook hears what it did not choose, or not what it chose; a choice with
 * a typing error is taken; what is told does not say what it is about.
 */
#include "service/json/notices.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/client.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

static bool known(const char *choice)
{
    return notice_known(choice, strlen(choice));
}

static void types_and_groups_can_be_chosen(void **state)
{
    (void)state;
    assert_true(known("step.opened"));
    assert_true(known("player.waited_on"));
    assert_true(known("epoch.disclosed"));
    assert_true(known("epoch.ended"));
    assert_true(known("splice.*"));
    assert_true(known("player.*"));
    for (enum event_type type = 0; type < EVENT_TYPES; type++)
        if (!known(event_type_name(type, true)))
            fail_msg("%s cannot be chosen", event_type_name(type, true));
}

static void what_is_never_told_cannot_be_chosen(void **state)
{
    (void)state;
    static const char *const choices[] = {"",     "*",         ".*",           "step",
                                          "st.*", "step.",     "step.opened.", "step.opene",
                                          "ping", "nothing.*", "step.*.*",     "step.opened,x"};
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
        if (known(choices[i]))
            fail_msg("\"%s\" can be chosen", choices[i]);
}

static void only_what_was_chosen_is_told(void **state)
{
    (void)state;
    assert_true(notice_chosen("", "turn.taken"));
    assert_true(notice_chosen("turn.taken", "turn.taken"));
    assert_true(notice_chosen("step.opened,turn.taken", "turn.taken"));
    assert_true(notice_chosen("step.opened,turn.*", "turn.undone"));
    assert_false(notice_chosen("step.opened,turn.taken", "turn.undone"));
    assert_false(notice_chosen("step.opened", "step.open"));
    assert_false(notice_chosen("step.open", "step.opened"));
    assert_false(notice_chosen("pick.*", "picks.opened"));
}

static void an_event_is_told_as_the_log_serves_it(void **state)
{
    (void)state;
    const uint8_t prev[HASH_BYTES] = {1};
    const uint8_t hash[HASH_BYTES] = {2};
    const struct event_envelope event = {.seq = 7,
                                         .at = FIXTURE_TIME,
                                         .type = "turn.taken",
                                         .player = 1,
                                         .prev = prev,
                                         .data = "{\"king\":\"x\"}",
                                         .data_length = 12};
    struct buffer buffer = buffer_new(4096);
    struct buffer served = buffer_new(4096);
    notice_event_write("01jh2k3m4n5p6q7r8s9t0v1w2x", &event, hash, &buffer);
    event_write_served(&event, hash, &served);
    json_t *notice = json_loadb(buffer.bytes, buffer.length, 0, NULL);
    json_t *in_log = json_loadb(served.bytes, served.length, 0, NULL);
    assert_non_null(notice);
    assert_string_equal(text_at(notice, "type"), "turn.taken");
    assert_string_equal(text_at(notice, "timestamp"), "2026-01-02T03:04:05.678Z");
    assert_string_equal(text_at(notice, "data/game"), "01jh2k3m4n5p6q7r8s9t0v1w2x");
    assert_number(number_at(notice, "data/seq"), 7);
    assert_string_equal(text_at(notice, "data/player"), "p2");
    assert_true(json_equal(value_at(notice, "data/event"), in_log));
    json_decref(notice);
    json_decref(in_log);
    buffer_free(&buffer);
    buffer_free(&served);
}

static void who_is_waited_on_is_told_for_what_and_since_when(void **state)
{
    (void)state;
    static struct record record;
    record_begin(&record, "01jh2k3m4n5p6q7r8s9t0v1w2x");
    record.game.setup.players = 3;
    record.people[2].waiting_since = FIXTURE_TIME;
    snprintf(record.people[2].name, sizeof record.people[2].name, "Cy");
    struct buffer buffer = buffer_new(4096);
    notice_waited_on_write(&record, 2, 9, FIXTURE_TIME, &buffer);
    json_t *notice = json_loadb(buffer.bytes, buffer.length, 0, NULL);
    assert_non_null(notice);
    assert_string_equal(text_at(notice, "type"), "player.waited_on");
    assert_number(number_at(notice, "data/seq"), 9);
    assert_string_equal(text_at(notice, "data/player"), "p3");
    assert_string_equal(text_at(notice, "data/name"), "Cy");
    assert_true(json_is_null(value_at(notice, "data/external_id")));
    assert_true(json_is_null(value_at(notice, "data/step")));
    assert_string_equal(text_at(notice, "data/since"), "2026-01-02T03:04:05.678Z");
    json_decref(notice);
    buffer_free(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_and_groups_can_be_chosen),
        cmocka_unit_test(what_is_never_told_cannot_be_chosen),
        cmocka_unit_test(only_what_was_chosen_is_told),
        cmocka_unit_test(an_event_is_told_as_the_log_serves_it),
        cmocka_unit_test(who_is_waited_on_is_told_for_what_and_since_when),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
