#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/fairness/commitment.h"
#include "service/json/event_json.h"
#include "service/json/reader.h"
#include "service/program/transcript.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"
#include "tests/support/random_attendance.h"
#include "tests/support/random_table.h"
#include "tests/support/transcripts.h"

/* A game being made: the record as it grows, who deals, the lines so far. */
struct maker {
    const struct making *making;
    struct lines *lines;
    struct record record;
    struct luck luck;
    struct secrets secrets;
    uint8_t root[SEED_BYTES];
    uint8_t entropy[PLAYERS_MAX][SEED_BYTES];
    struct events events;
    struct log_event logged;
};

struct setup plain_setup(void)
{
    return (struct setup){.players = 3, .options = options_default()};
}

/* The lines as the service itself writes them. */
static void write_line(struct maker *maker)
{
    char detail[JSON_DETAIL_BYTES];
    uint8_t hash[HASH_BYTES];
    uint8_t player = maker->logged.event.player;
    const struct options *options = &maker->making->setup.options;
    struct buffer data = buffer_new(TRANSCRIPT_LINE_MAX);
    struct buffer whole = buffer_new(TRANSCRIPT_LINE_MAX);
    event_write_data(&maker->record, &maker->logged, &data);
    const struct event_envelope envelope = {
        (uint32_t)lines_count(maker->lines) + 1,
        maker->logged.at,
        event_type_name(maker->logged.event.type, options->disclose),
        player,
        maker->record.head,
        data.bytes,
        data.length};
    event_write_canonical(&envelope, &whole);
    event_hash(whole.bytes, whole.length, hash);
    buffer_clear(&whole);
    event_write_served(&envelope, hash, &whole);
    json_t *event = json_read_object(whole.bytes, whole.length, detail);
    if (buffer_failed(&data) || buffer_failed(&whole) || !event)
        fail_msg("an event cannot be written: %s", detail);
    json_array_append_new(maker->lines->events, event);
    record_apply(&maker->record, &maker->logged, hash);
    buffer_free(&data);
    buffer_free(&whole);
}

static void fill_details(struct maker *maker)
{
    struct log_event *logged = &maker->logged;
    uint8_t player = logged->event.player;
    if (logged->event.type == EVENT_GAME_CREATED) {
        uint8_t first[SEED_BYTES];
        snprintf(logged->created.name, sizeof logged->created.name, "Möwe & Co");
        snprintf(logged->created.metadata, sizeof logged->created.metadata, "{\"guild\":\"7\"}");
        if (!maker->making->quietly)
            logged->created.deadlines = random_deadlines(&maker->luck);
        seed_of_epoch(maker->lines->game, maker->root, 0, first);
        seed_link(maker->lines->game, 0, first, logged->created.seed_commitment);
    } else if (logged->event.type == EVENT_PLAYER_JOINED) {
        snprintf(logged->joined.name, sizeof logged->joined.name, "Player %d", player + 1);
        memcpy(logged->joined.entropy, maker->entropy[player], SEED_BYTES);
        logged->joined.entropy_from_player = player % 2 == 0;
    } else if (logged->event.type == EVENT_EPOCH_ENDED && maker->making->setup.options.disclose) {
        seed_of_epoch(maker->lines->game, maker->root, logged->event.public_part.epoch,
                      logged->epoch.seed);
    }
}

static int64_t now(const struct maker *maker)
{
    return FIXTURE_TIME + (int64_t)maker->record.game.version;
}

/* People and time. */
static void attend(struct maker *maker)
{
    bool changes;
    struct attendance command = random_attendance(&maker->record, &maker->luck, now(maker));
    (void)attendance_decide(&maker->record, &command, now(maker), &maker->logged, &changes);
    if (changes)
        write_line(maker);
}

static enum refusal run(struct maker *maker, const struct command *command)
{
    struct fair_dealer fair;
    uint8_t root[SEED_BYTES];
    memcpy(root, maker->root, sizeof root);
    root[0] ^= maker->making->deals_otherwise;
    fair_dealer_begin(&fair, maker->lines->game, maker->making->setup.players, root,
                      (const uint8_t(*)[SEED_BYTES])maker->entropy);
    enum refusal refusal = decide(&maker->record.game, command, &fair.dealer, &maker->events);
    fair_dealer_end(&fair);
    for (size_t i = 0; i < maker->events.count; i++) {
        maker->logged = (struct log_event){.at = now(maker), .event = maker->events.list[i]};
        fill_details(maker);
        write_line(maker);
    }
    return refusal;
}

static void must(struct maker *maker, const struct command *command)
{
    enum refusal refusal = run(maker, command);
    if (refusal != ACCEPTED)
        fail_msg("seed %llu: a legal command is refused: %s",
                 (unsigned long long)maker->making->seed, refusal_code(refusal));
}

static void simple(struct maker *maker, enum command_type type, uint8_t player)
{
    must(maker, &(struct command){.type = type, .player = player});
}

/* random_play seals by a hash of its own; here it is the real one. */
static void seal(struct maker *maker, struct command *command)
{
    struct commit_command *commit = &command->commit;
    struct pick pick;
    if (commit->sealed_by == SEALED_WITHHELD)
        pick = maker->secrets.picks[command->player];
    else
        assert_true(pick_from_cards(&commit->cards, commit->nonce, &pick));
    uint8_t round = maker->record.game.table.players[command->player].round;
    commitment_of(maker->lines->game, commit->step, round, command->player, &pick,
                  commit->commitment);
}

static void move(struct maker *maker, uint8_t player)
{
    struct command command =
        random_command(&maker->record.game, player, &maker->luck, &maker->secrets);
    if (command.type == COMMAND_COMMIT)
        seal(maker, &command);
    must(maker, &command);
}

/* A withheld commitment to a card that the player may not pick: its reveal will make it void. */
static void commit_unfairly(struct maker *maker, uint8_t player)
{
    struct pick *pick = &maker->secrets.picks[player];
    const struct table *table = &maker->record.game.table;
    struct command command = {.type = COMMAND_COMMIT, .player = player};
    command.commit.step = table->step;
    command.commit.sealed_by = SEALED_WITHHELD;
    *pick = (struct pick){.count = 1, .cards = {(uint16_t)(catalogue_card_count - 1)}};
    luck_fill(&maker->luck, pick->nonce, SEAL_BYTES);
    commitment_of(maker->lines->game, table->step, table->round, player, pick,
                  command.commit.commitment);
    must(maker, &command);
}

static void reveal(struct maker *maker, uint8_t player)
{
    struct command command =
        random_command(&maker->record.game, player, &maker->luck, &maker->secrets);
    enum refusal refusal = run(maker, &command);
    if (refusal != ACCEPTED && refusal != REFUSED_ILLEGAL_PICK)
        fail_msg("a reveal is refused: %s", refusal_code(refusal));
}

/* What happens beside the moves: pauses, changed minds, changed persons, undone turns. */
static void interrupt(struct maker *maker)
{
    const struct game *game = &maker->record.game;
    uint8_t player = (uint8_t)luck_below(&maker->luck, game->setup.players);
    if (luck_one_in(&maker->luck, 2))
        attend(maker);
    if (luck_one_in(&maker->luck, 12)) {
        must(maker, &(struct command){.type = COMMAND_PAUSE,
                                      .player = PLAYER_NONE,
                                      .automatic = luck_one_in(&maker->luck, 2)});
        simple(maker, COMMAND_RESUME, PLAYER_NONE);
    }
    if (luck_one_in(&maker->luck, 12)) {
        simple(maker, COMMAND_REINVITE, player);
        simple(maker, COMMAND_JOIN, player);
    }
    if (options_for(game, player).again && luck_one_in(&maker->luck, 2))
        move(maker, player);
    if (game->undo.state == UNDO_POSSIBLE && luck_one_in(&maker->luck, 3)) {
        struct command undo = {.type = COMMAND_UNDO, .player = PLAYER_NONE};
        undo.undo_version = game->version;
        if (luck_one_in(&maker->luck, 2))
            undo.player = game->undo.player;
        must(maker, &undo);
    }
}

/* What the rules refuse is not in the log. */
static void play_at_the_table(struct maker *maker)
{
    const struct game *game = &maker->record.game;
    for (unsigned i = 0; i < maker->making->table_actions; i++) {
        struct command command = random_table_command(game, &maker->luck);
        (void)run(maker, &command);
        if (game->undo.state != UNDO_POSSIBLE || !luck_one_in(&maker->luck, 12))
            continue;
        command = (struct command){.type = COMMAND_UNDO, .player = PLAYER_NONE};
        command.undo_version = game->version;
        must(maker, &command);
    }
}

static void play(struct maker *maker)
{
    const struct game *game = &maker->record.game;
    while (game->table.stage == STAGE_SETUP) {
        if (maker->making->stops_in_splice && game->table.step == STEP_SPLICE)
            return;
        if (!maker->making->quietly)
            interrupt(maker);
        uint8_t player = random_waiting_player(game, &maker->luck);
        enum action action = waited_for(game, player);
        if (maker->making->defaults > 0 && luck_below(&maker->luck, 100) < maker->making->defaults)
            simple(maker, COMMAND_DEFAULT, player);
        else if (action == ACTION_REVEAL)
            reveal(maker, player);
        else if (action == ACTION_COMMIT && !maker->making->quietly && !passes_at_once(game) &&
                 luck_one_in(&maker->luck, 15))
            commit_unfairly(maker, player);
        else
            move(maker, player);
    }
    if (!maker->making->quietly)
        simple(maker, COMMAND_STATUS_PHASE, PLAYER_NONE);
    play_at_the_table(maker);
}

static void begin(struct maker *maker)
{
    struct command create = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    struct random_source random = {NULL, NULL};
    struct fixed_random fixed = {maker->making->seed};
    uint8_t key_seed[32] = {7};
    random = random_fixed(&fixed);
    ulid_make(FIXTURE_TIME, &random, maker->lines->game);
    random_fill(&random, maker->root, sizeof maker->root);
    random_fill(&random, maker->entropy, sizeof maker->entropy);
    crypto_sign_seed_keypair(maker->lines->public_key, maker->lines->secret_key, key_seed);
    record_begin(&maker->record, maker->lines->game);
    create.create = maker->making->setup;
    must(maker, &create);
    for (uint8_t player = 0; player < maker->making->setup.players; player++)
        simple(maker, COMMAND_JOIN, player);
    if (!maker->making->setup.options.auto_start)
        simple(maker, COMMAND_START, PLAYER_NONE);
}

struct lines lines_make(const struct making *making)
{
    struct lines lines = {.events = json_array()};
    struct maker *maker = calloc(1, sizeof *maker);
    if (!maker || sodium_init() < 0)
        fail_msg("no memory for a game");
    maker->making = making;
    maker->lines = &lines;
    maker->luck.state = making->seed;
    begin(maker);
    play(maker);
    lines_sign(&lines);
    free(maker);
    return lines;
}
