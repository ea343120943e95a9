#include "service/json/reader.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static json_t *read(const char *text, char *ret_detail)
{
    return json_read_object(text, strlen(text), ret_detail);
}

static void assert_refused(const char *bytes, size_t length, const char *want)
{
    char detail[JSON_DETAIL_BYTES] = "";
    json_t *object = json_read_object(bytes, length, detail);
    if (object || !strstr(detail, want))
        fail_msg("%.*s: \"%s\", should say \"%s\"", (int)length, bytes, detail, want);
}

#define ASSERT_REFUSED(literal, want) assert_refused(literal, sizeof(literal) - 1, want)

static void an_object_is_read(void **state)
{
    (void)state;
    char detail[JSON_DETAIL_BYTES];
    json_t *object = read(" {\"a\": [1, {\"b\": \"}]\\\"\"}]}\n", detail);
    assert_non_null(object);
    assert_number(json_array_size(json_object_get(object, "a")), 2);
    json_decref(object);
}

static void what_is_no_object_is_refused_with_a_reason(void **state)
{
    (void)state;
    ASSERT_REFUSED("", "nothing here");
    ASSERT_REFUSED(" \r\n\t ", "nothing here");
    ASSERT_REFUSED("[1]", "begins with {");
    ASSERT_REFUSED("42", "begins with {");
    ASSERT_REFUSED("\"text\"", "begins with {");
    ASSERT_REFUSED("null", "begins with {");
    ASSERT_REFUSED("\xef\xbb\xbf{}", "begins with {");
    ASSERT_REFUSED("{\"a\": 1", "ends before");
    ASSERT_REFUSED("{} x", "behind");
    ASSERT_REFUSED("{\"a\": 1,}", "not JSON");
    ASSERT_REFUSED("{\"a\": NaN}", "not JSON");
    ASSERT_REFUSED("{\"a\": 01}", "not JSON");
    ASSERT_REFUSED("{'a': 1}", "not JSON");
    ASSERT_REFUSED("{\"a\": 99999999999999999999}", "too large");
    ASSERT_REFUSED("{\"a\": 1, \"a\": 1}", "twice");
    ASSERT_REFUSED("{\"a\": \"\\u0000\"}", "NUL");
    ASSERT_REFUSED("{\"\\u0000\": 1}", "NUL");
    ASSERT_REFUSED("{\"a\": \"\0\"}", "NUL");
    ASSERT_REFUSED("{}\0", "NUL");
    ASSERT_REFUSED("{\"a\": \"\xff\"}", "UTF-8");
    ASSERT_REFUSED("{\"a\": \"\xc0\xaf\"}", "UTF-8");
    ASSERT_REFUSED("{\"a\": \"\\ud800\"}", "not JSON");
}

static void the_reason_tells_the_place_but_not_the_text(void **state)
{
    (void)state;
    char detail[JSON_DETAIL_BYTES];
    assert_null(read("{\n\"a\": secret}", detail));
    assert_non_null(strstr(detail, "line 2"));
    assert_null(strstr(detail, "secret"));
}

static void nesting_is_bounded(void **state)
{
    (void)state;
    char detail[JSON_DETAIL_BYTES];
    json_t *object = read("{\"a\":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}", detail); /* 16 levels */
    assert_non_null(object);
    json_decref(object);
    ASSERT_REFUSED("{\"a\":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}", "deep");
    object = read("{\"a\":\"[[[[[[[[[[[[[[[[[[[[\\\"[[\"}", detail); /* brackets in a string */
    assert_non_null(object);
    json_decref(object);
}

static void a_whole_body_of_brackets_is_refused(void **state)
{
    (void)state;
    char *bytes = malloc(JSON_BYTES_MAX);
    assert_non_null(bytes);
    memset(bytes, '[', JSON_BYTES_MAX);
    memcpy(bytes, "{\"a\":", 5);
    assert_refused(bytes, JSON_BYTES_MAX, "deep");
    memset(bytes + 5, ' ', JSON_BYTES_MAX - 5);
    assert_refused(bytes, JSON_BYTES_MAX, "ends before");
    free(bytes);
}

static void a_long_body_is_refused(void **state)
{
    (void)state;
    char *bytes = malloc(JSON_BYTES_MAX + 1);
    assert_non_null(bytes);
    memset(bytes, ' ', JSON_BYTES_MAX + 1);
    memcpy(bytes, "{}", 2);
    char detail[JSON_DETAIL_BYTES];
    json_t *object = json_read_object(bytes, JSON_BYTES_MAX, detail);
    assert_non_null(object);
    json_decref(object);
    assert_refused(bytes, JSON_BYTES_MAX + 1, "too long");
    free(bytes);
}

/* What the tests of fields read. */
struct example {
    struct field_text text;
    int64_t integer;
    bool flag;
    uint8_t hex[2];
    json_t *value;
    bool has_text;
    bool has_hex;
};

static bool read_example(const char *json, const char *pointer, struct example *ret_example,
                         struct json_faults *ret_faults)
{
    *ret_example = (struct example){.integer = -1};
    *ret_faults = (struct json_faults){0};
    const struct field fields[] = {
        {"text", FIELD_TEXT, false, true, 1, 3, &ret_example->text, &ret_example->has_text},
        {"integer", FIELD_INTEGER, true, false, 0, 9, &ret_example->integer, NULL},
        {"flag", FIELD_FLAG, false, false, 0, 0, &ret_example->flag, NULL},
        {"hex", FIELD_HEX, false, false, 0, 2, ret_example->hex, &ret_example->has_hex},
        {"value", FIELD_VALUE, false, false, 0, 0, &ret_example->value, NULL},
    };
    char detail[JSON_DETAIL_BYTES];
    json_t *object = read(json, detail);
    if (!object)
        fail_msg("%s: %s", json, detail);
    bool fine = json_read_fields(object, pointer, fields, 5, ret_faults);
    assert_true(fine == (ret_faults->count == 0));
    json_decref(object);
    return fine;
}

static void assert_fault(const char *json, const char *pointer, const char *detail)
{
    struct example example;
    struct json_faults faults;
    if (read_example(json, "", &example, &faults))
        fail_msg("accepted: %s", json);
    if (faults.count != 1 || strcmp(faults.list[0].pointer, pointer) != 0 ||
        !strstr(faults.list[0].detail, detail))
        fail_msg("%s: %zu faults, first at %s: %s", json, faults.count, faults.list[0].pointer,
                 faults.list[0].detail);
}

static void fields_go_to_their_places(void **state)
{
    (void)state;
    struct example example;
    struct json_faults faults;
    assert_true(read_example("{\"text\":\"é€x\",\"integer\":9,\"flag\":true,\"hex\":\"00fe\","
                             "\"value\":[]}",
                             "", &example, &faults));
    assert_number(example.text.length, 6);
    assert_number(example.integer, 9);
    assert_true(example.flag && example.has_text && example.has_hex);
    assert_number(example.hex[1], 0xfe);
    assert_non_null(example.value);
}

static void what_is_absent_leaves_its_place_alone(void **state)
{
    (void)state;
    struct example example;
    struct json_faults faults;
    assert_true(read_example("{\"integer\":0,\"text\":null}", "", &example, &faults));
    assert_null(example.text.text);
    assert_false(example.has_text || example.has_hex);
}

static void wrong_members_are_told_with_their_place(void **state)
{
    (void)state;
    assert_fault("{}", "/integer", "missing");
    assert_fault("{\"integer\":null}", "/integer", "from 0 to 9");
    assert_fault("{\"integer\":10}", "/integer", "from 0 to 9");
    assert_fault("{\"integer\":-1}", "/integer", "from 0 to 9");
    assert_fault("{\"integer\":1.0}", "/integer", "whole number");
    assert_fault("{\"integer\":\"1\"}", "/integer", "whole number");
    assert_fault("{\"integer\":4294967297}", "/integer", "from 0 to 9");
    assert_fault("{\"integer\":1,\"text\":\"\"}", "/text", "1 to 3");
    assert_fault("{\"integer\":1,\"text\":\"éééé\"}", "/text", "1 to 3");
    assert_fault("{\"integer\":1,\"text\":7}", "/text", "string");
    assert_fault("{\"integer\":1,\"flag\":0}", "/flag", "true or false");
    assert_fault("{\"integer\":1,\"flag\":null}", "/flag", "true or false");
    assert_fault("{\"integer\":1,\"hex\":\"00FE\"}", "/hex", "4 hexadecimal");
    assert_fault("{\"integer\":1,\"hex\":\"00f\"}", "/hex", "4 hexadecimal");
}

static void an_unknown_member_hears_which_are_known(void **state)
{
    (void)state;
    assert_fault("{\"integer\":1,\"intger\":2}", "/intger", "text, integer, flag, hex, value");
}

static void pointers_are_escaped_and_do_not_repeat_controls(void **state)
{
    (void)state;
    assert_fault("{\"integer\":1,\"a~b/c\":2}", "/a~0b~1c", "not known");
    assert_fault("{\"integer\":1,\"a\\nb\":2}", "", "not known");
    assert_fault("{\"integer\":1,\"a\u202eb\":2}", "", "not known");
}

static void a_long_pointer_is_cut_between_characters(void **state)
{
    (void)state;
    char json[400] = "{\"integer\":1,\"x";
    for (int i = 0; i < 100; i++)
        strncat(json, "é", sizeof json - strlen(json) - 1);
    strncat(json, "\":1}", sizeof json - strlen(json) - 1);
    struct example example;
    struct json_faults faults;
    assert_false(read_example(json, "", &example, &faults));
    size_t length = strlen(faults.list[0].pointer);
    assert_number(length,
                  126); /* "/x" and 62 characters of two bytes; 127 would end in half a one */
    assert_memory_equal(faults.list[0].pointer + length - 2, "é", 2);
}

static void all_faults_are_told_up_to_a_limit(void **state)
{
    (void)state;
    struct example example;
    struct json_faults faults;
    assert_false(read_example("{\"text\":1,\"flag\":1,\"x\":1}", "/deep", &example, &faults));
    assert_number(faults.count, 4);
    assert_string_equal(faults.list[0].pointer, "/deep/text");
    assert_string_equal(faults.list[1].pointer, "/deep/integer");
    assert_string_equal(faults.list[3].pointer, "/deep/x");
    assert_false(read_example("{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,"
                              "\"i\":1,\"j\":1}",
                              "", &example, &faults));
    assert_number(faults.count, JSON_FAULTS_MAX);
}

static void entries_have_pointers_too(void **state)
{
    (void)state;
    char pointer[JSON_POINTER_BYTES];
    json_pointer_entry("/cards", 12, pointer);
    assert_string_equal(pointer, "/cards/12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_object_is_read),
        cmocka_unit_test(what_is_no_object_is_refused_with_a_reason),
        cmocka_unit_test(the_reason_tells_the_place_but_not_the_text),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(a_whole_body_of_brackets_is_refused),
        cmocka_unit_test(a_long_body_is_refused),
        cmocka_unit_test(fields_go_to_their_places),
        cmocka_unit_test(what_is_absent_leaves_its_place_alone),
        cmocka_unit_test(wrong_members_are_told_with_their_place),
        cmocka_unit_test(an_unknown_member_hears_which_are_known),
        cmocka_unit_test(pointers_are_escaped_and_do_not_repeat_controls),
        cmocka_unit_test(a_long_pointer_is_cut_between_characters),
        cmocka_unit_test(all_faults_are_told_up_to_a_limit),
        cmocka_unit_test(entries_have_pointers_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
