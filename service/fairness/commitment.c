#include "service/fairness/commitment.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

enum { CARD_ID_MAX = 64 };

/* The ids of the cards, joined by commas. */
static void join_cards(const struct pick *pick, char ret_text[PICK_MAX * (CARD_ID_MAX + 1)])
{
    char *next = ret_text;
    for (uint8_t i = 0; i < pick->count; i++) {
        const char *id = catalogue_cards[pick->cards[i]].id;
        size_t length = strlen(id);
        assert(length <= CARD_ID_MAX);
        if (i > 0)
            *next++ = ',';
        memcpy(next, id, length);
        next += length;
    }
    *next = '\0';
}

size_t opening_text(const char *game, enum step step, uint8_t round, uint8_t player,
                    const struct pick *pick, char ret_text[OPENING_MAX])
{
    assert(pick->count <= PICK_MAX && player < PLAYERS_MAX);
    char cards[PICK_MAX * (CARD_ID_MAX + 1)];
    char nonce[2 * SEAL_BYTES + 1];
    join_cards(pick, cards);
    hex_encode(pick->nonce, SEAL_BYTES, nonce);
    int length = snprintf(ret_text, OPENING_MAX, "spliced-pick-v1|%s|%s|%d|p%d|%s|%s", game,
                          step_id(step), round, player + 1, cards, nonce);
    assert(length > 0 && length < OPENING_MAX);
    sodium_memzero(nonce, sizeof nonce);
    return (size_t)length;
}

void commitment_of(const char *game, enum step step, uint8_t round, uint8_t player,
                   const struct pick *pick, uint8_t ret_commitment[SEAL_BYTES])
{
    char opening[OPENING_MAX];
    size_t length = opening_text(game, step, round, player, pick, opening);
    crypto_hash_sha256(ret_commitment, (const unsigned char *)opening, length);
    sodium_memzero(opening, sizeof opening);
}

void commitment_of_spelled(const char *game, enum step step, uint8_t round, uint8_t player,
                           const char *cards, const uint8_t nonce[SEAL_BYTES],
                           uint8_t ret_commitment[SEAL_BYTES])
{
    char opening[OPENING_MAX + SPELLED_BYTES];
    char nonce_text[2 * SEAL_BYTES + 1];
    hex_encode(nonce, SEAL_BYTES, nonce_text);
    snprintf(opening, sizeof opening, "spliced-pick-v1|%s|%s|%d|p%d|%s|%s", game, step_id(step),
             round, player + 1, cards, nonce_text);
    crypto_hash_sha256(ret_commitment, (const unsigned char *)opening, strlen(opening));
    sodium_memzero(nonce_text, sizeof nonce_text);
    sodium_memzero(opening, sizeof opening);
}

/* Insertion sort: a pick has at most four cards. */
static void insert_card(struct pick *pick, uint16_t card)
{
    uint8_t place = pick->count++;
    uint16_t rank = catalogue_cards[card].ascii_rank;
    for (; place > 0 && catalogue_cards[pick->cards[place - 1]].ascii_rank > rank; place--)
        pick->cards[place] = pick->cards[place - 1];
    pick->cards[place] = card;
}

bool pick_from_cards(const struct sent_cards *cards, const uint8_t nonce[SEAL_BYTES],
                     struct pick *ret_pick)
{
    if (cards->count > PICK_MAX)
        return false;
    struct pick pick = {.count = 0};
    for (uint8_t i = 0; i < cards->count; i++) {
        if (cards->cards[i] >= catalogue_card_count)
            return false;
        insert_card(&pick, cards->cards[i]);
    }
    memcpy(pick.nonce, nonce, SEAL_BYTES);
    *ret_pick = pick;
    return true;
}
