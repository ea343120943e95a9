#include "service/store/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "service/base/log.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/sample_games.h"
#include "tests/support/store_fixture.h"

static void events_come_back_as_they_were_appended(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    for (int i = 0; i < 5; i++)
        sample_append(fixture->store, &row);
    assert_number(sample_count(fixture->reader, row.id), 5);
}

static void a_page_begins_and_ends_where_it_is_told_to(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    for (int i = 0; i < 9; i++)
        sample_append(fixture->store, &row);
    struct sample_reading reading = {.last = 3};
    uint8_t prev[HASH_BYTES];
    assert_number(store_read_events(fixture->reader, row.id, 3, 4, prev, sample_read, &reading),
                  STORE_OK);
    assert_number(reading.last, 7);
    assert_memory_equal(prev, sample_event(3).hash, HASH_BYTES);

    reading = (struct sample_reading){.stop_at = 2};
    assert_number(store_read_events(fixture->reader, row.id, 0, 9, prev, sample_read, &reading),
                  STORE_OK);
    assert_number(reading.last, 2);
    assert_memory_equal(prev, (uint8_t[HASH_BYTES]){0}, HASH_BYTES);
}

static void a_game_that_does_not_exist_is_not_found(void **state)
{
    struct store_fixture *fixture = *state;
    struct sample_reading reading = {0};
    assert_number(
        store_read_events(fixture->reader, sample_row(1).id, 0, 9, NULL, sample_read, &reading),
        STORE_NOT_FOUND);
}

static void nothing_is_seen_before_the_commit_or_after_a_rollback(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    row.version = 1;
    struct stored_event event = sample_event(1);
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_append(fixture->store, &row, 0, &event, 1), STORE_OK);
    assert_number(sample_count(fixture->reader, row.id), 0);
    store_rollback(fixture->store);
    assert_number(sample_count(fixture->reader, row.id), 0);

    row.version = 0;
    sample_append(fixture->store, &row);
    assert_number(sample_count(fixture->reader, row.id), 1);
}

static void two_appends_on_one_version_conflict(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    sample_append(fixture->store, &row);

    struct stored_event event = sample_event(2);
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_append(fixture->store, &row, 1, &event, 1), STORE_CONFLICT);
    store_rollback(fixture->store);
    assert_number(sample_count(fixture->reader, row.id), 2);
}

static void a_game_cannot_be_made_twice(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);

    struct stored_event event = sample_event(1);
    struct capture capture = capture_begin();
    assert_number(store_begin(fixture->store), STORE_OK);
    enum store_status status = store_append(fixture->store, &row, 0, &event, 1);
    store_rollback(fixture->store);
    free(capture_end(&capture));
    assert_number(status, STORE_CONFLICT);
    assert_number(sample_count(fixture->reader, row.id), 1);
}

static void what_was_committed_is_there_after_a_restart(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    for (int i = 0; i < 3; i++)
        sample_append(fixture->store, &row);
    store_fixture_close(fixture);
    store_fixture_open(fixture);
    assert_number(sample_count(fixture->reader, row.id), 3);
    sample_append(fixture->store, &row);
    assert_number(sample_count(fixture->reader, row.id), 4);
}

static void a_second_process_is_told_which_folder_is_taken(void **state)
{
    struct store_fixture *fixture = *state;
    struct store *second = NULL;
    char message[STORE_MESSAGE_BYTES];
    assert_false(store_open(&second, fixture->folder.path, message));
    assert_non_null(strstr(message, fixture->folder.path));
    assert_non_null(strstr(message, "another spliced serve"));
}

static void a_missing_folder_is_named(void **state)
{
    struct store_fixture *fixture = *state;
    const char *path = test_folder_path(&fixture->folder, "nowhere");
    struct store *other = NULL;
    char message[STORE_MESSAGE_BYTES];
    assert_false(store_open(&other, path, message));
    assert_non_null(strstr(message, path));
}

static void only_the_owner_may_read_the_files(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    static const char *const names[] = {"spliced.db", "spliced.db-wal", "spliced.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct stat status;
        assert_number(stat(test_folder_path(&fixture->folder, names[i]), &status), 0);
        assert_number(status.st_mode & 077, 0);
    }
}

static int quieten(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    return 0;
}

int main(void)
{
#define TEST(test)                                                                                 \
    cmocka_unit_test_setup_teardown(test, store_fixture_set_up, store_fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(events_come_back_as_they_were_appended),
        TEST(a_page_begins_and_ends_where_it_is_told_to),
        TEST(a_game_that_does_not_exist_is_not_found),
        TEST(nothing_is_seen_before_the_commit_or_after_a_rollback),
        TEST(two_appends_on_one_version_conflict),
        TEST(a_game_cannot_be_made_twice),
        TEST(what_was_committed_is_there_after_a_restart),
        TEST(a_second_process_is_told_which_folder_is_taken),
        TEST(a_missing_folder_is_named),
        TEST(only_the_owner_may_read_the_files),
    };
    return cmocka_run_group_tests(tests, quieten, NULL);
}
