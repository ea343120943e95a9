#include "tests/support/tampered_json.h"

#include <string.h>

#include "rules/rules.h"
#include "tests/support/cmocka_all.h"

enum { PLACES_MAX = 2000 };

/* Where a value stands. */
struct place {
    json_t *parent; /* an object or an array */
    const char *key;
    size_t index;
};

struct places {
    size_t count;
    struct place list[PLACES_MAX];
};

static void add_place(struct places *places, struct place place)
{
    if (places->count < PLACES_MAX)
        places->list[places->count++] = place;
}

static void find_places(json_t *value, struct places *places, unsigned depth)
{
    const char *key;
    size_t index;
    json_t *child;
    assert_true(depth < 8);
    if (json_is_object(value)) {
        json_object_foreach(value, key, child)
        {
            add_place(places, (struct place){value, key, 0});
            find_places(child, places, depth + 1);
        }
    }
    if (json_is_array(value)) {
        json_array_foreach(value, index, child)
        {
            add_place(places, (struct place){value, NULL, index});
            find_places(child, places, depth + 1);
        }
    }
}

static json_t *value_at(const struct place *place)
{
    return place->key ? json_object_get(place->parent, place->key)
                      : json_array_get(place->parent, place->index);
}

static void put(const struct place *place, json_t *value)
{
    if (place->key)
        json_object_set_new(place->parent, place->key, value);
    else
        json_array_set_new(place->parent, place->index, value);
}

/* A word of the game, of any kind. */
static const char *word(struct chooser chooser)
{
    static const char *const others[] = {
        "p1",     "p2",       "p3",      "p4",        "p5",         "p6",     "p7",
        "p8",     "neutral",  "board",   "plastic",   "token",      "host",   "reinforcements",
        "server", "withheld", "ability", "blockade",  "genomes",    "client", "elimination",
        "space",  "cards",    "hands",   "abilities", "transaction"};
    switch (choose_below(chooser, 8)) {
    case 0:
    case 1:
        return catalogue_cards[choose_below(chooser, catalogue_card_count)].id;
    case 2:
        return catalogue_tiles[choose_below(chooser, catalogue_tile_count)].id;
    case 3:
        return catalogue_kings[choose_below(chooser, catalogue_king_count)].id;
    case 4:
        return unit_id((enum unit)choose_below(chooser, UNITS));
    case 5:
        return step_id((enum step)choose_below(chooser, STEPS));
    case 6:
        return colour_id((enum colour)choose_below(chooser, COLOURS));
    default:
        return others[choose_below(chooser, sizeof others / sizeof *others)];
    }
}

static json_int_t number(struct chooser chooser, json_int_t before)
{
    static const json_int_t numbers[] = {0,  1,  2,   3,   4,    7,     8,     9,         36,
                                         60, 61, 99,  100, 255,  256,   1023,  1024,      9999,
                                         -1, 65, 127, 128, 1000, 65535, 65536, UINT32_MAX};
    switch (choose_below(chooser, 4)) {
    case 0:
        return before + 1;
    case 1:
        return before - 1;
    default:
        return numbers[choose_below(chooser, sizeof numbers / sizeof *numbers)];
    }
}

static json_t *other_than(const json_t *value, struct chooser chooser)
{
    if (json_is_integer(value))
        return json_integer(number(chooser, json_integer_value(value)));
    if (json_is_boolean(value))
        return json_boolean(json_is_false(value));
    return json_string(word(chooser));
}

/* Something happens to the value at PLACE; FROM is another one of the same text. */
static void tamper(const struct place *place, const struct place *from, struct chooser chooser)
{
    json_t *value = value_at(place);
    switch (choose_below(chooser, 8)) {
    case 0:
        put(place, json_deep_copy(value_at(from)));
        break;
    case 1:
        if (place->key)
            json_object_del(place->parent, place->key);
        else
            json_array_remove(place->parent, place->index);
        break;
    case 2:
        if (place->key)
            json_object_set_new(place->parent, word(chooser), json_deep_copy(value));
        else
            json_array_append_new(place->parent, json_deep_copy(value));
        break;
    case 3:
        if (json_is_array(value))
            json_array_append_new(value, json_string(word(chooser)));
        else
            put(place, other_than(value, chooser));
        break;
    default:
        put(place, other_than(value, chooser));
        break;
    }
}

void tamper_json(json_t *root, struct chooser chooser)
{
    static struct places places;
    places.count = 0;
    find_places(root, &places, 0);
    if (places.count > 0)
        tamper(&places.list[choose_below(chooser, places.count)],
               &places.list[choose_below(chooser, places.count)], chooser);
}

char *tampered_json(const char *text, struct chooser chooser)
{
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    tamper_json(root, chooser);
    char *tampered = json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS);
    assert_non_null(tampered);
    json_decref(root);
    return tampered;
}
