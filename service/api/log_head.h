/*
 * The head of a log, signed: what the server says that a game's log was.
 */
#ifndef SERVICE_API_LOG_HEAD_H
#define SERVICE_API_LOG_HEAD_H

#include "service/auth/keys.h"
#include "service/fairness/chain.h"
#include "service/json/writer.h"

/* {"seq", "hash", "kid", "signature", "public_key"} of GAME's log up to the event SEQ with HASH. */
void log_head_write(const struct keys *keys, const char *game, uint32_t seq,
                    const uint8_t hash[HASH_BYTES], struct json_writer *writer);

#endif
