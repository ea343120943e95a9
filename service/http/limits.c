#include "service/http/limits.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"
#include "service/http/peer.h"
#include "service/http/request.h"
#include "service/http/server_state.h"
#include "service/http/stopwatch.h"

/* So many have called lately, at most. */
enum { BUCKETS = 16384, VALUE_BYTES = 64, DETAIL_BYTES = 160 };

struct limits *limits_new(const struct quota *quotas, const struct random_source *random)
{
    struct limits *limits = calloc(1, sizeof *limits);
    if (!limits)
        return NULL;
    memcpy(limits->quotas, quotas, sizeof limits->quotas);
    random_fill(random, limits->secret, sizeof limits->secret);
    limits->buckets = buckets_new(BUCKETS);
    if (limits->buckets)
        return limits;
    free(limits);
    return NULL;
}

void limits_free(struct limits *limits)
{
    if (!limits)
        return;
    buckets_free(limits->buckets);
    free(limits);
}

/* A token has been hashed already, under a secret of its own. */
static struct bucket_key key_of_token(const struct sent_token *token)
{
    struct bucket_key key;
    static_assert(sizeof key.bytes == sizeof token->hash, "a key is a hash");
    memcpy(key.bytes, token->hash, sizeof key.bytes);
    return key;
}

/* With a secret of its own for each policy. */
static struct bucket_key key_of_address(const struct limits *limits, enum policy policy,
                                        const struct address *address)
{
    uint8_t secret[sizeof limits->secret];
    struct bucket_key key;
    memcpy(secret, limits->secret, sizeof secret);
    secret[0] ^= (uint8_t)policy;
    crypto_shorthash_siphashx24(key.bytes, address->bytes, sizeof address->bytes, secret);
    return key;
}

static enum policy policy_of(const struct request *request)
{
    if (request->bad_token)
        return POLICY_FAILED_AUTH;
    if (request->call.caller.role != ROLE_NONE)
        return POLICY_TOKEN;
    const struct route *route = request->call.route;
    return route && route->who == WHO_CREATES ? POLICY_CREATE : POLICY_ADDRESS;
}

static void choose_bucket(struct request *request, const struct limits *limits)
{
    struct counted *counted = &request->counted;
    counted->policy = policy_of(request);
    counted->quota = &limits->quotas[counted->policy];
    if (counted->policy == POLICY_TOKEN) {
        counted->key = key_of_token(&request->token);
    } else {
        const struct address address = peer_address(&request->headers, &request->server->proxies);
        counted->key = key_of_address(limits, counted->policy, &address);
    }
}

static void refuse(struct request *request)
{
    const struct counted *counted = &request->counted;
    char detail[DETAIL_BYTES];
    snprintf(detail, sizeof detail,
             "The limit %s is %u requests in %u seconds: wait %u s, then go on more slowly.",
             policy_name(counted->policy), counted->quota->requests, counted->quota->seconds,
             counted->allowance.wait_seconds);
    const struct problem_extra extra = {.detail = detail,
                                        .retry_after = counted->allowance.wait_seconds};
    call_problem_with(&request->call, "rate_limited", &extra);
}

static int64_t milliseconds_now(void)
{
    return stopwatch_microseconds() / 1000;
}

bool limits_admit(struct request *request)
{
    const struct limits *limits = request->server->limits;
    const struct route *route = request->call.route;
    if (!limits || request->is_options || (route && route->who == WHO_PROBE))
        return true;
    struct counted *counted = &request->counted;
    choose_bucket(request, limits);
    counted->allowance =
        buckets_take(limits->buckets, &counted->key, counted->quota, milliseconds_now());
    if (counted->allowance.granted)
        return true;
    refuse(request);
    return false;
}

void limits_give_back(struct request *request)
{
    struct counted *counted = &request->counted;
    if (counted->quota && counted->allowance.granted)
        counted->allowance = buckets_give_back(request->server->limits->buckets, &counted->key,
                                               counted->quota, milliseconds_now());
}

static char *write_parameter(char *to, char name, uint32_t value)
{
    *to++ = ';';
    *to++ = name;
    *to++ = '=';
    return number_write(value, to);
}

/* "POLICY";FIRST=…;SECOND=…: two of them go with every answer, and snprintf would take as long as
 * all else that limits cost. */
static void write_value(enum policy policy, const char names[2], uint32_t first, uint32_t second,
                        char ret_value[VALUE_BYTES])
{
    const char *name = policy_name(policy);
    size_t length = strlen(name);
    char *to = ret_value;
    *to++ = '"';
    memcpy(to, name, length);
    to += length;
    *to++ = '"';
    to = write_parameter(to, names[0], first);
    to = write_parameter(to, names[1], second);
    *to = '\0';
}

/* As draft-ietf-httpapi-ratelimit-headers-10 has them. */
bool limits_add_headers(const struct counted *counted, struct MHD_Response *response)
{
    const struct quota *quota = counted->quota;
    const struct allowance *allowance = &counted->allowance;
    char policy[VALUE_BYTES];
    char state[VALUE_BYTES];
    if (!quota)
        return true;
    const uint32_t wait = allowance->remaining > 0 ? quota->seconds : allowance->wait_seconds;
    write_value(counted->policy, "qw", quota->requests, quota->seconds, policy);
    write_value(counted->policy, "rt", allowance->remaining, wait, state);
    return MHD_add_response_header(response, "RateLimit-Policy", policy) == MHD_YES &&
           MHD_add_response_header(response, "RateLimit", state) == MHD_YES;
}
