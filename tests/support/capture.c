#include "tests/support/capture.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"

struct capture capture_begin(void)
{
    fflush(stderr);
    struct capture capture = {dup(STDERR_FILENO), memfd_create("standard error", MFD_CLOEXEC)};
    if (capture.standard_error < 0 || capture.file < 0 ||
        fcntl(capture.file, F_SETFL, O_APPEND) != 0 || dup2(capture.file, STDERR_FILENO) < 0)
        fail_msg("cannot capture standard error");
    return capture;
}

char *capture_end(struct capture *capture)
{
    fflush(stderr);
    if (dup2(capture->standard_error, STDERR_FILENO) < 0)
        fail_msg("cannot put standard error back");
    close(capture->standard_error);
    off_t size = lseek(capture->file, 0, SEEK_END);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (!text || pread(capture->file, text, (size_t)size, 0) != size)
        fail_msg("cannot read what was captured");
    close(capture->file);
    text[size] = '\0';
    return text;
}
