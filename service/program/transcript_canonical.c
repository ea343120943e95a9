#include <stdlib.h>
#include <string.h>

#include "service/base/utf8.h"
#include "service/json/writer.h"
#include "service/program/transcript.h"

/* The UTF-16 code unit with which a code point begins. */
static uint32_t first_unit(uint32_t point)
{
    return point < 0x10000 ? point : 0xd800 + ((point - 0x10000) >> 10);
}

/* RFC 8785 orders keys by UTF-16 code units, which is the order of code points but for those
 * that need two units. Both texts are valid UTF-8, as jansson makes sure. */
static int compare_keys(const void *a, const void *b)
{
    const char *left = *(const char *const *)a;
    const char *right = *(const char *const *)b;
    size_t same = 0;
    while (left[same] && left[same] == right[same])
        same++;
    while (same > 0 && ((unsigned char)left[same] & 0xc0) == 0x80)
        same--;
    uint32_t point[2] = {0, 0};
    utf8_read(left + same, strlen(left + same), &point[0]);
    utf8_read(right + same, strlen(right + same), &point[1]);
    uint32_t unit[2] = {first_unit(point[0]), first_unit(point[1])};
    if (unit[0] != unit[1])
        return unit[0] < unit[1] ? -1 : 1;
    return point[0] < point[1] ? -1 : point[0] > point[1];
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
        write_key(writer, keys[i]);
        fine = write_value(json_object_get(object, keys[i]), writer);
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
