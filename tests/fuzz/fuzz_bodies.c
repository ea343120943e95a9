/*
 * Request bodies, by every strict reader: a word that names the reader, a line end, the body.
 * Whatever a body is, it is refused with something to tell, or it becomes a command that stays
 * within its bounds; what a create becomes can be decided, written down and read back.
 */
#include <stdlib.h>
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/event_json.h"
#include "service/json/orders_json.h"
#include "service/json/quiet_hours_json.h"
#include "tests/fuzz/support/input.h"

enum { LINE_BYTES_MAX = 65536 };

static struct record record; /* of no game yet */
static struct events events;

static void cards_must_be_within(const struct sent_cards *cards)
{
    must(cards->count <= CARDS_SENT_MAX, "too many cards");
    for (uint8_t i = 0; i < cards->count; i++)
        must(cards->cards[i] < catalogue_card_count || cards->cards[i] == CARD_NONE,
             "a card that is none");
}

/* LINE as it is stored is LINE again when it is read back. */
static void line_must_come_back(const struct log_event *line)
{
    struct log_event again;
    struct buffer data = buffer_new(LINE_BYTES_MAX);
    struct buffer hidden = buffer_new(LINE_BYTES_MAX);
    struct buffer second = buffer_new(LINE_BYTES_MAX);
    event_write_data(&record, line, &data);
    event_write_private(line, &hidden);
    must(!buffer_failed(&data) && !buffer_failed(&hidden), "an event does not fit its line");
    must(event_read(event_type_name(line->event.type, true), line->event.player, line->at,
                    data.bytes, data.length, hidden.bytes, hidden.length, &again),
         "an event cannot be read back");
    event_write_data(&record, &again, &second);
    must(second.length == data.length && memcmp(second.bytes, data.bytes, data.length) == 0,
         "an event that was read back is another one");
    buffer_free(&data);
    buffer_free(&hidden);
    buffer_free(&second);
}

static bool create(const json_t *object, struct json_faults *faults)
{
    static const struct dealer nobody = {0};
    struct create_request request;
    if (!read_create(object, &request, faults))
        return false;
    must(request.map_faults.count <= MAP_FAULTS_MAX, "too many faults of a map");
    if (request.map_faults.count > 0)
        return true;
    record_begin(&record, "01kb8q5n3c7v9x2d4f6g8h0j1k");
    enum refusal refusal = decide(&record.game, &request.command, &nobody, &events);
    must((refusal == ACCEPTED) == (events.count > 0), "a create that does and does not create");
    if (refusal != ACCEPTED)
        return true;
    struct log_event line = {.event = events.list[0], .created = request.details};
    line_must_come_back(&line);
    static const uint8_t hash[HASH_BYTES];
    record_apply(&record, &line, hash);
    const char *fault = check(&record.game);
    must(fault == NULL, fault);
    return true;
}

static bool join(const json_t *object, struct json_faults *faults)
{
    struct joined_details details;
    struct field_text invite;
    bool has_entropy;
    if (!read_join(object, &details, &has_entropy, &invite, faults))
        return false;
    must(strnlen(details.name, sizeof details.name) < sizeof details.name, "no end of a name");
    must_be_utf8(details.name, strlen(details.name), "a name that is not UTF-8");
    must_be_utf8(details.external_id, strlen(details.external_id), "an id that is not UTF-8");
    must(invite.text != NULL, "no invite");
    return true;
}

static bool commit(const json_t *object, struct json_faults *faults)
{
    struct command command;
    for (int required = 0; required < 2; required++) {
        faults->count = 0;
        if (!read_commit(object, STEP_FACTION_DRAFT, 2, required == 1, &command, faults))
            continue;
        cards_must_be_within(&command.commit.cards);
        must(command.commit.sealed_by <= SEALED_WITHHELD, "sealed in no way");
    }
    return faults->count == 0;
}

static bool reveal(const json_t *object, struct json_faults *faults)
{
    struct command command;
    char spelled[SPELLED_BYTES];
    if (!read_reveal(object, STEP_SPLICE, 7, &command, faults))
        return false;
    cards_must_be_within(&command.reveal.cards);
    read_spelled(object, spelled);
    must(strnlen(spelled, sizeof spelled) < sizeof spelled, "no end of what was spelled");
    return true;
}

static bool turn(const json_t *object, struct json_faults *faults)
{
    static const enum command_type types[] = {COMMAND_HOME_POSITION, COMMAND_TILE,
                                              COMMAND_HOME_SYSTEM,   COMMAND_KING,
                                              COMMAND_PLASTIC,       COMMAND_STARTING_UNITS};
    bool any = false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct json_faults own = {0};
        struct command command;
        if (read_turn(object, types[i], 1, &command, &own))
            any = true;
        else
            *faults = own;
    }
    return any;
}

static bool undo(const json_t *object, struct json_faults *faults)
{
    struct command command;
    return read_undo(object, PLAYER_NONE, &command, faults);
}

static void table_command_must_be_within(const struct command *command)
{
    if (command->type == COMMAND_GAIN)
        cards_must_be_within(&command->gain.cards);
    if (command->type == COMMAND_SPLICE)
        must(command->splice.count <= CARDS_SENT_MAX, "too many participants");
    if (command->type == COMMAND_UNITS)
        must(command->units.unit < UNITS && command->units.count <= UNITS_SENT_MAX, "no such unit");
    if (command->type == COMMAND_CAPTURE)
        must(command->capture.unit < UNITS && command->capture.count <= UNITS_SENT_MAX,
             "no such unit");
}

static bool table(const json_t *object, struct json_faults *faults)
{
    bool any = false;
    for (enum command_type type = COMMAND_STATUS_PHASE; type <= COMMAND_ELIMINATE; type++) {
        struct json_faults own = {0};
        struct command command;
        if (read_table_action(object, type, 1, &command, &own)) {
            table_command_must_be_within(&command);
            any = true;
        } else {
            *faults = own;
        }
    }
    return any;
}

/* What is kept of them, as a note, is read again and kept the same. */
static bool orders(const json_t *object, struct json_faults *faults)
{
    bool any = false;
    for (enum step step = STEP_NONE; step < STEPS; step++) {
        struct json_faults own = {0};
        struct orders read, again;
        if (!orders_possible(step) || !orders_read(object, step, &read, &own)) {
            *faults = own.count > 0 ? own : *faults;
            continue;
        }
        struct buffer note = buffer_new(LINE_BYTES_MAX);
        struct json_writer writer = json_writer_start(&note);
        orders_write(&writer, &read);
        must(!buffer_failed(&note) && orders_read_note(note.bytes, note.length, step, &again),
             "orders that were kept cannot be read");
        buffer_free(&note);
        any = true;
    }
    return any;
}

static bool quiet(const json_t *object, struct json_faults *faults)
{
    struct quiet_hours hours, again;
    if (!quiet_hours_read(object, &hours, faults))
        return false;
    struct buffer note = buffer_new(LINE_BYTES_MAX);
    struct json_writer writer = json_writer_start(&note);
    quiet_hours_write(&writer, &hours);
    must(quiet_hours_read_note(note.bytes, note.length, &again),
         "quiet hours that were kept cannot be read");
    buffer_free(&note);
    return true;
}

static const struct {
    const char *word;
    bool (*read)(const json_t *object, struct json_faults *faults);
} readers[] = {{"create", create}, {"join", join},     {"commit", commit},
               {"reveal", reveal}, {"turn", turn},     {"undo", undo},
               {"table", table},   {"orders", orders}, {"quiet", quiet}};

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    json_object_seed(1);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input body = input_new(data, size);
    struct input word = input_until(&body, '\n');
    char detail[JSON_DETAIL_BYTES] = "";
    json_t *object = json_read_object(body.bytes, body.length, detail);
    if (object == NULL)
        must_be_utf8(detail, strnlen(detail, sizeof detail), "a sentence that is not UTF-8");
    for (size_t i = 0; object != NULL && i < sizeof readers / sizeof *readers; i++) {
        struct json_faults faults = {0};
        if (input_is(&word, readers[i].word) && !readers[i].read(object, &faults))
            must_be_told(&faults);
    }
    json_decref(object);
    return 0;
}
