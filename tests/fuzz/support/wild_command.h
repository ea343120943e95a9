/*
 * Commands that no sensible player would send, but that a body can ask for: any type by anybody,
 * with cards, places and numbers as the bytes have it.
 */
#ifndef TESTS_FUZZ_SUPPORT_WILD_COMMAND_H
#define TESTS_FUZZ_SUPPORT_WILD_COMMAND_H

#include "rules/command.h"
#include "tests/fuzz/support/input.h"

/* Any command but a create. GAME gives the numbers that are nearly right. */
struct command wild_command(struct input *input, const struct game *game);

/* A setup with any switch in any position and any lists; most of them are refused. */
struct setup wild_setup(struct input *input);

#endif
