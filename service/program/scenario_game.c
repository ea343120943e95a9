#include "service/program/scenario_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/fairness/commitment.h"

/* The id is the same in all scenarios: nobody else sees it, and outcomes repeat. */
#define SCENARIO_GAME_ID "01kb8q5n3c7v9x2d4f6g8h0j1k"

enum { SECOND = 1000 };

static const int64_t first_moment = INT64_C(1767225600000); /* 2026-01-01T00:00:00Z */

void scenario_game_begin(struct scenario_game *game)
{
    record_begin(&game->record, SCENARIO_GAME_ID);
    game->decks.game = game->record.id;
    game->now = first_moment;
}

/* Seals a pick as the service would, with a nonce that is the same each time. */
static void seal(const struct scenario_game *game, struct command *command)
{
    struct commit_command *commit = &command->commit;
    struct pick pick;
    if (command->type != COMMAND_COMMIT || commit->sealed_by != SEALED_BY_SERVER ||
        command->player >= PLAYERS_MAX || !pick_from_cards(&commit->cards, commit->nonce, &pick))
        return;
    uint8_t round = game->record.game.table.players[command->player].round;
    commitment_of(game->record.id, commit->step, round, command->player, &pick, commit->commitment);
}

/* What the record keeps of an event beyond the rules' part. */
static void add_details(struct log_event *line)
{
    if (line->event.type == EVENT_GAME_CREATED) {
        snprintf(line->created.name, sizeof line->created.name, "Scenario");
        snprintf(line->created.metadata, sizeof line->created.metadata, "{}");
    }
    if (line->event.type == EVENT_PLAYER_JOINED)
        snprintf(line->joined.name, sizeof line->joined.name, "p%d", line->event.player + 1);
}

static void fold(struct scenario_game *game)
{
    static const uint8_t no_hash[HASH_BYTES];
    for (size_t i = 0; i < game->events.count; i++) {
        struct log_event line = {.at = game->now, .event = game->events.list[i]};
        add_details(&line);
        record_apply(&game->record, &line, no_hash);
    }
}

/* Bytes, padding too: nothing at all may be written. */
static bool same_bytes(const void *left, const void *right, size_t length)
{
    return memcmp(left, right, length) == 0;
}

enum refusal scenario_game_run(struct scenario_game *game, struct command *command,
                               const char **ret_fault)
{
    struct dealer dealer = stacked_dealer(&game->decks);
    seal(game, command);
    struct game before;
    memcpy(&before, &game->record.game, sizeof before);
    game->now += SECOND;
    enum refusal refusal = decide(&game->record.game, command, &dealer, &game->events);
    *ret_fault = NULL;
    if (!same_bytes(&before, &game->record.game, sizeof before))
        *ret_fault = "deciding has changed the state";
    else if (refusal != ACCEPTED && refusal != REFUSED_ILLEGAL_PICK && game->events.count > 0)
        *ret_fault = "a refusal has brought events";
    fold(game);
    if (!*ret_fault && game->record.game.version > 0)
        *ret_fault = check(&game->record.game);
    return refusal;
}

enum refusal scenario_game_create(struct scenario_game *game, const struct setup *setup,
                                  const char **ret_fault)
{
    struct command command = {.type = COMMAND_CREATE, .player = PLAYER_NONE, .create = *setup};
    enum refusal refusal = scenario_game_run(game, &command, ret_fault);
    for (uint8_t player = 0; player < setup->players && refusal == ACCEPTED && !*ret_fault;
         player++) {
        command = (struct command){.type = COMMAND_JOIN, .player = player};
        refusal = scenario_game_run(game, &command, ret_fault);
    }
    return refusal;
}

static bool is_there(const struct scenario_game *game, enum step step)
{
    const struct table *table = &game->record.game.table;
    return step == STEP_NONE ? table->stage == STAGE_PLAYING
                             : table->stage == STAGE_SETUP && table->step == step;
}

/* The first player who can choose; PLAYER_NONE when there is none. */
static uint8_t next_to_choose(const struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        enum action action = waited_for(game, player);
        if (action != ACTION_NONE && action != ACTION_REVEAL)
            return player;
    }
    return PLAYER_NONE;
}

bool scenario_game_play_to(struct scenario_game *game, enum step step, const char **ret_fault)
{
    *ret_fault = NULL;
    while (!is_there(game, step)) {
        uint8_t player = next_to_choose(&game->record.game);
        if (player == PLAYER_NONE)
            return false;
        struct command command = first_choice(&game->record.game, player);
        if (scenario_game_run(game, &command, ret_fault) != ACCEPTED && !*ret_fault)
            *ret_fault = "a first choice was refused";
        if (*ret_fault)
            return false;
    }
    return true;
}
