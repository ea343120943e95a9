/*
 * Snapshots: a record as it was at some version, immutable and counted, with the bytes of its
 * views made when first asked for.
 */
#ifndef SERVICE_ENGINE_SNAPSHOT_H
#define SERVICE_ENGINE_SNAPSHOT_H

#include "service/json/view_json.h"

struct snapshot;

/* A snapshot held once by the caller, with a record to be filled before anyone else sees it; NULL:
 * no memory. */
struct snapshot *snapshot_new(struct record **ret_record);

void snapshot_hold(struct snapshot *snapshot);
void snapshot_release(struct snapshot *snapshot); /* NULL is fine */

/* Borrowed until the snapshot is released. */
const struct record *snapshot_record(const struct snapshot *snapshot);

/* The view's bytes, borrowed likewise; NULL when there is no memory. Any thread. */
const char *snapshot_view(struct snapshot *snapshot, enum audience audience, size_t *ret_length);

#endif
