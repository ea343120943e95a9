#include "service/program/scenario_expect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/characters.h"

enum { KEY_BYTES = 128, VALUE_BYTES = 400 };

/* Reads the first reference token of a pointer into RET_KEY, unescaped; what stands behind it, or
 * NULL when the pointer is none. */
static const char *next_token(const char *pointer, char ret_key[KEY_BYTES])
{
    size_t length = 0;
    if (*pointer++ != '/')
        return NULL;
    while (*pointer != '\0' && *pointer != '/') {
        char character = *pointer++;
        if (character == '~') {
            if (*pointer != '0' && *pointer != '1')
                return NULL;
            character = *pointer++ == '0' ? '~' : '/';
        }
        if (length + 1 == KEY_BYTES)
            return NULL;
        ret_key[length++] = character;
    }
    ret_key[length] = '\0';
    return pointer;
}

static const json_t *member(const json_t *value, const char *key)
{
    if (!json_is_array(value))
        return json_object_get(value, key);
    char *end;
    unsigned long index = strtoul(key, &end, 10);
    return is_digit(*key) && *end == '\0' ? json_array_get(value, index) : NULL;
}

/* What POINTER finds, NULL for nothing; false when it is no pointer. */
static bool find(const json_t *value, const char *pointer, const json_t **ret_value)
{
    while (*pointer != '\0') {
        char key[KEY_BYTES];
        pointer = next_token(pointer, key);
        if (!pointer)
            return false;
        value = member(value, key);
    }
    *ret_value = value;
    return true;
}

/* The value of KEY if it is the only member. */
static const json_t *only_member(const json_t *object, const char *key)
{
    return json_object_size(object) == 1 ? json_object_get(object, key) : NULL;
}

static bool same_set(const json_t *left, const json_t *right)
{
    size_t count = json_array_size(left);
    if (!json_is_array(left) || !json_is_array(right) || json_array_size(right) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *each = json_array_get(left, i);
        size_t in_left = 0, in_right = 0;
        for (size_t k = 0; k < count; k++) {
            in_left += (size_t)json_equal(each, json_array_get(left, k));
            in_right += (size_t)json_equal(each, json_array_get(right, k));
        }
        if (in_left != in_right)
            return false;
    }
    return true;
}

static bool matches(const json_t *value, const json_t *expected)
{
    if (json_is_true(only_member(expected, "absent")))
        return !value || json_is_null(value);
    const json_t *length = only_member(expected, "length");
    if (json_is_integer(length))
        return json_is_array(value) && json_array_size(value) == (size_t)json_integer_value(length);
    const json_t *set = only_member(expected, "set");
    if (json_is_array(set))
        return same_set(value, set);
    return value && json_equal(value, expected);
}

static void print_value(const json_t *value, char ret_text[VALUE_BYTES])
{
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    snprintf(ret_text, VALUE_BYTES, "%s", text ? text : "absent");
    free(text);
}

static void tell(const char *pointer, const json_t *value, const json_t *expected,
                 char *ret_difference)
{
    char is[VALUE_BYTES], should_be[VALUE_BYTES];
    print_value(value, is);
    print_value(expected, should_be);
    snprintf(ret_difference, DIFFERENCE_BYTES, "%s is %s, should be %s", pointer, is, should_be);
}

bool expectations_hold(const json_t *view, const json_t *expect, char *ret_difference)
{
    const char *pointer;
    json_t *expected;
    json_object_foreach((json_t *)expect, pointer, expected)
    {
        const json_t *value = NULL;
        if (!find(view, pointer, &value)) {
            snprintf(ret_difference, DIFFERENCE_BYTES, "\"%s\" is no JSON Pointer", pointer);
            return false;
        }
        if (!matches(value, expected)) {
            tell(pointer, value, expected, ret_difference);
            return false;
        }
    }
    return true;
}
