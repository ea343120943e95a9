/*
 * Every single call of the disk fails once, and from then on, in a short life of the engine. What a
 * user would see go wrong: a command that is answered as unavailable and happens all the same, a
 * service that stays dumb when the disk has room again, one that goes on after the disk has lost
 * something, or that does not start any more.
 *
 * Of SPLICED_FAULT_STEP calls one is tried; 1 tries all of them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "service/base/log.h"
#include "service/store/sqlite_store.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/promises.h"
#include "tests/support/volatile_disk.h"

enum { STEP = 29, BATCHES = 16, CHECKPOINT_AT = 8, RESTART_AT = 12 };

enum consequence {
    MAY_BREAK,  /* the engine may find that the store is broken, or sit it out */
    BREAKS,     /* it has to, since something may be lost */
    SITS_IT_OUT /* it must not */
};

struct error {
    enum disk_call call;
    int result;
    enum consequence consequence;
};

static const struct error errors[] = {
    {DISK_READ, SQLITE_IOERR_READ, MAY_BREAK},
    {DISK_WRITE, SQLITE_IOERR_WRITE, BREAKS},
    {DISK_WRITE, SQLITE_FULL, SITS_IT_OUT},
    {DISK_SYNC, SQLITE_IOERR_FSYNC, BREAKS},
    {DISK_OPEN, SQLITE_CANTOPEN, MAY_BREAK},
    {DISK_OPEN, SQLITE_IOERR, MAY_BREAK},
    {DISK_TRUNCATE, SQLITE_IOERR_TRUNCATE, MAY_BREAK},
    {DISK_TRUNCATE, SQLITE_FULL, SITS_IT_OUT},
    {DISK_SIZE, SQLITE_IOERR_FSTAT, MAY_BREAK},
    {DISK_DELETE, SQLITE_IOERR_DELETE, MAY_BREAK},
    {DISK_ACCESS, SQLITE_IOERR_ACCESS, MAY_BREAK},
    {DISK_MAP, SQLITE_IOERR_SHMMAP, MAY_BREAK},
    {DISK_MAP, SQLITE_IOERR_SHMSIZE, SITS_IT_OUT},
    {DISK_LOCK, SQLITE_IOERR_SHMLOCK, MAY_BREAK},
};

enum { ERRORS = sizeof errors / sizeof errors[0] };

static bool is_broken(struct running *running)
{
    return atomic_load(&running->broken) > 0;
}

static void wish_checkpoint(struct running *running)
{
    struct gate gate;
    gate_close(running, &gate);
    running->store->checkpoint_at = 0;
    gate_open(&gate);
}

/* Ends and starts, as a process would: what fails then has nobody to tell. False: it did not
 * start. */
static bool restart(struct running *running, bool *ret_excused)
{
    bool failed_before = faulty_disk_has_failed();
    running_stop(running);
    bool started = running_start(running);
    *ret_excused = faulty_disk_has_failed() && !failed_before;
    return started;
}

/* A short life, cut short when the store turns out to be broken. False: it did not start. */
static bool live(struct running *running, struct promises *promises, bool *ret_excused)
{
    *ret_excused = false;
    if (!running_start(running))
        return false;
    for (unsigned i = 0; i < BATCHES && !is_broken(running); i++) {
        promises_act(promises);
        if (i == CHECKPOINT_AT)
            wish_checkpoint(running);
        if (i == RESTART_AT && !is_broken(running) && !restart(running, ret_excused))
            return false;
    }
    return true;
}

/* The same life each time, so that calls can be numbered. */
static struct running *begin_life(struct promises *promises, struct repeats *chance, size_t cached)
{
    *chance = (struct repeats){.state = 5};
    volatile_disk_format();
    faulty_disk_heal();
    struct running *running = running_new_stopped();
    running->cached_games = cached;
    promises_begin(promises, running, chance);
    return running;
}

/* What is tried, in case that it fails. */
static char trying[64];

/* The disk works again. Without having been started anew the engine works too, unless the store
 * is broken; after that, everything that was acknowledged is there. */
static void go_on(struct running *running, struct promises *promises, bool started)
{
    if (started && !is_broken(running) && !promises_act(promises))
        fail_msg("%s: the disk works again, but the engine does not", trying);
    running_stop(running);
    if (!running_start(running))
        fail_msg("%s: the store does not open any more: %s", trying, running->message);
    atomic_store(&running->broken, 0);
    promises_check(promises);
    if (!promises_act(promises))
        fail_msg("%s: after the start nothing is done", trying);
}

static void check_consequence(const struct running *running, const struct error *error,
                              bool failed_at_work)
{
    bool broken = atomic_load(&running->broken) > 0;
    if (error->consequence == BREAKS && failed_at_work && !broken)
        fail_msg("%s: the engine goes on", trying);
    if (error->consequence == SITS_IT_OUT && broken)
        fail_msg("%s: the engine gives up", trying);
}

/* False when the life has no such call. */
static bool fail_call(const struct error *error, size_t number, bool once, size_t cached)
{
    static struct promises promises;
    struct repeats chance;
    struct running *running = begin_life(&promises, &chance, cached);
    snprintf(trying, sizeof trying, "error %d in call %d number %zu%s", error->result,
             (int)error->call, number, once ? "" : " and later");
    struct capture capture = capture_begin();
    if (once)
        faulty_disk_break_once(error->call, number, error->result);
    else
        faulty_disk_break(error->call, number, error->result);
    bool excused;
    bool started = live(running, &promises, &excused);
    bool failed = faulty_disk_has_failed();
    free(capture_end(&capture));
    check_consequence(running, error, started && failed && !excused);
    faulty_disk_heal();
    go_on(running, &promises, started);
    running_free(running);
    return failed;
}

static void every_call_of_the_disk_may_fail(void **state)
{
    (void)state;
    struct repeats step = repeats_begin("SPLICED_FAULT_STEP", STEP);
    size_t tried = 0;
    for (size_t i = 0; i < ERRORS; i++) {
        size_t number = repeats_below(&step, step.count);
        for (bool more = true; more; number += step.count) {
            more = fail_call(&errors[i], number, true, 100);
            more = fail_call(&errors[i], number, false, 1) || more;
            tried += 2;
        }
        print_message("error %d, call %d: %zu of them\n", errors[i].result, (int)errors[i].call,
                      number);
    }
    print_message("%zu lives\n", tried);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    volatile_disk_install();
    faulty_disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_of_the_disk_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
