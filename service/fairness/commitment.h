/*
 * Sealed picks: SHA-256 commitments to cards and a nonce, bound to game, step, round and
 * player, so that a commitment copied from elsewhere opens to nothing.
 */
#ifndef SERVICE_FAIRNESS_COMMITMENT_H
#define SERVICE_FAIRNESS_COMMITMENT_H

#include "rules/rules.h"

/* Cards as a client spells them: up to CARDS_SENT_MAX ids of up to 64 characters, joined by ",". */
enum { SPELLED_BYTES = CARDS_SENT_MAX * 65 };

/* The opening that is hashed: "spliced-pick-v1|game|step|round|player|cards|nonce". Its bytes
 * are at most this many, NUL included. */
enum { OPENING_MAX = 512 };

/* Writes the opening, NUL-terminated, and returns its length. PICK's cards are in ASCII order
 * and must be in the catalogue. */
size_t opening_text(const char *game, enum step step, uint8_t round, uint8_t player,
                    const struct pick *pick, char ret_text[OPENING_MAX]);

void commitment_of(const char *game, enum step step, uint8_t round, uint8_t player,
                   const struct pick *pick, uint8_t ret_commitment[SEAL_BYTES]);

/* The same for CARDS as spelled, which need not be in the catalogue: sorted in ASCII order and
 * joined by ",". */
void commitment_of_spelled(const char *game, enum step step, uint8_t round, uint8_t player,
                           const char *cards, const uint8_t nonce[SEAL_BYTES],
                           uint8_t ret_commitment[SEAL_BYTES]);

/* Sorts what a client sent into a pick; false when there are more cards than a pick can hold or
 * one that is not in the catalogue, which opens no commitment that could be legal. */
bool pick_from_cards(const struct sent_cards *cards, const uint8_t nonce[SEAL_BYTES],
                     struct pick *ret_pick);

#endif
