/*
 * Headers with parsers of their own: the name of one, a line end, its value. None reads beyond its
 * value; what is accepted is what its format promises.
 */
#include <stdlib.h>
#include <string.h>

#include "service/http/address.h"
#include "service/http/bearer.h"
#include "service/http/conditional.h"
#include "service/http/cors.h"
#include "service/http/idempotency.h"
#include "service/http/media.h"
#include "service/webhooks/discord.h"
#include "tests/fuzz/support/input.h"

static void idempotency_key(const char *value)
{
    char key[IDEMPOTENCY_KEY_MAX + 1];
    uint8_t scope[32];
    struct claims nobody = {.role = ROLE_NONE};
    struct address client = {{0}};
    const struct key_owner owner = {.caller = &nobody, .invite = "", .client = &client};
    if (!idempotency_key_read(value, key))
        return;
    size_t length = strnlen(key, sizeof key);
    must(length > 0 && length <= IDEMPOTENCY_KEY_MAX, "a key that is too short or too long");
    for (size_t i = 0; i < length; i++)
        must(key[i] > ' ' && key[i] <= '~', "a key that cannot be seen");
    idempotency_scope(&owner, "POST", "/v1/games", 9, key, scope);
}

static void prefer(const char *value)
{
    (void)media_prefers_minimal(value);
}

static void read_accept(const char *value)
{
    static const char *const types[] = {"application/json", "text/event-stream", "image/svg+xml"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        int weight = media_weight(value, types[i]);
        must(weight >= 0 && weight <= 1000, "a weight beyond all weights");
        must(media_accepted(value, types[i]) == (weight > 0), "admitted without weight");
    }
}

static void content_type(const char *value)
{
    (void)media_is_json(value);
}

static void if_none_match(const char *value)
{
    (void)etag_listed(value, "\"42-p1\"");
    must(etag_listed("\"42-p1\"", "\"42-p1\""), "a tag does not match itself");
}

/* Whatever is forwarded, a proxy that is not trusted is not believed. */
static void forwarded(const char *value)
{
    struct proxies trusted = {.count = 1}, nobody = {.count = 0};
    struct address peer, stranger, client, said;
    must(address_read("10.0.0.1", 8, &peer), "an address is not read");
    must(address_read("192.0.2.7", 9, &stranger), "an address is not read");
    trusted.list[0] = peer;
    client = peer;
    address_forwarded(value, &trusted, &peer, &client);
    address_forwarded(value, &trusted, &peer, &client);
    (void)address_network(&client);
    client = stranger;
    address_forwarded(value, &nobody, &stranger, &client);
    if (address_read(value, strlen(value), &said))
        (void)address_trusted(&trusted, &said);
}

static void authorization(const char *value)
{
    const char *token = bearer_token(value);
    must(token == NULL || (token > value && token <= value + strlen(value)),
         "a token from somewhere else");
}

static void origin(const char *value)
{
    static const char *const origins[] = {"https://a.example", NULL};
    const char *allowed = cors_allowed_origin(origins, value);
    must(allowed == NULL || strcmp(value, "https://a.example") == 0, "an origin is let in");
    (void)cors_origin_valid(value);
}

/* Not a header, but just as much from a stranger: what a channel answers when it is full. */
static void channel(const char *value)
{
    struct buffer escaped = buffer_new(1 << 20);
    must(discord_told_wait(value, strlen(value)) >= 0, "a wait into the past");
    discord_escape(value, &escaped);
    must(escaped.length == 0 || memchr(escaped.bytes, '\n', escaped.length) == NULL,
         "a line break in a message");
    buffer_free(&escaped);
}

static const struct {
    const char *name;
    void (*read)(const char *value);
} headers[] = {
    {"Accept", read_accept},
    {"Authorization", authorization},
    {"Content-Type", content_type},
    {"Idempotency-Key", idempotency_key},
    {"If-None-Match", if_none_match},
    {"Origin", origin},
    {"Prefer", prefer},
    {"X-Forwarded-For", forwarded},
    {"channel", channel},
};

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input rest = input_new(data, size);
    struct input name = input_until(&rest, '\n');
    char *value = input_text(&rest);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (input_is(&name, headers[i].name))
            headers[i].read(value);
    free(value);
    return 0;
}
