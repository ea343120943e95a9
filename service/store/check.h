/*
 * Whether a database is whole: as SQLite sees it, and by the logs of its games.
 */
#ifndef SERVICE_STORE_CHECK_H
#define SERVICE_STORE_CHECK_H

#include <sqlite3.h>

#include "service/store/store.h"

struct database_count {
    int64_t games;
    int64_t events;
};

/* Checks every page and index, every reference, and of every game that no event is missing and
 * each has the hash that follows from it and the one before. Reads all of it. False with
 * RET_MESSAGE (STORE_MESSAGE_BYTES) telling what is wrong first. */
bool database_check(sqlite3 *database, struct database_count *ret_count, char *ret_message);

#endif
