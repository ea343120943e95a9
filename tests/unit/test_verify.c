/*
 * Transcripts are believed when they are right and only then. What a user would see go wrong: a
 * tampered log that passes, an honest one that does not, a fault that names the wrong line.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/program/verify.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/transcripts.h"

enum { HONEST_GAMES = 60 };

static struct verify_report report;

static bool verify_lines(const struct lines *lines, const uint8_t *public_key)
{
    size_t length;
    char *text = lines_text(lines, &length);
    bool holds = verify_transcript(text, length, public_key, &report);
    free(text);
    return holds;
}

static bool verify_text(const char *text)
{
    return verify_transcript(text, strlen(text), NULL, &report);
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

/* Whether the games had all that can happen beside plain moves. */
static void note_types(const struct lines *lines, unsigned seen[4])
{
    static const char *const types[4] = {"turn.undone", "pick.void", "player.reinvited",
                                         "pick.opened"};
    for (size_t i = 0; i < lines_count(lines); i++) {
        const char *type = json_string_value(json_object_get(lines_event(lines, i), "type"));
        for (size_t k = 0; k < 4; k++)
            seen[k] += strcmp(type, types[k]) == 0;
    }
}

static void honest_transcripts_hold(void **state)
{
    (void)state;
    unsigned with_unknown = 0;
    unsigned seen[4] = {0};
    for (uint64_t seed = 1; seed <= HONEST_GAMES; seed++) {
        struct luck luck = {seed};
        struct making making = {.seed = seed, .setup = random_setup(&luck)};
        struct lines lines = lines_make(&making);
        if (!verify_lines(&lines, lines.public_key))
            fail_msg("seed %d: line %zu %s", (int)seed, report.fault.line, report.fault.text);
        bool discloses = making.setup.options.disclose;
        assert_number(report.extent, discloses ? VERIFIED_WHOLE : VERIFIED_UNOPENED);
        assert_number(report.epochs, discloses ? 1 : 0);
        assert_number(report.players, making.setup.players);
        assert_number(report.events, lines_count(&lines));
        assert_string_equal(report.game, lines.game);
        assert_string_equal(report.name, "Möwe & Co");
        with_unknown += report.unknown > 0;
        note_types(&lines, seen);
        lines_free(&lines);
    }
    if (with_unknown == 0 || seen[0] == 0 || seen[1] == 0 || seen[2] == 0 || seen[3] == 0)
        fail_msg("%u games with replaced picks, %u undone turns, %u void picks, %u re-invites, %u "
                 "reveals: the honest games are too tame",
                 with_unknown, seen[0], seen[1], seen[2], seen[3]);
}

static void running_games_say_what_is_not_checked(void **state)
{
    (void)state;
    struct making making = {.seed = 5, .setup = plain_setup(), .stops_in_splice = true};
    struct lines lines = lines_make(&making);
    assert_true(verify_lines(&lines, NULL));
    assert_number(report.extent, VERIFIED_RUNNING);
    char *text = NULL;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    verify_print(&report, "it", stream);
    fclose(stream);
    assert_non_null(strstr(text, "deals and picks are not checked yet"));
    free(text);
    lines_free(&lines);
}

/* A name is somebody else's text: it may not act on the terminal of whoever verifies. */
static void names_are_printed_without_effect(void **state)
{
    (void)state;
    struct making making = {.seed = 5, .setup = plain_setup(), .stops_in_splice = true};
    struct lines lines = lines_make(&making);
    json_object_set_new(lines_data(&lines, 0), "name",
                        json_string("M\u00f6we \033[2J\u202e\xc2\x9b\nX"));
    lines_chain(&lines, 0);
    assert_true(verify_lines(&lines, NULL));
    char *text = NULL;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    verify_print(&report, "it", stream);
    fclose(stream);
    assert_non_null(strstr(text, "\"M\u00f6we \\u001b[2J\\u202e\\u009b\\u000aX\""));
    assert_null(strchr(text, '\033'));
    free(text);
    json_object_set_new(lines_event(&lines, 0), "type", json_string("\033[2J"));
    lines_chain(&lines, 0);
    assert_fault(&lines, 0, "a log begins with game.created");
    stream = open_memstream(&text, &length);
    verify_print(&report, "it", stream);
    fclose(stream);
    assert_null(strchr(text, '\033'));
    free(text);
    lines_free(&lines);
}

/* A game that never discloses is not played again, but its lines are the service's all the same. */
static void undisclosed_lines_have_to_be_events(void **state)
{
    (void)state;
    struct making making = {.seed = 5, .setup = plain_setup(), .quietly = true};
    making.setup.options.disclose = false;
    struct lines lines = lines_make(&making);
    assert_true(verify_lines(&lines, NULL));
    size_t index = lines_find(&lines, "turn.taken", 0);
    while (!json_object_get(lines_data(&lines, index), "king"))
        index = lines_find(&lines, "turn.taken", index + 1);
    json_object_set_new(lines_data(&lines, index), "king", json_string("queen"));
    lines_chain(&lines, index);
    assert_fault(&lines, index, "its data is not that of an event turn.taken");
    lines_free(&lines);
}

static void time_does_not_run_backwards(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t index = lines_find(&lines, "game.started", 0);
    json_object_set_new(lines_event(&lines, index), "at", json_string("2001-01-01T00:00:00.000Z"));
    lines_chain(&lines, index);
    assert_fault(&lines, index, "earlier");
    lines_free(&lines);
}

static void the_form_of_a_line_is_free_but_its_content_is_not(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    struct buffer text = buffer_new(TRANSCRIPT_BYTES_MAX);
    for (size_t i = 0; i < lines_count(&lines); i++) {
        char *line = json_dumps(lines_event(&lines, i), JSON_ENSURE_ASCII);
        buffer_text(&text, line);
        buffer_char(&text, '\n');
        free(line);
    }
    char *head = json_dumps(lines.head, 0);
    buffer_text(&text, head);
    free(head);
    if (!verify_transcript(text.bytes, text.length, NULL, &report))
        fail_msg("line %zu %s", report.fault.line, report.fault.text);
    buffer_free(&text);
    lines_free(&lines);
}

static void a_wrong_hash_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    json_object_set_new(lines_data(&lines, 0), "name", json_string("Another"));
    assert_fault(&lines, 0, "its hash");
    json_object_set_new(lines_data(&lines, 0), "name", json_string("Möwe & Co"));

    size_t closed = lines_find(&lines, "step.closed", 0);
    json_object_set_new(lines_data(&lines, closed), "round", json_integer(2));
    assert_fault(&lines, closed, "its hash");
    lines_free(&lines);
}

/* Whatever happens to a file on its way: no byte of an event can change unnoticed. */
static void every_changed_byte_is_found(void **state)
{
    (void)state;
    const size_t stride = 41;
    struct lines lines = honest_lines();
    size_t length;
    char *text = lines_text(&lines, &length);
    size_t events = length - 1;
    while (text[events - 1] != '\n') /* the head's own line is left alone: its "kid" is a hint */
        events--;
    for (size_t at = 0; at < events; at += stride) {
        char byte = text[at];
        text[at] = (char)((unsigned char)byte ^ (1 + at % 7));
        if (verify_transcript(text, length, NULL, &report))
            fail_msg("byte %zu may be %d instead of %d", at, text[at], byte);
        text[at] = byte;
    }
    assert_true(verify_transcript(text, length, NULL, &report));
    free(text);
    lines_free(&lines);
}

static void a_wrong_prev_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    json_t *other = json_object_get(lines_event(&lines, 2), "hash");
    json_object_set(lines_event(&lines, 8), "prev", other);
    assert_fault(&lines, 8, "its prev");
    lines_free(&lines);
}

static void a_cut_end_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t count = lines_count(&lines);
    json_array_remove(lines.events, count - 1);
    assert_fault(&lines, count - 1, "the end is cut off");

    json_decref(lines.head);
    lines.head = NULL;
    assert_fault(&lines, count - 1, "ends without its head");

    size_t length;
    char *text = lines_text(&lines, &length);
    assert_false(verify_transcript(text, length - 20, NULL, &report));
    assert_number(report.fault.line, count - 1);
    assert_non_null(strstr(report.fault.text, "is not a JSON object"));
    assert_false(verify_transcript(text, 0, NULL, &report));
    assert_number(report.fault.line, 1);
    free(text);
    lines_free(&lines);
}

/* Whoever holds the key can stop telling; what was told then still is a running game. */
static void a_log_that_its_signer_cut_is_a_running_game(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t disclosed = lines_find(&lines, "epoch.disclosed", 0);
    while (lines_count(&lines) > disclosed)
        json_array_remove(lines.events, disclosed);
    lines_chain(&lines, disclosed - 1);
    assert_true(verify_lines(&lines, NULL));
    assert_number(report.extent, VERIFIED_RUNNING);
    lines_free(&lines);
}

static void a_wrong_signature_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t count = lines_count(&lines);
    uint8_t other_seed[32] = {8};
    uint8_t other_public[PUBLIC_KEY_BYTES];
    uint8_t other_secret[SECRET_KEY_BYTES];
    crypto_sign_seed_keypair(other_public, other_secret, other_seed);

    memcpy(lines.secret_key, other_secret, sizeof other_secret);
    lines_chain(&lines, count - 1);
    assert_fault(&lines, count, "signature is not by its public key");

    /* A whole log signed by somebody else holds by itself, but not against the server's key. */
    uint8_t server_key[PUBLIC_KEY_BYTES];
    memcpy(server_key, lines.public_key, sizeof server_key);
    memcpy(lines.public_key, other_public, sizeof other_public);
    lines_chain(&lines, count - 1);
    assert_true(verify_lines(&lines, NULL));
    assert_false(verify_lines(&lines, server_key));
    assert_number(report.fault.line, count + 1);
    assert_non_null(strstr(report.fault.text, "another key"));
    lines_free(&lines);
}

static void what_is_no_transcript_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t line;
        const char *words;
    } cases[] = {
        {"", 1, "ends without its head"},
        {"\n", 1, "is not a JSON object"},
        {"[]\n", 1, "is not a JSON object"},
        {"{\"a\":1,\"a\":2}\n", 1, "is not a JSON object"},
        {"{}\n", 1, "is not an event"},
        {"{\"head\":{}}\n", 1, "is not an event"},
        {"{\"head\":null}\n", 1, "is not a head"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(verify_text(cases[i].text));
        if (report.fault.line != cases[i].line || !strstr(report.fault.text, cases[i].words))
            fail_msg("\"%s\": line %zu %s", cases[i].text, report.fault.line, report.fault.text);
    }
    char *long_line = malloc(TRANSCRIPT_LINE_MAX + 3);
    memset(long_line, ' ', TRANSCRIPT_LINE_MAX + 2);
    long_line[TRANSCRIPT_LINE_MAX + 2] = '\0';
    assert_false(verify_text(long_line));
    assert_non_null(strstr(report.fault.text, "longer than any line"));
    free(long_line);
}

static void members_that_no_event_has_are_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    json_object_set_new(lines_event(&lines, 3), "note", json_string("x"));
    assert_fault(&lines, 3, "is not an event as the service writes it");
    json_object_del(lines_event(&lines, 3), "note");
    json_object_set_new(lines_data(&lines, 3), "weight", json_real(0.5));
    assert_fault(&lines, 3, "its data is not an object of the log's form");
    json_object_set_new(lines_data(&lines, 3), "weight", json_integer(1));
    lines_chain(&lines, 3);
    assert_fault(&lines, 3, "its data is not that of");
    lines_free(&lines);
}

static void what_stands_behind_the_head_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t length;
    char *text = lines_text(&lines, &length);
    struct buffer longer = buffer_new(TRANSCRIPT_BYTES_MAX);
    buffer_append(&longer, text, length);
    buffer_text(&longer, "{}\n");
    assert_false(verify_transcript(longer.bytes, longer.length, NULL, &report));
    assert_number(report.fault.line, lines_count(&lines) + 2);
    assert_non_null(strstr(report.fault.text, "stands behind the head"));
    buffer_free(&longer);
    free(text);
    lines_free(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_transcripts_hold),
        cmocka_unit_test(running_games_say_what_is_not_checked),
        cmocka_unit_test(names_are_printed_without_effect),
        cmocka_unit_test(undisclosed_lines_have_to_be_events),
        cmocka_unit_test(time_does_not_run_backwards),
        cmocka_unit_test(the_form_of_a_line_is_free_but_its_content_is_not),
        cmocka_unit_test(a_wrong_hash_is_found),
        cmocka_unit_test(every_changed_byte_is_found),
        cmocka_unit_test(a_wrong_prev_is_found),
        cmocka_unit_test(a_cut_end_is_found),
        cmocka_unit_test(a_log_that_its_signer_cut_is_a_running_game),
        cmocka_unit_test(a_wrong_signature_is_found),
        cmocka_unit_test(what_is_no_transcript_is_refused),
        cmocka_unit_test(members_that_no_event_has_are_found),
        cmocka_unit_test(what_stands_behind_the_head_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
