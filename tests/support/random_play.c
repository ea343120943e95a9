#include "tests/support/random_play.h"

#include <string.h>

#include "rules/layout.h"
#include "rules/map_string.h"

/* splitmix64 */
static uint64_t luck_next(struct luck *luck)
{
    uint64_t z = luck->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint32_t luck_below(struct luck *luck, uint32_t bound)
{
    return (uint32_t)(luck_next(luck) % bound);
}

bool luck_one_in(struct luck *luck, uint32_t times)
{
    return luck_below(luck, times) == 0;
}

void luck_fill(struct luck *luck, uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)luck_next(luck);
}

static void shuffle(void *context, uint16_t epoch, enum stream stream, uint16_t *items,
                    size_t count)
{
    (void)epoch;
    (void)stream;
    for (size_t i = count; i > 1; i--) {
        size_t other = luck_below(context, (uint32_t)i);
        uint16_t item = items[i - 1];
        items[i - 1] = items[other];
        items[other] = item;
    }
}

void random_commitment(enum step step, uint8_t round, uint8_t player, const struct pick *pick,
                       uint8_t ret_commitment[SEAL_BYTES])
{
    struct luck hash = {(uint64_t)step << 32 | (uint64_t)round << 16 | player};
    for (uint8_t i = 0; i < pick->count; i++)
        hash.state = luck_next(&hash) ^ pick->cards[i];
    for (size_t i = 0; i < SEAL_BYTES; i++)
        hash.state = luck_next(&hash) ^ pick->nonce[i];
    luck_fill(&hash, ret_commitment, SEAL_BYTES);
}

static bool opens(void *context, enum step step, uint8_t round, uint8_t player,
                  const struct pick *pick, const uint8_t commitment[SEAL_BYTES])
{
    (void)context;
    uint8_t expected[SEAL_BYTES];
    random_commitment(step, round, player, pick, expected);
    return memcmp(expected, commitment, SEAL_BYTES) == 0;
}

static uint32_t choose(void *context, const struct occasion *occasion, uint32_t count)
{
    (void)occasion;
    return luck_below(context, count);
}

static void seal(void *context, const struct occasion *occasion, struct pick *pick,
                 uint8_t ret_commitment[SEAL_BYTES])
{
    luck_fill(context, pick->nonce, SEAL_BYTES);
    random_commitment(occasion->step, occasion->round, occasion->player, pick, ret_commitment);
}

struct dealer random_dealer(struct luck *luck)
{
    return (struct dealer){luck, shuffle, opens, choose, seal};
}

static void random_options(struct luck *luck, struct options *options)
{
    *options = options_default();
    options->table_order_random = luck_one_in(luck, 2);
    options->allow_recommit = luck_below(luck, 4) != 0;
    options->seating_by_priority = luck_one_in(luck, 2);
    options->speaker_slot_random = luck_one_in(luck, 2);
    options->placement_exception_tile = luck_one_in(luck, 2);
    options->hyperlane_adjacency = luck_below(luck, 4) != 0;
    options->open_tile_hands = luck_one_in(luck, 4);
    options->ground_in_space = luck_one_in(luck, 3);
    options->no_pok_mech_infantry = luck_one_in(luck, 2);
    options->show_splice_types = luck_one_in(luck, 2);
    options->passing_pipelined = luck_one_in(luck, 3);
    options->inaugural_faction_tech = luck_one_in(luck, 3);
    options->disclose = luck_below(luck, 4) != 0;
    options->auto_start = luck_below(luck, 4) != 0;
    if (luck_one_in(luck, 4))
        options->faction_pool = POOL_ALL30;
}

/* A ring of home locations and some tiles, wherever they come. */
static void random_galaxy(struct luck *luck, uint8_t players, struct galaxy *galaxy)
{
    struct map_faults faults;
    static const char text[] = "35 30 98 34 113 101 109 47 37 44 110 49 27 48 38 46 28 43";
    (void)map_string_parse(text, sizeof text - 1, galaxy, &faults);
    uint8_t homes = 0;
    while (homes < players) {
        uint32_t position = 1 + luck_below(luck, POSITIONS - 1);
        if (galaxy->positions[position].kind == POSITION_HOME)
            continue;
        galaxy->positions[position] = (struct position){.kind = POSITION_HOME, .tile = TILE_NONE};
        homes++;
    }
}

/* Any layout that fits, or none, which asks for the usual one. */
static void random_layout(struct luck *luck, struct setup *setup)
{
    uint8_t layout;
    setup->map.mode = MAP_BUILD;
    setup->map.layout = LAYOUT_NONE;
    if (luck_one_in(luck, 4))
        return;
    do
        layout = (uint8_t)luck_below(luck, (uint32_t)catalogue_layout_count);
    while (!layout_fits(layout, setup->players, setup->options.pok));
    setup->map.layout = layout;
}

struct setup random_setup(struct luck *luck)
{
    struct setup setup = {.map.layout = LAYOUT_NONE};
    random_options(luck, &setup.options);
    setup.players = (uint8_t)(PLAYERS_MIN + luck_below(luck, PLAYERS_MAX - PLAYERS_MIN + 1));
    setup.options.pok = setup.players > PLAYERS_MAX_WITHOUT_POK || luck_one_in(luck, 2);
    setup.map.mode = (enum map_mode)luck_below(luck, 3);
    if (setup.map.mode == MAP_PREMADE)
        random_galaxy(luck, setup.players, &setup.map.galaxy);
    if (setup.map.mode == MAP_BUILD)
        random_layout(luck, &setup);
    return setup;
}

static struct pick pick_of_cards(const struct sent_cards *cards, struct luck *luck)
{
    struct pick pick = {.count = cards->count};
    memcpy(pick.cards, cards->cards, cards->count * sizeof *pick.cards);
    luck_fill(luck, pick.nonce, sizeof pick.nonce);
    return pick;
}

/* A hand that is passed at once is not picked from by a withheld commitment. */
static void seal_command(const struct game *game, struct command *command, struct luck *luck,
                         struct secrets *secrets)
{
    struct commit_command *commit = &command->commit;
    struct pick pick = pick_of_cards(&commit->cards, luck);
    commit->sealed_by = (enum sealed_by)luck_below(luck, passes_at_once(game) ? 2 : 3);
    memcpy(commit->nonce, pick.nonce, sizeof commit->nonce);
    random_commitment(commit->step, commit->round, command->player, &pick, commit->commitment);
    if (commit->sealed_by != SEALED_WITHHELD)
        return;
    secrets->picks[command->player] = pick;
    commit->cards.count = 0;
}

static struct command reveal_command_of(const struct game *game, uint8_t player,
                                        const struct secrets *secrets)
{
    const struct pick *pick = &secrets->picks[player];
    struct command command = {.type = COMMAND_REVEAL, .player = player};
    command.reveal.step = game->table.step;
    command.reveal.round = game->table.players[player].round;
    command.reveal.cards.count = pick->count;
    memcpy(command.reveal.cards.cards, pick->cards, pick->count * sizeof *pick->cards);
    memcpy(command.reveal.nonce, pick->nonce, SEAL_BYTES);
    return command;
}

/* Moves what stands on the first planet to others, unit by unit, and now and then into space. */
static void scatter_units(const struct game *game, struct command *command, struct luck *luck)
{
    uint16_t faction = game->table.players[command->player].home_faction;
    const struct tile *home = &catalogue_tiles[catalogue_factions[faction].home_tile];
    struct starting_units_command all = command->starting_units;
    struct starting_units_command *sent = &command->starting_units;
    sent->planet_count = home->planet_count;
    for (uint8_t i = 0; i < home->planet_count; i++) {
        sent->planets[i].planet = home->planets[i];
        memset(sent->planets[i].units, 0, UNITS);
    }
    for (enum unit unit = UNIT_INFANTRY; unit < UNITS; unit++) {
        for (uint8_t piece = 0; piece < all.planets[0].units[unit]; piece++)
            sent->planets[luck_below(luck, home->planet_count)].units[unit]++;
    }
    if (game->setup.options.ground_in_space && sent->planets[0].units[UNIT_INFANTRY] > 0 &&
        sent->space[UNIT_CARRIER] > 0 && sent->space[UNIT_FIGHTER] <= 3) {
        sent->planets[0].units[UNIT_INFANTRY]--;
        sent->space[UNIT_INFANTRY]++;
    }
}

struct command random_command(const struct game *game, uint8_t player, struct luck *luck,
                              struct secrets *secrets)
{
    if (waited_for(game, player) == ACTION_REVEAL)
        return reveal_command_of(game, player, secrets);
    size_t count = choice_count(game, player);
    struct command command = nth_choice(game, player, luck_below(luck, (uint32_t)count));
    if (command.type == COMMAND_COMMIT)
        seal_command(game, &command, luck, secrets);
    if (command.type == COMMAND_STARTING_UNITS)
        scatter_units(game, &command, luck);
    return command;
}

uint8_t random_waiting_player(const struct game *game, struct luck *luck)
{
    uint8_t player;
    do {
        player = (uint8_t)luck_below(luck, game->setup.players);
    } while (waited_for(game, player) == ACTION_NONE);
    return player;
}
