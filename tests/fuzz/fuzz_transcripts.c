/*
 * Transcripts, as somebody may hand them to `spliced verify`: "whole", a line end, and the file as
 * it is; "lines", a line end, and events, which are numbered, chained, hashed and signed anew, so
 * that what they say is looked at too; or "tampered", a line end, and choices: a transcript of a
 * whole game, and what is done to its lines. One that does not hold has a fault and a line; one
 * that holds has a report that can be printed.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/program/verify.h"
#include "tests/fuzz/support/input.h"
#include "tests/support/tampered_transcript.h"
#include "tests/support/transcripts.h"

enum { LINES_MAX = 300 };

static FILE *nowhere;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    must(sodium_init() >= 0, "libsodium does not start");
    json_object_seed(1);
    nowhere = fopen("/dev/null", "we");
    must(nowhere != NULL, "nowhere to print to");
    return 0;
}

static void verify(const char *bytes, size_t length)
{
    struct verify_report report;
    bool holds = verify_transcript(bytes, length, NULL, &report);
    size_t text = strnlen(report.fault.text, sizeof report.fault.text);
    must(holds == report.holds, "it holds and does not");
    must(holds || (text > 0 && text < sizeof report.fault.text), "a fault without a sentence");
    verify_print(&report, "the transcript", nowhere);
}

static bool is_canonical(const json_t *event)
{
    struct buffer buffer = buffer_new(TRANSCRIPT_LINE_MAX);
    bool fine = canonical_write(event, &buffer) && !buffer_failed(&buffer);
    buffer_free(&buffer);
    return fine;
}

static void add_line(struct lines *lines, const struct input *line)
{
    char detail[JSON_DETAIL_BYTES];
    json_t *event = json_read_object(line->bytes, line->length, detail);
    if (event != NULL && is_canonical(event) && lines_count(lines) < LINES_MAX)
        json_array_append(lines->events, event);
    json_decref(event);
}

static void chain_and_verify(struct input text)
{
    static const uint8_t key_seed[32] = {7};
    struct lines lines = {.events = json_array(), .game = "01kb8q5n3c7v9x2d4f6g8h0j1k"};
    size_t length;
    crypto_sign_seed_keypair(lines.public_key, lines.secret_key, key_seed);
    struct input game = input_until(&text, '\n');
    if (game.length == ULID_LENGTH)
        memcpy(lines.game, game.bytes, ULID_LENGTH);
    while (text.length > 0) {
        struct input line = input_until(&text, '\n');
        add_line(&lines, &line);
    }
    if (lines_count(&lines) > 0) {
        lines_chain(&lines, 0);
        char *whole = lines_text(&lines, &length);
        verify(whole, length);
        free(whole);
    }
    lines_free(&lines);
}

static void tamper_and_verify(struct input choices)
{
    size_t length;
    char *whole = tampered_transcript((struct chooser){&choices, input_below}, &length);
    verify(whole, length);
    free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input rest = input_new(data, size);
    struct input word = input_until(&rest, '\n');
    if (input_is(&word, "lines"))
        chain_and_verify(rest);
    else if (input_is(&word, "tampered"))
        tamper_and_verify(rest);
    else if (input_is(&word, "whole"))
        verify(rest.bytes, rest.length);
    return 0;
}
