#include "service/record/record.h"

#include <stdio.h>
#include <string.h>

#include "service/record/deadlines_fold.h"

void record_begin(struct record *record, const char *id)
{
    *record = (struct record){.game = game_none()};
    snprintf(record->id, sizeof record->id, "%s", id);
}

static void apply_created(struct record *record, const struct log_event *line)
{
    record->created = line->created;
    record->created_at = line->at;
    record->host_generation = 1;
    for (size_t player = 0; player < PLAYERS_MAX; player++) {
        struct person *person = &record->people[player];
        person->generation = 1;
        memcpy(person->name, line->created.names[player], sizeof person->name);
        memcpy(person->external_id, line->created.external_ids[player], sizeof person->external_id);
    }
}

/* Whoever comes first and does not say otherwise is whom the creator invited. After a re-invite
 * somebody else may have come. */
static void apply_joined(struct person *person, const struct joined_details *joined)
{
    memcpy(person->name, joined->name, sizeof person->name);
    if (joined->external_id[0] != '\0' || person->generation > 1)
        memcpy(person->external_id, joined->external_id, sizeof person->external_id);
    person->has_entropy = true;
    person->entropy_from_player = joined->entropy_from_player;
    memcpy(person->entropy, joined->entropy, sizeof person->entropy);
}

static void apply_epoch_ended(struct record *record, const struct log_event *line)
{
    if (!record->game.setup.options.disclose)
        return;
    record->disclosed = (uint16_t)(line->event.public_part.epoch + 1);
    memcpy(record->last_seed, line->epoch.seed, sizeof record->last_seed);
}

/* What only the record keeps of a line; the rules' state has it already. */
static void apply_details(struct record *record, const struct log_event *line)
{
    switch (line->event.type) {
    case EVENT_GAME_CREATED:
        apply_created(record, line);
        break;
    case EVENT_PLAYER_JOINED:
        apply_joined(&record->people[line->event.player], &line->joined);
        break;
    case EVENT_PLAYER_REINVITED:
        record->people[line->event.player].generation++;
        break;
    case EVENT_EPOCH_ENDED:
        apply_epoch_ended(record, line);
        break;
    default:
        break;
    }
}

/* What the game waited for before a line. */
struct waiting {
    enum step step;
    uint8_t round;
    uint8_t rounds[PLAYERS_MAX]; /* each player's own, and the number of the turn: in the galaxy one
                                    may come right after another */
    enum action actions[PLAYERS_MAX];
};

static struct waiting waiting_of(const struct game *game)
{
    struct waiting waiting = {.step = game->table.step, .round = game->table.round};
    for (uint8_t player = 0; player < game->setup.players; player++) {
        waiting.rounds[player] = turn_number_of(game, player);
        waiting.actions[player] = waited_for(game, player);
    }
    return waiting;
}

static bool waits_anew(const struct waiting *before, const struct waiting *now, size_t player)
{
    return now->step != before->step || now->rounds[player] != before->rounds[player] ||
           now->actions[player] != before->actions[player];
}

static void begin_waiting(struct record *record, uint8_t player, int64_t at)
{
    record->people[player].waiting_since = at;
    record->people[player].waiting_from = record->game.version;
    deadline_begin(record, player, at);
}

static void end_waiting(struct record *record, uint8_t player, int64_t at)
{
    record->people[player].waiting_since = 0;
    record->people[player].waiting_from = 0;
    deadline_end(record, player, at);
}

static void apply_times(struct record *record, const struct waiting *before, int64_t at)
{
    struct waiting now = waiting_of(&record->game);
    if (now.step == STEP_NONE)
        record->step_opened_at = 0;
    else if (now.step != before->step || now.round != before->round)
        record->step_opened_at = at;
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        if (now.actions[player] == ACTION_NONE)
            end_waiting(record, player, at);
        else if (waits_anew(before, &now, player))
            begin_waiting(record, player, at);
    }
    record->updated_at = at;
}

/* Deadlines of nobody but the players. */
static bool moves_of_players(const struct record *record, const struct moved_details *moved)
{
    for (size_t player = record->game.setup.players; player < PLAYERS_MAX; player++) {
        if (moved->due[player] != 0)
            return false;
    }
    return true;
}

/* Time does not run back in a log: whatever its lines say, sums of it stay in bounds. */
bool record_fits(const struct record *record, const struct log_event *line)
{
    return line->at >= record->updated_at && fits(&record->game, &line->event) &&
           (line->event.type != EVENT_DEADLINE_SET || moves_of_players(record, &line->moved));
}

void record_apply(struct record *record, const struct log_event *line,
                  const uint8_t hash[HASH_BYTES])
{
    struct waiting before = waiting_of(&record->game);
    apply(&record->game, &line->event);
    apply_details(record, line);
    deadlines_apply(record, line);
    apply_times(record, &before, line->at);
    memcpy(record->head, hash, sizeof record->head);
}
