#include "service/json/orders_json.h"

#include <string.h>

#include "service/json/parts.h"

/* What a list of wishes is of: the kinds of cards, and three more. */
enum { OF_KINGS = CARD_KINDS, OF_COLOURS, OF_POSITIONS };

static unsigned contents_of(enum step step)
{
    switch (step) {
    case STEP_KINGS:
        return OF_KINGS;
    case STEP_PLASTIC:
        return OF_COLOURS;
    case STEP_HOME_POSITIONS:
        return OF_POSITIONS;
    default:
        return CARD_FACTION;
    }
}

static bool is_by_kind(enum step step)
{
    return step == STEP_SPLICE || step == STEP_STARTING_CARDS;
}

/* How many different wishes there can be. */
static size_t longest(unsigned contents)
{
    switch (contents) {
    case OF_KINGS:
        return catalogue_king_count;
    case OF_COLOURS:
        return COLOURS;
    case OF_POSITIONS:
        return POSITIONS - 1;
    default:
        return (size_t)catalogue_first_card[contents + 1] - catalogue_first_card[contents];
    }
}

static const char *what_is_wanted(unsigned contents)
{
    switch (contents) {
    case OF_KINGS:
        return "must be the id of a King";
    case OF_COLOURS:
        return "must be a colour";
    case OF_POSITIONS:
        return "must be a position from 1 to 60";
    case CARD_FACTION:
        return "must be the id of a faction";
    case CARD_ABILITY:
        return "must be the id of an ability";
    case CARD_UNIT_UPGRADE:
        return "must be the id of a unit upgrade";
    default:
        return "must be the id of a genome";
    }
}

static bool find_position(const json_t *value, uint16_t *ret_wish)
{
    json_int_t position = json_integer_value(value); /* 0 for what is no number */
    bool fine = position > 0 && position < POSITIONS;
    *ret_wish = fine ? (uint16_t)position : 0;
    return fine;
}

static bool find_wish(const json_t *value, unsigned contents, uint16_t *ret_wish)
{
    if (contents == OF_POSITIONS)
        return find_position(value, ret_wish);
    if (!json_is_string(value))
        return false;
    const char *id = json_string_value(value);
    size_t length = json_string_length(value);
    if (contents == OF_KINGS) {
        *ret_wish = king_find(id, length);
        return *ret_wish != KING_NONE;
    }
    if (contents == OF_COLOURS) {
        *ret_wish = (uint16_t)colour_find(id, length);
        return *ret_wish != COLOUR_NONE;
    }
    *ret_wish = card_find(id, length);
    return *ret_wish != CARD_NONE && (unsigned)card_kind_of(*ret_wish) == contents;
}

static bool has_wish(const struct wishes *wishes, uint16_t wish)
{
    for (uint8_t i = 0; i < wishes->count; i++)
        if (wishes->list[i] == wish)
            return true;
    return false;
}

static void take_wish(const json_t *value, unsigned contents, const char *pointer,
                      struct wishes *wishes, struct json_faults *faults)
{
    uint16_t wish;
    if (!find_wish(value, contents, &wish))
        json_fault_add(faults, pointer, "%s", what_is_wanted(contents));
    else if (has_wish(wishes, wish))
        json_fault_add(faults, pointer, "stands in the list already");
    else
        wishes->list[wishes->count++] = wish;
}

static void read_wishes(const json_t *array, unsigned contents, const char *pointer,
                        struct wishes *ret_wishes, struct json_faults *faults)
{
    if (array == NULL)
        return;
    size_t count = json_array_size(array);
    if (!json_is_array(array) || count > longest(contents)) {
        json_fault_add(faults, pointer, "must be an array of at most %zu", longest(contents));
        return;
    }
    for (size_t i = 0; i < count; i++) {
        char entry[JSON_POINTER_BYTES];
        json_pointer_entry(pointer, i, entry);
        take_wish(json_array_get(array, i), contents, entry, ret_wishes, faults);
    }
}

static enum card_kind find_kind(const json_t *value)
{
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++)
        if (json_is_string(value) && strcmp(json_string_value(value), card_kind_id(kind)) == 0)
            return kind;
    return CARD_KINDS;
}

static void read_kinds(const json_t *array, struct orders *orders, struct json_faults *faults)
{
    unsigned seen = 0;
    if (array == NULL)
        return;
    for (size_t i = 0; i < SPLICED_KINDS; i++) {
        orders->kinds[i] = find_kind(json_array_get(array, i)); /* NULL is no string */
        seen |= 1U << orders->kinds[i];
    }
    if (json_array_size(array) != SPLICED_KINDS ||
        seen != (1U << CARD_ABILITY | 1U << CARD_UNIT_UPGRADE | 1U << CARD_GENOME))
        json_fault_add(faults, "/kinds",
                       "must be abilities, unit_upgrades and genomes, in any order");
}

static void read_by_kind(const json_t *object, struct orders *orders, struct json_faults *faults)
{
    json_t *abilities = NULL;
    json_t *upgrades = NULL;
    json_t *genomes = NULL;
    json_t *kinds = NULL;
    const struct field fields[] = {
        {.name = "abilities", .kind = FIELD_VALUE, .target = &abilities},
        {.name = "unit_upgrades", .kind = FIELD_VALUE, .target = &upgrades},
        {.name = "genomes", .kind = FIELD_VALUE, .target = &genomes},
        {.name = "kinds", .kind = FIELD_VALUE, .target = &kinds},
    };
    size_t count = sizeof fields / sizeof fields[0];
    if (!json_read_fields(object, "", fields, orders->step == STEP_SPLICE ? count : count - 1,
                          faults))
        return;
    read_wishes(abilities, CARD_ABILITY, "/abilities", &orders->of_kind[CARD_ABILITY], faults);
    read_wishes(upgrades, CARD_UNIT_UPGRADE, "/unit_upgrades", &orders->of_kind[CARD_UNIT_UPGRADE],
                faults);
    read_wishes(genomes, CARD_GENOME, "/genomes", &orders->of_kind[CARD_GENOME], faults);
    read_kinds(kinds, orders, faults);
}

static void read_one_list(const json_t *object, struct orders *orders, struct json_faults *faults)
{
    json_t *wishes = NULL;
    const struct field field = {
        .name = "wishes", .kind = FIELD_VALUE, .required = true, .target = &wishes};
    if (json_read_fields(object, "", &field, 1, faults))
        read_wishes(wishes, contents_of(orders->step), "/wishes", &orders->any, faults);
}

static bool has_any_wish(const struct orders *orders)
{
    return orders->any.count + orders->of_kind[CARD_ABILITY].count +
               orders->of_kind[CARD_UNIT_UPGRADE].count + orders->of_kind[CARD_GENOME].count >
           0;
}

bool orders_read(const json_t *object, enum step step, struct orders *ret_orders,
                 struct json_faults *faults)
{
    *ret_orders =
        (struct orders){.step = step, .kinds = {CARD_ABILITY, CARD_UNIT_UPGRADE, CARD_GENOME}};
    if (is_by_kind(step))
        read_by_kind(object, ret_orders, faults);
    else
        read_one_list(object, ret_orders, faults);
    if (faults->count == 0 && !has_any_wish(ret_orders))
        json_fault_add(faults, is_by_kind(step) ? "" : "/wishes",
                       "must have a wish; to have none, delete the orders");
    return faults->count == 0;
}

static void write_wish(struct json_writer *writer, unsigned contents, uint16_t wish)
{
    if (contents == OF_POSITIONS)
        write_number(writer, wish);
    else if (contents == OF_KINGS)
        write_word(writer, catalogue_kings[wish].id);
    else if (contents == OF_COLOURS)
        write_word(writer, colour_id((enum colour)wish));
    else
        write_card(writer, wish);
}

static void write_wishes(struct json_writer *writer, const char *key, unsigned contents,
                         const struct wishes *wishes)
{
    write_key(writer, key);
    write_array(writer);
    for (uint8_t i = 0; i < wishes->count; i++)
        write_wish(writer, contents, wishes->list[i]);
    write_array_end(writer);
}

void orders_write(struct json_writer *writer, const struct orders *orders)
{
    write_object(writer);
    if (!is_by_kind(orders->step))
        write_wishes(writer, "wishes", contents_of(orders->step), &orders->any);
    else
        for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++)
            write_wishes(writer, card_kind_id(kind), kind, &orders->of_kind[kind]);
    if (orders->step == STEP_SPLICE) {
        write_key(writer, "kinds");
        write_array(writer);
        for (size_t i = 0; i < SPLICED_KINDS; i++)
            write_word(writer, card_kind_id(orders->kinds[i]));
        write_array_end(writer);
    }
    write_object_end(writer);
}

bool orders_read_note(const char *bytes, size_t length, enum step step, struct orders *ret_orders)
{
    char detail[JSON_DETAIL_BYTES];
    struct json_faults faults = {.count = 0};
    json_t *object = json_read_object(bytes, length, detail);
    bool fine = object != NULL && orders_read(object, step, ret_orders, &faults);
    json_decref(object);
    return fine;
}

bool orders_note_command(const char *bytes, size_t length, const struct game *game, uint8_t player,
                         struct command *ret_command)
{
    struct orders orders;
    return orders_possible(game->table.step) &&
           orders_read_note(bytes, length, game->table.step, &orders) &&
           orders_command(&orders, game, player, ret_command);
}
