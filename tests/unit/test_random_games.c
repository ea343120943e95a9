/*
 * Whole games of random legal play, over all numbers of players and switches. What a user would
 * see go wrong: a card lost or doubled, a game that waits for nobody or never ends, a refusal
 * that changes something, a choice that is offered and refused, an undo that leaves traces.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/steps.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random_play.h"

enum { GAMES = 10000 };

struct play {
    uint32_t seed;
    struct luck luck; /* decides what players do */
    struct luck deck; /* decides what is dealt */
    struct dealer dealer;
    struct secrets secrets;
    struct game game;
    struct events events;
    unsigned commands;
};

/* Plays are large and short-lived: one serves all tests. */
static struct play play;

static void must_hold(bool holds, const char *what)
{
    if (!holds)
        fail_msg("game %u, command %u: %s", play.seed, play.commands, what);
}

static enum refusal run(const struct command *command)
{
    struct game before = play.game;
    enum refusal refusal = decide(&play.game, command, &play.dealer, &play.events);
    must_hold(memcmp(&before, &play.game, sizeof before) == 0, "decide changed the game");
    must_hold(refusal == ACCEPTED || refusal == REFUSED_ILLEGAL_PICK || play.events.count == 0,
              "a refusal has events");
    must_hold(play.events.count < EVENTS_MAX, "too many events");
    for (size_t i = 0; i < play.events.count; i++) {
        must_hold(fits(&play.game, &play.events.list[i]), "what was decided does not fit");
        apply(&play.game, &play.events.list[i]);
    }
    play.commands++;
    const char *fault = check(&play.game);
    if (fault != NULL)
        must_hold(false, fault);
    return refusal;
}

static void begin(uint32_t seed)
{
    memset(&play, 0, sizeof play);
    play.seed = seed;
    play.luck.state = seed;
    play.deck.state = ~(uint64_t)seed;
    play.dealer = random_dealer(&play.deck);
    play.game = game_none();
    struct command create = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    create.create = random_setup(&play.luck);
    assert_number(run(&create), ACCEPTED);
    for (uint8_t player = 0; player < create.create.players; player++) {
        struct command join = {.type = COMMAND_JOIN, .player = player};
        assert_number(run(&join), ACCEPTED);
    }
    if (play.game.table.stage == STAGE_LOBBY) {
        struct command start = {.type = COMMAND_START, .player = PLAYER_NONE};
        assert_number(run(&start), ACCEPTED);
    }
}

/* Of every card of the catalogue: offered exactly when it is accepted. */
static void options_agree_for_cards(uint8_t player)
{
    struct choices choices = options_for(&play.game, player);
    if (choices.action != ACTION_COMMIT || choices.choose[CARD_ABILITY] > 0)
        return;
    for (uint16_t card = 0; card < catalogue_card_count; card++) {
        struct command command = {.type = COMMAND_COMMIT, .player = player};
        command.commit.step = play.game.table.step;
        command.commit.round = play.game.table.players[player].round;
        command.commit.cards = (struct sent_cards){.count = 1, .cards = {card}};
        bool offered = false;
        for (uint8_t i = 0; i < choices.count; i++)
            offered |= choices.options[i] == card;
        enum refusal refusal = decide(&play.game, &command, &play.dealer, &play.events);
        must_hold((refusal == ACCEPTED) == offered, "an offer and its refusal disagree");
    }
}

/* Of every tile and every position: offered exactly when it is accepted. */
static void options_agree_for_tiles(uint8_t player)
{
    struct choices choices = options_for(&play.game, player);
    if (choices.action != ACTION_TILE)
        return;
    size_t accepted = 0;
    for (uint16_t tile = 0; tile < catalogue_tile_count; tile++) {
        for (uint16_t position = 0; position <= POSITIONS; position++) {
            struct command command = {.type = COMMAND_TILE, .player = player};
            command.tile = (struct tile_command){tile, position};
            struct turn turn = {0};
            bool offered = false;
            for (uint8_t i = 0; i < choices.count && position < POSITIONS; i++)
                offered |= choices.options[i] == tile && choices.positions[i] >> position & 1;
            bool taken = galaxy_rules.check_turn(&play.game, player, &command, &turn) == ACCEPTED;
            must_hold(taken == offered, "an offer and its refusal disagree");
            accepted += taken;
        }
    }
    must_hold(accepted == choice_count(&play.game, player), "choices are counted wrongly");
}

/* Of every king, colour, position and faction card: offered exactly when it is accepted. */
static void options_agree_for_turns(uint8_t player)
{
    struct choices choices = options_for(&play.game, player);
    for (uint16_t value = 0; value < catalogue_card_count; value++) {
        struct command command = {.player = player};
        switch (choices.action) {
        case ACTION_HOME_POSITION:
            command.type = COMMAND_HOME_POSITION;
            command.home_position = value;
            break;
        case ACTION_HOME_SYSTEM:
            command.type = COMMAND_HOME_SYSTEM;
            command.home_system = value;
            break;
        case ACTION_KING:
            command.type = COMMAND_KING;
            command.king = (uint8_t)value;
            break;
        case ACTION_PLASTIC:
            command.type = COMMAND_PLASTIC;
            command.plastic = (enum colour)value;
            break;
        default:
            return;
        }
        bool offered = false;
        for (uint8_t i = 0; i < choices.count; i++)
            offered |= choices.options[i] == value;
        enum refusal refusal = decide(&play.game, &command, &play.dealer, &play.events);
        must_hold((refusal == ACCEPTED) == offered, "an offer and its refusal disagree");
    }
}

/* Somebody who is not waited for and may not pick again can do nothing in the open step. */
static void others_are_refused(void)
{
    for (uint8_t player = 0; player < play.game.setup.players; player++) {
        if (options_for(&play.game, player).action != ACTION_NONE)
            continue;
        struct command command = {.type = COMMAND_KING, .player = player};
        must_hold(decide(&play.game, &command, &play.dealer, &play.events) != ACCEPTED,
                  "a player without actions took a turn");
        bool sealed =
            waited_for(&play.game, random_waiting_player(&play.game, &play.luck)) <= ACTION_REVEAL;
        command = (struct command){.type = COMMAND_COMMIT, .player = player};
        command.commit.step = play.game.table.step;
        command.commit.sealed_by = SEALED_WITHHELD;
        if (sealed)
            must_hold(decide(&play.game, &command, &play.dealer, &play.events) != ACCEPTED,
                      "a player without actions could commit");
    }
}

static void take_back_and_repeat(const struct command *command)
{
    if (play.game.undo.state != UNDO_POSSIBLE)
        return;
    struct table before = play.game.undo.before;
    struct command undo = {.type = COMMAND_UNDO, .player = PLAYER_NONE};
    undo.undo_version = play.game.version;
    assert_number(run(&undo), ACCEPTED);
    must_hold(memcmp(&before, &play.game.table, sizeof before) == 0,
              "an undo left something behind");
    assert_number(run(command), ACCEPTED);
}

/* A withheld pick that turns out to be illegal costs its owner the commitment and nobody else
 * anything. */
static void cheat(uint8_t player)
{
    struct command command = {.type = COMMAND_COMMIT, .player = player};
    struct pick pick = {.count = 1, .cards = {CARD_NONE}};
    for (uint16_t card = 0; card < FACTIONS_MAX && pick.cards[0] == CARD_NONE; card++) {
        const struct seat_cards *own = &play.game.table.players[player];
        bool mine = false;
        for (uint8_t i = 0; i < own->hand_count; i++)
            mine |= own->hand[i] == card;
        for (uint8_t i = 0; i < own->facedown_count; i++)
            mine |= own->facedown[i] == card;
        if (!mine)
            pick.cards[0] = card;
    }
    command.commit.step = play.game.table.step;
    command.commit.round = play.game.table.players[player].round;
    command.commit.sealed_by = SEALED_WITHHELD;
    random_commitment(command.commit.step, command.commit.round, player, &pick,
                      command.commit.commitment);
    bool at_once = passes_at_once(&play.game);
    enum refusal refusal = run(&command);
    must_hold(!at_once || refusal == REFUSED_MUST_CHOOSE, "a hand went on without its card");
    if (refusal != ACCEPTED)
        return;
    play.secrets.picks[player] = pick;
}

/* The host can give up at any time, and that is all that happens. */
static void may_be_abandoned(void)
{
    struct game before = play.game;
    struct command abandon = {.type = COMMAND_ABANDON, .player = PLAYER_NONE};
    must_hold(run(&abandon) == ACCEPTED, "the game cannot be abandoned");
    play.game = before;
}

static void play_one_command(void)
{
    uint8_t player = random_waiting_player(&play.game, &play.luck);
    enum action action = waited_for(&play.game, player);
    if (action == ACTION_COMMIT && luck_one_in(&play.luck, 40)) {
        cheat(player);
        return;
    }
    if (luck_one_in(&play.luck, 6)) {
        options_agree_for_cards(player);
        options_agree_for_turns(player);
        options_agree_for_tiles(player);
        others_are_refused();
        may_be_abandoned();
    }
    struct command command = random_command(&play.game, player, &play.luck, &play.secrets);
    enum refusal refusal = run(&command);
    if (refusal == REFUSED_ILLEGAL_PICK && action == ACTION_REVEAL) {
        must_hold(waited_for(&play.game, player) == ACTION_COMMIT, "a cheat is not asked again");
        return;
    }
    must_hold(refusal == ACCEPTED, refusal_code(refusal));
    if (action != ACTION_COMMIT && action != ACTION_REVEAL && luck_one_in(&play.luck, 4))
        take_back_and_repeat(&command);
}

/* The last round in which anybody picked. */
static uint8_t splice_rounds(void)
{
    uint8_t rounds = 0;
    for (uint8_t player = 0; player < play.game.setup.players; player++) {
        for (uint8_t i = 0; i < play.game.past_count[player]; i++) {
            const struct past_pick *past = &play.game.past[player][i];
            if (past->step == STEP_SPLICE && past->round > rounds)
                rounds = past->round;
        }
    }
    return rounds;
}

static void every_game_ends(void **state)
{
    (void)state;
    const char *wanted = getenv("SPLICED_RANDOM_GAMES");
    unsigned long games = wanted != NULL ? strtoul(wanted, NULL, 10) : GAMES;
    uint8_t longest = 0;
    for (uint32_t seed = 1; seed <= games; seed++) {
        begin(seed);
        while (play.game.table.stage == STAGE_SETUP) {
            play_one_command();
            must_hold(play.commands < 2000, "the game does not end");
        }
        may_be_abandoned();
        uint8_t rounds = splice_rounds();
        must_hold(rounds >= HAND_MAX, "a splice was too short");
        must_hold(rounds <= HAND_MAX * play.game.setup.players, "a splice was too long");
        longest = rounds > longest ? rounds : longest;
        for (uint8_t player = 0; player < play.game.setup.players; player++) {
            const struct tableau *tableau = &play.game.table.players[player].tableau;
            must_hold(tableau->ability_count + tableau->upgrade_count + tableau->genome_count +
                              tableau->technology_count ==
                          PICK_MAX,
                      "a player starts with too many or too few cards");
            must_hold(play.game.past_count[player] == PICKS_MAX, "a pick was not remembered");
        }
    }
    print_message("%lu games, longest splice %u rounds\n", games, longest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
