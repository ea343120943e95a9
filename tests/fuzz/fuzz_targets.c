/*
 * Targets of requests and the words in them: a word that names a reader, a line end, the text.
 * Paths that lead to a route, queries, numbers, cursors, ids of deliveries, addresses of webhooks.
 * What is read is what its writer would have written.
 */
#include <stdlib.h>
#include <string.h>

#include "service/api/cursor.h"
#include "service/api/feed.h"
#include "service/http/percent.h"
#include "service/http/query.h"
#include "service/http/router.h"
#include "service/webhooks/target.h"
#include "service/webhooks/webhook_json.h"
#include "tests/fuzz/support/input.h"

static void path(char *text, size_t length)
{
    static struct router router;
    router_begin(&router, routes, route_count);
    for (enum method method = METHOD_GET; method <= METHODS; method++) {
        const struct sought sought = {method, text, length};
        struct found found = router_find(&router, &sought);
        if (found.route == NULL)
            continue;
        must(found.route->method == method, "a route of another method");
        must(found.names.game[0] == '\0' || ulid_valid(found.names.game, ULID_LENGTH),
             "a game whose id is none");
        must(found.names.player < PLAYERS_MAX || found.names.player == PLAYER_NONE, "no player");
        must(strnlen(found.names.word, PATH_WORD_BYTES) < PATH_WORD_BYTES, "no end of a word");
        char allow[ALLOW_BYTES];
        router_allow(found.allowed, allow);
    }
}

static void query(char *text, size_t length)
{
    struct query read;
    struct json_faults faults = {0};
    (void)length;
    query_read(&read, text);
    must(read.count <= QUERY_MAX, "too many parameters");
    for (size_t i = 0; i < read.count; i++) {
        must_be_utf8(read.list[i].name, strlen(read.list[i].name), "a name that is not UTF-8");
        must_be_utf8(read.list[i].value, strlen(read.list[i].value), "a value that is not UTF-8");
    }
    (void)query_value(&read, "limit");
    (void)query_value(&read, "cursor");
    if (!query_check(&read, &faults))
        must_be_told(&faults);
}

static void percent(char *text, size_t length)
{
    for (int plus = 0; plus < 2; plus++) {
        struct input input = {text, length};
        char *decoded = input_text(&input);
        size_t after = length;
        if (percent_decode(decoded, &after, plus == 1)) {
            must(after <= length, "it has grown");
            must_be_utf8(decoded, after, "decoded to what is not UTF-8");
            must(memchr(decoded, '\0', after) == NULL, "decoded to a NUL");
        }
        free(decoded);
    }
}

static void read_number(char *text, size_t length)
{
    long long value;
    (void)length;
    if (whole_number_read(text, 0, UINT32_MAX, &value))
        must(value >= 0 && value <= UINT32_MAX, "a number out of bounds");
}

static void cursor(char *text, size_t length)
{
    (void)length;
    for (enum list_order order = 0; order < 4; order++) {
        struct cursor read;
        char again[CURSOR_BYTES];
        if (!cursor_read(text, order, &read))
            continue;
        cursor_write(order, read.id, read.key, again);
        must(strcmp(again, text) == 0, "two cursors for one place");
    }
    int64_t place;
    char feed[FEED_CURSOR_LENGTH + 1];
    if (!feed_cursor_read(text, &place))
        return;
    feed_cursor_write(place, feed);
    must(strcmp(feed, text) == 0, "two cursors for one place of the feed");
}

static void delivery(char *text, size_t length)
{
    static const char webhook[] = "01m8n263q4hgasnwgyc1dea0ax";
    uint32_t seq, part;
    char again[DELIVERY_ID_BYTES];
    if (!delivery_id_read(text, length, webhook, &seq, &part))
        return;
    delivery_id_write(webhook, seq, part, again);
    must(strlen(again) == length && memcmp(again, text, length) == 0, "two ids of one delivery");
}

static void url(char *text, size_t length)
{
    char detail[TARGET_DETAIL_BYTES];
    bool fine = target_form_of(text, length, false, detail) == TARGET_FINE;
    must(!fine || strncasecmp(text, "https://", 8) == 0, "an address that is not https");
    must(!fine || target_form_of(text, length, true, detail) == TARGET_FINE,
         "refused when more is allowed");
}

static const struct {
    const char *word;
    void (*read)(char *text, size_t length);
} readers[] = {{"cursor", cursor}, {"delivery", delivery}, {"number", read_number},
               {"path", path},     {"percent", percent},   {"query", query},
               {"url", url}};

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input rest = input_new(data, size);
    struct input word = input_until(&rest, '\n');
    char *text = input_text(&rest);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (input_is(&word, readers[i].word))
            readers[i].read(text, rest.length);
    free(text);
    return 0;
}
