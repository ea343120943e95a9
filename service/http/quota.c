#include "service/http/quota.h"

/* Generous: they stop loops that have run away, not players. */
const struct quota default_quotas[POLICIES] = {
    [POLICY_TOKEN] = {.requests = 12000, .seconds = 60},
    [POLICY_ADDRESS] = {.requests = 60000, .seconds = 60},
    [POLICY_FAILED_AUTH] = {.requests = 300, .seconds = 60},
    [POLICY_CREATE] = {.requests = 120, .seconds = 60},
};

const char *policy_name(enum policy policy)
{
    static const char *const names[POLICIES] = {
        [POLICY_TOKEN] = "token",
        [POLICY_ADDRESS] = "address",
        [POLICY_FAILED_AUTH] = "failed_auth",
        [POLICY_CREATE] = "create",
    };
    return names[policy];
}
