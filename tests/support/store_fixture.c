#include "tests/support/store_fixture.h"

#include <stdlib.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/faulty_disk.h"

void store_fixture_open(struct store_fixture *fixture)
{
    char message[STORE_MESSAGE_BYTES];
    if (!store_open(&fixture->store, fixture->folder.path, message))
        fail_msg("%s", message);
    fixture->reader = store_reader_open(fixture->store);
    assert_non_null(fixture->reader);
}

void store_fixture_close(struct store_fixture *fixture)
{
    store_reader_close(fixture->reader);
    store_close(fixture->store);
}

int store_fixture_set_up(void **state)
{
    struct store_fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->folder = test_folder_new();
    store_fixture_open(fixture);
    *state = fixture;
    return 0;
}

int store_fixture_tear_down(void **state)
{
    struct store_fixture *fixture = *state;
    faulty_disk_heal();
    store_fixture_close(fixture);
    test_folder_remove(&fixture->folder);
    free(fixture);
    return 0;
}
