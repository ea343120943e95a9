/*
 * Games in play, thousands of random actions at the table each, beside an independent account of
 * every piece of plastic and every card. What a user would see go wrong: a card that lies in two
 * places, a unit that is nowhere, a captured fighter that comes back to its owner, a refusal that
 * changes something, an undo that leaves traces, a table at which nobody can go on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/random_table.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WITH_SANITIZER 1
#endif
#endif

#ifdef WITH_SANITIZER
enum { GAMES = 2000, ACTIONS = 2000 };
#else
enum { GAMES = 10000, ACTIONS = 2000 };
#endif

/* What the two tables of section 7.3 make of the plastic: written down here a second time, with
 * the reinforcements counted instead of derived. */
struct account {
    uint8_t board[PLAYERS_MAX][UNITS];
    uint8_t reinforcements[PLAYERS_MAX][UNITS];
    uint8_t sheets[PLAYERS_MAX][OWNERS][UNITS];
    unsigned tokens[PLAYERS_MAX][UNITS];
    bool eliminated[PLAYERS_MAX];
};

struct play {
    uint32_t seed;
    struct luck luck; /* decides what players do */
    struct luck deck; /* decides what is dealt */
    struct dealer dealer;
    struct game game;
    struct events events;
    struct account account;
    struct account account_before; /* the last accepted command */
    unsigned commands;
    unsigned accepted;
    unsigned refused[REFUSAL_COUNT];
    unsigned happened[EVENT_TYPES];
};

static struct play play;

static void must_hold(bool holds, const char *what)
{
    if (!holds)
        fail_msg("game %u, command %u: %s", play.seed, play.commands, what);
}

static uint8_t plastic(enum unit unit)
{
    return unit == UNIT_MECH && !play.game.setup.options.pok ? 0 : unit_plastic_limit(unit);
}

static void open_account(void)
{
    memset(&play.account, 0, sizeof play.account);
    for (uint8_t player = 0; player < play.game.setup.players; player++) {
        uint8_t units[UNITS];
        starting_units_of(&play.game, player, units);
        for (enum unit unit = 0; unit < UNITS; unit++) {
            play.account.board[player][unit] = units[unit];
            play.account.reinforcements[player][unit] = (uint8_t)(plastic(unit) - units[unit]);
        }
    }
}

static void account_capture(const struct unit_capture *capture)
{
    struct account *account = &play.account;
    bool small = capture->unit == UNIT_FIGHTER || capture->unit == UNIT_INFANTRY;
    bool plastic_from_board = !capture->from_reinforcements && !capture->shown_by_token;
    if (capture->owner < PLAYERS_MAX) {
        uint8_t *board = &account->board[capture->owner][capture->unit];
        uint8_t *left = &account->reinforcements[capture->owner][capture->unit];
        if (plastic_from_board)
            *board = (uint8_t)(*board - capture->count);
        if (plastic_from_board && small)
            *left = (uint8_t)(*left + capture->count);
        if (capture->from_reinforcements && !small)
            *left = (uint8_t)(*left - capture->count);
    }
    if (small) {
        account->tokens[capture->captor][capture->unit] += capture->count;
    } else {
        uint8_t *captured = &account->sheets[capture->captor][capture->owner][capture->unit];
        *captured = (uint8_t)(*captured + capture->count);
    }
}

static void account_return(uint8_t captor, uint8_t owner, enum unit unit, unsigned count)
{
    struct account *account = &play.account;
    if (unit == UNIT_FIGHTER || unit == UNIT_INFANTRY) {
        account->tokens[captor][unit] -= count;
        return;
    }
    uint8_t *captured = &account->sheets[captor][owner][unit];
    *captured = (uint8_t)(*captured - count);
    if (owner < PLAYERS_MAX && !account->eliminated[owner]) {
        uint8_t *left = &account->reinforcements[owner][unit];
        *left = (uint8_t)(*left + count);
    }
}

static void account_return_all(uint8_t captor, uint8_t owner)
{
    for (enum unit unit = 0; unit < UNITS; unit++) {
        if (unit != UNIT_FIGHTER && unit != UNIT_INFANTRY)
            account_return(captor, owner, unit, play.account.sheets[captor][owner][unit]);
    }
}

static void account_elimination(uint8_t player)
{
    struct account *account = &play.account;
    account->eliminated[player] = true;
    for (uint8_t owner = 0; owner < OWNERS; owner++)
        account_return_all(player, owner);
    memset(account->tokens[player], 0, sizeof account->tokens[player]);
    memset(account->board[player], 0, sizeof account->board[player]);
    memset(account->reinforcements[player], 0, sizeof account->reinforcements[player]);
}

static void account_units(const struct unit_change *change)
{
    uint8_t *board = &play.account.board[change->player][change->unit];
    uint8_t *left = &play.account.reinforcements[change->player][change->unit];
    int count = change->produced ? change->count : -change->count;
    *board = (uint8_t)(*board + count);
    *left = (uint8_t)(*left - count);
}

static const struct transaction *open_transaction(const struct game *game, uint32_t number)
{
    const struct in_play *in_play = &game->table.in_play;
    for (uint8_t i = 0; i < in_play->transaction_count; i++) {
        if (in_play->transactions[i].number == number)
            return &in_play->transactions[i];
    }
    return NULL;
}

/* Books an accepted command by what it says, and by the state before it. */
static void account_command(const struct command *command, const struct game *before)
{
    switch (command->type) {
    case COMMAND_UNITS:
        account_units(&command->units);
        break;
    case COMMAND_CAPTURE:
        account_capture(&command->capture);
        break;
    case COMMAND_RETURN:
        for (enum unit unit = 0; unit < UNITS; unit++) {
            if (command->unit_return.units[unit] > 0)
                account_return(command->unit_return.captor, command->unit_return.owner, unit,
                               command->unit_return.units[unit]);
        }
        break;
    case COMMAND_ANSWER: {
        const struct transaction *answered = open_transaction(before, command->answer.number);
        for (enum unit unit = 0; unit < UNITS && command->answer.accepts; unit++)
            account_return(answered->captor, answered->owner, unit, answered->units[unit]);
        break;
    }
    case COMMAND_BLOCKADE:
        if (!before->setup.options.blockade_return_owner_choice)
            account_return_all(command->blockade.blockaded, command->blockade.blockader);
        break;
    case COMMAND_ELIMINATE:
        account_elimination(command->eliminated);
        break;
    default:
        break;
    }
}

static void books_agree(void)
{
    static struct view view;
    view_of(&play.game, (struct viewer){.kind = VIEWER_PUBLIC}, &view);
    for (uint8_t player = 0; player < view.players; player++) {
        const struct player_view *seen = &view.player[player];
        for (enum unit unit = 0; unit < UNITS; unit++) {
            unsigned captured = 0;
            for (uint8_t captor = 0; captor < view.players; captor++)
                captured += play.account.sheets[captor][player][unit];
            must_hold(seen->units[unit].board == play.account.board[player][unit] &&
                          seen->units[unit].captured == captured &&
                          seen->units[unit].reinforcements ==
                              play.account.reinforcements[player][unit],
                      "the units are not where they should be");
        }
        must_hold(
            memcmp(seen->sheet.units, play.account.sheets[player], sizeof seen->sheet.units) == 0,
            "a sheet holds the wrong units");
        must_hold(seen->sheet.fighter_tokens == play.account.tokens[player][UNIT_FIGHTER] &&
                      seen->sheet.infantry_tokens == play.account.tokens[player][UNIT_INFANTRY],
                  "a sheet holds the wrong tokens");
        must_hold(seen->eliminated == play.account.eliminated[player],
                  "the wrong players are eliminated");
    }
}

static enum refusal run(const struct command *command)
{
    static struct game before;
    before = play.game;
    enum refusal refusal = decide(&play.game, command, &play.dealer, &play.events);
    play.commands++;
    if (refusal != ACCEPTED) {
        must_hold(play.events.count == 0, "a refusal has events");
        must_hold(memcmp(&before, &play.game, sizeof before) == 0, "a refusal changed the game");
        play.refused[refusal]++;
        return refusal;
    }
    must_hold(play.events.count < EVENTS_MAX, "too many events");
    for (size_t i = 0; i < play.events.count; i++) {
        must_hold(fits(&play.game, &play.events.list[i]), "what was decided does not fit");
        apply(&play.game, &play.events.list[i]);
        play.happened[play.events.list[i].type]++;
    }
    if (play.game.table.stage == STAGE_PLAYING) {
        const char *fault = check(&play.game);
        must_hold(fault == NULL, fault);
    }
    if (before.table.stage == STAGE_PLAYING && command->type != COMMAND_UNDO) {
        play.account_before = play.account;
        account_command(command, &before);
    }
    play.accepted++;
    return ACCEPTED;
}

static void set_up(uint32_t seed)
{
    play.seed = seed;
    play.commands = 0;
    play.luck.state = seed;
    play.deck.state = ~(uint64_t)seed;
    play.dealer = random_dealer(&play.deck);
    play.game = game_none();
    struct command create = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    create.create = random_setup(&play.luck);
    create.create.options.capture_neutral = luck_one_in(&play.luck, 2);
    create.create.options.blockade_return_owner_choice = luck_one_in(&play.luck, 3);
    create.create.options.blockade_blocks_capture = !luck_one_in(&play.luck, 3);
    create.create.options.auto_start = true;
    assert_number(run(&create), ACCEPTED);
    for (uint8_t player = 0; player < create.create.players; player++) {
        struct command join = {.type = COMMAND_JOIN, .player = player};
        assert_number(run(&join), ACCEPTED);
    }
    while (play.game.table.stage == STAGE_SETUP) {
        uint8_t player = random_waiting_player(&play.game, &play.luck);
        struct command choice = first_choice(&play.game, player);
        assert_number(run(&choice), ACCEPTED);
    }
    open_account();
}

/* The host takes back what was just done, and it is done again. Only the numbers that were given
 * out stay so. */
static void take_back_and_repeat(const struct command *command)
{
    if (play.game.undo.state != UNDO_POSSIBLE)
        return;
    static struct table before;
    before = play.game.undo.before;
    before.in_play.blockades_begun = play.game.table.in_play.blockades_begun;
    before.in_play.transactions_made = play.game.table.in_play.transactions_made;
    struct command undo = {.type = COMMAND_UNDO, .player = 0};
    undo.undo_version = play.game.version;
    must_hold(run(&undo) == REFUSED_UNDO_REFUSED, "a player took back an action in play");
    undo.player = PLAYER_NONE;
    must_hold(run(&undo) == ACCEPTED, "the host could not take back the last action");
    must_hold(memcmp(&before, &play.game.table, sizeof before) == 0,
              "an undo left something behind");
    play.account = play.account_before;
    books_agree();
    must_hold(run(command) == ACCEPTED, "what was taken back could not be done again");
}

/* Whoever is waited for has an option, and all options that are cards are accepted. */
static void choices_are_open(void)
{
    for (uint8_t player = 0; player < play.game.setup.players; player++) {
        struct choices choices = options_for(&play.game, player);
        if (choices.action != ACTION_KEEP && choices.action != ACTION_TAKE)
            continue;
        must_hold(choices.count > 0, "a choice has no options");
        must_hold(choice_count(&play.game, player) == choices.count, "choices are miscounted");
        for (size_t i = 0; i < choices.count; i++) {
            struct command command = nth_choice(&play.game, player, i);
            must_hold(decide(&play.game, &command, &play.dealer, &play.events) == ACCEPTED,
                      "an option is refused");
        }
    }
}

static void play_at_the_table(void)
{
    for (unsigned action = 0; action < ACTIONS; action++) {
        struct command command = random_table_command(&play.game, &play.luck);
        if (run(&command) != ACCEPTED)
            continue;
        if (luck_one_in(&play.luck, 50)) {
            books_agree();
            choices_are_open();
            take_back_and_repeat(&command);
        }
    }
    books_agree();
}

static void the_table_stays_in_order(void **state)
{
    (void)state;
    const char *wanted = getenv("SPLICED_RANDOM_GAMES");
    unsigned long games = wanted != NULL ? strtoul(wanted, NULL, 10) : GAMES;
    memset(&play, 0, sizeof play);
    for (uint32_t seed = 1; seed <= games; seed++) {
        set_up(seed);
        play_at_the_table();
    }
    for (enum event_type type = EVENT_STATUS_PHASE; type <= EVENT_PLAYER_ELIMINATED; type++) {
        if (play.happened[type] == 0)
            fail_msg("event %d never happened", type);
    }
    print_message("%lu games, %u actions accepted\n", games, play.accepted);
    if (getenv("SPLICED_RANDOM_REFUSALS") != NULL) {
        for (enum refusal refusal = 1; refusal < REFUSAL_COUNT; refusal++)
            print_message("%8u %s\n", play.refused[refusal], refusal_code(refusal));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_stays_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
