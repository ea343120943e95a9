/*
 * Migrations: the files of db/migrations, built into the program, bring a database's schema up
 * to date. Each is applied once, in order, in a transaction of its own, and registered with its
 * hash.
 */
#ifndef SERVICE_STORE_MIGRATE_H
#define SERVICE_STORE_MIGRATE_H

#include "service/json/embedded.h"
#include "service/store/sqlite_connection.h"

/* Applies what is missing. False with RET_MESSAGE (STORE_MESSAGE_BYTES) told when the file is no
 * database of ours, was written by a newer program, or a registered migration has been edited
 * since; nothing is changed then. */
bool migrate(struct connection *connection, char *ret_message);

/* The same with the COUNT files of FILES instead of those that are built in. */
bool migrate_with(struct connection *connection, const struct embedded_file *files, size_t count,
                  char *ret_message);

/* Whether migrate would take the file as it is, of this version or an earlier one. Changes
 * nothing. False with RET_MESSAGE told. */
bool migrate_knows(struct connection *connection, char *ret_message);

#endif
