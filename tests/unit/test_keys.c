#include "service/auth/keys.h"

#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/base/text.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/key_folder.h"

static const char *const key_files[] = {"keys/token.key", "keys/head.key", "keys/invite.key",
                                        "keys/derive.key"};
enum { KEY_FILES = sizeof key_files / sizeof key_files[0] };

static void write_file(const char *name, const void *bytes, size_t length, mode_t mode)
{
    const char *path = test_folder_path(&folder, name);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    assert_number(write(file, bytes, length), length);
    assert_number(fchmod(file, mode), 0);
    assert_number(close(file), 0);
}

/* The keys are refused, nothing is written, and the message says WHERE and WHAT. */
static void assert_refused(const char *where, const char *what)
{
    struct keys keys, untouched;
    memset(&keys, 0x77, sizeof keys);
    memset(&untouched, 0x77, sizeof untouched);
    struct capture capture = capture_begin();
    bool opened = keys_open(&keys, folder.path, &source);
    char *message = capture_end(&capture);
    assert_false(opened);
    assert_memory_equal(&keys, &untouched, sizeof keys);
    if (!strstr(message, where) || !strstr(message, what) || !strstr(message, folder.path))
        fail_msg("no help: %s", message);
    free(message);
}

static void a_first_start_makes_private_files(void **state)
{
    (void)state;
    umask(0);
    struct keys keys = open_keys();
    umask(022);
    keys_close(&keys);
    struct stat status;
    assert_number(stat(test_folder_path(&folder, "keys"), &status), 0);
    assert_number(status.st_mode & 07777, 0700);
    for (int i = 0; i < KEY_FILES; i++) {
        assert_number(stat(test_folder_path(&folder, key_files[i]), &status), 0);
        assert_number(status.st_mode & 07777, 0600);
        assert_number(status.st_size, 32);
    }
    assert_number(stat(test_folder_path(&folder, "keys/token.key.new"), &status), -1);
}

static void a_second_start_has_the_same_keys(void **state)
{
    (void)state;
    struct keys first = open_keys();
    struct keys second = open_keys();
    assert_memory_equal(&first.token, &second.token, sizeof first.token);
    assert_memory_equal(&first.head, &second.head, sizeof first.head);
    assert_memory_equal(first.invite, second.invite, sizeof first.invite);
    assert_memory_equal(first.derive, second.derive, sizeof first.derive);
}

static void every_purpose_has_a_key_of_its_own(void **state)
{
    (void)state;
    struct keys keys = open_keys();
    const uint8_t *secrets[] = {keys.token.secret_key, keys.head.secret_key, keys.invite,
                                keys.derive};
    for (int i = 0; i < KEY_FILES; i++)
        for (int k = 0; k < i; k++)
            assert_memory_not_equal(secrets[i], secrets[k], 32);
    assert_string_not_equal(keys.token.id, keys.head.id);
}

static void a_missing_file_is_made_and_the_others_stay(void **state)
{
    (void)state;
    struct keys first = open_keys();
    assert_true(keys_exist(folder.path));
    assert_number(unlink(test_folder_path(&folder, "keys/head.key")), 0);
    assert_false(keys_exist(folder.path));
    struct keys second = open_keys();
    assert_string_equal(first.token.id, second.token.id);
    assert_string_not_equal(first.head.id, second.head.id);
}

static void files_that_others_may_read_are_refused(void **state)
{
    (void)state;
    static const mode_t modes[] = {0640, 0604, 0620, 0602, 0610, 0644, 0666};
    struct keys keys = open_keys();
    keys_close(&keys);
    for (int i = 0; i < KEY_FILES; i++) {
        for (size_t k = 0; k < sizeof modes / sizeof modes[0]; k++) {
            assert_number(chmod(test_folder_path(&folder, key_files[i]), modes[k]), 0);
            assert_refused(key_files[i], "chmod 600");
        }
        assert_number(chmod(test_folder_path(&folder, key_files[i]), 0400), 0);
        keys = open_keys();
        keys_close(&keys);
    }
}

static void a_folder_that_others_may_enter_is_refused(void **state)
{
    (void)state;
    assert_number(mkdir(test_folder_path(&folder, "keys"), 0700), 0);
    assert_number(chmod(test_folder_path(&folder, "keys"), 0755), 0);
    assert_refused("keys/", "chmod 700");
}

static void files_of_another_size_are_refused_and_kept(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 31, 33, 64};
    const char bytes[64] = "what may be the only copy of a key, in another form";
    assert_number(mkdir(test_folder_path(&folder, "keys"), 0700), 0);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        write_file("keys/token.key", bytes, sizes[i], 0600);
        assert_refused("keys/token.key", "32 bytes");
        size_t length;
        char *kept = test_file_read(test_folder_path(&folder, "keys/token.key"), &length);
        assert_number(length, sizes[i]);
        assert_memory_equal(kept, bytes, length);
        free(kept);
    }
}

static void what_is_no_file_is_refused(void **state)
{
    (void)state;
    assert_number(mkdir(test_folder_path(&folder, "keys"), 0700), 0);
    assert_number(mkdir(test_folder_path(&folder, "keys/token.key"), 0700), 0);
    assert_refused("keys/token.key", "no regular file");
    assert_number(rmdir(test_folder_path(&folder, "keys/token.key")), 0);
    assert_number(mkfifo(test_folder_path(&folder, "keys/token.key"), 0600), 0);
    assert_refused("keys/token.key", "no regular file");
}

static void a_missing_data_folder_is_told(void **state)
{
    (void)state;
    struct keys keys;
    const char *nowhere = test_folder_path(&folder, "nowhere");
    struct capture capture = capture_begin();
    bool opened = keys_open(&keys, nowhere, &source);
    char *message = capture_end(&capture);
    assert_false(opened);
    assert_non_null(strstr(message, nowhere));
    free(message);
}

static void what_a_crash_left_behind_does_not_hinder(void **state)
{
    (void)state;
    assert_number(mkdir(test_folder_path(&folder, "keys"), 0700), 0);
    write_file("keys/token.key.new", "half", 4, 0644);
    struct keys keys = open_keys();
    keys_close(&keys);
    struct stat status;
    assert_number(stat(test_folder_path(&folder, "keys/token.key"), &status), 0);
    assert_number(status.st_size, 32);
    assert_number(status.st_mode & 07777, 0600);
    assert_number(stat(test_folder_path(&folder, "keys/token.key.new"), &status), -1);
}

enum { STARTERS = 8 };

static void *open_in_thread(void *context)
{
    struct keys *keys = context;
    struct random_source unpredictable = random_system();
    if (!keys_open(keys, folder.path, &unpredictable))
        memset(keys, 0, sizeof *keys);
    return NULL;
}

static void two_that_start_at_once_agree_on_the_keys(void **state)
{
    (void)state;
    pthread_t threads[STARTERS];
    struct keys keys[STARTERS];
    for (int i = 0; i < STARTERS; i++)
        assert_number(pthread_create(&threads[i], NULL, open_in_thread, &keys[i]), 0);
    for (int i = 0; i < STARTERS; i++)
        assert_number(pthread_join(threads[i], NULL), 0);
    assert_number(strlen(keys[0].token.id), KEY_ID_LENGTH);
    for (int i = 1; i < STARTERS; i++) {
        assert_string_equal(keys[i].token.id, keys[0].token.id);
        assert_memory_equal(keys[i].derive, keys[0].derive, sizeof keys[0].derive);
    }
}

/* The key of RFC 8037, appendix A. */
static struct signing_key key_of_the_rfc(void)
{
    static const char hex[] = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    uint8_t seed[32];
    assert_true(hex_decode(hex, strlen(hex), seed, sizeof seed));
    struct signing_key key;
    signing_key_make(&key, seed);
    return key;
}

static void a_key_has_the_thumbprint_of_rfc_8037(void **state)
{
    (void)state;
    struct signing_key key = key_of_the_rfc();
    assert_string_equal(key.id, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    char hex[65];
    hex_encode(key.public_key, sizeof key.public_key, hex);
    assert_string_equal(hex, "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
}

static void a_key_signs_as_rfc_8037_shows(void **state)
{
    (void)state;
    static const char text[] = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";
    struct signing_key key = key_of_the_rfc();
    uint8_t signature[SIGNATURE_BYTES];
    crypto_sign_detached(signature, NULL, (const unsigned char *)text, strlen(text),
                         key.secret_key);
    char encoded[100];
    sodium_bin2base64(encoded, sizeof encoded, signature, sizeof signature,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert_string_equal(encoded, "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5B"
                                 "hVsPt9g7sVvpAr_MuM0KAg");
}

static void assert_jwk(const json_t *jwk, const struct signing_key *key)
{
    const char *type, *curve, *x, *id, *use, *algorithm;
    json_error_t error;
    if (json_unpack_ex((json_t *)jwk, &error, JSON_STRICT, "{s:s, s:s, s:s, s:s, s:s, s:s}", "kty",
                       &type, "crv", &curve, "x", &x, "kid", &id, "use", &use, "alg",
                       &algorithm) != 0)
        fail_msg("%s", error.text);
    assert_string_equal(type, "OKP");
    assert_string_equal(curve, "Ed25519");
    assert_string_equal(id, key->id);
    assert_string_equal(use, "sig");
    assert_string_equal(algorithm, "EdDSA");
    uint8_t public_key[PUBLIC_KEY_BYTES];
    size_t length;
    assert_number(sodium_base642bin(public_key, sizeof public_key, x, strlen(x), NULL, &length,
                                    NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                  0);
    assert_number(length, sizeof public_key);
    assert_memory_equal(public_key, key->public_key, sizeof public_key);
}

static void the_published_keys_are_public_keys_only(void **state)
{
    (void)state;
    struct keys keys = open_keys();
    struct buffer buffer = buffer_new(4096);
    keys_write_jwks(&keys, 0, &buffer);
    assert_false(buffer_failed(&buffer));
    json_t *object = json_loadb(buffer.bytes, buffer.length, JSON_REJECT_DUPLICATES, NULL);
    json_t *list = json_object_get(object, "keys");
    assert_number(json_array_size(list), 2);
    assert_jwk(json_array_get(list, 0), &keys.token);
    assert_jwk(json_array_get(list, 1), &keys.head);
    json_decref(object);
    buffer_free(&buffer);
}

static void closed_keys_are_wiped(void **state)
{
    (void)state;
    struct keys keys = open_keys();
    keys_close(&keys);
    static const struct keys wiped;
    assert_memory_equal(&keys, &wiped, sizeof keys);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        in_folder(a_first_start_makes_private_files),
        in_folder(a_second_start_has_the_same_keys),
        in_folder(every_purpose_has_a_key_of_its_own),
        in_folder(a_missing_file_is_made_and_the_others_stay),
        in_folder(files_that_others_may_read_are_refused),
        in_folder(a_folder_that_others_may_enter_is_refused),
        in_folder(files_of_another_size_are_refused_and_kept),
        in_folder(what_is_no_file_is_refused),
        in_folder(a_missing_data_folder_is_told),
        in_folder(what_a_crash_left_behind_does_not_hinder),
        in_folder(two_that_start_at_once_agree_on_the_keys),
        cmocka_unit_test(a_key_has_the_thumbprint_of_rfc_8037),
        cmocka_unit_test(a_key_signs_as_rfc_8037_shows),
        in_folder(the_published_keys_are_public_keys_only),
        in_folder(closed_keys_are_wiped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
