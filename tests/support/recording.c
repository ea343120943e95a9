#include "tests/support/recording.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"
#include "tests/support/cmocka_all.h"

enum { ALIKE_MAX = 12, KINDS_MAX = 512, KIND_BYTES = 160 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *stream;
static struct {
    char name[KIND_BYTES];
    unsigned count;
} kinds[KINDS_MAX];

static void end(void)
{
    fclose(stream);
}

void recording_begin(const char *file)
{
    stream = fopen(file, "we");
    if (!stream)
        fail_msg("cannot record into %s", file);
    atexit(end);
}

/* The path without its query, with a star for each game's id. */
static void write_kind(const struct play_request *request, long status, char ret_kind[KIND_BYTES])
{
    size_t length = (size_t)snprintf(ret_kind, KIND_BYTES, "%ld %s ", status, request->method);
    for (const char *next = request->path; *next && *next != '?' && length + 1 < KIND_BYTES;) {
        bool is_game = strnlen(next, ULID_LENGTH) == ULID_LENGTH && ulid_valid(next, ULID_LENGTH);
        ret_kind[length++] = is_game ? '*' : *next;
        next += is_game ? ULID_LENGTH : 1;
    }
    ret_kind[length] = '\0';
}

static bool is_wanted(const char *kind)
{
    for (size_t i = 0; i < KINDS_MAX; i++) {
        if (kinds[i].count == 0)
            snprintf(kinds[i].name, KIND_BYTES, "%s", kind);
        if (strcmp(kinds[i].name, kind) == 0)
            return kinds[i].count++ < ALIKE_MAX;
    }
    return false;
}

static json_t *headers_object(const struct play_answer *answer)
{
    json_t *headers = json_object();
    const char *next = answer->headers.bytes;
    const char *end_of_all = next ? next + answer->headers.length : NULL;
    while (next && next < end_of_all) {
        const char *end_of_line = memchr(next, '\n', (size_t)(end_of_all - next));
        const char *colon = memchr(next, ':', (size_t)(end_of_line - next));
        const char *value = colon + 1;
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)(colon - next), next);
        while (value < end_of_line && *value == ' ')
            value++;
        json_object_set_new(headers, name, json_stringn(value, (size_t)(end_of_line - value)));
        next = end_of_line + 1;
    }
    return headers;
}

static json_t *exchange_of(const struct play_request *request, const struct play_answer *answer)
{
    const char *type = request->content_type ? request->content_type : "application/json";
    json_t *exchange =
        json_pack("{s:s, s:s, s:I, s:o}", "method", request->method, "path", request->path,
                  "status", (json_int_t)answer->status, "headers", headers_object(answer));
    json_object_set_new(exchange, "body",
                        answer->body.length > 0
                            ? json_stringn(answer->body.bytes, answer->body.length)
                            : json_string(""));
    if (request->body) {
        json_object_set_new(exchange, "request_content_type", json_string(type));
        json_object_set_new(exchange, "request_body",
                            json_stringn(request->body, request->body_length));
    }
    return exchange;
}

void recording_add(const struct play_request *request, const struct play_answer *answer)
{
    char kind[KIND_BYTES];
    write_kind(request, answer->status, kind);
    pthread_mutex_lock(&mutex);
    if (stream && is_wanted(kind)) {
        json_t *exchange = exchange_of(request, answer);
        json_dumpf(exchange, stream, JSON_COMPACT);
        fputc('\n', stream);
        fflush(stream);
        json_decref(exchange);
    }
    pthread_mutex_unlock(&mutex);
}
