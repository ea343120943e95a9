/*
 * The server's log: one line of JSON an event on standard error. Nothing secret is ever given
 * to it: no token, nonce, invite or hidden card.
 */
#ifndef SERVICE_BASE_LOG_H
#define SERVICE_BASE_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_LEVEL_ERROR, LOG_LEVEL_WARNING, LOG_LEVEL_INFO, LOG_LEVEL_DEBUG };

struct log_field {
    const char *name;
    const char *text; /* NULL: NUMBER counts */
    int64_t number;
};

#define LOG_TEXT(name, text)     ((struct log_field){(name), (text), 0})
#define LOG_NUMBER(name, number) ((struct log_field){(name), NULL, (int64_t)(number)})

/* Lines above LEVEL are left out from now on. */
void log_set_level(enum log_level level);

/* Whether a line of LEVEL is written at all. */
bool log_shows(enum log_level level);

/* FIELDS ends with an element whose name is NULL, or is NULL itself. Safe from any thread.
 * A field for which the line (4 KiB) has no room is left out, and the line says "cut": true. */
void log_line(enum log_level level, const char *message, const struct log_field *fields);

#define LOG_EVENT(level, message, ...)                                                             \
    log_line((level), (message), (const struct log_field[]){__VA_ARGS__, {NULL, NULL, 0}})

#endif
