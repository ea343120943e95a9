#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/fairness/commitment.h"
#include "service/fairness/seed_memory.h"

/* No epoch has this number: the seed has not been computed yet. */
enum { EPOCH_NONE = UINT16_MAX };

enum { OCCASION_LABEL_BYTES = 64 };

const char *stream_label(enum stream stream)
{
    static const char *const labels[STREAMS] = {
        [STREAM_FACTIONS] = "factions",           [STREAM_ABILITIES] = "abilities",
        [STREAM_UNIT_UPGRADES] = "unit_upgrades", [STREAM_GENOMES] = "genomes",
        [STREAM_TABLE_ORDER] = "table_order",     [STREAM_SPEAKER_SLOT] = "speaker_slot",
        [STREAM_TILES_BLUE] = "tiles_blue",       [STREAM_TILES_RED] = "tiles_red",
    };
    assert((unsigned)stream < STREAMS);
    return labels[stream];
}

/* The label of a stream that is one player's at one occasion: "auto|splice|3|p2". PURPOSE is "auto"
 * for the choice of an absent player, "nonce" for what seals it. */
static void occasion_label(const char *purpose, const struct occasion *occasion,
                           char ret_label[OCCASION_LABEL_BYTES])
{
    int length = snprintf(ret_label, OCCASION_LABEL_BYTES, "%s|%s|%d|p%d", purpose,
                          step_id(occasion->step), occasion->round, occasion->player + 1);
    assert(length > 0 && length < OCCASION_LABEL_BYTES);
    (void)length;
}

/* Makes SEED that of EPOCH; a thousand hashes, so it is kept for the other decks of the epoch.
 * False if it cannot be known. */
static bool find_seed(struct fair_dealer *dealer, uint16_t epoch)
{
    if (dealer->epoch == epoch)
        return true;
    if (dealer->known_seed)
        return false;
    if (dealer->memory)
        seed_recall(dealer->memory, dealer->game, dealer->root, epoch, dealer->seed);
    else
        seed_of_epoch(dealer->game, dealer->root, epoch, dealer->seed);
    dealer->epoch = epoch;
    return true;
}

/* The stream LABEL of EPOCH; false if its seed cannot be known. The caller wipes RET_DRAW. */
static bool start_stream(struct fair_dealer *dealer, uint16_t epoch, const char *label,
                         struct draw *ret_draw)
{
    if (!find_seed(dealer, epoch))
        return false;
    uint8_t mixed[SEED_BYTES];
    deal_seed(dealer->game, epoch, dealer->seed, dealer->players,
              (const uint8_t(*)[SEED_BYTES])dealer->entropy, mixed);
    *ret_draw = draw_start(mixed, label);
    sodium_memzero(mixed, sizeof mixed);
    return true;
}

static void fair_shuffle(void *context, uint16_t epoch, enum stream stream, uint16_t *items,
                         size_t count)
{
    struct draw draw;
    if (!start_stream(context, epoch, stream_label(stream), &draw))
        return;
    draw_shuffle(&draw, items, count);
    sodium_memzero(&draw, sizeof draw);
}

static uint32_t fair_choose(void *context, const struct occasion *occasion, uint32_t count)
{
    char label[OCCASION_LABEL_BYTES];
    struct draw draw;
    occasion_label("auto", occasion, label);
    if (!start_stream(context, occasion->epoch, label, &draw))
        return 0;
    uint32_t index = draw_uniform(&draw, count);
    sodium_memzero(&draw, sizeof draw);
    return index;
}

/* The nonce comes out of the seed like the choice itself, so that nothing of it is up to anybody,
 * and so that what was sealed for a player can be checked even where it did not count. */
static void fair_seal(void *context, const struct occasion *occasion, struct pick *pick,
                      uint8_t ret_commitment[SEAL_BYTES])
{
    struct fair_dealer *dealer = context;
    char label[OCCASION_LABEL_BYTES];
    struct draw draw;
    occasion_label("nonce", occasion, label);
    if (!start_stream(dealer, occasion->epoch, label, &draw))
        return;
    static_assert(SEAL_BYTES == sizeof draw.block, "a nonce is the first block");
    draw_block(&draw, pick->nonce);
    commitment_of(dealer->game, occasion->step, occasion->round, occasion->player, pick,
                  ret_commitment);
    sodium_memzero(&draw, sizeof draw);
}

static bool fair_opens(void *context, enum step step, uint8_t round, uint8_t player,
                       const struct pick *pick, const uint8_t commitment[SEAL_BYTES])
{
    const struct fair_dealer *dealer = context;
    uint8_t right[SEAL_BYTES];
    commitment_of(dealer->game, step, round, player, pick, right);
    return sodium_memcmp(right, commitment, SEAL_BYTES) == 0;
}

void fair_dealer_begin(struct fair_dealer *dealer, const char *game, uint8_t players,
                       const uint8_t root[SEED_BYTES], const uint8_t (*entropy)[SEED_BYTES])
{
    assert(strlen(game) < sizeof dealer->game && players <= PLAYERS_MAX);
    *dealer = (struct fair_dealer){.players = players, .epoch = EPOCH_NONE};
    memcpy(dealer->game, game, strlen(game));
    if (root)
        memcpy(dealer->root, root, SEED_BYTES);
    else
        dealer->known_seed = true;
    if (players > 0)
        memcpy(dealer->entropy, entropy, players * sizeof entropy[0]);
    dealer->dealer = (struct dealer){dealer, fair_shuffle, fair_opens, fair_choose, fair_seal};
}

void fair_dealer_end(struct fair_dealer *dealer)
{
    sodium_memzero(dealer, sizeof *dealer);
}
