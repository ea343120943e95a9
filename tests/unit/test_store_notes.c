#include "service/store/notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/store/due.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"
#include "tests/support/sample_games.h"

struct fixture {
    struct test_folder folder;
    struct store *store;
    struct store_reader *reader;
    struct game_row games[3];
    char seen[1024]; /* what was read, one after another */
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    char message[STORE_MESSAGE_BYTES];
    assert_non_null(fixture);
    fixture->folder = test_folder_new();
    if (!store_open(&fixture->store, fixture->folder.path, message))
        fail_msg("%s", message);
    fixture->reader = store_reader_open(fixture->store);
    assert_non_null(fixture->reader);
    for (unsigned i = 0; i < 3; i++) {
        fixture->games[i] = sample_row(i);
        sample_append(fixture->store, &fixture->games[i]);
    }
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    store_reader_close(fixture->reader);
    store_close(fixture->store);
    test_folder_remove(&fixture->folder);
    free(fixture);
    return 0;
}

static void put(struct fixture *fixture, unsigned game, uint8_t player, const char *name,
                const char *body)
{
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(
        store_note_put(fixture->store, fixture->games[game].id, player, name, body, strlen(body)),
        STORE_OK);
    assert_number(store_commit(fixture->store), STORE_OK);
}

static bool see(void *context, const char *name, const char *body, size_t length)
{
    struct fixture *fixture = context;
    size_t so_far = strlen(fixture->seen);
    snprintf(fixture->seen + so_far, sizeof fixture->seen - so_far, "%s=%.*s ", name, (int)length,
             body);
    return true;
}

static const char *notes(struct fixture *fixture, unsigned game, uint8_t player, const char *prefix)
{
    fixture->seen[0] = '\0';
    assert_number(
        store_notes_read(fixture->reader, fixture->games[game].id, player, prefix, see, fixture),
        STORE_OK);
    return fixture->seen;
}

static void a_note_is_one_player_s_own_in_one_game(void **state)
{
    struct fixture *fixture = *state;
    put(fixture, 0, 1, "orders/kings", "[1]");
    put(fixture, 0, 2, "orders/kings", "[2]");
    put(fixture, 1, 1, "orders/kings", "[3]");
    struct buffer body = buffer_new(NOTE_BODY_BYTES);
    assert_number(store_note_read(fixture->reader, fixture->games[0].id, 1, "orders/kings", &body),
                  STORE_OK);
    assert_number(body.length, 3);
    assert_memory_equal(body.bytes, "[1]", 3);
    assert_number(store_note_read(fixture->reader, fixture->games[0].id, 0, "orders/kings", &body),
                  STORE_NOT_FOUND);
    assert_number(store_note_read(fixture->reader, fixture->games[2].id, 1, "orders/kings", &body),
                  STORE_NOT_FOUND);
    buffer_free(&body);
}

static void notes_are_listed_by_the_beginning_of_their_names(void **state)
{
    struct fixture *fixture = *state;
    put(fixture, 0, 1, "quiet_hours", "q");
    put(fixture, 0, 1, "orders/splice", "s");
    put(fixture, 0, 1, "orders/kings", "k");
    put(fixture, 0, 2, "orders/seating", "other");
    put(fixture, 0, 1, "orders/kings", "k2");
    assert_string_equal(notes(fixture, 0, 1, "orders/"), "orders/kings=k2 orders/splice=s ");
    assert_string_equal(notes(fixture, 0, 1, ""), "orders/kings=k2 orders/splice=s quiet_hours=q ");
    assert_string_equal(notes(fixture, 0, 1, "orders/kings/"), "");
}

static void notes_are_taken_away_one_by_one_or_all_of_a_player(void **state)
{
    struct fixture *fixture = *state;
    put(fixture, 0, 1, "orders/kings", "k");
    put(fixture, 0, 1, "quiet_hours", "q");
    put(fixture, 0, 1, "orders/splice", "s");
    put(fixture, 0, 2, "quiet_hours", "other");
    const char *game = fixture->games[0].id;
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_note_delete(fixture->store, game, 1, "orders/kings"), STORE_OK);
    assert_number(store_note_delete(fixture->store, game, 1, "orders/kings"), STORE_NOT_FOUND);
    assert_number(store_commit(fixture->store), STORE_OK);
    assert_string_equal(notes(fixture, 0, 1, ""), "orders/splice=s quiet_hours=q ");
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_notes_drop(fixture->store, game, 1), STORE_OK);
    assert_number(store_commit(fixture->store), STORE_OK);
    assert_string_equal(notes(fixture, 0, 1, ""), "");
    assert_string_equal(notes(fixture, 0, 2, ""), "quiet_hours=other ");
}

static void the_writer_sees_its_own_notes_and_a_rollback_undoes_them(void **state)
{
    struct fixture *fixture = *state;
    const char *game = fixture->games[0].id;
    uint8_t owners;
    struct buffer body = buffer_new(NOTE_BODY_BYTES);
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_note_put(fixture->store, game, 1, "orders/kings", "k", 1), STORE_OK);
    assert_number(store_note_put(fixture->store, game, 7, "orders/kings", "k", 1), STORE_OK);
    assert_number(store_note_put(fixture->store, game, 2, "orders/splice", "s", 1), STORE_OK);
    assert_number(store_note_owners(fixture->store, game, "orders/kings", &owners), STORE_OK);
    assert_number(owners, 1 << 1 | 1 << 7);
    assert_number(store_note_read_own(fixture->store, game, 7, "orders/kings", &body), STORE_OK);
    assert_string_equal(notes(fixture, 0, 1, ""), "");
    store_rollback(fixture->store);
    assert_number(store_note_owners(fixture->store, game, "orders/kings", &owners), STORE_OK);
    assert_number(owners, 0);
    buffer_free(&body);
}

static void there_is_no_note_of_a_game_that_does_not_exist(void **state)
{
    struct fixture *fixture = *state;
    const struct game_row row = sample_row(9);
    const char *nowhere = row.id;
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_note_put(fixture->store, nowhere, 1, "quiet_hours", "q", 1),
                  STORE_NOT_FOUND);
    assert_number(store_set_due(fixture->store, nowhere, DUE_AT_ONCE), STORE_NOT_FOUND);
    store_rollback(fixture->store);
}

static void set_due(struct fixture *fixture, unsigned game, int64_t at)
{
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_set_due(fixture->store, fixture->games[game].id, at), STORE_OK);
    assert_number(store_commit(fixture->store), STORE_OK);
}

static bool see_game(void *context, const char *game)
{
    struct fixture *fixture = context;
    size_t so_far = strlen(fixture->seen);
    snprintf(fixture->seen + so_far, sizeof fixture->seen - so_far, "%s ", game + ULID_LENGTH - 1);
    return true;
}

/* The last digits of the games that are due at TIME. */
static const char *due(struct fixture *fixture, int64_t time, uint32_t limit)
{
    fixture->seen[0] = '\0';
    assert_number(store_due_games(fixture->store, time, limit, see_game, fixture), STORE_OK);
    return fixture->seen;
}

static int64_t first_due(struct fixture *fixture)
{
    int64_t at;
    assert_number(store_first_due(fixture->store, &at), STORE_OK);
    return at;
}

static void games_are_due_from_their_time_on_longest_first(void **state)
{
    struct fixture *fixture = *state;
    assert_number(first_due(fixture), INT64_MAX);
    assert_string_equal(due(fixture, INT64_MAX, 9), "");
    set_due(fixture, 0, 3000);
    set_due(fixture, 1, DUE_AT_ONCE);
    set_due(fixture, 2, 2000);
    assert_number(first_due(fixture), DUE_AT_ONCE);
    assert_string_equal(due(fixture, 1999, 9), "1 ");
    assert_string_equal(due(fixture, 2000, 9), "1 2 ");
    assert_string_equal(due(fixture, 3000, 9), "1 2 0 ");
    assert_string_equal(due(fixture, 3000, 2), "1 2 ");
    set_due(fixture, 1, NOTHING_DUE);
    assert_number(first_due(fixture), 2000);
}

static void an_append_says_anew_when_its_game_is_due(void **state)
{
    struct fixture *fixture = *state;
    fixture->games[0].due_at = 5000;
    sample_append(fixture->store, &fixture->games[0]);
    assert_string_equal(due(fixture, 5000, 9), "0 ");
    fixture->games[0].due_at = NOTHING_DUE;
    sample_append(fixture->store, &fixture->games[0]);
    assert_number(first_due(fixture), INT64_MAX);
}

/* Or what is to be done would be forgotten with the next thing that anybody does. */
static void what_is_due_at_once_stays_so_until_it_has_been_done(void **state)
{
    struct fixture *fixture = *state;
    set_due(fixture, 0, DUE_AT_ONCE);
    fixture->games[0].due_at = 5000;
    sample_append(fixture->store, &fixture->games[0]);
    assert_number(first_due(fixture), DUE_AT_ONCE);
    set_due(fixture, 0, 5000);
    assert_number(first_due(fixture), 5000);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_note_is_one_player_s_own_in_one_game),
        TEST(notes_are_listed_by_the_beginning_of_their_names),
        TEST(notes_are_taken_away_one_by_one_or_all_of_a_player),
        TEST(the_writer_sees_its_own_notes_and_a_rollback_undoes_them),
        TEST(there_is_no_note_of_a_game_that_does_not_exist),
        TEST(games_are_due_from_their_time_on_longest_first),
        TEST(an_append_says_anew_when_its_game_is_due),
        TEST(what_is_due_at_once_stays_so_until_it_has_been_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
