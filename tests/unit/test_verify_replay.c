/*
 * Transcripts whose chain holds and whose game does not: whoever has the key can sign what they
 * like, but not make others believe a deal, a pick or a turn that was not right. What a user would
 * see go wrong: one of these passes, or the wrong line is named.
 */
#include <stdlib.h>
#include <string.h>

#include "service/fairness/commitment.h"
#include "service/program/verify.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/tampered_transcript.h"
#include "tests/support/transcripts.h"

enum { TAMPERED = 200 };

static struct verify_report report;

static bool verify_lines(const struct lines *lines, const uint8_t *public_key)
{
    size_t length;
    char *text = lines_text(lines, &length);
    bool holds = verify_transcript(text, length, public_key, &report);
    free(text);
    return holds;
}

/* That the fault is on the line of the event at INDEX, and that its text says WORDS. */
static void assert_fault(const struct lines *lines, size_t index, const char *words)
{
    if (verify_lines(lines, NULL))
        fail_msg("a transcript that was tampered with in line %zu holds", index + 1);
    if (report.fault.line != index + 1 || !strstr(report.fault.text, words))
        fail_msg("line %zu \"%s\", should be line %zu \"…%s…\"", report.fault.line,
                 report.fault.text, index + 1, words);
}

static struct lines honest_lines(void)
{
    struct making making = {.seed = 11, .setup = plain_setup(), .quietly = true};
    return lines_make(&making);
}

/* The opening NUMBER of the line at INDEX. */
static json_t *opening_at(const struct lines *lines, size_t index, size_t number)
{
    return json_array_get(json_object_get(lines_data(lines, index), "openings"), number);
}

static void a_wrong_opening_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t disclosed = lines_find(&lines, "epoch.disclosed", 0);
    json_t *cards = json_object_get(opening_at(&lines, disclosed, 0), "cards");
    const char *card = json_string_value(json_array_get(cards, 0));
    json_array_set_new(cards, 0, json_string(strcmp(card, "sol") == 0 ? "hacan" : "sol"));
    lines_chain(&lines, disclosed);
    assert_fault(&lines, disclosed, "does not match the commitment");
    lines_free(&lines);

    lines = honest_lines();
    size_t revealed = lines_find(&lines, "cards.revealed", 0);
    json_object_set_new(opening_at(&lines, revealed, 1), "nonce",
                        json_string("000102030405060708090a0b0c0d0e0f"
                                    "101112131415161718191a1b1c1d1e1f"));
    lines_chain(&lines, revealed);
    assert_fault(&lines, revealed, "does not match the commitment");
    lines_free(&lines);
}

/* Cards that were revealed are opened once more when their epoch ends. */
static void a_pick_counts_once_however_often_it_is_opened(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t disclosed = lines_find(&lines, "epoch.disclosed", 0);
    size_t picks = json_array_size(json_object_get(lines_data(&lines, disclosed), "openings"));
    if (!verify_lines(&lines, NULL))
        fail_msg("line %zu %s", report.fault.line, report.fault.text);
    assert_number(report.openings, picks);
    lines_free(&lines);
}

static void a_missing_opening_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t disclosed = lines_find(&lines, "epoch.disclosed", 0);
    json_array_remove(json_object_get(lines_data(&lines, disclosed), "openings"), 0);
    lines_chain(&lines, disclosed);
    size_t first = lines_find_of(&lines, "pick.committed", "p1");
    assert_false(verify_lines(&lines, NULL));
    if (report.fault.line < first + 1 || !strstr(report.fault.text, "no later line discloses"))
        fail_msg("line %zu %s", report.fault.line, report.fault.text);
    lines_free(&lines);
}

/* The dealer did not deal what the seed says: somebody picks what they cannot hold. */
static void a_wrong_deal_is_found(void **state)
{
    (void)state;
    struct making making = {
        .seed = 11, .setup = plain_setup(), .quietly = true, .deals_otherwise = true};
    struct lines lines = lines_make(&making);
    assert_false(verify_lines(&lines, NULL));
    const json_t *event = lines_event(&lines, report.fault.line - 1);
    const char *type = json_string_value(json_object_get(event, "type"));
    const char *step = json_string_value(json_object_get(json_object_get(event, "data"), "step"));
    if (strncmp(type, "pick.", 5) != 0 || strcmp(step, "faction_draft") != 0 ||
        !strstr(report.fault.text, "card_not_available"))
        fail_msg("line %zu (%s) %s", report.fault.line, type, report.fault.text);
    lines_free(&lines);
}

/* The same with other entropy than the players sent. */
static void wrong_entropy_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t joined = lines_find(&lines, "player.joined", 0);
    json_object_set_new(lines_data(&lines, joined), "entropy",
                        json_string("000102030405060708090a0b0c0d0e0f"
                                    "101112131415161718191a1b1c1d1e1f"));
    lines_chain(&lines, joined);
    assert_false(verify_lines(&lines, NULL));
    assert_non_null(strstr(report.fault.text, "card_not_available"));
    lines_free(&lines);
}

static void wrong_seeds_are_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t disclosed = lines_find(&lines, "epoch.disclosed", 0);
    json_object_set_new(lines_data(&lines, disclosed), "seed",
                        json_string("000102030405060708090a0b0c0d0e0f"
                                    "101112131415161718191a1b1c1d1e1f"));
    lines_chain(&lines, disclosed);
    assert_fault(&lines, disclosed, "its seed is not the one that the first line commits to");
    lines_free(&lines);
}

/* A pick that was sealed and opened consistently, but of a card that the player did not hold. */
static void an_illegal_pick_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t disclosed = lines_find(&lines, "epoch.disclosed", 0);
    json_t *opening = opening_at(&lines, disclosed, 0);
    json_t *held = json_object_get(opening, "cards");
    const char *card = json_string_value(json_array_get(held, 0));
    const char *wanted = strcmp(card, "sol") == 0 ? "hacan" : "sol";
    json_array_set_new(held, 0, json_string(wanted));

    struct pick pick = {.count = 1, .cards = {card_find(wanted, strlen(wanted))}};
    const char *nonce = json_string_value(json_object_get(opening, "nonce"));
    uint8_t commitment[SEAL_BYTES];
    char text[2 * SEAL_BYTES + 1];
    assert_true(hex_decode(nonce, strlen(nonce), pick.nonce, sizeof pick.nonce));
    commitment_of(lines.game, STEP_FACTION_DRAFT, 1, 0, &pick, commitment);
    hex_encode(commitment, sizeof commitment, text);
    size_t committed = lines_find_of(&lines, "pick.committed", "p1");
    json_object_set_new(lines_data(&lines, committed), "commitment", json_string(text));
    lines_chain(&lines, committed);

    assert_false(verify_lines(&lines, NULL));
    const json_t *event = lines_event(&lines, report.fault.line - 1);
    const char *player = json_string_value(json_object_get(event, "player"));
    if (!player || strcmp(player, "p1") != 0 || !strstr(report.fault.text, "card_not_available"))
        fail_msg("line %zu %s", report.fault.line, report.fault.text);
    lines_free(&lines);
}

static void a_missing_line_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t king = lines_find(&lines, "turn.taken", 0);
    json_array_remove(lines.events, king);
    assert_fault(&lines, king, "a line is missing");
    lines_chain(&lines, king);
    assert_false(verify_lines(&lines, NULL));
    assert_number(report.fault.line, king + 1);
    lines_free(&lines);

    lines = honest_lines();
    size_t closed = lines_find(&lines, "step.closed", 0);
    json_array_remove(lines.events, closed);
    lines_chain(&lines, closed);
    assert_fault(&lines, closed, "by the rules step.closed");
    lines_free(&lines);
}

/* Who has not picked cannot have passed on a hand, nor kept one that went on. */
static void wrong_passes_are_found(void **state)
{
    (void)state;
    struct making making = {.seed = 11, .setup = plain_setup(), .quietly = true};
    making.setup.options.passing_pipelined = true;
    struct lines lines = lines_make(&making);
    assert_true(verify_lines(&lines, NULL));
    size_t passed = lines_find(&lines, "hand.passed", 0);
    json_array_remove(lines.events, passed);
    lines_chain(&lines, passed);
    assert_fault(&lines, passed, "by the rules hand.passed");
    lines_free(&lines);

    lines = lines_make(&making);
    json_t *again = json_deep_copy(lines_event(&lines, passed));
    json_array_insert_new(lines.events, passed + 1, again);
    lines_chain(&lines, passed + 1);
    assert_fault(&lines, passed + 1, "which nothing before it brings");
    lines_free(&lines);
}

static void reordered_lines_are_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t closed = lines_find(&lines, "step.closed", 0);
    json_t *line = json_incref(lines_event(&lines, closed));
    json_array_remove(lines.events, closed);
    json_array_insert_new(lines.events, closed + 1, line);
    assert_fault(&lines, closed, "out of order");
    lines_chain(&lines, closed);
    assert_fault(&lines, closed + 1, "earlier");
    json_object_set(lines_event(&lines, closed), "at",
                    json_object_get(lines_event(&lines, closed + 1), "at"));
    lines_chain(&lines, closed);
    assert_fault(&lines, closed, "by the rules step.closed");
    lines_free(&lines);
}

static void wrong_turns_are_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t seats = lines_find(&lines, "seats.determined", 0);
    json_t *order = json_object_get(lines_data(&lines, seats), "seats");
    json_t *first = json_incref(json_array_get(order, 0));
    json_array_remove(order, 0);
    json_array_append_new(order, first);
    lines_chain(&lines, seats);
    assert_fault(&lines, seats, "by the rules its data is");
    lines_free(&lines);

    lines = honest_lines();
    size_t turn = lines_find(&lines, "turn.taken", 0);
    const char *player = json_string_value(json_object_get(lines_event(&lines, turn), "player"));
    const char *other = strcmp(player, "p1") == 0 ? "p2" : "p1";
    json_object_set_new(lines_event(&lines, turn), "player", json_string(other));
    lines_chain(&lines, turn);
    assert_fault(&lines, turn, "(not_your_turn)");
    lines_free(&lines);

    lines = honest_lines();
    turn = lines_find(&lines, "turn.taken", 0);
    json_object_set_new(lines_data(&lines, turn), "home_faction", json_string("winnu"));
    lines_chain(&lines, turn);
    assert_fault(&lines, turn, "by the rules its data is");
    lines_free(&lines);
}

static void events_that_nothing_brings_are_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t opened = lines_find(&lines, "step.opened", 0);
    json_array_insert(lines.events, opened + 1, lines_event(&lines, opened));
    json_array_set_new(lines.events, opened + 1, json_deep_copy(lines_event(&lines, opened)));
    lines_chain(&lines, opened + 1);
    assert_fault(&lines, opened + 1, "which nothing before it brings");
    lines_free(&lines);
}

static void players_who_are_not_in_the_game_are_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    json_t *stranger = json_deep_copy(lines_event(&lines, 1));
    json_object_set_new(stranger, "player", json_string("p8"));
    json_array_insert_new(lines.events, 1, stranger);
    lines_chain(&lines, 1);
    assert_fault(&lines, 1, "is about p8, who is not in the game");
    lines_free(&lines);
}

/* Puts an event behind the one at INDEX. */
static void insert(struct lines *lines, size_t index, const char *type, const char *player,
                   const char *data)
{
    json_t *event = json_deep_copy(lines_event(lines, index));
    json_object_set_new(event, "type", json_string(type));
    json_object_set_new(event, "player", player ? json_string(player) : json_null());
    json_object_set_new(event, "data", json_loads(data, 0, NULL));
    json_array_insert_new(lines->events, index + 1, event);
    lines_chain(lines, index + 1);
}

#define MOVED(player)                                                                              \
    "{\"cause\":\"host\",\"deadlines\":{\"" player "\":\"2027-01-01T00:00:00.000Z\"}}"

/* They change nothing that the rules know, so they may stand between any two commands. */
static void lines_about_people_and_time_are_no_moves(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t commit = lines_find_of(&lines, "pick.committed", "p1");
    insert(&lines, commit, "player.autopilot", "p2", "{\"on\":true}");
    insert(&lines, commit, "deadline.set", NULL, MOVED("p3"));
    if (!verify_lines(&lines, NULL))
        fail_msg("line %zu %s", report.fault.line, report.fault.text);
    lines_free(&lines);
}

static void lines_about_people_and_time_have_to_be_well_formed(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        const char *player;
        const char *data;
        const char *words;
    } wrong[] = {
        {"player.autopilot", "p2", "{\"on\":\"yes\"}", "its data is not that"},
        {"player.autopilot", NULL, "{\"on\":true}", "its data is not that"},
        {"player.autopilot", "p4", "{\"on\":true}", "who is not in the game"},
        {"deadline.set", NULL, MOVED("p4"), "who is not in the game"},
        {"deadline.set", NULL,
         "{\"cause\":\"host\",\"deadlines\":{\"p3\":\"2027-01-01T00:00:00Z\"}}",
         "by the rules its data is"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct lines lines = honest_lines();
        size_t commit = lines_find_of(&lines, "pick.committed", "p1");
        insert(&lines, commit, wrong[i].type, wrong[i].player, wrong[i].data);
        assert_fault(&lines, commit + 1, wrong[i].words);
        lines_free(&lines);
    }
}

/* What a command brings belongs together. */
static void lines_about_people_and_time_stand_between_commands(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t closed = lines_find(&lines, "step.closed", 0);
    insert(&lines, closed, "player.autopilot", "p2", "{\"on\":true}");
    assert_fault(&lines, closed + 1, "but by the rules");
    lines_free(&lines);
}

static uint32_t below(void *context, uint32_t bound)
{
    return luck_below(context, bound);
}

/* Whatever somebody who has the key makes of the lines of a game. */
static void what_was_tampered_with_has_a_fault_or_holds(void **state)
{
    (void)state;
    struct luck luck = {.state = 6};
    unsigned holding = 0;
    for (unsigned i = 0; i < TAMPERED; i++) {
        size_t length;
        char *text = tampered_transcript((struct chooser){&luck, below}, &length);
        holding += verify_transcript(text, length, NULL, &report);
        if (!report.holds)
            assert_true(report.fault.text[0] != '\0' && report.fault.line > 0);
        free(text);
    }
    print_message("%u of %u hold\n", holding, (unsigned)TAMPERED);
    assert_true(holding < TAMPERED / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_opening_is_found),
        cmocka_unit_test(a_pick_counts_once_however_often_it_is_opened),
        cmocka_unit_test(a_missing_opening_is_found),
        cmocka_unit_test(a_wrong_deal_is_found),
        cmocka_unit_test(wrong_entropy_is_found),
        cmocka_unit_test(wrong_seeds_are_found),
        cmocka_unit_test(an_illegal_pick_is_found),
        cmocka_unit_test(a_missing_line_is_found),
        cmocka_unit_test(wrong_passes_are_found),
        cmocka_unit_test(reordered_lines_are_found),
        cmocka_unit_test(wrong_turns_are_found),
        cmocka_unit_test(events_that_nothing_brings_are_found),
        cmocka_unit_test(players_who_are_not_in_the_game_are_found),
        cmocka_unit_test(lines_about_people_and_time_are_no_moves),
        cmocka_unit_test(lines_about_people_and_time_have_to_be_well_formed),
        cmocka_unit_test(lines_about_people_and_time_stand_between_commands),
        cmocka_unit_test(what_was_tampered_with_has_a_fault_or_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
