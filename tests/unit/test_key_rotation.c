/*
 * Keys that are replaced. What an operator would see go wrong: tokens that die with the old key,
 * tokens that outlive a stolen one, heads that nobody can check any more, invites that change.
 */
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/auth/invite.h"
#include "service/auth/token.h"
#include "service/program/key_watch.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/key_folder.h"

enum { NOW = 1767323045, DAY = 86400, LIFETIME = 180 * DAY, TEXT_BYTES = 16384 };

static struct rotation rotation_of(enum key_purpose purpose)
{
    return (struct rotation){.purpose = purpose, .now = NOW, .lifetime = LIFETIME};
}

static struct keys rotate(const struct rotation *rotation)
{
    struct keys keys;
    if (!keys_rotate(&keys, folder.path, rotation, &source))
        fail_msg("the key is not replaced");
    return keys;
}

static void sign(const struct keys *keys, int64_t expires_at, char ret_token[TOKEN_MAX])
{
    struct claims claims = {.role = ROLE_CREATOR,
                            .subject = "bot",
                            .player = 255,
                            .issued_at = NOW,
                            .expires_at = expires_at,
                            .id = "x"};
    assert_true(token_sign(keys, &claims, ret_token));
}

static enum token_fault verified(const struct keys *keys, const char *token, int64_t now)
{
    struct claims claims;
    return token_verify(keys, token, strlen(token), now, &claims);
}

static void old_tokens_hold_as_long_as_the_longest_lives(void **state)
{
    (void)state;
    struct keys before = open_keys();
    char token[TOKEN_MAX], endless[TOKEN_MAX];
    sign(&before, NOW + LIFETIME, token);
    sign(&before, NOW + 20 * LIFETIME, endless); /* of a thief */
    const struct rotation rotation = rotation_of(KEY_TOKEN);
    struct keys after = rotate(&rotation);
    assert_string_not_equal(after.token.id, before.token.id);
    assert_string_equal(after.head.id, before.head.id);
    assert_number(verified(&after, token, NOW), TOKEN_FINE);
    assert_number(verified(&after, token, NOW + LIFETIME - 1), TOKEN_FINE);
    assert_number(verified(&after, endless, NOW + LIFETIME + DAY - 1), TOKEN_FINE);
    assert_number(verified(&after, endless, NOW + LIFETIME + DAY), TOKEN_WRONG_KEY);

    struct keys again = open_keys();
    assert_string_equal(again.token.id, after.token.id);
    assert_number(verified(&again, token, NOW), TOKEN_FINE);
    sign(&again, NOW + 10, token);
    assert_number(verified(&again, token, NOW), TOKEN_FINE);
    assert_number(verified(&before, token, NOW), TOKEN_WRONG_KEY);
}

static void a_cached_token_ends_with_its_key(void **state)
{
    (void)state;
    struct keys before = open_keys();
    char token[TOKEN_MAX];
    struct claims claims;
    sign(&before, NOW + 20 * LIFETIME, token);
    const struct rotation rotation = rotation_of(KEY_TOKEN);
    struct keys after = rotate(&rotation);
    const struct random_source random = random_system();
    struct token_cache *cache = token_cache_new(8, &random);
    const struct sent_token sent = token_sent(cache, token, strlen(token));
    assert_number(token_verify_cached(cache, &after, &sent, NOW, &claims), TOKEN_FINE);
    assert_number(token_verify_cached(cache, &after, &sent, NOW + LIFETIME + DAY, &claims),
                  TOKEN_WRONG_KEY);
    token_cache_free(cache);
}

static void a_longer_lifetime_that_was_granted_counts(void **state)
{
    (void)state;
    struct keys before = open_keys();
    char token[TOKEN_MAX];
    assert_true(keys_note_lifetime(folder.path, 3 * LIFETIME));
    assert_true(keys_note_lifetime(folder.path, 2 * LIFETIME)); /* does not shorten it */
    sign(&before, NOW + 3 * LIFETIME, token);
    const struct rotation rotation = rotation_of(KEY_TOKEN);
    struct keys after = rotate(&rotation);
    assert_number(verified(&after, token, NOW + 3 * LIFETIME - 1), TOKEN_FINE);
}

static void nothing_is_believed_after_a_rotation_at_once(void **state)
{
    (void)state;
    struct keys first = open_keys();
    char tokens[2][TOKEN_MAX];
    struct rotation rotation = rotation_of(KEY_TOKEN);
    sign(&first, NOW + 10, tokens[0]);
    struct keys second = rotate(&rotation);
    sign(&second, NOW + 10, tokens[1]);
    rotation.at_once = true;
    struct keys third = rotate(&rotation);
    assert_number(verified(&third, tokens[0], NOW), TOKEN_WRONG_KEY);
    assert_number(verified(&third, tokens[1], NOW), TOKEN_WRONG_KEY);
    assert_number(third.history.count, 0);
    sign(&third, NOW + 10, tokens[1]);
    assert_number(verified(&third, tokens[1], NOW), TOKEN_FINE);
}

static void invites_and_ids_stay(void **state)
{
    (void)state;
    static const char game[] = "01kb8q5n3c7v9x2d4f6g8h0j1k";
    struct keys before = open_keys();
    char invites[2][INVITE_LENGTH + 1];
    invite_make(&before, game, 2, 1, invites[0]);
    for (enum key_purpose purpose = KEY_TOKEN; purpose < KEY_PURPOSES; purpose++) {
        struct rotation rotation = rotation_of(purpose);
        rotation.at_once = purpose == KEY_HEAD;
        struct keys after = rotate(&rotation);
        invite_make(&after, game, 2, 1, invites[1]);
        assert_string_equal(invites[1], invites[0]);
        assert_memory_equal(after.derive, before.derive, sizeof before.derive);
    }
}

static void a_retired_head_key_is_no_key_for_tokens(void **state)
{
    (void)state;
    struct keys forged = open_keys();
    forged.token = forged.head;
    char token[TOKEN_MAX];
    sign(&forged, NOW + 10, token);
    const struct rotation rotation = rotation_of(KEY_HEAD);
    struct keys after = rotate(&rotation);
    assert_string_not_equal(after.head.id, forged.head.id);
    assert_number(verified(&after, token, NOW), TOKEN_WRONG_KEY);
}

static bool is_published(const struct keys *keys, int64_t now, const char *id)
{
    struct buffer buffer = buffer_new(TEXT_BYTES);
    char member[80];
    snprintf(member, sizeof member, "\"kid\":\"%s\"", id);
    keys_write_jwks(keys, now, &buffer);
    buffer_char(&buffer, '\0');
    assert_false(buffer_failed(&buffer));
    const char *first = strstr(buffer.bytes, member);
    bool found = first != NULL;
    if (found && strstr(first + 1, member))
        fail_msg("%s is published twice", id);
    buffer_free(&buffer);
    return found;
}

static void retired_keys_are_published_as_long_as_they_hold(void **state)
{
    (void)state;
    struct keys first = open_keys();
    struct rotation rotation = rotation_of(KEY_TOKEN);
    rotate(&rotation);
    rotation.purpose = KEY_HEAD;
    struct keys after = rotate(&rotation);
    assert_true(is_published(&after, NOW, after.token.id));
    assert_true(is_published(&after, NOW, after.head.id));
    assert_true(is_published(&after, NOW, first.token.id));
    assert_false(is_published(&after, NOW + LIFETIME + DAY, first.token.id));
    assert_true(is_published(&after, NOW + 20 * LIFETIME, first.head.id));

    rotation.now = NOW + LIFETIME + DAY;
    struct keys later = rotate(&rotation);
    assert_number(later.history.count, 2); /* both of them of heads */
}

/* The list was written, the key not yet replaced: it is in force, and in the list. */
static void a_rotation_that_broke_off_does_no_harm(void **state)
{
    (void)state;
    struct keys before = open_keys();
    struct rotation rotation = rotation_of(KEY_TOKEN);
    size_t length;
    char *old_key = test_file_read(test_folder_path(&folder, "keys/token.key"), &length);
    rotate(&rotation);
    int file = open(test_folder_path(&folder, "keys/token.key"), O_WRONLY | O_CLOEXEC);
    assert_number(write(file, old_key, length), length);
    close(file);
    free(old_key);
    struct keys broken = open_keys();
    assert_string_equal(broken.token.id, before.token.id);
    assert_true(is_published(&broken, NOW, before.token.id));
    char token[TOKEN_MAX];
    sign(&broken, NOW + 10, token);
    assert_number(verified(&broken, token, NOW + LIFETIME), TOKEN_EXPIRED);
    assert_number(verified(&broken, token, NOW), TOKEN_FINE);
    struct keys after = rotate(&rotation);
    assert_number(after.history.count, 1);
    assert_number(verified(&after, token, NOW), TOKEN_FINE);
}

static void the_list_has_room_for_many_and_says_when_it_is_full(void **state)
{
    (void)state;
    struct keys keys = open_keys();
    const struct rotation rotation = rotation_of(KEY_TOKEN);
    for (int i = 0; i < RETIRED_KEYS_MAX; i++)
        keys = rotate(&rotation);
    struct keys untouched = keys;
    struct capture capture = capture_begin();
    bool rotated = keys_rotate(&keys, folder.path, &rotation, &source);
    char *message = capture_end(&capture);
    assert_false(rotated);
    if (!strstr(message, "no room"))
        fail_msg("no help: %s", message);
    free(message);
    assert_string_equal(keys.token.id, untouched.token.id);
    struct keys again = open_keys();
    assert_string_equal(again.token.id, untouched.token.id);
    assert_number(again.history.count, RETIRED_KEYS_MAX);
}

/* Without the server's folder there is nothing to be replaced. */
static void a_folder_without_keys_is_left_alone(void **state)
{
    (void)state;
    struct keys keys;
    const struct rotation rotation = rotation_of(KEY_TOKEN);
    struct capture capture = capture_begin();
    bool rotated = keys_rotate(&keys, folder.path, &rotation, &source);
    free(capture_end(&capture));
    assert_false(rotated);
    assert_number(access(test_folder_path(&folder, "keys/token.key"), F_OK), -1);
}

static bool is_read(const char *text)
{
    struct key_history history;
    return key_history_read(text, strlen(text), &history);
}

#define FIRST_LINES "spliced-keys-v1\nlongest 15552000\n"
#define KEY_TEXT    "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"

static void a_list_that_is_damaged_is_not_half_believed(void **state)
{
    (void)state;
    assert_true(is_read(FIRST_LINES));
    assert_true(is_read(FIRST_LINES "head " KEY_TEXT "\n"));
    assert_true(is_read(FIRST_LINES "token " KEY_TEXT " 2027-05-30T00:00:00.000Z\n"));
    static const char *const wrong[] = {
        "",
        "spliced-keys-v1",
        "spliced-keys-v1\n",
        "spliced-keys-v2\nlongest 1\n",
        "spliced-keys-v1\nlongest \n",
        "spliced-keys-v1\nlongest -1\n",
        "spliced-keys-v1\nlongest 123456789012\n",
        FIRST_LINES "\n",
        FIRST_LINES "head " KEY_TEXT,
        FIRST_LINES "head " KEY_TEXT " \n",
        FIRST_LINES "head " KEY_TEXT " 2027-05-30T00:00:00.000Z\n",
        FIRST_LINES "head 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHUR\n",
        FIRST_LINES "token " KEY_TEXT "\n",
        FIRST_LINES "token " KEY_TEXT " \n",
        FIRST_LINES "token " KEY_TEXT " 2027-05-30\n",
        FIRST_LINES "invite " KEY_TEXT "\n",
        /* With a point of small order anybody can make signatures that hold. */
        FIRST_LINES "head AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
        FIRST_LINES "head AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
        FIRST_LINES "head xxdqcD1N2E-6PAt2DRBnDyogU_osOczGTsf9d5KsA3o\n",
        /* No point of the curve, and one that is not written as it should be. */
        FIRST_LINES "head __________________________________________8\n",
        FIRST_LINES "head 7v________________________________________38\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (is_read(wrong[i]))
            fail_msg("accepted: %s", wrong[i]);
}

static void a_damaged_list_keeps_the_keys_from_being_used(void **state)
{
    (void)state;
    struct keys keys = open_keys();
    int file =
        open(test_folder_path(&folder, "keys/history"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_number(write(file, FIRST_LINES "head", strlen(FIRST_LINES "head")),
                  strlen(FIRST_LINES "head"));
    close(file);
    struct capture capture = capture_begin();
    bool opened = keys_open(&keys, folder.path, &source);
    char *message = capture_end(&capture);
    assert_false(opened);
    if (!strstr(message, "keys/history") || !strstr(message, "damaged"))
        fail_msg("no help: %s", message);
    free(message);
}

/* A running server looks at the folder now and then. The folder's time is set back, so that it
 * changes even within one tick of the system's clock. */
static void set_folder_back(void)
{
    const struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    assert_number(utimensat(AT_FDCWD, test_folder_path(&folder, "keys"), times, 0), 0);
}

static void a_running_server_takes_new_keys(void **state)
{
    (void)state;
    struct keys made = open_keys();
    set_folder_back();
    struct key_watch watch;
    assert_true(key_watch_open(&watch, folder.path, &source));
    const struct keys *before = key_watch_keys(&watch);
    assert_string_equal(before->token.id, made.token.id);
    assert_null(key_watch_look(&watch));
    const struct rotation rotation = rotation_of(KEY_TOKEN);
    struct keys after = rotate(&rotation);
    const struct keys *taken = key_watch_look(&watch);
    assert_non_null(taken);
    assert_string_equal(taken->token.id, after.token.id);
    assert_ptr_equal(taken, key_watch_keys(&watch));
    assert_null(key_watch_look(&watch));
    assert_string_equal(before->token.id, made.token.id); /* for calls under way */
    key_watch_close(&watch);
}

/* What keeps the keys from being read goes away without the folder changing. */
static void new_keys_are_looked_at_again_after_a_failure(void **state)
{
    (void)state;
    open_keys();
    set_folder_back();
    struct key_watch watch;
    assert_true(key_watch_open(&watch, folder.path, &source));
    const struct rotation rotation = rotation_of(KEY_TOKEN);
    struct keys after = rotate(&rotation);
    assert_number(chmod(test_folder_path(&folder, "keys/token.key"), 0644), 0);
    struct capture capture = capture_begin();
    const struct keys *taken = key_watch_look(&watch);
    free(capture_end(&capture));
    assert_null(taken);
    assert_number(chmod(test_folder_path(&folder, "keys/token.key"), 0600), 0);
    taken = key_watch_look(&watch);
    assert_non_null(taken);
    assert_string_equal(taken->token.id, after.token.id);
    key_watch_close(&watch);
}

static void a_running_server_keeps_its_keys_when_the_folder_is_spoilt(void **state)
{
    (void)state;
    struct keys made = open_keys();
    struct key_watch watch;
    set_folder_back();
    assert_true(key_watch_open(&watch, folder.path, &source));
    assert_number(unlink(test_folder_path(&folder, "keys/invite.key")), 0);
    assert_null(key_watch_look(&watch));
    assert_number(access(test_folder_path(&folder, "keys/invite.key"), F_OK), -1);
    open_keys(); /* another program makes a new one: invites would change under the players */
    set_folder_back();
    watch.changed = (struct timespec){0};
    struct capture capture = capture_begin();
    const struct keys *taken = key_watch_look(&watch);
    char *message = capture_end(&capture);
    assert_null(taken);
    if (!strstr(message, "started anew"))
        fail_msg("no help: %s", message);
    free(message);
    assert_string_equal(key_watch_keys(&watch)->token.id, made.token.id);
    key_watch_close(&watch);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        in_folder(old_tokens_hold_as_long_as_the_longest_lives),
        in_folder(a_cached_token_ends_with_its_key),
        in_folder(a_longer_lifetime_that_was_granted_counts),
        in_folder(nothing_is_believed_after_a_rotation_at_once),
        in_folder(invites_and_ids_stay),
        in_folder(a_retired_head_key_is_no_key_for_tokens),
        in_folder(retired_keys_are_published_as_long_as_they_hold),
        in_folder(a_rotation_that_broke_off_does_no_harm),
        in_folder(the_list_has_room_for_many_and_says_when_it_is_full),
        in_folder(a_folder_without_keys_is_left_alone),
        cmocka_unit_test(a_list_that_is_damaged_is_not_half_believed),
        in_folder(a_damaged_list_keeps_the_keys_from_being_used),
        in_folder(a_running_server_takes_new_keys),
        in_folder(new_keys_are_looked_at_again_after_a_failure),
        in_folder(a_running_server_keeps_its_keys_when_the_folder_is_spoilt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
