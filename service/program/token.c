#include <stdio.h>
#include <string.h>

#include "service/api/grant.h"
#include "service/base/clock.h"
#include "service/program/commands.h"
#include "service/program/folder.h"
#include "service/program/settings.h"

struct wanted_token {
    const char *data;
    const char *role;
    const char *name;
    long days;
};

static enum settings_outcome wanted_read(struct wanted_token *ret_wanted, int argc, char **argv)
{
    const struct setting settings[] = {
        {"--data", "SPLICED_DATA", "FOLDER", "data",
         "the data folder of a server, which has been started once", SETTING_TEXT, 0, 0,
         &ret_wanted->data},
        {"--role", NULL, "ROLE", NULL, "operator or creator", SETTING_TEXT, 0, 0,
         &ret_wanted->role},
        {"--name", NULL, "NAME", NULL, "whose token it is; creators must have one", SETTING_TEXT, 0,
         0, &ret_wanted->name},
        {"--days", NULL, "NUMBER", "180", "how long it is good for", SETTING_NUMBER, 1,
         TOKEN_DAYS_MAX, &ret_wanted->days},
    };
    return settings_read(settings, sizeof settings / sizeof settings[0],
                         "Prints a token, for the Authorization header, on standard output. The "
                         "server may run meanwhile.",
                         argc, argv);
}

static bool complain(const char *message)
{
    fprintf(stderr, "spliced token: %s; see \"spliced token --help\"\n", message);
    return false;
}

static bool claims_from(const struct wanted_token *wanted, struct claims *ret_claims)
{
    *ret_claims = (struct claims){.player = PLAYER_NONE};
    if (wanted->role != NULL && strcmp(wanted->role, role_id(ROLE_OPERATOR)) == 0)
        ret_claims->role = ROLE_OPERATOR;
    else if (wanted->role != NULL && strcmp(wanted->role, role_id(ROLE_CREATOR)) == 0)
        ret_claims->role = ROLE_CREATOR;
    else
        return complain("--role wants operator or creator");
    const char *name = wanted->name;
    if (name == NULL && ret_claims->role == ROLE_CREATOR)
        return complain("--name is missing: a creator needs one to find its games by");
    if (name == NULL)
        name = role_id(ROLE_OPERATOR);
    if (text_check(name, strlen(name), NAME_POINTS_MAX) != TEXT_FINE)
        return complain("--name wants 1 to 64 characters, none of them a control character, and "
                        "no blanks at its ends");
    snprintf(ret_claims->subject, sizeof ret_claims->subject, "%s", name);
    return true;
}

int command_token(int argc, char **argv)
{
    struct wanted_token wanted;
    enum settings_outcome outcome = wanted_read(&wanted, argc, argv);
    if (outcome != SETTINGS_READ)
        return outcome == SETTINGS_HELPED ? 0 : EXIT_USAGE;
    struct claims claims;
    if (!claims_from(&wanted, &claims))
        return EXIT_USAGE;

    if (!data_folder_has_keys(wanted.data, "token"))
        return 1;
    struct random_source random = random_system();
    struct keys keys;
    if (!secrets_prepare() || !keys_open(&keys, wanted.data, &random))
        return 1;
    struct clock clock = clock_system();
    char token[TOKEN_MAX];
    const int64_t lifetime = wanted.days * SECONDS_PER_DAY;
    bool signed_fine = grant_token(&keys, &claims, clock_now(&clock) / 1000, lifetime, token);
    keys_close(&keys);
    /* A key that is replaced has to be believed for as long as the longest token. */
    if (signed_fine && lifetime > GAME_TOKEN_SECONDS && !keys_note_lifetime(wanted.data, lifetime))
        return 1;
    if (!signed_fine) {
        fputs("spliced token: the name is too long for a token\n", stderr);
        return 1;
    }
    puts(token);
    return fflush(stdout) == 0 ? 0 : 1;
}
