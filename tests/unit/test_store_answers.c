/*
 * Answers that are remembered for retries, and tokens that were revoked. What a user would see go
 * wrong: a retry that is carried out twice, a stolen token that works again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/sample_games.h"
#include "tests/support/store_fixture.h"

static struct remembered sample_answer(uint8_t scope, const struct game_row *row)
{
    struct remembered answer = {
        .at = FIXTURE_TIME,
        .version = row->version,
        .player = 2,
        .refusal = REFUSED_ILLEGAL_PICK,
    };
    memset(answer.scope, scope, sizeof answer.scope);
    memset(answer.body, 'b', sizeof answer.body);
    snprintf(answer.game, sizeof answer.game, "%s", row->id);
    return answer;
}

static void remember(struct store *store, const struct remembered *answer)
{
    assert_number(store_begin(store), STORE_OK);
    assert_number(store_remember(store, answer), STORE_OK);
    assert_number(store_commit(store), STORE_OK);
}

static enum store_status recall(struct store_fixture *fixture, const struct remembered *answer,
                                int64_t not_before)
{
    struct remembered found;
    enum store_status status = store_recall(fixture->store, answer->scope, not_before, &found);
    if (status == STORE_OK) {
        assert_memory_equal(found.scope, answer->scope, sizeof found.scope);
        assert_memory_equal(found.body, answer->body, sizeof found.body);
        assert_number(found.at, answer->at);
        assert_string_equal(found.game, answer->game);
        assert_number(found.version, answer->version);
        assert_number(found.player, answer->player);
        assert_number(found.refusal, answer->refusal);
    }
    return status;
}

static void an_answer_is_recalled_until_it_is_too_old(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    struct remembered answer = sample_answer(1, &row);
    assert_number(recall(fixture, &answer, 0), STORE_NOT_FOUND);
    remember(fixture->store, &answer);
    assert_number(recall(fixture, &answer, FIXTURE_TIME), STORE_OK);
    assert_number(recall(fixture, &answer, FIXTURE_TIME + 1), STORE_NOT_FOUND);
}

static void an_answer_too_old_gives_way_to_a_new_one(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    struct remembered answer = sample_answer(1, &row);
    remember(fixture->store, &answer);
    answer.at += 1000;
    answer.player = PLAYER_NONE;
    answer.refusal = ACCEPTED;
    remember(fixture->store, &answer);
    assert_number(recall(fixture, &answer, FIXTURE_TIME + 1000), STORE_OK);
}

static void an_answer_shares_the_fate_of_its_transaction(void **state)
{
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    struct remembered answer = sample_answer(1, &row);
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_remember(fixture->store, &answer), STORE_OK);
    assert_number(recall(fixture, &answer, 0), STORE_OK);
    store_rollback(fixture->store);
    assert_number(recall(fixture, &answer, 0), STORE_NOT_FOUND);
}

static void old_answers_are_forgotten_a_portion_at_a_time(void **state)
{
    enum { ANSWERS = 2500 };
    struct store_fixture *fixture = *state;
    struct game_row row = sample_row(1);
    sample_append(fixture->store, &row);
    struct remembered kept = sample_answer(250, &row);
    kept.at += 1;
    remember(fixture->store, &kept);
    assert_number(store_begin(fixture->store), STORE_OK);
    for (unsigned i = 0; i < ANSWERS; i++) {
        struct remembered answer = sample_answer(0, &row);
        memcpy(answer.scope, &i, sizeof i);
        assert_number(store_remember(fixture->store, &answer), STORE_OK);
    }
    assert_number(store_commit(fixture->store), STORE_OK);

    bool more = false;
    assert_number(store_forget(fixture->store, FIXTURE_TIME + 1, &more), STORE_OK);
    assert_true(more);
    assert_number(store_forget(fixture->store, FIXTURE_TIME + 1, &more), STORE_OK);
    assert_false(more);
    struct remembered gone = sample_answer(0, &row);
    assert_number(recall(fixture, &gone, 0), STORE_NOT_FOUND);
    assert_number(recall(fixture, &kept, 0), STORE_OK);
}

struct revocations {
    size_t count;
    char last[64];
    int64_t until;
};

static bool note_revocation(void *context, const char *token_id, int64_t until_seconds)
{
    struct revocations *seen = context;
    seen->count++;
    snprintf(seen->last, sizeof seen->last, "%s", token_id);
    seen->until = until_seconds;
    return true;
}

static struct revocations revocations_at(struct store_fixture *fixture, int64_t now)
{
    struct revocations seen = {0};
    assert_number(store_revoked(fixture->reader, now, note_revocation, &seen), STORE_OK);
    return seen;
}

static void revocations_last_as_long_as_the_token(void **state)
{
    struct store_fixture *fixture = *state;
    assert_number(store_begin(fixture->store), STORE_OK);
    assert_number(store_revoke(fixture->store, "first", 2000), STORE_OK);
    assert_number(store_revoke(fixture->store, "second", 3000), STORE_OK);
    assert_number(store_revoke(fixture->store, "second", 2500), STORE_OK);
    assert_number(store_commit(fixture->store), STORE_OK);
    assert_number(revocations_at(fixture, 1999).count, 2);

    bool more;
    assert_number(store_forget(fixture->store, 2001 * 1000, &more), STORE_OK);
    struct revocations seen = revocations_at(fixture, 0);
    assert_number(seen.count, 1);
    assert_string_equal(seen.last, "second");
    assert_number(seen.until, 3000);
}

static int quieten(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    return 0;
}

int main(void)
{
#define TEST(test)                                                                                 \
    cmocka_unit_test_setup_teardown(test, store_fixture_set_up, store_fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(an_answer_is_recalled_until_it_is_too_old),
        TEST(an_answer_too_old_gives_way_to_a_new_one),
        TEST(an_answer_shares_the_fate_of_its_transaction),
        TEST(old_answers_are_forgotten_a_portion_at_a_time),
        TEST(revocations_last_as_long_as_the_token),
    };
    return cmocka_run_group_tests(tests, quieten, NULL);
}
