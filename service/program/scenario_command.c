#include "service/program/scenario_command.h"

#include <stdlib.h>
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/parts.h"

/* Who gives a command. */
enum giver { GIVEN_BY_PLAYER, GIVEN_BY_HOST, GIVEN_BY_BOTH };

/* Commands whose path is always the same. */
static const struct {
    const char *path;
    enum command_type type;
    enum giver giver;
} words[] = {
    {"home_positions", COMMAND_HOME_POSITION, GIVEN_BY_PLAYER},
    {"galaxy.tiles", COMMAND_TILE, GIVEN_BY_PLAYER},
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
    {"status_phase", COMMAND_STATUS_PHASE, GIVEN_BY_BOTH},
    {"cards.gain", COMMAND_GAIN, GIVEN_BY_BOTH},
    {"cards.lose", COMMAND_LOSE, GIVEN_BY_BOTH},
    {"cards.keep", COMMAND_KEEP, GIVEN_BY_BOTH},
    {"splices", COMMAND_SPLICE, GIVEN_BY_BOTH},
    {"units", COMMAND_UNITS, GIVEN_BY_BOTH},
    {"captures", COMMAND_CAPTURE, GIVEN_BY_BOTH},
    {"captures.return", COMMAND_RETURN, GIVEN_BY_BOTH},
    {"transactions", COMMAND_PROPOSE, GIVEN_BY_BOTH},
    {"blockades", COMMAND_BLOCKADE, GIVEN_BY_BOTH},
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
    case COMMAND_TILE:
    case COMMAND_HOME_SYSTEM:
    case COMMAND_KING:
    case COMMAND_PLASTIC:
    case COMMAND_STARTING_UNITS:
        return outcome(read_turn(body, type, player, ret_command, faults));
    case COMMAND_UNDO:
        return outcome(read_undo(body, player, ret_command, faults));
    default:
        return outcome(read_table_action(body, type, player, ret_command, faults));
    }
}

/* A path of three words whose middle one names something: "splices.2.take". */
struct middle {
    const char *before;
    const char *after; /* NULL: the name ends the path */
    enum command_type type;
    bool accepts; /* COMMAND_ANSWER */
};

static const struct middle middles[] = {
    {"players.", ".reinvite", COMMAND_REINVITE, false},
    {"players.", ".default", COMMAND_DEFAULT, false},
    {"players.", ".eliminate", COMMAND_ELIMINATE, false},
    {"genomes.", ".exhaust", COMMAND_EXHAUST, false},
    {"splices.", ".take", COMMAND_TAKE, false},
    {"transactions.", ".accept", COMMAND_ANSWER, true},
    {"transactions.", ".decline", COMMAND_ANSWER, false},
    {"blockades.", NULL, COMMAND_END_BLOCKADE, false},
};

/* The name between, if PATH is of that form. */
static bool find_name(const char *path, const struct middle *middle, struct field_text *ret_name)
{
    size_t length = strlen(path);
    size_t before = strlen(middle->before);
    size_t after = middle->after ? strlen(middle->after) : 0;
    if (length <= before + after || strncmp(path, middle->before, before) != 0 ||
        (middle->after && strcmp(path + length - after, middle->after) != 0))
        return false;
    *ret_name = (struct field_text){path + before, length - before - after};
    return true;
}

/* Puts the name into the command; false when it cannot stand there. */
static bool take_name(struct field_text name, const struct middle *middle, struct command *command)
{
    uint32_t number = (uint32_t)strtoul(name.text, NULL, 10);
    uint8_t player = player_find(name.text, name.length);
    switch (middle->type) {
    case COMMAND_REINVITE:
    case COMMAND_DEFAULT:
        command->player = player;
        return player != PLAYER_NONE;
    case COMMAND_ELIMINATE:
        command->eliminated = player;
        return player != PLAYER_NONE;
    case COMMAND_EXHAUST:
        command->genome = card_find(name.text, name.length);
        return true;
    case COMMAND_TAKE:
        command->take.number = number;
        return true;
    case COMMAND_ANSWER:
        command->answer = (struct answer_command){number, middle->accepts};
        return true;
    default:
        command->blockade_number = number;
        return true;
    }
}

static enum command_reading read_middle(const char *path, const json_t *body, uint8_t player,
                                        struct command *ret_command, struct json_faults *faults)
{
    for (size_t i = 0; i < sizeof middles / sizeof middles[0]; i++) {
        struct field_text name;
        if (!find_name(path, &middles[i], &name))
            continue;
        bool for_another =
            middles[i].type == COMMAND_REINVITE || middles[i].type == COMMAND_DEFAULT;
        if (for_another && player != PLAYER_NONE)
            return COMMAND_FORBIDDEN;
        bool fine = read_table_action(body, middles[i].type, player, ret_command, faults);
        return take_name(name, &middles[i], ret_command) ? outcome(fine) : COMMAND_UNKNOWN;
    }
    return COMMAND_UNKNOWN;
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
        return read_middle(path, body, player, ret_command, faults);
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
