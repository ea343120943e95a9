/*
 * Files that are built into the program: the API's description, the facts, the migrations.
 * Their bytes are those of the source folder at build time (script/embed_files.c).
 */
#ifndef SERVICE_JSON_EMBEDDED_H
#define SERVICE_JSON_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *path;           /* relative to the source folder: "api/openapi.yaml" */
    const unsigned char *bytes; /* followed by a NUL that LENGTH does not count */
    size_t length;
};

/* In the ASCII order of their paths. */
extern const struct embedded_file embedded_files[];
extern const size_t embedded_file_count;

/* The file of that path, NULL when there is none. */
const struct embedded_file *embedded_find(const char *path);

#endif
