#include "service/base/buffer.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static void assert_content(const struct buffer *buffer, const char *want)
{
    assert_false(buffer_failed(buffer));
    assert_number(buffer->length, strlen(want));
    assert_memory_equal(buffer->bytes, want, strlen(want));
}

static void pieces_come_out_in_order(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(1000);
    buffer_text(&buffer, "{\"n\":");
    buffer_number(&buffer, -42);
    buffer_append(&buffer, ",xyz", 2);
    buffer_hex(&buffer, (const unsigned char *)"\x00\xff\x1a", 3);
    buffer_char(&buffer, '}');
    assert_content(&buffer, "{\"n\":-42,x00ff1a}");
    buffer_free(&buffer);
}

static void the_smallest_and_largest_numbers_are_written_whole(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(100);
    buffer_number(&buffer, LLONG_MIN);
    buffer_number(&buffer, LLONG_MAX);
    buffer_number(&buffer, 0);
    assert_content(&buffer, "-922337203685477580892233720368547758070");
    buffer_free(&buffer);
}

static void a_long_text_survives_growing(void **state)
{
    (void)state;
    enum { LENGTH = 100000 };
    struct buffer buffer = buffer_new(LENGTH);
    for (int i = 0; i < LENGTH; i++)
        buffer_char(&buffer, (char)('a' + i % 26));
    assert_false(buffer_failed(&buffer));
    assert_number(buffer.length, LENGTH);
    for (int i = 0; i < LENGTH; i++)
        assert_number(buffer.bytes[i], 'a' + i % 26);
    assert_true(buffer.capacity <= LENGTH);
    buffer_free(&buffer);
}

static void the_maximum_can_be_filled_but_not_passed(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(5);
    buffer_text(&buffer, "12345");
    assert_content(&buffer, "12345");
    buffer_append(&buffer, "", 0);
    assert_false(buffer_failed(&buffer));
    buffer_char(&buffer, '6');
    assert_true(buffer_failed(&buffer));
    assert_number(buffer.length, 5);
    buffer_free(&buffer);
}

static void nothing_is_appended_after_a_failure(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(4);
    buffer_text(&buffer, "ab");
    buffer_text(&buffer, "too long");
    buffer_char(&buffer, 'c'); /* would fit, but the text would have a hole */
    assert_true(buffer_failed(&buffer));
    assert_number(buffer.length, 2);
    size_t length = 99;
    assert_null(buffer_take(&buffer, &length));
    assert_number(length, 0);
    buffer_free(&buffer);
}

static void a_failed_buffer_can_be_cleared_and_filled_again(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(600);
    buffer_text(&buffer, "ab");
    buffer_append(&buffer, "x", SIZE_MAX / 2);
    assert_true(buffer_failed(&buffer));
    buffer_clear(&buffer);
    for (int i = 0; i < 600; i++)
        buffer_char(&buffer, 'y');
    assert_false(buffer_failed(&buffer));
    assert_number(buffer.length, 600);
    buffer_free(&buffer);
}

static void absurd_lengths_fail_without_wrapping_around(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(SIZE_MAX);
    buffer_text(&buffer, "abc");
    buffer_append(&buffer, "x", SIZE_MAX - 1);
    assert_true(buffer_failed(&buffer));
    assert_number(buffer.length, 3);
    buffer_free(&buffer);
}

static void lent_room_is_used_and_left_when_it_is_full(void **state)
{
    (void)state;
    char room[4];
    struct buffer buffer = buffer_in(room, sizeof room, 600);
    buffer_text(&buffer, "abcd");
    assert_ptr_equal(buffer.bytes, room);
    assert_content(&buffer, "abcd");
    buffer_char(&buffer, 'e');
    assert_ptr_not_equal(buffer.bytes, room);
    assert_content(&buffer, "abcde");
    size_t length;
    char *bytes = buffer_take(&buffer, &length);
    assert_number(length, 5);
    free(bytes);
    buffer_free(&buffer);
}

static void lent_room_is_nobodys_to_take(void **state)
{
    (void)state;
    char room[4];
    struct buffer buffer = buffer_in(room, sizeof room, sizeof room);
    buffer_text(&buffer, "abc");
    size_t length = 9;
    assert_null(buffer_take(&buffer, &length));
    assert_number(length, 0);
    buffer = buffer_in(room, sizeof room, sizeof room);
    buffer_text(&buffer, "abcde");
    assert_true(buffer_failed(&buffer));
    buffer_free(&buffer);
    assert_memory_equal(room, "abc", 3);
}

static void clearing_forgets_content_and_failure(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(3);
    buffer_text(&buffer, "abcd");
    assert_true(buffer_failed(&buffer));
    buffer_clear(&buffer);
    buffer_text(&buffer, "xyz");
    assert_content(&buffer, "xyz");
    buffer_free(&buffer);
}

static void taken_bytes_belong_to_the_taker(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(10);
    size_t length;
    assert_null(buffer_take(&buffer, &length));
    buffer_text(&buffer, "first");
    char *bytes = buffer_take(&buffer, &length);
    assert_number(length, 5);
    buffer_text(&buffer, "second");
    assert_memory_equal(bytes, "first", 5);
    assert_content(&buffer, "second");
    free(bytes);
    buffer_free(&buffer);
    assert_null(buffer.bytes);
    assert_number(buffer.length, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_come_out_in_order),
        cmocka_unit_test(the_smallest_and_largest_numbers_are_written_whole),
        cmocka_unit_test(a_long_text_survives_growing),
        cmocka_unit_test(the_maximum_can_be_filled_but_not_passed),
        cmocka_unit_test(nothing_is_appended_after_a_failure),
        cmocka_unit_test(a_failed_buffer_can_be_cleared_and_filled_again),
        cmocka_unit_test(absurd_lengths_fail_without_wrapping_around),
        cmocka_unit_test(lent_room_is_used_and_left_when_it_is_full),
        cmocka_unit_test(lent_room_is_nobodys_to_take),
        cmocka_unit_test(clearing_forgets_content_and_failure),
        cmocka_unit_test(taken_bytes_belong_to_the_taker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
