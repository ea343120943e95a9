#include "service/program/play.h"

#include <curl/curl.h>
#include <limits.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "service/program/commands.h"
#include "service/program/settings.h"

static enum settings_outcome read_settings(struct play_settings *ret_settings, int argc,
                                           char **argv)
{
    const char *way = NULL;
    const struct setting settings[] = {
        {"--url", "SPLICED_URL", "URL", "http://127.0.0.1:8080", "the server", SETTING_TEXT, 0, 0,
         &ret_settings->url},
        {"--players", NULL, "NUMBER", "6", "how many bots", SETTING_NUMBER, PLAYERS_MIN,
         PLAYERS_MAX, &ret_settings->players},
        {"--seed", NULL, "NUMBER", "1",
         "the same seed makes the same choices, as far as the deal "
         "allows",
         SETTING_NUMBER, 0, LONG_MAX, &ret_settings->seed},
        {"--map", NULL, "MAP", NULL,
         "build: the bots build the galaxy; none: the board is made elsewhere; or the string of a "
         "premade map",
         SETTING_TEXT, 0, 0, &ret_settings->map},
        {"--layout", NULL, "NAME", NULL, "build the galaxy by this layout", SETTING_TEXT, 0, 0,
         &ret_settings->layout},
        {"--without-pok", NULL, NULL, "0", "without Prophecy of Kings", SETTING_SWITCH, 0, 0,
         &ret_settings->without_pok},
        {"--passing", NULL, "WAY", "rounds",
         "how hands are passed on: rounds, when all have picked; pipelined, each at once",
         SETTING_TEXT, 0, 0, &ret_settings->passing},
        {"--rounds", NULL, "NUMBER", "0", "rounds that are played on after the draft",
         SETTING_NUMBER, 0, 1000, &ret_settings->rounds},
        {"--commit", NULL, "WAY", "mixed", "who seals the picks: server, client, withheld, mixed",
         SETTING_TEXT, 0, 0, &way},
        {"--token", "SPLICED_TOKEN", "TOKEN", NULL,
         "an operator's or creator's token, unless the "
         "server is open",
         SETTING_TEXT, 0, 0, &ret_settings->token},
    };
    enum settings_outcome outcome =
        settings_read(settings, sizeof settings / sizeof settings[0],
                      "Bots play a whole draft against a running server, then check its "
                      "transcript as \"spliced verify\" does.",
                      argc, argv);
    if (outcome == SETTINGS_READ && !play_way_find(way, &ret_settings->way)) {
        fprintf(stderr, "spliced play: --commit wants server, client, withheld or mixed\n");
        return SETTINGS_WRONG;
    }
    if (outcome == SETTINGS_READ && strcmp(ret_settings->passing, "rounds") != 0 &&
        strcmp(ret_settings->passing, "pipelined") != 0) {
        fprintf(stderr, "spliced play: --passing wants rounds or pipelined\n");
        return SETTINGS_WRONG;
    }
    if (outcome == SETTINGS_READ && ret_settings->layout && ret_settings->map &&
        strcmp(ret_settings->map, "build") != 0) {
        fprintf(stderr, "spliced play: --layout goes with --map build\n");
        return SETTINGS_WRONG;
    }
    return outcome;
}

static bool run(struct play *play)
{
    bool fine = play_create(play) && play_setup(play);
    play_progress_end();
    if (!fine)
        return false;
    printf("game %s, set up by %u commands\n\n", play->game, play->commands);
    play_table(play->view, stdout);
    play_map(play->view, stdout);
    putchar('\n');
    if (play->settings->rounds > 0) {
        if (!play_rounds(play))
            return false;
        printf("%ld rounds played, %u commands in all\n\n", play->settings->rounds, play->commands);
        play_tableaus(play->view, stdout);
        putchar('\n');
    }
    return play_verify(play, stdout);
}

static void end(struct play *play)
{
    for (size_t i = 0; i < PLAYERS_MAX; i++) {
        free(play->players[i].token);
        play_bot_end(&play->players[i].bot);
    }
    free(play->host_token);
    json_decref(play->view);
    play_client_free(play->client);
}

int command_play(int argc, char **argv)
{
    struct play_settings settings;
    enum settings_outcome outcome = read_settings(&settings, argc, argv);
    if (outcome != SETTINGS_READ)
        return outcome == SETTINGS_HELPED ? 0 : EXIT_USAGE;
    if (sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        fprintf(stderr, "spliced play: libsodium or libcurl does not start\n");
        return 1;
    }
    struct play play = {.settings = &settings};
    play.random = random_seeded(&play.seeded, (uint64_t)settings.seed);
    play.client = play_client_new(settings.url);
    bool fine = play.client && run(&play);
    if (!fine)
        fprintf(stderr, "spliced play: %s\n", play.client ? play.problem : "there is no memory");
    end(&play);
    curl_global_cleanup();
    return fine ? 0 : 1;
}
