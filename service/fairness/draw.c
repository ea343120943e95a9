#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/fairness/seeds.h"

enum { WORDS_OF_BLOCK = 8 };

struct draw draw_start(const uint8_t deal_seed[SEED_BYTES], const char *label)
{
    struct draw draw = {.used = WORDS_OF_BLOCK};
    assert(strlen(label) < sizeof draw.label);
    memcpy(draw.deal_seed, deal_seed, SEED_BYTES);
    memcpy(draw.label, label, strlen(label));
    return draw;
}

static void next_block(struct draw *draw)
{
    char message[96]; /* the label has at most 63 bytes */
    snprintf(message, sizeof message, "spliced-draw-v1|%s|%lu", draw->label,
             (unsigned long)draw->block_index++);
    static_assert(SEED_BYTES == crypto_auth_hmacsha256_KEYBYTES, "the seed is the whole key");
    crypto_auth_hmacsha256(draw->block, (const unsigned char *)message, strlen(message),
                           draw->deal_seed);
    draw->used = 0;
}

void draw_block(struct draw *draw, uint8_t ret_block[32])
{
    next_block(draw);
    memcpy(ret_block, draw->block, sizeof draw->block);
    draw->used = WORDS_OF_BLOCK;
}

uint32_t draw_word(struct draw *draw)
{
    if (draw->used == WORDS_OF_BLOCK)
        next_block(draw);
    const uint8_t *word = draw->block + 4 * draw->used++;
    return (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 | (uint32_t)word[2] << 8 | word[3];
}

uint32_t draw_uniform(struct draw *draw, uint32_t bound)
{
    const uint64_t words = UINT64_C(1) << 32;
    uint64_t limit = words / bound * bound; /* above it, small numbers would come more often */
    uint32_t word;
    do
        word = draw_word(draw);
    while (word >= limit);
    return word % bound;
}

void draw_shuffle(struct draw *draw, uint16_t *items, size_t count)
{
    for (size_t last = count; last > 1; last--) {
        uint32_t other = draw_uniform(draw, (uint32_t)last);
        uint16_t item = items[last - 1];
        items[last - 1] = items[other];
        items[other] = item;
    }
}
