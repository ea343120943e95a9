#include "rules/layout.h"

uint16_t centre_tile(void)
{
    return tile_find("112", 3);
}

struct galaxy galaxy_with_centre_only(void)
{
    struct galaxy galaxy;
    for (size_t position = 0; position < POSITIONS; position++)
        galaxy.positions[position] = (struct position){POSITION_EMPTY, TILE_NONE, 0};
    galaxy.positions[0] = (struct position){POSITION_TILE, centre_tile(), 0};
    return galaxy;
}

bool layout_fits(uint8_t layout, uint8_t players, bool pok)
{
    return layout < catalogue_layout_count && catalogue_layouts[layout].players == players &&
           (pok || !catalogue_layouts[layout].needs_pok);
}

uint8_t layout_usual(uint8_t players, bool pok)
{
    uint8_t usual = LAYOUT_NONE;
    for (uint8_t layout = 0; layout < catalogue_layout_count; layout++) {
        if (!layout_fits(layout, players, pok))
            continue;
        if (usual == LAYOUT_NONE || catalogue_layouts[layout].standard)
            usual = layout;
    }
    return usual;
}

void layout_lay_out(uint8_t layout, struct galaxy *ret_galaxy)
{
    const struct layout *plan = &catalogue_layouts[layout];
    *ret_galaxy = galaxy_with_centre_only();
    for (uint8_t position = 1; position < POSITIONS; position++) {
        if (position_ring(position) <= plan->rings)
            ret_galaxy->positions[position].kind = POSITION_OPEN;
    }
    for (uint8_t slot = 0; slot < plan->players; slot++)
        ret_galaxy->positions[plan->homes[slot]].kind = POSITION_HOME;
    for (uint8_t i = 0; i < plan->closed_count; i++)
        ret_galaxy->positions[plan->closed[i]].kind = POSITION_EMPTY;
    for (uint8_t i = 0; i < plan->fixed_count; i++)
        ret_galaxy->positions[plan->fixed[i].position] =
            (struct position){POSITION_TILE, plan->fixed[i].tile, plan->fixed[i].rotation};
}

uint8_t layout_hand_size(uint8_t layout)
{
    return (uint8_t)(catalogue_layouts[layout].blue + catalogue_layouts[layout].red);
}
