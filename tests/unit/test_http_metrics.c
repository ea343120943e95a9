/* What an operator reads of the server's counts, as Prometheus would. */
#include "service/http/metrics.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static const struct route table[] = {
    {METHOD_GET, "/games/{game}", WHO_ANYONE, BODY_NONE, NULL, NULL},
    {METHOD_POST, "/games/{game}", WHO_ANYONE, BODY_NONE, NULL, NULL},
    {METHOD_GET, "/silent", WHO_ANYONE, BODY_NONE, NULL, NULL},
};

static int begin(void **state)
{
    *state = metrics_new(table, sizeof table / sizeof *table);
    return *state ? 0 : -1;
}

static int end(void **state)
{
    metrics_free(*state);
    return 0;
}

/* The text, in static storage until the next call. */
static const char *text_of(const struct metrics *metrics)
{
    static char text[64 * 1024];
    struct buffer buffer = buffer_new(sizeof text - 1);
    const struct open_counts open = {.connections = 7, .streams = 3, .polls = 2};
    metrics_write(metrics, &open, &buffer);
    assert_false(buffer_failed(&buffer));
    memcpy(text, buffer.bytes, buffer.length);
    text[buffer.length] = '\0';
    buffer_free(&buffer);
    return text;
}

static void assert_line(const char *text, const char *line)
{
    const char *found = strstr(text, line);
    if (!found || (found != text && found[-1] != '\n') || found[strlen(line)] != '\n')
        fail_msg("there is no line %s in\n%s", line, text);
}

static void answers_are_counted_by_route_method_and_class(void **state)
{
    metrics_count(*state, &table[0], METHOD_GET, 200, 10);
    metrics_count(*state, &table[0], METHOD_GET, 204, 10);
    metrics_count(*state, &table[0], METHOD_GET, 304, 10);
    metrics_count(*state, &table[1], METHOD_POST, 503, 10);
    const char *text = text_of(*state);
    assert_line(text, "# TYPE spliced_http_requests_total counter");
    assert_line(
        text,
        "spliced_http_requests_total{method=\"GET\",route=\"/games/{game}\",status=\"2xx\"} 2");
    assert_line(
        text,
        "spliced_http_requests_total{method=\"GET\",route=\"/games/{game}\",status=\"3xx\"} 1");
    assert_line(
        text,
        "spliced_http_requests_total{method=\"POST\",route=\"/games/{game}\",status=\"5xx\"} 1");
    assert_null(strstr(text, "/silent"));
}

static void calls_without_a_route_are_counted_too(void **state)
{
    metrics_count(*state, NULL, METHOD_POST, 404, 10);
    metrics_count(*state, NULL, METHODS, 405, 10);
    const char *text = text_of(*state);
    assert_line(text,
                "spliced_http_requests_total{method=\"POST\",route=\"none\",status=\"4xx\"} 1");
    assert_line(text,
                "spliced_http_requests_total{method=\"other\",route=\"none\",status=\"4xx\"} 1");
}

/* Buckets hold all that was not slower; a time that is a bound belongs below it. */
static void times_add_up(void **state)
{
    static const int64_t times[] = {100, 101, 2500, 6000000};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        metrics_count(*state, &table[0], METHOD_GET, 200, times[i]);
    const char *text = text_of(*state);
#define BUCKET "spliced_http_request_seconds_bucket{method=\"GET\",route=\"/games/{game}\",le="
    assert_line(text, "# TYPE spliced_http_request_seconds histogram");
    assert_line(text, BUCKET "\"0.0001\"} 1");
    assert_line(text, BUCKET "\"0.00025\"} 2");
    assert_line(text, BUCKET "\"0.001\"} 2");
    assert_line(text, BUCKET "\"0.0025\"} 3");
    assert_line(text, BUCKET "\"5\"} 3");
    assert_line(text, BUCKET "\"+Inf\"} 4");
    assert_line(text, "spliced_http_request_seconds_sum{method=\"GET\",route=\"/games/{game}\"} "
                      "6.002701");
    assert_line(text,
                "spliced_http_request_seconds_count{method=\"GET\",route=\"/games/{game}\"} 4");
}

static void connections_and_limits_are_told(void **state)
{
    metrics_count_limited(*state, POLICY_FAILED_AUTH);
    const char *text = text_of(*state);
    assert_line(text, "# TYPE spliced_http_connections gauge");
    assert_line(text, "spliced_http_connections 7");
    assert_line(text, "spliced_http_streams 3");
    assert_line(text, "spliced_http_polls 2");
    assert_line(text, "spliced_http_rate_limited_total{policy=\"token\"} 0");
    assert_line(text, "spliced_http_rate_limited_total{policy=\"failed_auth\"} 1");
}

#define with_metrics(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_metrics(answers_are_counted_by_route_method_and_class),
        with_metrics(calls_without_a_route_are_counted_too),
        with_metrics(times_add_up),
        with_metrics(connections_and_limits_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
