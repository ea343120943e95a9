#include "tests/support/fixtures.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"

static int64_t fixed_now(void *context)
{
    struct fixed_clock *fixed = context;
    return atomic_load(&fixed->milliseconds);
}

struct clock clock_fixed(struct fixed_clock *fixed)
{
    return (struct clock){.now = fixed_now, .context = fixed};
}

/* One step of the SplitMix64 generator: good mixing from any seed, 0 too. */
static uint64_t next_word(struct fixed_random *fixed)
{
    const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t word = atomic_fetch_add(&fixed->seed, step) + step;
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

static void fixed_fill(void *context, void *ret_bytes, size_t length)
{
    unsigned char *bytes = ret_bytes;
    for (size_t at = 0; at < length; at += sizeof(uint64_t)) {
        uint64_t word = next_word(context);
        size_t rest = length - at;
        memcpy(bytes + at, &word, rest < sizeof word ? rest : sizeof word);
    }
}

struct random_source random_fixed(struct fixed_random *fixed)
{
    return (struct random_source){.fill = fixed_fill, .context = fixed};
}

struct test_folder test_folder_new(void)
{
    struct test_folder folder = {"/tmp/spliced-test-XXXXXX"};
    if (!mkdtemp(folder.path))
        fail_msg("no folder for the test in /tmp");
    return folder;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

void test_folder_remove(const struct test_folder *folder)
{
    if (nftw(folder->path, remove_entry, 16, FTW_DEPTH | FTW_PHYS) != 0)
        fail_msg("cannot remove %s", folder->path);
}

const char *test_folder_path(const struct test_folder *folder, const char *name)
{
    static char path[256];
    int length = snprintf(path, sizeof path, "%s/%s", folder->path, name);
    if (length < 0 || (size_t)length >= sizeof path)
        fail_msg("path too long: %s", name);
    return path;
}

char *test_file_read(const char *path, size_t *ret_length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot read %s", path);
    if (fseek(file, 0, SEEK_END) != 0)
        fail_msg("cannot measure %s", path);
    long size = ftell(file);
    rewind(file);
    char *bytes = size < 0 ? NULL : malloc((size_t)size + 1);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
        fail_msg("cannot read all of %s", path);
    fclose(file);
    bytes[size] = '\0';
    if (ret_length)
        *ret_length = (size_t)size;
    return bytes;
}
