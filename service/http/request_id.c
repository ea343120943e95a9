#include "service/http/request_id.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "service/base/text.h"
#include "service/http/call.h"

void request_ids_begin(struct request_ids *ids, const struct random_source *random)
{
    static_assert(sizeof ids->key == crypto_shorthash_siphashx24_KEYBYTES, "it is SipHash's");
    *ids = (struct request_ids){.key = {0}};
    random_fill(random, ids->key, sizeof ids->key);
}

/* SipHash with 128 bits: to whoever has not got the key, numbers that are drawn at random. */
void request_id_make(struct request_ids *ids, char *ret_id)
{
    uint8_t bytes[crypto_shorthash_siphashx24_BYTES];
    const uint64_t number = tally_number(&ids->made);
    static_assert(2 * sizeof bytes == REQUEST_ID_LENGTH, "an id is a hash");
    crypto_shorthash_siphashx24(bytes, (const unsigned char *)&number, sizeof number, ids->key);
    hex_encode(bytes, sizeof bytes, ret_id);
}

bool request_id_valid(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789._-";
    size_t length = strspn(text, letters);
    return length > 0 && length < REQUEST_ID_BYTES && text[length] == '\0';
}
