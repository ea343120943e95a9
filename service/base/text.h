/*
 * Small text formats: hexadecimal, base32, base64url, times of RFC 3339, durations of ISO 8601,
 * ULIDs, and the check of names that people type.
 */
#ifndef SERVICE_BASE_TEXT_H
#define SERVICE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/random.h"

enum {
    ULID_LENGTH = 26,
    TIME_LENGTH = 24,     /* 2026-03-01T12:00:00.000Z */
    DURATION_BYTES = 32,  /* PT2562047788015H12M55S, NUL included */
    NAME_POINTS_MAX = 64, /* code points of a name */
    NAME_BYTES = 4 * NAME_POINTS_MAX + 1
};

/* Writes NUMBER in decimal digits, NUMBER_DIGITS of them at most and no NUL; returns where they
 * end. */
enum { NUMBER_DIGITS = 10 };
char *number_write(uint32_t number, char *ret_digits);

/* Writes 2 * LENGTH lower-case digits and a NUL. */
void hex_encode(const uint8_t *bytes, size_t length, char *ret_text);

/* Exactly 2 * LENGTH lower-case digits, nothing else; false leaves RET_BYTES undefined. */
bool hex_decode(const char *text, size_t text_length, uint8_t *ret_bytes, size_t length);

/* RFC 4648 base32 in lower case without padding; RET_TEXT has room for ceil(8 * LENGTH / 5) + 1
 * bytes. */
void base32_encode(const uint8_t *bytes, size_t length, char *ret_text);

/* Base64url (RFC 4648 section 5) without padding, read strictly: no other characters, no spare bits
 * that are set, so that there is one text for the same bytes. False if TEXT is none, or of more
 * than SIZE bytes. */
bool base64url_decode(const char *text, size_t text_length, uint8_t *ret_bytes, size_t size,
                      size_t *ret_length);

/* RFC 3339 in UTC with milliseconds; RET_TEXT has TIME_LENGTH + 1 bytes. Times outside of the
 * years 1 to 9999 are written as the first or last moment of them. */
void time_format(int64_t milliseconds, char *ret_text);

/* Reads exactly the form that time_format writes. */
bool time_parse(const char *text, size_t length, int64_t *ret_milliseconds);

/* Reads any time of RFC 3339: with or without a fraction, of which milliseconds are kept, in UTC or
 * with an offset ("2026-03-01T13:00:00+01:00"). Leap seconds are none of ours. */
bool time_read(const char *text, size_t length, int64_t *ret_milliseconds);

/* An ISO 8601 duration of whole weeks, days, hours, minutes and seconds ("P1DT12H"); months and
 * years, whose length differs, are none of ours. False when it is malformed or has more than eight
 * digits in a row. */
bool duration_parse(const char *text, size_t length, int64_t *ret_milliseconds);

/* The other way round; MILLISECONDS are not negative, and what is no whole second is left out. Two
 * or more whole days are written as days ("P14D"), everything else in hours, minutes and seconds
 * ("PT24H", "PT0S"). */
void duration_format(int64_t milliseconds, char ret_text[DURATION_BYTES]);

/* A ULID in lower case (Crockford's alphabet) of the given time, from ten random bytes. */
void ulid_make(int64_t milliseconds, const struct random_source *source,
               char ret_text[ULID_LENGTH + 1]);

bool ulid_valid(const char *text, size_t length);

/* Characters that change what others on the line look like, or that end a line: controls,
 * separators of lines, marks of the direction of writing. */
bool text_is_control(uint32_t point);

/* Why a text that a person typed is not accepted. */
enum text_fault {
    TEXT_FINE,
    TEXT_EMPTY,
    TEXT_TOO_LONG,
    TEXT_NOT_UTF8,
    TEXT_CONTROL, /* a control character, a line or paragraph separator, a bidi override */
    TEXT_BLANK    /* nothing but blanks, or blanks at an end */
};

/* Names and the like: UTF-8, 1 to POINTS_MAX code points, no control or bidi characters, no
 * blanks at the ends. */
enum text_fault text_check(const char *text, size_t length, size_t points_max);

#endif
