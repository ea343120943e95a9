/*
 * Settings of a subcommand: one table says for each its flag, environment variable, default and
 * help. A flag wins over the variable, the variable over the default. --help is printed from the
 * same table.
 */
#ifndef SERVICE_PROGRAM_SETTINGS_H
#define SERVICE_PROGRAM_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum setting_kind { SETTING_TEXT, SETTING_NUMBER, SETTING_DURATION, SETTING_SWITCH };

struct setting {
    const char *flag;     /* "--data" */
    const char *variable; /* "SPLICED_DATA"; NULL: none */
    const char *value;    /* what help calls the value; NULL for a switch */
    const char *fallback; /* NULL for texts: the setting may be absent, its target is NULL then */
    const char *help;
    enum setting_kind kind;
    long minimum; /* of numbers */
    long maximum; /* likewise; of durations, in seconds */
    /* const char ** (borrowed from ARGV or the environment), long *, int64_t * (milliseconds),
     * bool * */
    void *target;
};

enum settings_outcome { SETTINGS_READ, SETTINGS_HELPED, SETTINGS_WRONG };

enum { SETTINGS_MAX = 16 };

/* Reads ARGV (ARGV[0] is the subcommand's name) and the environment into the targets. HELPED after
 * --help or -h, with SUMMARY and the table printed; WRONG after a message on standard error. COUNT
 * is at most SETTINGS_MAX. */
enum settings_outcome settings_read(const struct setting *settings, size_t count,
                                    const char *summary, int argc, char **argv);

#endif
