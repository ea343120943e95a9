#include "service/http/conditional.h"

#include <string.h>

static const char *skip_separators(const char *text)
{
    return text + strspn(text, " \t,");
}

bool etag_listed(const char *value, const char *etag)
{
    if (strcmp(value, "*") == 0)
        return true;
    size_t length = strlen(etag);
    for (const char *tag = skip_separators(value); *tag != '\0'; tag = skip_separators(tag)) {
        if (strncmp(tag, "W/", 2) == 0)
            tag += 2;
        const char *end = *tag == '"' ? strchr(tag + 1, '"') : NULL;
        if (!end)
            return false;
        end++;
        if ((size_t)(end - tag) == length && memcmp(tag, etag, length) == 0)
            return true;
        tag = end;
    }
    return false;
}
