/*
 * Parts that events, views and commands of the game in play have in common: kinds of cards, owners
 * of units, words.
 */
#ifndef SERVICE_JSON_PLAY_PARTS_H
#define SERVICE_JSON_PLAY_PARTS_H

#include "service/json/parts.h"

/* "abilities", "unit_upgrades", "genomes": the kinds that are spliced; CARD_KINDS for anything
 * else. */
enum card_kind spliced_kind_find(const char *text, size_t length);

/* The player whom TEXT, the member at POINTER, names; false when it is absent, or, with the fault
 * told, none. */
bool find_player_told(struct field_text text, const char *pointer, uint8_t *ret_player,
                      struct json_faults *faults);

/* "p1" … "p8", "neutral"; null for PLAYER_NONE. */
void write_owner(struct json_writer *writer, uint8_t owner);
uint8_t owner_find(const char *text, size_t length); /* PLAYER_NONE if it is none */

/* As write_units, for numbers that may be larger. */
void write_returned_units(struct json_writer *writer, const uint16_t units[UNITS]);

const char *return_cause_id(enum return_cause cause);
enum return_cause return_cause_find(const char *text); /* RETURN_CAUSES if it is none */

#endif
