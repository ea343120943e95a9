#include "service/api/log_head.h"

#include <sodium.h>

enum {
    SIGNATURE_TEXT =
        sodium_base64_ENCODED_LEN(SIGNATURE_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
    PUBLIC_KEY_TEXT =
        sodium_base64_ENCODED_LEN(PUBLIC_KEY_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
};

void log_head_write(const struct keys *keys, const char *game, uint32_t seq,
                    const uint8_t hash[HASH_BYTES], struct json_writer *writer)
{
    const struct signing_key *key = &keys->head;
    uint8_t signature[SIGNATURE_BYTES];
    char signature_text[SIGNATURE_TEXT];
    char public_key_text[PUBLIC_KEY_TEXT];
    head_sign(game, seq, hash, key->secret_key, signature);
    sodium_bin2base64(signature_text, sizeof signature_text, signature, sizeof signature,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_bin2base64(public_key_text, sizeof public_key_text, key->public_key, PUBLIC_KEY_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    write_object(writer);
    write_member_number(writer, "seq", seq);
    write_member_hex(writer, "hash", hash, HASH_BYTES);
    write_member_text(writer, "kid", key->id);
    write_member_text(writer, "signature", signature_text);
    write_member_text(writer, "public_key", public_key_text);
    write_object_end(writer);
}
