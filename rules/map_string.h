/*
 * Map strings: the text form of a premade galaxy (rules section 5.1), as the community's map
 * tools exchange it. Knows nothing of turns or players.
 *
 * Entries are separated by blanks, line ends or commas; the k-th describes position k, and
 * positions after the last entry are gaps. An entry is "0", a home location; "-1", a gap; or
 * the number of a tile, for a tile with two sides followed by A or B and then perhaps by 0 to
 * 5, turns of 60 degrees clockwise. A number alone means side A of such a tile. The very first
 * entry may be a tile in braces, which then lies in the centre.
 */
#ifndef RULES_MAP_STRING_H
#define RULES_MAP_STRING_H

#include "rules/geometry.h"

enum {
    MAP_TEXT_MAX = 4096, /* bytes of the longest text that is read */
    MAP_FAULTS_MAX = 8,  /* faults that are told; more are left out */
    MAP_STRING_MAX = 512 /* bytes of the longest map string in normal form, NUL included */
};

enum map_fault_kind {
    MAP_FAULT_NONE,
    MAP_FAULT_SYNTAX,        /* an entry is no tile, home location or gap */
    MAP_FAULT_TOO_LONG,      /* more entries than positions, or more bytes than are read */
    MAP_FAULT_UNKNOWN_TILE,  /* no such tile, or no such side */
    MAP_FAULT_TILE_TWICE,    /* the same tile number a second time */
    MAP_FAULT_HOME_TILE,     /* a home system or gate, which the draft places */
    MAP_FAULT_EXPANSION,     /* a tile of an expansion that is not in the game */
    MAP_FAULT_HOME_LOCATIONS /* not as many home locations as players */
};

/* What is wrong with a map and where: POSITION is that of the entry (0 for the centre),
 * ENTRY_START and ENTRY_LENGTH its bytes in the parsed string (0, 0 for a parsed map, and for
 * a text of too many bytes). */
struct map_fault {
    enum map_fault_kind kind;
    uint8_t position;
    size_t entry_start;
    size_t entry_length;
    uint8_t home_locations; /* how many there are, for MAP_FAULT_HOME_LOCATIONS */
};

struct map_faults {
    size_t count;
    struct map_fault list[MAP_FAULTS_MAX];
};

void map_faults_add(struct map_faults *faults, const struct map_fault *fault);

/* Reads LENGTH bytes of TEXT into RET_GALAXY. Without an entry for the centre it is Mecatol
 * Rex of Thunder's Edge (112). False when an entry does not parse, names no tile, or there are
 * too many: all such entries are told, and gaps (the centre as ever) stand in their place. Both
 * results are written in any case. */
bool map_string_parse(const char *text, size_t length, struct galaxy *ret_galaxy,
                      struct map_faults *ret_faults);

/* Writes the normal form, NUL-terminated: single blanks, the centre in braces only when it is
 * not 112, sides in upper case and with their rotation ("87A0"), no trailing gaps. Open positions
 * are gaps. An empty centre is left out, too. RET_TEXT has MAP_STRING_MAX bytes. */
void map_string_print(const struct galaxy *galaxy, char *ret_text);

#endif
