#include "service/fairness/seed_memory.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* Ids end in random letters, which any mixture spreads well. */
static struct remembered_seeds *place_of(struct seed_memory *memory, const char *game)
{
    uint32_t hash = 0;
    for (; *game != '\0'; game++)
        hash = 31 * hash + (unsigned char)*game;
    return &memory->list[hash % SEEDS_REMEMBERED];
}

/* Walks from the end of the chain to EPOCH and keeps what lies on the last stretch. */
static void find_seeds(struct remembered_seeds *place, const char *game,
                       const uint8_t root[SEED_BYTES], uint16_t epoch)
{
    uint8_t seed[SEED_BYTES];
    memcpy(seed, root, sizeof seed);
    for (uint16_t at = EPOCHS_MAX - 1; at > epoch; at--) {
        if (at - epoch < SEEDS_IN_A_ROW)
            memcpy(place->seeds[at - epoch], seed, sizeof seed);
        seed_link(game, at, seed, seed);
    }
    memcpy(place->seeds[0], seed, sizeof seed);
    memcpy(place->game, game, strlen(game) + 1);
    place->epoch = epoch;
    sodium_memzero(seed, sizeof seed);
}

void seed_recall(struct seed_memory *memory, const char *game, const uint8_t root[SEED_BYTES],
                 uint16_t epoch, uint8_t ret_seed[SEED_BYTES])
{
    struct remembered_seeds *place = place_of(memory, game);
    assert(strlen(game) < sizeof place->game && epoch < EPOCHS_MAX);
    if (strcmp(place->game, game) != 0 || epoch >= place->epoch + SEEDS_IN_A_ROW)
        find_seeds(place, game, root, epoch);
    size_t behind = epoch > place->epoch ? (size_t)(epoch - place->epoch) : 0;
    memmove(ret_seed, place->seeds[behind], SEED_BYTES);
    /* An earlier epoch lies further on the way: at the end of an epoch it is the very next. */
    for (uint16_t at = place->epoch; at > epoch; at--)
        seed_link(game, at, ret_seed, ret_seed);
}

void seed_memory_end(struct seed_memory *memory)
{
    sodium_memzero(memory, sizeof *memory);
}
