#include "tests/support/stand.h"

#include <curl/curl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/recording.h"

enum { OUTPUT_BYTES = 8192 };

char *stand_token(const struct stand *stand, const char *role, const char *name)
{
    char output[OUTPUT_BYTES];
    const char *const arguments[] = {
        "token", "--data", stand->folder.path, "--role", role, "--name", name, NULL};
    if (program_run(stand->path, arguments, output, sizeof output) != 0)
        fail_msg("no token of a %s: %s", role, output);
    output[strcspn(output, "\n")] = '\0';
    return strdup(output);
}

void stand_begin(struct stand *stand, const char *path, const char *recorded,
                 const char *const *arguments)
{
    if (sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        fail_msg("libsodium or libcurl does not start");
    if (recorded)
        recording_begin(recorded);
    *stand = (struct stand){.path = path, .arguments = arguments};
    stand->folder = test_folder_new();
    stand->program = program_start(path, stand->folder.path, arguments);
    stand->client = client_new(stand->program.url);
    stand->operator_token = stand_token(stand, "operator", "oscar");
    stand->creator_token = stand_token(stand, "creator", "tester");
}

void stand_end(struct stand *stand)
{
    client_free(&stand->client);
    free(stand->operator_token);
    free(stand->creator_token);
    program_stop(&stand->program);
    test_folder_remove(&stand->folder);
    curl_global_cleanup();
}

void stand_kill_and_restart(struct stand *stand)
{
    program_kill(&stand->program);
    stand_start_again(stand);
}

void stand_start_again(struct stand *stand)
{
    client_free(&stand->client);
    stand->program = program_start(stand->path, stand->folder.path, stand->arguments);
    stand->client = client_new(stand->program.url);
}

static void write_file(const char *path, const struct buffer *bytes)
{
    FILE *file = fopen(path, "wbe");
    if (!file || fwrite(bytes->bytes, 1, bytes->length, file) != bytes->length || fclose(file) != 0)
        fail_msg("cannot write %s", path);
}

void stand_verify(struct stand *stand, const char *game, const char *words)
{
    char path[160];
    char output[OUTPUT_BYTES];
    snprintf(path, sizeof path, "/v1/games/%s/transcript", game);
    struct answer answer = client_call(&stand->client, "GET", path, stand->operator_token, NULL);
    assert_number(answer.status, 200);
    char *file = strdup(test_folder_path(&stand->folder, "transcript.ndjson"));
    write_file(file, &answer.raw.body);
    answer_free(&answer);
    const char *const arguments[] = {"verify", file, NULL};
    int status = program_run(stand->path, arguments, output, sizeof output);
    free(file);
    if (status != 0 || !strstr(output, words))
        fail_msg("verify ends with %d: %s", status, output);
}
