/*
 * The files of DATA/keys in memory, to be kept in a backup and to be put back from it.
 */
#ifndef SERVICE_AUTH_KEY_COPIES_H
#define SERVICE_AUTH_KEY_COPIES_H

#include <stdbool.h>
#include <stddef.h>

#include "service/auth/key_files.h"

struct key_copy {
    bool is_there;
    size_t length;
    uint8_t bytes[KEY_HISTORY_BYTES_MAX];
};

struct key_copies {
    struct key_copy files[KEY_FILES];
};

/* All of them as they are at one moment. False after a message on standard error, also when one is
 * missing that must be there. */
bool key_copies_read(struct key_copies *ret_copies, const char *data_folder);

/* Remembers one by its name. False if no file is called so, or it is too large to be one. */
bool key_copies_add(struct key_copies *copies, const char *name, const void *bytes, size_t length);

/* Whether any is there. */
bool key_copies_any(const struct key_copies *copies);

/* Writes them to DATA_FOLDER, which must not have keys of its own. False after a message on
 * standard error; none is left there then. */
bool key_copies_write(const struct key_copies *copies, const char *data_folder);

/* Removes from DATA_FOLDER what key_copies_write has written. A failure is said on standard
 * error. */
void key_copies_take_back(const struct key_copies *copies, const char *data_folder);

void key_copies_wipe(struct key_copies *copies);

#endif
