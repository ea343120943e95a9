/*
 * The verifiable log: the hash of an event, and the head that the server signs.
 */
#ifndef SERVICE_FAIRNESS_CHAIN_H
#define SERVICE_FAIRNESS_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_BYTES = 32, SIGNATURE_BYTES = 64, PUBLIC_KEY_BYTES = 32, SECRET_KEY_BYTES = 64 };

/* SHA-256 of the RFC 8785 form of an event. */
void event_hash(const char *canonical, size_t length, uint8_t ret_hash[HASH_BYTES]);

/* Ed25519 over "spliced-head-v1|game|seq|hash", hash in lower-case hex. */
void head_sign(const char *game, uint64_t seq, const uint8_t hash[HASH_BYTES],
               const uint8_t secret_key[SECRET_KEY_BYTES], uint8_t ret_signature[SIGNATURE_BYTES]);
bool head_verify(const char *game, uint64_t seq, const uint8_t hash[HASH_BYTES],
                 const uint8_t public_key[PUBLIC_KEY_BYTES],
                 const uint8_t signature[SIGNATURE_BYTES]);

#endif
