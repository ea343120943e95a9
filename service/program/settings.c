#include "service/program/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"

enum { SECONDS_OF_DAY = 24 * 60 * 60 };

/* The settings with the text that each has so far. */
struct reading {
    const struct setting *settings;
    size_t count;
    const char *subcommand;
    const char *texts[SETTINGS_MAX];
};

static bool complain(const struct reading *reading, const char *subject, const char *wanted)
{
    fprintf(stderr, "spliced %s: %s %s; see \"spliced %s --help\"\n", reading->subcommand, subject,
            wanted, reading->subcommand);
    return false;
}

static void read_environment(struct reading *reading)
{
    for (size_t i = 0; i < reading->count; i++) {
        const struct setting *setting = &reading->settings[i];
        const char *text = setting->variable == NULL ? NULL : getenv(setting->variable);
        reading->texts[i] = text == NULL ? setting->fallback : text;
    }
}

/* Whether ARGUMENT is FLAG or FLAG=VALUE; *RET_VALUE is what follows the "=", NULL without. */
static bool names_flag(const char *argument, const char *flag, const char **ret_value)
{
    size_t length = strlen(flag);
    if (strncmp(argument, flag, length) != 0)
        return false;
    *ret_value = argument[length] == '=' ? argument + length + 1 : NULL;
    return argument[length] == '\0' || argument[length] == '=';
}

/* Takes the argument at *INDEX, and the next one when that is its value. */
static bool take_argument(struct reading *reading, int argc, char **argv, int *index)
{
    const char *argument = argv[*index];
    for (size_t i = 0; i < reading->count; i++) {
        const struct setting *setting = &reading->settings[i];
        const char *value;
        if (!names_flag(argument, setting->flag, &value))
            continue;
        if (setting->kind == SETTING_SWITCH && value != NULL)
            return complain(reading, setting->flag, "takes no value");
        if (setting->kind == SETTING_SWITCH)
            value = "1";
        if (value == NULL && *index + 1 >= argc)
            return complain(reading, setting->flag, "wants a value");
        reading->texts[i] = value != NULL ? value : argv[++*index];
        return true;
    }
    return complain(reading, argument, "is not an option");
}

static bool to_number(const struct setting *setting, const char *text, long *ret_number)
{
    char *end;
    errno = 0;
    *ret_number = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *ret_number >= setting->minimum &&
           *ret_number <= setting->maximum;
}

static bool to_duration(const struct setting *setting, const char *text, int64_t *ret_milliseconds)
{
    return duration_parse(text, strlen(text), ret_milliseconds) &&
           *ret_milliseconds <= (int64_t)setting->maximum * 1000;
}

static bool to_switch(const char *text, bool *ret_on)
{
    *ret_on = strcmp(text, "1") == 0;
    return *ret_on || strcmp(text, "0") == 0 || text[0] == '\0';
}

static bool convert(const struct reading *reading, size_t index)
{
    const struct setting *setting = &reading->settings[index];
    const char *text = reading->texts[index];
    char wanted[80];
    switch (setting->kind) {
    case SETTING_TEXT:
        *(const char **)setting->target = text;
        return true;
    case SETTING_NUMBER:
        if (to_number(setting, text, setting->target))
            return true;
        snprintf(wanted, sizeof wanted, "wants a number from %ld to %ld", setting->minimum,
                 setting->maximum);
        return complain(reading, setting->flag, wanted);
    case SETTING_DURATION:
        if (to_duration(setting, text, setting->target))
            return true;
        snprintf(wanted, sizeof wanted, "wants a duration like PT1H or P2D, of %ld days at most",
                 setting->maximum / SECONDS_OF_DAY);
        return complain(reading, setting->flag, wanted);
    case SETTING_SWITCH:
        if (to_switch(text, setting->target))
            return true;
        return complain(reading, setting->variable, "wants 1 or 0");
    }
    return false;
}

static void print_help(const struct reading *reading, const char *summary)
{
    printf("usage: spliced %s [OPTIONS]\n\n%s\n\n", reading->subcommand, summary);
    for (size_t i = 0; i < reading->count; i++) {
        const struct setting *setting = &reading->settings[i];
        printf("  %s%s%s\n      %s", setting->flag, setting->value == NULL ? "" : " ",
               setting->value == NULL ? "" : setting->value, setting->help);
        if (setting->kind != SETTING_SWITCH && setting->fallback != NULL &&
            setting->fallback[0] != '\0')
            printf(" (default: %s)", setting->fallback);
        if (setting->variable != NULL)
            printf(" [%s]", setting->variable);
        putchar('\n');
    }
    puts("  --help, -h\n      this text");
}

enum settings_outcome settings_read(const struct setting *settings, size_t count,
                                    const char *summary, int argc, char **argv)
{
    struct reading reading = {.settings = settings, .count = count, .subcommand = argv[0]};
    read_environment(&reading);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(&reading, summary);
            return SETTINGS_HELPED;
        }
        if (!take_argument(&reading, argc, argv, &i))
            return SETTINGS_WRONG;
    }
    for (size_t i = 0; i < count; i++)
        if (!convert(&reading, i))
            return SETTINGS_WRONG;
    return SETTINGS_READ;
}
