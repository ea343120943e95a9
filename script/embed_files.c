/*
 * Writes files as arrays of bytes for service/json/embedded.h, at build time.
 *
 *     embed_files OUTPUT.c SOURCE_DIRECTORY FILE...
 *
 * A FILE is named relative to SOURCE_DIRECTORY, or absolutely and then lies within it.
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_A_LINE = 16 };

static bool complain(const char *path, const char *what)
{
    fprintf(stderr, "embed_files: %s: %s\n", path, what);
    return false;
}

/* PATH without the folder in front; NULL when it lies elsewhere. */
static const char *relative_path(const char *directory, const char *path)
{
    if (path[0] != '/')
        return path;
    size_t length = strlen(directory);
    if (strncmp(path, directory, length) != 0 || path[length] != '/')
        return NULL;
    return path + length + 1;
}

static int compare_paths(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static bool sort_paths(const char *directory, char **paths, size_t count)
{
    for (size_t index = 0; index < count; index++) {
        const char *path = relative_path(directory, paths[index]);
        if (!path)
            return complain(paths[index], "does not lie in the source folder");
        if (strpbrk(path, "\"\\\n"))
            return complain(path, "has a character that cannot be written in C");
        paths[index] += path - paths[index];
    }
    qsort(paths, count, sizeof paths[0], compare_paths);
    for (size_t index = 1; index < count; index++)
        if (strcmp(paths[index - 1], paths[index]) == 0)
            return complain(paths[index], "is named twice");
    return true;
}

static size_t write_bytes(FILE *out, FILE *in)
{
    size_t length = 0;
    for (int byte = getc(in); byte != EOF; byte = getc(in)) {
        fprintf(out, "%s0x%02x,", length % BYTES_A_LINE == 0 ? "\n    " : " ", (unsigned)byte);
        length++;
    }
    return length;
}

static bool write_file(FILE *out, const char *directory, const char *path, size_t index,
                       size_t *ret_length)
{
    char full_path[PATH_MAX];
    int full_length = snprintf(full_path, sizeof full_path, "%s/%s", directory, path);
    if (full_length < 0 || (size_t)full_length >= sizeof full_path)
        return complain(path, "has too long a path");
    FILE *in = fopen(full_path, "rb");
    if (!in)
        return complain(full_path, strerror(errno));
    fprintf(out, "/* %s */\nstatic const unsigned char file_%zu[] = {", path, index);
    *ret_length = write_bytes(out, in);
    fputs("\n    0x00,\n};\n\n", out);
    bool read = !ferror(in);
    fclose(in);
    return read || complain(full_path, "could not be read");
}

static bool write_all(FILE *out, const char *directory, char *const *paths, size_t count,
                      size_t *lengths)
{
    fputs("/* Made by embed_files; changes here are lost. */\n"
          "#include \"service/json/embedded.h\"\n\n",
          out);
    for (size_t index = 0; index < count; index++)
        if (!write_file(out, directory, paths[index], index, &lengths[index]))
            return false;
    fputs("const struct embedded_file embedded_files[] = {\n", out);
    for (size_t index = 0; index < count; index++)
        fprintf(out, "    {.path = \"%s\", .bytes = file_%zu, .length = %zu},\n", paths[index],
                index, lengths[index]);
    fprintf(out, "};\nconst size_t embedded_file_count = %zu;\n", count);
    return !ferror(out);
}

static bool embed(const char *output, const char *directory, char **paths, size_t count)
{
    if (!sort_paths(directory, paths, count))
        return false;
    size_t *lengths = calloc(count, sizeof lengths[0]);
    FILE *out = fopen(output, "w");
    bool written = false;
    if (!lengths || !out) {
        complain(output, strerror(errno));
        goto out;
    }
    written = write_all(out, directory, paths, count, lengths);
out:
    if (out && fclose(out) != 0)
        written = complain(output, strerror(errno));
    if (out && !written)
        remove(output);
    free(lengths);
    return written;
}

int main(int argument_count, char **arguments)
{
    if (argument_count < 4) {
        fprintf(stderr, "usage: embed_files OUTPUT.c SOURCE_DIRECTORY FILE...\n");
        return EXIT_FAILURE;
    }
    bool written = embed(arguments[1], arguments[2], arguments + 3, (size_t)(argument_count - 3));
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
