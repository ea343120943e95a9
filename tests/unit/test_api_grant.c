#include "service/api/grant.h"

#include <string.h>

#include "tests/support/cmocka_all.h"

enum { JOINED_SECONDS = 1767323045 };

static const int64_t joined_at = JOINED_SECONDS * INT64_C(1000) + 678;

static struct keys keys;
static struct record record;

static int make_keys_and_record(void **state)
{
    (void)state;
    uint8_t seed[32] = {1};
    signing_key_make(&keys.token, seed);
    memset(keys.derive, 3, sizeof keys.derive);
    record_begin(&record, "01kb8q5n3c7v9x2d4f6g8h0j1k");
    record.created_at = joined_at - 5000;
    record.host_generation = 1;
    record.people[2].generation = 4;
    return 0;
}

static struct claims claims_of(const char *token)
{
    struct claims claims;
    if (token_verify(&keys, token, strlen(token), JOINED_SECONDS, &claims) != TOKEN_FINE)
        fail_msg("the token is not good");
    return claims;
}

static void a_repeated_answer_has_the_same_token(void **state)
{
    (void)state;
    char first[TOKEN_MAX], second[TOKEN_MAX];
    assert_true(player_token(&keys, &record, 2, joined_at, first));
    assert_true(player_token(&keys, &record, 2, joined_at, second));
    assert_string_equal(first, second);
    assert_true(host_token(&keys, &record, first));
    assert_true(host_token(&keys, &record, second));
    assert_string_equal(first, second);
}

static void a_players_token_is_for_that_player_of_that_game(void **state)
{
    (void)state;
    char token[TOKEN_MAX];
    assert_true(player_token(&keys, &record, 2, joined_at, token));
    struct claims claims = claims_of(token);
    assert_number(claims.role, ROLE_PLAYER);
    assert_number(claims.player, 2);
    assert_number(claims.generation, 4);
    assert_string_equal(claims.game, record.id);
    assert_string_equal(claims.subject, "01kb8q5n3c7v9x2d4f6g8h0j1k:p3");
    assert_number(claims.issued_at, JOINED_SECONDS);
    assert_number(claims.expires_at, JOINED_SECONDS + GAME_TOKEN_SECONDS);
}

static void who_joins_anew_gets_another_token_id(void **state)
{
    (void)state;
    char token[TOKEN_MAX];
    assert_true(player_token(&keys, &record, 2, joined_at, token));
    struct claims before = claims_of(token);
    record.people[2].generation++;
    assert_true(player_token(&keys, &record, 2, joined_at, token));
    struct claims after = claims_of(token);
    assert_string_not_equal(before.id, after.id);
}

static void an_operator_and_a_creator_of_one_name_are_two(void **state)
{
    (void)state;
    char token[TOKEN_MAX];
    struct claims chief = {.role = ROLE_OPERATOR, .player = PLAYER_NONE, .subject = "ann"};
    struct claims creator = {.role = ROLE_CREATOR, .player = PLAYER_NONE, .subject = "ann"};
    assert_true(grant_token(&keys, &chief, JOINED_SECONDS, SECONDS_PER_DAY, token));
    assert_true(grant_token(&keys, &creator, JOINED_SECONDS, SECONDS_PER_DAY, token));
    assert_string_not_equal(chief.id, creator.id);
}

static void the_longest_name_fits_into_a_token(void **state)
{
    (void)state;
    char token[TOKEN_MAX];
    struct claims claims = {.role = ROLE_CREATOR, .player = PLAYER_NONE};
    for (size_t i = 0; i + 4 < sizeof claims.subject; i += 4)
        memcpy(claims.subject + i, "\xf0\x9f\x8e\xb2", 4);
    assert_number(strlen(claims.subject), NAME_BYTES - 1);
    assert_true(grant_token(&keys, &claims, JOINED_SECONDS, SECONDS_PER_DAY, token));
    struct claims read = claims_of(token);
    assert_string_equal(read.subject, claims.subject);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_repeated_answer_has_the_same_token, make_keys_and_record),
        cmocka_unit_test_setup(a_players_token_is_for_that_player_of_that_game,
                               make_keys_and_record),
        cmocka_unit_test_setup(who_joins_anew_gets_another_token_id, make_keys_and_record),
        cmocka_unit_test_setup(an_operator_and_a_creator_of_one_name_are_two, make_keys_and_record),
        cmocka_unit_test_setup(the_longest_name_fits_into_a_token, make_keys_and_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
