/*
 * A file beside the place where it will lie once it is whole, under a name that nobody else has.
 * Whoever makes it holds it, so that others know it from one that a killed process has left.
 */
#ifndef SERVICE_STORE_ASIDE_H
#define SERVICE_STORE_ASIDE_H

#include <stdbool.h>

struct aside {
    char *path; /* never a name that SQLite takes for a URI */
    int held;   /* a descriptor, whose lock tells others */
};

/* Makes an empty file for TARGET that only its owner may read. What others have left for TARGET,
 * and hold no more, is removed. False with RET_MESSAGE (STORE_MESSAGE_BYTES) told. */
bool aside_make(struct aside *ret_aside, const char *target, char *ret_message);

/* Lets it go, wherever it lies by now, and frees its path. */
void aside_end(struct aside *aside);

#endif
