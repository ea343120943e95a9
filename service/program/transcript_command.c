#include <string.h>

#include "service/fairness/commitment.h"
#include "service/json/event_json.h"
#include "service/program/transcript.h"
#include "service/program/transcript_table.h"

/* Reads the line at INDEX if it is about a pick. */
static bool read_pick(const struct transcript *transcript, size_t index, struct log_event *ret_pick)
{
    const struct transcript_line *line = &transcript->lines[index];
    return strncmp(line->type, "pick.", 5) == 0 &&
           event_read(line->type, line->player, line->at, line->data, line->data_length, NULL, 0,
                      ret_pick);
}

/* The next line about the same player's pick of the same step and round, read into RET_NEXT; the
 * number of lines if there is none. *RET_REINVITED: another person took the place before it. */
static size_t next_of_pick(const struct transcript *transcript, size_t index,
                           const struct log_event *pick, struct log_event *ret_next,
                           bool *ret_reinvited)
{
    const char *reinvited = event_type_name(EVENT_PLAYER_REINVITED, true);
    const struct event_public *part = &pick->event.public_part;
    *ret_reinvited = false;
    for (size_t i = index + 1; i < transcript->count; i++) {
        const struct transcript_line *line = &transcript->lines[i];
        if (line->player != pick->event.player)
            continue;
        if (read_pick(transcript, i, ret_next)) {
            const struct event_public *next = &ret_next->event.public_part;
            return next->step == part->step && next->round == part->round ? i : transcript->count;
        }
        *ret_reinvited |= strcmp(line->type, reinvited) == 0;
    }
    return transcript->count;
}

/* Whether the server did not know the cards of this commitment, as far as it matters for what
 * follows: it was opened by a reveal or became void. A commitment that only repeats the one
 * before it stands there because the server came to know the cards, or ceased to. */
static bool was_withheld(const struct transcript *transcript, size_t index,
                         const struct log_event *logged)
{
    struct log_event pick = *logged;
    bool turned = false;
    for (;;) {
        struct log_event next;
        bool reinvited;
        size_t at = next_of_pick(transcript, index, &pick, &next, &reinvited);
        if (at == transcript->count)
            return turned;
        if (next.event.type != EVENT_PICK_COMMITTED)
            return !turned;
        if (memcmp(next.event.public_part.commitment, pick.event.public_part.commitment,
                   SEAL_BYTES) != 0)
            return reinvited == turned;
        turned = !turned;
        index = at;
        pick = next;
    }
}

static void send_pick(const struct pick *pick, struct sent_cards *ret_cards)
{
    ret_cards->count = pick->count;
    memcpy(ret_cards->cards, pick->cards, sizeof pick->cards);
}

/* The opening of exactly this commitment, NULL if no line has it. */
static const struct opening *opening_of(const struct transcript *transcript,
                                        const struct disclosure *disclosure,
                                        const struct log_event *logged)
{
    uint8_t commitment[SEAL_BYTES];
    const struct event_public *part = &logged->event.public_part;
    const struct opening *opening =
        disclosure_find(disclosure, part->step, part->round, logged->event.player);
    if (!opening)
        return NULL;
    commitment_of(transcript->game, part->step, part->round, logged->event.player, &opening->pick,
                  commitment);
    return memcmp(commitment, part->commitment, SEAL_BYTES) == 0 ? opening : NULL;
}

/* Cards that no line opens, since the commitment was replaced or void, are replayed as withheld:
 * the rules ask nothing about them. */
static bool command_of_commit(const struct transcript *transcript,
                              const struct disclosure *disclosure, size_t index,
                              const struct log_event *logged, struct replayed *ret_replayed,
                              struct transcript_fault *fault)
{
    struct log_event next;
    bool reinvited;
    const struct event_public *part = &logged->event.public_part;
    struct commit_command *commit = &ret_replayed->command.commit;
    const struct opening *opening = opening_of(transcript, disclosure, logged);
    bool withheld = was_withheld(transcript, index, logged);
    *commit = (struct commit_command){
        .step = part->step, .round = part->round, .sealed_by = SEALED_WITHHELD};
    memcpy(commit->commitment, part->commitment, SEAL_BYTES);
    ret_replayed->cards_unknown = !opening;
    ret_replayed->server_knew = !withheld;
    if (!opening && next_of_pick(transcript, index, logged, &next, &reinvited) == transcript->count)
        return transcript_fault_tell(fault, index + 1, "no later line discloses this pick");
    if (withheld || !opening)
        return true;
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
                        struct replayed *ret_replayed, struct transcript_fault *fault)
{
    struct command *command = &ret_replayed->command;
    const struct event *event = &logged->event;
    bool automatic = event->public_part.automatic;
    *ret_replayed = (struct replayed){.command = {.player = event->player}};
    if (event->player != PLAYER_NONE && event->player >= game->setup.players)
        return transcript_fault_tell(fault, index + 1, "is about p%d, who is not in the game",
                                     event->player + 1);
    if (plain_command(event->type, &command->type)) {
        command->automatic = automatic;
        return true;
    }
    /* A turn that could not be different comes with what came before it, never as a line of its
     * own: this one was drawn. */
    if (automatic && (event->type == EVENT_PICK_COMMITTED || event->type == EVENT_TURN_TAKEN)) {
        command->type = COMMAND_DEFAULT;
        return true;
    }
    switch (event->type) {
    case EVENT_GAME_CREATED:
        command->type = COMMAND_CREATE;
        command->create = event->public_part.setup;
        return true;
    case EVENT_TURN_UNDONE:
        command->type = COMMAND_UNDO;
        command->undo_version = game->version;
        return true;
    case EVENT_PICK_COMMITTED:
        command->type = COMMAND_COMMIT;
        return command_of_commit(transcript, disclosure, index, logged, ret_replayed, fault);
    case EVENT_PICK_OPENED:
        command->type = COMMAND_REVEAL;
        return command_of_reveal(disclosure, index, logged, &command->reveal, fault);
    case EVENT_TURN_TAKEN:
        if (event->player < PLAYERS_MAX &&
            command_of_turn(game, event->player, &event->public_part.turn, command))
            return true;
        break;
    default:
        if (table_command(event, command))
            return true;
        break;
    }
    return transcript_fault_tell(fault, index + 1, "is %s, which nothing before it brings",
                                 transcript->lines[index].type);
}
