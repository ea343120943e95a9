#include "service/auth/invite.h"

#include <sodium.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static const char game[] = "01kb8q5n3c7v9x2d4f6g8h0j1k";
static const char other_game[] = "01kb8q5n3c7v9x2d4f6g8h0j1m";

enum { PLAYERS = 8, NOBODY = 255 };

static struct keys keys_of(uint8_t byte)
{
    struct keys keys = {.invite = {0}};
    memset(keys.invite, byte, sizeof keys.invite);
    return keys;
}

/* The right values are from Python: base64.b32encode(hmac.new(b"\7" * 32, b"…|p3|0",
 * hashlib.sha256).digest())[:26].lower() */
static void an_invite_is_the_documented_hmac(void **state)
{
    (void)state;
    struct keys keys = keys_of(7);
    char invite[INVITE_LENGTH + 1];
    invite_make(&keys, game, 2, 0, invite);
    assert_string_equal(invite, "kjj46yhkslhzffywvi7dcjk4xp");
    invite_make(&keys, game, 7, 4294967295, invite);
    assert_string_equal(invite, "tim77mgjnelpgsp7cr3hey4jwm");
}

static void every_players_invite_finds_that_player(void **state)
{
    (void)state;
    struct keys keys = keys_of(7);
    const uint32_t generations[PLAYERS] = {0, 1, 2, 0, 0, 70000, 0, 4294967295};
    for (uint8_t player = 0; player < PLAYERS; player++) {
        char invite[INVITE_LENGTH + 1];
        invite_make(&keys, game, player, generations[player], invite);
        assert_number(invite_match(&keys, game, PLAYERS, generations, invite, INVITE_LENGTH),
                      player);
    }
}

static void a_new_generation_kills_the_old_invite(void **state)
{
    (void)state;
    struct keys keys = keys_of(7);
    uint32_t generations[PLAYERS] = {0};
    char invite[INVITE_LENGTH + 1];
    invite_make(&keys, game, 4, 0, invite);
    generations[4] = 1;
    assert_number(invite_match(&keys, game, PLAYERS, generations, invite, INVITE_LENGTH), NOBODY);
    invite_make(&keys, game, 4, 1, invite);
    assert_number(invite_match(&keys, game, PLAYERS, generations, invite, INVITE_LENGTH), 4);
}

static void an_invite_of_another_game_server_or_place_is_refused(void **state)
{
    (void)state;
    struct keys keys = keys_of(7);
    struct keys other_keys = keys_of(8);
    const uint32_t generations[PLAYERS] = {0};
    char invite[INVITE_LENGTH + 1];
    invite_make(&keys, other_game, 1, 0, invite);
    assert_number(invite_match(&keys, game, PLAYERS, generations, invite, INVITE_LENGTH), NOBODY);
    invite_make(&other_keys, game, 1, 0, invite);
    assert_number(invite_match(&keys, game, PLAYERS, generations, invite, INVITE_LENGTH), NOBODY);
    invite_make(&keys, game, 3, 0, invite); /* p4 at a table of three */
    assert_number(invite_match(&keys, game, 3, generations, invite, INVITE_LENGTH), NOBODY);
}

static void what_only_resembles_an_invite_is_refused(void **state)
{
    (void)state;
    struct keys keys = keys_of(7);
    const uint32_t generations[PLAYERS] = {0};
    char invite[INVITE_LENGTH + 2] = "";
    invite_make(&keys, game, 0, 0, invite);
    assert_number(invite_match(&keys, game, PLAYERS, generations, invite, 0), NOBODY);
    assert_number(invite_match(&keys, game, PLAYERS, generations, invite, INVITE_LENGTH - 1),
                  NOBODY);
    assert_number(invite_match(&keys, game, PLAYERS, generations, invite, INVITE_LENGTH + 1),
                  NOBODY);
    for (int i = 0; i < INVITE_LENGTH; i++) {
        char before = invite[i];
        invite[i] = before == 'a' ? 'b' : 'a';
        assert_number(invite_match(&keys, game, PLAYERS, generations, invite, INVITE_LENGTH),
                      NOBODY);
        invite[i] = before;
    }
}

static void no_two_invites_are_alike(void **state)
{
    (void)state;
    struct keys keys = keys_of(7);
    char invites[3 * PLAYERS][INVITE_LENGTH + 1];
    for (uint8_t i = 0; i < 3 * PLAYERS; i++) {
        invite_make(&keys, game, i % PLAYERS, i / PLAYERS, invites[i]);
        assert_number(strlen(invites[i]), INVITE_LENGTH);
        for (uint8_t k = 0; k < i; k++)
            assert_string_not_equal(invites[i], invites[k]);
    }
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_invite_is_the_documented_hmac),
        cmocka_unit_test(every_players_invite_finds_that_player),
        cmocka_unit_test(a_new_generation_kills_the_old_invite),
        cmocka_unit_test(an_invite_of_another_game_server_or_place_is_refused),
        cmocka_unit_test(what_only_resembles_an_invite_is_refused),
        cmocka_unit_test(no_two_invites_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
