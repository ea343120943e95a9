#include "service/base/text.h"

#include <endian.h>
#include <sodium.h>
#include <string.h>

#include "service/base/utf8.h"

/* Four bytes at once, half a byte in each byte of a word: nearly all that is encoded is hashes. */
static void encode_four(const uint8_t bytes[4], char ret_text[8])
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    uint64_t halves = le32toh(word);
    halves = (halves | halves << 16) & UINT64_C(0x0000ffff0000ffff);
    halves = (halves | halves << 8) & UINT64_C(0x00ff00ff00ff00ff);
    halves = (halves >> 4 | halves << 8) & ones * 0x0f;
    uint64_t letters = (halves + ones * 6) >> 4 & ones; /* 1 where it is 10 or more */
    uint64_t digits = htole64(halves + ones * '0' + letters * ('a' - '0' - 10));
    memcpy(ret_text, &digits, sizeof digits);
}

char *number_write(uint32_t number, char *ret_digits)
{
    char digits[NUMBER_DIGITS];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0)
        *ret_digits++ = digits[--count];
    return ret_digits;
}

void hex_encode(const uint8_t *bytes, size_t length, char *ret_text)
{
    static const char digits[] = "0123456789abcdef";
    size_t i = 0;
    for (; length - i >= 4; i += 4)
        encode_four(bytes + i, ret_text + 2 * i);
    for (; i < length; i++) {
        ret_text[2 * i] = digits[bytes[i] >> 4];
        ret_text[2 * i + 1] = digits[bytes[i] & 15];
    }
    ret_text[2 * length] = '\0';
}

/* The value of a hexadecimal digit, -1 if it is none. */
static int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    return -1;
}

bool hex_decode(const char *text, size_t text_length, uint8_t *ret_bytes, size_t length)
{
    if (text_length % 2 != 0 || text_length / 2 != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        int high = hex_digit(text[2 * i]);
        int low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        ret_bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* Five bits a digit, the last one filled up with zeros; NUL-terminated. */
static void encode_base32(const uint8_t *bytes, size_t length, const char digits[static 32],
                          char *ret_text)
{
    unsigned waiting = 0; /* its last WIDTH bits are not written yet */
    unsigned width = 0;
    for (size_t i = 0; i < length; i++) {
        waiting = waiting << 8 | bytes[i];
        for (width += 8; width >= 5; width -= 5)
            *ret_text++ = digits[waiting >> (width - 5) & 31];
    }
    if (width > 0)
        *ret_text++ = digits[waiting << (5 - width) & 31];
    *ret_text = '\0';
}

bool base64url_decode(const char *text, size_t text_length, uint8_t *ret_bytes, size_t size,
                      size_t *ret_length)
{
    /* libsodium 1.0.18 takes bytes beyond ASCII for "_". */
    for (size_t i = 0; i < text_length; i++)
        if ((unsigned char)text[i] > 127)
            return false;
    return sodium_base642bin(ret_bytes, size, text, text_length, NULL, ret_length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0;
}

void base32_encode(const uint8_t *bytes, size_t length, char *ret_text)
{
    encode_base32(bytes, length, "abcdefghijklmnopqrstuvwxyz234567", ret_text);
}

static const char ulid_digits[] = "0123456789abcdefghjkmnpqrstvwxyz";

void ulid_make(int64_t milliseconds, const struct random_source *source,
               char ret_text[ULID_LENGTH + 1])
{
    enum { TIME_DIGITS = 10 };
    uint64_t time = (uint64_t)milliseconds & 0xffffffffffff;
    for (int i = TIME_DIGITS - 1; i >= 0; i--, time >>= 5)
        ret_text[i] = ulid_digits[time & 31];
    uint8_t random[10];
    random_fill(source, random, sizeof random);
    encode_base32(random, sizeof random, ulid_digits, ret_text + TIME_DIGITS);
}

/* Without i, l, o and u. */
static bool is_ulid_digit(char character)
{
    static const uint32_t letters = 0x03ffffff & ~(1U << 8 | 1U << 11 | 1U << 14 | 1U << 20);
    unsigned letter = (unsigned char)character - (unsigned)'a';
    return (character >= '0' && character <= '9') || (letter < 26 && (letters >> letter & 1));
}

bool ulid_valid(const char *text, size_t length)
{
    if (length != ULID_LENGTH || text[0] > '7') /* the time has 48 of these 50 bits */
        return false;
    for (size_t i = 0; i < length; i++)
        if (!is_ulid_digit(text[i]))
            return false;
    return true;
}

bool text_is_control(uint32_t point)
{
    return point < 0x20 || (point >= 0x7f && point <= 0x9f) || point == 0x061c || point == 0x200e ||
           point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
           (point >= 0x2066 && point <= 0x2069);
}

static bool is_blank(uint32_t point)
{
    static const uint32_t blanks[] = {0x20, 0xa0, 0x1680, 0x202f, 0x205f, 0x2800, 0x3000};
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++)
        if (point == blanks[i])
            return true;
    return point >= 0x2000 && point <= 0x200a;
}

/* Characters without width. They have their place inside a name (joiners between emoji and in
 * Persian, variation selectors), so they are not refused, but they do not make a name. */
static bool is_invisible(uint32_t point)
{
    static const uint32_t ranges[][2] = {
        {0x00ad, 0x00ad}, {0x034f, 0x034f}, {0x115f, 0x1160},   {0x17b4, 0x17b5}, {0x180b, 0x180f},
        {0x200b, 0x200d}, {0x2060, 0x2065}, {0x206a, 0x206f},   {0x3164, 0x3164}, {0xfe00, 0xfe0f},
        {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xe0000, 0xe0fff},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (point >= ranges[i][0] && point <= ranges[i][1])
            return true;
    return false;
}

enum text_fault text_check(const char *text, size_t length, size_t points_max)
{
    if (length == 0)
        return TEXT_EMPTY;
    bool blank_first = false; /* of the characters that are not invisible */
    bool blank_last = false;
    bool seen = false;
    size_t points = 0;
    for (size_t at = 0; at < length;) {
        uint32_t point;
        size_t size = utf8_read(text + at, length - at, &point);
        if (size == 0)
            return TEXT_NOT_UTF8;
        if (text_is_control(point))
            return TEXT_CONTROL;
        if (++points > points_max)
            return TEXT_TOO_LONG;
        at += size;
        if (is_invisible(point))
            continue;
        blank_last = is_blank(point);
        blank_first = seen ? blank_first : blank_last;
        seen = true;
    }
    return !seen || blank_first || blank_last ? TEXT_BLANK : TEXT_FINE;
}
