#include "service/fairness/seeds.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

static void add_text(crypto_hash_sha256_state *hash, const char *text)
{
    crypto_hash_sha256_update(hash, (const unsigned char *)text, strlen(text));
}

static void add_number(crypto_hash_sha256_state *hash, unsigned number)
{
    char digits[12];
    snprintf(digits, sizeof digits, "%u", number);
    add_text(hash, digits);
}

static void add_hex(crypto_hash_sha256_state *hash, const uint8_t bytes[SEED_BYTES])
{
    char hex[2 * SEED_BYTES + 1];
    hex_encode(bytes, SEED_BYTES, hex);
    add_text(hash, hex);
    sodium_memzero(hex, sizeof hex);
}

/* What links of the chain and deal seeds begin with: context|game|epoch|seed. */
static void begin(crypto_hash_sha256_state *hash, const char *context, const char *game,
                  uint16_t epoch, const uint8_t seed[SEED_BYTES])
{
    crypto_hash_sha256_init(hash);
    add_text(hash, context);
    add_text(hash, "|");
    add_text(hash, game);
    add_text(hash, "|");
    add_number(hash, epoch);
    add_text(hash, "|");
    add_hex(hash, seed);
}

void seed_link(const char *game, uint16_t epoch, const uint8_t seed[SEED_BYTES],
               uint8_t ret_link[SEED_BYTES])
{
    crypto_hash_sha256_state hash;
    begin(&hash, "spliced-seed-v1", game, epoch, seed);
    crypto_hash_sha256_final(&hash, ret_link);
    sodium_memzero(&hash, sizeof hash);
}

void seed_of_epoch(const char *game, const uint8_t root[SEED_BYTES], uint16_t epoch,
                   uint8_t ret_seed[SEED_BYTES])
{
    assert(epoch < EPOCHS_MAX);
    memmove(ret_seed, root, SEED_BYTES);
    for (uint16_t link = EPOCHS_MAX - 1; link > epoch; link--)
        seed_link(game, link, ret_seed, ret_seed);
}

void deal_seed(const char *game, uint16_t epoch, const uint8_t seed[SEED_BYTES], uint8_t players,
               const uint8_t (*entropy)[SEED_BYTES], uint8_t ret_deal_seed[SEED_BYTES])
{
    crypto_hash_sha256_state hash;
    begin(&hash, "spliced-deal-v1", game, epoch, seed);
    for (uint8_t i = 0; i < players; i++) {
        add_text(&hash, i == 0 ? "|" : ",");
        add_hex(&hash, entropy[i]);
    }
    crypto_hash_sha256_final(&hash, ret_deal_seed);
    sodium_memzero(&hash, sizeof hash);
}
