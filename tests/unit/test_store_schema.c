#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/store/migrate.h"
#include "service/store/sqlite_statements.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

struct fixture {
    struct test_folder folder;
    struct connection connection;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->folder = test_folder_new();
    char message[STORE_MESSAGE_BYTES];
    if (!connection_open(&fixture->connection, test_folder_path(&fixture->folder, "spliced.db"),
                         CONNECTION_WRITER, message))
        fail_msg("%s", message);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    connection_close(&fixture->connection);
    test_folder_remove(&fixture->folder);
    free(fixture);
    return 0;
}

static struct embedded_file file(const char *path, const char *sql)
{
    return (struct embedded_file){path, (const unsigned char *)sql, strlen(sql)};
}

static sqlite3_stmt *prepare(struct fixture *fixture, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(fixture->connection.database, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(fixture->connection.database));
    return statement;
}

static int64_t number(struct fixture *fixture, const char *sql)
{
    sqlite3_stmt *statement = prepare(fixture, sql);
    assert_number(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static void migrate_all(struct fixture *fixture)
{
    char message[STORE_MESSAGE_BYTES];
    if (!migrate(&fixture->connection, message))
        fail_msg("%s", message);
}

static void the_schema_is_sound_and_made_only_once(void **state)
{
    struct fixture *fixture = *state;
    migrate_all(fixture);
    int64_t tables = number(fixture, "SELECT count(*) FROM sqlite_schema");
    migrate_all(fixture);
    assert_number(number(fixture, "SELECT count(*) FROM sqlite_schema"), tables);
    assert_number(number(fixture, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    assert_number(number(fixture, "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' "
                                  "AND name NOT LIKE 'sqlite_%' AND NOT strict"),
                  0);
}

/* A line of a query plan that goes through all rows of a table. */
static bool is_scan(const char *detail)
{
    return strncmp(detail, "SCAN ", 5) == 0 && strcmp(detail, "SCAN wanted") != 0 &&
           strcmp(detail, "SCAN CONSTANT ROW") != 0;
}

/* Only the few games that wait for one person are sorted. */
static bool is_bad(enum statement which, const char *detail)
{
    bool sorts = strstr(detail, "USE TEMP B-TREE FOR ORDER BY") != NULL;
    return is_scan(detail) || (sorts && which < STATEMENT_LIST_WAITING);
}

static void no_statement_scans_a_table(void **state)
{
    struct fixture *fixture = *state;
    migrate_all(fixture);
    for (enum statement which = STATEMENT_PROBE; which < STATEMENTS; which++) {
        char *sql = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", statement_text(which));
        sqlite3_stmt *statement = prepare(fixture, sql);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            const char *detail = (const char *)sqlite3_column_text(statement, 3);
            if (is_bad(which, detail))
                fail_msg("%s: %s", statement_text(which), detail);
        }
        sqlite3_finalize(statement);
        sqlite3_free(sql);
    }
}

static void migrations_that_are_new_are_added_to_those_applied(void **state)
{
    struct fixture *fixture = *state;
    const struct embedded_file files[] = {
        file("api/openapi.yaml", "not SQL"),
        file("db/migrations/0001_first.sql", "CREATE TABLE first (n INTEGER) STRICT;"),
        file("db/migrations/0002_second.sql", "INSERT INTO first (n) VALUES (2);"),
        file("rules/data/tiles.json", "not SQL"),
    };
    char message[STORE_MESSAGE_BYTES];
    assert_true(migrate_with(&fixture->connection, files, 2, message));
    assert_number(number(fixture, "SELECT count(*) FROM first"), 0);
    assert_true(migrate_with(&fixture->connection, files, 4, message));
    assert_true(migrate_with(&fixture->connection, files, 4, message));
    assert_number(number(fixture, "SELECT count(*) FROM first"), 1);
    assert_number(number(fixture, "SELECT count(*) FROM migration"), 2);
}

static void a_database_of_a_newer_program_is_refused(void **state)
{
    struct fixture *fixture = *state;
    const struct embedded_file files[] = {
        file("db/migrations/0001_first.sql", "CREATE TABLE first (n INTEGER) STRICT;"),
        file("db/migrations/0002_second.sql", "CREATE TABLE second (n INTEGER) STRICT;"),
    };
    char message[STORE_MESSAGE_BYTES];
    assert_true(migrate_with(&fixture->connection, files, 2, message));
    assert_false(migrate_with(&fixture->connection, files, 1, message));
    assert_non_null(strstr(message, "newer"));
    assert_non_null(strstr(message, "0002_second.sql"));
}

static void an_edited_migration_is_refused(void **state)
{
    struct fixture *fixture = *state;
    struct embedded_file files[] = {
        file("db/migrations/0001_first.sql", "CREATE TABLE first (n INTEGER) STRICT;"),
    };
    char message[STORE_MESSAGE_BYTES];
    assert_true(migrate_with(&fixture->connection, files, 1, message));
    files[0] = file("db/migrations/0001_first.sql", "CREATE TABLE first (m INTEGER) STRICT;");
    assert_false(migrate_with(&fixture->connection, files, 1, message));
    assert_non_null(strstr(message, "0001_first.sql"));
}

static void a_table_of_migrations_that_cannot_be_read_is_told(void **state)
{
    struct fixture *fixture = *state;
    const struct embedded_file files[] = {
        file("db/migrations/0001_first.sql", "CREATE TABLE first (n INTEGER) STRICT;"),
    };
    char message[STORE_MESSAGE_BYTES];
    assert_true(migrate_with(&fixture->connection, files, 1, message));
    assert_number(connection_execute(&fixture->connection, "ALTER TABLE migration "
                                                           "RENAME COLUMN sha256 TO hash"),
                  STORE_OK);
    assert_false(migrate_with(&fixture->connection, files, 1, message));
    if (!strstr(message, "sha256"))
        fail_msg("no help: %s", message);
}

static void a_migration_that_fails_leaves_nothing_behind(void **state)
{
    struct fixture *fixture = *state;
    const struct embedded_file files[] = {
        file("db/migrations/0001_first.sql", "CREATE TABLE first (n INTEGER) STRICT;"),
        file("db/migrations/0002_second.sql",
             "CREATE TABLE second (n INTEGER) STRICT; INSERT INTO third VALUES (1);"),
    };
    char message[STORE_MESSAGE_BYTES];
    struct capture capture = capture_begin();
    bool done = migrate_with(&fixture->connection, files, 2, message);
    free(capture_end(&capture));
    assert_false(done);
    assert_non_null(strstr(message, "0002_second.sql"));
    assert_number(number(fixture, "SELECT count(*) FROM migration"), 1);
    assert_number(number(fixture, "SELECT count(*) FROM sqlite_schema WHERE name = 'second'"), 0);
    assert_true(connection_at_rest(&fixture->connection));
}

static void a_database_of_another_program_is_left_alone(void **state)
{
    struct fixture *fixture = *state;
    assert_number(connection_execute(&fixture->connection, "CREATE TABLE notes (text TEXT)"),
                  STORE_OK);
    char message[STORE_MESSAGE_BYTES];
    assert_false(migrate(&fixture->connection, message));
    assert_non_null(strstr(message, "another program"));
    assert_number(number(fixture, "SELECT count(*) FROM sqlite_schema"), 1);
}

static void a_reader_cannot_write(void **state)
{
    struct fixture *fixture = *state;
    migrate_all(fixture);
    struct connection reader;
    char message[STORE_MESSAGE_BYTES];
    assert_true(connection_open(&reader, test_folder_path(&fixture->folder, "spliced.db"),
                                CONNECTION_READER, message));
    int write = sqlite3_exec(reader.database, "DELETE FROM probe", NULL, NULL, NULL);
    int checkpoint =
        sqlite3_wal_checkpoint_v2(reader.database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    connection_close(&reader);
    assert_number(write & 0xff, SQLITE_READONLY);
    assert_int_not_equal(checkpoint, SQLITE_OK);
}

static int quieten(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    return 0;
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_schema_is_sound_and_made_only_once),
        TEST(no_statement_scans_a_table),
        TEST(migrations_that_are_new_are_added_to_those_applied),
        TEST(a_database_of_a_newer_program_is_refused),
        TEST(an_edited_migration_is_refused),
        TEST(a_table_of_migrations_that_cannot_be_read_is_told),
        TEST(a_migration_that_fails_leaves_nothing_behind),
        TEST(a_database_of_another_program_is_left_alone),
        TEST(a_reader_cannot_write),
    };
    return cmocka_run_group_tests(tests, quieten, NULL);
}
