#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/store/store.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"
#include "tests/support/sample_games.h"

enum { GAMES = 30, SEEN_MAX = 64 };

struct fixture {
    struct test_folder folder;
    struct store *store;
    struct store_reader *reader;
};

/* Many games share their times and names, so that orders have ties. */
static struct game_row row_of(unsigned number)
{
    struct game_row row = sample_row(number);
    row.created_at = FIXTURE_TIME + number / 4;
    row.updated_at = FIXTURE_TIME + (GAMES - number) / 3;
    snprintf(row.name, sizeof row.name, "Table %c", 'A' + (int)(number % 5));
    snprintf(row.creator, sizeof row.creator, number % 3 == 0 ? "ann" : "bob");
    row.is_private = number % 2 == 1;
    row.status = number % 6 == 0 ? STATUS_SETUP : STATUS_LOBBY;
    row.step = number % 6 == 0 ? STEP_KINGS : STEP_NONE;
    return row;
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->folder = test_folder_new();
    char message[STORE_MESSAGE_BYTES];
    if (!store_open(&fixture->store, fixture->folder.path, message))
        fail_msg("%s", message);
    fixture->reader = store_reader_open(fixture->store);
    assert_non_null(fixture->reader);
    *state = fixture;
    return 0;
}

static int set_up_games(void **state)
{
    set_up(state);
    struct fixture *fixture = *state;
    for (unsigned number = 0; number < GAMES; number++) {
        struct game_row row = row_of(number);
        sample_append(fixture->store, &row);
    }
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

struct seen {
    size_t count;
    struct game_row rows[SEEN_MAX];
    char last_key[NAME_BYTES];
};

static bool note_row(void *context, const struct game_row *row, const char *sort_key)
{
    struct seen *seen = context;
    assert_true(seen->count < SEEN_MAX);
    seen->rows[seen->count++] = *row;
    snprintf(seen->last_key, sizeof seen->last_key, "%s", sort_key);
    return true;
}

static struct list_filter all_games(void)
{
    return (struct list_filter){.status = -1, .step = -1, .order = ORDER_CREATED, .limit = 50};
}

static struct seen list(struct fixture *fixture, const struct list_filter *filter)
{
    struct seen seen = {.count = 0};
    assert_number(store_list(fixture->reader, filter, note_row, &seen), STORE_OK);
    return seen;
}

/* Goes through all pages of LIMIT rows. */
static struct seen list_by_pages(struct fixture *fixture, struct list_filter filter, uint32_t limit)
{
    struct seen all = {.count = 0};
    char key[NAME_BYTES];
    char id[ULID_LENGTH + 1];
    for (size_t before = SIZE_MAX; before != all.count;) {
        before = all.count;
        filter.limit = limit;
        assert_number(store_list(fixture->reader, &filter, note_row, &all), STORE_OK);
        assert_true(all.count - before <= limit);
        if (all.count == 0)
            break;
        snprintf(key, sizeof key, "%s", all.last_key);
        snprintf(id, sizeof id, "%s", all.rows[all.count - 1].id);
        filter.after_key = key;
        filter.after_id = id;
    }
    return all;
}

static int compare_numbers(int64_t left, int64_t right)
{
    return left < right ? -1 : left > right;
}

/* Below 0 when LEFT comes before RIGHT in ORDER. */
static int compare_rows(const struct game_row *left, const struct game_row *right,
                        enum list_order order)
{
    int by_id = strcmp(left->id, right->id);
    int by_created = compare_numbers(left->created_at, right->created_at);
    int by_updated = compare_numbers(left->updated_at, right->updated_at);
    int by_name = strcmp(left->name, right->name);
    switch (order) {
    case ORDER_CREATED:
        return by_created ? by_created : by_id;
    case ORDER_CREATED_DESC:
        return by_created ? -by_created : -by_id;
    case ORDER_UPDATED:
        return by_updated ? by_updated : by_id;
    case ORDER_UPDATED_DESC:
        return by_updated ? -by_updated : -by_id;
    case ORDER_NAME:
        return by_name ? by_name : by_id;
    }
    return 0;
}

static void assert_sorted(const struct seen *seen, enum list_order order, size_t count)
{
    assert_number(seen->count, count);
    for (size_t i = 1; i < seen->count; i++)
        assert_true(compare_rows(&seen->rows[i - 1], &seen->rows[i], order) < 0);
}

static void pages_of_every_order_hold_each_game_once(void **state)
{
    struct list_filter filter = all_games();
    for (filter.order = ORDER_CREATED; filter.order <= ORDER_NAME; filter.order++) {
        struct seen seen = list_by_pages(*state, filter, 4);
        assert_sorted(&seen, filter.order, GAMES);
    }
}

static void the_games_of_a_creator_have_the_same_orders(void **state)
{
    struct list_filter filter = all_games();
    filter.creator = "ann";
    for (filter.order = ORDER_CREATED; filter.order <= ORDER_NAME; filter.order++) {
        struct seen seen = list_by_pages(*state, filter, 3);
        assert_sorted(&seen, filter.order, GAMES / 3);
    }
}

static void a_row_comes_back_as_it_was_appended(void **state)
{
    struct list_filter filter = all_games();
    filter.status = STATUS_SETUP;
    filter.limit = 1;
    struct seen seen = list(*state, &filter);
    assert_number(seen.count, 1);
    struct game_row want = row_of(0);
    const struct game_row *got = &seen.rows[0];
    assert_string_equal(got->id, want.id);
    assert_string_equal(got->name, want.name);
    assert_string_equal(got->creator, want.creator);
    assert_number(got->is_private, want.is_private);
    assert_number(got->created_at, want.created_at);
    assert_number(got->updated_at, want.updated_at);
    assert_number(got->version, 1);
    assert_number(got->status, want.status);
    assert_number(got->step, want.step);
    assert_number(got->players, want.players);
    assert_number(got->joined, want.joined);
    assert_number(got->waiting, want.waiting);
}

static void filters_narrow_a_list_down(void **state)
{
    struct list_filter filter = all_games();
    filter.status = STATUS_SETUP;
    assert_number(list(*state, &filter).count, GAMES / 6);
    filter = all_games();
    filter.step = STEP_KINGS;
    assert_number(list(*state, &filter).count, GAMES / 6);
    filter.step = STEP_SPLICE;
    assert_number(list(*state, &filter).count, 0);
    filter = all_games();
    filter.public_only = true;
    assert_number(list(*state, &filter).count, GAMES / 2);
    filter.creator = "bob";
    filter.status = STATUS_LOBBY;
    assert_number(list(*state, &filter).count, GAMES / 3);
}

static void a_query_finds_parts_of_names_in_either_case(void **state)
{
    struct list_filter filter = all_games();
    filter.query = "LE c";
    assert_number(list(*state, &filter).count, GAMES / 5);
    filter.query = "%";
    assert_number(list(*state, &filter).count, 0);
    filter.query = "Table_C";
    assert_number(list(*state, &filter).count, 0);
}

static void a_cursor_of_another_order_is_refused(void **state)
{
    struct fixture *fixture = *state;
    struct list_filter filter = all_games();
    filter.after_key = "Table A";
    filter.after_id = row_of(1).id;
    struct seen seen = {.count = 0};
    assert_number(store_list(fixture->reader, &filter, note_row, &seen), STORE_NOT_FOUND);
    assert_number(seen.count, 0);
}

static size_t waiting_on(struct fixture *fixture, const char *external_id)
{
    struct list_filter filter = all_games();
    filter.waiting_on = external_id;
    struct seen seen = list_by_pages(fixture, filter, 2);
    assert_sorted(&seen, filter.order, seen.count);
    return seen.count;
}

static void a_game_is_listed_for_those_whom_it_waits_for(void **state)
{
    struct fixture *fixture = *state;
    for (unsigned number = 0; number < 3; number++) {
        struct game_row row = row_of(number);
        row.waiting = 1 << 0 | 1 << 2;
        snprintf(row.external_ids[0], sizeof row.external_ids[0], "ann#1");
        snprintf(row.external_ids[1], sizeof row.external_ids[1], "bob#2");
        sample_append(fixture->store, &row);
    }
    assert_number(waiting_on(fixture, "ann#1"), 3);
    assert_number(waiting_on(fixture, "bob#2"), 0);
    assert_number(waiting_on(fixture, ""), 0);
    assert_number(waiting_on(fixture, "ann"), 0);
}

static void whom_a_game_waits_for_follows_its_events(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = row_of(1);
    row.waiting = 1 << 0 | 1 << 1;
    snprintf(row.external_ids[0], sizeof row.external_ids[0], "ann#1");
    snprintf(row.external_ids[1], sizeof row.external_ids[1], "bob#2");
    sample_append(fixture->store, &row);
    row.waiting = 1 << 1;
    sample_append(fixture->store, &row);
    assert_number(waiting_on(fixture, "ann#1"), 0);
    assert_number(waiting_on(fixture, "bob#2"), 1);

    snprintf(row.external_ids[1], sizeof row.external_ids[1], "eve#3");
    sample_append(fixture->store, &row);
    assert_number(waiting_on(fixture, "bob#2"), 0);
    assert_number(waiting_on(fixture, "eve#3"), 1);
    row.waiting = 0;
    sample_append(fixture->store, &row);
    assert_number(waiting_on(fixture, "eve#3"), 0);
}

static void somebody_who_plays_twice_sees_the_game_once(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = row_of(1);
    row.waiting = 1 << 0 | 1 << 1;
    snprintf(row.external_ids[0], sizeof row.external_ids[0], "ann#1");
    snprintf(row.external_ids[1], sizeof row.external_ids[1], "ann#1");
    sample_append(fixture->store, &row);
    assert_number(waiting_on(fixture, "ann#1"), 1);
}

static void a_changed_status_and_step_are_listed(void **state)
{
    struct fixture *fixture = *state;
    struct game_row row = row_of(1);
    sample_append(fixture->store, &row);
    row.status = STATUS_PLAYING;
    row.step = STEP_SPLICE;
    row.updated_at += 5;
    sample_append(fixture->store, &row);
    struct list_filter filter = all_games();
    filter.status = STATUS_PLAYING;
    filter.step = STEP_SPLICE;
    struct seen seen = list(fixture, &filter);
    assert_number(seen.count, 1);
    assert_number(seen.rows[0].version, 2);
    assert_number(seen.rows[0].updated_at, row.updated_at);
}

static int quieten(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    return 0;
}

int main(void)
{
#define TEST(test)    cmocka_unit_test_setup_teardown(test, set_up_games, tear_down)
#define ON_NONE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(pages_of_every_order_hold_each_game_once),
        TEST(the_games_of_a_creator_have_the_same_orders),
        TEST(a_row_comes_back_as_it_was_appended),
        TEST(filters_narrow_a_list_down),
        TEST(a_query_finds_parts_of_names_in_either_case),
        TEST(a_cursor_of_another_order_is_refused),
        ON_NONE(a_game_is_listed_for_those_whom_it_waits_for),
        ON_NONE(whom_a_game_waits_for_follows_its_events),
        ON_NONE(somebody_who_plays_twice_sees_the_game_once),
        ON_NONE(a_changed_status_and_step_are_listed),
    };
    return cmocka_run_group_tests(tests, quieten, NULL);
}
