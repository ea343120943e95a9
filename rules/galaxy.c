/*
 * Building the galaxy (rules section 5.3): tiles are dealt face down; the speaker places those
 * that the layout gives to nobody; then everybody places one in turn, round and back again, the
 * inner rings first. Anomalies keep away from one another, and so do equal wormholes, as long as
 * the hand allows. Homes stay empty for the home systems.
 */
#include "rules/adjacency.h"
#include "rules/layout.h"
#include "rules/steps.h"

enum { TILE_PILE_MAX = 64 };

static bool happens(const struct game *game)
{
    return game->setup.map.mode == MAP_BUILD;
}

static const struct layout *layout_of(const struct game *game)
{
    return &catalogue_layouts[game->setup.map.layout];
}

/* The tiles of a colour that can be dealt, in ASCII order. */
static size_t pile_of_tiles(enum tile_kind kind, bool pok, uint16_t ret_tiles[TILE_PILE_MAX])
{
    size_t count = 0;
    for (uint16_t tile = 0; tile < catalogue_tile_count && count < TILE_PILE_MAX; tile++) {
        const struct tile *row = &catalogue_tiles[tile];
        if (row->dealt && row->kind == kind && (pok || row->expansion != EXPANSION_POK))
            ret_tiles[count++] = tile;
    }
    return count;
}

static const uint16_t *draw(const uint16_t *top, uint8_t count, struct tile_hand *hand)
{
    for (uint8_t i = 0; i < count; i++)
        hand->tiles[hand->count++] = *top++;
    return top;
}

/* Deals EACH to everybody in seat order, then EXTRA face up. */
static void deal_pile(const struct desk *desk, enum tile_kind kind, uint8_t each, uint8_t extra,
                      struct event *opening)
{
    const struct game *game = &desk->game;
    uint16_t pile[TILE_PILE_MAX];
    size_t count = pile_of_tiles(kind, game->setup.options.pok, pile);
    desk->dealer->shuffle(desk->dealer->context, game->table.epoch,
                          kind == TILE_BLUE ? STREAM_TILES_BLUE : STREAM_TILES_RED, pile, count);
    const uint16_t *top = pile;
    for (uint8_t seat = 0; seat < game->setup.players; seat++)
        top = draw(top, each, &opening->private_part.deal.tiles[game->table.seats[seat]]);
    (void)draw(top, extra, &opening->public_part.extra_tiles);
}

static void deal(const struct desk *desk, uint8_t round, struct event *opening)
{
    (void)round;
    const struct layout *layout = layout_of(&desk->game);
    deal_pile(desk, TILE_BLUE, layout->blue, layout->extra_blue, opening);
    deal_pile(desk, TILE_RED, layout->red, layout->extra_red, opening);
}

/* The player on turn, PLAYER_NONE when everything is placed. */
static uint8_t player_on_turn(const struct game *game)
{
    uint8_t players = game->setup.players;
    if (game->table.extra_tiles.count > 0)
        return game->table.speaker;
    unsigned left = 0;
    for (uint8_t player = 0; player < players; player++)
        left += game->table.players[player].tiles.count;
    if (left == 0)
        return PLAYER_NONE;
    unsigned placed = (unsigned)players * layout_hand_size(game->setup.map.layout) - left;
    unsigned seat = placed % players;
    bool clockwise = placed / players % 2 == 0;
    return game->table.seats[clockwise ? seat : players - 1 - seat];
}

static bool takes_part(const struct game *game, uint8_t player)
{
    return player < game->setup.players && player_on_turn(game) == player;
}

/* What the player on turn places from. */
static const struct tile_hand *hand_on_turn(const struct game *game, uint8_t player)
{
    return game->table.extra_tiles.count > 0 ? &game->table.extra_tiles
                                             : &game->table.players[player].tiles;
}

/* The open positions of the innermost ring that has any. */
static uint64_t open_ring(const struct galaxy *galaxy)
{
    uint64_t open = 0;
    uint8_t ring = 0;
    for (uint8_t position = 1; position < POSITIONS; position++) {
        if (galaxy->positions[position].kind != POSITION_OPEN)
            continue;
        if (open != 0 && position_ring(position) != ring)
            break;
        ring = position_ring(position);
        open |= position_bit(position);
    }
    return open;
}

/* Where each tile of HAND would lie next to nothing that it must keep away from. */
static void find_clean(const struct game *game, const struct tile_hand *hand, uint64_t open,
                       uint64_t ret_positions[LAYOUT_HAND_MAX])
{
    for (uint8_t i = 0; i < hand->count; i++)
        ret_positions[i] = 0;
    for (uint8_t position = 1; position < POSITIONS; position++) {
        if (!(open & position_bit(position)))
            continue;
        struct surroundings surroundings = galaxy_surroundings(
            &game->table.galaxy, position, game->setup.options.hyperlane_adjacency);
        for (uint8_t i = 0; i < hand->count; i++) {
            if (tile_is_clean(hand->tiles[i], surroundings))
                ret_positions[i] |= position_bit(position);
        }
    }
}

/* Where each tile of HAND may be placed. What cannot keep away may lie anywhere: nothing of the
 * hand can, or with placement_exception: tile, that tile cannot (decision 23). */
static void find_legal(const struct game *game, const struct tile_hand *hand,
                       uint64_t ret_positions[LAYOUT_HAND_MAX])
{
    uint64_t open = open_ring(&game->table.galaxy);
    uint64_t any = 0;
    find_clean(game, hand, open, ret_positions);
    for (uint8_t i = 0; i < hand->count; i++)
        any |= ret_positions[i];
    for (uint8_t i = 0; i < hand->count; i++) {
        uint64_t clean = game->setup.options.placement_exception_tile ? ret_positions[i] : any;
        if (clean == 0)
            ret_positions[i] = open;
    }
}

static void insert_option(struct choices *choices, uint16_t tile, uint64_t positions)
{
    uint8_t place = choices->count++;
    while (place > 0 && choices->options[place - 1] > tile) {
        choices->options[place] = choices->options[place - 1];
        choices->positions[place] = choices->positions[place - 1];
        place--;
    }
    choices->options[place] = tile;
    choices->positions[place] = positions;
}

static void options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    const struct tile_hand *hand = hand_on_turn(game, player);
    uint64_t positions[LAYOUT_HAND_MAX];
    find_legal(game, hand, positions);
    ret_choices->choose[0] = 1;
    for (uint8_t i = 0; i < hand->count; i++) {
        if (positions[i] != 0)
            insert_option(ret_choices, hand->tiles[i], positions[i]);
    }
}

/* Whether the tile at PLACE of HAND may be placed at POSITION of the innermost ring. One that keeps
 * away from what it must may be, whatever else is in the hand. */
static bool is_legal(const struct game *game, const struct tile_hand *hand, uint8_t place,
                     uint8_t position)
{
    struct surroundings surroundings =
        galaxy_surroundings(&game->table.galaxy, position, game->setup.options.hyperlane_adjacency);
    if (tile_is_clean(hand->tiles[place], surroundings))
        return true;
    uint64_t positions[LAYOUT_HAND_MAX];
    find_legal(game, hand, positions);
    return positions[place] & position_bit(position);
}

static uint8_t place_in_hand(const struct tile_hand *hand, uint16_t tile)
{
    uint8_t place = 0;
    while (place < hand->count && hand->tiles[place] != tile)
        place++;
    return place;
}

static enum refusal check_turn(const struct game *game, uint8_t player,
                               const struct command *command, struct turn *ret_turn)
{
    const struct tile_hand *hand = hand_on_turn(game, player);
    const struct galaxy *galaxy = &game->table.galaxy;
    uint16_t position = command->tile.position;
    uint8_t place = place_in_hand(hand, command->tile.tile);
    if (place == hand->count)
        return REFUSED_CARD_NOT_AVAILABLE;
    if (position >= POSITIONS || galaxy->positions[position].kind != POSITION_OPEN)
        return REFUSED_POSITION_NOT_OPEN;
    if (!(open_ring(galaxy) & position_bit((uint8_t)position)))
        return REFUSED_INNER_RING_OPEN;
    if (!is_legal(game, hand, place, (uint8_t)position))
        return REFUSED_ADJACENCY;
    ret_turn->tile = command->tile.tile;
    ret_turn->position = (uint8_t)position;
    return ACCEPTED;
}

static void apply_turn(struct game *game, uint8_t player, const struct turn *turn)
{
    struct table *table = &game->table;
    struct tile_hand *hand =
        table->extra_tiles.count > 0 ? &table->extra_tiles : &table->players[player].tiles;
    for (uint8_t place = place_in_hand(hand, turn->tile); place + 1 < hand->count; place++)
        hand->tiles[place] = hand->tiles[place + 1];
    hand->count--;
    table->galaxy.positions[turn->position] =
        (struct position){.kind = POSITION_TILE, .tile = turn->tile};
}

/* The speaker's extra tiles count too. */
static uint8_t turn_number(const struct game *game, uint8_t player)
{
    const struct table *table = &game->table;
    const struct layout *layout = layout_of(game);
    unsigned placed = layout_hand_size(game->setup.map.layout) - table->players[player].tiles.count;
    if (player == table->speaker)
        placed += (unsigned)layout->extra_blue + layout->extra_red - table->extra_tiles.count;
    return (uint8_t)(placed + 1);
}

/* The choices are the pairs of a tile and a position, by the tile, then the position as text. */
static void choose(const struct choices *choices, size_t index, struct command *command)
{
    size_t left = index;
    uint8_t option = 0;
    while (left >= positions_count(choices->positions[option]))
        left -= positions_count(choices->positions[option++]);
    uint8_t position = 0;
    for (;; position = position_next_as_text(position)) {
        if (choices->positions[option] & position_bit(position) && left-- == 0)
            break;
    }
    command->tile = (struct tile_command){choices->options[option], position};
}

const struct step_rules galaxy_rules = {
    .id = "galaxy",
    .happens = happens,
    .deal = deal,
    .takes_part = takes_part,
    .options = options,
    .command = COMMAND_TILE,
    .action = ACTION_TILE,
    .check_turn = check_turn,
    .apply_turn = apply_turn,
    .turn_number = turn_number,
    .choose = choose,
};
