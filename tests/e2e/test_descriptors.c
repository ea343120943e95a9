/*
 * Few file descriptors. What an operator would see go wrong: a service that burns a whole core, or
 * answers nobody any more, because many have connected at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/support/client.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/support/raw_http.h"
#include "tests/support/recording.h"

enum { LIMIT = 64, IDLE = 100, PATH_BYTES = 256, LOG_BYTES = 1 << 16 };

/* A program that runs the service with few descriptors and its log in a file. */
static void write_script(const char *script, const char *log)
{
    FILE *file = fopen(script, "we");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\nulimit -n %d\nexec '%s' \"$@\" --log info 2>'%s'\n", LIMIT,
            SPLICED_PROGRAM, log);
    assert_number(fclose(file), 0);
    assert_number(chmod(script, 0700), 0);
}

static void read_log(const char *path, char ret_text[LOG_BYTES])
{
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    size_t length = fread(ret_text, 1, LOG_BYTES - 1, file);
    ret_text[length] = '\0';
    fclose(file);
}

static void assert_works(const char *url)
{
    struct client client = client_new(url);
    struct answer answer = client_call(&client, "POST", "/v1/games", NULL,
                                       json_pack("{s:s, s:i}", "name", "Few", "players", 3));
    json_decref(answer_take(&answer, 201));
    client_free(&client);
}

/* The library says in the log when it ran out of descriptors, and waits busily then. */
static void many_idle_connections_do_not_use_up_the_descriptors(void **state)
{
    (void)state;
    static char log_text[LOG_BYTES];
    static struct raw *idle[IDLE];
    char script[PATH_BYTES];
    char log[PATH_BYTES];
    struct test_folder folder = test_folder_new();
    struct test_folder data = test_folder_new();
    snprintf(script, sizeof script, "%s/serve", folder.path);
    snprintf(log, sizeof log, "%s/log", folder.path);
    write_script(script, log);
    struct program program = program_start(script, data.path, NULL);
    assert_works(program.url);
    uint16_t port = (uint16_t)strtoul(strrchr(program.url, ':') + 1, NULL, 10);
    for (size_t i = 0; i < IDLE; i++)
        idle[i] = raw_open(port);
    for (size_t i = 0; i < IDLE; i++)
        raw_close(idle[i]);
    assert_works(program.url); /* all that came before have been accepted by then */
    program_stop(&program);
    read_log(log, log_text);
    assert_non_null(strstr(log_text, "raise the limit of open files"));
    assert_null(strstr(log_text, "resource limit"));
    test_folder_remove(&data);
    test_folder_remove(&folder);
}

int main(void)
{
    recording_begin(RECORDED_FILE);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_idle_connections_do_not_use_up_the_descriptors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
