/*
 * JSON of which one value is another: one that its reader may take for right.
 */
#ifndef TESTS_SUPPORT_TAMPERED_JSON_H
#define TESTS_SUPPORT_TAMPERED_JSON_H

#include "tests/support/chooser.h"

/* TEXT, an object, with one value replaced, removed, doubled or put elsewhere. For the caller to
 * free. */
char *tampered_json(const char *text, struct chooser chooser);

#endif
