/*
 * The data folder, and what every subcommand does before it touches a key.
 */
#ifndef SERVICE_PROGRAM_FOLDER_H
#define SERVICE_PROGRAM_FOLDER_H

#include <stdbool.h>

/* Starts libsodium, keeps core dumps and new files from other users' eyes. False after a message
 * on standard error. Call before any thread is started. */
bool secrets_prepare(void);

/* Makes PATH, for this user alone, if it is missing; its parent must exist. False after a message
 * on standard error. */
bool data_folder_make(const char *path);

/* Whether a server has been started on the data folder before. False after a message on standard
 * error, by which COMMAND says so. */
bool data_folder_has_keys(const char *path, const char *command);

#endif
