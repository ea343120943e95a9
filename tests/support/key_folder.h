/*
 * A data folder for keys, new for each test. Included by the file that has the tests, once.
 */
#ifndef TESTS_SUPPORT_KEY_FOLDER_H
#define TESTS_SUPPORT_KEY_FOLDER_H

#include "service/auth/keys.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

static struct test_folder folder;
static struct fixed_random fixed;
static struct random_source source;

static int make_folder(void **state)
{
    (void)state;
    folder = test_folder_new();
    fixed = (struct fixed_random){99};
    source = random_fixed(&fixed);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    test_folder_remove(&folder);
    return 0;
}

#define in_folder(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

static struct keys open_keys(void)
{
    struct keys keys;
    if (!keys_open(&keys, folder.path, &source))
        fail_msg("the keys cannot be opened");
    return keys;
}

#endif
