/*
 * The tables of the catalogue while they are made: the very structs of rules/catalogue.h,
 * filled from facts. Each read_* function checks its facts against what was read before and
 * ends the program when they do not fit (facts.h); they are to be called in the order in which
 * they stand here. All texts are borrowed from the facts.
 */
#ifndef SCRIPT_TABLES_H
#define SCRIPT_TABLES_H

#include "rules/catalogue.h"
#include "script/facts.h"

enum {
    CARDS_LIMIT = 512,
    TECHNOLOGIES_LIMIT = 4,
    KINGS_LIMIT = COLOURS,
    ECHO_CARDS_LIMIT = 8,
    PLANETS_LIMIT = 512,
    TILES_LIMIT = 512,
    LAYOUTS_LIMIT = 32,
    STRATEGY_CARDS_LIMIT = 16,
    DECK_LIMIT = 200,
    ID_SIZE = 65
};

struct tables {
    size_t card_count;
    struct card cards[CARDS_LIMIT];
    uint16_t first_card[CARD_KINDS + 1];
    size_t technology_count;
    char technology_ids[TECHNOLOGIES_LIMIT][ID_SIZE];
    struct faction factions[FACTIONS_MAX];
    size_t king_count;
    struct king kings[KINGS_LIMIT];
    size_t echo_card_count;
    struct echo_card echo_cards[ECHO_CARDS_LIMIT];
    size_t planet_count;
    struct planet planets[PLANETS_LIMIT];
    size_t tile_count;
    struct tile tiles[TILES_LIMIT];
    size_t layout_count;
    struct layout layouts[LAYOUTS_LIMIT];
    size_t strategy_card_count;
    const char *strategy_cards[STRATEGY_CARDS_LIMIT];
    unsigned action_card_copies;
    unsigned edict_copies;
};

struct catalogue_facts {
    struct facts tiles;
    struct facts layouts;
    struct facts factions;
    struct facts abilities;
    struct facts unit_upgrades;
    struct facts genomes;
    struct facts kings;
    struct facts echo_cards;
    struct facts strategy_cards;
    struct facts action_cards;
    struct facts edicts;
};

void read_tiles(struct tables *tables, const struct facts *tiles);
void read_layouts(struct tables *tables, const struct facts *layouts);
void read_cards(struct tables *tables, const struct catalogue_facts *facts);
void read_echo_cards(struct tables *tables, const struct facts *echo_cards);
void read_factions(struct tables *tables, const struct catalogue_facts *facts);
void read_kings(struct tables *tables, const struct facts *kings);
void read_decks(struct tables *tables, const struct catalogue_facts *facts);

/* Places in the tables, SIZE_MAX when there is none. */
size_t tables_card(const struct tables *tables, enum card_kind kind, const char *id);
size_t tables_tile(const struct tables *tables, const char *id);
size_t tables_echo_card(const struct tables *tables, const char *id);

/* Orders rows that begin with their id (or name), for qsort. */
int compare_ids(const void *left, const void *right);

/* Writes the tables as a C file. False, with a message on stderr, when the file cannot be
 * written. */
bool tables_write(const struct tables *tables, const char *path);

/* The words of the facts for two enumerations of the catalogue, in their order. */
extern const char *const tile_kind_words[TILE_FRACTURE + 1];
extern const char *const expansion_words[EXPANSION_TE + 1];

#endif
