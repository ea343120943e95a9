/*
 * The switches of the house rules as JSON, both ways, from one table of their names.
 */
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/parts.h"
#include "service/json/view_json.h"

/* A switch that is a bool of struct options. With words it is a string on the wire, words[0] for
 * false and words[1] for true; without it is true or false. */
struct option_switch {
    const char *name;
    size_t offset;
    const char *words[2];
};

/* In the ASCII order of their names. */
static const struct option_switch switches[] = {
    {"allow_recommit", offsetof(struct options, allow_recommit), {0}},
    {"auto_start", offsetof(struct options, auto_start), {0}},
    {"blockade_blocks_capture", offsetof(struct options, blockade_blocks_capture), {0}},
    {"blockade_return",
     offsetof(struct options, blockade_return_owner_choice),
     {"auto", "owner_choice"}},
    {"capture_neutral", offsetof(struct options, capture_neutral), {0}},
    {"disclosure", offsetof(struct options, disclose), {"never", "after_setup"}},
    {"ground_in_space", offsetof(struct options, ground_in_space), {0}},
    {"hyperlane_adjacency", offsetof(struct options, hyperlane_adjacency), {0}},
    {"inaugural_faction_tech", offsetof(struct options, inaugural_faction_tech), {0}},
    {"no_pok_mech", offsetof(struct options, no_pok_mech_infantry), {"omit", "infantry"}},
    {"open_tile_hands", offsetof(struct options, open_tile_hands), {0}},
    {"passing", offsetof(struct options, passing_pipelined), {"rounds", "pipelined"}},
    {"placement_exception", offsetof(struct options, placement_exception_tile), {"hand", "tile"}},
    {"premade_seating",
     offsetof(struct options, seating_by_priority),
     {"by_location", "by_priority"}},
    {"show_splice_types", offsetof(struct options, show_splice_types), {0}},
    {"speaker_slot", offsetof(struct options, speaker_slot_random), {"first", "random"}},
    {"table_order", offsetof(struct options, table_order_random), {"join", "shuffled"}},
};

enum { SWITCHES = sizeof switches / sizeof switches[0] };

static bool *switch_in(struct options *options, const struct option_switch *option)
{
    return (bool *)((char *)options + option->offset);
}

static bool switch_value(const struct options *options, const struct option_switch *option)
{
    return *(const bool *)((const char *)options + option->offset);
}

static const char *const pool_words[] = {
    [POOL_BY_EXPANSION] = "by_expansion",
    [POOL_ALL30] = "all30",
    [POOL_CUSTOM] = "custom",
};

static void write_expansions(struct json_writer *writer, const struct options *options)
{
    write_key(writer, "expansions");
    write_array(writer);
    if (options->pok)
        write_word(writer, "pok");
    write_array_end(writer);
    write_member_word(writer, "faction_pool", pool_words[options->faction_pool]);
}

static void write_factions(struct json_writer *writer, const struct options *options)
{
    write_key(writer, "factions");
    if (options->faction_filter == FILTER_NONE) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    write_key(writer, options->faction_filter == FILTER_ONLY ? "only" : "ban");
    write_cards(writer, options->factions, options->faction_count);
    write_object_end(writer);
}

static void write_switch(struct json_writer *writer, const struct option_switch *option, bool value)
{
    if (option->words[0])
        write_member_word(writer, option->name, option->words[value]);
    else
        write_member_flag(writer, option->name, value);
}

void options_write(const struct options *options, struct json_writer *writer)
{
    bool lists_written = false;
    write_object(writer);
    for (size_t i = 0; i < SWITCHES; i++) {
        if (!lists_written && strcmp(switches[i].name, "factions") > 0) {
            write_expansions(writer, options);
            write_factions(writer, options);
            lists_written = true;
        }
        write_switch(writer, &switches[i], switch_value(options, &switches[i]));
    }
    write_object_end(writer);
}

static bool same(struct field_text text, const char *word)
{
    return text.length == strlen(word) && memcmp(text.text, word, text.length) == 0;
}

/* A text that is one of COUNT words; absent texts leave *RET_INDEX alone. */
static void read_word(struct field_text text, const char *const *words, size_t count,
                      const char *pointer, const char *name, size_t *ret_index,
                      struct json_faults *faults)
{
    if (!text.text)
        return;
    for (size_t i = 0; i < count; i++) {
        if (same(text, words[i])) {
            *ret_index = i;
            return;
        }
    }
    char member[JSON_POINTER_BYTES];
    json_pointer_member(pointer, name, member);
    json_fault_add(faults, member, "must be \"%s\"%s \"%s\"%s%s%s", words[0],
                   count > 2 ? "," : " or", words[1], count > 2 ? " or \"" : "",
                   count > 2 ? words[2] : "", count > 2 ? "\"" : "");
}

static void read_expansions(const json_t *value, const char *pointer, bool *ret_pok,
                            struct json_faults *faults)
{
    char member[JSON_POINTER_BYTES];
    json_pointer_member(pointer, "expansions", member);
    *ret_pok = json_array_size(value) > 0;
    if (!json_is_array(value) || json_array_size(value) > 1) {
        json_fault_add(faults, member, "must be [\"pok\"] or []");
        return;
    }
    const char *name = json_string_value(json_array_get(value, 0));
    if (*ret_pok && (!name || strcmp(name, "pok") != 0))
        json_fault_add(faults, member,
                       "must be [\"pok\"] or []; Thunder's Edge is always part of it");
}

static bool is_faction(uint16_t card)
{
    return card != CARD_NONE && card_kind_of(card) == CARD_FACTION;
}

static void read_faction_list(const json_t *list, const char *pointer, struct options *ret_options,
                              struct json_faults *faults)
{
    if (!json_is_array(list) || json_array_size(list) > FACTIONS_LISTED_MAX) {
        json_fault_add(faults, pointer, "must be an array of at most %d factions",
                       FACTIONS_LISTED_MAX);
        return;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        uint16_t card = json_is_string(entry)
                            ? card_find(json_string_value(entry), json_string_length(entry))
                            : CARD_NONE;
        if (is_faction(card)) {
            ret_options->factions[ret_options->faction_count++] = card;
            continue;
        }
        char member[JSON_POINTER_BYTES];
        json_pointer_entry(pointer, i, member);
        json_fault_add(faults, member,
                       "must be the id of a faction; /v1/catalogue/factions lists them");
    }
}

static void read_factions(const json_t *value, const char *pointer, struct options *ret_options,
                          struct json_faults *faults)
{
    char member[JSON_POINTER_BYTES];
    json_pointer_member(pointer, "factions", member);
    json_t *only = NULL, *ban = NULL;
    const struct field fields[] = {
        {"only", FIELD_VALUE, false, false, 0, 0, &only, NULL},
        {"ban", FIELD_VALUE, false, false, 0, 0, &ban, NULL},
    };
    if (!json_read_fields(value, member, fields, 2, faults))
        return;
    if ((only != NULL) == (ban != NULL)) {
        json_fault_add(faults, member, "must have either \"only\" or \"ban\"");
        return;
    }
    ret_options->faction_filter = only ? FILTER_ONLY : FILTER_BAN;
    char list[JSON_POINTER_BYTES];
    json_pointer_member(member, only ? "only" : "ban", list);
    read_faction_list(only ? only : ban, list, ret_options, faults);
}

/* What an object of options is read into before its words are understood. */
struct sent_options {
    struct field_text words[SWITCHES];
    struct field_text pool;
    json_t *expansions;
    json_t *factions;
};

enum { OPTION_FIELDS = SWITCHES + 3 };

static void option_fields(struct sent_options *sent, struct options *options,
                          struct field fields[OPTION_FIELDS])
{
    for (size_t i = 0; i < SWITCHES; i++) {
        fields[i] = (struct field){.name = switches[i].name, .maximum = INT64_MAX};
        bool has_words = switches[i].words[0] != NULL;
        fields[i].kind = has_words ? FIELD_TEXT : FIELD_FLAG;
        if (has_words)
            fields[i].target = &sent->words[i];
        else
            fields[i].target = switch_in(options, &switches[i]);
    }
    fields[SWITCHES] =
        (struct field){.name = "expansions", .kind = FIELD_VALUE, .target = &sent->expansions};
    fields[SWITCHES + 1] = (struct field){
        .name = "faction_pool", .kind = FIELD_TEXT, .maximum = INT64_MAX, .target = &sent->pool};
    fields[SWITCHES + 2] = (struct field){
        .name = "factions", .kind = FIELD_VALUE, .nullable = true, .target = &sent->factions};
}

static void read_pool(struct field_text text, const char *pointer, struct options *options,
                      struct json_faults *faults)
{
    size_t pool = options->faction_filter == FILTER_ONLY ? POOL_CUSTOM : options->faction_pool;
    read_word(text, pool_words, 3, pointer, "faction_pool", &pool, faults);
    options->faction_pool = (enum faction_pool)pool;
    if (options->faction_pool != POOL_CUSTOM || options->faction_filter != FILTER_NONE)
        return;
    char member[JSON_POINTER_BYTES];
    json_pointer_member(pointer, "faction_pool", member);
    json_fault_add(faults, member, "\"custom\" needs the member \"factions\" beside it");
}

static void understand_options(const struct sent_options *sent, const char *pointer,
                               struct options *options, struct json_faults *faults)
{
    for (size_t i = 0; i < SWITCHES; i++) {
        bool *target = switch_in(options, &switches[i]);
        size_t word = *target;
        read_word(sent->words[i], switches[i].words, 2, pointer, switches[i].name, &word, faults);
        *target = word == 1;
    }
    if (sent->expansions)
        read_expansions(sent->expansions, pointer, &options->pok, faults);
    if (sent->factions)
        read_factions(sent->factions, pointer, options, faults);
    read_pool(sent->pool, pointer, options, faults);
}

bool read_options(const json_t *object, const char *pointer, struct options *ret_options,
                  struct json_faults *faults)
{
    *ret_options = options_default();
    if (!object)
        return true;
    size_t faults_before = faults->count;
    struct sent_options sent = {0};
    struct field fields[OPTION_FIELDS];
    option_fields(&sent, ret_options, fields);
    (void)json_read_fields(object, pointer, fields, OPTION_FIELDS, faults);
    understand_options(&sent, pointer, ret_options, faults);
    return faults->count == faults_before;
}
