#include "service/program/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/auth/keys.h"

bool secrets_prepare(void)
{
    umask(077);
    if (prctl(PR_SET_DUMPABLE, 0) != 0) {
        fprintf(stderr, "spliced: core dumps cannot be switched off: %s\n", strerror(errno));
        return false;
    }
    if (sodium_init() < 0) {
        fputs("spliced: libsodium does not start; is there no source of randomness?\n", stderr);
        return false;
    }
    return true;
}

/* A new folder is on disk, with all that will be in it, only when the one above is. */
static bool keep_new_folder(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int above = folder < 0 ? -1 : openat(folder, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool kept = above >= 0 && fsync(above) == 0;
    if (!kept)
        fprintf(stderr, "spliced: the new data folder %s may not outlive a power cut: %s\n", path,
                strerror(errno));
    if (above >= 0)
        close(above);
    if (folder >= 0)
        close(folder);
    return kept;
}

bool data_folder_make(const char *path)
{
    struct stat status;
    if (mkdir(path, 0700) == 0)
        return keep_new_folder(path);
    if (errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return true;
    fprintf(stderr, "spliced: the data folder %s cannot be made: %s\n", path,
            errno == EEXIST ? "it is not a folder" : strerror(errno));
    return false;
}

bool data_folder_has_keys(const char *path, const char *command)
{
    if (keys_exist(path))
        return true;
    fprintf(stderr,
            "spliced %s: %s is no server's data folder: there are no keys in it; \"spliced serve\" "
            "makes them when it starts\n",
            command, path);
    return false;
}
