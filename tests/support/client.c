#include "tests/support/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/recording.h"

struct client client_new(const char *url)
{
    struct client client = {play_client_new(url)};
    if (!client.http)
        fail_msg("no HTTP client for %s", url);
    return client;
}

void client_free(struct client *client)
{
    play_client_free(client->http);
    client->http = NULL;
}

struct answer client_try(struct client *client, const struct play_request *request)
{
    char message[CLIENT_MESSAGE_BYTES];
    struct answer answer = {.status = 0};
    if (play_client_send(client->http, request, &answer.raw, message)) {
        answer.status = answer.raw.status;
        answer.json = play_answer_json(&answer.raw);
        recording_add(request, &answer.raw);
    }
    return answer;
}

static void tell_body(const struct answer *answer)
{
    print_error("body: %.*s\n", (int)answer->raw.body.length,
                answer->raw.body.bytes ? answer->raw.body.bytes : "");
}

struct answer client_send(struct client *client, const struct play_request *request)
{
    struct answer answer = client_try(client, request);
    if (answer.status == 0)
        fail_msg("%s %.100s: no answer", request->method, request->path);
    if (answer.status >= 500) {
        tell_body(&answer);
        fail_msg("%s %.100s: %ld, the server's fault", request->method, request->path,
                 answer.status);
    }
    return answer;
}

struct answer client_call(struct client *client, const char *method, const char *path,
                          const char *token, json_t *body)
{
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    const struct play_request request = {.method = method,
                                         .path = path,
                                         .token = token,
                                         .body = text,
                                         .body_length = text ? strlen(text) : 0};
    struct answer answer = client_send(client, &request);
    json_decref(body);
    free(text);
    return answer;
}

struct answer client_say(struct client *client, const char *method, const char *path,
                         const char *token, const char *header, const char *body)
{
    const char *const headers[] = {header, NULL};
    const struct play_request request = {.method = method,
                                         .path = path,
                                         .token = token,
                                         .headers = headers,
                                         .body = body,
                                         .body_length = body ? strlen(body) : 0};
    return client_send(client, &request);
}

void answer_free(struct answer *answer)
{
    json_decref(answer->json);
    play_answer_free(&answer->raw);
    *answer = (struct answer){.status = 0};
}

const char *answer_header(const struct answer *answer, const char *name)
{
    static char value[4096];
    return play_answer_header(&answer->raw, name, value, sizeof value) ? value : NULL;
}

const char *answer_must_have(const struct answer *answer, const char *name)
{
    const char *value = answer_header(answer, name);
    if (!value)
        fail_msg("the header %s is missing", name);
    return value;
}

static bool holds(const struct buffer *buffer, const char *text)
{
    return buffer->length > 0 && memmem(buffer->bytes, buffer->length, text, strlen(text));
}

bool answer_contains(const struct answer *answer, const char *text)
{
    return holds(&answer->raw.body, text) || holds(&answer->raw.headers, text);
}

static void assert_status(const struct answer *answer, long status)
{
    if (answer->status == status)
        return;
    tell_body(answer);
    fail_msg("the answer is %ld, should be %ld", answer->status, status);
}

json_t *answer_take(struct answer *answer, long status)
{
    assert_status(answer, status);
    json_t *json = answer->json;
    if (!json)
        fail_msg("the body of a %ld is no JSON", status);
    answer->json = NULL;
    answer_free(answer);
    return json;
}

void assert_problem(struct answer *answer, long status, const char *code)
{
    assert_status(answer, status);
    const char *type = answer_header(answer, "content-type");
    if (!type || strncmp(type, "application/problem+json", 24) != 0)
        fail_msg("a problem of the type %s", type ? type : "(none)");
    if (strcmp(text_at(answer->json, "code"), code) != 0) {
        tell_body(answer);
        fail_msg("the code is %s, should be %s", text_at(answer->json, "code"), code);
    }
    assert_number(number_at(answer->json, "status"), status);
    if (strlen(text_at(answer->json, "detail")) == 0 ||
        !strstr(text_at(answer->json, "type"), code))
        fail_msg("the problem %s explains nothing", code);
    answer_free(answer);
}

const json_t *value_at(const json_t *object, const char *path)
{
    char word[64];
    for (const char *next = path; object && *next;) {
        size_t length = strcspn(next, "/");
        snprintf(word, sizeof word, "%.*s", (int)length, next);
        object = json_is_array(object) ? json_array_get(object, (size_t)strtoul(word, NULL, 10))
                                       : json_object_get(object, word);
        next += length;
        next += *next == '/';
    }
    return object;
}

const char *text_at(const json_t *object, const char *path)
{
    const char *text = json_string_value(value_at(object, path));
    if (!text)
        fail_msg("there is no text at %s", path);
    return text;
}

json_int_t number_at(const json_t *object, const char *path)
{
    const json_t *number = value_at(object, path);
    if (!json_is_integer(number))
        fail_msg("there is no number at %s", path);
    return json_integer_value(number);
}
