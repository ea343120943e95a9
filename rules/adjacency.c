#include "rules/adjacency.h"

uint64_t position_bit(uint8_t position)
{
    return UINT64_C(1) << position;
}

unsigned positions_count(uint64_t positions)
{
    unsigned count = 0;
    for (; positions != 0; positions &= positions - 1)
        count++;
    return count;
}

/* Where a way leaves a tile. */
struct exit {
    uint8_t position;
    unsigned side;
};

/* The ways out of a system that are still to be followed. Each is followed once, since hyperlanes
 * can lead in circles. */
struct search {
    const struct galaxy *galaxy;
    uint64_t seen[SIDES]; /* positions that have been left at each side */
    size_t open;
    struct exit exits[POSITIONS * SIDES];
};

static void leave(struct search *search, uint8_t position, unsigned side)
{
    if (search->seen[side] & position_bit(position))
        return;
    search->seen[side] |= position_bit(position);
    search->exits[search->open++] = (struct exit){position, side};
}

static bool is_hyperlane(const struct position *position)
{
    return position->kind == POSITION_TILE &&
           catalogue_tiles[position->tile].kind == TILE_HYPERLANE;
}

/* Follows the lanes that begin at the side where POSITION was entered. */
static void cross(struct search *search, uint8_t position, unsigned entered)
{
    const struct position *here = &search->galaxy->positions[position];
    const struct tile *tile = &catalogue_tiles[here->tile];
    for (uint8_t link = 0; link < tile->link_count; link++) {
        unsigned one = (tile->links[link][0] + (unsigned)here->rotation) % SIDES;
        unsigned other = (tile->links[link][1] + (unsigned)here->rotation) % SIDES;
        if (one == entered)
            leave(search, position, other);
        if (other == entered)
            leave(search, position, one);
    }
}

uint64_t galaxy_neighbours(const struct galaxy *galaxy, uint8_t position, bool hyperlanes)
{
    struct search search = {.galaxy = galaxy};
    uint64_t neighbours = 0;
    for (unsigned side = 0; side < SIDES; side++)
        leave(&search, position, side);
    while (search.open > 0) {
        struct exit way = search.exits[--search.open];
        uint8_t next = position_neighbour(way.position, way.side);
        if (next == POSITION_NONE)
            continue;
        if (!is_hyperlane(&galaxy->positions[next]))
            neighbours |= position_bit(next);
        else if (hyperlanes)
            cross(&search, next, (way.side + SIDES / 2) % SIDES);
    }
    return neighbours & ~position_bit(position);
}

struct surroundings galaxy_surroundings(const struct galaxy *galaxy, uint8_t position,
                                        bool hyperlanes)
{
    struct surroundings surroundings = {0};
    uint64_t neighbours = galaxy_neighbours(galaxy, position, hyperlanes);
    for (uint8_t other = 0; other < POSITIONS; other++) {
        if (!(neighbours & position_bit(other)) || galaxy->positions[other].kind != POSITION_TILE)
            continue;
        const struct tile *tile = &catalogue_tiles[galaxy->positions[other].tile];
        surroundings.anomaly |= tile->anomalies != 0;
        surroundings.wormholes |= tile->wormholes;
    }
    return surroundings;
}

bool tile_is_clean(uint16_t tile, struct surroundings surroundings)
{
    const struct tile *placed = &catalogue_tiles[tile];
    return !(placed->anomalies != 0 && surroundings.anomaly) &&
           (placed->wormholes & surroundings.wormholes) == 0;
}
