#include "service/api/cursor.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static const char id[] = "01jh2k3m4n5p6q7r8s9t0v1w2x";

static void next_page_starts_behind_the_last_row(void **state)
{
    (void)state;
    char text[CURSOR_BYTES];
    struct cursor cursor;
    cursor_write(ORDER_NAME, id, "Friday table \xe2\x98\x85", text);
    assert_true(cursor_read(text, ORDER_NAME, &cursor));
    assert_string_equal(cursor.id, id);
    assert_string_equal(cursor.key, "Friday table \xe2\x98\x85");
}

static void longest_name_fits(void **state)
{
    (void)state;
    char name[NAME_BYTES];
    char text[CURSOR_BYTES];
    struct cursor cursor;
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    cursor_write(ORDER_NAME, id, name, text);
    assert_true(cursor_read(text, ORDER_NAME, &cursor));
    assert_string_equal(cursor.key, name);
}

static void cursor_of_another_order_is_refused(void **state)
{
    (void)state;
    char text[CURSOR_BYTES];
    struct cursor cursor;
    cursor_write(ORDER_CREATED, id, "1767323045678", text);
    assert_false(cursor_read(text, ORDER_UPDATED, &cursor));
}

static void made_up_cursors_are_refused(void **state)
{
    (void)state;
    struct cursor cursor;
    char text[CURSOR_BYTES];
    char longer[CURSOR_BYTES + 8];
    cursor_write(ORDER_CREATED, id, "1", text);
    assert_false(cursor_read("", ORDER_CREATED, &cursor));
    assert_false(cursor_read("abc", ORDER_CREATED, &cursor));
    snprintf(longer, sizeof longer, "%s=", text);
    assert_false(cursor_read(longer, ORDER_CREATED, &cursor));
    snprintf(longer, sizeof longer, "%s ", text);
    assert_false(cursor_read(longer, ORDER_CREATED, &cursor));
    text[strlen(text) / 2] = '!';
    assert_false(cursor_read(text, ORDER_CREATED, &cursor));
}

static void cursor_with_a_nul_or_a_wrong_id_is_refused(void **state)
{
    (void)state;
    struct cursor cursor;
    /* "0" and the id, then "a", NUL, "b". */
    assert_false(cursor_read("MDAxamgyazNtNG41cDZxN3I4czl0MHYxdzJ4YQBi", ORDER_CREATED, &cursor));
    /* "0", then an id with a capital. */
    assert_false(cursor_read("MDAxSkgyazNtNG41cDZxN3I4czl0MHYxdzJ4MQ", ORDER_CREATED, &cursor));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(next_page_starts_behind_the_last_row),
        cmocka_unit_test(longest_name_fits),
        cmocka_unit_test(cursor_of_another_order_is_refused),
        cmocka_unit_test(made_up_cursors_are_refused),
        cmocka_unit_test(cursor_with_a_nul_or_a_wrong_id_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
