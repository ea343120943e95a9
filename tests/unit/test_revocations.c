/* Which tokens are revoked, as every request asks. */
#include "service/engine/revocations.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/support/cmocka_all.h"

/* So many that some share a mark. */
enum { TOKENS = 5000 };

static const char *id_of(unsigned number)
{
    static char id[TOKEN_ID_LENGTH + 1];
    snprintf(id, sizeof id, "01sampletoken%013u", number);
    return id;
}

static void revoke(struct revocations *revocations, unsigned number, int64_t until)
{
    assert_true(revocations_reserve(revocations, 1));
    revocations_add(revocations, id_of(number), until);
}

static int begin(void **state)
{
    struct revocations *revocations = malloc(sizeof *revocations);
    *state = revocations;
    return revocations && revocations_begin(revocations) ? 0 : -1;
}

static int end(void **state)
{
    revocations_end(*state);
    free(*state);
    return 0;
}

static void only_what_was_revoked_is(void **state)
{
    assert_false(revocations_contain(*state, ""));
    for (unsigned number = 0; number < TOKENS; number += 2) {
        assert_false(revocations_contain(*state, id_of(number)));
        revoke(*state, number, 100);
    }
    for (unsigned number = 0; number < TOKENS; number++)
        assert_number(revocations_contain(*state, id_of(number)), number % 2 == 0);
}

static void what_has_not_expired_is_not_forgotten(void **state)
{
    for (unsigned number = 0; number < TOKENS; number++)
        revoke(*state, number, number % 3 == 0 ? 200 : 100);
    revoke(*state, 1, 300); /* kept for longer */
    revocations_forget(*state, 100);
    for (unsigned number = 0; number < TOKENS; number++)
        assert_number(revocations_contain(*state, id_of(number)), number % 3 == 0 || number == 1);
    revocations_forget(*state, 300);
    for (unsigned number = 0; number < TOKENS; number++)
        assert_false(revocations_contain(*state, id_of(number)));
    revoke(*state, 7, 400);
    assert_true(revocations_contain(*state, id_of(7)));
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(only_what_was_revoked_is),
        TEST(what_has_not_expired_is_not_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
