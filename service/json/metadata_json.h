/*
 * Metadata: strings under keys of their own choice that creators keep with a game, for bots.
 */
#ifndef SERVICE_JSON_METADATA_JSON_H
#define SERVICE_JSON_METADATA_JSON_H

#include "service/json/reader.h"
#include "service/record/record.h"

/* Reads OBJECT, which stands at POINTER, into RET_TEXT: compact JSON with its keys in order. Up to
 * METADATA_ENTRIES_MAX strings; keys are printable ASCII, so that every sorting agrees. */
bool read_metadata(const json_t *object, const char *pointer, char ret_text[METADATA_BYTES],
                   struct json_faults *faults);

#endif
