#include "service/store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "service/store/store.h"

static void tell_failure(const char *data_folder, int error, char *ret_message)
{
    if (error == EWOULDBLOCK)
        snprintf(ret_message, STORE_MESSAGE_BYTES,
                 "another spliced serve runs on the data folder %s: stop it, or use another folder",
                 data_folder);
    else if (error == ENOENT)
        snprintf(ret_message, STORE_MESSAGE_BYTES, "there is no data folder %s: make it",
                 data_folder);
    else
        snprintf(ret_message, STORE_MESSAGE_BYTES, "cannot lock the data folder %s: %s",
                 data_folder, strerror(error));
}

int lock_take(const char *data_folder, char *ret_message)
{
    char *path;
    if (asprintf(&path, "%s/spliced.db.lock", data_folder) < 0) {
        tell_failure(data_folder, ENOMEM, ret_message);
        return -1;
    }
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int error = lock < 0 || flock(lock, LOCK_EX | LOCK_NB) != 0 ? errno : 0;
    free(path);
    if (error == 0)
        return lock;
    tell_failure(data_folder, error, ret_message);
    if (lock >= 0)
        close(lock);
    return -1;
}

void lock_release(int lock)
{
    close(lock);
}
