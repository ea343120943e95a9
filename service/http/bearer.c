#include "service/http/bearer.h"

#include <string.h>
#include <strings.h>

const char *bearer_token(const char *value)
{
    static const char scheme[] = "Bearer ";
    if (strncasecmp(value, scheme, sizeof scheme - 1) != 0)
        return NULL;
    const char *token = value + sizeof scheme - 1;
    return *token != '\0' && !strchr(token, ' ') && !strchr(token, ',') ? token : NULL;
}
