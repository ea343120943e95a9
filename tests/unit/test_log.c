#include "service/base/log.h"

#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "service/base/text.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

/* Standard error goes to a file while a test runs. */
struct capture {
    struct test_folder folder;
    int standard_error;
};

static int begin_capture(void **state)
{
    struct capture *capture = malloc(sizeof *capture);
    if (!capture)
        return -1;
    capture->folder = test_folder_new();
    capture->standard_error = dup(STDERR_FILENO);
    const char *path = test_folder_path(&capture->folder, "log");
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || dup2(file, STDERR_FILENO) < 0)
        return -1;
    close(file);
    log_set_level(LOG_LEVEL_INFO);
    *state = capture;
    return 0;
}

static int end_capture(void **state)
{
    struct capture *capture = *state;
    dup2(capture->standard_error, STDERR_FILENO);
    close(capture->standard_error);
    test_folder_remove(&capture->folder);
    free(capture);
    return 0;
}

static char *logged(void **state)
{
    struct capture *capture = *state;
    return test_file_read(test_folder_path(&capture->folder, "log"), NULL);
}

/* The only line of the log as an object, which the caller releases. */
static json_t *logged_object(void **state)
{
    char *text = logged(state);
    size_t length = strlen(text);
    assert_true(length > 0 && length <= 4096);
    assert_true(strchr(text, '\n') == text + length - 1);
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    assert_non_null(object);
    return object;
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "(missing)";
}

static void a_line_has_time_level_message_and_fields(void **state)
{
    LOG_EVENT(LOG_LEVEL_WARNING, "disk is slow", LOG_TEXT("file", "a.db"),
              LOG_NUMBER("milliseconds", -1500));
    json_t *object = logged_object(state);
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
    log_line(LOG_LEVEL_ERROR, "bare", NULL);
    json_t *object = logged_object(state);
    assert_string_equal(text_of(object, "message"), "bare");
    assert_number(json_object_size(object), 3);
    json_decref(object);
}

static void a_hostile_text_cannot_break_the_line(void **state)
{
    LOG_EVENT(LOG_LEVEL_INFO, "request",
              LOG_TEXT("path", "/a\"b\\c\n{\"level\":\"error\"}\x7f\x01"),
              LOG_TEXT("name", "Zoë 🂡"), LOG_TEXT("broken", "x\xff\xc3"));
    json_t *object = logged_object(state);
    assert_string_equal(text_of(object, "path"), "/a\"b\\c\n{\"level\":\"error\"}\x7f\x01");
    assert_string_equal(text_of(object, "name"), "Zoë 🂡");
    assert_string_equal(text_of(object, "broken"), "x\ufffd\ufffd");
    json_decref(object);
}

static void what_does_not_fit_is_left_out_and_said(void **state)
{
    char large[5000];
    memset(large, '"', sizeof large);
    large[sizeof large - 1] = '\0';
    LOG_EVENT(LOG_LEVEL_INFO, "request", LOG_TEXT("path", large), LOG_NUMBER("status", 200));
    json_t *object = logged_object(state);
    assert_null(json_object_get(object, "path"));
    assert_number(json_integer_value(json_object_get(object, "status")), 200);
    assert_true(json_is_true(json_object_get(object, "cut")));
    json_decref(object);
}

static void every_length_of_a_field_leaves_a_whole_line(void **state)
{
    struct capture *capture = *state;
    for (size_t length = 3900; length < 4100; length++) {
        char text[4100];
        memset(text, 'x', length);
        text[length] = '\0';
        assert_number(truncate(test_folder_path(&capture->folder, "log"), 0), 0);
        LOG_EVENT(LOG_LEVEL_INFO, "m", LOG_TEXT("a", text), LOG_NUMBER("b", 1));
        json_decref(logged_object(state));
    }
}

static void lines_above_the_level_are_left_out(void **state)
{
    log_line(LOG_LEVEL_DEBUG, "unseen", NULL);
    log_set_level(LOG_LEVEL_ERROR);
    log_line(LOG_LEVEL_WARNING, "unseen", NULL);
    log_line(LOG_LEVEL_ERROR, "seen", NULL);
    log_set_level(LOG_LEVEL_DEBUG);
    char *before = logged(state);
    assert_null(strstr(before, "unseen"));
    assert_non_null(strstr(before, "\"seen\""));
    free(before);
    log_line(LOG_LEVEL_DEBUG, "now shown", NULL);
    char *after = logged(state);
    assert_non_null(strstr(after, "now shown"));
    free(after);
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
    pthread_t threads[WRITERS];
    for (int i = 0; i < WRITERS; i++)
        assert_number(pthread_create(&threads[i], NULL, write_lines, NULL), 0);
    for (int i = 0; i < WRITERS; i++)
        assert_number(pthread_join(threads[i], NULL), 0);
    char *text = logged(state);
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

#define captured(test) cmocka_unit_test_setup_teardown(test, begin_capture, end_capture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        captured(a_line_has_time_level_message_and_fields),
        captured(a_line_needs_no_fields),
        captured(a_hostile_text_cannot_break_the_line),
        captured(what_does_not_fit_is_left_out_and_said),
        captured(every_length_of_a_field_leaves_a_whole_line),
        captured(lines_above_the_level_are_left_out),
        captured(lines_of_several_threads_do_not_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
