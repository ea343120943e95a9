#include "service/base/small_file.h"

#include <errno.h>
#include <unistd.h>

ssize_t small_file_read(int file, uint8_t *ret_bytes, size_t size)
{
    size_t length = 0;
    while (length < size) {
        ssize_t got = read(file, ret_bytes + length, size - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return (ssize_t)length;
}
