/*
 * Reading UTF-8 one character at a time, strictly: no overlong forms, no surrogates, nothing
 * beyond U+10FFFF.
 */
#ifndef SERVICE_BASE_UTF8_H
#define SERVICE_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* How many bytes the first character of TEXT has, 1 to 4, its code point in *RET_POINT; 0 if
 * the LENGTH bytes do not begin with a character. */
size_t utf8_read(const char *text, size_t length, uint32_t *ret_point);

#endif
