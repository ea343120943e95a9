/*
 * A caller of the API in end-to-end tests: sends, records, and says in words what was wrong with
 * an answer. A client is for one thread; threads of a test have one each.
 */
#ifndef TESTS_SUPPORT_CLIENT_H
#define TESTS_SUPPORT_CLIENT_H

#include "service/program/play_client.h"

struct client {
    struct play_client *http;
};

struct answer {
    struct play_answer raw;
    long status;  /* 0: there was none */
    json_t *json; /* the body, NULL if it is none; owned by the answer */
};

struct client client_new(const char *url);
void client_free(struct client *client);

/* Sends as REQUEST says. The status is 0 if no answer came. Fails no test: for any thread. */
struct answer client_try(struct client *client, const struct play_request *request);

/* Like client_try, but fails the test if no answer comes, or one with a 5xx status. */
struct answer client_send(struct client *client, const struct play_request *request);

/* The usual request: BODY (NULL: none) is given away. */
struct answer client_call(struct client *client, const char *method, const char *path,
                          const char *token, json_t *body);

/* A request with one header ("Name: value"; NULL: none) and a body as text (NULL: none). */
struct answer client_say(struct client *client, const char *method, const char *path,
                         const char *token, const char *header, const char *body);

void answer_free(struct answer *answer);

/* A header's value in a static string, NULL if it has none. One thread only. */
const char *answer_header(const struct answer *answer, const char *name);

/* The same, but fails the test if there is none. */
const char *answer_must_have(const struct answer *answer, const char *name);

/* Whether the bytes of the answer, headers and body, hold TEXT. */
bool answer_contains(const struct answer *answer, const char *text);

/* The answer's JSON for the caller to free, after checking that the status is as wanted. */
json_t *answer_take(struct answer *answer, long status);

/* Checks status, content type and code of a problem, and frees the answer. */
void assert_problem(struct answer *answer, long status, const char *code);

/* A text below OBJECT by a path like "step/id" or "players/0/name"; fails the test if there is
 * none. Borrowed. */
const char *text_at(const json_t *object, const char *path);
json_int_t number_at(const json_t *object, const char *path);
const json_t *value_at(const json_t *object, const char *path); /* NULL if there is none */

#endif
