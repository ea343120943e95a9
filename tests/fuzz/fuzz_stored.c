/*
 * What is read back from the disk, whatever lies there: a word that names the reader, a line end,
 * the bytes.
 *     log       choices: a part of a log, and what is done to its lines before it is read
 *     event     a digit for the state of the game, one for the player, the type, the data, and
 *               behind a line end the private part
 *     orders    standing orders, for each step
 *     quiet     quiet hours
 *     zone      a file of the time zone database
 */
#include <stdlib.h>
#include <string.h>

#include "service/base/time_zone.h"
#include "service/json/event_json.h"
#include "service/json/orders_json.h"
#include "service/json/quiet_hours_json.h"
#include "service/webhooks/discord.h"
#include "tests/fuzz/support/input.h"
#include "tests/support/fixtures.h"
#include "tests/support/log_play.h"
#include "tests/support/tampered_log.h"

enum { TEXT_BYTES_MAX = 1 << 20, STATES = 5 };

static struct record states[STATES]; /* lobby, faction draft, galaxy, splice, play */

static void play_to(struct log_play *play, size_t index, enum step step)
{
    if (index > 0)
        log_play_to(play, step);
    states[index] = play->record;
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    static struct log_play play;
    struct setup setup = {.players = 4, .options = options_default()};
    (void)count, (void)arguments;
    json_object_seed(1);
    setup.map = (struct map){.mode = MAP_BUILD, .layout = LAYOUT_NONE};
    log_play_begin(&play, 1, &setup, NULL, NULL);
    play_to(&play, 0, STEP_NONE);
    log_play_start(&play);
    play_to(&play, 1, STEP_SEATING);
    play_to(&play, 2, STEP_GALAXY);
    play_to(&play, 3, STEP_SPLICE);
    play_to(&play, 4, STEPS);
    return 0;
}

struct stored_text {
    const char *type;
    uint8_t player;
    struct input data;
    struct input hidden;
};

static bool read_line(const struct record *before, const struct stored_text *text,
                      struct log_event *ret_line)
{
    return event_read(text->type, text->player, before->updated_at, text->data.bytes,
                      text->data.length, text->hidden.bytes, text->hidden.length, ret_line);
}

/* The line as it is written; what is read from that, if it fits the game at all, is written the
 * same. */
static void must_come_back(const struct record *before, const struct stored_text *text,
                           const struct log_event *line)
{
    struct buffer data = buffer_new(TEXT_BYTES_MAX), hidden = buffer_new(TEXT_BYTES_MAX);
    struct buffer second = buffer_new(TEXT_BYTES_MAX);
    struct log_event again;
    event_write_data(before, line, &data);
    event_write_private(line, &hidden);
    const struct stored_text written = {
        text->type, text->player, {data.bytes, data.length}, {hidden.bytes, hidden.length}};
    bool fits = read_line(before, &written, &again);
    if (fits)
        event_write_data(before, &again, &second);
    must(!fits ||
             (second.length == data.length && memcmp(second.bytes, data.bytes, data.length) == 0),
         "what was read is written otherwise");
    buffer_free(&data);
    buffer_free(&hidden);
    buffer_free(&second);
}

static void fold(const struct record *before, const struct log_event *line)
{
    static const uint8_t no_hash[HASH_BYTES];
    static struct record after;
    if (!record_fits(before, line))
        return;
    after = *before;
    record_apply(&after, line, no_hash);
    (void)tampered_log_serve(&after);
}

static void event(struct input bytes)
{
    struct log_event line;
    struct buffer message = buffer_new(TEXT_BYTES_MAX);
    const struct record *before = &states[input_byte(&bytes) % STATES];
    uint8_t player = input_byte(&bytes) % 16;
    (void)input_byte(&bytes);
    struct input type = input_until(&bytes, '\n');
    char *name = input_text(&type);
    struct stored_text text = {.type = name, .player = player < PLAYERS_MAX ? player : PLAYER_NONE};
    text.data = input_until(&bytes, '\n');
    text.hidden = bytes;
    if (read_line(before, &text, &line)) {
        must_come_back(before, &text, &line);
        discord_event_write(before, name, text.player, text.data.bytes, text.data.length, &message);
        fold(before, &line);
    }
    buffer_free(&message);
    free(name);
}

static void log_lines(struct input bytes)
{
    static struct record record;
    struct tampered_count count = {0};
    tampered_log_fold((struct chooser){&bytes, input_below}, &record, &count);
    if (record.game.version > 0)
        (void)tampered_log_serve(&record);
}

static void orders(struct input bytes)
{
    for (enum step step = STEP_NONE; step < STEPS; step++) {
        struct orders read;
        struct command command;
        if (!orders_possible(step) || !orders_read_note(bytes.bytes, bytes.length, step, &read))
            continue;
        for (size_t i = 0; i < STATES; i++)
            (void)orders_note_command(bytes.bytes, bytes.length, &states[i].game, 1, &command);
    }
}

static void quiet(struct input bytes)
{
    struct quiet_hours hours;
    if (!quiet_hours_read_note(bytes.bytes, bytes.length, &hours))
        return;
    int64_t end = quiet_hours_end_in(&hours, TIME_ZONES_FOLDER, FIXTURE_TIME);
    must(end >= FIXTURE_TIME, "quiet hours that end before they begin");
}

static void zone(struct input bytes)
{
    static const int64_t times[] = {INT64_MIN / 4, 0, FIXTURE_TIME, INT64_MAX / 4};
    static struct time_zone read;
    if (!time_zone_parse((const uint8_t *)bytes.bytes, bytes.length, &read))
        return;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        (void)time_zone_offset(&read, times[i]);
}

static const struct {
    const char *word;
    void (*read)(struct input bytes);
} readers[] = {
    {"log", log_lines}, {"event", event}, {"orders", orders}, {"quiet", quiet}, {"zone", zone}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input rest = input_new(data, size);
    struct input word = input_until(&rest, '\n');
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (input_is(&word, readers[i].word))
            readers[i].read(rest);
    return 0;
}
