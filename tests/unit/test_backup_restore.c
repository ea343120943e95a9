/*
 * Backups, put back. What an operator would see go wrong: a file that is not whole and is restored
 * all the same, one that takes the place of a good one, a folder that does not serve afterwards.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/backup_fixture.h"
#include "tests/support/cmocka_all.h"

/* A backup in which somebody, or some fault of a disk, has changed something. */
static void a_backup_that_is_not_whole_is_not_restored(void **state)
{
    struct backup_fixture *fixture = *state;
    static const struct {
        const char *sql;
        const char *words;
    } damages[] = {
        {"DELETE FROM event WHERE game = 3 AND seq = 2", "event 1: the next one is missing"},
        {"DELETE FROM event WHERE game = 3 AND seq = "
         "(SELECT version FROM game WHERE id = 3)",
         "the events after it are missing"},
        {"DELETE FROM event WHERE game = 5", "event 0: the events after it are missing"},
        {"UPDATE event SET data = replace(data, '\"', '\"x') WHERE game = 2 AND seq = 1",
         "event 1: it has not the hash"},
        {"UPDATE event SET at = at + 1 WHERE game = 2 AND seq = 3", "event 3: it has not the hash"},
        {"UPDATE event SET player = 8 WHERE game = 2 AND seq = 3", "event 3: it has not the hash"},
        {"UPDATE event SET hash = zeroblob(32) WHERE game = 2 AND seq = 4",
         "event 4: it has not the hash"},
        {"UPDATE game SET version = version + 1 WHERE id = 1", "the events after it are missing"},
        {"UPDATE game SET version = version - 1 WHERE id = 1", "says that there are fewer"},
        {"PRAGMA foreign_keys = OFF; INSERT INTO waiting VALUES (99, 1, 'x')",
         "refers to nothing, in table: waiting"},
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        char message[STORE_MESSAGE_BYTES];
        struct taken taken = {.length = 0};
        backed_up(fixture);
        change_database(fixture->file, damages[i].sql);
        if (restored(fixture, &taken, message))
            fail_msg("restored after %s", damages[i].sql);
        if (!strstr(message, damages[i].words))
            fail_msg("after %s: %s", damages[i].sql, message);
        assert_false(taken.kept);
        assert_number(access(restored_path(fixture, "spliced.db"), F_OK), -1);
        assert_number(unlink(fixture->file), 0);
    }
}

static void overwrite_page(const char *path, off_t page)
{
    static const char zeros[4096];
    int file = open(path, O_WRONLY | O_CLOEXEC);
    assert_true(file >= 0);
    assert_number(pwrite(file, zeros, sizeof zeros, page * (off_t)sizeof zeros), sizeof zeros);
    assert_number(close(file), 0);
}

/* Whatever page a disk loses: either it held only what can be made again, such as an index, or
 * nothing is restored. */
static void a_page_that_is_lost_is_noticed(void **state)
{
    struct backup_fixture *fixture = *state;
    struct database_count whole = backed_up(fixture);
    struct stat status;
    assert_number(stat(fixture->file, &status), 0);
    int refused = 0;
    for (off_t page = 0; page < status.st_size / 4096; page++) {
        char message[STORE_MESSAGE_BYTES];
        struct taken taken = {.length = 0};
        assert_number(unlink(fixture->file), 0);
        backed_up(fixture);
        overwrite_page(fixture->file, page);
        if (!restored(fixture, &taken, message)) {
            assert_true(message[0] != '\0' && !strstr(message, "spliced.db-wal"));
            refused++;
            continue;
        }
        assert_number(unlink(fixture->file), 0);
        struct database_count count;
        if (!backup_make(fixture->target, fixture->file, &secret_giver, &count, message))
            fail_msg("restored without page %d, and then: %s", (int)page, message);
        assert_number(count.games, whole.games);
        assert_number(count.events, whole.events);
        assert_number(unlink(restored_path(fixture, "spliced.db")), 0);
    }
    assert_true(refused > 0);
}

/* Otherwise trying again would be refused because of what the failure has left. */
static void what_was_kept_is_taken_back_when_the_database_cannot_be_put_in_its_place(void **state)
{
    struct backup_fixture *fixture = *state;
    char message[STORE_MESSAGE_BYTES];
    backed_up(fixture);
    struct taken taken = {.disturbs = restored_path(fixture, "spliced.db")};
    assert_false(restored(fixture, &taken, message));
    if (!strstr(message, "spliced.db"))
        fail_msg("no help: %s", message);
    assert_false(taken.kept);
    assert_number(unlink(taken.disturbs), 0);
    taken = (struct taken){.length = 0};
    assert_true(restored(fixture, &taken, message));
    assert_true(taken.kept);
}

static void half_a_file_is_not_restored(void **state)
{
    struct backup_fixture *fixture = *state;
    backed_up(fixture);
    struct stat status;
    assert_number(stat(fixture->file, &status), 0);
    const off_t sizes[] = {status.st_size / 2, 4096, 100, 0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char message[STORE_MESSAGE_BYTES];
        struct taken taken = {.length = 0};
        assert_number(truncate(fixture->file, sizes[i]), 0);
        assert_false(restored(fixture, &taken, message));
        assert_true(message[0] != '\0');
        assert_number(access(restored_path(fixture, "spliced.db"), F_OK), -1);
    }
}

static void other_databases_and_newer_ones_are_refused(void **state)
{
    struct backup_fixture *fixture = *state;
    static const struct {
        const char *sql;
        const char *words;
    } changes[] = {
        {"PRAGMA application_id = 7", "another program"},
        {"INSERT INTO migration (name, sha256) VALUES ('9999_newer.sql', zeroblob(32))",
         "newer spliced"},
        {"UPDATE migration SET sha256 = zeroblob(32) WHERE number = 1", "0001"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char message[STORE_MESSAGE_BYTES];
        struct taken taken = {.length = 0};
        backed_up(fixture);
        change_database(fixture->file, changes[i].sql);
        assert_false(restored(fixture, &taken, message));
        if (!strstr(message, changes[i].words))
            fail_msg("after %s: %s", changes[i].sql, message);
        assert_number(unlink(fixture->file), 0);
    }
}

/* The log of another database would be played into this one. */
static void a_log_that_lies_about_is_in_the_way(void **state)
{
    struct backup_fixture *fixture = *state;
    backed_up(fixture);
    FILE *file = fopen(restored_path(fixture, "spliced.db-wal"), "wbe");
    assert_non_null(file);
    fclose(file);
    char message[STORE_MESSAGE_BYTES];
    struct taken taken = {.length = 0};
    assert_false(restored(fixture, &taken, message));
    assert_non_null(strstr(message, "spliced.db-wal is of another database"));
}

static void who_refuses_a_part_restores_nothing(void **state)
{
    struct backup_fixture *fixture = *state;
    backed_up(fixture);
    char message[STORE_MESSAGE_BYTES];
    struct taken taken = {.refuses = true};
    assert_false(restored(fixture, &taken, message));
    assert_string_equal(message, "");
    assert_false(taken.kept);
    assert_number(access(restored_path(fixture, "spliced.db"), F_OK), -1);
}

/* A folder on which a server runs is none to restore to. */
static void a_running_server_is_left_alone(void **state)
{
    struct backup_fixture *fixture = *state;
    backed_up(fixture);
    char message[STORE_MESSAGE_BYTES];
    struct taken taken = {.length = 0};
    snprintf(fixture->target, sizeof fixture->target, "%s", fixture->running->folder.path);
    assert_false(restored(fixture, &taken, message));
    assert_non_null(strstr(message, "another spliced serve runs"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BACKUP_TEST(a_backup_that_is_not_whole_is_not_restored),
        BACKUP_TEST(a_page_that_is_lost_is_noticed),
        BACKUP_TEST(what_was_kept_is_taken_back_when_the_database_cannot_be_put_in_its_place),
        BACKUP_TEST(half_a_file_is_not_restored),
        BACKUP_TEST(other_databases_and_newer_ones_are_refused),
        BACKUP_TEST(a_log_that_lies_about_is_in_the_way),
        BACKUP_TEST(who_refuses_a_part_restores_nothing),
        BACKUP_TEST(a_running_server_is_left_alone),
    };
    return cmocka_run_group_tests(tests, backup_quieten, NULL);
}
