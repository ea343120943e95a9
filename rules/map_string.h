/*
 * Map strings: the text form of a premade galaxy (rules section 5.1), and the geometry of
 * its positions. Knows nothing of turns or players.
 */
#ifndef RULES_MAP_STRING_H
#define RULES_MAP_STRING_H

#include "rules/options.h"

enum { MAP_STRING_MAX = 512 }; /* bytes of the longest map string in normal form, NUL included */

enum map_fault_kind {
    MAP_FAULT_NONE,
    MAP_FAULT_SYNTAX,        /* an entry is no tile, home location or gap */
    MAP_FAULT_TOO_LONG,      /* more entries than positions */
    MAP_FAULT_UNKNOWN_TILE,  /* no such tile, or no such side */
    MAP_FAULT_TILE_TWICE,    /* the same tile number a second time */
    MAP_FAULT_HOME_TILE,     /* a home system or gate, which the draft places */
    MAP_FAULT_EXPANSION,     /* a tile of an expansion that is not in the game */
    MAP_FAULT_HOME_LOCATIONS /* not as many home locations as players */
};

/* What is wrong with a map and where: POSITION is that of the entry (0 for the centre),
 * ENTRY_START and ENTRY_LENGTH its bytes in the parsed string (0, 0 for a parsed map). */
struct map_fault {
    enum map_fault_kind kind;
    uint8_t position;
    size_t entry_start;
    size_t entry_length;
    uint8_t home_locations; /* how many there are, for MAP_FAULT_HOME_LOCATIONS */
};

/* Reads LENGTH bytes of TEXT into RET_GALAXY. Without an entry for the centre it is Mecatol
 * Rex of Thunder's Edge (112). False, with RET_FAULT told and RET_GALAXY untouched, when an
 * entry does not parse, names no tile, or there are too many. */
bool map_string_parse(const char *text, size_t length, struct galaxy *ret_galaxy,
                      struct map_fault *ret_fault);

/* Writes the normal form, NUL-terminated: single blanks, the centre in braces only when it is
 * not 112, upper case sides, no trailing gaps. RET_TEXT has MAP_STRING_MAX bytes. */
void map_string_print(const struct galaxy *galaxy, char *ret_text);

/* The checks of section 5.1 that are about a whole premade map for PLAYERS players: no number
 * twice, no home tile or gate, expansions, then the number of home locations. False with
 * RET_FAULT told. */
bool map_check(const struct galaxy *galaxy, bool pok, uint8_t players, struct map_fault *ret_fault);

/* The home locations of a galaxy in clockwise order: ascending bearing from north, ties inner
 * first (decision 20). RET_POSITIONS has POSITIONS entries; returns how many were written. */
size_t galaxy_home_locations(const struct galaxy *galaxy, uint8_t *ret_positions);

#endif
