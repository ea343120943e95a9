/*
 * Backups, written while the engine goes on and put back. What an operator would see go wrong: a
 * file that is not whole and says nothing, one that took the place of a good one, secrets that
 * others may read, a folder that does not serve.
 */
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/store/backup.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/running_engine.h"

enum { GAMES = 5 };

static const uint8_t secret[] = "thirty-two bytes that are secret";
static const struct backup_part parts[] = {{"token.key", secret, sizeof secret}};

static bool give(void *context, const struct backup_part **ret_parts, size_t *ret_count)
{
    (void)context;
    *ret_parts = parts;
    *ret_count = sizeof parts / sizeof parts[0];
    return true;
}

static const struct backup_giver giver = {.give = give};

struct fixture {
    struct running *running;
    struct test_folder folder; /* for what is written */
    char file[96];             /* the backup */
    char target[96];           /* the folder that it is restored to */
};

static int set_up(void **state)
{
    static struct fixture fixture;
    fixture = (struct fixture){.running = running_new(), .folder = test_folder_new()};
    snprintf(fixture.file, sizeof fixture.file, "%s/backup.db", fixture.folder.path);
    snprintf(fixture.target, sizeof fixture.target, "%s/restored", fixture.folder.path);
    assert_number(mkdir(fixture.target, 0700), 0);
    for (int i = 0; i < GAMES; i++) {
        char game[ULID_LENGTH + 1];
        running_start_game(fixture.running, game);
    }
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    running_free(fixture->running);
    test_folder_remove(&fixture->folder);
    return 0;
}

static struct database_count make(struct fixture *fixture)
{
    char message[STORE_MESSAGE_BYTES];
    struct database_count count;
    if (!backup_make(fixture->running->folder.path, fixture->file, &giver, &count, message))
        fail_msg("no backup: %s", message);
    return count;
}

/* What a taker has been given. */
struct taken {
    char names[256];
    uint8_t bytes[64];
    size_t length;
    bool kept;
    bool refuses;
    const char *disturbs; /* a file that appears while the parts are kept; NULL: none */
};

static bool take(void *context, const struct backup_part *part)
{
    struct taken *taken = context;
    size_t used = strlen(taken->names);
    snprintf(taken->names + used, sizeof taken->names - used, "%s ", part->name);
    assert_true(part->length <= sizeof taken->bytes);
    memcpy(taken->bytes, part->bytes, part->length);
    taken->length = part->length;
    return !taken->refuses;
}

static bool keep(void *context)
{
    struct taken *taken = context;
    taken->kept = true;
    if (taken->disturbs) {
        int file = open(taken->disturbs, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        assert_true(file >= 0 && close(file) == 0);
    }
    return true;
}

static void take_back(void *context)
{
    struct taken *taken = context;
    assert_true(taken->kept);
    taken->kept = false;
}

static bool restore(struct fixture *fixture, struct taken *taken, char *ret_message)
{
    struct database_count count;
    const struct backup_taker taker = {take, keep, take_back, taken};
    struct capture capture = capture_begin();
    bool done = backup_restore(fixture->file, fixture->target, &taker, &count, ret_message);
    free(capture_end(&capture));
    return done;
}

/* The only thing in the folder of backups beside NAME would be what a failure has left. */
static void assert_only(const struct fixture *fixture, const char *name)
{
    char command[256];
    char *left = NULL;
    size_t size = 0;
    snprintf(command, sizeof command, "ls -A %s", fixture->folder.path);
    FILE *list = popen(command, "re");
    assert_non_null(list);
    while (getline(&left, &size, list) > 0) {
        left[strcspn(left, "\n")] = '\0';
        if (strcmp(left, name) != 0 && strcmp(left, "restored") != 0)
            fail_msg("%s has been left", left);
    }
    free(left);
    pclose(list);
}

static const char *restored_path(const struct fixture *fixture, const char *name)
{
    static char path[160];
    snprintf(path, sizeof path, "%s/%s", fixture->target, name);
    return path;
}

static void a_backup_holds_all_games_and_all_parts(void **state)
{
    struct fixture *fixture = *state;
    umask(0);
    struct database_count count = make(fixture);
    umask(022);
    assert_number(count.games, GAMES);
    struct stat status;
    assert_number(stat(fixture->file, &status), 0);
    assert_number(status.st_mode & 07777, 0600);
    assert_only(fixture, "backup.db");

    char message[STORE_MESSAGE_BYTES];
    struct taken taken = {.length = 0};
    if (!restore(fixture, &taken, message))
        fail_msg("not restored: %s", message);
    assert_string_equal(taken.names, "token.key ");
    assert_number(taken.length, sizeof secret);
    assert_memory_equal(taken.bytes, secret, sizeof secret);
    assert_true(taken.kept);
    assert_number(stat(restored_path(fixture, "spliced.db"), &status), 0);
    assert_number(status.st_mode & 07777, 0600);

    /* The keys are in their files then, and not in the database too. */
    size_t length;
    char *bytes = test_file_read(restored_path(fixture, "spliced.db"), &length);
    assert_null(memmem(bytes, length, secret, sizeof secret));
    free(bytes);
    struct store *store;
    if (!store_open(&store, fixture->target, message))
        fail_msg("%s", message);
    store_close(store);
}

/* The backup is what has been committed, and the engine goes on writing. */
static void the_engine_goes_on_meanwhile(void **state)
{
    struct fixture *fixture = *state;
    struct database_count before = make(fixture);
    char game[ULID_LENGTH + 1];
    running_create(fixture->running, 3, game);
    assert_number(unlink(fixture->file), 0);
    struct database_count after = make(fixture);
    assert_number(after.games, before.games + 1);
    assert_true(after.events > before.events);
    running_restart(fixture->running);
    running_create(fixture->running, 3, game);
}

static void nothing_is_overwritten(void **state)
{
    struct fixture *fixture = *state;
    char message[STORE_MESSAGE_BYTES];
    struct database_count count;
    const char *folder = fixture->running->folder.path;
    FILE *file = fopen(fixture->file, "wbe");
    assert_non_null(file);
    fputs("precious", file);
    fclose(file);
    assert_false(backup_make(folder, fixture->file, &giver, &count, message));
    assert_non_null(strstr(message, "there already"));
    char *text = test_file_read(fixture->file, NULL);
    assert_string_equal(text, "precious");
    free(text);
    assert_only(fixture, "backup.db");
    assert_number(unlink(fixture->file), 0);
    assert_number(symlink("/nowhere/else", fixture->file), 0);
    assert_false(backup_make(folder, fixture->file, &giver, &count, message));
    assert_non_null(strstr(message, "there already"));
    assert_number(unlink(fixture->file), 0);

    make(fixture);
    struct taken taken = {.length = 0};
    assert_true(restore(fixture, &taken, message));
    assert_false(restore(fixture, &taken, message));
    assert_non_null(strstr(message, "there already"));
}

static const char *beside(const struct fixture *fixture, const char *ending)
{
    static char path[160];
    snprintf(path, sizeof path, "%s%s", fixture->file, ending);
    return path;
}

static void make_file(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    assert_true(file >= 0 && close(file) == 0);
}

static void what_a_killed_backup_has_left_goes_with_the_next(void **state)
{
    struct fixture *fixture = *state;
    static const char *const others[] = {".partial-12345", ".partial-1234567", ".partial-12345_",
                                         ".part-123456", "x.partial-123456"};
    make_file(beside(fixture, ".partial-aZ09xy"));
    make_file(beside(fixture, ".partial-000000"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        make_file(beside(fixture, others[i]));
    make(fixture);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_number(unlink(beside(fixture, others[i])), 0);
    assert_only(fixture, "backup.db");
}

/* A backup that comes to its parts while another one to the same file is made, from start to end.
 */
static bool give_late(void *context, const struct backup_part **ret_parts, size_t *ret_count)
{
    struct fixture *fixture = context;
    make(fixture);
    assert_number(unlink(fixture->file), 0);
    return give(NULL, ret_parts, ret_count);
}

static void a_backup_that_is_being_made_is_left_alone(void **state)
{
    struct fixture *fixture = *state;
    char message[STORE_MESSAGE_BYTES];
    struct database_count count;
    const struct backup_giver late = {.give = give_late, .context = fixture};
    if (!backup_make(fixture->running->folder.path, fixture->file, &late, &count, message))
        fail_msg("the other one has taken it away: %s", message);
    assert_only(fixture, "backup.db");
}

static void what_cannot_be_written_is_told(void **state)
{
    struct fixture *fixture = *state;
    char message[STORE_MESSAGE_BYTES];
    struct database_count count;
    const char *folder = fixture->running->folder.path;
    assert_false(backup_make(folder, "/nowhere/backup.db", &giver, &count, message));
    assert_non_null(strstr(message, "No such file"));
    assert_false(backup_make(fixture->target, fixture->file, &giver, &count, message));
    if (!strstr(message, "spliced.db: No such file"))
        fail_msg("no help: %s", message);
    assert_only(fixture, "");
}

static void change(const char *path, const char *sql)
{
    sqlite3 *database;
    assert_number(sqlite3_open(path, &database), SQLITE_OK);
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    sqlite3_close(database);
}

/* A backup in which somebody, or some fault of a disk, has changed something. */
static void a_backup_that_is_not_whole_is_not_restored(void **state)
{
    struct fixture *fixture = *state;
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
        make(fixture);
        change(fixture->file, damages[i].sql);
        if (restore(fixture, &taken, message))
            fail_msg("restored after %s", damages[i].sql);
        if (!strstr(message, damages[i].words))
            fail_msg("after %s: %s", damages[i].sql, message);
        assert_false(taken.kept);
        assert_number(access(restored_path(fixture, "spliced.db"), F_OK), -1);
        assert_number(unlink(fixture->file), 0);
    }
}

/* The server's own database is damaged: that is told, and there is no file that looks like a
 * backup. */
static void damage_is_not_backed_up_in_silence(void **state)
{
    struct fixture *fixture = *state;
    char path[128], message[STORE_MESSAGE_BYTES];
    struct database_count count;
    snprintf(path, sizeof path, "%s/spliced.db", fixture->running->folder.path);
    change(path, "UPDATE event SET at = at + 1 WHERE game = 2 AND seq = 3");
    assert_false(
        backup_make(fixture->running->folder.path, fixture->file, &giver, &count, message));
    assert_non_null(strstr(message, "it has not the hash"));
    assert_only(fixture, "");
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
    struct fixture *fixture = *state;
    struct database_count whole = make(fixture);
    struct stat status;
    assert_number(stat(fixture->file, &status), 0);
    int refused = 0;
    for (off_t page = 0; page < status.st_size / 4096; page++) {
        char message[STORE_MESSAGE_BYTES];
        struct taken taken = {.length = 0};
        assert_number(unlink(fixture->file), 0);
        make(fixture);
        overwrite_page(fixture->file, page);
        if (!restore(fixture, &taken, message)) {
            assert_true(message[0] != '\0' && !strstr(message, "spliced.db-wal"));
            refused++;
            continue;
        }
        assert_number(unlink(fixture->file), 0);
        struct database_count count;
        if (!backup_make(fixture->target, fixture->file, &giver, &count, message))
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
    struct fixture *fixture = *state;
    char message[STORE_MESSAGE_BYTES];
    make(fixture);
    struct taken taken = {.disturbs = restored_path(fixture, "spliced.db")};
    assert_false(restore(fixture, &taken, message));
    if (!strstr(message, "spliced.db"))
        fail_msg("no help: %s", message);
    assert_false(taken.kept);
    assert_number(unlink(taken.disturbs), 0);
    taken = (struct taken){.length = 0};
    assert_true(restore(fixture, &taken, message));
    assert_true(taken.kept);
}

static void half_a_file_is_not_restored(void **state)
{
    struct fixture *fixture = *state;
    make(fixture);
    struct stat status;
    assert_number(stat(fixture->file, &status), 0);
    const off_t sizes[] = {status.st_size / 2, 4096, 100, 0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char message[STORE_MESSAGE_BYTES];
        struct taken taken = {.length = 0};
        assert_number(truncate(fixture->file, sizes[i]), 0);
        assert_false(restore(fixture, &taken, message));
        assert_true(message[0] != '\0');
        assert_number(access(restored_path(fixture, "spliced.db"), F_OK), -1);
    }
}

static void other_databases_and_newer_ones_are_refused(void **state)
{
    struct fixture *fixture = *state;
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
        make(fixture);
        change(fixture->file, changes[i].sql);
        assert_false(restore(fixture, &taken, message));
        if (!strstr(message, changes[i].words))
            fail_msg("after %s: %s", changes[i].sql, message);
        assert_number(unlink(fixture->file), 0);
    }
}

/* The log of another database would be played into this one. */
static void a_log_that_lies_about_is_in_the_way(void **state)
{
    struct fixture *fixture = *state;
    make(fixture);
    FILE *file = fopen(restored_path(fixture, "spliced.db-wal"), "wbe");
    assert_non_null(file);
    fclose(file);
    char message[STORE_MESSAGE_BYTES];
    struct taken taken = {.length = 0};
    assert_false(restore(fixture, &taken, message));
    assert_non_null(strstr(message, "spliced.db-wal is of another database"));
}

static void who_refuses_a_part_restores_nothing(void **state)
{
    struct fixture *fixture = *state;
    make(fixture);
    char message[STORE_MESSAGE_BYTES];
    struct taken taken = {.refuses = true};
    assert_false(restore(fixture, &taken, message));
    assert_string_equal(message, "");
    assert_false(taken.kept);
    assert_number(access(restored_path(fixture, "spliced.db"), F_OK), -1);
}

/* A folder on which a server runs is none to restore to. */
static void a_running_server_is_left_alone(void **state)
{
    struct fixture *fixture = *state;
    make(fixture);
    char message[STORE_MESSAGE_BYTES];
    struct taken taken = {.length = 0};
    snprintf(fixture->target, sizeof fixture->target, "%s", fixture->running->folder.path);
    assert_false(restore(fixture, &taken, message));
    assert_non_null(strstr(message, "another spliced serve runs"));
}

static int quieten(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    return sodium_init() < 0 ? -1 : 0;
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_backup_holds_all_games_and_all_parts),
        TEST(the_engine_goes_on_meanwhile),
        TEST(nothing_is_overwritten),
        TEST(what_a_killed_backup_has_left_goes_with_the_next),
        TEST(a_backup_that_is_being_made_is_left_alone),
        TEST(what_cannot_be_written_is_told),
        TEST(a_backup_that_is_not_whole_is_not_restored),
        TEST(damage_is_not_backed_up_in_silence),
        TEST(a_page_that_is_lost_is_noticed),
        TEST(what_was_kept_is_taken_back_when_the_database_cannot_be_put_in_its_place),
        TEST(half_a_file_is_not_restored),
        TEST(other_databases_and_newer_ones_are_refused),
        TEST(a_log_that_lies_about_is_in_the_way),
        TEST(who_refuses_a_part_restores_nothing),
        TEST(a_running_server_is_left_alone),
    };
    return cmocka_run_group_tests(tests, quieten, NULL);
}
