#include "service/http/request_id.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "service/base/text.h"
#include "service/http/call.h"

void request_ids_begin(struct request_ids *ids, const struct random_source *random)
{
    random_fill(random, ids->key, sizeof ids->key);
    atomic_init(&ids->made, 0);
}

void request_id_make(struct request_ids *ids, char *ret_id)
{
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES];
    uint8_t bytes[REQUEST_ID_LENGTH / 2];
    uint64_t number = atomic_fetch_add(&ids->made, 1);
    static_assert(sizeof nonce == sizeof number, "a nonce is a number");
    memcpy(nonce, &number, sizeof nonce);
    crypto_stream_chacha20(bytes, sizeof bytes, nonce, ids->key);
    hex_encode(bytes, sizeof bytes, ret_id);
}

bool request_id_valid(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789._-";
    size_t length = strspn(text, letters);
    return length > 0 && length < REQUEST_ID_BYTES && text[length] == '\0';
}
