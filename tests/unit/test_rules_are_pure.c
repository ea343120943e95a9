/*
 * The rules must reach nothing of the world: neither memory from the heap, nor files, time or
 * randomness. What their archive leaves for others to define tells.
 */
#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WITH_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WITH_SANITIZER 1
#endif

enum { NAMES_MAX = 4096, NAME_MAX_BYTES = 128 };

struct names {
    size_t count;
    char name[NAMES_MAX][NAME_MAX_BYTES];
};

static struct names defined, wanted;

static int has(const struct names *names, const char *name)
{
    for (size_t index = 0; index < names->count; index++)
        if (strcmp(names->name[index], name) == 0)
            return 1;
    return 0;
}

static void add(struct names *names, const char *name)
{
    if (has(names, name))
        return;
    assert_in_range(names->count, 0, NAMES_MAX - 1);
    assert_in_range(strlen(name), 1, NAME_MAX_BYTES - 1);
    memcpy(names->name[names->count++], name, strlen(name) + 1);
}

/* nm prints a symbol a line: name, a letter for its type, and more. */
static void read_symbols(void)
{
    char line[512], name[256], type;
    FILE *symbols = popen("nm -P -g " RULES_ARCHIVE, "r");
    assert_non_null(symbols);
    while (fgets(line, sizeof line, symbols))
        if (sscanf(line, "%255s %c", name, &type) == 2 && name[strlen(name) - 1] != ':')
            add(strchr("Uwv", type) ? &wanted : &defined, name);
    assert_number(pclose(symbols), 0);
}

static int is_harmless(const char *name)
{
    static const char *const harmless[] = {
        "memcpy",        "memset",  "memcmp", "memmove",          "memchr",
        "strcmp",        "strncmp", "strlen", "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_",
        "__popcountdi2", /* gcc's own, for __builtin_popcount */
    };
    for (size_t index = 0; index < sizeof harmless / sizeof harmless[0]; index++)
        if (strcmp(harmless[index], name) == 0)
            return 1;
    size_t length = strlen(name);
    return length > 6 && strncmp(name, "__", 2) == 0 && strcmp(name + length - 4, "_chk") == 0;
}

static void the_rules_use_nothing_but_themselves_and_a_little_of_string_h(void **state)
{
    (void)state;
#ifdef WITH_SANITIZER
    skip();
#endif
    read_symbols();
    assert_true(has(&defined, "catalogue_cards"));
    assert_true(has(&defined, "map_string_parse"));
    assert_true(has(&wanted, "memcpy"));
    for (size_t index = 0; index < wanted.count; index++)
        if (!has(&defined, wanted.name[index]) && !is_harmless(wanted.name[index]))
            fail_msg("the rules use %s", wanted.name[index]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rules_use_nothing_but_themselves_and_a_little_of_string_h),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
