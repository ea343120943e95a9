#include "tests/support/view_reader.h"

#include "tests/support/cmocka_all.h"

struct buffer view_bytes(const struct record *record, enum audience audience)
{
    struct buffer buffer = buffer_new(VIEW_BYTES_MAX);
    view_write(record, audience, &buffer);
    assert_false(buffer_failed(&buffer));
    return buffer;
}

json_t *json_of_buffer(struct buffer *buffer)
{
    json_error_t error;
    json_t *object = json_loadb(buffer->bytes, buffer->length, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        fail_msg("%s: %.*s", error.text, (int)buffer->length, buffer->bytes);
    buffer_free(buffer);
    return object;
}

json_t *view_object(const struct record *record, enum audience audience)
{
    struct buffer buffer = view_bytes(record, audience);
    return json_of_buffer(&buffer);
}

json_t *blockers_object(const struct record *record)
{
    struct buffer buffer = buffer_new(VIEW_BYTES_MAX);
    blockers_write(record, &buffer);
    return json_of_buffer(&buffer);
}

json_t *member_at(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!value)
        fail_msg("there is no \"%s\"", key);
    return value;
}

void assert_null_at(const json_t *object, const char *key)
{
    if (!json_is_null(member_at(object, key)))
        fail_msg("\"%s\" is not null", key);
}
