/* What many threads count at once. */
#include "service/base/lanes.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/support/cmocka_all.h"

/* More threads than lanes, so that some share one. */
enum { THREADS = LANES + 5, TURNS = 2000 };

struct counting {
    struct tally tally;
    struct tally numbers;
    uint64_t drawn[THREADS][TURNS];
};

struct worker {
    struct counting *counting;
    size_t index;
    pthread_t thread;
};

static void *count(void *context)
{
    const struct worker *worker = context;
    struct counting *counting = worker->counting;
    for (size_t i = 0; i < TURNS; i++) {
        tally_add(&counting->tally, 3);
        counting->drawn[worker->index][i] = tally_number(&counting->numbers);
    }
    return NULL;
}

static int begin(void **state)
{
    static struct worker workers[THREADS];
    struct counting *counting = calloc(1, sizeof *counting);
    *state = counting;
    if (!counting)
        return -1;
    for (size_t i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.counting = counting, .index = i};
        if (pthread_create(&workers[i].thread, NULL, count, &workers[i]) != 0)
            return -1;
    }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    return 0;
}

static int end(void **state)
{
    free(*state);
    return 0;
}

static void nothing_is_lost(void **state)
{
    const struct counting *counting = *state;
    assert_number(tally_read(&counting->tally), 3 * THREADS * TURNS);
}

static int compare(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* The names of requests are made of these numbers. */
static void no_number_is_drawn_twice(void **state)
{
    struct counting *counting = *state;
    uint64_t *all = &counting->drawn[0][0];
    qsort(all, (size_t)THREADS * TURNS, sizeof *all, compare);
    for (size_t i = 1; i < (size_t)THREADS * TURNS; i++)
        assert_true(all[i] != all[i - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(no_number_is_drawn_twice),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
