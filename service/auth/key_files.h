/*
 * The files of the folder DATA/keys, which nobody but their owner may read: most hold the 32
 * secret bytes of a key.
 */
#ifndef SERVICE_AUTH_KEY_FILES_H
#define SERVICE_AUTH_KEY_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "service/base/random.h"

enum { KEY_FILE_BYTES = 32, KEY_HISTORY_BYTES_MAX = 8192 };

enum key_file {
    KEY_FILE_TOKEN,
    KEY_FILE_HEAD,
    KEY_FILE_INVITE,
    KEY_FILE_DERIVE,
    KEY_FILE_HISTORY, /* the only one that may be missing, and is no key */
    KEY_FILES
};

extern const char *const key_file_names[KEY_FILES];

struct key_folder {
    const char *data_folder; /* borrowed, for messages */
    int descriptor;
};

/* Opens DATA/keys, which is made if it is missing, and locks it against other processes until
 * key_folder_close. False after a message on standard error; nothing is held then. */
bool key_folder_open(struct key_folder *ret_folder, const char *data_folder);
void key_folder_close(struct key_folder *folder);

/* Says on standard error what is wrong with DATA/keys/NAME. Returns false, for the caller to
 * return. */
bool key_folder_complain(const struct key_folder *folder, const char *name, const char *message);

enum key_load { KEY_LOADED, KEY_MISSING, KEY_BAD /* after a message */ };

/* Reads the first SIZE bytes of the file NAME, or all of it if it has fewer: *RET_LENGTH. */
enum key_load key_file_load(const struct key_folder *folder, const char *name, uint8_t *ret_bytes,
                            size_t size, size_t *ret_length);

/* Writes the file NAME, in place of an older one if there is one: whole or not at all. It is on
 * disk before this returns. False after a message on standard error. */
bool key_file_store(const struct key_folder *folder, const char *name, const uint8_t *bytes,
                    size_t length);

/* Removes the file NAME, if it is there. False after a message on standard error. */
bool key_file_remove(const struct key_folder *folder, const char *name);

/* Reads the key in the file NAME; makes it from SOURCE if it is missing, unless SOURCE is NULL.
 * It is on disk before this returns. False after a message on standard error. */
bool key_file_read(const struct key_folder *folder, const char *name,
                   const struct random_source *source, uint8_t ret_bytes[KEY_FILE_BYTES]);

#endif
