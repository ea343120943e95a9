#include "service/fairness/seed_memory.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* Ids end in random letters, which any mixture spreads well. */
static struct remembered_seed *place_of(struct seed_memory *memory, const char *game)
{
    uint32_t hash = 0;
    for (; *game != '\0'; game++)
        hash = 31 * hash + (unsigned char)*game;
    return &memory->list[hash % SEEDS_REMEMBERED];
}

void seed_recall(struct seed_memory *memory, const char *game, const uint8_t root[SEED_BYTES],
                 uint16_t epoch, uint8_t ret_seed[SEED_BYTES])
{
    struct remembered_seed *place = place_of(memory, game);
    assert(strlen(game) < sizeof place->game);
    if (strcmp(place->game, game) != 0 || place->epoch != epoch) {
        seed_of_epoch(game, root, epoch, place->seed);
        memcpy(place->game, game, strlen(game) + 1);
        place->epoch = epoch;
    }
    memcpy(ret_seed, place->seed, SEED_BYTES);
}

void seed_memory_end(struct seed_memory *memory)
{
    sodium_memzero(memory, sizeof *memory);
}
