#include "tests/support/log_play.h"

#include <stdio.h>
#include <string.h>

#include "rules/map_string.h"
#include "service/json/event_json.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"
#include "tests/support/random_attendance.h"

enum { DATA_BYTES_MAX = 65536 };

static void made_up_details(struct log_play *play, struct log_event *line)
{
    uint8_t player = line->event.player;
    switch (line->event.type) {
    case EVENT_GAME_CREATED:
        snprintf(line->created.name, sizeof line->created.name, "Café \"table\"/1");
        snprintf(line->created.metadata, sizeof line->created.metadata,
                 "{\"channel\":\"12\",\"note\":\"\U0001f0a1\"}");
        snprintf(line->created.creator, sizeof line->created.creator, "bot");
        snprintf(line->created.names[1], sizeof line->created.names[1], "Ann");
        snprintf(line->created.external_ids[1], sizeof line->created.external_ids[1], "discord:7");
        luck_fill(&play->luck, line->created.root, SEED_BYTES);
        luck_fill(&play->luck, line->created.seed_commitment, SEED_BYTES);
        line->created.is_private = luck_one_in(&play->luck, 2);
        line->created.deadlines = play->deadlines;
        break;
    case EVENT_PLAYER_JOINED:
        snprintf(line->joined.name, sizeof line->joined.name, "Player %d", player + 1);
        if (player == 0)
            snprintf(line->joined.external_id, sizeof line->joined.external_id, "ext-é");
        luck_fill(&play->luck, line->joined.entropy, SEED_BYTES);
        line->joined.entropy_from_player = luck_one_in(&play->luck, 2);
        break;
    case EVENT_EPOCH_ENDED:
        if (play->record.game.setup.options.disclose)
            luck_fill(&play->luck, line->epoch.seed, SEED_BYTES);
        break;
    default:
        break;
    }
}

static void hash_line(const struct record *before, const struct log_event *line,
                      uint8_t ret_hash[HASH_BYTES])
{
    static const uint8_t zeros[HASH_BYTES];
    struct buffer data = buffer_new(DATA_BYTES_MAX), canonical = buffer_new(DATA_BYTES_MAX);
    event_write_data(before, line, &data);
    bool first = before->game.version == 0;
    struct event_envelope envelope = {
        .seq = before->game.version + 1,
        .at = line->at,
        .type = event_type_name(line->event.type, before->game.setup.options.disclose),
        .player = line->event.player,
        .prev = first ? zeros : before->head,
        .data = data.bytes,
        .data_length = data.length};
    event_write_canonical(&envelope, &canonical);
    assert_false(buffer_failed(&data) || buffer_failed(&canonical));
    event_hash(canonical.bytes, canonical.length, ret_hash);
    buffer_free(&data);
    buffer_free(&canonical);
}

static void fold_line(struct log_play *play, const struct log_event *line)
{
    if (play->watch)
        play->watch(play->context, &play->record, line);
    uint8_t hash[HASH_BYTES];
    hash_line(&play->record, line, hash);
    record_apply(&play->record, line, hash);
}

static void fold(struct log_play *play, const struct event *event)
{
    struct log_event line = {.at = play->now, .event = *event};
    made_up_details(play, &line);
    fold_line(play, &line);
}

enum refusal log_play_run(struct log_play *play, const struct command *command)
{
    play->now += 1000;
    enum refusal refusal = decide(&play->record.game, command, &play->dealer, &play->events);
    for (size_t i = 0; i < play->events.count; i++)
        fold(play, &play->events.list[i]);
    return refusal;
}

enum refusal log_play_attend(struct log_play *play, const struct attendance *command)
{
    struct log_event line;
    bool changes;
    enum refusal refusal = attendance_decide(&play->record, command, play->now, &line, &changes);
    if (changes)
        fold_line(play, &line);
    return refusal;
}

static void run_plain(struct log_play *play, enum command_type type, uint8_t player)
{
    struct command command = {.type = type, .player = player};
    assert_number(log_play_run(play, &command), ACCEPTED);
}

struct setup log_play_setup(void)
{
    return (struct setup){.players = 3, .options = options_default()};
}

struct setup log_play_premade_setup(void)
{
    static const char text[] = "{112} 35 87A2 -1 0 0 0";
    struct setup setup = log_play_setup();
    struct map_faults faults;
    setup.map.mode = MAP_PREMADE;
    assert_true(map_string_parse(text, sizeof text - 1, &setup.map.galaxy, &faults));
    return setup;
}

void log_play_begin(struct log_play *play, uint32_t seed, const struct setup *setup,
                    void (*watch)(void *context, const struct record *before,
                                  const struct log_event *line),
                    void *context)
{
    log_play_begin_timed(play, seed, setup, NULL, watch, context);
}

void log_play_begin_timed(struct log_play *play, uint32_t seed, const struct setup *setup,
                          const struct deadline_settings *deadlines,
                          void (*watch)(void *context, const struct record *before,
                                        const struct log_event *line),
                          void *context)
{
    memset(play, 0, sizeof *play);
    if (deadlines)
        play->deadlines = *deadlines;
    play->luck.state = seed;
    play->deck.state = ~(uint64_t)seed;
    play->dealer = random_dealer(&play->deck);
    play->now = FIXTURE_TIME;
    play->watch = watch;
    play->context = context;
    record_begin(&play->record, LOG_PLAY_GAME);
    struct command command = {.type = COMMAND_CREATE, .player = PLAYER_NONE, .create = *setup};
    assert_number(log_play_run(play, &command), ACCEPTED);
}

void log_play_start(struct log_play *play)
{
    for (uint8_t player = 0; player < play->record.game.setup.players; player++)
        run_plain(play, COMMAND_JOIN, player);
    if (play->record.game.table.stage == STAGE_LOBBY)
        run_plain(play, COMMAND_START, PLAYER_NONE);
}

void log_play_begin_started(struct log_play *play, uint32_t seed, const struct setup *setup)
{
    log_play_begin(play, seed, setup, NULL, NULL);
    log_play_start(play);
}

/* Things that happen beside the draft. */
static void interrupt(struct log_play *play)
{
    if (luck_one_in(&play->luck, 2)) {
        run_plain(play, COMMAND_PAUSE, PLAYER_NONE);
        run_plain(play, COMMAND_RESUME, PLAYER_NONE);
        return;
    }
    uint8_t player = (uint8_t)luck_below(&play->luck, play->record.game.setup.players);
    run_plain(play, COMMAND_REINVITE, player);
    run_plain(play, COMMAND_JOIN, player);
}

static void take_back(struct log_play *play)
{
    struct command command = {.type = COMMAND_UNDO, .player = PLAYER_NONE};
    command.undo_version = play->record.game.version;
    if (play->record.game.undo.state == UNDO_POSSIBLE)
        assert_number(log_play_run(play, &command), ACCEPTED);
}

void log_play_once(struct log_play *play)
{
    if (luck_one_in(&play->luck, 30))
        interrupt(play);
    if (luck_one_in(&play->luck, 6))
        take_back(play);
    uint8_t player = random_waiting_player(&play->record.game, &play->luck);
    struct command command =
        random_command(&play->record.game, player, &play->luck, &play->secrets);
    assert_number(log_play_run(play, &command), ACCEPTED);
}

void log_play_to(struct log_play *play, enum step step)
{
    while (play->record.game.table.stage == STAGE_SETUP && play->record.game.table.step != step)
        log_play_once(play);
}
