#include "tests/support/tampered_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/event_json.h"
#include "service/json/reader.h"
#include "service/json/view_json.h"
#include "service/picture/map_svg.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"
#include "tests/support/random_attendance.h"
#include "tests/support/random_table.h"
#include "tests/support/tampered_json.h"

enum {
    LOGS = 10,
    LINES_MAX = 600,
    TURNS_AT_TABLE = 200,
    STATES_APART = 8, /* lines between two records that are kept */
    LINES_FOLDED_MAX = 40,
    TEXT_BYTES_MAX = 1 << 20
};

struct line {
    const char *type;
    uint8_t player;
    int64_t at;
    char *data;
    char *secret;
};

struct played_log {
    size_t count;
    struct line lines[LINES_MAX];
    struct record states[LINES_MAX / STATES_APART];
};

static struct played_log *logs;

static char *text_of(struct buffer *buffer)
{
    assert_false(buffer_failed(buffer));
    char *text = strndup(buffer->length > 0 ? buffer->bytes : "", buffer->length);
    assert_non_null(text);
    buffer_free(buffer);
    return text;
}

static void keep_line(void *context, const struct record *before, const struct log_event *line)
{
    struct played_log *log = context;
    struct buffer data = buffer_new(TEXT_BYTES_MAX), secret = buffer_new(TEXT_BYTES_MAX);
    if (log->count == LINES_MAX)
        return;
    if (log->count % STATES_APART == 0)
        log->states[log->count / STATES_APART] = *before;
    event_write_data(before, line, &data);
    event_write_private(line, &secret);
    log->lines[log->count++] = (struct line){
        .type = event_type_name(line->event.type, before->game.setup.options.disclose),
        .player = line->event.player,
        .at = line->at,
        .data = text_of(&data),
        .secret = text_of(&secret),
    };
}

static void play_log(struct log_play *play, uint32_t seed, struct played_log *log)
{
    struct luck luck = {.state = seed};
    struct setup setup = random_setup(&luck);
    struct deadline_settings deadlines = random_deadlines(&luck);
    setup.options.passing_pipelined = seed % 3 == 0;
    log_play_begin_timed(play, seed, &setup, &deadlines, keep_line, log);
    log_play_start(play);
    while (play->record.game.table.stage == STAGE_SETUP) {
        struct attendance command = random_attendance(&play->record, &luck, play->now);
        (void)log_play_attend(play, &command);
        log_play_once(play);
    }
    for (unsigned i = 0; i < TURNS_AT_TABLE; i++) {
        struct command command = random_table_command(&play->record.game, &luck);
        (void)log_play_run(play, &command);
    }
}

static void play_logs(void)
{
    struct log_play *play = malloc(sizeof *play);
    logs = calloc(LOGS, sizeof *logs);
    assert_true(play != NULL && logs != NULL);
    for (uint32_t i = 0; i < LOGS; i++)
        play_log(play, i + 1, &logs[i]);
    free(play);
}

/* Reads LINE and folds it into RECORD if it can follow. */
static void fold_line(struct record *record, const struct line *line, struct tampered_count *count)
{
    static const uint8_t no_hash[HASH_BYTES];
    static struct log_event read;
    if (!event_read(line->type, line->player, line->at, line->data, strlen(line->data),
                    line->secret, strlen(line->secret), &read)) {
        count->unreadable++;
        return;
    }
    if (!record_fits(record, &read)) {
        count->refused++;
        return;
    }
    count->fit++;
    record_apply(record, &read, no_hash);
}

static const struct line *any_line(struct chooser chooser)
{
    const struct played_log *log = &logs[choose_below(chooser, LOGS)];
    return &log->lines[choose_below(chooser, log->count)];
}

/* LINE with something changed. */
static void fold_changed(struct record *record, struct line line, struct chooser chooser,
                         struct tampered_count *count)
{
    char *data = NULL, *secret = NULL;
    switch (choose_below(chooser, 8)) {
    case 0:
        line.player = (uint8_t)choose_below(chooser, PLAYERS_MAX + 1);
        line.player = line.player == PLAYERS_MAX ? PLAYER_NONE : line.player;
        break;
    case 1:
        line.type = any_line(chooser)->type;
        break;
    case 2:
        line.at += (int64_t)choose_below(chooser, 3) * JSON_TIME_MAX - JSON_TIME_MAX;
        break;
    case 3:
    case 4:
        if (line.secret[0] != '\0')
            line.secret = secret = tampered_json(line.secret, chooser);
        break;
    default:
        line.data = data = tampered_json(line.data, chooser);
        break;
    }
    fold_line(record, &line, count);
    free(data);
    free(secret);
}

static void fold_next(struct record *record, const struct line *line, struct chooser chooser,
                      struct tampered_count *count)
{
    switch (choose_below(chooser, 16)) {
    case 15: /* it is missing */
        break;
    case 14: /* it comes twice */
        fold_line(record, line, count);
        fold_line(record, line, count);
        break;
    case 13:
        fold_line(record, any_line(chooser), count);
        break;
    case 12:
    case 11:
    case 10:
    case 9:
    case 8:
        fold_changed(record, *line, chooser, count);
        break;
    default:
        fold_line(record, line, count);
        break;
    }
}

void tampered_log_fold(struct chooser chooser, struct record *ret_record,
                       struct tampered_count *count)
{
    if (!logs)
        play_logs();
    const struct played_log *log = &logs[choose_below(chooser, LOGS)];
    size_t state = choose_below(chooser, (log->count - 1) / STATES_APART + 1);
    size_t end = state * STATES_APART + 1 + choose_below(chooser, LINES_FOLDED_MAX);
    *ret_record = log->states[state];
    for (size_t i = state * STATES_APART; i < end && i < log->count; i++)
        fold_next(ret_record, &log->lines[i], chooser, count);
}

static void choose_by_default(const struct record *record)
{
    static struct events events;
    struct luck luck = {.state = 1};
    struct dealer dealer = random_dealer(&luck);
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        struct command command = {.type = COMMAND_DEFAULT, .player = player};
        (void)decide(&record->game, &command, &dealer, &events);
        size_t count = choice_count(&record->game, player);
        for (size_t i = 0; i < count; i++)
            (void)nth_choice(&record->game, player, i);
    }
}

bool tampered_log_serve(const struct record *record)
{
    if (check(&record->game) != NULL)
        return false;
    struct buffer buffer = buffer_new(TEXT_BYTES_MAX);
    unsigned audiences = AUDIENCE_PLAYER + (unsigned)record->game.setup.players;
    for (enum audience audience = AUDIENCE_PUBLIC; audience < audiences; audience++) {
        buffer_clear(&buffer);
        view_write(record, audience, &buffer);
        assert_false(buffer_failed(&buffer));
    }
    blockers_write(record, &buffer);
    tableaus_write(record, &buffer);
    map_svg_write(record, MAP_THEME_AUTO, &buffer);
    buffer_free(&buffer);
    choose_by_default(record);
    return true;
}
