#include "service/http/metrics.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "service/base/lanes.h"
#include "service/http/router.h"

enum { CLASSES = 6, BOUNDS = 13, LINE_BYTES = 512, MICROSECONDS = 1000000 };

/* Upper ends of the histogram's buckets. */
static const struct {
    int64_t microseconds;
    const char *seconds;
} bounds[BOUNDS] = {
    {100, "0.0001"},  {250, "0.00025"}, {500, "0.0005"},  {1000, "0.001"}, {2500, "0.0025"},
    {5000, "0.005"},  {10000, "0.01"},  {25000, "0.025"}, {50000, "0.05"}, {100000, "0.1"},
    {250000, "0.25"}, {1000000, "1"},   {5000000, "5"},
};

/* Of one route, or of the calls of one method that found none. */
struct series {
    _Atomic uint64_t answers[CLASSES];  /* by the first digit of the status */
    _Atomic uint64_t microseconds;      /* all of them together */
    _Atomic uint64_t times[BOUNDS + 1]; /* answers that fell between two bounds */
};

struct metrics {
    const struct route *table;
    size_t count;  /* of routes */
    size_t length; /* of a lane: count, then one for each method and METHODS */
    _Atomic uint64_t limited[POLICIES];
    struct series list[]; /* LANES times length */
};

struct metrics *metrics_new(const struct route *table, size_t count)
{
    const size_t length = count + METHODS + 1;
    struct metrics *metrics = calloc(1, sizeof *metrics + LANES * length * sizeof *metrics->list);
    if (!metrics)
        return NULL;
    metrics->table = table;
    metrics->count = count;
    metrics->length = length;
    return metrics;
}

void metrics_free(struct metrics *metrics)
{
    free(metrics);
}

static void add(_Atomic uint64_t *counter, uint64_t number)
{
    atomic_fetch_add_explicit(counter, number, memory_order_relaxed);
}

static uint64_t read_counter(const _Atomic uint64_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

static size_t bound_of(int64_t microseconds)
{
    size_t bound = 0;
    while (bound < BOUNDS && bounds[bound].microseconds < microseconds)
        bound++;
    return bound;
}

void metrics_count(struct metrics *metrics, const struct route *route, enum method method,
                   unsigned status, int64_t microseconds)
{
    size_t index = route ? (size_t)(route - metrics->table) : metrics->count + method;
    struct series *series = &metrics->list[lane_of_thread() * metrics->length + index];
    add(&series->answers[status / 100 % CLASSES], 1);
    add(&series->microseconds, (uint64_t)microseconds);
    add(&series->times[bound_of(microseconds)], 1);
}

void metrics_count_limited(struct metrics *metrics, enum policy policy)
{
    add(&metrics->limited[policy], 1);
}

/* One series, all lanes together. */
static struct series sum_of(const struct metrics *metrics, size_t index)
{
    struct series sum = {.microseconds = 0};
    for (size_t lane = 0; lane < LANES; lane++) {
        const struct series *series = &metrics->list[lane * metrics->length + index];
        for (size_t i = 0; i < CLASSES; i++)
            sum.answers[i] += read_counter(&series->answers[i]);
        sum.microseconds += read_counter(&series->microseconds);
        for (size_t i = 0; i <= BOUNDS; i++)
            sum.times[i] += read_counter(&series->times[i]);
    }
    return sum;
}

/* The labels that all samples of a series have. */
struct labels {
    const char *method;
    const char *route;
};

static struct labels labels_of(const struct metrics *metrics, size_t index)
{
    if (index < metrics->count)
        return (struct labels){method_name(metrics->table[index].method),
                               metrics->table[index].path};
    enum method method = (enum method)(index - metrics->count);
    return (struct labels){method < METHODS ? method_name(method) : "other", "none"};
}

static void write_line(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void write_line(struct buffer *buffer, const char *format, ...)
{
    char line[LINE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < sizeof line)
        buffer_append(buffer, line, (size_t)length);
    buffer_char(buffer, '\n');
}

static void write_answers(const struct series *series, const struct labels *labels,
                          struct buffer *buffer)
{
    for (size_t i = 0; i < CLASSES; i++) {
        uint64_t answers = read_counter(&series->answers[i]);
        if (answers > 0)
            write_line(buffer,
                       "spliced_http_requests_total{method=\"%s\",route=\"%s\",status=\"%zuxx\"} "
                       "%" PRIu64,
                       labels->method, labels->route, i, answers);
    }
}

static void write_times(const struct series *series, const struct labels *labels,
                        struct buffer *buffer)
{
    const char *name = "spliced_http_request_seconds";
    uint64_t sum = read_counter(&series->microseconds);
    uint64_t count = 0;
    for (size_t i = 0; i <= BOUNDS; i++) {
        count += read_counter(&series->times[i]);
        write_line(buffer, "%s_bucket{method=\"%s\",route=\"%s\",le=\"%s\"} %" PRIu64, name,
                   labels->method, labels->route, i < BOUNDS ? bounds[i].seconds : "+Inf", count);
    }
    write_line(buffer, "%s_sum{method=\"%s\",route=\"%s\"} %" PRIu64 ".%06" PRIu64, name,
               labels->method, labels->route, sum / MICROSECONDS, sum % MICROSECONDS);
    write_line(buffer, "%s_count{method=\"%s\",route=\"%s\"} %" PRIu64, name, labels->method,
               labels->route, count);
}

static bool has_counted(const struct series *series)
{
    for (size_t i = 0; i <= BOUNDS; i++)
        if (read_counter(&series->times[i]) > 0)
            return true;
    return false;
}

static void write_all(const struct metrics *metrics, struct buffer *buffer,
                      void (*write)(const struct series *, const struct labels *, struct buffer *))
{
    for (size_t i = 0; i < metrics->length; i++) {
        const struct labels labels = labels_of(metrics, i);
        const struct series sum = sum_of(metrics, i);
        if (has_counted(&sum))
            write(&sum, &labels, buffer);
    }
}

static void write_head(struct buffer *buffer, const char *name, const char *type, const char *help)
{
    write_line(buffer, "# HELP %s %s\n# TYPE %s %s", name, help, name, type);
}

static void write_gauge(struct buffer *buffer, const char *name, const char *help, size_t value)
{
    write_head(buffer, name, "gauge", help);
    write_line(buffer, "%s %zu", name, value);
}

void metrics_write(const struct metrics *metrics, const struct open_counts *open,
                   struct buffer *buffer)
{
    write_head(buffer, "spliced_http_requests_total", "counter",
               "Requests that were answered, by route, method and class of the status.");
    write_all(metrics, buffer, write_answers);
    write_head(buffer, "spliced_http_request_seconds", "histogram",
               "Time from the first line of a request until its answer was ready.");
    write_all(metrics, buffer, write_times);
    write_gauge(buffer, "spliced_http_connections", "Connections that are open.",
                open->connections);
    write_gauge(buffer, "spliced_http_streams", "Streams that are open.", open->streams);
    write_gauge(buffer, "spliced_http_polls", "Long polls that are waiting.", open->polls);
    write_head(buffer, "spliced_http_rate_limited_total", "counter",
               "Requests that were refused by a rate limit.");
    for (enum policy policy = POLICY_TOKEN; policy < POLICIES; policy++)
        write_line(buffer, "spliced_http_rate_limited_total{policy=\"%s\"} %" PRIu64,
                   policy_name(policy), read_counter(&metrics->limited[policy]));
}
