/*
 * What the files of the outbox share: rows of webhooks.
 */
#ifndef SERVICE_STORE_SQLITE_WEBHOOKS_H
#define SERVICE_STORE_SQLITE_WEBHOOKS_H

#include "service/store/outbox.h"
#include "service/store/sqlite_query.h"

enum { WEBHOOK_COLUMNS = 14 };

/* Reads the first WEBHOOK_COLUMNS columns of a row. False if they are none of ours. */
bool webhook_row(const struct query *query, struct webhook *ret_webhook);

/* Notes when the webhook's first pending delivery is due; to be called after every change of
 * them. */
enum store_status webhook_set_due(struct connection *connection, int64_t key);

/* Nothing more is sent to it: what is pending has failed. */
enum store_status webhook_disable(struct connection *connection, int64_t key, int64_t at,
                                  const char *reason);

/* A text or time that may be absent: "" and 0. */
void query_text_or_nothing(struct query *query, const char *text);
void query_number_or_nothing(struct query *query, int64_t number);
bool query_optional_text_at(const struct query *query, int column, char *ret_text, size_t size);

#endif
