/*
 * What a byte of ASCII is, whatever the locale says.
 */
#ifndef SERVICE_BASE_CHARACTERS_H
#define SERVICE_BASE_CHARACTERS_H

#include <stdbool.h>

static inline bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static inline bool is_small_letter(char character)
{
    return character >= 'a' && character <= 'z';
}

static inline bool is_capital_letter(char character)
{
    return character >= 'A' && character <= 'Z';
}

static inline bool is_letter(char character)
{
    return is_small_letter(character) || is_capital_letter(character);
}

#endif
