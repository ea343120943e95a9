/*
 * Backups, written while the engine goes on. What an operator would see go wrong: a file that is
 * not whole and says nothing, one that took the place of a good one, secrets that others may read.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/backup_fixture.h"
#include "tests/support/cmocka_all.h"

/* The only thing in the folder of backups beside NAME would be what a failure has left. */
static void assert_only(const struct backup_fixture *fixture, const char *name)
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

static void a_backup_holds_all_games_and_all_parts(void **state)
{
    struct backup_fixture *fixture = *state;
    umask(0);
    struct database_count count = backed_up(fixture);
    umask(022);
    assert_number(count.games, BACKUP_GAMES);
    struct stat status;
    assert_number(stat(fixture->file, &status), 0);
    assert_number(status.st_mode & 07777, 0600);
    assert_only(fixture, "backup.db");

    char message[STORE_MESSAGE_BYTES];
    struct taken taken = {.length = 0};
    if (!restored(fixture, &taken, message))
        fail_msg("not restored: %s", message);
    assert_string_equal(taken.names, "token.key ");
    assert_number(taken.length, sizeof backup_secret);
    assert_memory_equal(taken.bytes, backup_secret, sizeof backup_secret);
    assert_true(taken.kept);
    assert_number(stat(restored_path(fixture, "spliced.db"), &status), 0);
    assert_number(status.st_mode & 07777, 0600);

    /* The keys are in their files then, and not in the database too. */
    size_t length;
    char *bytes = test_file_read(restored_path(fixture, "spliced.db"), &length);
    assert_null(memmem(bytes, length, backup_secret, sizeof backup_secret));
    free(bytes);
    struct store *store;
    if (!store_open(&store, fixture->target, message))
        fail_msg("%s", message);
    store_close(store);
}

/* The backup is what has been committed, and the engine goes on writing. */
static void the_engine_goes_on_meanwhile(void **state)
{
    struct backup_fixture *fixture = *state;
    struct database_count before = backed_up(fixture);
    char game[ULID_LENGTH + 1];
    running_create(fixture->running, 3, game);
    assert_number(unlink(fixture->file), 0);
    struct database_count after = backed_up(fixture);
    assert_number(after.games, before.games + 1);
    assert_true(after.events > before.events);
    running_restart(fixture->running);
    running_create(fixture->running, 3, game);
}

static void nothing_is_overwritten(void **state)
{
    struct backup_fixture *fixture = *state;
    char message[STORE_MESSAGE_BYTES];
    struct database_count count;
    const char *folder = fixture->running->folder.path;
    FILE *file = fopen(fixture->file, "wbe");
    assert_non_null(file);
    fputs("precious", file);
    fclose(file);
    assert_false(backup_make(folder, fixture->file, &secret_giver, &count, message));
    assert_non_null(strstr(message, "there already"));
    char *text = test_file_read(fixture->file, NULL);
    assert_string_equal(text, "precious");
    free(text);
    assert_only(fixture, "backup.db");
    assert_number(unlink(fixture->file), 0);
    assert_number(symlink("/nowhere/else", fixture->file), 0);
    assert_false(backup_make(folder, fixture->file, &secret_giver, &count, message));
    assert_non_null(strstr(message, "there already"));
    assert_number(unlink(fixture->file), 0);

    backed_up(fixture);
    struct taken taken = {.length = 0};
    assert_true(restored(fixture, &taken, message));
    assert_false(restored(fixture, &taken, message));
    assert_non_null(strstr(message, "there already"));
}

static const char *beside(const struct backup_fixture *fixture, const char *ending)
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
    struct backup_fixture *fixture = *state;
    static const char *const others[] = {".partial-12345", ".partial-1234567", ".partial-12345_",
                                         ".part-123456", "x.partial-123456"};
    make_file(beside(fixture, ".partial-aZ09xy"));
    make_file(beside(fixture, ".partial-000000"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        make_file(beside(fixture, others[i]));
    backed_up(fixture);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_number(unlink(beside(fixture, others[i])), 0);
    assert_only(fixture, "backup.db");
}

/* A backup that comes to its parts while another one to the same file is made, from start to end.
 */
static bool give_late(void *context, const struct backup_part **ret_parts, size_t *ret_count)
{
    struct backup_fixture *fixture = context;
    backed_up(fixture);
    assert_number(unlink(fixture->file), 0);
    return secret_giver.give(NULL, ret_parts, ret_count);
}

static void a_backup_that_is_being_made_is_left_alone(void **state)
{
    struct backup_fixture *fixture = *state;
    char message[STORE_MESSAGE_BYTES];
    struct database_count count;
    const struct backup_giver late = {.give = give_late, .context = fixture};
    if (!backup_make(fixture->running->folder.path, fixture->file, &late, &count, message))
        fail_msg("the other one has taken it away: %s", message);
    assert_only(fixture, "backup.db");
}

static void what_cannot_be_written_is_told(void **state)
{
    struct backup_fixture *fixture = *state;
    char message[STORE_MESSAGE_BYTES];
    struct database_count count;
    const char *folder = fixture->running->folder.path;
    assert_false(backup_make(folder, "/nowhere/backup.db", &secret_giver, &count, message));
    assert_non_null(strstr(message, "No such file"));
    assert_false(backup_make(fixture->target, fixture->file, &secret_giver, &count, message));
    if (!strstr(message, "spliced.db: No such file"))
        fail_msg("no help: %s", message);
    assert_only(fixture, "");
}

/* The server's own database is damaged: that is told, and there is no file that looks like a
 * backup. */
static void damage_is_not_backed_up_in_silence(void **state)
{
    struct backup_fixture *fixture = *state;
    char path[128], message[STORE_MESSAGE_BYTES];
    struct database_count count;
    snprintf(path, sizeof path, "%s/spliced.db", fixture->running->folder.path);
    change_database(path, "UPDATE event SET at = at + 1 WHERE game = 2 AND seq = 3");
    assert_false(
        backup_make(fixture->running->folder.path, fixture->file, &secret_giver, &count, message));
    assert_non_null(strstr(message, "it has not the hash"));
    assert_only(fixture, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BACKUP_TEST(a_backup_holds_all_games_and_all_parts),
        BACKUP_TEST(the_engine_goes_on_meanwhile),
        BACKUP_TEST(nothing_is_overwritten),
        BACKUP_TEST(what_a_killed_backup_has_left_goes_with_the_next),
        BACKUP_TEST(a_backup_that_is_being_made_is_left_alone),
        BACKUP_TEST(what_cannot_be_written_is_told),
        BACKUP_TEST(damage_is_not_backed_up_in_silence),
    };
    return cmocka_run_group_tests(tests, backup_quieten, NULL);
}
