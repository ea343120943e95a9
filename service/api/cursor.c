#include "service/api/cursor.h"

#include <sodium.h>
#include <string.h>

/* base64url of: the order as a digit, the id, the key. */
enum { HEAD_BYTES = 1 + ULID_LENGTH, PLAIN_BYTES = HEAD_BYTES + CURSOR_KEY_BYTES };

_Static_assert(CURSOR_BYTES >=
                   sodium_base64_ENCODED_LEN(PLAIN_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
               "every cursor fits");

void cursor_write(enum list_order order, const char *id, const char *key,
                  char ret_text[CURSOR_BYTES])
{
    char plain[PLAIN_BYTES];
    size_t key_length = strlen(key);
    ret_text[0] = '\0';
    if (strlen(id) != ULID_LENGTH || key_length >= CURSOR_KEY_BYTES)
        return;
    plain[0] = (char)('0' + order);
    memcpy(plain + 1, id, ULID_LENGTH);
    memcpy(plain + HEAD_BYTES, key, key_length);
    sodium_bin2base64(ret_text, CURSOR_BYTES, (const unsigned char *)plain, HEAD_BYTES + key_length,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool cursor_read(const char *text, enum list_order order, struct cursor *ret_cursor)
{
    char plain[PLAIN_BYTES];
    size_t length;
    if (!base64url_decode(text, strlen(text), (uint8_t *)plain, sizeof plain - 1, &length))
        return false;
    plain[length] = '\0';
    if (length < HEAD_BYTES || plain[0] != '0' + (char)order ||
        !ulid_valid(plain + 1, ULID_LENGTH) || strlen(plain) != length)
        return false;
    memcpy(ret_cursor->id, plain + 1, ULID_LENGTH);
    ret_cursor->id[ULID_LENGTH] = '\0';
    memcpy(ret_cursor->key, plain + HEAD_BYTES, length - HEAD_BYTES + 1);
    return true;
}
