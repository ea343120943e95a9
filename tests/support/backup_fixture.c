#include "tests/support/backup_fixture.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/base/log.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"

const uint8_t backup_secret[BACKUP_SECRET_BYTES] = "thirty-two bytes that are secret";

static const struct backup_part parts[] = {{"token.key", backup_secret, sizeof backup_secret}};

static bool give(void *context, const struct backup_part **ret_parts, size_t *ret_count)
{
    (void)context;
    *ret_parts = parts;
    *ret_count = sizeof parts / sizeof parts[0];
    return true;
}

const struct backup_giver secret_giver = {.give = give};

int backup_set_up(void **state)
{
    static struct backup_fixture fixture;
    fixture = (struct backup_fixture){.running = running_new(), .folder = test_folder_new()};
    snprintf(fixture.file, sizeof fixture.file, "%s/backup.db", fixture.folder.path);
    snprintf(fixture.target, sizeof fixture.target, "%s/restored", fixture.folder.path);
    assert_number(mkdir(fixture.target, 0700), 0);
    for (int i = 0; i < BACKUP_GAMES; i++) {
        char game[ULID_LENGTH + 1];
        running_start_game(fixture.running, game);
    }
    *state = &fixture;
    return 0;
}

int backup_tear_down(void **state)
{
    struct backup_fixture *fixture = *state;
    running_free(fixture->running);
    test_folder_remove(&fixture->folder);
    return 0;
}

int backup_quieten(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    return sodium_init() < 0 ? -1 : 0;
}

struct database_count backed_up(const struct backup_fixture *fixture)
{
    char message[STORE_MESSAGE_BYTES];
    struct database_count count;
    if (!backup_make(fixture->running->folder.path, fixture->file, &secret_giver, &count, message))
        fail_msg("no backup: %s", message);
    return count;
}

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

bool restored(const struct backup_fixture *fixture, struct taken *taken, char *ret_message)
{
    struct database_count count;
    const struct backup_taker taker = {take, keep, take_back, taken};
    struct capture capture = capture_begin();
    bool done = backup_restore(fixture->file, fixture->target, &taker, &count, ret_message);
    free(capture_end(&capture));
    return done;
}

const char *restored_path(const struct backup_fixture *fixture, const char *name)
{
    static char path[160];
    snprintf(path, sizeof path, "%s/%s", fixture->target, name);
    return path;
}

void change_database(const char *path, const char *sql)
{
    sqlite3 *database;
    assert_number(sqlite3_open(path, &database), SQLITE_OK);
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    sqlite3_close(database);
}
