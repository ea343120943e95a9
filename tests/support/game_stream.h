/*
 * Streams of one game, from the service that a test stands on.
 */
#ifndef TESTS_SUPPORT_GAME_STREAM_H
#define TESTS_SUPPORT_GAME_STREAM_H

#include "tests/support/drafting.h"
#include "tests/support/stand.h"
#include "tests/support/stream_reader.h"

/* For a stand whose streams are silent for a second at most. */
extern const char *const stream_arguments[];

/* The path of a game's events and QUERY, in a static string that the next call overwrites. */
const char *stream_target(const struct draft *draft, const char *query);

/* As stream_open, for the events of a game. */
struct stream_reader *stream_of_game(const struct stand *stand, const struct draft *draft,
                                     const char *query, const char *headers);

/* The next message, which there must be. */
struct stream_message stream_next(struct stream_reader *reader);

/* Asks for a game's events as a client that does not stay. HEADER ("Name: value") may be NULL. */
struct answer stream_ask(struct client *client, const struct draft *draft, const char *query,
                         const char *accept, const char *header);

#endif
