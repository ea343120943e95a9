/*
 * Commands as scenarios write them.
 */
#ifndef SERVICE_PROGRAM_SCENARIO_COMMAND_H
#define SERVICE_PROGRAM_SCENARIO_COMMAND_H

#include "service/json/reader.h"
#include "service/record/record.h"

/* What became of reading a command. */
enum command_reading {
    COMMAND_READ,
    COMMAND_FORBIDDEN, /* it is not for that player or host to give */
    COMMAND_MALFORMED, /* FAULTS tell why */
    COMMAND_UNKNOWN    /* there is no such command */
};

/* DO is the command's path below the game with "." for "/", BODY its other members. PLAYER gives
 * it; PLAYER_NONE: the host. */
enum command_reading scenario_command_read(const char *path, const json_t *body, uint8_t player,
                                           struct command *ret_command, struct json_faults *faults);

#endif
