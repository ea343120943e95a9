/*
 * Transcripts are believed when they are right and only then. What a user would see go wrong: a
 * tampered log that passes, an honest one that does not, a fault that names the wrong line.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/fairness/commitment.h"
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

static void a_missing_opening_is_found(void **state)
{
    (void)state;
    struct lines lines = honest_lines();
    size_t disclosed = lines_find(&lines, "epoch.disclosed", 0);
    json_array_remove(json_object_get(lines_data(&lines, disclosed), "openings"), 0);
    lines_chain(&lines, disclosed);
    size_t first = lines_find(&lines, "pick.committed", 0);
    while (strcmp(json_string_value(json_object_get(lines_event(&lines, first), "player")), "p1"))
        first = lines_find(&lines, "pick.committed", first + 1);
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
    size_t committed = lines_find(&lines, "pick.committed", 0);
    while (strcmp(json_string_value(json_object_get(lines_event(&lines, committed), "player")),
                  "p1") != 0)
        committed = lines_find(&lines, "pick.committed", committed + 1);
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
    assert_fault(&lines, closed, "by the rules step.closed");
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
        cmocka_unit_test(the_form_of_a_line_is_free_but_its_content_is_not),
        cmocka_unit_test(a_wrong_hash_is_found),
        cmocka_unit_test(every_changed_byte_is_found),
        cmocka_unit_test(a_wrong_prev_is_found),
        cmocka_unit_test(a_wrong_opening_is_found),
        cmocka_unit_test(a_missing_opening_is_found),
        cmocka_unit_test(a_wrong_deal_is_found),
        cmocka_unit_test(wrong_entropy_is_found),
        cmocka_unit_test(wrong_seeds_are_found),
        cmocka_unit_test(an_illegal_pick_is_found),
        cmocka_unit_test(a_missing_line_is_found),
        cmocka_unit_test(reordered_lines_are_found),
        cmocka_unit_test(a_cut_end_is_found),
        cmocka_unit_test(a_log_that_its_signer_cut_is_a_running_game),
        cmocka_unit_test(a_wrong_signature_is_found),
        cmocka_unit_test(wrong_turns_are_found),
        cmocka_unit_test(events_that_nothing_brings_are_found),
        cmocka_unit_test(players_who_are_not_in_the_game_are_found),
        cmocka_unit_test(what_is_no_transcript_is_refused),
        cmocka_unit_test(members_that_no_event_has_are_found),
        cmocka_unit_test(what_stands_behind_the_head_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
