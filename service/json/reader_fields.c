/*
 * Objects read by tables of fields.
 */
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"
#include "service/base/utf8.h"
#include "service/json/reader.h"

static int64_t count_points(const char *text, size_t length)
{
    int64_t points = 0;
    for (size_t at = 0; at < length; points++) {
        uint32_t point;
        size_t size = utf8_read(text + at, length - at, &point);
        at += size == 0 ? 1 : size;
    }
    return points;
}

/* Each read_* puts VALUE where the field says; false, with the fault told, if it is none. */

static bool read_text(const json_t *value, const struct field *field, const char *pointer,
                      struct json_faults *faults)
{
    if (!json_is_string(value)) {
        json_fault_add(faults, pointer, "must be a string");
        return false;
    }
    struct field_text text = {json_string_value(value), json_string_length(value)};
    int64_t points = count_points(text.text, text.length);
    if (points < field->minimum || points > field->maximum) {
        json_fault_add(faults, pointer, "must have %lld to %lld characters",
                       (long long)field->minimum, (long long)field->maximum);
        return false;
    }
    *(struct field_text *)field->target = text;
    return true;
}

static const char *what_is_wrong(enum text_fault fault)
{
    switch (fault) {
    case TEXT_EMPTY:
        return "must not be empty";
    case TEXT_TOO_LONG:
        return "is too long";
    case TEXT_NOT_UTF8:
        return "is not UTF-8";
    case TEXT_CONTROL:
        return "must not have control characters or characters that turn the direction of writing";
    case TEXT_BLANK:
        return "must have something to see, and no blanks at its ends";
    case TEXT_FINE:
        break;
    }
    return "is fine";
}

static bool read_name(const json_t *value, const struct field *field, const char *pointer,
                      struct json_faults *faults)
{
    if (!json_is_string(value)) {
        json_fault_add(faults, pointer, "must be a string");
        return false;
    }
    struct field_text text = {json_string_value(value), json_string_length(value)};
    enum text_fault fault = text_check(text.text, text.length, (size_t)field->maximum);
    if (fault != TEXT_FINE) {
        json_fault_add(faults, pointer, "%s; 1 to %lld characters can stand here",
                       what_is_wrong(fault), (long long)field->maximum);
        return false;
    }
    *(struct field_text *)field->target = text;
    return true;
}

static bool read_integer(const json_t *value, const struct field *field, const char *pointer,
                         struct json_faults *faults)
{
    json_int_t integer = json_integer_value(value);
    if (!json_is_integer(value) || integer < field->minimum || integer > field->maximum) {
        json_fault_add(faults, pointer, "must be a whole number from %lld to %lld",
                       (long long)field->minimum, (long long)field->maximum);
        return false;
    }
    *(int64_t *)field->target = integer;
    return true;
}

static bool read_time(const json_t *value, const struct field *field, const char *pointer,
                      struct json_faults *faults)
{
    int64_t time;
    if (!json_is_string(value) ||
        !time_read(json_string_value(value), json_string_length(value), &time)) {
        json_fault_add(faults, pointer, "must be a time of RFC 3339, such as 2026-03-01T12:00:00Z");
        return false;
    }
    if (time < field->minimum || time > field->maximum) {
        char least[TIME_LENGTH + 1], most[TIME_LENGTH + 1];
        time_format(field->minimum, least);
        time_format(field->maximum, most);
        json_fault_add(faults, pointer, "must be a time from %s to %s", least, most);
        return false;
    }
    *(int64_t *)field->target = time;
    return true;
}

static bool read_duration(const json_t *value, const struct field *field, const char *pointer,
                          struct json_faults *faults)
{
    int64_t length = INT64_MIN;
    if (!json_is_string(value) ||
        !duration_parse(json_string_value(value), json_string_length(value), &length) ||
        length < field->minimum || length > field->maximum) {
        char least[DURATION_BYTES], most[DURATION_BYTES];
        duration_format(field->minimum, least);
        duration_format(field->maximum, most);
        json_fault_add(
            faults, pointer,
            "must be an ISO 8601 duration of days, hours, minutes and seconds from %s to "
            "%s, such as PT24H",
            least, most);
        return false;
    }
    *(int64_t *)field->target = length;
    return true;
}

static bool read_flag(const json_t *value, const struct field *field, const char *pointer,
                      struct json_faults *faults)
{
    if (!json_is_boolean(value)) {
        json_fault_add(faults, pointer, "must be true or false");
        return false;
    }
    *(bool *)field->target = json_is_true(value);
    return true;
}

static bool read_hex(const json_t *value, const struct field *field, const char *pointer,
                     struct json_faults *faults)
{
    size_t length = (size_t)field->maximum;
    if (!json_is_string(value) ||
        !hex_decode(json_string_value(value), json_string_length(value), field->target, length)) {
        json_fault_add(faults, pointer, "must be %zu hexadecimal digits in lower case", 2 * length);
        return false;
    }
    return true;
}

static bool read_value(json_t *value, const struct field *field, const char *pointer,
                       struct json_faults *faults)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return read_text(value, field, pointer, faults);
    case FIELD_NAME:
        return read_name(value, field, pointer, faults);
    case FIELD_INTEGER:
        return read_integer(value, field, pointer, faults);
    case FIELD_FLAG:
        return read_flag(value, field, pointer, faults);
    case FIELD_TIME:
        return read_time(value, field, pointer, faults);
    case FIELD_DURATION:
        return read_duration(value, field, pointer, faults);
    case FIELD_HEX:
        return read_hex(value, field, pointer, faults);
    case FIELD_VALUE:
        *(json_t **)field->target = value;
        return true;
    }
    return false;
}

static bool read_field(const json_t *object, const char *pointer, const struct field *field,
                       struct json_faults *faults)
{
    char member[JSON_POINTER_BYTES];
    json_pointer_member(pointer, field->name, member);
    json_t *value = json_object_get(object, field->name);
    bool present = value && !(field->nullable && json_is_null(value));
    if (field->present)
        *field->present = present;
    if (!present) {
        if (field->required)
            json_fault_add(faults, member, "is missing");
        return !field->required;
    }
    return read_value(value, field, member, faults);
}

static bool is_field(const char *name, const struct field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, fields[i].name) == 0)
            return true;
    return false;
}

/* The names of all fields with commas between them, as many as there is room for. */
static void list_fields(const struct field *fields, size_t count, char *ret_text, size_t room)
{
    size_t length = 0;
    ret_text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        int more =
            snprintf(ret_text + length, room - length, "%s%s", i > 0 ? ", " : "", fields[i].name);
        if (more < 0 || (size_t)more >= room - length) {
            ret_text[length] = '\0';
            return;
        }
        length += (size_t)more;
    }
}

static void refuse_unknown(const char *pointer, const char *name, const struct field *fields,
                           size_t count, struct json_faults *faults)
{
    char member[JSON_POINTER_BYTES];
    json_pointer_member(pointer, name, member);
    char names[JSON_DETAIL_BYTES - 40];
    list_fields(fields, count, names, sizeof names);
    if (count == 0)
        json_fault_add(faults, member, "is not known here; no member is expected");
    else
        json_fault_add(faults, member, "is not known here; there may be: %s", names);
}

bool json_read_fields(const json_t *object, const char *pointer, const struct field *fields,
                      size_t count, struct json_faults *faults)
{
    if (!json_is_object(object)) {
        json_fault_add(faults, pointer, "must be an object");
        return false;
    }
    bool fine = true;
    for (size_t i = 0; i < count; i++)
        if (!read_field(object, pointer, &fields[i], faults))
            fine = false;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        if (!is_field(name, fields, count)) {
            refuse_unknown(pointer, name, fields, count, faults);
            fine = false;
        }
    }
    return fine;
}
