/*
 * Cursors: where a page of a list ended, as a word that clients hand back and need not
 * understand.
 */
#ifndef SERVICE_API_CURSOR_H
#define SERVICE_API_CURSOR_H

#include "service/store/store.h"

enum {
    CURSOR_KEY_BYTES = NAME_BYTES, /* the longest sort key is a name */
    CURSOR_BYTES = (1 + ULID_LENGTH + CURSOR_KEY_BYTES) * 4 / 3 + 4
};

struct cursor {
    char id[ULID_LENGTH + 1];
    char key[CURSOR_KEY_BYTES];
};

/* The cursor behind the row of that id and sort key, NUL-terminated; "" if the key is too long. */
void cursor_write(enum list_order order, const char *id, const char *key,
                  char ret_text[CURSOR_BYTES]);

/* False when TEXT is no cursor of a list in this order. */
bool cursor_read(const char *text, enum list_order order, struct cursor *ret_cursor);

#endif
