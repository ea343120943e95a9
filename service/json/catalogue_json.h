/*
 * The catalogue as it is served: the facts of rules/data/, one kind of things at a time.
 */
#ifndef SERVICE_JSON_CATALOGUE_JSON_H
#define SERVICE_JSON_CATALOGUE_JSON_H

#include <stdbool.h>
#include <stddef.h>

enum { CATALOGUE_TAG_BYTES = 33 };

struct catalogue_page {
    const char *kind; /* "factions"; "" for the index */
    size_t count;     /* of its items */
    char *bytes;      /* {"items": […], "next": null} */
    size_t length;
    char tag[CATALOGUE_TAG_BYTES]; /* the beginning of the bytes' SHA-256, for a strong ETag */
};

/* Makes all pages; once, before any other thread asks. False when there is no memory. */
bool catalogue_open(void);
void catalogue_close(void);

/* Borrowed until catalogue_close; NULL when there is no such kind. The kind "" is the index:
 * {"items": [{"kind", "count", "href"}…], "next": null}. */
const struct catalogue_page *catalogue_page(const char *kind);

#endif
