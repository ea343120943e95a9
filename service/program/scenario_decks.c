#include "service/program/scenario_decks.h"

#include <string.h>

#include "service/fairness/commitment.h"

/* The decks that can be stacked, and where their ids are looked up. */
static const struct {
    const char *name;
    enum stream stream;
    uint16_t (*find)(const char *id, size_t length);
} decks_known[] = {
    {"factions", STREAM_FACTIONS, card_find},           {"abilities", STREAM_ABILITIES, card_find},
    {"unit_upgrades", STREAM_UNIT_UPGRADES, card_find}, {"genomes", STREAM_GENOMES, card_find},
    {"tiles_blue", STREAM_TILES_BLUE, tile_find},       {"tiles_red", STREAM_TILES_RED, tile_find},
};

enum { DECKS = sizeof decks_known / sizeof decks_known[0] };

static bool holds(const uint16_t *items, size_t count, uint16_t item)
{
    for (size_t i = 0; i < count; i++)
        if (items[i] == item)
            return true;
    return false;
}

static bool read_deck(const json_t *list, size_t deck, const char *pointer,
                      struct stacked_decks *decks, struct json_faults *faults)
{
    enum stream stream = decks_known[deck].stream;
    size_t length = json_array_size(list);
    if (!json_is_array(list) || length > STACKED_MAX) {
        json_fault_add(faults, pointer, "must be an array of at most %d ids", STACKED_MAX);
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        const json_t *entry = json_array_get(list, i);
        uint16_t item = UINT16_MAX; /* what CARD_NONE and TILE_NONE are */
        if (json_is_string(entry))
            item = decks_known[deck].find(json_string_value(entry), json_string_length(entry));
        if (item == UINT16_MAX || holds(decks->items[stream], decks->count[stream], item)) {
            json_fault_add(faults, pointer, "entry %zu is no id, or stands there twice", i);
            return false;
        }
        decks->items[stream][decks->count[stream]++] = item;
    }
    return true;
}

static bool read_defaults(const json_t *list, struct stacked_decks *decks,
                          struct json_faults *faults)
{
    size_t length = json_array_size(list);
    bool fine = json_is_array(list) && length <= STACKED_MAX;
    for (size_t i = 0; i < length && fine; i++) {
        json_int_t place = json_integer_value(json_array_get(list, i));
        fine = json_is_integer(json_array_get(list, i)) && place >= 0 && place <= UINT8_MAX;
        decks->defaults[i] = (uint8_t)place;
    }
    decks->default_count = length;
    if (!fine)
        json_fault_add(faults, "/decks/defaults", "must be an array of at most %d places from 0",
                       STACKED_MAX);
    return fine;
}

bool stacked_decks_read(const json_t *object, struct stacked_decks *ret_decks,
                        struct json_faults *faults)
{
    *ret_decks = (struct stacked_decks){0};
    if (!object)
        return true;
    json_t *lists[DECKS] = {NULL};
    json_t *defaults = NULL;
    struct field fields[DECKS + 1];
    for (size_t deck = 0; deck < DECKS; deck++)
        fields[deck] = (struct field){
            .name = decks_known[deck].name, .kind = FIELD_VALUE, .target = &lists[deck]};
    fields[DECKS] = (struct field){.name = "defaults", .kind = FIELD_VALUE, .target = &defaults};
    bool fine = json_read_fields(object, "/decks", fields, DECKS + 1, faults);
    fine = fine && (!defaults || read_defaults(defaults, ret_decks, faults));
    for (size_t deck = 0; deck < DECKS && fine; deck++) {
        char pointer[JSON_POINTER_BYTES];
        json_pointer_member("/decks", decks_known[deck].name, pointer);
        fine = !lists[deck] || read_deck(lists[deck], deck, pointer, ret_decks, faults);
    }
    return fine;
}

/* Moves ITEM to PLACE, if it is among the items behind; what lies between moves down. */
static bool bring_up(uint16_t *items, size_t count, size_t place, uint16_t item)
{
    for (size_t i = place; i < count; i++) {
        if (items[i] != item)
            continue;
        memmove(items + place + 1, items + place, (i - place) * sizeof *items);
        items[place] = item;
        return true;
    }
    return false;
}

/* The last of the shuffled home slots is the speaker's: without chance, slot 0. */
static void leave_speaker_first(uint16_t *slots, size_t count)
{
    memmove(slots, slots + 1, (count - 1) * sizeof *slots);
    slots[count - 1] = 0;
}

/* ITEMS come in ASCII order. Those that are named but lie elsewhere now are left out. */
static void stack(void *context, uint16_t epoch, enum stream stream, uint16_t *items, size_t count)
{
    (void)epoch;
    const struct stacked_decks *decks = context;
    size_t place = 0;
    if (stream == STREAM_SPEAKER_SLOT)
        leave_speaker_first(items, count);
    for (size_t i = 0; i < decks->count[stream]; i++)
        if (bring_up(items, count, place, decks->items[stream][i]))
            place++;
}

static bool opens(void *context, enum step step, uint8_t round, uint8_t player,
                  const struct pick *pick, const uint8_t commitment[SEAL_BYTES])
{
    const struct stacked_decks *decks = context;
    uint8_t right[SEAL_BYTES];
    commitment_of(decks->game, step, round, player, pick, right);
    return memcmp(right, commitment, SEAL_BYTES) == 0;
}

static uint32_t choose(void *context, const struct occasion *occasion, uint32_t count)
{
    struct stacked_decks *decks = context;
    uint32_t place = 0;
    (void)occasion;
    if (decks->defaults_made < decks->default_count)
        place = decks->defaults[decks->defaults_made++];
    return place < count ? place : count - 1;
}

/* The nonce is zero, as it is for what the server seals. */
static void seal(void *context, const struct occasion *occasion, struct pick *pick,
                 uint8_t ret_commitment[SEAL_BYTES])
{
    const struct stacked_decks *decks = context;
    commitment_of(decks->game, occasion->step, occasion->round, occasion->player, pick,
                  ret_commitment);
}

struct dealer stacked_dealer(struct stacked_decks *decks)
{
    return (struct dealer){decks, stack, opens, choose, seal};
}
