#include <stdio.h>
#include <string.h>

#include "service/api/grant.h"
#include "service/base/clock.h"
#include "service/program/commands.h"
#include "service/program/folder.h"
#include "service/program/settings.h"

enum { MILLISECONDS = 1000 };

static const char usage[] =
    "usage: spliced key list [OPTIONS]\n"
    "       spliced key rotate [OPTIONS]\n"
    "\n"
    "Lists the keys that a server signs with, and those whose signatures are still believed; or\n"
    "replaces one. The server may run meanwhile: it takes a new key within a second or two.\n"
    "\n"
    "\"spliced key list --help\" and \"spliced key rotate --help\" tell the options.\n";

struct wanted_rotation {
    const char *data;
    const char *key;
    bool at_once;
};

static void print_key(enum key_purpose purpose, const char *id, const char *state)
{
    printf("%-6s %s  %s\n", key_purpose_name(purpose), id, state);
}

static void print_retired(const struct retired_key *key, int64_t now)
{
    char until[TIME_LENGTH + 1];
    char state[TIME_LENGTH + 32];
    time_format(key->until * MILLISECONDS, until);
    if (key->purpose == KEY_HEAD)
        snprintf(state, sizeof state, "retired, published for ever");
    else
        snprintf(state, sizeof state, "retired, %s %s",
                 retired_key_holds(key, now) ? "believed until" : "not believed since", until);
    print_key(key->purpose, key->id, state);
}

static void print_keys(const struct keys *keys, int64_t now)
{
    print_key(KEY_TOKEN, keys->token.id, "signs");
    print_key(KEY_HEAD, keys->head.id, "signs");
    for (size_t i = 0; i < keys->history.count; i++)
        print_retired(&keys->history.retired[i], now);
}

static int64_t now_seconds(void)
{
    struct clock clock = clock_system();
    return clock_now(&clock) / MILLISECONDS;
}

static int list(int argc, char **argv)
{
    const char *data;
    const struct setting settings[] = {
        {"--data", "SPLICED_DATA", "FOLDER", "data", "the data folder of a server", SETTING_TEXT, 0,
         0, &data},
    };
    enum settings_outcome outcome = settings_read(
        settings, sizeof settings / sizeof settings[0],
        "Prints each key: what it signs, its kid, and whether it still does.", argc, argv);
    if (outcome != SETTINGS_READ)
        return outcome == SETTINGS_HELPED ? 0 : EXIT_USAGE;
    struct keys keys;
    if (!data_folder_has_keys(data, "key list") || !secrets_prepare() ||
        !keys_open(&keys, data, NULL))
        return 1;
    print_keys(&keys, now_seconds());
    keys_close(&keys);
    return fflush(stdout) == 0 ? 0 : 1;
}

static enum settings_outcome wanted_read(struct wanted_rotation *ret_wanted, int argc, char **argv)
{
    const struct setting settings[] = {
        {"--data", "SPLICED_DATA", "FOLDER", "data", "the data folder of a server", SETTING_TEXT, 0,
         0, &ret_wanted->data},
        {"--key", NULL, "KEY", "token",
         "token, or head: the one that heads of logs are signed with", SETTING_TEXT, 0, 0,
         &ret_wanted->key},
        {"--at-once", NULL, NULL, "0",
         "all that such keys have signed is worthless from now on: for when they have been stolen",
         SETTING_SWITCH, 0, 0, &ret_wanted->at_once},
    };
    return settings_read(settings, sizeof settings / sizeof settings[0],
                         "Replaces a signing key. What was signed before is believed on: tokens "
                         "until they expire, heads for ever. Invites and webhooks' secrets stay.",
                         argc, argv);
}

static int rotate(int argc, char **argv)
{
    struct wanted_rotation wanted;
    enum settings_outcome outcome = wanted_read(&wanted, argc, argv);
    if (outcome != SETTINGS_READ)
        return outcome == SETTINGS_HELPED ? 0 : EXIT_USAGE;
    struct rotation rotation = {
        .now = now_seconds(), .lifetime = GAME_TOKEN_SECONDS, .at_once = wanted.at_once};
    if (strcmp(wanted.key, key_purpose_name(KEY_HEAD)) == 0) {
        rotation.purpose = KEY_HEAD;
    } else if (strcmp(wanted.key, key_purpose_name(KEY_TOKEN)) != 0) {
        fputs("spliced key rotate: --key wants token or head; see \"spliced key rotate --help\"\n",
              stderr);
        return EXIT_USAGE;
    }
    struct random_source random = random_system();
    struct keys keys;
    if (!data_folder_has_keys(wanted.data, "key rotate") || !secrets_prepare() ||
        !keys_rotate(&keys, wanted.data, &rotation, &random))
        return 1;
    print_keys(&keys, rotation.now);
    keys_close(&keys);
    return fflush(stdout) == 0 ? 0 : 1;
}

int command_key(int argc, char **argv)
{
    static char list_name[] = "key list";
    static char rotate_name[] = "key rotate";
    const char *action = argc > 1 ? argv[1] : "";
    if (strcmp(action, "list") == 0) {
        argv[1] = list_name;
        return list(argc - 1, argv + 1);
    }
    if (strcmp(action, "rotate") == 0) {
        argv[1] = rotate_name;
        return rotate(argc - 1, argv + 1);
    }
    bool asked = strcmp(action, "--help") == 0 || strcmp(action, "-h") == 0;
    fputs(usage, asked ? stdout : stderr);
    return asked ? 0 : EXIT_USAGE;
}
