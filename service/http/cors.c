#include "service/http/cors.h"

#include <string.h>

static bool allows_all(const char *const *origins)
{
    for (; origins && *origins; origins++)
        if (strcmp(*origins, "*") == 0)
            return true;
    return false;
}

const char *cors_allowed_origin(const char *const *origins, const char *origin)
{
    if (!origin || !origins)
        return NULL;
    if (allows_all(origins))
        return "*";
    for (; *origins; origins++)
        if (strcmp(*origins, origin) == 0)
            return origin;
    return NULL;
}

bool cors_origin_valid(const char *text)
{
    static const char scheme[] = "abcdefghijklmnopqrstuvwxyz0123456789+-.";
    static const char host[] = "abcdefghijklmnopqrstuvwxyz0123456789-._:[]";
    if (strcmp(text, "*") == 0)
        return true;
    size_t length = strspn(text, scheme);
    if (length == 0 || strncmp(text + length, "://", 3) != 0)
        return false;
    const char *rest = text + length + 3;
    return rest[0] != '\0' && rest[strspn(rest, host)] == '\0';
}

bool cors_varies(const char *const *origins)
{
    return origins && *origins && !allows_all(origins);
}
