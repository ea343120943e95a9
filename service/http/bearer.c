#include "service/http/bearer.h"

#include <string.h>
#include <strings.h>

const char *bearer_token(const char *value)
{
    static const char scheme[] = "Bearer ";
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789-._~+/=";
    if (strncasecmp(value, scheme, sizeof scheme - 1) != 0)
        return NULL;
    const char *token = value + sizeof scheme - 1;
    return *token != '\0' && token[strspn(token, letters)] == '\0' ? token : NULL;
}
