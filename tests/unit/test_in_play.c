/*
 * What scenarios cannot easily say of the game in play: the end of the seeds, decks that run empty,
 * the order in which refusals come, bounds.
 */
#include <string.h>

#include "rules/rules.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random_play.h"

static struct game game;
static struct luck deck;
static struct dealer dealer;
static struct events events;

static enum refusal run(const struct command *command)
{
    enum refusal refusal = decide(&game, command, &dealer, &events);
    for (size_t i = 0; i < events.count; i++)
        apply(&game, &events.list[i]);
    const char *fault = check(&game);
    if (fault != NULL)
        fail_msg("%s", fault);
    return refusal;
}

static void must(const struct command *command)
{
    enum refusal refusal = run(command);
    if (refusal != ACCEPTED)
        fail_msg("refused: %s", refusal_code(refusal));
}

/* A game of PLAYERS whose setup is over. */
static void set_up(uint8_t players, const struct options *options)
{
    struct command create = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    create.create.players = players;
    create.create.options = *options;
    deck.state = 7;
    dealer = random_dealer(&deck);
    game = game_none();
    must(&create);
    for (uint8_t player = 0; player < players; player++)
        must(&(struct command){.type = COMMAND_JOIN, .player = player});
    while (game.table.stage == STAGE_SETUP) {
        uint8_t player = 0;
        while (waited_for(&game, player) == ACTION_NONE)
            player++;
        struct command command = first_choice(&game, player);
        must(&command);
    }
}

static void set_up_three(void)
{
    struct options options = options_default();
    set_up(3, &options);
}

static struct command gain(uint8_t player, uint16_t card)
{
    struct command command = {.type = COMMAND_GAIN, .player = player};
    command.gain.player = player;
    command.gain.cards = (struct sent_cards){.count = 1, .cards = {card}};
    return command;
}

static struct command lose(uint8_t player, uint16_t card)
{
    struct command command = {.type = COMMAND_LOSE, .player = player};
    command.lose = (struct lose_command){.player = player, .card = card};
    return command;
}

static struct command splice_of(enum card_kind kind, uint8_t player)
{
    struct command command = {.type = COMMAND_SPLICE, .player = player};
    command.splice = (struct splice_command){.kind = kind, .count = 1, .participants = {player}};
    return command;
}

static struct command take_first(uint8_t player)
{
    struct command command = {.type = COMMAND_TAKE, .player = player};
    command.take.number = game.table.in_play.splice.number;
    command.take.card = game.table.in_play.splice.cards[0];
    return command;
}

static bool covers(uint8_t player, enum unit slot)
{
    const struct tableau *tableau = &game.table.players[player].tableau;
    for (uint8_t i = 0; i < tableau->upgrade_count; i++) {
        if (catalogue_cards[tableau->upgrades[i]].slot == slot)
            return true;
    }
    return false;
}

/* An upgrade in the deck, not for mechs, whose slot PLAYER has covered, or has not. */
static uint16_t upgrade_for(uint8_t player, bool covered)
{
    for (uint8_t i = 0; i < game.table.upgrades.count; i++) {
        uint16_t card = game.table.upgrades.cards[i];
        enum unit slot = catalogue_cards[card].slot;
        if (slot != UNIT_MECH && slot != UNIT_FLAGSHIP && covers(player, slot) == covered)
            return card;
    }
    fail_msg("there is no such upgrade");
    return CARD_NONE;
}

static void the_last_seed_ends_all_shuffling(void **state)
{
    (void)state;
    set_up_three();
    struct command covering = gain(0, upgrade_for(0, false));
    must(&covering);
    game.table.epoch = EPOCHS_MAX - 2;
    struct command last = lose(0, game.table.players[0].tableau.abilities[0]);
    must(&last);
    assert_number(game.table.epoch, EPOCHS_MAX - 1);
    struct command again = lose(0, game.table.players[0].tableau.abilities[0]);
    assert_number(run(&again), REFUSED_SEEDS_USED_UP);
    struct command splice = splice_of(CARD_GENOME, 1);
    assert_number(run(&splice), REFUSED_SEEDS_USED_UP);
    struct command conflict = gain(0, upgrade_for(0, true));
    assert_number(run(&conflict), REFUSED_SEEDS_USED_UP);
    struct command harmless = gain(0, upgrade_for(0, false));
    must(&harmless);
}

static void a_choice_that_is_due_keeps_its_seed(void **state)
{
    (void)state;
    set_up_three();
    struct command covering = gain(0, upgrade_for(0, false));
    must(&covering);
    game.table.epoch = EPOCHS_MAX - 2;
    struct command conflict = gain(0, upgrade_for(0, true));
    must(&conflict);
    struct command other = lose(1, game.table.players[1].tableau.abilities[0]);
    assert_number(run(&other), REFUSED_SEEDS_USED_UP);
    struct command keep = first_choice(&game, 0);
    assert_number(keep.type, COMMAND_KEEP);
    must(&keep);
}

static void an_open_splice_keeps_seeds_for_its_end_and_for_choices(void **state)
{
    (void)state;
    set_up_three();
    game.table.epoch = EPOCHS_MAX - 2;
    struct command upgrades = splice_of(CARD_UNIT_UPGRADE, 2);
    assert_number(run(&upgrades), REFUSED_SEEDS_USED_UP);
    game.table.epoch = EPOCHS_MAX - 3;
    must(&upgrades);
    struct command other = lose(1, game.table.players[1].tableau.abilities[0]);
    assert_number(run(&other), REFUSED_SEEDS_USED_UP);
    struct command take = take_first(2);
    must(&take);
    assert_false(game.table.in_play.splicing);
}

/* Lays all cards of a deck but LEFT before PLAYER. */
static void empty_deck(uint8_t player, struct pile *pile, uint8_t left)
{
    while (pile->count > left) {
        struct command all = {.type = COMMAND_GAIN, .player = PLAYER_NONE};
        all.gain.player = player;
        while (all.gain.cards.count < CARDS_SENT_MAX && all.gain.cards.count < pile->count - left) {
            all.gain.cards.cards[all.gain.cards.count] = pile->cards[all.gain.cards.count];
            all.gain.cards.count++;
        }
        must(&all);
    }
}

static void a_small_deck_gives_what_it_has(void **state)
{
    (void)state;
    set_up_three();
    empty_deck(0, &game.table.genomes, 1);
    struct command splice = {.type = COMMAND_SPLICE, .player = 1};
    splice.splice =
        (struct splice_command){.kind = CARD_GENOME, .count = 3, .participants = {0, 1, 2}};
    must(&splice);
    assert_number(game.table.in_play.splice.card_count, 1);
    uint16_t epoch = game.table.epoch;
    struct command take = take_first(1);
    must(&take);
    assert_false(game.table.in_play.splicing);
    assert_number(game.table.epoch, epoch);
    assert_number(game.table.genomes.count, 0);
    assert_number(run(&splice), REFUSED_CARD_NOT_AVAILABLE);
}

static void an_empty_deck_fills_again(void **state)
{
    (void)state;
    set_up_three();
    empty_deck(0, &game.table.abilities, 0);
    uint16_t card = game.table.players[0].tableau.abilities[5];
    struct command back = lose(0, card);
    must(&back);
    assert_number(game.table.abilities.count, 1);
    assert_number(game.table.abilities.cards[0], card);
}

static void proposals_are_bounded(void **state)
{
    (void)state;
    set_up_three();
    struct command capture = {.type = COMMAND_CAPTURE, .player = 1};
    capture.capture =
        (struct unit_capture){.captor = 1, .owner = 0, .unit = UNIT_CARRIER, .count = 1};
    must(&capture);
    struct command propose = {.type = COMMAND_PROPOSE, .player = 0};
    propose.propose = (struct propose_command){.captor = 1, .owner = 0};
    propose.propose.units[UNIT_CARRIER] = 1;
    for (unsigned i = 0; i < TRANSACTIONS_MAX; i++)
        must(&propose);
    assert_number(run(&propose), REFUSED_DECISION_PENDING);
    /* All of them end with the unit, and all that follows has room. */
    struct command eliminate = {.type = COMMAND_ELIMINATE, .player = PLAYER_NONE, .eliminated = 1};
    must(&eliminate);
    assert_number(events.count, 2 + TRANSACTIONS_MAX);
    assert_number(game.table.in_play.transaction_count, 0);
}

static void the_largest_elimination_has_room(void **state)
{
    (void)state;
    struct options options = options_default();
    options.capture_neutral = true;
    options.blockade_blocks_capture = false;
    options.blockade_return_owner_choice = true;
    set_up(8, &options);
    for (uint8_t other = 0; other < 8; other++) {
        struct command capture = {.type = COMMAND_CAPTURE, .player = 0};
        capture.capture = (struct unit_capture){.captor = 0,
                                                .owner = other == 0 ? OWNER_NEUTRAL : other,
                                                .unit = UNIT_DESTROYER,
                                                .count = 1,
                                                .from_reinforcements = other != 0};
        must(&capture);
        if (other == 0)
            continue;
        struct command blockade = {.type = COMMAND_BLOCKADE, .player = PLAYER_NONE};
        blockade.blockade = (struct blockade_command){.blockader = other, .blockaded = 0};
        must(&blockade);
        blockade.blockade = (struct blockade_command){.blockader = 0, .blockaded = other};
        must(&blockade);
    }
    struct command tokens = {.type = COMMAND_CAPTURE, .player = 0};
    tokens.capture = (struct unit_capture){
        .captor = 0, .owner = 1, .unit = UNIT_FIGHTER, .count = 99, .shown_by_token = true};
    must(&tokens);
    struct command propose = {.type = COMMAND_PROPOSE, .player = 0};
    propose.propose = (struct propose_command){.captor = 0, .owner = 1};
    propose.propose.units[UNIT_DESTROYER] = 1;
    for (unsigned i = 0; i < TRANSACTIONS_MAX; i++)
        must(&propose);
    struct command splice = splice_of(CARD_ABILITY, 0);
    must(&splice);
    struct command eliminate = {.type = COMMAND_ELIMINATE, .player = PLAYER_NONE};
    must(&eliminate);
    assert_true(events.count < EVENTS_MAX);
    assert_number(game.table.in_play.blockade_count, 0);
    assert_number(game.table.in_play.transaction_count, 0);
    assert_false(game.table.in_play.splicing);
}

static void tokens_are_bounded(void **state)
{
    (void)state;
    set_up_three();
    struct command capture = {.type = COMMAND_CAPTURE, .player = 1};
    capture.capture = (struct unit_capture){.captor = 1,
                                            .owner = 0,
                                            .unit = UNIT_INFANTRY,
                                            .count = UNITS_SENT_MAX,
                                            .shown_by_token = true};
    for (unsigned i = 0; i < TOKENS_MAX / UNITS_SENT_MAX; i++)
        must(&capture);
    assert_number(game.table.players[1].sheet.infantry_tokens, TOKENS_MAX);
    assert_number(run(&capture), REFUSED_WRONG_COUNT);
}

static void a_stranger_is_told_before_anything_else(void **state)
{
    (void)state;
    set_up_three();
    struct command units = {.type = COMMAND_UNITS, .player = 1};
    units.units = (struct unit_change){.player = 0, .unit = UNIT_CARRIER, .count = 50};
    assert_number(run(&units), REFUSED_FORBIDDEN);
    must(&(struct command){.type = COMMAND_PAUSE, .player = PLAYER_NONE});
    assert_number(run(&units), REFUSED_FORBIDDEN);
    units.player = 0;
    assert_number(run(&units), REFUSED_GAME_PAUSED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_seed_ends_all_shuffling),
        cmocka_unit_test(a_choice_that_is_due_keeps_its_seed),
        cmocka_unit_test(an_open_splice_keeps_seeds_for_its_end_and_for_choices),
        cmocka_unit_test(a_small_deck_gives_what_it_has),
        cmocka_unit_test(an_empty_deck_fills_again),
        cmocka_unit_test(proposals_are_bounded),
        cmocka_unit_test(the_largest_elimination_has_room),
        cmocka_unit_test(tokens_are_bounded),
        cmocka_unit_test(a_stranger_is_told_before_anything_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
