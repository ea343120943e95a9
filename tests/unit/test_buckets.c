/* Token buckets with a clock that stands still until it is moved. */
#include "service/http/buckets.h"

#include <pthread.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

enum { SECOND = 1000, START = 5000 };

static const struct quota three_a_minute = {.requests = 3, .seconds = 60};

static struct bucket_key key_of(uint8_t number)
{
    struct bucket_key key;
    memset(key.bytes, number + 1, sizeof key.bytes);
    return key;
}

/* Takes from the bucket of that number. */
static struct allowance take(struct buckets *buckets, uint8_t number, int64_t now)
{
    struct bucket_key key = key_of(number);
    return buckets_take(buckets, &key, &three_a_minute, now);
}

static void assert_empty(const struct allowance *allowance, uint32_t wait_seconds)
{
    assert_false(allowance->granted);
    assert_number(allowance->remaining, 0);
    assert_number(allowance->wait_seconds, wait_seconds);
}

static int begin(void **state)
{
    *state = buckets_new(8);
    return *state ? 0 : -1;
}

static int end(void **state)
{
    buckets_free(*state);
    return 0;
}

static void a_new_caller_has_the_whole_quota(void **state)
{
    for (uint32_t left = 3; left-- > 0;) {
        struct allowance allowance = take(*state, 0, START);
        assert_true(allowance.granted);
        assert_number(allowance.remaining, left);
        assert_number(allowance.wait_seconds, left > 0 ? 0 : 20);
    }
    struct allowance allowance = take(*state, 0, START);
    assert_empty(&allowance, 20);
}

static void waiting_as_long_as_told_is_just_enough(void **state)
{
    for (int i = 0; i < 3; i++)
        take(*state, 0, START);
    struct allowance allowance = take(*state, 0, START + 500);
    assert_empty(&allowance, 20);
    allowance = take(*state, 0, START + 19 * SECOND);
    assert_empty(&allowance, 1);
    allowance = take(*state, 0, START + 20 * SECOND - 1);
    assert_empty(&allowance, 1);
    allowance = take(*state, 0, START + 20 * SECOND);
    assert_true(allowance.granted);
    allowance = take(*state, 0, START + 20 * SECOND);
    assert_empty(&allowance, 20);
}

/* Were the rests of divisions dropped, a caller who keeps knocking would wait for ever. */
static void knocking_does_not_delay_the_filling(void **state)
{
    for (int i = 0; i < 3; i++)
        take(*state, 0, START);
    for (int64_t now = START + 1; now < START + 20 * SECOND; now++)
        assert_false(take(*state, 0, now).granted);
    assert_true(take(*state, 0, START + 20 * SECOND).granted);
}

static void an_idle_caller_saves_up_no_more_than_the_quota(void **state)
{
    take(*state, 0, START);
    for (int i = 0; i < 3; i++)
        assert_true(take(*state, 0, START + 3600 * SECOND).granted);
    assert_false(take(*state, 0, START + 3600 * SECOND).granted);
}

static void callers_do_not_touch_each_other(void **state)
{
    for (int i = 0; i < 4; i++)
        take(*state, 0, START);
    assert_false(take(*state, 0, START).granted);
    assert_number(take(*state, 1, START).remaining, 2);
}

static void what_is_given_back_can_be_taken_again(void **state)
{
    struct bucket_key key = key_of(0);
    for (int i = 0; i < 3; i++)
        take(*state, 0, START);
    struct allowance allowance = buckets_give_back(*state, &key, &three_a_minute, START);
    assert_true(allowance.granted);
    assert_number(allowance.remaining, 1);
    assert_number(allowance.wait_seconds, 0);
    assert_true(take(*state, 0, START).granted);
    assert_false(take(*state, 0, START).granted);
}

static void giving_back_does_not_overfill(void **state)
{
    struct bucket_key key = key_of(0);
    take(*state, 0, START);
    for (int i = 0; i < 3; i++)
        assert_number(buckets_give_back(*state, &key, &three_a_minute, START).remaining, 3);
}

/* The table has eight places, which is one neighbourhood. */
static void the_longest_idle_makes_room(void **state)
{
    for (uint8_t number = 0; number < 8; number++)
        for (int i = 0; i < 3; i++)
            take(*state, number, START + number);
    take(*state, 0, START + 10); /* 1 is the longest idle now */
    assert_number(take(*state, 8, START + 11).remaining, 2);
    for (uint8_t number = 2; number < 8; number++)
        assert_false(take(*state, number, START + 12).granted);
    assert_false(take(*state, 0, START + 12).granted);
    assert_number(take(*state, 8, START + 12).remaining, 1);
    assert_number(take(*state, 1, START + 13).remaining, 2);
}

static void a_thread_that_comes_late_to_the_lock_changes_no_time(void **state)
{
    for (int i = 0; i < 3; i++)
        take(*state, 0, START + 10);
    struct allowance late = take(*state, 0, START);
    assert_empty(&late, 20);
    assert_false(take(*state, 0, START + 20 * SECOND + 9).granted);
    assert_true(take(*state, 0, START + 20 * SECOND + 10).granted);
}

static void the_largest_quota_does_not_overflow(void **state)
{
    const struct quota largest = {.requests = UINT32_MAX, .seconds = 24 * 3600};
    struct bucket_key key = key_of(0);
    assert_number(buckets_take(*state, &key, &largest, START).remaining, UINT32_MAX - 1);
    assert_number(buckets_take(*state, &key, &largest, START).remaining, UINT32_MAX - 2);
    assert_number(buckets_take(*state, &key, &largest, INT64_MAX).remaining, UINT32_MAX - 1);
}

enum { THREADS = 4, TAKES = 1000 };

/* Returns how many were granted, in the place that CONTEXT shows. */
struct taker {
    struct buckets *buckets;
    long granted;
};

static void *take_often(void *context)
{
    const struct quota quota = {.requests = TAKES, .seconds = 60};
    struct bucket_key key = key_of(0);
    struct taker *taker = context;
    for (int i = 0; i < TAKES; i++)
        taker->granted += buckets_take(taker->buckets, &key, &quota, START).granted;
    return NULL;
}

static void threads_share_one_quota(void **state)
{
    pthread_t threads[THREADS];
    struct taker takers[THREADS];
    long granted = 0;
    for (size_t i = 0; i < THREADS; i++) {
        takers[i] = (struct taker){.buckets = *state};
        assert_number(pthread_create(&threads[i], NULL, take_often, &takers[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        granted += takers[i].granted;
    }
    assert_number(granted, TAKES);
}

#define with_buckets(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_buckets(a_new_caller_has_the_whole_quota),
        with_buckets(waiting_as_long_as_told_is_just_enough),
        with_buckets(knocking_does_not_delay_the_filling),
        with_buckets(an_idle_caller_saves_up_no_more_than_the_quota),
        with_buckets(callers_do_not_touch_each_other),
        with_buckets(what_is_given_back_can_be_taken_again),
        with_buckets(giving_back_does_not_overfill),
        with_buckets(the_longest_idle_makes_room),
        with_buckets(a_thread_that_comes_late_to_the_lock_changes_no_time),
        with_buckets(the_largest_quota_does_not_overflow),
        with_buckets(threads_share_one_quota),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
