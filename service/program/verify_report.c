#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"
#include "service/base/utf8.h"
#include "service/program/verify.h"

static bool check_key(const struct transcript *transcript, const uint8_t *public_key,
                      struct transcript_fault *fault)
{
    if (!public_key || memcmp(public_key, transcript->head.public_key, PUBLIC_KEY_BYTES) == 0)
        return true;
    return transcript_fault_tell(fault, transcript->count + 1,
                                 "the head is signed by another key than the one you named");
}

static void describe(const struct transcript *transcript, const struct disclosure *disclosure,
                     const struct replay_result *result, struct verify_report *report)
{
    const struct record *record = &result->record;
    memcpy(report->game, transcript->game, sizeof report->game);
    memcpy(report->name, record->created.name, sizeof report->name);
    report->players = record->game.setup.players;
    report->events = (uint32_t)transcript->count;
    report->openings = (uint32_t)disclosure->count;
    report->unknown = result->unknown;
    report->automatic = result->automatic;
    report->undisclosed = result->undisclosed;
    report->epochs = disclosure->epochs;
    memcpy(report->head, transcript->head.hash, HASH_BYTES);
    memcpy(report->public_key, transcript->head.public_key, PUBLIC_KEY_BYTES);
    if (disclosure->epochs > 0)
        report->extent = VERIFIED_WHOLE;
    else if (record->game.setup.options.disclose)
        report->extent = VERIFIED_RUNNING;
    else
        report->extent = VERIFIED_UNOPENED;
}

bool verify_transcript(const char *bytes, size_t length, const uint8_t *public_key,
                       struct verify_report *ret_report)
{
    *ret_report = (struct verify_report){.holds = false};
    struct transcript transcript = {.lines = NULL};
    struct disclosure disclosure = {.openings = NULL};
    struct replay_result *result = malloc(sizeof *result);
    struct transcript_fault *fault = &ret_report->fault;
    if (!result)
        transcript_fault_tell(fault, 1, "there is no memory to read it");
    bool fine = result && transcript_read(bytes, length, &transcript, fault);
    fine = fine && check_key(&transcript, public_key, fault);
    fine = fine && disclosure_read(&transcript, &disclosure, fault);
    fine = fine && transcript_replay(&transcript, &disclosure, result, fault);
    if (fine)
        describe(&transcript, &disclosure, result, ret_report);
    ret_report->holds = fine;
    disclosure_free(&disclosure);
    transcript_free(&transcript);
    free(result);
    return fine;
}

/* Prints a text of the file's: a terminal, or who reads along, is not to take it for more. */
static void print_text(const char *text, FILE *stream)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        uint32_t point = 0;
        size_t size = utf8_read(text + at, length - at, &point);
        if (size == 0)
            fprintf(stream, "\\x%02x", (unsigned char)text[at]);
        else if (text_is_control(point))
            fprintf(stream, "\\u%04x", (unsigned)point);
        else
            fwrite(text + at, 1, size, stream);
        at += size > 0 ? size : 1;
    }
}

static void print_extent(const struct verify_report *report, FILE *stream)
{
    switch (report->extent) {
    case VERIFIED_WHOLE:
        fprintf(stream,
                "epochs    %d, dealt from the disclosed seed%s: every deal, pick and turn "
                "played again\n",
                report->epochs, report->epochs > 1 ? "s" : "");
        break;
    case VERIFIED_RUNNING:
        fprintf(stream, "deals and picks are not checked yet: their seed is disclosed when the "
                        "setup has ended\n");
        break;
    case VERIFIED_UNOPENED:
        fprintf(stream, "deals and picks cannot be checked: this game never discloses its seed\n");
        break;
    }
}

void verify_print(const struct verify_report *report, const char *source, FILE *stream)
{
    if (!report->holds) {
        fprintf(stream, "%s does not hold: line %zu ", source, report->fault.line);
        print_text(report->fault.text, stream);
        fputc('\n', stream);
        return;
    }
    char key[sodium_base64_ENCODED_LEN(PUBLIC_KEY_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING)];
    char head[2 * HASH_BYTES + 1];
    sodium_bin2base64(key, sizeof key, report->public_key, PUBLIC_KEY_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    hex_encode(report->head, HASH_BYTES, head);
    fprintf(stream, "%s holds\n", source);
    fprintf(stream, "game      %s, \"", report->game);
    print_text(report->name, stream);
    fprintf(stream, "\", %d players\n", report->players);
    fprintf(stream, "events    %u, chained without a gap\n", report->events);
    fprintf(stream, "head      %s\n", head);
    fprintf(stream, "signed    by the key %s\n", key);
    fprintf(stream, "openings  %u, each matching its commitment\n", report->openings);
    if (report->unknown > 0)
        fprintf(stream, "replaced  %u commitments, which nothing opens\n", report->unknown);
    print_extent(report, stream);
    if (report->automatic > 0)
        fprintf(stream, "automatic %u choices for absent players, each as the seed draws it\n",
                report->automatic);
    if (report->undisclosed > 0)
        fprintf(stream,
                "turned up %u cards in the epoch that still runs: their deal is checked when its "
                "seed is disclosed\n",
                report->undisclosed);
}
