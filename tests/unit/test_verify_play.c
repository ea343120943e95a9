/*
 * Transcripts of games in play: the table is played again too. What a user would see go wrong: a
 * capture that never happened and passes, a splice that was dealt to suit someone, an honest log
 * that is not believed.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/event_json.h"
#include "service/program/verify.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/transcripts.h"

enum { HONEST_GAMES = 30, ACTIONS = 500 };

static struct verify_report report;

static bool verify_lines(const struct lines *lines)
{
    size_t length;
    char *text = lines_text(lines, &length);
    bool holds = verify_transcript(text, length, lines->public_key, &report);
    free(text);
    return holds;
}

static void must_not_hold(const struct lines *lines, size_t index, const char *words)
{
    if (verify_lines(lines))
        fail_msg("a transcript that was tampered with in line %zu holds", index + 1);
    if (report.fault.line != index + 1 || !strstr(report.fault.text, words))
        fail_msg("line %zu \"%s\", should be line %zu \"…%s…\"", report.fault.line,
                 report.fault.text, index + 1, words);
}

static struct lines play(uint64_t seed)
{
    struct making making = {
        .seed = seed, .setup = plain_setup(), .quietly = true, .table_actions = ACTIONS};
    return lines_make(&making);
}

static const char *type_at(const struct lines *lines, size_t index)
{
    return json_string_value(json_object_get(lines_event(lines, index), "type"));
}

static size_t count_type(const struct lines *lines, const char *type)
{
    size_t count = 0;
    for (size_t i = 0; i < lines_count(lines); i++)
        count += strcmp(type_at(lines, i), type) == 0;
    return count;
}

static void honest_play_holds(void **state)
{
    (void)state;
    size_t seen[EVENT_TYPES] = {0};
    uint32_t undisclosed = 0;
    for (uint64_t seed = 1; seed <= HONEST_GAMES; seed++) {
        struct luck luck = {seed};
        struct making making = {
            .seed = seed, .setup = random_setup(&luck), .table_actions = ACTIONS};
        making.setup.options.disclose = true;
        making.setup.options.capture_neutral = seed % 2 == 0;
        making.setup.options.blockade_return_owner_choice = seed % 3 == 0;
        making.setup.options.blockade_blocks_capture = seed % 5 != 0;
        struct lines lines = lines_make(&making);
        if (!verify_lines(&lines))
            fail_msg("seed %d: line %zu %s", (int)seed, report.fault.line, report.fault.text);
        assert_number(report.extent, VERIFIED_WHOLE);
        assert_number(report.epochs, count_type(&lines, "epoch.disclosed"));
        undisclosed += report.undisclosed;
        for (enum event_type type = EVENT_STATUS_PHASE; type < EVENT_TYPES; type++)
            seen[type] += count_type(&lines, event_type_name(type, true));
        lines_free(&lines);
    }
    assert_true(undisclosed > 0);
    for (enum event_type type = EVENT_STATUS_PHASE; type <= EVENT_PLAYER_ELIMINATED; type++) {
        if (seen[type] == 0)
            fail_msg("%s never happened", event_type_name(type, true));
    }
}

/* A splice in an epoch that has ended; it must be there. */
static size_t find_dealt_splice(const struct lines *lines)
{
    size_t index = lines_find(lines, "splice.opened", 0);
    (void)lines_find(lines, "epoch.disclosed", index);
    return index;
}

static void a_splice_dealt_otherwise_is_found(void **state)
{
    (void)state;
    struct lines lines = play(3);
    size_t index = find_dealt_splice(&lines);
    json_t *cards = json_object_get(lines_data(&lines, index), "cards");
    json_array_append(cards, json_array_get(cards, 0));
    json_array_remove(cards, 0);
    lines_chain(&lines, index);
    must_not_hold(&lines, index, "by the rules its data is");
    lines_free(&lines);
}

static void cards_turned_up_twice_are_found_before_their_seed_is_public(void **state)
{
    (void)state;
    struct lines lines = play(3);
    size_t index = find_dealt_splice(&lines);
    while (lines_count(&lines) > index + 1)
        json_array_remove(lines.events, index + 1);
    json_t *cards = json_object_get(lines_data(&lines, index), "cards");
    json_array_set(cards, 1, json_array_get(cards, 0));
    lines_chain(&lines, index);
    must_not_hold(&lines, index, "by the rules its data is");
    lines_free(&lines);
}

static void a_capture_of_more_than_there_is_is_found(void **state)
{
    (void)state;
    struct lines lines = play(3);
    size_t index = lines_find(&lines, "unit.captured", 0);
    json_object_set_new(lines_data(&lines, index), "count", json_integer(90));
    lines_chain(&lines, index);
    must_not_hold(&lines, index, "may not be done");
    lines_free(&lines);
}

static void a_return_that_a_blockade_brings_cannot_be_left_out(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 100; seed++) {
        struct lines lines = play(seed);
        for (size_t i = 1; i < lines_count(&lines); i++) {
            if (strcmp(type_at(&lines, i), "unit.returned") != 0 ||
                strcmp(type_at(&lines, i - 1), "blockade.begun") != 0 ||
                !json_is_true(json_object_get(lines_data(&lines, i), "automatic")))
                continue;
            json_array_remove(lines.events, i);
            lines_chain(&lines, i);
            must_not_hold(&lines, i, "by the rules unit.returned (nobody) comes here");
            lines_free(&lines);
            return;
        }
        lines_free(&lines);
    }
    fail_msg("no blockade ever returned a unit");
}

static void what_follows_by_itself_cannot_be_made_up(void **state)
{
    (void)state;
    struct lines lines = play(3);
    size_t index = lines_find(&lines, "unit.changed", 0);
    json_t *made_up = json_deep_copy(lines_event(&lines, index));
    json_object_set_new(made_up, "type", json_string("transaction.expired"));
    json_object_set_new(made_up, "player", json_null());
    json_object_set_new(made_up, "data", json_pack("{s:b, s:i}", "automatic", 1, "n", 1));
    json_array_insert_new(lines.events, index, made_up);
    lines_chain(&lines, index);
    must_not_hold(&lines, index, "which nothing before it brings");
    lines_free(&lines);
}

static void a_stranger_who_acts_for_others_is_found(void **state)
{
    (void)state;
    struct lines lines = play(3);
    size_t index = lines_find(&lines, "unit.changed", 0);
    const char *owner = json_string_value(json_object_get(lines_data(&lines, index), "player"));
    const char *stranger = strcmp(owner, "p1") == 0 ? "p2" : "p1";
    json_object_set_new(lines_event(&lines, index), "player", json_string(stranger));
    lines_chain(&lines, index);
    must_not_hold(&lines, index, "forbidden");
    lines_free(&lines);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_play_holds),
        cmocka_unit_test(a_splice_dealt_otherwise_is_found),
        cmocka_unit_test(cards_turned_up_twice_are_found_before_their_seed_is_public),
        cmocka_unit_test(a_capture_of_more_than_there_is_is_found),
        cmocka_unit_test(a_return_that_a_blockade_brings_cannot_be_left_out),
        cmocka_unit_test(what_follows_by_itself_cannot_be_made_up),
        cmocka_unit_test(a_stranger_who_acts_for_others_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
