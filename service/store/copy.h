/*
 * A copy of a database as it is at one moment, made beside the place where it will lie and put
 * there once it is known to be good: never half a file under its name, never over another one.
 */
#ifndef SERVICE_STORE_COPY_H
#define SERVICE_STORE_COPY_H

#include <sqlite3.h>

#include "service/store/aside.h"
#include "service/store/store.h"

struct copy {
    const char *target; /* borrowed */
    struct aside aside; /* where it lies until it is kept */
    sqlite3 *database;
};

/* Copies the database SOURCE, which another process may be writing: it is only read, and nobody
 * waits for it. Nobody but the owner may read the copy. False with RET_MESSAGE
 * (STORE_MESSAGE_BYTES) told and nothing left when TARGET is there already, or SOURCE is no
 * database of ours or one of a newer program. */
bool copy_make(struct copy *ret_copy, const char *source, const char *target, char *ret_message);

/* Puts the copy in its place, on disk when this returns. False with RET_MESSAGE told and nothing
 * left. Either way the copy is closed. */
bool copy_keep(struct copy *copy, char *ret_message);

/* Removes it. */
void copy_drop(struct copy *copy);

/* Runs SQL without parameters and rows on it. False with RET_MESSAGE told. */
bool copy_execute(struct copy *copy, const char *sql, char *ret_message);

#endif
