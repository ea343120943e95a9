#include "service/auth/key_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/base/small_file.h"

enum { OTHERS = S_IRWXG | S_IRWXO };

const char *const key_file_names[KEY_FILES] = {
    [KEY_FILE_TOKEN] = "token.key",   [KEY_FILE_HEAD] = "head.key",
    [KEY_FILE_INVITE] = "invite.key", [KEY_FILE_DERIVE] = "derive.key",
    [KEY_FILE_HISTORY] = "history",
};

/* With the reason of errno if NUMBER is not 0. */
static bool complain(const struct key_folder *folder, const char *name, const char *message,
                     int number)
{
    char file[64];
    snprintf(file, sizeof file, "keys/%s", name);
    if (number == 0)
        LOG_EVENT(LOG_LEVEL_ERROR, message, LOG_TEXT("data", folder->data_folder),
                  LOG_TEXT("file", file));
    else
        LOG_EVENT(LOG_LEVEL_ERROR, message, LOG_TEXT("data", folder->data_folder),
                  LOG_TEXT("file", file), LOG_TEXT("reason", strerrordesc_np(number)));
    return false;
}

/* The folder of the keys below DATA, -1 after a message. */
static int open_below(const struct key_folder *folder, int data)
{
    if (mkdirat(data, "keys", 0700) != 0 && errno != EEXIST) {
        complain(folder, "", "cannot make the folder of the keys", errno);
        return -1;
    }
    int keys = openat(data, "keys", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (keys < 0)
        complain(folder, "", "cannot open the folder of the keys", errno);
    return keys;
}

static bool lock_folder(const struct key_folder *folder)
{
    struct stat status;
    if (fstat(folder->descriptor, &status) != 0)
        return complain(folder, "", "cannot look at the folder of the keys", errno);
    if (status.st_mode & OTHERS)
        return complain(folder, "", "others may enter the folder of the keys: chmod 700 it", 0);
    while (flock(folder->descriptor, LOCK_EX) != 0)
        if (errno != EINTR)
            return complain(folder, "", "cannot lock the folder of the keys", errno);
    return true;
}

bool key_folder_open(struct key_folder *ret_folder, const char *data_folder)
{
    struct key_folder folder = {data_folder, -1};
    int data = open(data_folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (data < 0)
        return complain(&folder, "", "cannot open the data folder", errno);
    folder.descriptor = open_below(&folder, data);
    bool kept = folder.descriptor >= 0;
    if (kept && fsync(data) != 0)
        kept = complain(&folder, "", "cannot keep the folder of the keys", errno);
    close(data);
    if (kept && lock_folder(&folder)) {
        *ret_folder = folder;
        return true;
    }
    if (folder.descriptor >= 0)
        close(folder.descriptor);
    return false;
}

void key_folder_close(struct key_folder *folder)
{
    close(folder->descriptor); /* unlocks it too */
    folder->descriptor = -1;
}

static bool read_checked(const struct key_folder *folder, const char *name, int file,
                         uint8_t *ret_bytes, size_t size, size_t *ret_length)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return complain(folder, name, "cannot look at a key file", errno);
    if (!S_ISREG(status.st_mode))
        return complain(folder, name, "a key file is no regular file", 0);
    if (status.st_mode & OTHERS)
        return complain(folder, name, "others may read a key file: chmod 600 it", 0);
    ssize_t length = small_file_read(file, ret_bytes, size);
    if (length < 0)
        return complain(folder, name, "cannot read a key file", errno);
    *ret_length = (size_t)length;
    return true;
}

enum key_load key_file_load(const struct key_folder *folder, const char *name, uint8_t *ret_bytes,
                            size_t size, size_t *ret_length)
{
    int file = openat(folder->descriptor, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 && errno == ENOENT)
        return KEY_MISSING;
    if (file < 0) {
        complain(folder, name, "cannot open a key file", errno);
        return KEY_BAD;
    }
    bool known = read_checked(folder, name, file, ret_bytes, size, ret_length);
    close(file);
    return known ? KEY_LOADED : KEY_BAD;
}

static bool write_bytes(int file, const uint8_t *bytes, size_t size)
{
    size_t length = 0;
    while (length < size) {
        ssize_t put = write(file, bytes + length, size - length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        length += (size_t)put;
    }
    return fsync(file) == 0;
}

bool key_file_store(const struct key_folder *folder, const char *name, const uint8_t *bytes,
                    size_t length)
{
    char aside[64];
    snprintf(aside, sizeof aside, "%s.new", name);
    if (unlinkat(folder->descriptor, aside, 0) != 0 && errno != ENOENT)
        return complain(folder, aside, "cannot remove what an earlier start left", errno);
    int file = openat(folder->descriptor, aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return complain(folder, aside, "cannot make a key file", errno);
    bool written = write_bytes(file, bytes, length);
    written = close(file) == 0 && written;
    if (written && renameat(folder->descriptor, aside, folder->descriptor, name) == 0 &&
        fsync(folder->descriptor) == 0)
        return true;
    return complain(folder, name, "cannot write a key file", errno);
}

/* The bytes of a new key, kept under NAME. */
static bool make_key(const struct key_folder *folder, const char *name,
                     const struct random_source *source, uint8_t ret_bytes[KEY_FILE_BYTES])
{
    if (!source)
        return complain(folder, name, "a key file is missing", 0);
    random_fill(source, ret_bytes, KEY_FILE_BYTES);
    return key_file_store(folder, name, ret_bytes, KEY_FILE_BYTES);
}

bool key_file_remove(const struct key_folder *folder, const char *name)
{
    return unlinkat(folder->descriptor, name, 0) == 0 || errno == ENOENT ||
           key_folder_complain(folder, name, strerror(errno));
}

bool key_file_read(const struct key_folder *folder, const char *name,
                   const struct random_source *source, uint8_t ret_bytes[KEY_FILE_BYTES])
{
    uint8_t bytes[KEY_FILE_BYTES + 1];
    size_t length = 0;
    enum key_load found = key_file_load(folder, name, bytes, sizeof bytes, &length);
    bool known = found == KEY_LOADED;
    if (known && length != KEY_FILE_BYTES)
        known = complain(folder, name, "a key file has not the 32 bytes of a key", 0);
    if (found == KEY_MISSING)
        known = make_key(folder, name, source, bytes);
    if (known)
        memcpy(ret_bytes, bytes, KEY_FILE_BYTES);
    sodium_memzero(bytes, sizeof bytes);
    return known;
}

bool key_folder_complain(const struct key_folder *folder, const char *name, const char *message)
{
    return complain(folder, name, message, 0);
}
