/*
 * Sentences for people that grow piece by piece.
 */
#ifndef SERVICE_API_SENTENCE_H
#define SERVICE_API_SENTENCE_H

#include "service/json/reader.h"

enum { EXPLANATION_BYTES = JSON_DETAIL_BYTES };

/* TEXT has EXPLANATION_BYTES; what has no room is left out. */
struct sentence {
    char *text;
    size_t length;
};

void say(struct sentence *sentence, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "p3, p4"; PLAYERS are bits. */
void say_players(struct sentence *sentence, unsigned players);

#endif
