/*
 * The rules core, led through a game by bytes: a setup, then commands, sensible ones and wild ones
 * by turns, until the bytes end. After each: the invariants hold, a refusal has changed nothing,
 * what is offered is accepted and what is accepted was offered, and a game in which two hidden
 * cards have changed places looks the same, and refuses the same, to all whom they do not concern.
 */
#include <stdlib.h>
#include <string.h>

#include "service/json/view_json.h"
#include "tests/fuzz/support/input.h"
#include "tests/fuzz/support/swapped.h"
#include "tests/fuzz/support/wild_command.h"
#include "tests/support/random_table.h"

enum { VIEW_BYTES_MAX = 1 << 20, COMMANDS_MAX = 500, AHEAD_MAX = 64 };

static struct record real, swapped; /* only their games count */
static struct events events, other_events;
static struct secrets secrets;
static struct luck deck; /* decides what is dealt */
static struct dealer dealer;
static unsigned commands;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    record_begin(&real, "01kb8q5n3c7v9x2d4f6g8h0j1k");
    record_begin(&swapped, real.id);
    return 0;
}

static enum refusal run(const struct command *command)
{
    static struct game before;
    before = real.game;
    enum refusal refusal = decide(&real.game, command, &dealer, &events);
    must(memcmp(&before, &real.game, sizeof before) == 0, "decide has changed the game");
    must(refusal == ACCEPTED || refusal == REFUSED_ILLEGAL_PICK || events.count == 0,
         "a refusal has events");
    must(events.count < EVENTS_MAX, "too many events");
    must(refusal_code(refusal) != NULL, "a refusal without a code");
    for (size_t i = 0; i < events.count; i++) {
        must(fits(&real.game, &events.list[i]), "what was decided does not fit");
        apply(&real.game, &events.list[i]);
    }
    must(real.game.version == before.version + events.count, "events are not counted");
    commands++;
    const char *fault = real.game.version > 0 ? check(&real.game) : NULL;
    must(fault == NULL, fault);
    return refusal;
}

static struct luck luck_of(struct input *input)
{
    uint64_t seed = input_byte(input);
    return (struct luck){.state = seed << 8 | input_byte(input)};
}

/* Sealed picks have their cards sorted in the choices, and in any order elsewhere. */
static bool names_cards(const struct sent_cards *cards, const struct sent_cards *wanted)
{
    if (cards->count != wanted->count)
        return false;
    for (uint8_t i = 0; i < wanted->count; i++) {
        bool found = false;
        for (uint8_t k = 0; k < cards->count; k++)
            found |= cards->cards[k] == wanted->cards[i];
        if (!found)
            return false;
    }
    return true;
}

static bool is_choice(const struct command *command, const struct command *choice)
{
    if (command->type != choice->type)
        return false;
    switch (command->type) {
    case COMMAND_COMMIT:
        return names_cards(&command->commit.cards, &choice->commit.cards);
    case COMMAND_HOME_POSITION:
        return command->home_position == choice->home_position;
    case COMMAND_TILE:
        return command->tile.tile == choice->tile.tile &&
               command->tile.position == choice->tile.position;
    case COMMAND_HOME_SYSTEM:
        return command->home_system == choice->home_system;
    case COMMAND_KING:
        return command->king == choice->king;
    case COMMAND_PLASTIC:
        return command->plastic == choice->plastic;
    default:
        return true; /* starting units count as one choice */
    }
}

static bool is_offered(const struct command *command)
{
    size_t count = choice_count(&real.game, command->player);
    for (size_t i = 0; i < count; i++) {
        struct command choice = nth_choice(&real.game, command->player, i);
        if (is_choice(command, &choice))
            return true;
    }
    return false;
}

/* Choices are of cards and places that are shown; what is withheld is nobody's to check. */
static bool is_checked(const struct command *command)
{
    if (command->type == COMMAND_COMMIT)
        return command->commit.sealed_by == SEALED_BY_SERVER;
    return command->type >= COMMAND_HOME_POSITION && command->type <= COMMAND_STARTING_UNITS;
}

static void send_wild(struct input *input)
{
    struct command command = wild_command(input, &real.game);
    bool offered = is_checked(&command) && is_offered(&command);
    enum refusal refusal = run(&command);
    must(!is_checked(&command) || refusal != ACCEPTED || offered,
         "what was not offered was accepted");
}

/* Any of the choices of somebody who has some. */
static void send_choice(struct input *input)
{
    uint8_t player = input_byte(input) % real.game.setup.players;
    uint8_t wanted = input_byte(input);
    enum action action = options_for(&real.game, player).action;
    if (action == ACTION_NONE || action == ACTION_REVEAL || action == ACTION_ANSWER)
        return;
    size_t count = choice_count(&real.game, player);
    must(count > 0, "an action without a choice");
    struct command command = nth_choice(&real.game, player, wanted % count);
    must(run(&command) == ACCEPTED, "what was offered is refused");
}

static bool somebody_is_waited_for(void)
{
    if (real.game.paused || real.game.table.stage != STAGE_SETUP)
        return false;
    for (uint8_t player = 0; player < real.game.setup.players; player++)
        if (waited_for(&real.game, player) != ACTION_NONE)
            return true;
    must(false, "the game waits for nobody");
    return false;
}

/* A legal command, by whoever is waited for. A player who has lost the opening of a commitment
 * made by wild bytes cannot reveal it. */
static void send_sensible(struct luck *luck)
{
    if (real.game.table.stage == STAGE_PLAYING) {
        struct command command = random_table_command(&real.game, luck);
        (void)run(&command);
        return;
    }
    if (!somebody_is_waited_for())
        return;
    uint8_t player = random_waiting_player(&real.game, luck);
    enum action action = waited_for(&real.game, player);
    struct command command = random_command(&real.game, player, luck, &secrets);
    enum refusal refusal = run(&command);
    must(refusal == ACCEPTED || action == ACTION_REVEAL, "a legal command is refused");
}

static void go_ahead(struct input *input)
{
    unsigned times = input_byte(input) % AHEAD_MAX;
    struct luck luck = luck_of(input);
    while (times-- > 0)
        send_sensible(&luck);
}

static void send_plain(struct input *input)
{
    static const enum command_type types[] = {COMMAND_JOIN,   COMMAND_START, COMMAND_PAUSE,
                                              COMMAND_RESUME, COMMAND_UNDO,  COMMAND_REINVITE,
                                              COMMAND_DEFAULT};
    struct command command = {.type = types[input_byte(input) % (sizeof types / sizeof *types)]};
    bool defaults = command.type == COMMAND_DEFAULT;
    bool about_player =
        defaults || command.type == COMMAND_JOIN || command.type == COMMAND_REINVITE;
    command.player = about_player ? input_byte(input) % PLAYERS_MAX : PLAYER_NONE;
    if (command.type == COMMAND_UNDO)
        command.undo_version = real.game.version;
    bool due = real.game.table.stage == STAGE_SETUP && !real.game.paused &&
               waited_for(&real.game, command.player) != ACTION_NONE;
    enum refusal refusal = run(&command);
    must(!defaults || (refusal == ACCEPTED) == due,
         "a default is for whom the setup waits, and for nobody else");
}

static void views_must_be_equal(enum audience audience)
{
    struct buffer one = buffer_new(VIEW_BYTES_MAX), other = buffer_new(VIEW_BYTES_MAX);
    view_write(&real, audience, &one);
    view_write(&swapped, audience, &other);
    must(!buffer_failed(&one) && !buffer_failed(&other), "a view without end");
    must(one.length == other.length && memcmp(one.bytes, other.bytes, one.length) == 0,
         "a view shows what is hidden");
    buffer_free(&one);
    buffer_free(&other);
}

static void refusals_must_be_equal(const struct command *command)
{
    struct luck before = deck;
    enum refusal refusal = decide(&real.game, command, &dealer, &events);
    deck = before;
    must(decide(&swapped.game, command, &dealer, &other_events) == refusal,
         "a refusal tells what is hidden");
    deck = before;
}

/* Neither what somebody sees nor what they are refused may tell the two games apart. */
static void look_behind(struct input *input)
{
    struct swap swap;
    uint8_t owner = input_byte(input) % real.game.setup.players;
    uint8_t index = input_byte(input);
    if (!swap_find(&real.game, owner, index, input_byte(input), &swap))
        return;
    swapped.game = real.game;
    swap_make(&swapped.game, &swap);
    uint8_t player = (uint8_t)(input_byte(input) % (real.game.setup.players + 1));
    if (player == real.game.setup.players) {
        views_must_be_equal(input_byte(input) % 2 == 0 ? AUDIENCE_PUBLIC : AUDIENCE_HOST);
        return;
    }
    if (swap_concerns(&real.game, &swap, player))
        return;
    views_must_be_equal((enum audience)(AUDIENCE_PLAYER + player));
    struct command command = wild_command(input, &real.game);
    command.player = player;
    refusals_must_be_equal(&command);
}

static void step(struct input *input)
{
    uint8_t what = input_byte(input);
    struct luck luck;
    switch (what % 8) {
    case 0:
    case 1:
        luck = luck_of(input);
        send_sensible(&luck);
        break;
    case 2:
        go_ahead(input);
        break;
    case 3:
        send_choice(input);
        break;
    case 4:
        send_plain(input);
        break;
    case 5:
    case 6:
        send_wild(input);
        break;
    default:
        look_behind(input);
    }
}

static bool create(struct input *input)
{
    struct command command = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    struct luck luck;
    bool wild = input_byte(input) % 4 == 3;
    if (!wild)
        luck = luck_of(input);
    command.create = wild ? wild_setup(input) : random_setup(&luck);
    enum refusal refusal = run(&command);
    must(wild || refusal == ACCEPTED, "a setup of ours is refused");
    return refusal == ACCEPTED;
}

static void join_all(void)
{
    for (uint8_t player = 0; player < real.game.setup.players; player++) {
        struct command join = {.type = COMMAND_JOIN, .player = player};
        must(run(&join) == ACCEPTED, "nobody can join");
    }
    struct command start = {.type = COMMAND_START, .player = PLAYER_NONE};
    if (real.game.table.stage == STAGE_LOBBY)
        must(run(&start) == ACCEPTED, "the game cannot be started");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = input_new(data, size);
    real.game = game_none();
    memset(&secrets, 0, sizeof secrets);
    deck = luck_of(&input);
    dealer = random_dealer(&deck);
    commands = 0;
    if (!create(&input))
        return 0;
    if (input_byte(&input) % 4 != 0)
        join_all();
    while (input.length > 0 && commands < COMMANDS_MAX)
        step(&input);
    return 0;
}
