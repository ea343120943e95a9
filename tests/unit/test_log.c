#include "service/base/log.h"

#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"

enum { LINE_BYTES = 4096 };

/* What the code between the two calls logs, which is one line, as an object. */
static json_t *logged_object(struct capture *capture)
{
    char *text = capture_end(capture);
    size_t length = strlen(text);
    bool one_line = length > 0 && strchr(text, '\n') == text + length - 1;
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (!one_line || length > LINE_BYTES || !object)
        fail_msg("not one line of JSON: %s", text);
    free(text);
    return object;
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "(missing)";
}

static void a_line_has_time_level_message_and_fields(void **state)
{
    (void)state;
    struct capture capture = capture_begin();
    LOG_EVENT(LOG_LEVEL_WARNING, "disk is slow", LOG_TEXT("file", "a.db"),
              LOG_NUMBER("milliseconds", -1500));
    json_t *object = logged_object(&capture);
    int64_t time;
    assert_true(time_parse(text_of(object, "time"), TIME_LENGTH, &time));
    assert_string_equal(text_of(object, "level"), "warning");
    assert_string_equal(text_of(object, "message"), "disk is slow");
    assert_string_equal(text_of(object, "file"), "a.db");
    assert_number(json_integer_value(json_object_get(object, "milliseconds")), -1500);
    assert_number(json_object_size(object), 5);
    json_decref(object);
}

static void a_line_needs_no_fields(void **state)
{
    (void)state;
    struct capture capture = capture_begin();
    log_line(LOG_LEVEL_ERROR, "bare", NULL);
    json_t *object = logged_object(&capture);
    assert_string_equal(text_of(object, "level"), "error");
    assert_string_equal(text_of(object, "message"), "bare");
    assert_number(json_object_size(object), 3);
    json_decref(object);
}

static void a_hostile_text_cannot_break_the_line(void **state)
{
    (void)state;
    struct capture capture = capture_begin();
    LOG_EVENT(LOG_LEVEL_INFO, "request",
              LOG_TEXT("path", "/a\"b\\c\n{\"level\":\"error\"}\x7f\x01"),
              LOG_TEXT("name", "Zoë 🂡"), LOG_TEXT("broken", "x\xff\xc3"));
    json_t *object = logged_object(&capture);
    assert_string_equal(text_of(object, "path"), "/a\"b\\c\n{\"level\":\"error\"}\x7f\x01");
    assert_string_equal(text_of(object, "name"), "Zoë 🂡");
    assert_string_equal(text_of(object, "broken"), "x\ufffd\ufffd");
    json_decref(object);
}

static void what_does_not_fit_is_left_out_and_said(void **state)
{
    (void)state;
    char large[5000];
    memset(large, '"', sizeof large);
    large[sizeof large - 1] = '\0';
    struct capture capture = capture_begin();
    LOG_EVENT(LOG_LEVEL_INFO, "request", LOG_TEXT("path", large), LOG_NUMBER("status", 200));
    json_t *object = logged_object(&capture);
    assert_null(json_object_get(object, "path"));
    assert_number(json_integer_value(json_object_get(object, "status")), 200);
    assert_true(json_is_true(json_object_get(object, "cut")));
    json_decref(object);
}

static void every_length_of_a_field_leaves_a_whole_line(void **state)
{
    (void)state;
    int cut = 0;
    for (size_t length = LINE_BYTES - 200; length < LINE_BYTES; length++) {
        char text[LINE_BYTES];
        memset(text, 'x', length);
        text[length] = '\0';
        struct capture capture = capture_begin();
        LOG_EVENT(LOG_LEVEL_INFO, "m", LOG_TEXT("a", text), LOG_NUMBER("b", 1));
        json_t *object = logged_object(&capture);
        cut += json_object_get(object, "cut") ? 1 : 0;
        json_decref(object);
    }
    assert_in_range(cut, 50, 150); /* both sides of the limit were tried */
}

static void lines_above_the_level_are_left_out(void **state)
{
    (void)state;
    struct capture capture = capture_begin();
    log_line(LOG_LEVEL_DEBUG, "unseen", NULL);
    log_set_level(LOG_LEVEL_ERROR);
    log_line(LOG_LEVEL_WARNING, "unseen", NULL);
    log_line(LOG_LEVEL_ERROR, "an error", NULL);
    log_set_level(LOG_LEVEL_DEBUG);
    log_line(LOG_LEVEL_DEBUG, "a detail", NULL);
    log_set_level(LOG_LEVEL_INFO);
    char *text = capture_end(&capture);
    assert_null(strstr(text, "unseen"));
    assert_non_null(strstr(text, "\"an error\""));
    assert_non_null(strstr(text, "\"a detail\""));
    free(text);
}

enum { WRITERS = 4, LINES_EACH = 200 };

static void *write_lines(void *context)
{
    (void)context;
    for (int i = 0; i < LINES_EACH; i++)
        LOG_EVENT(LOG_LEVEL_INFO, "busy", LOG_NUMBER("line", i));
    return NULL;
}

static void lines_of_several_threads_do_not_mix(void **state)
{
    (void)state;
    pthread_t threads[WRITERS];
    struct capture capture = capture_begin();
    for (int i = 0; i < WRITERS; i++)
        assert_number(pthread_create(&threads[i], NULL, write_lines, NULL), 0);
    for (int i = 0; i < WRITERS; i++)
        assert_number(pthread_join(threads[i], NULL), 0);
    char *text = capture_end(&capture);
    int lines = 0;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(object);
        json_decref(object);
        lines++;
    }
    free(text);
    assert_number(lines, WRITERS * LINES_EACH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_time_level_message_and_fields),
        cmocka_unit_test(a_line_needs_no_fields),
        cmocka_unit_test(a_hostile_text_cannot_break_the_line),
        cmocka_unit_test(what_does_not_fit_is_left_out_and_said),
        cmocka_unit_test(every_length_of_a_field_leaves_a_whole_line),
        cmocka_unit_test(lines_above_the_level_are_left_out),
        cmocka_unit_test(lines_of_several_threads_do_not_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
