/*
 * The write-ahead log before SQLite sees it. A sync that has failed is not to be had again: Linux
 * keeps what was to be synced in memory, for all to read, and counts it as written. The service
 * ends then, but the next one would find commits in the log that are on no disk, and build on them.
 * So what has been left by somebody who did not end well is written once more.
 */
#ifndef SERVICE_STORE_WAL_H
#define SERVICE_STORE_WAL_H

#include <stdbool.h>

/* Writes the log of the database at PATH over itself and syncs it; does nothing if there is none.
 * Nobody has the database open. False with RET_MESSAGE (STORE_MESSAGE_BYTES) saying why. */
bool wal_rewrite(const char *path, char *ret_message);

#endif
