#include "service/engine/preparation.h"

#include <sodium.h>
#include <string.h>

#include "service/fairness/commitment.h"

static void draw_seeds(struct preparation *preparation, const char *game,
                       const struct random_source *random)
{
    uint8_t first[SEED_BYTES];
    random_fill(random, preparation->root, sizeof preparation->root);
    seed_recall(preparation->seeds, game, preparation->root, 0, first);
    seed_link(game, 0, first, preparation->commitment);
    sodium_memzero(first, sizeof first);
}

/* Once the game has been dealt the entropy is part of the deal: whoever takes a place over keeps
 * that of the place. */
static void choose_entropy(struct joined_details *joined, const struct record *before,
                           const struct person *person, bool sent,
                           const struct random_source *random)
{
    if (before->game.table.stage != STAGE_LOBBY && person->has_entropy) {
        memcpy(joined->entropy, person->entropy, sizeof joined->entropy);
        joined->entropy_from_player = person->entropy_from_player;
        return;
    }
    joined->entropy_from_player = sent;
    if (!sent)
        random_fill(random, joined->entropy, sizeof joined->entropy);
}

/* What a first comer does not say is what the creator said; after a re-invite it is somebody
 * else who comes. */
static void join(struct preparation *preparation, const struct record *before,
                 const struct job *job, uint8_t player, const struct random_source *random)
{
    const struct person *person = &before->people[player];
    struct joined_details *joined = &preparation->joined;
    *joined = job->joined;
    if (joined->name[0] == '\0')
        memcpy(joined->name, before->created.names[player], sizeof joined->name);
    if (joined->external_id[0] == '\0' && person->generation == 1)
        memcpy(joined->external_id, before->created.external_ids[player],
               sizeof joined->external_id);
    choose_entropy(joined, before, person, job->has_entropy, random);
}

/* A pick that cannot be one at all is left unsealed: the rules refuse it. */
static void seal(struct commit_command *commit, const struct record *before, uint8_t player,
                 const struct random_source *random)
{
    struct pick pick;
    random_fill(random, commit->nonce, sizeof commit->nonce);
    if (player < PLAYERS_MAX && pick_from_cards(&commit->cards, commit->nonce, &pick))
        commitment_of(before->id, commit->step, before->game.table.players[player].round, player,
                      &pick, commit->commitment);
    sodium_memzero(&pick, sizeof pick);
}

/* A commitment to what cannot be picked has to be found out, or it could never be void. */
static void check_spelled(struct reveal_command *reveal, const struct record *before,
                          uint8_t player, const char *spelled)
{
    uint8_t commitment[SEAL_BYTES];
    struct pick pick;
    if (player >= PLAYERS_MAX || pick_from_cards(&reveal->cards, reveal->nonce, &pick))
        return;
    commitment_of_spelled(before->id, reveal->step, before->game.table.round, player, spelled,
                          reveal->nonce, commitment);
    reveal->opens_unpickable =
        sodium_memcmp(commitment, before->game.table.players[player].seal.commitment, SEAL_BYTES) ==
        0;
}

/* If this command starts the game, the entropy that comes with it takes part in the deal. */
static void begin_dealer(struct preparation *preparation, const struct record *before)
{
    uint8_t entropy[PLAYERS_MAX][SEED_BYTES] = {{0}};
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        memcpy(entropy[player], before->people[player].entropy, SEED_BYTES);
    if (preparation->command.type == COMMAND_JOIN)
        memcpy(entropy[preparation->command.player], preparation->joined.entropy, SEED_BYTES);
    fair_dealer_begin(&preparation->dealer, before->id, before->game.setup.players,
                      before->created.root, (const uint8_t(*)[SEED_BYTES])entropy);
    preparation->dealer.memory = preparation->seeds;
}

void preparation_begin(struct preparation *preparation, const struct record *before,
                       const struct job *job, uint8_t player, struct seed_memory *seeds,
                       const struct random_source *random)
{
    preparation->command = job->command;
    preparation->seeds = seeds;
    struct command *command = &preparation->command;
    if (command->type == COMMAND_CREATE) {
        draw_seeds(preparation, before->id, random);
    } else if (command->type == COMMAND_JOIN) {
        command->player = player;
        join(preparation, before, job, player, random);
    } else if (command->type == COMMAND_COMMIT && command->commit.sealed_by == SEALED_BY_SERVER) {
        seal(&command->commit, before, command->player, random);
    } else if (command->type == COMMAND_REVEAL) {
        check_spelled(&command->reveal, before, command->player, job->spelled);
    }
    begin_dealer(preparation, before);
}

void preparation_end(struct preparation *preparation)
{
    sodium_memzero(preparation, sizeof *preparation);
}

static void detail_created(const struct preparation *preparation, const struct job *job,
                           struct created_details *ret_created)
{
    *ret_created = job->created;
    memcpy(ret_created->root, preparation->root, sizeof ret_created->root);
    memcpy(ret_created->seed_commitment, preparation->commitment,
           sizeof ret_created->seed_commitment);
}

static void detail_epoch(const struct preparation *preparation, const struct record *before,
                         uint16_t epoch, struct epoch_details *ret_epoch)
{
    *ret_epoch = (struct epoch_details){{0}};
    if (before->game.setup.options.disclose)
        seed_recall(preparation->seeds, before->id, before->created.root, epoch, ret_epoch->seed);
}

void preparation_detail(const struct preparation *preparation, const struct job *job,
                        const struct record *before, struct log_event *line)
{
    switch (line->event.type) {
    case EVENT_GAME_CREATED:
        detail_created(preparation, job, &line->created);
        break;
    case EVENT_PLAYER_JOINED:
        line->joined = preparation->joined;
        break;
    case EVENT_EPOCH_ENDED:
        detail_epoch(preparation, before, line->event.public_part.epoch, &line->epoch);
        break;
    default:
        break;
    }
}
