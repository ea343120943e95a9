/*
 * The writer remembers of games what it has left in the database. What a user would see go wrong
 * if it remembered what is not so: commands refused for ever after one that failed, a webhook or a
 * note that nobody looks at, a game that is due and never comes up, events over those of another
 * writer.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "service/base/log.h"
#include "service/store/due.h"
#include "service/store/notes.h"
#include "service/store/outbox.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/sample_games.h"
#include "tests/support/store_fixture.h"

static enum store_status append(struct store_fixture *fixture, struct game_row *row)
{
    struct stored_event event = sample_event(++row->version);
    return store_append(fixture->store, row, row->version - 1, &event, 1);
}

static void begin(struct store_fixture *fixture)
{
    assert_number(store_begin(fixture->store), STORE_OK);
}

static void commit(struct store_fixture *fixture)
{
    assert_number(store_commit(fixture->store), STORE_OK);
}

static void what_was_rolled_back_can_be_done_again(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1), other = sample_row(2);
    sample_append(fixture->store, &row);
    begin(fixture);
    assert_number(append(fixture, &row), STORE_OK);
    assert_number(append(fixture, &row), STORE_OK);
    assert_number(append(fixture, &other), STORE_OK);
    store_rollback(fixture->store);

    row.version = 1;
    other.version = 0;
    begin(fixture);
    assert_number(append(fixture, &row), STORE_OK);
    assert_number(append(fixture, &other), STORE_OK);
    commit(fixture);
    assert_number(sample_count(fixture->reader, row.id), 2);
    assert_number(sample_count(fixture->reader, other.id), 1);
}

static void what_a_refused_append_was_to_change_is_as_it_was(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    begin(fixture);
    row.version = 7;
    assert_number(append(fixture, &row), STORE_CONFLICT);
    store_rollback(fixture->store);
    row.version = 1;
    begin(fixture);
    assert_number(append(fixture, &row), STORE_OK);
    commit(fixture);
}

/* Another program that writes to the file, which nobody may. */
static void execute_aside(struct store_fixture *fixture, const char *sql)
{
    sqlite3 *database;
    const char *path = test_folder_path(&fixture->folder, "spliced.db");
    assert_number(sqlite3_open(path, &database), SQLITE_OK);
    assert_number(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_number(sqlite3_close(database), SQLITE_OK);
}

static void another_writer_is_noticed_at_the_next_append(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    execute_aside(fixture, "UPDATE game SET version = 2");
    begin(fixture);
    assert_number(append(fixture, &row), STORE_CONFLICT);
    store_rollback(fixture->store);
    assert_number(sample_count(fixture->reader, row.id), 1);
    execute_aside(fixture, "UPDATE game SET version = 1");
    row.version = 1;
    begin(fixture);
    assert_number(append(fixture, &row), STORE_OK);
    commit(fixture);
}

static size_t subscriptions(struct store_fixture *fixture, const char *game)
{
    struct subscription list[WEBHOOKS_MAX];
    size_t count = SIZE_MAX;
    assert_number(store_subscriptions(fixture->store, game, list, &count), STORE_OK);
    return count;
}

static void add_webhook(struct store_fixture *fixture, const char *game)
{
    struct webhook webhook = {.owner = PLAYER_NONE, .about = PLAYER_NONE};
    snprintf(webhook.id, sizeof webhook.id, "01kb8q5n3c7v9x2d4f6g8h0j1w");
    snprintf(webhook.game, sizeof webhook.game, "%s", game);
    snprintf(webhook.url, sizeof webhook.url, "https://example.org/");
    assert_number(store_webhook_add(fixture->store, &webhook), STORE_OK);
}

static void a_webhook_is_found_as_soon_as_it_is_added(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    begin(fixture);
    assert_number(append(fixture, &row), STORE_OK);
    assert_number(subscriptions(fixture, row.id), 0);
    assert_number(subscriptions(fixture, row.id), 0);
    add_webhook(fixture, row.id);
    assert_number(subscriptions(fixture, row.id), 1);
    assert_number(append(fixture, &row), STORE_OK);
    assert_number(subscriptions(fixture, row.id), 1);
    commit(fixture);
    begin(fixture);
    assert_number(subscriptions(fixture, row.id), 1);
    commit(fixture);
}

static void a_webhook_that_is_enabled_again_is_found_again(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    struct subscription subscription;
    struct delivery_report report = {.at = 5, .delivery = {.seq = 1, .state = DELIVERY_FAILED}};
    sample_append(fixture->store, &row);
    begin(fixture);
    add_webhook(fixture, row.id);
    assert_number(store_subscription(fixture->store, row.id, PLAYER_NONE,
                                     "01kb8q5n3c7v9x2d4f6g8h0j1w", &subscription),
                  STORE_OK);
    snprintf(report.webhook, sizeof report.webhook, "01kb8q5n3c7v9x2d4f6g8h0j1w");
    snprintf(report.disables, sizeof report.disables, "gone");
    assert_number(store_report(fixture->store, &report), STORE_OK);
    assert_number(subscriptions(fixture, row.id), 0);
    assert_number(store_webhook_enable(fixture->store, subscription.key), STORE_OK);
    assert_number(subscriptions(fixture, row.id), 1);
    commit(fixture);
}

static uint8_t owners(struct store_fixture *fixture, const char *game)
{
    uint8_t players = 0;
    assert_number(store_note_owners(fixture->store, game, NOTE_QUIET_HOURS, &players), STORE_OK);
    return players;
}

static void put_note(struct store_fixture *fixture, const char *game, const char *name)
{
    assert_number(store_note_put(fixture->store, game, 2, name, "{}", 2), STORE_OK);
}

static void a_note_is_found_as_soon_as_it_is_put(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    begin(fixture);
    assert_number(append(fixture, &row), STORE_OK);
    assert_number(owners(fixture, row.id), 0);
    put_note(fixture, row.id, NOTE_ORDERS "kings");
    assert_number(owners(fixture, row.id), 0);
    put_note(fixture, row.id, NOTE_QUIET_HOURS);
    assert_number(owners(fixture, row.id), 4);
    store_rollback(fixture->store);

    row.version = 0;
    begin(fixture);
    assert_number(append(fixture, &row), STORE_OK);
    assert_number(owners(fixture, row.id), 0);
    put_note(fixture, row.id, NOTE_QUIET_HOURS);
    assert_number(owners(fixture, row.id), 4);
    commit(fixture);
}

static int64_t first_due(struct store_fixture *fixture)
{
    int64_t at = 0;
    assert_number(store_first_due(fixture->store, &at), STORE_OK);
    return at;
}

static void a_time_that_was_rolled_back_is_set_again(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    begin(fixture);
    assert_number(store_set_due(fixture->store, row.id, 500), STORE_OK);
    store_rollback(fixture->store);
    assert_number(first_due(fixture), INT64_MAX);
    begin(fixture);
    assert_number(store_set_due(fixture->store, row.id, 500), STORE_OK);
    assert_number(store_set_due(fixture->store, row.id, NOTHING_DUE), STORE_OK);
    assert_number(first_due(fixture), INT64_MAX);
    row.due_at = 700;
    assert_number(append(fixture, &row), STORE_OK);
    commit(fixture);
    assert_number(first_due(fixture), 700);
}

/* More games than are known at a time, so that each is forgotten for others meanwhile. */
static void many_games_take_turns(void **state)
{
    struct store_fixture *fixture = *state;
    enum { GAMES = 3000 };
    static struct game_row rows[GAMES];
    for (unsigned i = 0; i < GAMES; i++) {
        rows[i] = sample_row(i);
        rows[i].version = 0;
    }
    for (unsigned turn = 0; turn < 3; turn++) {
        begin(fixture);
        for (unsigned i = 0; i < GAMES; i++)
            assert_number(append(fixture, &rows[i]), STORE_OK);
        commit(fixture);
    }
    for (unsigned i = 0; i < GAMES; i += 100)
        assert_number(sample_count(fixture->reader, rows[i].id), 3);
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
        TEST(what_was_rolled_back_can_be_done_again),
        TEST(what_a_refused_append_was_to_change_is_as_it_was),
        TEST(another_writer_is_noticed_at_the_next_append),
        TEST(a_webhook_is_found_as_soon_as_it_is_added),
        TEST(a_webhook_that_is_enabled_again_is_found_again),
        TEST(a_note_is_found_as_soon_as_it_is_put),
        TEST(a_time_that_was_rolled_back_is_set_again),
        TEST(many_games_take_turns),
    };
    return cmocka_run_group_tests(tests, quieten, NULL);
}
