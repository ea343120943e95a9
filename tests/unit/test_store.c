#include "service/store/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "service/base/log.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/fixtures.h"
#include "tests/support/sample_games.h"

struct fixture {
    struct test_folder folder;
    struct store *store;
    struct store_reader *reader;
};

static void open_store(struct fixture *fixture)
{
    char message[STORE_MESSAGE_BYTES];
    if (!store_open(&fixture->store, fixture->folder.path, message))
        fail_msg("%s", message);
    fixture->reader = store_reader_open(fixture->store);
    assert_non_null(fixture->reader);
}

static void close_store(struct fixture *fixture)
{
    store_reader_close(fixture->reader);
    store_close(fixture->store);
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->folder = test_folder_new();
    open_store(fixture);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    faulty_disk_heal();
    close_store(fixture);
    test_folder_remove(&fixture->folder);
    free(fixture);
    return 0;
}

/* Compares each event with the sample of its number, from the one after LAST. */
struct reading {
    uint32_t last;
    uint32_t stop_at;
};

static bool read_sample(void *context, const struct stored_event *event)
{
    struct reading *reading = context;
    struct stored_event want = sample_event(++reading->last);
    assert_number(event->seq, want.seq);
    assert_number(event->at, want.at);
    assert_string_equal(event->type, want.type);
    assert_number(event->player, want.player);
    assert_number(event->data_length, want.data_length);
    assert_memory_equal(event->data, want.data, want.data_length);
    assert_number(event->private_length, want.private_length);
    if (want.private_length > 0)
        assert_memory_equal(event->private_part, want.private_part, want.private_length);
    assert_memory_equal(event->hash, want.hash, HASH_BYTES);
    return event->seq != reading->stop_at;
}

static uint32_t count_events(struct fixture *fixture, const char *game)
{
    struct reading reading = {0};
    enum store_status status =
        store_read_events(fixture->reader, game, 0, 1000, NULL, read_sample, &reading);
    assert_true(status == STORE_OK || (status == STORE_NOT_FOUND && reading.last == 0));
    return reading.last;
}

static void events_come_back_as_they_were_appended(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    for (int i = 0; i < 5; i++)
        sample_append(fixture->store, &row);
    assert_number(count_events(fixture, row.id), 5);
}

static void a_page_begins_and_ends_where_it_is_told_to(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    for (int i = 0; i < 9; i++)
        sample_append(fixture->store, &row);
    struct reading reading = {.last = 3};
    uint8_t prev[HASH_BYTES];
    assert_number(store_read_events(fixture->reader, row.id, 3, 4, prev, read_sample, &reading),
                  STORE_OK);
    assert_number(reading.last, 7);
    assert_memory_equal(prev, sample_event(3).hash, HASH_BYTES);

    reading = (struct reading){.stop_at = 2};
    assert_number(store_read_events(fixture->reader, row.id, 0, 9, prev, read_sample, &reading),
                  STORE_OK);
    assert_number(reading.last, 2);
    assert_memory_equal(prev, (uint8_t[HASH_BYTES]){0}, HASH_BYTES);
}

static void a_game_that_does_not_exist_is_not_found(void **state)
{
    struct fixture *fixture = *state;
    struct reading reading = {0};
    assert_number(
        store_read_events(fixture->reader, sample_row(1).id, 0, 9, NULL, read_sample, &reading),
        STORE_NOT_FOUND);
}

static void nothing_is_seen_before_the_commit_or_after_a_rollback(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    row.version = 1;
    struct stored_event event = sample_event(1);
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_append(fixture->store, &row, 0, &event, 1), STORE_OK);
    assert_number(count_events(fixture, row.id), 0);
    store_rollback(fixture->store);
    assert_number(count_events(fixture, row.id), 0);

    row.version = 0;
    sample_append(fixture->store, &row);
    assert_number(count_events(fixture, row.id), 1);
}

static void two_appends_on_one_version_conflict(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    sample_append(fixture->store, &row);

    struct stored_event event = sample_event(2);
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_append(fixture->store, &row, 1, &event, 1), STORE_CONFLICT);
    store_rollback(fixture->store);
    assert_number(count_events(fixture, row.id), 2);
}

static void a_game_cannot_be_made_twice(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);

    struct stored_event event = sample_event(1);
    struct capture capture = capture_begin();
    assert_number(store_begin(fixture->store), STORE_OK);
    enum store_status status = store_append(fixture->store, &row, 0, &event, 1);
    store_rollback(fixture->store);
    free(capture_end(&capture));
    assert_number(status, STORE_CONFLICT);
    assert_number(count_events(fixture, row.id), 1);
}

static void what_was_committed_is_there_after_a_restart(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    for (int i = 0; i < 3; i++)
        sample_append(fixture->store, &row);
    close_store(fixture);
    open_store(fixture);
    assert_number(count_events(fixture, row.id), 3);
    sample_append(fixture->store, &row);
    assert_number(count_events(fixture, row.id), 4);
}

static void a_second_process_is_told_which_folder_is_taken(void **state)
{
    struct fixture *fixture = *state;
    struct store *second = NULL;
    char message[STORE_MESSAGE_BYTES];
    assert_false(store_open(&second, fixture->folder.path, message));
    assert_non_null(strstr(message, fixture->folder.path));
    assert_non_null(strstr(message, "another spliced serve"));
}

static void a_missing_folder_is_named(void **state)
{
    struct fixture *fixture = *state;
    const char *path = test_folder_path(&fixture->folder, "nowhere");
    struct store *other = NULL;
    char message[STORE_MESSAGE_BYTES];
    assert_false(store_open(&other, path, message));
    assert_non_null(strstr(message, path));
}

static void only_the_owner_may_read_the_files(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    static const char *const names[] = {"spliced.db", "spliced.db-wal", "spliced.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct stat status;
        assert_number(stat(test_folder_path(&fixture->folder, names[i]), &status), 0);
        assert_number(status.st_mode & 077, 0);
    }
}

static struct remembered sample_answer(uint8_t scope, const struct game_row *row)
{
    struct remembered answer = {
        .at = FIXTURE_TIME,
        .version = row->version,
        .player = 2,
        .refusal = REFUSED_ILLEGAL_PICK,
    };
    memset(answer.scope, scope, sizeof answer.scope);
    memset(answer.body, 'b', sizeof answer.body);
    snprintf(answer.game, sizeof answer.game, "%s", row->id);
    return answer;
}

static void remember(struct store *store, const struct remembered *answer)
{
    assert_number(store_begin(store), STORE_OK);
    assert_number(store_remember(store, answer), STORE_OK);
    assert_number(store_commit(store), STORE_OK);
}

static enum store_status recall(struct fixture *fixture, const struct remembered *answer,
                                int64_t not_before)
{
    struct remembered found;
    enum store_status status = store_recall(fixture->store, answer->scope, not_before, &found);
    if (status == STORE_OK) {
        assert_memory_equal(found.scope, answer->scope, sizeof found.scope);
        assert_memory_equal(found.body, answer->body, sizeof found.body);
        assert_number(found.at, answer->at);
        assert_string_equal(found.game, answer->game);
        assert_number(found.version, answer->version);
        assert_number(found.player, answer->player);
        assert_number(found.refusal, answer->refusal);
    }
    return status;
}

static void an_answer_is_recalled_until_it_is_too_old(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    struct remembered answer = sample_answer(1, &row);
    assert_number(recall(fixture, &answer, 0), STORE_NOT_FOUND);
    remember(fixture->store, &answer);
    assert_number(recall(fixture, &answer, FIXTURE_TIME), STORE_OK);
    assert_number(recall(fixture, &answer, FIXTURE_TIME + 1), STORE_NOT_FOUND);
}

static void an_answer_too_old_gives_way_to_a_new_one(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    struct remembered answer = sample_answer(1, &row);
    remember(fixture->store, &answer);
    answer.at += 1000;
    answer.player = PLAYER_NONE;
    answer.refusal = ACCEPTED;
    remember(fixture->store, &answer);
    assert_number(recall(fixture, &answer, FIXTURE_TIME + 1000), STORE_OK);
}

static void an_answer_shares_the_fate_of_its_transaction(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    struct remembered answer = sample_answer(1, &row);
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_remember(fixture->store, &answer), STORE_OK);
    assert_number(recall(fixture, &answer, 0), STORE_OK);
    store_rollback(fixture->store);
    assert_number(recall(fixture, &answer, 0), STORE_NOT_FOUND);
}

static void old_answers_are_forgotten_a_portion_at_a_time(void **state)
{
    enum { ANSWERS = 2500 };
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    struct remembered kept = sample_answer(250, &row);
    kept.at += 1;
    remember(fixture->store, &kept);
    assert_number(store_begin(fixture->store), STORE_OK);
    for (unsigned i = 0; i < ANSWERS; i++) {
        struct remembered answer = sample_answer(0, &row);
        memcpy(answer.scope, &i, sizeof i);
        assert_number(store_remember(fixture->store, &answer), STORE_OK);
    }
    assert_number(store_commit(fixture->store), STORE_OK);

    bool more = false;
    assert_number(store_forget(fixture->store, FIXTURE_TIME + 1, &more), STORE_OK);
    assert_true(more);
    assert_number(store_forget(fixture->store, FIXTURE_TIME + 1, &more), STORE_OK);
    assert_false(more);
    struct remembered gone = sample_answer(0, &row);
    assert_number(recall(fixture, &gone, 0), STORE_NOT_FOUND);
    assert_number(recall(fixture, &kept, 0), STORE_OK);
}

struct revocations {
    size_t count;
    char last[64];
    int64_t until;
};

static bool note_revocation(void *context, const char *token_id, int64_t until_seconds)
{
    struct revocations *seen = context;
    seen->count++;
    snprintf(seen->last, sizeof seen->last, "%s", token_id);
    seen->until = until_seconds;
    return true;
}

static struct revocations revocations_at(struct fixture *fixture, int64_t now)
{
    struct revocations seen = {0};
    assert_number(store_revoked(fixture->reader, now, note_revocation, &seen), STORE_OK);
    return seen;
}

static void revocations_last_as_long_as_the_token(void **state)
{
    struct fixture *fixture = *state;
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_revoke(fixture->store, "first", 2000), STORE_OK);
    assert_number(store_revoke(fixture->store, "second", 3000), STORE_OK);
    assert_number(store_revoke(fixture->store, "second", 2500), STORE_OK);
    assert_number(store_commit(fixture->store), STORE_OK);
    assert_number(revocations_at(fixture, 1999).count, 2);

    bool more;
    assert_number(store_forget(fixture->store, 2001 * 1000, &more), STORE_OK);
    struct revocations seen = revocations_at(fixture, 0);
    assert_number(seen.count, 1);
    assert_string_equal(seen.last, "second");
    assert_number(seen.until, 3000);
}

static void the_probe_tells_whether_writing_works(void **state)
{
    struct fixture *fixture = *state;
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
static enum store_status try_append(struct fixture *fixture, struct game_row *row)
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
    struct fixture *fixture = *state;
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
static enum store_status append_failing(struct fixture *fixture, struct game_row *row,
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
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    assert_number(append_failing(fixture, &row, DISK_WRITE, SQLITE_FULL), STORE_UNAVAILABLE);
    assert_number(count_events(fixture, row.id), 1);
    sample_append(fixture->store, &row);
    assert_number(count_events(fixture, row.id), 2);
}

static void a_failed_write_or_sync_breaks_the_store(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    assert_number(append_failing(fixture, &row, DISK_WRITE, SQLITE_IOERR_WRITE), STORE_BROKEN);
    assert_number(append_failing(fixture, &row, DISK_SYNC, SQLITE_IOERR_FSYNC), STORE_BROKEN);
    close_store(fixture);
    open_store(fixture);
    assert_number(count_events(fixture, row.id), 1);
}

static void on_a_full_disk_the_store_says_so_and_does_not_open(void **state)
{
    struct fixture *fixture = *state;
    char message[STORE_MESSAGE_BYTES];
    close_store(fixture);
    struct capture capture = capture_begin();
    faulty_disk_break(DISK_MAP, 0, SQLITE_IOERR_SHMSIZE);
    struct store *store;
    bool opened = store_open(&store, fixture->folder.path, message);
    faulty_disk_heal();
    free(capture_end(&capture));
    open_store(fixture);
    assert_false(opened);
    assert_non_null(strstr(message, "the disk is full"));
}

enum { LONG_LOG = 3000 }; /* commits that make more than the 4096 pages of the first index */

/* The index of a long log needs more of the memory that connections share, which is a file. */
static void a_full_disk_is_sat_out_when_the_index_of_the_log_grows(void **state)
{
    struct fixture *fixture = *state;
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
    assert_number(count_events(fixture, row.id), before.version);
    sample_append(fixture->store, &before);
    assert_number(count_events(fixture, row.id), before.version);
}

static int64_t log_size(const struct fixture *fixture)
{
    struct stat status;
    assert_number(stat(test_folder_path(&fixture->folder, "spliced.db-wal"), &status), 0);
    return status.st_size;
}

static void the_log_of_commits_does_not_grow_without_end(void **state)
{
    struct fixture *fixture = *state;
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
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
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
        TEST(an_answer_is_recalled_until_it_is_too_old),
        TEST(an_answer_too_old_gives_way_to_a_new_one),
        TEST(an_answer_shares_the_fate_of_its_transaction),
        TEST(old_answers_are_forgotten_a_portion_at_a_time),
        TEST(revocations_last_as_long_as_the_token),
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
