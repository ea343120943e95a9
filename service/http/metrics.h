/*
 * What the server counts: answers and how long they took, by route. Names of routes are those of
 * their templates, so that nothing of a path is shown. Private to this folder.
 */
#ifndef SERVICE_HTTP_METRICS_H
#define SERVICE_HTTP_METRICS_H

#include "service/http/call.h"
#include "service/http/quota.h"

/* Safe from any thread. */
struct metrics;

/* TABLE is borrowed. NULL: no memory. */
struct metrics *metrics_new(const struct route *table, size_t count);
void metrics_free(struct metrics *metrics); /* NULL is fine */

/* An answer. ROUTE is NULL when there was none, METHOD is METHODS for OPTIONS and what is unknown;
 * HEAD counts as GET. */
void metrics_count(struct metrics *metrics, const struct route *route, enum method method,
                   unsigned status, int64_t microseconds);

/* A call that was refused by a limit. */
void metrics_count_limited(struct metrics *metrics, enum policy policy);

/* What is open now. */
struct open_counts {
    size_t connections;
    size_t streams;
    size_t polls; /* that wait */
};

/* In the text format 0.0.4 of Prometheus. */
void metrics_write(const struct metrics *metrics, const struct open_counts *open,
                   struct buffer *buffer);

#endif
