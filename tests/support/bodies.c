#include "tests/support/bodies.h"

#include <string.h>

#include "tests/support/cmocka_all.h"

json_t *body_of(const char *json)
{
    char detail[JSON_DETAIL_BYTES];
    json_t *object = json_read_object(json, strlen(json), detail);
    if (!object)
        fail_msg("%s: %s", json, detail);
    return object;
}

void assert_fault_told(const char *json, bool fine, const struct json_faults *faults,
                       const char *pointer)
{
    if (fine)
        fail_msg("accepted: %s", json);
    for (size_t i = 0; i < faults->count; i++)
        if (strcmp(faults->list[i].pointer, pointer) == 0)
            return;
    fail_msg("%s: no fault at \"%s\", the first of %zu is at \"%s\": %s", json, pointer,
             faults->count, faults->list[0].pointer, faults->list[0].detail);
}

void assert_no_fault(const char *json, bool fine, const struct json_faults *faults)
{
    if (!fine)
        fail_msg("%s: %s %s", json, faults->list[0].pointer, faults->list[0].detail);
}
