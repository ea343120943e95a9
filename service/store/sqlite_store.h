/*
 * What the files of the SQLite store share: the two halves of the store as they really are.
 */
#ifndef SERVICE_STORE_SQLITE_STORE_H
#define SERVICE_STORE_SQLITE_STORE_H

#include <stdatomic.h>

#include "service/store/sqlite_connection.h"

struct store {
    struct connection connection;
    struct known_games known;
    char *path; /* of the database */
    int lock;   /* descriptor of the lock file */
    bool in_transaction;
    int log_pages;     /* of the write-ahead log, not yet in the database */
    int checkpoint_at; /* pages at which a busy writer checkpoints */
    atomic_int readers;
};

struct store_reader {
    struct connection connection;
    struct store *store;
};

#endif
