#include "service/json/notices.h"

#include <string.h>

#include "service/json/event_json.h"

/* Whether a type ("splice.taken") is CHOICE, itself or its group ("splice.*"). */
static bool is_of(const char *type, const char *choice, size_t length)
{
    if (length > 2 && memcmp(choice + length - 2, ".*", 2) == 0)
        return strncmp(type, choice, length - 1) == 0;
    return strlen(type) == length && memcmp(type, choice, length) == 0;
}

bool notice_known(const char *choice, size_t length)
{
    if (is_of(NOTICE_WAITED_ON, choice, length))
        return true;
    for (enum event_type type = 0; type < EVENT_TYPES; type++)
        if (is_of(event_type_name(type, true), choice, length) ||
            is_of(event_type_name(type, false), choice, length))
            return true;
    return false;
}

bool notice_chosen(const char *choices, const char *type)
{
    if (choices[0] == '\0')
        return true;
    for (const char *choice = choices; *choice != '\0';) {
        size_t length = strcspn(choice, ",");
        if (is_of(type, choice, length))
            return true;
        choice += length + (choice[length] == ',');
    }
    return false;
}
