#include "service/program/scenario_command.h"

#include <string.h>

#include "service/json/command_json.h"
#include "service/json/parts.h"

/* Who gives a command. */
enum giver { GIVEN_BY_PLAYER, GIVEN_BY_HOST, GIVEN_BY_BOTH };

/* Commands whose path is one word. */
static const struct {
    const char *path;
    enum command_type type;
    enum giver giver;
} words[] = {
    {"home_positions", COMMAND_HOME_POSITION, GIVEN_BY_PLAYER},
    {"home_systems", COMMAND_HOME_SYSTEM, GIVEN_BY_PLAYER},
    {"kings", COMMAND_KING, GIVEN_BY_PLAYER},
    {"plastic", COMMAND_PLASTIC, GIVEN_BY_PLAYER},
    {"starting_units", COMMAND_STARTING_UNITS, GIVEN_BY_PLAYER},
    {"join", COMMAND_JOIN, GIVEN_BY_PLAYER},
    {"undo", COMMAND_UNDO, GIVEN_BY_BOTH},
    {"start", COMMAND_START, GIVEN_BY_HOST},
    {"pause", COMMAND_PAUSE, GIVEN_BY_HOST},
    {"resume", COMMAND_RESUME, GIVEN_BY_HOST},
    {"abandon", COMMAND_ABANDON, GIVEN_BY_HOST},
    {"status_phase", COMMAND_STATUS_PHASE, GIVEN_BY_HOST},
};

static bool may_give(enum giver giver, uint8_t player)
{
    return giver == GIVEN_BY_BOTH || (giver == GIVEN_BY_HOST) == (player == PLAYER_NONE);
}

static enum command_reading outcome(bool fine)
{
    return fine ? COMMAND_READ : COMMAND_MALFORMED;
}

static enum command_reading read_word(enum command_type type, const json_t *body, uint8_t player,
                                      struct command *ret_command, struct json_faults *faults)
{
    switch (type) {
    case COMMAND_HOME_POSITION:
    case COMMAND_HOME_SYSTEM:
    case COMMAND_KING:
    case COMMAND_PLASTIC:
    case COMMAND_STARTING_UNITS:
        return outcome(read_turn(body, type, player, ret_command, faults));
    case COMMAND_UNDO:
        return outcome(read_undo(body, player, ret_command, faults));
    default:
        *ret_command = (struct command){.type = type, .player = player};
        return outcome(json_read_fields(body, "", NULL, 0, faults));
    }
}

/* "players.p2.reinvite" */
static enum command_reading read_reinvite(const char *path, const json_t *body, uint8_t player,
                                          struct command *ret_command, struct json_faults *faults)
{
    static const char before[] = "players.", after[] = ".reinvite";
    size_t length = strlen(path);
    size_t fixed = strlen(before) + strlen(after);
    if (length != fixed + 2 || strncmp(path, before, strlen(before)) != 0 ||
        strcmp(path + length - strlen(after), after) != 0)
        return COMMAND_UNKNOWN;
    uint8_t invited = player_find(path + strlen(before), 2);
    if (invited == PLAYER_NONE)
        return COMMAND_UNKNOWN;
    if (player != PLAYER_NONE)
        return COMMAND_FORBIDDEN;
    *ret_command = (struct command){.type = COMMAND_REINVITE, .player = invited};
    return outcome(json_read_fields(body, "", NULL, 0, faults));
}

/* "splice.commit", "seating.reveal" and the like. */
static enum command_reading read_pick(const char *path, const json_t *body, uint8_t player,
                                      struct command *ret_command, struct json_faults *faults)
{
    const char *dot = strchr(path, '.');
    enum step step = dot ? step_find(path, (size_t)(dot - path)) : STEP_NONE;
    bool commits = dot && strcmp(dot, ".commit") == 0;
    bool reveals = dot && strcmp(dot, ".reveal") == 0;
    if (step == STEP_NONE || (!commits && !reveals))
        return read_reinvite(path, body, player, ret_command, faults);
    if (player == PLAYER_NONE)
        return COMMAND_FORBIDDEN;
    return outcome(commits ? read_commit(body, step, player, false, ret_command, faults)
                           : read_reveal(body, step, player, ret_command, faults));
}

enum command_reading scenario_command_read(const char *path, const json_t *body, uint8_t player,
                                           struct command *ret_command, struct json_faults *faults)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(path, words[i].path) != 0)
            continue;
        if (!may_give(words[i].giver, player))
            return COMMAND_FORBIDDEN;
        return read_word(words[i].type, body, player, ret_command, faults);
    }
    return read_pick(path, body, player, ret_command, faults);
}
