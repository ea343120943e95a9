#include "service/json/metadata_json.h"

#include <stdlib.h>
#include <string.h>

#include "service/json/writer.h"

struct entry {
    const char *key;
    const json_t *value;
};

static int compare_keys(const void *left, const void *right)
{
    return strcmp(((const struct entry *)left)->key, ((const struct entry *)right)->key);
}

static bool is_key(const char *key)
{
    size_t length = strlen(key);
    if (length == 0 || length > METADATA_KEY_POINTS)
        return false;
    for (size_t i = 0; i < length; i++)
        if (key[i] < ' ' || key[i] > '~')
            return false;
    return true;
}

/* Values may be empty and may have blanks at their ends: nobody is called by them. */
static bool is_value(const json_t *value)
{
    if (!json_is_string(value))
        return false;
    enum text_fault fault =
        text_check(json_string_value(value), json_string_length(value), METADATA_VALUE_POINTS);
    return fault == TEXT_FINE || fault == TEXT_EMPTY || fault == TEXT_BLANK;
}

static bool check_entry(const struct entry *entry, const char *pointer, struct json_faults *faults)
{
    char member[JSON_POINTER_BYTES];
    json_pointer_member(pointer, entry->key, member);
    if (!is_key(entry->key))
        json_fault_add(faults, member, "must have a key of 1 to %d printable ASCII characters",
                       METADATA_KEY_POINTS);
    else if (!is_value(entry->value))
        json_fault_add(faults, member,
                       "must be a string of at most %d characters, none of them for control",
                       METADATA_VALUE_POINTS);
    else
        return true;
    return false;
}

/* Writes the entries into RET_TEXT; false when there is no room for them. */
static bool write_entries(const struct entry *entries, size_t count, char ret_text[METADATA_BYTES])
{
    struct buffer buffer = buffer_new(METADATA_BYTES - 1);
    struct json_writer writer = json_writer_start(&buffer);
    write_object(&writer);
    for (size_t i = 0; i < count; i++) {
        write_key_escaped(&writer, entries[i].key);
        write_text(&writer, json_string_value(entries[i].value));
    }
    write_object_end(&writer);
    bool fits = !buffer_failed(&buffer);
    if (fits) {
        memcpy(ret_text, buffer.bytes, buffer.length);
        ret_text[buffer.length] = '\0';
    }
    buffer_free(&buffer);
    return fits;
}

bool read_metadata(const json_t *object, const char *pointer, char ret_text[METADATA_BYTES],
                   struct json_faults *faults)
{
    if (!json_is_object(object) || json_object_size(object) > METADATA_ENTRIES_MAX) {
        json_fault_add(faults, pointer, "must be an object of at most %d strings",
                       METADATA_ENTRIES_MAX);
        return false;
    }
    struct entry entries[METADATA_ENTRIES_MAX];
    size_t count = 0;
    bool fine = true;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        entries[count] = (struct entry){key, value};
        fine &= check_entry(&entries[count++], pointer, faults);
    }
    if (!fine)
        return false;
    qsort(entries, count, sizeof entries[0], compare_keys);
    if (write_entries(entries, count, ret_text))
        return true;
    json_fault_add(faults, pointer, "is too long: it must fit into %d bytes", METADATA_BYTES - 1);
    return false;
}
