#include "script/facts.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void facts_fail(const struct row *row, const char *format, ...)
{
    fprintf(stderr, "%s, row %zu (%s): ", row->file, row->number, row->id);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

struct facts facts_load(const char *directory, const char *file)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", directory, file);
    if (length < 0 || (size_t)length >= sizeof path) {
        fprintf(stderr, "%s: the path of the folder is too long\n", file);
        exit(EXIT_FAILURE);
    }
    json_error_t error;
    json_t *rows = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!rows) {
        fprintf(stderr, "%s, line %d: %s\n", file, error.line, error.text);
        exit(EXIT_FAILURE);
    }
    if (!json_is_array(rows) || json_array_size(rows) == 0) {
        fprintf(stderr, "%s: must be an array of objects with at least one\n", file);
        exit(EXIT_FAILURE);
    }
    return (struct facts){.file = file, .rows = rows};
}

void facts_free(struct facts *facts)
{
    json_decref(facts->rows);
    facts->rows = NULL;
}

size_t facts_count(const struct facts *facts, size_t limit)
{
    size_t count = json_array_size(facts->rows);
    if (count > limit) {
        fprintf(stderr, "%s: has %zu rows, there is room for %zu\n", facts->file, count, limit);
        exit(EXIT_FAILURE);
    }
    return count;
}

struct row facts_row(const struct facts *facts, size_t index)
{
    json_t *fields = json_array_get(facts->rows, index);
    const char *id = json_string_value(json_object_get(fields, "id"));
    struct row row = {facts->file, index + 1, id ? id : "no id", fields};
    if (!json_is_object(fields))
        facts_fail(&row, "must be an object");
    return row;
}

static json_t *field_of(const struct row *row, const char *field)
{
    json_t *value = json_object_get(row->fields, field);
    if (!value)
        facts_fail(row, "%s: is missing", field);
    return value;
}

static const char *checked_text(const struct row *row, const char *field, const json_t *value)
{
    const char *text = json_string_value(value);
    if (!text || text[0] == '\0')
        facts_fail(row, "%s: must be a string that is not empty", field);
    for (const char *byte = text; *byte; byte++)
        if ((unsigned char)*byte < ' ' || *byte == 0x7f)
            facts_fail(row, "%s: must not hold control characters", field);
    return text;
}

static unsigned checked_word(const struct row *row, const char *field, const char *text,
                             const char *const *words, size_t count)
{
    for (unsigned word = 0; word < count; word++)
        if (strcmp(words[word], text) == 0)
            return word;
    facts_fail(row, "%s: \"%s\" is none of the known words", field, text);
}

const char *row_text(const struct row *row, const char *field)
{
    return checked_text(row, field, field_of(row, field));
}

const char *row_text_or_null(const struct row *row, const char *field)
{
    return row_is_null(row, field) ? NULL : row_text(row, field);
}

const char *row_id(const struct row *row, const char *field)
{
    const char *id = row_text(row, field);
    size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (id[length] != '\0' || length > 64)
        facts_fail(row, "%s: \"%s\" is not of the form [a-z0-9_]{1,64}", field, id);
    return id;
}

bool row_flag(const struct row *row, const char *field)
{
    const json_t *value = field_of(row, field);
    if (!json_is_boolean(value))
        facts_fail(row, "%s: must be true or false", field);
    return json_is_true(value);
}

bool row_is_null(const struct row *row, const char *field)
{
    return json_is_null(field_of(row, field));
}

unsigned row_number(const struct row *row, const char *field, unsigned least, unsigned most)
{
    const json_t *value = field_of(row, field);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < least || number > most)
        facts_fail(row, "%s: must be a whole number from %u to %u", field, least, most);
    return (unsigned)number;
}

unsigned row_word(const struct row *row, const char *field, const char *const *words, size_t count)
{
    return checked_word(row, field, row_text(row, field), words, count);
}

size_t row_length(const struct row *row, const char *field, size_t limit)
{
    const json_t *value = field_of(row, field);
    if (!json_is_array(value))
        facts_fail(row, "%s: must be an array", field);
    if (json_array_size(value) > limit)
        facts_fail(row, "%s: has more than %zu entries", field, limit);
    return json_array_size(value);
}

const char *row_entry_text(const struct row *row, const char *field, size_t index)
{
    return checked_text(row, field, json_array_get(field_of(row, field), index));
}

unsigned row_entry_number(const struct row *row, const char *field, size_t index, unsigned most)
{
    const json_t *value = json_array_get(field_of(row, field), index);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number > most)
        facts_fail(row, "%s: entry %zu must be a number from 0 to %u", field, index + 1, most);
    return (unsigned)number;
}

unsigned row_entry_word(const struct row *row, const char *field, size_t index,
                        const char *const *words, size_t count)
{
    return checked_word(row, field, row_entry_text(row, field, index), words, count);
}

struct row row_entry_object(const struct row *row, const char *field, size_t index)
{
    json_t *entry = json_array_get(field_of(row, field), index);
    if (!json_is_object(entry))
        facts_fail(row, "%s: entry %zu must be an object", field, index + 1);
    return (struct row){row->file, row->number, row->id, entry};
}

void row_entry_pair(const struct row *row, const char *field, size_t index, unsigned most,
                    unsigned ret_pair[2])
{
    const json_t *pair = json_array_get(field_of(row, field), index);
    for (size_t side = 0; side < 2; side++) {
        const json_t *value = json_array_get(pair, side);
        json_int_t number = json_integer_value(value);
        if (json_array_size(pair) != 2 || !json_is_integer(value) || number < 0 || number > most)
            facts_fail(row, "%s: entry %zu must be two numbers from 0 to %u", field, index + 1,
                       most);
        ret_pair[side] = (unsigned)number;
    }
}

struct row row_object(const struct row *row, const char *field)
{
    json_t *value = field_of(row, field);
    if (!json_is_object(value))
        facts_fail(row, "%s: must be an object", field);
    return (struct row){row->file, row->number, row->id, value};
}

size_t row_field_count(const struct row *row)
{
    return json_object_size(row->fields);
}

bool row_has(const struct row *row, const char *field)
{
    return json_object_get(row->fields, field) != NULL;
}
