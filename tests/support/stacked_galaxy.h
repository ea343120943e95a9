/*
 * Games that build their galaxy from piles that lie as the test says: named tiles on top, the
 * others in ASCII order. Every command is checked on the way: a refused one changes nothing, and
 * the game holds together after each that is accepted.
 */
#ifndef TESTS_SUPPORT_STACKED_GALAXY_H
#define TESTS_SUPPORT_STACKED_GALAXY_H

#include "rules/rules.h"

enum { STACKED_MAX = 8 };

struct stacked_galaxy {
    const char *blue[STACKED_MAX]; /* ids, from the top; up to the first NULL */
    const char *red[STACKED_MAX];
    struct game game;
    struct events events; /* of the last command */
};

/* The tile of that id, which there must be. */
uint16_t tile_named(const char *id);

/* A setup for the players of that layout, with all else as by default. */
struct setup stacked_setup(const char *layout, bool pok);

/* Creates the game anew, without tiles on top, and plays first choices up to the galaxy. */
void stacked_begin(struct stacked_galaxy *table, struct setup setup);
void stacked_begin_layout(struct stacked_galaxy *table, const char *layout, bool pok);

/* The same with these tiles on top of the piles, lists that end with NULL; seat 0 of six players
 * holds blue 0 to 2 and red 0 to 1. */
void stacked_begin_piles(struct stacked_galaxy *table, struct setup setup, const char *const *blue,
                         const char *const *red);

/* Only the creation, whatever comes of it. */
enum refusal stacked_create(struct stacked_galaxy *table, struct setup setup);

enum refusal stacked_run(struct stacked_galaxy *table, const struct command *command);

/* First choices of all until STEP is open. */
void stacked_play_up_to(struct stacked_galaxy *table, enum step step);

/* The seat that has to place a tile, PLAYER_NONE if none has. */
uint8_t stacked_seat(const struct stacked_galaxy *table);

/* Places a tile as SEAT, or as the seat whose turn it is. */
enum refusal stacked_place_by(struct stacked_galaxy *table, uint8_t seat, const char *tile,
                              uint16_t position);
enum refusal stacked_place(struct stacked_galaxy *table, const char *tile, uint16_t position);
void stacked_place_first_choice(struct stacked_galaxy *table);

#endif
