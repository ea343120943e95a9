/*
 * Instead of libFuzzer, for other compilers and every test run: gives the files of the folders that
 * it is called with to the target, each once.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/support/input.h"

enum { PATH_BYTES = 4096 };

static bool run_file(const char *path)
{
    FILE *file = fopen(path, "re");
    long length = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    uint8_t *bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    bool fine = bytes != NULL && fseek(file, 0, SEEK_SET) == 0 &&
                fread(bytes, 1, (size_t)length, file) == (size_t)length;
    if (fine)
        (void)LLVMFuzzerTestOneInput(bytes, (size_t)length);
    else
        perror(path);
    free(bytes);
    if (file != NULL)
        (void)fclose(file);
    return fine;
}

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* In the order of their names, so that a failure comes again. */
static size_t run_folder(const char *folder)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_file, alphasort);
    size_t run = 0;
    for (int i = 0; i < count; i++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        fprintf(stderr, "%s\n", entries[i]->d_name);
        run += run_file(path);
        free(entries[i]);
    }
    free(entries);
    return count >= 0 && run == (size_t)count ? run : 0;
}

int main(int count, char **arguments)
{
    (void)LLVMFuzzerInitialize(&count, &arguments);
    for (int i = 1; i < count; i++) {
        size_t run = run_folder(arguments[i]);
        printf("%s: %zu inputs\n", arguments[i], run);
        if (run == 0)
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
