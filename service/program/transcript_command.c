#include <string.h>

#include "service/json/event_json.h"
#include "service/program/transcript.h"

/* Whether a later line of the same player, step and round is of TYPE; a new commitment ends the
 * search, as what follows is about that one. */
static bool followed_by(const struct transcript *transcript, size_t index,
                        const struct log_event *logged, enum event_type type)
{
    const struct event_public *pick = &logged->event.public_part;
    for (size_t i = index + 1; i < transcript->count; i++) {
        const struct transcript_line *line = &transcript->lines[i];
        struct log_event later;
        if (line->player != logged->event.player || strncmp(line->type, "pick.", 5) != 0 ||
            !event_read(line->type, line->player, line->at, line->data, line->data_length, NULL, 0,
                        &later))
            continue;
        if (later.event.public_part.step != pick->step ||
            later.event.public_part.round != pick->round)
            return false;
        if (later.event.type == type)
            return true;
        if (later.event.type == EVENT_PICK_COMMITTED)
            return false;
    }
    return false;
}

static void send_pick(const struct pick *pick, struct sent_cards *ret_cards)
{
    ret_cards->count = pick->count;
    memcpy(ret_cards->cards, pick->cards, sizeof pick->cards);
}

/* A commitment whose cards nobody knows any more, since it was replaced or void, is replayed as a
 * withheld one; so is one that its player opened in a reveal of its own. */
static bool command_of_commit(const struct transcript *transcript,
                              const struct disclosure *disclosure, size_t index,
                              const struct log_event *logged, struct commit_command *commit,
                              struct transcript_fault *fault)
{
    const struct event_public *part = &logged->event.public_part;
    *commit = (struct commit_command){.step = part->step,
                                      .round = part->round,
                                      .sealed_by = SEALED_WITHHELD,
                                      .automatic = part->automatic};
    memcpy(commit->commitment, part->commitment, SEAL_BYTES);
    if (followed_by(transcript, index, logged, EVENT_PICK_COMMITTED) ||
        followed_by(transcript, index, logged, EVENT_PICK_OPENED) ||
        followed_by(transcript, index, logged, EVENT_PICK_VOID))
        return true;
    const struct opening *opening =
        disclosure_find(disclosure, part->step, part->round, logged->event.player);
    if (!opening)
        return transcript_fault_tell(fault, index + 1, "no later line discloses this pick");
    commit->sealed_by = SEALED_BY_CLIENT;
    memcpy(commit->nonce, opening->pick.nonce, SEAL_BYTES);
    send_pick(&opening->pick, &commit->cards);
    return true;
}

static bool command_of_reveal(const struct disclosure *disclosure, size_t index,
                              const struct log_event *logged, struct reveal_command *reveal,
                              struct transcript_fault *fault)
{
    const struct event_public *part = &logged->event.public_part;
    const struct opening *opening =
        disclosure_find(disclosure, part->step, part->round, logged->event.player);
    if (!opening)
        return transcript_fault_tell(fault, index + 1, "no later line discloses this pick");
    *reveal = (struct reveal_command){.step = part->step, .round = part->round};
    memcpy(reveal->nonce, opening->pick.nonce, SEAL_BYTES);
    send_pick(&opening->pick, &reveal->cards);
    return true;
}

/* The placement names planets by their place in the home tile; a command names them. */
static void command_of_placement(const struct placement *placement, const struct seat_cards *cards,
                                 struct starting_units_command *ret_command)
{
    *ret_command = (struct starting_units_command){.planet_count = 0};
    memcpy(ret_command->space, placement->space, sizeof placement->space);
    if (cards->home_faction == CARD_NONE)
        return;
    const struct tile *home = &catalogue_tiles[catalogue_factions[cards->home_faction].home_tile];
    for (uint8_t i = 0; i < home->planet_count; i++) {
        ret_command->planets[i].planet = home->planets[i];
        memcpy(ret_command->planets[i].units, placement->planets[i], sizeof placement->space);
    }
    ret_command->planet_count = home->planet_count;
}

static bool command_of_turn(const struct log_event *logged, const struct game *game,
                            struct command *command)
{
    const struct turn *turn = &logged->event.public_part.turn;
    command->automatic = logged->event.public_part.automatic;
    switch (turn->step) {
    case STEP_HOME_POSITIONS:
        command->type = COMMAND_HOME_POSITION;
        command->home_position = turn->position;
        return true;
    case STEP_HOME_SYSTEMS:
        command->type = COMMAND_HOME_SYSTEM;
        command->home_system = turn->faction;
        return true;
    case STEP_KINGS:
        command->type = COMMAND_KING;
        command->king = turn->king;
        return true;
    case STEP_PLASTIC:
        command->type = COMMAND_PLASTIC;
        command->plastic = turn->colour;
        return true;
    case STEP_STARTING_UNITS:
        command->type = COMMAND_STARTING_UNITS;
        command_of_placement(&turn->placement, &game->table.players[command->player],
                             &command->starting_units);
        return true;
    default:
        return false;
    }
}

/* Commands that say nothing beyond their type. */
static bool plain_command(enum event_type type, enum command_type *ret_type)
{
    static const struct {
        enum event_type event;
        enum command_type command;
    } plain[] = {
        {EVENT_PLAYER_JOINED, COMMAND_JOIN},        {EVENT_GAME_STARTED, COMMAND_START},
        {EVENT_GAME_PAUSED, COMMAND_PAUSE},         {EVENT_GAME_RESUMED, COMMAND_RESUME},
        {EVENT_GAME_ABANDONED, COMMAND_ABANDON},    {EVENT_PLAYER_REINVITED, COMMAND_REINVITE},
        {EVENT_STATUS_PHASE, COMMAND_STATUS_PHASE},
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (plain[i].event == type) {
            *ret_type = plain[i].command;
            return true;
        }
    }
    return false;
}

bool transcript_command(const struct transcript *transcript, const struct disclosure *disclosure,
                        size_t index, const struct log_event *logged, const struct game *game,
                        struct command *ret_command, struct transcript_fault *fault)
{
    const struct event *event = &logged->event;
    *ret_command = (struct command){.player = event->player};
    if (plain_command(event->type, &ret_command->type))
        return true;
    switch (event->type) {
    case EVENT_GAME_CREATED:
        ret_command->type = COMMAND_CREATE;
        ret_command->create = event->public_part.setup;
        return true;
    case EVENT_TURN_UNDONE:
        ret_command->type = COMMAND_UNDO;
        ret_command->undo_version = game->version;
        return true;
    case EVENT_PICK_COMMITTED:
        ret_command->type = COMMAND_COMMIT;
        return command_of_commit(transcript, disclosure, index, logged, &ret_command->commit,
                                 fault);
    case EVENT_PICK_OPENED:
        ret_command->type = COMMAND_REVEAL;
        return command_of_reveal(disclosure, index, logged, &ret_command->reveal, fault);
    case EVENT_TURN_TAKEN:
        if (event->player < PLAYERS_MAX && command_of_turn(logged, game, ret_command))
            return true;
        break;
    default:
        break;
    }
    return transcript_fault_tell(fault, index + 1, "is %s, which nothing before it brings",
                                 transcript->lines[index].type);
}
