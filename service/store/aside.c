#include "service/store/aside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/store/store.h"

enum { UNIQUE_CHARACTERS = 6, TRIES = 8 };

static const char mark[] = ".partial-";

/* The lock belongs to FILE alone and ends with it, also when its process is killed. SQLite, which
 * locks the same file, never locks its first byte. */
static bool hold(int file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    return fcntl(file, F_OFD_SETLK, &lock) == 0;
}

static bool is_held_by_another(int error)
{
    return error == EAGAIN || error == EACCES;
}

/* Whether NAME is that of a file that was made beside one named TARGET. */
static bool is_beside(const char *name, const char *target)
{
    size_t length = strlen(target);
    if (strncmp(name, target, length) != 0 || strncmp(name + length, mark, strlen(mark)) != 0)
        return false;
    const char *unique = name + length + strlen(mark);
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    return strlen(unique) == UNIQUE_CHARACTERS && strspn(unique, letters) == UNIQUE_CHARACTERS;
}

static void tell_left(const char *name)
{
    LOG_EVENT(LOG_LEVEL_WARNING, "what a killed backup has left cannot be removed",
              LOG_TEXT("file", name), LOG_TEXT("reason", strerror(errno)));
}

/* Unless somebody still holds it. Another process may do the same at this moment. */
static void remove_left(int folder, const char *name)
{
    struct stat status;
    int file = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 && errno != ENOENT)
        tell_left(name);
    if (file < 0)
        return;
    bool ours = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    if (ours && hold(file) && unlinkat(folder, name, 0) != 0 && errno != ENOENT)
        tell_left(name);
    close(file);
}

/* PATH's folder and name are looked up in copies, which get written to. */
static void remove_all_left(const char *target)
{
    char *path = strdup(target), *path_of_folder = strdup(target);
    DIR *folder = path && path_of_folder ? opendir(dirname(path_of_folder)) : NULL;
    const char *name = path ? basename(path) : NULL;
    if (!folder)
        tell_left(target);
    for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;)
        if (is_beside(entry->d_name, name))
            remove_left(dirfd(folder), entry->d_name);
    if (folder)
        closedir(folder);
    free(path);
    free(path_of_folder);
}

/* Whoever removes what is left may have found this one before it was held. Where there are no
 * locks nothing is held, and nothing removed. */
static bool is_kept(int file)
{
    struct stat status;
    bool held = hold(file) || !is_held_by_another(errno);
    return held && fstat(file, &status) == 0 && status.st_nlink > 0;
}

/* A descriptor of a new file whose name is put into PATH, behind the mark; -1 with errno set. */
static int make_unique(char *path)
{
    char *unique = path + strlen(path) - UNIQUE_CHARACTERS;
    for (int i = 0; i < TRIES; i++) {
        memset(unique, 'X', UNIQUE_CHARACTERS);
        int file = mkostemp(path, O_CLOEXEC);
        if (file < 0 || is_kept(file))
            return file;
        close(file);
    }
    errno = EBUSY;
    return -1;
}

bool aside_make(struct aside *ret_aside, const char *target, char *ret_message)
{
    char *path;
    if (asprintf(&path, "%s%s%sXXXXXX", target[0] == '/' ? "" : "./", target, mark) < 0) {
        snprintf(ret_message, STORE_MESSAGE_BYTES, "cannot write to %s: no memory", target);
        return false;
    }
    remove_all_left(target);
    int file = make_unique(path);
    if (file >= 0) {
        *ret_aside = (struct aside){path, file};
        return true;
    }
    snprintf(ret_message, STORE_MESSAGE_BYTES, "cannot write to %s: %s", path, strerror(errno));
    free(path);
    return false;
}

void aside_end(struct aside *aside)
{
    close(aside->held);
    free(aside->path);
}
