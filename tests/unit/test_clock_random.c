#include "service/base/clock.h"
#include "service/base/random.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

static void the_system_clock_counts_milliseconds_since_1970(void **state)
{
    (void)state;
    struct clock clock = clock_system();
    time_t before = time(NULL);
    int64_t now = clock_now(&clock);
    time_t after = time(NULL);
    /* time() may lag behind the precise clock by a tick. */
    assert_true(now >= (int64_t)before * 1000);
    assert_true(now < (int64_t)(after + 2) * 1000);
}

static void the_steady_clock_never_goes_back(void **state)
{
    (void)state;
    struct clock clock = clock_steady();
    int64_t before = clock_now(&clock);
    for (int i = 0; i < 1000; i++) {
        int64_t now = clock_now(&clock);
        assert_true(now >= before);
        before = now;
    }
}

static void a_fixed_clock_moves_only_when_it_is_moved(void **state)
{
    (void)state;
    struct fixed_clock fixed = {FIXTURE_TIME};
    struct clock clock = clock_fixed(&fixed);
    assert_number(clock_now(&clock), FIXTURE_TIME);
    assert_number(clock_now(&clock), FIXTURE_TIME);
    fixed.milliseconds += 90 * 86400000LL;
    assert_number(clock_now(&clock), FIXTURE_TIME + 90 * 86400000LL);
}

static void system_bytes_do_not_repeat_and_stay_in_their_place(void **state)
{
    (void)state;
    struct random_source source = random_system();
    unsigned char first[34] = {0}, second[34] = {0};
    random_fill(&source, first + 1, 32);
    random_fill(&source, second + 1, 32);
    assert_memory_not_equal(first, second, sizeof first);
    assert_number(first[0] + first[33] + second[0] + second[33], 0);
}

static void fixed_bytes_are_the_same_in_every_run(void **state)
{
    (void)state;
    struct fixed_random one = {7}, same = {7}, other = {8};
    struct random_source source = random_fixed(&one);
    struct random_source same_source = random_fixed(&same);
    struct random_source other_source = random_fixed(&other);
    unsigned char first[13], again[13], next[13], different[13];
    random_fill(&source, first, sizeof first);
    random_fill(&same_source, again, sizeof again);
    random_fill(&source, next, sizeof next);
    random_fill(&other_source, different, sizeof different);
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, next, sizeof first);
    assert_memory_not_equal(first, different, sizeof first);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_system_clock_counts_milliseconds_since_1970),
        cmocka_unit_test(the_steady_clock_never_goes_back),
        cmocka_unit_test(a_fixed_clock_moves_only_when_it_is_moved),
        cmocka_unit_test(system_bytes_do_not_repeat_and_stay_in_their_place),
        cmocka_unit_test(fixed_bytes_are_the_same_in_every_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
