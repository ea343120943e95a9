/*
 * Galaxies built at random, against the words of the rules. What players would see go wrong: a
 * board on which nobody can go on, a tile beside one that it must keep away from although there was
 * another place.
 */
#include "rules/adjacency.h"
#include "rules/layout.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random_play.h"

enum { BUILDS = 10000 };

static struct game built;
static struct events events;

/* By the words of the rules, without the code that decides: whether TILE at POSITION touches what
 * it must not. */
static bool offends(const struct game *game, uint16_t tile, uint8_t position)
{
    uint64_t near =
        galaxy_neighbours(&game->table.galaxy, position, game->setup.options.hyperlane_adjacency);
    const struct tile *placed = &catalogue_tiles[tile];
    for (uint8_t other = 0; other < POSITIONS; other++) {
        const struct position *place_there = &game->table.galaxy.positions[other];
        if (!(near >> other & 1) || place_there->kind != POSITION_TILE)
            continue;
        const struct tile *there = &catalogue_tiles[place_there->tile];
        if ((placed->anomalies && there->anomalies) || placed->wormholes & there->wormholes)
            return true;
    }
    return false;
}

/* Whether a placement was free to offend: nothing in hand could have kept away. */
static bool had_no_other_option(const struct game *game, uint8_t player, uint16_t tile)
{
    bool extra = game->table.extra_tiles.count > 0;
    const struct tile_hand *hand =
        extra ? &game->table.extra_tiles : &game->table.players[player].tiles;
    uint8_t ring = RINGS + 1;
    for (uint8_t position = 0; position < POSITIONS; position++)
        if (game->table.galaxy.positions[position].kind == POSITION_OPEN &&
            position_ring(position) < ring)
            ring = position_ring(position);
    for (uint8_t i = 0; i < hand->count; i++) {
        if (game->setup.options.placement_exception_tile && hand->tiles[i] != tile)
            continue;
        for (uint8_t position = 0; position < POSITIONS; position++)
            if (game->table.galaxy.positions[position].kind == POSITION_OPEN &&
                position_ring(position) == ring && !offends(game, hand->tiles[i], position))
                return false;
    }
    return true;
}

static void build_at_random(struct luck *luck, uint8_t layout)
{
    struct luck deck = {~luck->state};
    struct dealer dealer = random_dealer(&deck);
    struct secrets secrets;
    struct command command = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    do
        command.create = random_setup(luck);
    while (command.create.players != catalogue_layouts[layout].players);
    command.create.map.mode = MAP_BUILD;
    command.create.map.layout = layout;
    command.create.options.pok |= catalogue_layouts[layout].needs_pok;
    struct game *game = &built;
    *game = game_none();
    unsigned placements = 0, joins = 0;
    while (game->table.step != STEP_HOME_SYSTEMS) {
        assert_number(decide(game, &command, &dealer, &events), ACCEPTED);
        if (command.type == COMMAND_TILE) {
            uint16_t tile = command.tile.tile;
            if (offends(game, tile, (uint8_t)command.tile.position))
                assert_true(had_no_other_option(game, command.player, tile));
            placements++;
        }
        for (size_t i = 0; i < events.count; i++)
            apply(game, &events.list[i]);
        const char *fault = check(game);
        if (fault != NULL)
            fail_msg("%s: %s", catalogue_layouts[layout].id, fault);
        if (joins < game->setup.players)
            command = (struct command){.type = COMMAND_JOIN, .player = (uint8_t)joins++};
        else if (game->table.stage == STAGE_LOBBY)
            command = (struct command){.type = COMMAND_START, .player = PLAYER_NONE};
        else if (game->table.step != STEP_HOME_SYSTEMS)
            command = random_command(game, random_waiting_player(game, luck), luck, &secrets);
    }
    assert_number(placements, game->setup.players * layout_hand_size(layout) +
                                  catalogue_layouts[layout].extra_blue +
                                  catalogue_layouts[layout].extra_red);
}

static void nobody_gets_stuck_in_ten_thousand_builds(void **state)
{
    (void)state;
    struct luck luck = {20261129};
    for (unsigned build = 0; build < BUILDS; build++)
        build_at_random(&luck, (uint8_t)(build % catalogue_layout_count));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_gets_stuck_in_ten_thousand_builds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
