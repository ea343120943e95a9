/*
 * JSON of which one value is another: one that its reader may take for right.
 */
#ifndef TESTS_SUPPORT_TAMPERED_JSON_H
#define TESTS_SUPPORT_TAMPERED_JSON_H

#include <jansson.h>

#include "tests/support/chooser.h"

/* One value of ROOT, an object, is replaced, removed, doubled or put elsewhere. */
void tamper_json(json_t *root, struct chooser chooser);

/* The same with TEXT; the result is for the caller to free. */
char *tampered_json(const char *text, struct chooser chooser);

#endif
