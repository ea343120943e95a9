#include "service/program/folder.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>

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

bool data_folder_make(const char *path)
{
    struct stat status;
    if (mkdir(path, 0700) == 0)
        return true;
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
