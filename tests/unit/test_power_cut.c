/*
 * The power is cut while the engine works, starts, tidies up or ends, on a disk that loses and
 * tears what was not synced. What a user would see go wrong: a pick that was acknowledged and is
 * gone, a batch of which one half is there, a log with a gap, a service that does not start any
 * more.
 *
 * SPLICED_CUTS says how often; of SPLICED_FAULT_STEP syncs one fails.
 */
#include <stdlib.h>

#include "service/base/log.h"
#include "service/store/sqlite_store.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/promises.h"
#include "tests/support/volatile_disk.h"

enum {
    STEP = 5,
    BATCHES_AFTER = 4,
    CUTS = 100,
    CUTS_A_LIFE = 8,
    BATCHES = 60,
    CALLS_MAX = 2500,
    SYNCS_MAX = 60
};

/* The next time that the engine tidies up it checkpoints, however short the log of commits is. */
static void wish_checkpoint(struct running *running)
{
    struct gate gate;
    gate_close(running, &gate);
    running->store->checkpoint_at = 0;
    gate_open(&gate);
}

/* Works until the power fails, or has nothing more to do. */
static void work(struct running *running, struct promises *promises, struct repeats *chance)
{
    int broken = atomic_load(&running->broken);
    for (unsigned i = 0; i < BATCHES && atomic_load(&running->broken) == broken; i++) {
        promises_act(promises);
        if (repeats_below(chance, 10) == 0)
            wish_checkpoint(running);
        if (repeats_below(chance, 40) == 0) {
            running_stop(running);
            if (!running_start(running))
                return;
        }
    }
}

/* Often early, while it starts and mends what the last cut has left; often while something is
 * being synced, when everything may be there already. */
static void choose_moment(struct repeats *chance)
{
    bool early = repeats_below(chance, 4) == 0;
    if (repeats_below(chance, 3) == 0)
        faulty_disk_stop(DISK_SYNC, repeats_below(chance, early ? 4 : SYNCS_MAX));
    else
        faulty_disk_stop(DISK_CALLS, repeats_below(chance, early ? 80 : CALLS_MAX));
}

static void cut_once(struct running *running, struct promises *promises, struct repeats *chance)
{
    struct capture capture = capture_begin();
    choose_moment(chance);
    if (running_start(running))
        work(running, promises, chance);
    faulty_disk_stop(DISK_CALLS, 0);
    running_stop(running);
    free(capture_end(&capture));
    volatile_disk_cut(repeats_below(chance, UINT32_MAX));
    faulty_disk_heal();
    if (!running_start(running))
        fail_msg("after the cut: %s", running->message);
    promises_check(promises);
    running_stop(running);
}

static void what_was_acknowledged_outlives_power_cuts(void **state)
{
    (void)state;
    struct repeats chance = repeats_begin("SPLICED_CUTS", CUTS);
    static struct promises promises;
    unsigned commands = 0;
    unsigned survived = 0;
    unsigned vanished = 0;
    while (chance.done < chance.count) {
        volatile_disk_format();
        struct running *running = running_new_stopped();
        promises_begin(&promises, running, &chance);
        for (unsigned i = 0; i < CUTS_A_LIFE && repeats_next(&chance); i++)
            cut_once(running, &promises, &chance);
        commands += promises.commands;
        survived += promises.survived;
        vanished += promises.vanished;
        running_free(running);
    }
    print_message("%u cuts, %u commands acknowledged; of batches under way %u were there "
                  "afterwards, %u not\n",
                  chance.count, commands, survived, vanished);
}

/* A sync has failed, so the service has ended and is started anew. What it finds on the disk then
 * is perhaps only in memory, and gone when the power is. False: there are no more syncs. */
static bool fail_sync(size_t number, struct repeats *chance)
{
    static struct promises promises;
    volatile_disk_format();
    struct running *running = running_new_stopped();
    promises_begin(&promises, running, chance);
    struct capture capture = capture_begin();
    volatile_disk_fail_syncs(number);
    bool started = running_start(running);
    if (started)
        work(running, &promises, chance);
    running_stop(running);
    bool failed = volatile_disk_heal();
    free(capture_end(&capture));
    if (failed && !running_start(running))
        fail_msg("after the failed sync %zu: %s", number, running->message);
    if (failed)
        promises_check(&promises);
    for (unsigned i = 0; failed && i < BATCHES_AFTER; i++)
        if (!promises_act(&promises))
            fail_msg("after the failed sync %zu nothing is done", number);
    faulty_disk_stop(DISK_CALLS, 0);
    running_stop(running);
    volatile_disk_cut(repeats_below(chance, UINT32_MAX));
    faulty_disk_heal();
    if (failed && !running_start(running))
        fail_msg("after the failed sync %zu and a cut: %s", number, running->message);
    if (failed)
        promises_check(&promises);
    running_free(running);
    return failed;
}

static void what_a_failed_sync_has_lost_is_not_relied_on(void **state)
{
    (void)state;
    struct repeats step = repeats_begin("SPLICED_FAULT_STEP", STEP);
    size_t number = repeats_below(&step, step.count);
    while (fail_sync(number, &step))
        number += step.count;
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    volatile_disk_install();
    faulty_disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_acknowledged_outlives_power_cuts),
        cmocka_unit_test(what_a_failed_sync_has_lost_is_not_relied_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
