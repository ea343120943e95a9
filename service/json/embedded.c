#include "service/json/embedded.h"

#include <stdlib.h>
#include <string.h>

static int compare_path(const void *path, const void *file)
{
    return strcmp(path, ((const struct embedded_file *)file)->path);
}

const struct embedded_file *embedded_find(const char *path)
{
    return bsearch(path, embedded_files, embedded_file_count, sizeof embedded_files[0],
                   compare_path);
}
