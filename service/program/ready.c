#include <curl/curl.h>
#include <stdio.h>

#include "service/program/commands.h"
#include "service/program/play_client.h"
#include "service/program/settings.h"

/* The status of /readyz; 0 after a message on standard error when there is no answer. */
static long ask(const char *url)
{
    struct play_client *client = play_client_new(url);
    if (client == NULL) {
        fputs("spliced ready: there is not enough memory\n", stderr);
        return 0;
    }
    const struct play_request request = {.method = "GET", .path = "/readyz"};
    struct play_answer answer;
    char message[CLIENT_MESSAGE_BYTES];
    bool answered = play_client_send(client, &request, &answer, message);
    long status = answered ? answer.status : 0;
    if (!answered)
        fprintf(stderr, "spliced ready: %s: %s\n", url, message);
    play_answer_free(&answer);
    play_client_free(client);
    return status;
}

int command_ready(int argc, char **argv)
{
    const char *url;
    const struct setting settings[] = {
        {"--url", "SPLICED_URL", "URL", "http://127.0.0.1:8080", "where the server is",
         SETTING_TEXT, 0, 0, &url},
    };
    enum settings_outcome outcome = settings_read(
        settings, sizeof settings / sizeof settings[0],
        "Asks a server whether it can take commands. Exit status: 0 it can, 1 it cannot.", argc,
        argv);
    if (outcome != SETTINGS_READ)
        return outcome == SETTINGS_HELPED ? 0 : EXIT_USAGE;
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        fputs("spliced ready: libcurl does not start\n", stderr);
        return 1;
    }
    long status = ask(url);
    curl_global_cleanup();
    if (status != 0)
        puts(status == 200 ? "ready" : "not ready");
    return status == 200 && fflush(stdout) == 0 ? 0 : 1;
}
