#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/event_json.h"
#include "service/program/transcript.h"
#include "service/program/transcript_table.h"
#include "service/record/attendance.h"

/* A game played again. */
struct replay {
    const struct transcript *transcript;
    const struct disclosure *disclosure;
    struct fair_dealer fair;
    size_t next; /* index of the line that comes next */
    bool stopped;
    struct events events;
    struct log_event logged;
    struct replay_result *result;
    struct transcript_fault *fault;
};

/* Takes up the seed of EPOCH. That of an epoch that still runs is not known, and the dealer then
 * leaves everything as it is. */
static const struct dealer *dealer_of(struct replay *replay, uint16_t epoch)
{
    if (epoch < replay->disclosure->epochs) {
        replay->fair.epoch = epoch;
        memcpy(replay->fair.seed, replay->disclosure->seeds[epoch], SEED_BYTES);
    }
    return &replay->fair.dealer;
}

/* Decks of an epoch that still runs stay in ASCII order: nothing public follows from them. */
static void shuffle_disclosed(void *context, uint16_t epoch, enum stream stream, uint16_t *items,
                              size_t count)
{
    const struct dealer *dealer = dealer_of(context, epoch);
    dealer->shuffle(dealer->context, epoch, stream, items, count);
}

static uint32_t choose_disclosed(void *context, const struct occasion *occasion, uint32_t count)
{
    const struct dealer *dealer = dealer_of(context, occasion->epoch);
    return dealer->choose(dealer->context, occasion, count);
}

static void seal_disclosed(void *context, const struct occasion *occasion, struct pick *pick,
                           uint8_t ret_commitment[SEAL_BYTES])
{
    const struct dealer *dealer = dealer_of(context, occasion->epoch);
    dealer->seal(dealer->context, occasion, pick, ret_commitment);
}

static bool opens(void *context, enum step step, uint8_t round, uint8_t player,
                  const struct pick *pick, const uint8_t commitment[SEAL_BYTES])
{
    struct replay *replay = context;
    return replay->fair.dealer.opens(replay->fair.dealer.context, step, round, player, pick,
                                     commitment);
}

/* Entropy as it is known by now: all of it once the game starts. JOINING is the join under way. */
static void begin_dealer(struct replay *replay, const struct log_event *joining)
{
    const struct record *record = &replay->result->record;
    uint8_t entropy[PLAYERS_MAX][SEED_BYTES] = {0};
    for (uint8_t i = 0; i < record->game.setup.players; i++)
        memcpy(entropy[i], record->people[i].entropy, SEED_BYTES);
    uint8_t player = joining->event.player;
    if (joining->event.type == EVENT_PLAYER_JOINED && player < PLAYERS_MAX &&
        !record->people[player].has_entropy)
        memcpy(entropy[player], joining->joined.entropy, SEED_BYTES);
    fair_dealer_begin(&replay->fair, replay->transcript->game, record->game.setup.players, NULL,
                      (const uint8_t(*)[SEED_BYTES])entropy);
}

static bool read_next(struct replay *replay)
{
    const struct transcript_line *line = &replay->transcript->lines[replay->next];
    return event_read(line->type, line->player, line->at, line->data, line->data_length, NULL, 0,
                      &replay->logged) ||
           transcript_fault_tell(replay->fault, replay->next + 1,
                                 "its data is not that of an event %s", line->type);
}

static bool tell_other(struct replay *replay, const char *type, uint8_t player)
{
    char who[] = "nobody";
    if (player < PLAYERS_MAX)
        snprintf(who, sizeof who, "p%d", player + 1);
    return transcript_fault_tell(replay->fault, replay->next + 1,
                                 "is %s, but by the rules %s (%s) comes here",
                                 replay->transcript->lines[replay->next].type, type, who);
}

/* EVENT, which the rules bring, against the line that comes next. */
static bool compare_line(struct replay *replay, const struct event *event)
{
    const struct record *record = &replay->result->record;
    const struct transcript_line *line = &replay->transcript->lines[replay->next];
    const char *type = event_type_name(event->type, record->game.setup.options.disclose);
    if (strcmp(type, line->type) != 0 || event->player != line->player)
        return tell_other(replay, type, event->player);
    replay->logged.event = *event;
    struct buffer data = buffer_new(TRANSCRIPT_LINE_MAX);
    event_write_data(record, &replay->logged, &data);
    bool same = !buffer_failed(&data) && data.length == line->data_length &&
                memcmp(data.bytes, line->data, data.length) == 0;
    if (!same)
        transcript_fault_tell(replay->fault, replay->next + 1, "%sby the rules its data is %.*s",
                              event->public_part.automatic
                                  ? "is not what was drawn, by the disclosed seed, to be done "
                                    "automatically: "
                                  : "",
                              data.length > 200 ? 200 : (int)data.length, data.bytes);
    buffer_free(&data);
    return same;
}

static bool take_events(struct replay *replay)
{
    for (size_t i = 0; i < replay->events.count; i++) {
        const struct event *event = &replay->events.list[i];
        if (event->type == EVENT_GAME_STARTED && replay->disclosure->epochs == 0) {
            replay->stopped = true;
            return true;
        }
        if (replay->next == replay->transcript->count)
            return transcript_fault_tell(replay->fault, replay->next + 1,
                                         "is missing: the log ends in the middle of what belongs "
                                         "together");
        if (!read_next(replay) || !compare_line(replay, event))
            return false;
        record_apply(&replay->result->record, &replay->logged,
                     replay->transcript->lines[replay->next].hash);
        replay->next++;
    }
    return true;
}

/* A void commitment's cards are in no line: whether they could not be picked is not known, but
 * that the pick was due is. */
static bool take_void(struct replay *replay)
{
    const struct event *event = &replay->logged.event;
    const struct table *table = &replay->result->record.game.table;
    uint8_t player = event->player;
    if (player >= PLAYERS_MAX || event->public_part.step != table->step ||
        event->public_part.round != table->round || !table->round_closed ||
        table->players[player].seal.state != SEAL_WITHHELD ||
        memcmp(table->players[player].seal.commitment, event->public_part.commitment, SEAL_BYTES) !=
            0)
        return transcript_fault_tell(replay->fault, replay->next + 1,
                                     "voids a commitment that no reveal could be due for");
    replay->events.count = 1;
    replay->events.list[0] = *event;
    return take_events(replay);
}

/* Nobody whom the line that comes next, one about people and time, is about is missing. */
static bool all_are_in_the_game(const struct replay *replay)
{
    const struct log_event *logged = &replay->logged;
    uint8_t players = replay->result->record.game.setup.players;
    if (logged->event.type != EVENT_DEADLINE_SET)
        return logged->event.player < players;
    for (uint8_t player = players; player < PLAYERS_MAX; player++)
        if (logged->moved.due[player] != 0)
            return false;
    return players > 0;
}

/* The rules know nothing of people and time: nothing but the form of such a line is checked. */
static bool take_attendance(struct replay *replay)
{
    const struct event *event = &replay->logged.event;
    if (!all_are_in_the_game(replay))
        return transcript_fault_tell(replay->fault, replay->next + 1,
                                     "is about a player who is not in the game");
    replay->events.count = 1;
    replay->events.list[0] = *event;
    return take_events(replay);
}

static bool tell_refusal(struct replay *replay, const struct command *command, enum refusal refusal)
{
    bool is_pick = command->type == COMMAND_COMMIT || command->type == COMMAND_REVEAL;
    return transcript_fault_tell(
        replay->fault, replay->next + 1, "%s (%s)",
        is_pick ? "by the rules, and by what the disclosed seed deals, this pick may not be made"
                : "by the rules this may not be done here",
        refusal_code(refusal));
}

/* The rules were asked about a withheld commitment, since its cards are in no line; but the
 * server knew them, and so the pick would outlast a change of persons. It is replaced later. */
static void mark_known(struct events *events)
{
    struct event *event = &events->list[0];
    if (event->type == EVENT_PICK_COMMITTED)
        event->private_part.pick.sealed_by = STORED_CLIENT;
}

/* The line that comes next, and all that it brings. */
static bool take_command(struct replay *replay)
{
    struct replayed replayed;
    struct record *record = &replay->result->record;
    const struct dealer dealer = {replay, shuffle_disclosed, opens, choose_disclosed,
                                  seal_disclosed};
    if (!read_next(replay))
        return false;
    if (replay->logged.event.type == EVENT_PICK_VOID)
        return take_void(replay);
    if (attendance_is_of(replay->logged.event.type))
        return take_attendance(replay);
    if (replay->logged.event.type == EVENT_GAME_STARTED && replay->disclosure->epochs == 0) {
        replay->stopped = true;
        return true;
    }
    if (!transcript_command(replay->transcript, replay->disclosure, replay->next, &replay->logged,
                            &record->game, &replayed, replay->fault))
        return false;
    if (replay->logged.event.type == EVENT_SPLICE_OPENED &&
        record->game.table.epoch >= replay->disclosure->epochs)
        replay->result->undisclosed +=
            table_stack_splice(&record->game, &replay->logged.event.public_part.splice);
    begin_dealer(replay, &replay->logged);
    replay->result->unknown += replayed.cards_unknown;
    replay->result->automatic += replayed.command.type == COMMAND_DEFAULT;
    enum refusal refusal = decide(&record->game, &replayed.command, &dealer, &replay->events);
    if (refusal != ACCEPTED)
        return tell_refusal(replay, &replayed.command, refusal);
    if (replay->events.count == 0)
        return transcript_fault_tell(replay->fault, replay->next + 1,
                                     "says again what stands in the log already");
    if (replayed.cards_unknown && replayed.server_knew)
        mark_known(&replay->events);
    return take_events(replay);
}

/* What is dealt from an undisclosed seed cannot be played again, but it can be read. */
static bool read_the_rest(struct replay *replay)
{
    while (replay->next < replay->transcript->count) {
        if (!read_next(replay))
            return false;
        replay->next++;
    }
    return true;
}

bool transcript_replay(const struct transcript *transcript, const struct disclosure *disclosure,
                       struct replay_result *ret_result, struct transcript_fault *fault)
{
    struct replay *replay = calloc(1, sizeof *replay);
    if (!replay)
        return transcript_fault_tell(fault, 1, "there is no memory for the replay");
    replay->transcript = transcript;
    replay->disclosure = disclosure;
    replay->result = ret_result;
    replay->fault = fault;
    ret_result->unknown = 0;
    ret_result->automatic = 0;
    ret_result->undisclosed = 0;
    ret_result->epochs = disclosure->epochs;
    record_begin(&ret_result->record, transcript->game);
    bool fine = true;
    while (fine && !replay->stopped && replay->next < transcript->count)
        fine = take_command(replay);
    ret_result->lines = replay->next;
    fine = fine && read_the_rest(replay);
    fair_dealer_end(&replay->fair);
    free(replay);
    return fine;
}
