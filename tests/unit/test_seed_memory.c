#include "service/fairness/seed_memory.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static struct seed_memory memory;

static void name_game(size_t number, char ret_game[SEED_GAME_BYTES])
{
    snprintf(ret_game, SEED_GAME_BYTES, "01kb8q5n3c7v9x2d4f6g8h%04zu", number);
}

/* Whether the memory knows the seed that the chain of hashes has. */
static void assert_right(size_t number, uint16_t epoch)
{
    char game[SEED_GAME_BYTES];
    uint8_t root[SEED_BYTES];
    uint8_t right[SEED_BYTES];
    uint8_t recalled[SEED_BYTES];
    name_game(number, game);
    memset(root, (int)(number % 251), sizeof root);
    seed_of_epoch(game, root, epoch, right);
    seed_recall(&memory, game, root, epoch, recalled);
    assert_memory_equal(recalled, right, sizeof right);
}

static void a_seed_is_the_same_the_second_time(void **state)
{
    (void)state;
    seed_memory_end(&memory);
    assert_right(1, 0);
    assert_right(1, 0);
}

static void epochs_of_a_game_are_told_apart(void **state)
{
    (void)state;
    seed_memory_end(&memory);
    assert_right(1, 1000);
    assert_right(1, 1001);
    assert_right(1, 1000);
    assert_right(1, 999);
    assert_right(1, 0);
}

/* Those that were found on the way, the last of them and the one behind it. */
static void the_epochs_behind_a_seed_are_right(void **state)
{
    (void)state;
    static const uint16_t firsts[] = {0, 1, 500, EPOCHS_MAX - 3, EPOCHS_MAX - 1};
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        seed_memory_end(&memory);
        for (int step = 0; step <= SEEDS_IN_A_ROW && firsts[i] + step < EPOCHS_MAX; step++)
            assert_right(1, (uint16_t)(firsts[i] + step));
        for (int step = SEEDS_IN_A_ROW; step >= 0; step--)
            if (firsts[i] + step < EPOCHS_MAX)
                assert_right(1, (uint16_t)(firsts[i] + step));
    }
}

/* More of them than there are places. */
static void games_are_told_apart(void **state)
{
    (void)state;
    seed_memory_end(&memory);
    for (int again = 0; again < 2; again++)
        for (size_t number = 0; number < SEEDS_REMEMBERED + 200; number++)
            assert_right(number, 1020);
}

static void it_is_wiped_in_the_end(void **state)
{
    (void)state;
    static const struct seed_memory wiped;
    assert_right(1, 1000);
    seed_memory_end(&memory);
    assert_memory_equal(&memory, &wiped, sizeof memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_is_the_same_the_second_time),
        cmocka_unit_test(epochs_of_a_game_are_told_apart),
        cmocka_unit_test(the_epochs_behind_a_seed_are_right),
        cmocka_unit_test(games_are_told_apart),
        cmocka_unit_test(it_is_wiped_in_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
