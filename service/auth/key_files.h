/*
 * Files of 32 secret bytes in the folder DATA/keys, which nobody but their owner may read.
 */
#ifndef SERVICE_AUTH_KEY_FILES_H
#define SERVICE_AUTH_KEY_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "service/base/random.h"

enum { KEY_FILE_BYTES = 32 };

struct key_folder {
    const char *data_folder; /* borrowed, for messages */
    int descriptor;
};

/* Opens DATA/keys, which is made if it is missing, and locks it against other processes until
 * key_folder_close. False after a message on standard error; nothing is held then. */
bool key_folder_open(struct key_folder *ret_folder, const char *data_folder);
void key_folder_close(struct key_folder *folder);

/* Reads the file NAME; makes it from SOURCE if it is missing. It is on disk, whole, before this
 * returns. False after a message on standard error. */
bool key_file_read(const struct key_folder *folder, const char *name,
                   const struct random_source *source, uint8_t ret_bytes[KEY_FILE_BYTES]);

#endif
