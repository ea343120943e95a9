#include "service/auth/keys.h"

#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "service/auth/key_files.h"

static const char token_file[] = "token.key";
static const char head_file[] = "head.key";
static const char invite_file[] = "invite.key";
static const char derive_file[] = "derive.key";

/* Both a public key and a SHA-256 hash: 32 bytes in base64url without padding. */
static void encode_32_bytes(const uint8_t bytes[32], char ret_text[KEY_ID_LENGTH + 1])
{
    sodium_bin2base64(ret_text, KEY_ID_LENGTH + 1, bytes, 32,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* RFC 7638: the hash of the required members, sorted, without blanks. */
static void make_id(struct signing_key *key)
{
    char x[KEY_ID_LENGTH + 1];
    char members[128];
    uint8_t hash[crypto_hash_sha256_BYTES];
    encode_32_bytes(key->public_key, x);
    snprintf(members, sizeof members, "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"%s\"}", x);
    crypto_hash_sha256(hash, (const unsigned char *)members, strlen(members));
    encode_32_bytes(hash, key->id);
}

void signing_key_make(struct signing_key *ret_key, const uint8_t seed[32])
{
    crypto_sign_seed_keypair(ret_key->public_key, ret_key->secret_key, seed);
    make_id(ret_key);
}

static bool read_signing_key(const struct key_folder *folder, const char *name,
                             const struct random_source *source, struct signing_key *ret_key)
{
    uint8_t seed[KEY_FILE_BYTES];
    if (!key_file_read(folder, name, source, seed))
        return false;
    signing_key_make(ret_key, seed);
    sodium_memzero(seed, sizeof seed);
    return true;
}

bool keys_open(struct keys *ret_keys, const char *data_folder, const struct random_source *source)
{
    struct key_folder folder;
    if (!key_folder_open(&folder, data_folder))
        return false;
    struct keys keys;
    bool known = read_signing_key(&folder, token_file, source, &keys.token) &&
                 read_signing_key(&folder, head_file, source, &keys.head) &&
                 key_file_read(&folder, invite_file, source, keys.invite) &&
                 key_file_read(&folder, derive_file, source, keys.derive);
    if (known)
        *ret_keys = keys;
    keys_close(&keys);
    key_folder_close(&folder);
    return known;
}

bool keys_exist(const char *data_folder)
{
    static const char *const files[] = {token_file, head_file, invite_file, derive_file};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[PATH_MAX];
        int length = snprintf(path, sizeof path, "%s/keys/%s", data_folder, files[i]);
        if (length < 0 || (size_t)length >= sizeof path)
            return false;
        if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
            return false;
    }
    return true;
}

void keys_close(struct keys *keys)
{
    sodium_memzero(keys, sizeof *keys);
}

static void write_jwk(const struct signing_key *key, struct buffer *buffer)
{
    char x[KEY_ID_LENGTH + 1];
    encode_32_bytes(key->public_key, x);
    buffer_text(buffer, "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"");
    buffer_text(buffer, x);
    buffer_text(buffer, "\",\"kid\":\"");
    buffer_text(buffer, key->id);
    buffer_text(buffer, "\",\"use\":\"sig\",\"alg\":\"EdDSA\"}");
}

void keys_write_jwks(const struct keys *keys, struct buffer *buffer)
{
    buffer_text(buffer, "{\"keys\":[");
    write_jwk(&keys->token, buffer);
    buffer_char(buffer, ',');
    write_jwk(&keys->head, buffer);
    buffer_text(buffer, "]}");
}
