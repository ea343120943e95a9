/*
 * A store on a folder of its own, with a reader: what tests of the store begin with.
 */
#ifndef TESTS_SUPPORT_STORE_FIXTURE_H
#define TESTS_SUPPORT_STORE_FIXTURE_H

#include "service/store/store.h"
#include "tests/support/fixtures.h"

struct store_fixture {
    struct test_folder folder;
    struct store *store;
    struct store_reader *reader;
};

/* Opens store and reader on FIXTURE's folder. Fails the test if that does not work. */
void store_fixture_open(struct store_fixture *fixture);
void store_fixture_close(struct store_fixture *fixture);

/* For cmocka: *STATE becomes a new struct store_fixture with an open store. */
int store_fixture_set_up(void **state);
int store_fixture_tear_down(void **state);

#endif
