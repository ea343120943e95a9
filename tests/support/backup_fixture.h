/*
 * A running engine with games, a place for its backup, and a folder to restore it to.
 */
#ifndef TESTS_SUPPORT_BACKUP_FIXTURE_H
#define TESTS_SUPPORT_BACKUP_FIXTURE_H

#include "service/store/backup.h"
#include "tests/support/running_engine.h"

enum { BACKUP_GAMES = 5, BACKUP_SECRET_BYTES = 33 };

struct backup_fixture {
    struct running *running;
    struct test_folder folder; /* for what is written */
    char file[96];             /* the backup */
    char target[96];           /* the folder that it is restored to */
};

/* For cmocka; the state is a struct backup_fixture. For each test, and once before all. */
int backup_set_up(void **state);
int backup_tear_down(void **state);
int backup_quieten(void **state);

#define BACKUP_TEST(test) cmocka_unit_test_setup_teardown(test, backup_set_up, backup_tear_down)

/* Gives one part, "token.key" with the bytes of that secret. */
extern const struct backup_giver secret_giver;
extern const uint8_t backup_secret[BACKUP_SECRET_BYTES];

/* Makes the backup, which must be possible. */
struct database_count backed_up(const struct backup_fixture *fixture);

/* What whoever keeps the parts of a backup has been given, and what it does. */
struct taken {
    char names[256];
    uint8_t bytes[64];
    size_t length;
    bool kept;
    bool refuses;
    const char *disturbs; /* a file that appears while the parts are kept; NULL: none */
};

/* Restores the backup with its parts for TAKEN; the message is as backup_restore has it. */
bool restored(const struct backup_fixture *fixture, struct taken *taken, char *ret_message);

/* A path in the folder that is restored to, in a static string that the next call overwrites. */
const char *restored_path(const struct backup_fixture *fixture, const char *name);

/* Changes the database at PATH behind everybody's back. */
void change_database(const char *path, const char *sql);

#endif
