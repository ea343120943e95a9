/*
 * What `spliced serve` is told: by flags, by environment variables, by defaults.
 */
#ifndef SERVICE_PROGRAM_CONFIGURATION_H
#define SERVICE_PROGRAM_CONFIGURATION_H

#include <stdint.h>

#include "service/base/log.h"
#include "service/http/address.h"
#include "service/program/settings.h"

enum { ORIGINS_MAX = 32, ORIGINS_BYTES = 4096, ADDRESS_BYTES = 64 };

struct configuration {
    char address[ADDRESS_BYTES]; /* without the brackets of IPv6 */
    uint16_t port;
    const char *data; /* folder */
    bool open;
    bool webhook_allow_private;
    const char *origins[ORIGINS_MAX + 1]; /* NULL-terminated, into origin_bytes */
    char origin_bytes[ORIGINS_BYTES];
    long cached_games;
    long threads;
    long streams;          /* and long polls, at a time */
    long heartbeat;        /* seconds */
    int64_t restart_grace; /* milliseconds */
    bool rate_limit;
    struct proxies proxies; /* that are trusted */
    enum log_level log_level;
};

/* Reads ARGV and the environment; RET_CONFIGURATION points into itself and into both: it is not
 * to be copied. */
enum settings_outcome configuration_read(struct configuration *ret_configuration, int argc,
                                         char **argv);

/* Whether only this machine can reach the address. */
bool configuration_is_loopback(const struct configuration *configuration);

#endif
