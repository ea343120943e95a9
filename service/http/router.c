#include "service/http/router.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "service/http/percent.h"

enum { NUMBER_DIGITS_MAX = 9 };

/* What a segment can stand for, as bits. */
enum { IS_GAME = 1, IS_PLAYER = 2, IS_NUMBER = 4, IS_WORD = 8 };

struct segment {
    const char *text; /* not NUL-terminated */
    size_t length;
    unsigned kinds;
};

struct segments {
    size_t count;
    struct segment list[SEGMENTS_MAX];
};

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* Letters, digits, "_", "-" and ".". */
static bool is_of_words(char character)
{
    static const uint64_t sets[4] = {UINT64_C(0x03ff600000000000), UINT64_C(0x07fffffe87fffffe)};
    unsigned char byte = (unsigned char)character;
    return sets[byte / 64] >> byte % 64 & 1;
}

static bool is_number(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_digit(text[i]))
            return false;
    return length > 0 && length <= NUMBER_DIGITS_MAX;
}

/* How many of the LENGTH characters at TEXT are those of words. */
static size_t word_span(const char *text, size_t length)
{
    size_t span = 0;
    while (span < length && is_of_words(text[span]))
        span++;
    return span;
}

static bool is_player(const char *text, size_t length)
{
    return length == 2 && text[0] == 'p' && text[1] >= '1' && text[1] < '1' + PLAYERS_MAX;
}

/* Of what is made of the characters of words, as all that a placeholder can stand for. */
static unsigned kinds_of(const char *text, size_t length)
{
    return (ulid_valid(text, length) ? IS_GAME : 0U) | (is_player(text, length) ? IS_PLAYER : 0U) |
           (is_number(text, length) ? IS_NUMBER : 0U) |
           (length > 0 && length < PATH_WORD_BYTES ? IS_WORD : 0U);
}

/* Decodes PATH in place. False when it is not of a form that any route has. */
static bool split(char *path, size_t length, struct segments *ret_segments)
{
    size_t count = 0;
    for (size_t at = 0; at < length; count++) {
        if (path[at] != '/' || count == SEGMENTS_MAX)
            return false;
        char *text = path + ++at;
        at += word_span(text, length - at);
        bool plain = at == length || path[at] == '/';
        while (at < length && path[at] != '/')
            at++;
        size_t size = (size_t)(path + at - text);
        if (!plain && (!percent_decode(text, &size, false) || memchr(text, '/', size)))
            return false;
        plain = plain || word_span(text, size) == size;
        ret_segments->list[count] = (struct segment){text, size, plain ? kinds_of(text, size) : 0U};
    }
    ret_segments->count = count;
    return count > 0;
}

/* The kind of a placeholder. */
static unsigned kind_of_pattern(const char *pattern, size_t length)
{
    if (length == 6 && memcmp(pattern, "{game}", 6) == 0)
        return IS_GAME;
    if (length == 8 && memcmp(pattern, "{player}", 8) == 0)
        return IS_PLAYER;
    if (length == 3 && memcmp(pattern, "{n}", 3) == 0)
        return IS_NUMBER;
    return IS_WORD;
}

static void take_apart(const char *path, struct pattern *ret_pattern)
{
    ret_pattern->count = 0;
    while (*path == '/') {
        struct pattern_segment *segment = &ret_pattern->list[ret_pattern->count++];
        segment->text = ++path;
        segment->length = strcspn(path, "/");
        segment->kind = *path == '{' ? kind_of_pattern(path, segment->length) : 0;
        path += segment->length;
        assert(ret_pattern->count < SEGMENTS_MAX || *path == '\0');
    }
}

void router_begin(struct router *router, const struct route *table, size_t count)
{
    assert(count <= ROUTES_MAX);
    *router = (struct router){.table = table};
    for (size_t i = count; i-- > 0;) {
        struct pattern *pattern = &router->patterns[i];
        take_apart(table[i].path, pattern);
        pattern->next = router->of_count[pattern->count];
        router->of_count[pattern->count] = pattern;
    }
}

static void take_name(struct path_names *names, unsigned kind, const struct segment *segment)
{
    if (kind == IS_PLAYER) {
        names->player = (uint8_t)(segment->text[1] - '1');
        return;
    }
    char *name = kind == IS_GAME ? names->game : names->word;
    memcpy(name, segment->text, segment->length);
    name[segment->length] = '\0';
}

/* As many segments, from the end, where most templates differ. */
static bool match(const struct pattern *pattern, const struct segments *segments)
{
    for (size_t i = segments->count; i-- > 0;) {
        const struct pattern_segment *wanted = &pattern->list[i];
        const struct segment *segment = &segments->list[i];
        if (wanted->kind ? !(segment->kinds & wanted->kind)
                         : wanted->length != segment->length ||
                               memcmp(wanted->text, segment->text, segment->length) != 0)
            return false;
    }
    return true;
}

static struct path_names names_of(const struct pattern *pattern, const struct segments *segments)
{
    struct path_names names = {.player = PLAYER_NONE};
    for (size_t i = 0; i < pattern->count; i++)
        if (pattern->list[i].kind)
            take_name(&names, pattern->list[i].kind, &segments->list[i]);
    return names;
}

struct found router_find(const struct router *router, const struct sought *sought)
{
    struct found found = {.names.player = PLAYER_NONE};
    char path[PATH_MAX_BYTES];
    struct segments segments;
    const struct pattern *matched = NULL;
    if (sought->length > sizeof path)
        return found;
    memcpy(path, sought->path, sought->length);
    if (!split(path, sought->length, &segments))
        return found;

    for (const struct pattern *at = router->of_count[segments.count]; at; at = at->next) {
        const struct route *route = &router->table[at - router->patterns];
        if (!match(at, &segments))
            continue;
        matched = at;
        found.allowed |= 1U << route->method;
        found.pattern = route->path;
        if (route->method == sought->method)
            found.route = route;
    }
    if (matched)
        found.names = names_of(matched, &segments);
    return found;
}

const char *method_name(enum method method)
{
    static const char *const names[METHODS] = {
        [METHOD_GET] = "GET",
        [METHOD_POST] = "POST",
        [METHOD_PUT] = "PUT",
        [METHOD_DELETE] = "DELETE",
    };
    return method < METHODS ? names[method] : "";
}

enum method method_find(const char *name)
{
    if (strcmp(name, "HEAD") == 0)
        return METHOD_GET;
    for (enum method method = METHOD_GET; method < METHODS; method++)
        if (strcmp(name, method_name(method)) == 0)
            return method;
    return METHODS;
}

void router_allow(unsigned allowed, char ret_allow[ALLOW_BYTES])
{
    size_t length = 0;
    for (enum method method = METHOD_GET; method < METHODS; method++) {
        if (!(allowed & 1U << method))
            continue;
        const char *name = method == METHOD_GET ? "GET, HEAD" : method_name(method);
        int added = snprintf(ret_allow + length, ALLOW_BYTES - length, "%s, ", name);
        length += (size_t)added;
    }
    snprintf(ret_allow + length, ALLOW_BYTES - length, "OPTIONS");
}
