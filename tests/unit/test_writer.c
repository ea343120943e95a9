#include "service/json/writer.h"

#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

static void assert_written(struct buffer *buffer, const char *want)
{
    if (buffer->length != strlen(want) || memcmp(buffer->bytes, want, buffer->length) != 0)
        fail_msg("wrote %.*s, should be %s", (int)buffer->length, buffer->bytes, want);
    buffer_free(buffer);
}

static void commas_stand_between_values_only(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(1000);
    struct json_writer writer = json_writer_start(&buffer);
    write_object(&writer);
    write_key(&writer, "empty");
    write_array(&writer);
    write_array_end(&writer);
    write_key(&writer, "nested");
    write_array(&writer);
    write_object(&writer);
    write_object_end(&writer);
    write_array(&writer);
    write_number(&writer, 1);
    write_number(&writer, -2);
    write_array_end(&writer);
    write_nothing(&writer);
    write_raw(&writer, "{\"a\":1}", 7);
    write_array_end(&writer);
    write_member_flag(&writer, "last", true);
    write_object_end(&writer);
    assert_written(&buffer, "{\"empty\":[],\"nested\":[{},[1,-2],null,{\"a\":1}],\"last\":true}");
}

static void members_write_key_and_value(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x00, 0xfe};
    struct buffer buffer = buffer_new(1000);
    struct json_writer writer = json_writer_start(&buffer);
    write_object(&writer);
    write_member_text(&writer, "text", "sol");
    write_member_text_or_null(&writer, "none", NULL);
    write_member_text_or_null(&writer, "empty", "");
    write_member_text_or_null(&writer, "some", "x");
    write_member_number(&writer, "number", INT64_MIN);
    write_member_hex(&writer, "hex", bytes, sizeof bytes);
    write_member_time(&writer, "time", FIXTURE_TIME);
    write_member_null(&writer, "null");
    write_object_end(&writer);
    assert_written(&buffer, "{\"text\":\"sol\",\"none\":null,\"empty\":null,\"some\":\"x\","
                            "\"number\":-9223372036854775808,\"hex\":\"00fe\","
                            "\"time\":\"2026-01-02T03:04:05.678Z\",\"null\":null}");
}

static void strings_are_escaped_as_rfc_8785_wants(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(1000);
    struct json_writer writer = json_writer_start(&buffer);
    write_array(&writer);
    write_text(&writer, "\b\t\n\f\r\"\\/");
    write_text(&writer, "\x01\x1f\x7f");
    write_text(&writer, "é€\U0001f0a1\u2028");
    write_array_end(&writer);
    assert_written(&buffer, "[\"\\b\\t\\n\\f\\r\\\"\\\\/\",\"\\u0001\\u001f\x7f\","
                            "\"é€\U0001f0a1\u2028\"]");
}

static void keys_are_escaped_too(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(1000);
    struct json_writer writer = json_writer_start(&buffer);
    write_object(&writer);
    write_member_number(&writer, "a\"b", 1);
    write_object_end(&writer);
    assert_written(&buffer, "{\"a\\\"b\":1}");
}

static void a_full_buffer_tells(void **state)
{
    (void)state;
    struct buffer buffer = buffer_new(4);
    struct json_writer writer = json_writer_start(&buffer);
    write_text(&writer, "abc");
    assert_true(buffer_failed(&buffer));
    buffer_free(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_stand_between_values_only),
        cmocka_unit_test(members_write_key_and_value),
        cmocka_unit_test(strings_are_escaped_as_rfc_8785_wants),
        cmocka_unit_test(keys_are_escaped_too),
        cmocka_unit_test(a_full_buffer_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
