/*
 * What would go wrong: a receiver that is down for a night is given up, one that is gone is called
 * for days, one that asks for patience gets none.
 */
#include "service/webhooks/schedule.h"

#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

#define SECONDS INT64_C(1000)
#define MINUTES (60 * SECONDS)
#define HOURS   (60 * MINUTES)

static const struct webhook standard = {.id = "01jh2k3m4n5p6q7r8s9t0v1w2x"};
static const struct webhook discord = {.id = "01jh2k3m4n5p6q7r8s9t0v1w2x",
                                       .format = WEBHOOK_DISCORD};
static const struct delivery event = {.seq = 4, .type = "step.opened"};
static const struct delivery ping = {.part = 1, .type = "ping"};

static struct delivery_report judge_with(const struct webhook *webhook,
                                         const struct delivery *delivery, struct attempt attempt,
                                         int64_t now, uint32_t luck)
{
    struct delivery_report report;
    attempt_judge(webhook, delivery, &attempt, now, luck, &report);
    assert_string_equal(report.webhook, webhook->id);
    assert_true(report.tried);
    assert_number(report.at, now);
    assert_number(report.delivery.attempts, delivery->attempts + 1);
    assert_number(report.delivery.status, attempt.status);
    return report;
}

static struct delivery_report judge(const struct webhook *webhook, const struct delivery *delivery,
                                    unsigned status, int64_t told_wait)
{
    return judge_with(webhook, delivery, (struct attempt){.status = status, .told_wait = told_wait},
                      FIXTURE_TIME, 0);
}

static void every_answer_of_success_is_success(void **state)
{
    (void)state;
    static const unsigned statuses[] = {200, 201, 202, 204, 299};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        struct delivery_report report = judge(&standard, &event, statuses[i], 0);
        assert_number(report.delivery.state, DELIVERY_DELIVERED);
        assert_number(report.delivery.finished_at, FIXTURE_TIME);
        assert_string_equal(report.disables, "");
    }
}

static void everything_else_is_tried_again(void **state)
{
    (void)state;
    static const unsigned statuses[] = {100, 199, 300, 301, 302, 307, 400, 401,
                                        403, 404, 408, 429, 500, 502, 503, 599};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        struct delivery_report report = judge(&standard, &event, statuses[i], 0);
        if (report.delivery.state != DELIVERY_PENDING || report.disables[0] != '\0' ||
            report.delivery.next_at != FIXTURE_TIME + 5 * SECONDS)
            fail_msg("after %u it is not tried again", statuses[i]);
    }
}

static void no_answer_is_told_by_its_cause(void **state)
{
    (void)state;
    struct delivery_report report =
        judge_with(&standard, &event, (struct attempt){.fault = "timeout"}, FIXTURE_TIME, 0);
    assert_number(report.delivery.state, DELIVERY_PENDING);
    assert_string_equal(report.delivery.fault, "timeout");
}

static void gaps_grow_until_it_is_given_up_after_three_days(void **state)
{
    (void)state;
    static const int64_t gaps[] = {5 * SECONDS, 5 * MINUTES, 30 * MINUTES, 2 * HOURS, 5 * HOURS,
                                   10 * HOURS,  14 * HOURS,  20 * HOURS,   24 * HOURS};
    struct delivery delivery = event;
    int64_t now = FIXTURE_TIME;
    for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
        struct delivery_report report =
            judge_with(&standard, &delivery, (struct attempt){.status = 500}, now, 0);
        assert_number(report.delivery.state, DELIVERY_PENDING);
        assert_number(report.delivery.next_at, now + gaps[i]);
        delivery = report.delivery;
        now = delivery.next_at;
    }
    struct delivery_report last =
        judge_with(&standard, &delivery, (struct attempt){.status = 500}, now, 0);
    assert_number(last.delivery.attempts, ATTEMPTS_MAX);
    assert_number(last.delivery.state, DELIVERY_FAILED);
    assert_string_equal(last.disables, "exhausted");
    assert_true(now - FIXTURE_TIME > 72 * HOURS);
}

static void luck_delays_by_a_tenth_at_most(void **state)
{
    (void)state;
    struct delivery delivery = event;
    delivery.attempts = delivery.failures = 3; /* the fourth failure: two hours */
    const struct attempt attempt = {.status = 500};
    int64_t earliest = judge_with(&standard, &delivery, attempt, 0, 0).delivery.next_at;
    int64_t middle = judge_with(&standard, &delivery, attempt, 0, UINT32_MAX / 2).delivery.next_at;
    int64_t latest = judge_with(&standard, &delivery, attempt, 0, UINT32_MAX).delivery.next_at;
    assert_number(earliest, 2 * HOURS);
    assert_true(middle > 2 * HOURS + 5 * MINUTES && middle < 2 * HOURS + 7 * MINUTES);
    assert_true(latest > middle && latest <= 2 * HOURS + 12 * MINUTES);
}

static void who_is_gone_is_given_up_at_once(void **state)
{
    (void)state;
    struct delivery_report report = judge(&standard, &event, 410, 0);
    assert_number(report.delivery.state, DELIVERY_FAILED);
    assert_string_equal(report.disables, "gone");
    report = judge(&discord, &event, 404, 0);
    assert_number(report.delivery.state, DELIVERY_FAILED);
    assert_string_equal(report.disables, "gone");
}

static void who_asks_for_patience_gets_it_and_loses_nothing(void **state)
{
    (void)state;
    struct delivery_report report = judge(&discord, &event, 429, 2500);
    assert_number(report.delivery.next_at, FIXTURE_TIME + 2500);
    assert_number(report.delivery.failures, 0);
    report = judge(&standard, &event, 503, 3 * HOURS);
    assert_number(report.delivery.next_at, FIXTURE_TIME + 3 * HOURS);
    assert_number(report.delivery.failures, 0);
}

static void patience_has_bounds(void **state)
{
    (void)state;
    assert_number(judge(&discord, &event, 429, 3).delivery.next_at, FIXTURE_TIME + 1 * SECONDS);
    assert_number(judge(&standard, &event, 429, 900 * HOURS).delivery.next_at,
                  FIXTURE_TIME + 24 * HOURS);
    /* Only answers that mean it may ask. */
    assert_number(judge(&standard, &event, 500, 3 * HOURS).delivery.next_at,
                  FIXTURE_TIME + 5 * SECONDS);
    struct delivery delivery = event;
    delivery.attempts = 100;
    struct delivery_report report = judge(&standard, &delivery, 429, 1 * MINUTES);
    assert_number(report.delivery.failures, 1);
    assert_number(report.delivery.next_at, FIXTURE_TIME + 1 * MINUTES);
}

static void a_ping_is_tried_once_and_disables_nothing(void **state)
{
    (void)state;
    struct delivery_report report = judge(&standard, &ping, 500, 0);
    assert_number(report.delivery.state, DELIVERY_FAILED);
    assert_number(report.delivery.finished_at, FIXTURE_TIME);
    assert_string_equal(report.disables, "");
    assert_string_equal(judge(&standard, &ping, 410, 0).disables, "gone");
    assert_number(judge(&standard, &ping, 200, 0).delivery.state, DELIVERY_DELIVERED);
}

static void what_need_not_be_told_is_no_attempt(void **state)
{
    (void)state;
    struct delivery_report report;
    attempt_spare(&standard, &event, FIXTURE_TIME, &report);
    assert_false(report.tried);
    assert_number(report.delivery.state, DELIVERY_SUPERSEDED);
    assert_number(report.delivery.attempts, 0);
    assert_number(report.delivery.finished_at, FIXTURE_TIME);
    assert_string_equal(report.disables, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_of_success_is_success),
        cmocka_unit_test(everything_else_is_tried_again),
        cmocka_unit_test(no_answer_is_told_by_its_cause),
        cmocka_unit_test(gaps_grow_until_it_is_given_up_after_three_days),
        cmocka_unit_test(luck_delays_by_a_tenth_at_most),
        cmocka_unit_test(who_is_gone_is_given_up_at_once),
        cmocka_unit_test(who_asks_for_patience_gets_it_and_loses_nothing),
        cmocka_unit_test(patience_has_bounds),
        cmocka_unit_test(a_ping_is_tried_once_and_disables_nothing),
        cmocka_unit_test(what_need_not_be_told_is_no_attempt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
