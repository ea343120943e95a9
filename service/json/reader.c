#include "service/json/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "service/base/characters.h"
#include "service/base/parse.h"
#include "service/base/text.h"
#include "service/base/utf8.h"

/* Shortens TEXT to at most LENGTH bytes without cutting a character in two. */
static void cut(char *text, size_t length)
{
    size_t at = 0;
    while (text[at] != '\0') {
        uint32_t point;
        size_t size = utf8_read(text + at, strlen(text + at), &point);
        size = size == 0 ? 1 : size;
        if (at + size > length)
            break;
        at += size;
    }
    text[at] = '\0';
}

static void copy_cut(char *ret_text, size_t room, const char *text)
{
    int length = snprintf(ret_text, room, "%s", text);
    if (length >= (int)room)
        cut(ret_text, room - 1);
}

void json_fault_add(struct json_faults *faults, const char *pointer, const char *detail_format, ...)
{
    if (faults->count == JSON_FAULTS_MAX)
        return;
    struct json_fault *fault = &faults->list[faults->count++];
    copy_cut(fault->pointer, sizeof fault->pointer, pointer);
    va_list arguments;
    va_start(arguments, detail_format);
    int length = vsnprintf(fault->detail, sizeof fault->detail, detail_format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof fault->detail)
        cut(fault->detail, sizeof fault->detail - 1);
}

/* Appends the SIZE bytes of one character, escaped as RFC 6901 wants, to a pointer of *LENGTH
 * bytes; false when there is no room for the whole of it. */
static bool append_character(char *pointer, size_t *length, const char *character, size_t size)
{
    if (*character == '~' || *character == '/') {
        character = *character == '~' ? "~0" : "~1";
        size = 2;
    }
    if (*length + size >= JSON_POINTER_BYTES)
        return false;
    memcpy(pointer + *length, character, size);
    *length += size;
    pointer[*length] = '\0';
    return true;
}

/* As all members that the service knows: nothing in it has to be escaped or cut. */
static bool is_simple(const char *name)
{
    while (is_small_letter(*name) || is_digit(*name) || *name == '_')
        name++;
    return *name == '\0';
}

void json_pointer_member(const char *pointer, const char *name, char *ret_pointer)
{
    copy_cut(ret_pointer, JSON_POINTER_BYTES, pointer);
    size_t length = strlen(ret_pointer);
    size_t name_length = strlen(name);
    if (is_simple(name) && length + 1 + name_length < JSON_POINTER_BYTES) {
        ret_pointer[length] = '/';
        memcpy(ret_pointer + length + 1, name, name_length + 1);
        return;
    }
    if (text_check(name, name_length, SIZE_MAX) == TEXT_CONTROL)
        return;
    if (length + 1 >= JSON_POINTER_BYTES)
        return;
    ret_pointer[length++] = '/';
    ret_pointer[length] = '\0';
    for (size_t at = 0; at < name_length;) {
        uint32_t point;
        size_t size = utf8_read(name + at, name_length - at, &point);
        if (size == 0 || !append_character(ret_pointer, &length, name + at, size))
            return;
        at += size;
    }
}

void json_pointer_entry(const char *pointer, size_t index, char *ret_pointer)
{
    char name[24];
    snprintf(name, sizeof name, "%zu", index);
    json_pointer_member(pointer, name, ret_pointer);
}

/* Whether brackets nest deeper than allowed. Looks at brackets outside of strings only, which is
 * exact up to the first place where the text is no JSON, and the parser gets no further. So its
 * recursion is bounded before it begins. */
static bool too_deep(const char *bytes, size_t length)
{
    size_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < length; i++) {
        char byte = bytes[i];
        if (in_string && byte == '\\')
            i++;
        else if (byte == '"')
            in_string = !in_string;
        else if (!in_string && (byte == '{' || byte == '[') && ++depth > JSON_DEPTH_MAX)
            return true;
        else if (!in_string && (byte == '}' || byte == ']') && depth > 0)
            depth--;
    }
    return false;
}

/* The first byte that is no white space, NUL when there is none. */
static char first_byte(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\n' && bytes[i] != '\r')
            return bytes[i];
    return '\0';
}

/* What is wrong with the bytes before anything is parsed; NULL when nothing is. */
static const char *fault_of_bytes(const char *bytes, size_t length)
{
    char first = first_byte(bytes, length);
    if (first == '\0')
        return "there is nothing here; send a JSON object, at least {}";
    if (first != '{')
        return "this is no JSON object; one begins with {";
    if (length > JSON_BYTES_MAX)
        return "this is too long; a JSON object of at most 64 KiB is read";
    if (memchr(bytes, '\0', length))
        return "a NUL byte is in it; JSON text has none";
    if (too_deep(bytes, length))
        return "objects and arrays are nested too deeply; 16 levels are read";
    return NULL;
}

static const char *fault_of_error(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_invalid_utf8:
        return "this is not UTF-8";
    case json_error_duplicate_key:
        return "an object has the same member twice";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "a string holds the character NUL (\\u0000)";
    case json_error_numeric_overflow:
        return "a number is too large";
    case json_error_premature_end_of_input:
        return "the text ends before the JSON does";
    case json_error_end_of_input_expected:
        return "something stands behind the JSON object";
    case json_error_out_of_memory:
        return "there is no memory to read it";
    default:
        return "this is not JSON";
    }
}

json_t *json_read_object(const char *bytes, size_t length, char *ret_detail)
{
    const char *fault = fault_of_bytes(bytes, length);
    if (fault) {
        snprintf(ret_detail, JSON_DETAIL_BYTES, "%s", fault);
        return NULL;
    }
    json_error_t error;
    json_t *value = parse_json(bytes, length, JSON_REJECT_DUPLICATES, &error);
    if (!value)
        snprintf(ret_detail, JSON_DETAIL_BYTES, "%s (line %d, column %d)", fault_of_error(&error),
                 error.line, error.column);
    return value;
}
