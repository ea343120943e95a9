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

bool cors_varies(const char *const *origins)
{
    return origins && *origins && !allows_all(origins);
}
