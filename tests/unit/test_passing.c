/*
 * Passing hands at once instead of round by round. What a user would see go wrong: hands that
 * reach somebody in another order, and so other cards kept, only because some players were
 * faster than others.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/random_play.h"

enum { GAMES = 10000, COMMANDS_MAX = 2000 };

/* A game and the two sources of luck that it must and must not depend on. */
struct play {
    struct luck deck;    /* what is dealt */
    struct luck arrival; /* who of those waited for acts first */
    struct dealer dealer;
    struct game game;
    struct events events;
};

/* Plays are large and short-lived: two serve all games. */
static struct play in_rounds;
static struct play at_once;

static struct luck hash_of(const uint16_t *cards, uint8_t count, struct luck hash)
{
    for (uint8_t i = 0; i < count; i++)
        hash.state = ((uint64_t)luck_below(&hash, UINT32_MAX) << 16) ^ cards[i];
    return hash;
}

/* What somebody who is waited for does: it depends on the player, on what may be chosen and on
 * what the player has kept so far, and on nothing else. */
static struct command choice_of(const struct game *game, uint8_t player, uint32_t seed)
{
    struct choices choices = options_for(game, player);
    const struct seat_cards *own = &game->table.players[player];
    struct luck hash = {.state = (uint64_t)seed << 8 | player};
    hash = hash_of(choices.options, choices.count, hash);
    hash = hash_of(own->hand, own->hand_count, hash);
    hash = hash_of(own->facedown, own->facedown_count, hash);
    size_t count = choice_count(game, player);
    struct command command = nth_choice(game, player, luck_below(&hash, (uint32_t)count));
    if (command.type == COMMAND_COMMIT)
        luck_fill(&hash, command.commit.nonce, SEAL_BYTES);
    return command;
}

static void run(struct play *play, const struct command *command)
{
    enum refusal refusal = decide(&play->game, command, &play->dealer, &play->events);
    if (refusal != ACCEPTED)
        fail_msg("a legal choice is refused: %s", refusal_code(refusal));
    assert_true(play->events.count < EVENTS_MAX);
    for (size_t i = 0; i < play->events.count; i++)
        apply(&play->game, &play->events.list[i]);
    const char *fault = check(&play->game);
    if (fault != NULL)
        fail_msg("%s", fault);
}

/* How far the players are apart. */
static unsigned spread(const struct game *game)
{
    uint8_t first = 0, last = UINT8_MAX;
    for (uint8_t player = 0; player < game->setup.players; player++) {
        uint8_t round = game->table.players[player].round;
        first = round > first ? round : first;
        last = round < last ? round : last;
    }
    return (unsigned)first - last;
}

/* Plays the whole setup; the most that one player was ahead of another. */
static unsigned play_game(struct play *play, const struct setup *setup, uint32_t seed,
                          uint64_t arrival)
{
    memset(play, 0, sizeof *play);
    play->deck.state = ~(uint64_t)seed;
    play->arrival.state = arrival;
    play->dealer = random_dealer(&play->deck);
    play->game = game_none();
    struct command command = {.type = COMMAND_CREATE, .player = PLAYER_NONE, .create = *setup};
    run(play, &command);
    for (uint8_t player = 0; player < setup->players; player++) {
        command = (struct command){.type = COMMAND_JOIN, .player = player};
        run(play, &command);
    }
    unsigned ahead = 0;
    for (unsigned commands = 0; play->game.table.stage == STAGE_SETUP; commands++) {
        assert_true(commands < COMMANDS_MAX);
        uint8_t player = random_waiting_player(&play->game, &play->arrival);
        command = choice_of(&play->game, player, seed);
        run(play, &command);
        ahead = spread(&play->game) > ahead ? spread(&play->game) : ahead;
    }
    return ahead;
}

static bool same_pick(const struct past_pick *one, const struct past_pick *other)
{
    return one->step == other->step && one->round == other->round &&
           one->hand_count == other->hand_count &&
           memcmp(one->hand, other->hand, one->hand_count * sizeof *one->hand) == 0 &&
           memcmp(&one->pick, &other->pick, sizeof one->pick) == 0;
}

static bool same_pile(const struct pile *one, const struct pile *other)
{
    return one->count == other->count &&
           memcmp(one->cards, other->cards, one->count * sizeof *one->cards) == 0;
}

static bool same_decks(const struct table *one, const struct table *other)
{
    return same_pile(&one->factions, &other->factions) &&
           same_pile(&one->abilities, &other->abilities) &&
           same_pile(&one->upgrades, &other->upgrades) && same_pile(&one->genomes, &other->genomes);
}

/* What lies before a player at the end. */
static bool same_place(const struct seat_cards *one, const struct seat_cards *other)
{
    const struct tableau *left = &one->tableau, *right = &other->tableau;
    return one->priority_card == other->priority_card && one->home_card == other->home_card &&
           one->home_faction == other->home_faction && one->starting_card == other->starting_card &&
           one->home_position == other->home_position && one->king == other->king &&
           one->plastic == other->plastic &&
           memcmp(left->abilities, right->abilities, sizeof left->abilities) == 0 &&
           memcmp(left->upgrades, right->upgrades, sizeof left->upgrades) == 0 &&
           memcmp(left->genomes, right->genomes, sizeof left->genomes) == 0;
}

/* The same hands in the same rounds, the same picks, the same table at the end. */
static void must_be_alike(const struct game *one, const struct game *other, uint32_t seed)
{
    for (uint8_t player = 0; player < one->setup.players; player++) {
        assert_number(one->past_count[player], other->past_count[player]);
        for (uint8_t i = 0; i < one->past_count[player]; i++) {
            if (!same_pick(&one->past[player][i], &other->past[player][i]))
                fail_msg("game %u: pick %u of p%u is another one", seed, i + 1u, player + 1u);
        }
        if (!same_place(&one->table.players[player], &other->table.players[player]))
            fail_msg("game %u: p%u ends with something else", seed, player + 1u);
    }
    assert_memory_equal(one->table.seats, other->table.seats, one->setup.players);
    if (!same_decks(&one->table, &other->table))
        fail_msg("game %u: the decks differ", seed);
}

static void the_same_choices_give_the_same_result(void **state)
{
    (void)state;
    const char *wanted = getenv("SPLICED_RANDOM_GAMES");
    unsigned long games = wanted != NULL ? strtoul(wanted, NULL, 10) : GAMES;
    unsigned furthest = 0;
    for (uint32_t seed = 1; seed <= games; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        setup.options.auto_start = true;
        setup.options.passing_pipelined = false;
        assert_number(play_game(&in_rounds, &setup, seed, luck_below(&luck, UINT32_MAX)), 0);
        setup.options.passing_pipelined = true;
        unsigned ahead = play_game(&at_once, &setup, seed, luck_below(&luck, UINT32_MAX));
        furthest = ahead > furthest ? ahead : furthest;
        must_be_alike(&in_rounds.game, &at_once.game, seed);
    }
    /* Otherwise nothing was proven. */
    assert_true(furthest > 2);
    print_message("%lu games, at most %u rounds apart\n", games, furthest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_choices_give_the_same_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
