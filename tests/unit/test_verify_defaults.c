/*
 * Transcripts of games in which choices were made for absent players. What a user would see go
 * wrong: a server that gives an absent player what it likes and calls that chance.
 */
#include <stdlib.h>
#include <string.h>

#include "service/fairness/commitment.h"
#include "service/program/verify.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/transcripts.h"

enum { HONEST_GAMES = 60 };

static struct verify_report report;

static bool verify_lines(const struct lines *lines)
{
    size_t length;
    char *text = lines_text(lines, &length);
    bool holds = verify_transcript(text, length, NULL, &report);
    free(text);
    return holds;
}

static void assert_fault(const struct lines *lines, size_t index, const char *words)
{
    if (verify_lines(lines))
        fail_msg("a transcript that was tampered with in line %zu holds", index + 1);
    if (report.fault.line != index + 1 || !strstr(report.fault.text, words))
        fail_msg("line %zu \"%s\", should be line %zu \"…%s…\"", report.fault.line,
                 report.fault.text, index + 1, words);
}

static const char not_drawn[] = "is not what was drawn, by the disclosed seed";

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static bool is_automatic(const struct lines *lines, size_t index, const char *type)
{
    return strcmp(text_of(lines_event(lines, index), "type"), type) == 0 &&
           json_is_true(json_object_get(lines_data(lines, index), "automatic"));
}

/* The next automatic event of TYPE from FROM on; the number of events if there is none. */
static size_t find_automatic(const struct lines *lines, const char *type, size_t from)
{
    size_t index = from;
    while (index < lines_count(lines) && !is_automatic(lines, index, type))
        index++;
    return index;
}

static size_t find_type(const struct lines *lines, const char *type, size_t from)
{
    size_t index = from;
    while (index < lines_count(lines) &&
           strcmp(text_of(lines_event(lines, index), "type"), type) != 0)
        index++;
    return index;
}

/* Three players without a map, SHARE of a hundred choices made by default. */
static struct lines made(uint64_t seed, unsigned share, bool quietly)
{
    struct making making = {
        .seed = seed, .setup = plain_setup(), .quietly = quietly, .defaults = share};
    return lines_make(&making);
}

static void honest_transcripts_hold(void **state)
{
    (void)state;
    unsigned picks = 0, turns = 0, after_void = 0;
    for (uint64_t seed = 1; seed <= HONEST_GAMES; seed++) {
        struct luck luck = {seed};
        struct making making = {.seed = seed, .setup = random_setup(&luck), .defaults = 30};
        struct lines lines = lines_make(&making);
        if (!verify_lines(&lines))
            fail_msg("seed %d: line %zu %s", (int)seed, report.fault.line, report.fault.text);
        assert_true((report.automatic > 0) == making.setup.options.disclose);
        for (size_t i = 1; i < lines_count(&lines); i++) {
            picks += is_automatic(&lines, i, "pick.committed");
            turns += is_automatic(&lines, i, "turn.taken");
            after_void += is_automatic(&lines, i, "pick.committed") &&
                          strcmp(text_of(lines_event(&lines, i - 1), "type"), "pick.void") == 0;
        }
        lines_free(&lines);
    }
    if (picks == 0 || turns == 0 || after_void == 0)
        fail_msg("%u picks, %u turns, %u picks instead of an opening: the games are too tame",
                 picks, turns, after_void);
}

static void the_report_tells_of_defaults(void **state)
{
    (void)state;
    struct lines lines = made(3, 100, true);
    char *text = NULL;
    size_t length;
    assert_true(verify_lines(&lines));
    assert_number(report.unknown, 0);
    FILE *stream = open_memstream(&text, &length);
    verify_print(&report, "it", stream);
    fclose(stream);
    assert_non_null(strstr(text, "choices for absent players, each as the seed draws it"));
    free(text);
    lines_free(&lines);
}

/* The opening of PLAYER's first pick in STEP. */
static json_t *opening_of(const struct lines *lines, const char *player, const char *step)
{
    size_t disclosed = lines_find(lines, "epoch.disclosed", 0);
    json_t *openings = json_object_get(lines_data(lines, disclosed), "openings");
    for (size_t i = 0; i < json_array_size(openings); i++) {
        json_t *opening = json_array_get(openings, i);
        if (strcmp(text_of(opening, "player"), player) == 0 &&
            strcmp(text_of(opening, "step"), step) == 0)
            return opening;
    }
    fail_msg("nothing opens the pick of %s", player);
    return NULL;
}

/* Puts CARD, sealed anew with NONCE, into the commitment at INDEX. */
static void seal_again(const struct lines *lines, size_t index, const char *card, const char *nonce)
{
    struct pick pick = {.count = 1, .cards = {card_find(card, strlen(card))}};
    uint8_t commitment[SEAL_BYTES];
    char text[2 * SEAL_BYTES + 1];
    const char *player = text_of(lines_event(lines, index), "player");
    assert_true(hex_decode(nonce, strlen(nonce), pick.nonce, sizeof pick.nonce));
    commitment_of(lines->game, STEP_FACTION_DRAFT, 1, (uint8_t)(player[1] - '1'), &pick,
                  commitment);
    hex_encode(commitment, sizeof commitment, text);
    json_object_set_new(lines_data(lines, index), "commitment", json_string(text));
}

/* A card that was legal too, sealed and opened in all honesty, but not drawn. */
static void another_card_is_found(void **state)
{
    (void)state;
    unsigned changed = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct lines lines = made(seed, 100, true);
        size_t index = find_automatic(&lines, "pick.committed", 0);
        json_t *opening =
            opening_of(&lines, text_of(lines_event(&lines, index), "player"), "faction_draft");
        json_t *cards = json_object_get(opening, "cards");
        for (uint16_t card = 0; card < FACTIONS_MAX; card += 5) {
            const char *id = catalogue_cards[card].id;
            if (strcmp(id, json_string_value(json_array_get(cards, 0))) == 0)
                continue;
            json_array_set_new(cards, 0, json_string(id));
            seal_again(&lines, index, id, text_of(opening, "nonce"));
            lines_chain(&lines, index);
            assert_fault(&lines, index, not_drawn);
            changed++;
        }
        lines_free(&lines);
    }
    assert_true(changed > 0);
}

/* The same card under another nonce: nothing of the pick is the server's to choose. */
static void another_nonce_is_found(void **state)
{
    (void)state;
    static const char nonce[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    struct lines lines = made(3, 100, true);
    size_t index = find_automatic(&lines, "pick.committed", 0);
    json_t *opening =
        opening_of(&lines, text_of(lines_event(&lines, index), "player"), "faction_draft");
    const char *card = json_string_value(json_array_get(json_object_get(opening, "cards"), 0));
    seal_again(&lines, index, card, nonce);
    json_object_set_new(opening, "nonce", json_string(nonce));
    lines_chain(&lines, index);
    assert_fault(&lines, index, not_drawn);
    lines_free(&lines);
}

static void another_turn_is_found(void **state)
{
    (void)state;
    struct lines lines = made(4, 100, true);
    size_t index = find_automatic(&lines, "turn.taken", 0);
    while (strcmp(text_of(lines_data(&lines, index), "step"), "kings") != 0)
        index = find_automatic(&lines, "turn.taken", index + 1);
    const char *drawn = text_of(lines_data(&lines, index), "king");
    const char *other = strcmp(drawn, "ruby_monarch") == 0 ? "radiant_aur" : "ruby_monarch";
    json_object_set_new(lines_data(&lines, index), "king", json_string(other));
    lines_chain(&lines, index);
    assert_fault(&lines, index, not_drawn);
    lines_free(&lines);
}

/* Somebody's own choice that is said to have been made by chance. */
static void a_choice_that_nobody_drew_is_found(void **state)
{
    (void)state;
    unsigned found = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct lines lines = made(seed, 0, true);
        size_t index = lines_find(&lines, "pick.committed", 0);
        json_object_set_new(lines_data(&lines, index), "automatic", json_true());
        lines_chain(&lines, index);
        assert_fault(&lines, index, not_drawn);
        found++;
        lines_free(&lines);
    }
    assert_number(found, 8);
}

/* A default for somebody who has picked already, or whose turn it is not. */
static void a_default_that_was_not_due_is_found(void **state)
{
    (void)state;
    struct lines lines = made(5, 100, true);
    size_t index = find_automatic(&lines, "turn.taken", 0);
    const char *player = text_of(lines_event(&lines, index), "player");
    const char *other = strcmp(player, "p1") == 0 ? "p2" : "p1";
    json_object_set_new(lines_event(&lines, index), "player", json_string(other));
    lines_chain(&lines, index);
    assert_fault(&lines, index, "(not_your_turn)");
    lines_free(&lines);

    lines = made(5, 100, true);
    index = find_automatic(&lines, "pick.committed", 0);
    json_t *again = json_deep_copy(lines_event(&lines, index));
    json_array_insert_new(lines.events, index + 1, again);
    lines_chain(&lines, index + 1);
    assert_false(verify_lines(&lines));
    assert_number(report.fault.line, index + 2);
    lines_free(&lines);
}

/* The next commitment of the same player, step and round; the number of events if there is none. */
static size_t replaced_by(const struct lines *lines, size_t index)
{
    const json_t *first = lines_data(lines, index);
    size_t next = find_type(lines, "pick.committed", index + 1);
    while (next < lines_count(lines)) {
        const json_t *data = lines_data(lines, next);
        if (strcmp(text_of(lines_event(lines, next), "player"),
                   text_of(lines_event(lines, index), "player")) == 0 &&
            strcmp(text_of(data, "step"), text_of(first, "step")) == 0 &&
            json_integer_value(json_object_get(data, "round")) ==
                json_integer_value(json_object_get(first, "round")))
            return next;
        next = find_type(lines, "pick.committed", next + 1);
    }
    return next;
}

/* Nothing opens what its player has replaced, and still it can be told what it must have been. */
static void a_replaced_default_is_checked_too(void **state)
{
    (void)state;
    unsigned checked = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct lines lines = made(seed, 40, false);
        size_t index = find_automatic(&lines, "pick.committed", 0);
        while (index < lines_count(&lines) && replaced_by(&lines, index) == lines_count(&lines))
            index = find_automatic(&lines, "pick.committed", index + 1);
        if (index < lines_count(&lines)) {
            json_object_set_new(lines_data(&lines, index), "commitment",
                                json_string("000102030405060708090a0b0c0d0e0f"
                                            "101112131415161718191a1b1c1d1e1f"));
            lines_chain(&lines, index);
            assert_fault(&lines, index, not_drawn);
            checked++;
        }
        lines_free(&lines);
    }
    assert_true(checked > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_transcripts_hold),
        cmocka_unit_test(the_report_tells_of_defaults),
        cmocka_unit_test(another_card_is_found),
        cmocka_unit_test(another_nonce_is_found),
        cmocka_unit_test(another_turn_is_found),
        cmocka_unit_test(a_choice_that_nobody_drew_is_found),
        cmocka_unit_test(a_default_that_was_not_due_is_found),
        cmocka_unit_test(a_replaced_default_is_checked_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
