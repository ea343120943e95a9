#include <stdlib.h>
#include <string.h>

#include "service/json/writer.h"
#include "service/program/transcript.h"

/* Keys of our events are ASCII, for which RFC 8785's order is that of the bytes. */
static bool is_ascii(const char *key)
{
    while (*key != '\0' && (unsigned char)*key < 0x80)
        key++;
    return *key == '\0';
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool write_value(const json_t *value, struct json_writer *writer);

static bool write_members(const json_t *object, struct json_writer *writer)
{
    size_t count = json_object_size(object);
    const char **keys = calloc(count + 1, sizeof *keys);
    if (!keys)
        return false;
    size_t next = 0;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value) keys[next++] = key;
    qsort(keys, count, sizeof *keys, compare_keys);
    bool fine = true;
    write_object(writer);
    for (size_t i = 0; i < count && fine; i++) {
        write_key_escaped(writer, keys[i]);
        fine = is_ascii(keys[i]) && write_value(json_object_get(object, keys[i]), writer);
    }
    write_object_end(writer);
    free(keys);
    return fine;
}

static bool write_elements(const json_t *array, struct json_writer *writer)
{
    bool fine = true;
    write_array(writer);
    for (size_t i = 0; i < json_array_size(array) && fine; i++)
        fine = write_value(json_array_get(array, i), writer);
    write_array_end(writer);
    return fine;
}

/* The depth is bounded by the strict reader, so this recursion is too. */
static bool write_value(const json_t *value, struct json_writer *writer)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return write_members(value, writer);
    case JSON_ARRAY:
        return write_elements(value, writer);
    case JSON_STRING:
        write_text(writer, json_string_value(value));
        return true;
    case JSON_INTEGER:
        write_number(writer, json_integer_value(value));
        return true;
    case JSON_TRUE:
    case JSON_FALSE:
        write_flag(writer, json_is_true(value));
        return true;
    case JSON_NULL:
        write_nothing(writer);
        return true;
    case JSON_REAL:
        break;
    }
    return false;
}

bool canonical_write(const json_t *value, struct buffer *buffer)
{
    struct json_writer writer = json_writer_start(buffer);
    return write_value(value, &writer) && !buffer_failed(buffer);
}
