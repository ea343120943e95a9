/*
 * What happens to games by itself while memory runs out. What a user would see go wrong: a game
 * that says that somebody is overdue and then hangs, since what was to follow was tried once and
 * never again.
 */
#include <stdio.h>
#include <stdlib.h>

#include "rules/catalogue.h"
#include "service/base/log.h"
#include "service/base/parse.h"
#include "tests/memory/allocator.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/scarce_memory.h"
#include "tests/support/unattended.h"

enum { AFTER_MAX = 4000, STRIDE = 3, ORDER_BYTES = 4096 };

/* Everybody's time runs out, and the AFTER-th allocation of the engine fails. False if it did not
 * come so far. */
static bool time_out_without_memory(struct running *running, size_t after)
{
    struct job job = {.kind = JOB_PROBE};
    struct capture capture = capture_begin();
    struct gate gate;
    gate_close(running, &gate);
    running->clock.milliseconds += DAY + HOUR;
    scarce_memory_begin(after, false);
    gate_open(&gate);
    running_do(running, &job);
    bool refused = scarce_memory_end();
    unattended_pass(running, 0);
    free(capture_end(&capture));
    return refused;
}

static void whoever_times_out_without_memory_is_not_forgotten(enum on_timeout on_timeout,
                                                              const char *type, const char *text,
                                                              unsigned times)
{
    struct running *running = running_new();
    struct deadline_settings settings = unattended_settings(DAY, on_timeout);
    bool refused = true;
    size_t after = 0;
    scarce_memory_spare_me();
    for (; refused && after < AFTER_MAX; after += STRIDE) {
        char game[ULID_LENGTH + 1];
        unattended_game(running, 3, &settings, game);
        refused = time_out_without_memory(running, after);
        unattended_pass(running, MINUTE);
        if (unattended_count(running, game, "player.overdue", PLAYER_NONE) == 0 ||
            unattended_count_with(running, game, type, text) != times)
            fail_msg("the game hangs if allocation %zu fails", after);
        struct job end = job_host(game, COMMAND_ABANDON);
        unattended_do(running, &end);
    }
    running_free(running);
    assert_false(refused);
    assert_true(after > STRIDE);
}

static void the_default_follows_in_the_end(void **state)
{
    (void)state;
    whoever_times_out_without_memory_is_not_forgotten(TIMEOUT_DEFAULT, "pick.committed",
                                                      "automatic", 3);
}

static void the_pause_follows_in_the_end(void **state)
{
    (void)state;
    whoever_times_out_without_memory_is_not_forgotten(TIMEOUT_PAUSE, "game.paused", "", 1);
}

/* All factions, so that there is one in every hand. */
static const char *any_faction(void)
{
    static char body[ORDER_BYTES];
    size_t length = (size_t)snprintf(body, sizeof body, "{\"wishes\":[");
    for (size_t i = 0; i < FACTIONS_MAX; i++)
        length += (size_t)snprintf(body + length, sizeof body - length, "%s\"%s\"",
                                   i > 0 ? "," : "", catalogue_cards[i].id);
    (void)snprintf(body + length, sizeof body - length, "]}");
    return body;
}

/* Leaves orders while the AFTER-th allocation of the engine fails. Whether they were taken. */
static bool order_without_memory(struct running *running, const char *game, size_t after,
                                 bool *ret_refused)
{
    struct job job = unattended_note(running, game, 0, NOTE_ORDERS "faction_draft", any_faction());
    struct capture capture = capture_begin();
    scarce_memory_begin(after, false);
    running_do(running, &job);
    *ret_refused = scarce_memory_end();
    bool taken = job.outcome == JOB_DONE;
    running_forget(&job);
    unattended_pass(running, MINUTE);
    free(capture_end(&capture));
    return taken;
}

static void orders_that_are_taken_are_carried_out_in_the_end(void **state)
{
    (void)state;
    struct running *running = running_new();
    bool refused = true;
    unsigned times = 0;
    scarce_memory_spare_me();
    for (size_t after = 0; refused && after < AFTER_MAX; after++) {
        char game[ULID_LENGTH + 1];
        running_start_game(running, game);
        bool taken = order_without_memory(running, game, after, &refused);
        times += taken;
        if (taken && unattended_count(running, game, "pick.committed", 0) != 1)
            fail_msg("the orders are forgotten if allocation %zu fails", after);
    }
    running_free(running);
    assert_false(refused);
    assert_true(times > 0); /* what shares a batch with orders that fail is not taken */
}

int main(void)
{
    allocator_install();
    parse_prepare();
    log_set_level(LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_follows_in_the_end),
        cmocka_unit_test(the_pause_follows_in_the_end),
        cmocka_unit_test(orders_that_are_taken_are_carried_out_in_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
