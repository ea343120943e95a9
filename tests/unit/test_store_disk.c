/*
 * The store on a disk that is full or fails. What an operator would see go wrong: a full disk that
 * ends the service or is not noticed, a broken one that is.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "service/base/log.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/sample_games.h"
#include "tests/support/store_fixture.h"

static void the_probe_tells_whether_writing_works(void **state)
{
    struct store_fixture *fixture = *state;
    assert_number(store_probe(fixture->store), STORE_OK);
    struct capture capture = capture_begin();
    faulty_disk_break(DISK_WRITE, 0, SQLITE_FULL);
    enum store_status full = store_probe(fixture->store);
    faulty_disk_heal();
    enum store_status healed = store_probe(fixture->store);
    free(capture_end(&capture));
    assert_number(full, STORE_UNAVAILABLE);
    assert_number(healed, STORE_OK);
}

/* Appends the next event, bringing ROW to its version if that works. */
static enum store_status try_append(struct store_fixture *fixture, struct game_row *row)
{
    struct game_row after = *row;
    after.version++;
    struct stored_event event = sample_event(after.version);
    enum store_status status = store_begin(fixture->store);
    if (status != STORE_OK)
        return status;
    status = store_append(fixture->store, &after, row->version, &event, 1);
    if (status == STORE_OK)
        status = store_commit(fixture->store);
    else
        store_rollback(fixture->store);
    if (status == STORE_OK)
        *row = after;
    return status;
}

/* The log of commits has room for a small commit where a larger one has failed. */
static void the_probe_is_not_deceived_by_a_little_room(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    struct capture capture = capture_begin();
    faulty_disk_fill();
    enum store_status appended = STORE_OK;
    while (appended == STORE_OK)
        appended = try_append(fixture, &row);
    enum store_status full = store_probe(fixture->store);
    faulty_disk_heal();
    enum store_status healed = store_probe(fixture->store);
    free(capture_end(&capture));
    assert_number(appended, STORE_UNAVAILABLE);
    assert_number(full, STORE_UNAVAILABLE);
    assert_number(healed, STORE_OK);
}

/* Appends the next event while the disk fails, and puts ROW back. */
static enum store_status append_failing(struct store_fixture *fixture, struct game_row *row,
                                        enum disk_call call, int result)
{
    struct game_row after = *row;
    after.version++;
    struct stored_event event = sample_event(after.version);
    struct capture capture = capture_begin();
    enum store_status status = store_begin(fixture->store);
    if (status == STORE_OK)
        status = store_append(fixture->store, &after, row->version, &event, 1);
    faulty_disk_break(call, 0, result);
    if (status == STORE_OK)
        status = store_commit(fixture->store);
    else
        store_rollback(fixture->store);
    faulty_disk_heal();
    free(capture_end(&capture));
    return status;
}

static void a_full_disk_is_sat_out(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    assert_number(append_failing(fixture, &row, DISK_WRITE, SQLITE_FULL), STORE_UNAVAILABLE);
    assert_number(sample_count(fixture->reader, row.id), 1);
    sample_append(fixture->store, &row);
    assert_number(sample_count(fixture->reader, row.id), 2);
}

static void a_failed_write_or_sync_breaks_the_store(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    assert_number(append_failing(fixture, &row, DISK_WRITE, SQLITE_IOERR_WRITE), STORE_BROKEN);
    assert_number(append_failing(fixture, &row, DISK_SYNC, SQLITE_IOERR_FSYNC), STORE_BROKEN);
    store_fixture_close(fixture);
    store_fixture_open(fixture);
    assert_number(sample_count(fixture->reader, row.id), 1);
}

static void on_a_full_disk_the_store_says_so_and_does_not_open(void **state)
{
    struct store_fixture *fixture = *state;
    char message[STORE_MESSAGE_BYTES];
    store_fixture_close(fixture);
    struct capture capture = capture_begin();
    faulty_disk_break(DISK_MAP, 0, SQLITE_IOERR_SHMSIZE);
    struct store *store;
    bool opened = store_open(&store, fixture->folder.path, message);
    faulty_disk_heal();
    free(capture_end(&capture));
    store_fixture_open(fixture);
    assert_false(opened);
    assert_non_null(strstr(message, "the disk is full"));
}

enum { LONG_LOG = 3000 }; /* commits that make more than the 4096 pages of the first index */

/* The index of a long log needs more of the memory that connections share, which is a file. */
static void a_full_disk_is_sat_out_when_the_index_of_the_log_grows(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    enum store_status status = STORE_OK;
    struct game_row before = row;
    struct capture capture = capture_begin();
    faulty_disk_break(DISK_MAP, 0, SQLITE_IOERR_SHMSIZE);
    for (unsigned i = 0; i < LONG_LOG && status == STORE_OK; i++) {
        before = row;
        status = try_append(fixture, &row);
    }
    faulty_disk_heal();
    free(capture_end(&capture));
    assert_number(status, STORE_UNAVAILABLE);
    assert_number(sample_count(fixture->reader, row.id), before.version);
    sample_append(fixture->store, &before);
    assert_number(sample_count(fixture->reader, row.id), before.version);
}

static int64_t log_size(const struct store_fixture *fixture)
{
    struct stat status;
    assert_number(stat(test_folder_path(&fixture->folder, "spliced.db-wal"), &status), 0);
    return status.st_size;
}

static void the_log_of_commits_does_not_grow_without_end(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    for (int i = 0; i < 1200; i++) {
        sample_append(fixture->store, &row);
        assert_number(store_checkpoint(fixture->store, false), STORE_OK);
    }
    /* Each commit writes several pages of 4 KiB: without checkpoints it would be more. */
    assert_true(log_size(fixture) < 10 * 1024 * 1024);
    assert_number(store_checkpoint(fixture->store, true), STORE_OK);
}

static int install_disk(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    faulty_disk_install();
    return 0;
}

int main(void)
{
#define TEST(test)                                                                                 \
    cmocka_unit_test_setup_teardown(test, store_fixture_set_up, store_fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_probe_tells_whether_writing_works),
        TEST(a_full_disk_is_sat_out),
        TEST(the_probe_is_not_deceived_by_a_little_room),
        TEST(on_a_full_disk_the_store_says_so_and_does_not_open),
        TEST(a_full_disk_is_sat_out_when_the_index_of_the_log_grows),
        TEST(a_failed_write_or_sync_breaks_the_store),
        TEST(the_log_of_commits_does_not_grow_without_end),
    };
    return cmocka_run_group_tests(tests, install_disk, NULL);
}
