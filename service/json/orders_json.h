/*
 * Standing orders as JSON: {"wishes": ["ruby_monarch", …]}, best first; for the splice and the
 * starting cards by kind: {"abilities": […], "unit_upgrades": […], "genomes": […]}, and for the
 * splice "kinds", which to look at first. As a note of a player they are kept in the form that is
 * written here.
 */
#ifndef SERVICE_JSON_ORDERS_JSON_H
#define SERVICE_JSON_ORDERS_JSON_H

#include "service/json/reader.h"
#include "service/json/writer.h"
#include "service/record/orders.h"

/* Reads a request's body for STEP, for which orders are possible; false with FAULTS told. */
bool orders_read(const json_t *object, enum step step, struct orders *ret_orders,
                 struct json_faults *faults);

void orders_write(struct json_writer *writer, const struct orders *orders);

/* The same from LENGTH bytes of a note. False when they are none of ours, or
 * when memory_ran_out. */
bool orders_read_note(const char *bytes, size_t length, enum step step, struct orders *ret_orders);

/* What a note for the open step leads to now (orders.h); false when that is nothing,
 * or when memory_ran_out. */
bool orders_note_command(const char *bytes, size_t length, const struct game *game, uint8_t player,
                         struct command *ret_command);

#endif
