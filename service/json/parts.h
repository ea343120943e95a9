/*
 * Parts that events, views and commands have in common: players, cards, units, placements.
 */
#ifndef SERVICE_JSON_PARTS_H
#define SERVICE_JSON_PARTS_H

#include "rules/rules.h"
#include "service/json/reader.h"
#include "service/json/writer.h"

const char *player_id(uint8_t player);                /* "p1" … "p8"; "" for PLAYER_NONE */
uint8_t player_find(const char *text, size_t length); /* PLAYER_NONE if it is none */

void write_player(struct json_writer *writer, uint8_t player); /* null for PLAYER_NONE */
void write_players(struct json_writer *writer, const uint8_t *players, size_t count);
void write_card(struct json_writer *writer, uint16_t card); /* null for CARD_NONE */
void write_cards(struct json_writer *writer, const uint16_t *cards, size_t count);

/* The ids of tiles, in the order in which they lie; the same read back, all of them known. */
void write_tile_hand(struct json_writer *writer, const struct tile_hand *hand);
bool read_tile_hand(const json_t *array, struct tile_hand *ret_hand);

/* The units in the ASCII order of their ids: INDEX is below UNITS. */
enum unit unit_by_id(size_t index);

/* {"carrier": 2, …} in the ASCII order of the units, without those that are zero. */
void write_units(struct json_writer *writer, const uint8_t units[UNITS]);

/* The members "planets" and "space" of a placement on the planets of TILE (or TILE_NONE), in
 * this order; planets without units are left out. */
void write_placement(struct json_writer *writer, const struct placement *placement, uint16_t tile);

/* What lies ready when the setup is over: the members "benediction_token" and "command_tokens" (of
 * each player), the member "singularity_tokens", and the array of the strategy cards. */
void write_tokens(struct json_writer *writer);
void write_singularity_tokens(struct json_writer *writer);
void write_strategy_cards(struct json_writer *writer);

/* Card ids as a client sends them. Unknown ids become CARD_NONE; false with the fault told when
 * VALUE, which stands at POINTER, is no array of at most CARDS_SENT_MAX strings. */
bool read_cards(const json_t *value, const char *pointer, struct sent_cards *ret_cards,
                struct json_faults *faults);

/* {"carrier": 2, …}: known units, each 0 to 99 times. */
bool read_units(const json_t *value, const char *pointer, uint8_t ret_units[UNITS],
                struct json_faults *faults);

#endif
