#include "rules/geometry.h"

/* One step towards each side. */
static const struct place steps[SIDES] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};

static int ring_first(int ring)
{
    return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1);
}

uint8_t position_ring(uint8_t position)
{
    int ring = 0;
    while (position >= ring_first(ring + 1))
        ring++;
    return (uint8_t)ring;
}

/* A ring is a hexagon: from its corner towards each side, a straight edge leads clockwise to
 * the next corner, in the direction two sides on. */
static struct place place_on_ring(int ring, int edge, int step)
{
    const struct place *corner = &steps[edge], *along = &steps[(edge + 2) % SIDES];
    return (struct place){ring * corner->x + step * along->x, ring * corner->y + step * along->y};
}

struct place position_place(uint8_t position)
{
    int ring = position_ring(position);
    if (ring == 0)
        return (struct place){0, 0};
    int offset = position - ring_first(ring);
    return place_on_ring(ring, offset / ring, offset % ring);
}

static int absolute(int number)
{
    return number < 0 ? -number : number;
}

static int ring_of_place(struct place place)
{
    int x = absolute(place.x), y = absolute(place.y), z = absolute(place.x + place.y);
    int larger = x > y ? x : y;
    return larger > z ? larger : z;
}

static uint8_t position_at(struct place place)
{
    int ring = ring_of_place(place);
    if (ring == 0)
        return 0;
    if (ring > RINGS)
        return POSITION_NONE;
    for (int offset = 0; offset < SIDES * ring; offset++) {
        struct place candidate = place_on_ring(ring, offset / ring, offset % ring);
        if (candidate.x == place.x && candidate.y == place.y)
            return (uint8_t)(ring_first(ring) + offset);
    }
    return POSITION_NONE;
}

uint8_t position_neighbour(uint8_t position, unsigned side)
{
    struct place place = position_place(position);
    place.x += steps[side].x;
    place.y += steps[side].y;
    return position_at(place);
}

/* In the plane a place lies 1.5 x to the east and -sqrt(3) (y + x / 2) to the north, so its
 * bearing is below 180 degrees when it lies to the east, or straight north. */
static bool in_eastern_half(struct place place)
{
    return place.x > 0 || (place.x == 0 && place.y < 0);
}

/* Neither may be the centre. */
static bool is_clockwise_before(uint8_t left, uint8_t right)
{
    struct place a = position_place(left), b = position_place(right);
    if (in_eastern_half(a) != in_eastern_half(b))
        return in_eastern_half(a);
    /* Within a half, the cross product in the plane decides; it has the sign of this one. */
    int turn = a.x * b.y - a.y * b.x;
    return turn != 0 ? turn > 0 : left < right;
}

uint8_t position_next_as_text(uint8_t position)
{
    if (position == 0)
        return 1;
    if (position * 10 < POSITIONS)
        return (uint8_t)(position * 10);
    while (position % 10 == 9 || position + 1 == POSITIONS)
        position /= 10;
    return position == 0 ? POSITION_NONE : (uint8_t)(position + 1);
}

size_t galaxy_home_locations(const struct galaxy *galaxy, uint8_t *ret_positions)
{
    size_t count = 0;
    for (uint8_t position = 1; position < POSITIONS; position++) {
        if (galaxy->positions[position].kind != POSITION_HOME)
            continue;
        size_t place = count++;
        while (place > 0 && is_clockwise_before(position, ret_positions[place - 1])) {
            ret_positions[place] = ret_positions[place - 1];
            place--;
        }
        ret_positions[place] = position;
    }
    return count;
}
