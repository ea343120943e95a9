/*
 * Webhooks and deliveries as JSON, as their owner sees them, and the ids of deliveries. Addresses
 * are shown without what is or may be a secret in them.
 */
#ifndef SERVICE_WEBHOOKS_WEBHOOK_JSON_H
#define SERVICE_WEBHOOKS_WEBHOOK_JSON_H

#include "service/json/writer.h"
#include "service/store/outbox.h"

enum { DELIVERY_ID_BYTES = ULID_LENGTH + 2 * 11 + 1 };

/* The header webhook-id: the same at every attempt, however often it is delivered again. */
void delivery_id_write(const char *webhook, uint32_t seq, uint32_t part,
                       char ret_id[DELIVERY_ID_BYTES]);

/* False if it is no id of a delivery of WEBHOOK. */
bool delivery_id_read(const char *text, size_t length, const char *webhook, uint32_t *ret_seq,
                      uint32_t *ret_part);

/* The members of a webhook, inside of an object. */
void webhook_write(struct json_writer *writer, const struct webhook *webhook);

/* A delivery of WEBHOOK (its id), as an object. */
void delivery_write(struct json_writer *writer, const char *webhook,
                    const struct delivery *delivery);

#endif
