#include "service/auth/key_copies.h"

#include <sodium.h>
#include <string.h>

static bool read_one(const struct key_folder *folder, enum key_file file, struct key_copy *copy)
{
    const char *name = key_file_names[file];
    switch (key_file_load(folder, name, copy->bytes, sizeof copy->bytes, &copy->length)) {
    case KEY_LOADED:
        copy->is_there = true;
        return true;
    case KEY_MISSING:
        copy->is_there = false;
        return file == KEY_FILE_HISTORY ||
               key_folder_complain(folder, name, "a key file is missing");
    case KEY_BAD:
        break;
    }
    return false;
}

bool key_copies_read(struct key_copies *ret_copies, const char *data_folder)
{
    struct key_folder folder;
    bool known = key_folder_open(&folder, data_folder);
    if (!known)
        return false;
    for (enum key_file file = KEY_FILE_TOKEN; known && file < KEY_FILES; file++)
        known = read_one(&folder, file, &ret_copies->files[file]);
    key_folder_close(&folder);
    if (!known)
        key_copies_wipe(ret_copies);
    return known;
}

bool key_copies_add(struct key_copies *copies, const char *name, const void *bytes, size_t length)
{
    for (enum key_file file = KEY_FILE_TOKEN; file < KEY_FILES; file++) {
        struct key_copy *copy = &copies->files[file];
        if (strcmp(name, key_file_names[file]) != 0 || length > sizeof copy->bytes)
            continue;
        memcpy(copy->bytes, bytes, length);
        copy->length = length;
        copy->is_there = true;
        return true;
    }
    return false;
}

bool key_copies_any(const struct key_copies *copies)
{
    for (enum key_file file = KEY_FILE_TOKEN; file < KEY_FILES; file++)
        if (copies->files[file].is_there)
            return true;
    return false;
}

static bool has_none(const struct key_folder *folder)
{
    for (enum key_file file = KEY_FILE_TOKEN; file < KEY_FILES; file++) {
        uint8_t byte;
        size_t length;
        enum key_load found = key_file_load(folder, key_file_names[file], &byte, 1, &length);
        if (found == KEY_LOADED)
            key_folder_complain(folder, key_file_names[file],
                                "there are keys already: move them away");
        if (found != KEY_MISSING)
            return false;
    }
    return true;
}

static void remove_all(const struct key_copies *copies, const struct key_folder *folder)
{
    for (enum key_file file = KEY_FILE_TOKEN; file < KEY_FILES; file++)
        if (copies->files[file].is_there)
            (void)key_file_remove(folder, key_file_names[file]);
}

static bool write_all(const struct key_copies *copies, const struct key_folder *folder)
{
    bool done = true;
    for (enum key_file file = KEY_FILE_TOKEN; done && file < KEY_FILES; file++) {
        const struct key_copy *copy = &copies->files[file];
        if (copy->is_there)
            done = key_file_store(folder, key_file_names[file], copy->bytes, copy->length);
    }
    if (!done)
        remove_all(copies, folder);
    return done;
}

bool key_copies_write(const struct key_copies *copies, const char *data_folder)
{
    struct key_folder folder;
    if (!key_folder_open(&folder, data_folder))
        return false;
    bool done = has_none(&folder) && write_all(copies, &folder);
    key_folder_close(&folder);
    return done;
}

void key_copies_take_back(const struct key_copies *copies, const char *data_folder)
{
    struct key_folder folder;
    if (!key_folder_open(&folder, data_folder))
        return;
    remove_all(copies, &folder);
    key_folder_close(&folder);
}

void key_copies_wipe(struct key_copies *copies)
{
    sodium_memzero(copies, sizeof *copies);
}
