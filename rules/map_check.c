#include "rules/map_check.h"

#include "rules/adjacency.h"

static bool number_lies_before(const struct galaxy *galaxy, uint8_t position)
{
    uint16_t number = catalogue_tiles[galaxy->positions[position].tile].number;
    for (uint8_t earlier = 0; earlier < position; earlier++) {
        const struct position *other = &galaxy->positions[earlier];
        if (other->kind == POSITION_TILE && catalogue_tiles[other->tile].number == number)
            return true;
    }
    return false;
}

static bool is_laid_by_the_draft(const struct tile *tile)
{
    return tile->kind == TILE_HOME || tile->kind == TILE_HOME_OFF_BOARD ||
           tile->kind == TILE_HOME_FLIP || tile->kind == TILE_GATE;
}

static enum map_fault_kind check_tile(const struct galaxy *galaxy, uint8_t position, bool pok)
{
    const struct tile *tile = &catalogue_tiles[galaxy->positions[position].tile];
    if (number_lies_before(galaxy, position))
        return MAP_FAULT_TILE_TWICE;
    if (is_laid_by_the_draft(tile))
        return MAP_FAULT_HOME_TILE;
    if (tile->expansion == EXPANSION_POK && !pok)
        return MAP_FAULT_EXPANSION;
    return MAP_FAULT_NONE;
}

bool map_check(const struct galaxy *galaxy, bool pok, uint8_t players,
               struct map_faults *ret_faults)
{
    uint8_t homes = 0;

    *ret_faults = (struct map_faults){0};
    for (uint8_t position = 0; position < POSITIONS; position++) {
        enum position_kind kind = galaxy->positions[position].kind;
        if (kind == POSITION_HOME)
            homes++;
        enum map_fault_kind fault =
            kind == POSITION_TILE ? check_tile(galaxy, position, pok) : MAP_FAULT_NONE;
        if (fault != MAP_FAULT_NONE)
            map_faults_add(ret_faults, &(struct map_fault){.kind = fault, .position = position});
    }
    if (homes != players)
        map_faults_add(ret_faults, &(struct map_fault){.kind = MAP_FAULT_HOME_LOCATIONS,
                                                       .home_locations = homes});
    return ret_faults->count == 0;
}

static const struct tile *tile_at(const struct galaxy *galaxy, uint8_t position)
{
    const struct position *place = &galaxy->positions[position];
    return place->kind == POSITION_TILE ? &catalogue_tiles[place->tile] : NULL;
}

/* Whether two tiles keep apart when a galaxy is built; told in CLASH. */
static bool clash(const struct tile *one, const struct tile *other, struct map_clash *clash)
{
    if (one == NULL || other == NULL)
        return false;
    clash->anomalies = one->anomalies != 0 && other->anomalies != 0;
    clash->wormholes = one->wormholes & other->wormholes;
    return clash->anomalies || clash->wormholes != 0;
}

size_t map_clashes(const struct galaxy *galaxy, bool hyperlanes,
                   struct map_clash ret_clashes[MAP_CLASHES_MAX])
{
    size_t count = 0;
    for (uint8_t one = 0; one < POSITIONS; one++) {
        if (tile_at(galaxy, one) == NULL)
            continue;
        uint64_t neighbours = galaxy_neighbours(galaxy, one, hyperlanes);
        for (uint8_t other = (uint8_t)(one + 1); other < POSITIONS; other++) {
            struct map_clash found = {.one = one, .other = other};
            if (count < MAP_CLASHES_MAX && neighbours & position_bit(other) &&
                clash(tile_at(galaxy, one), tile_at(galaxy, other), &found))
                ret_clashes[count++] = found;
        }
    }
    return count;
}
