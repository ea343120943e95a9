/*
 * An HTTP client for one server: one connection that is kept and reused. Not for use by several
 * threads at once.
 */
#ifndef SERVICE_PROGRAM_PLAY_CLIENT_H
#define SERVICE_PROGRAM_PLAY_CLIENT_H

#include <jansson.h>

#include "service/base/buffer.h"

enum { CLIENT_MESSAGE_BYTES = 256, CLIENT_ANSWER_MAX = 64 * 1024 * 1024 };

struct play_client;

struct play_request {
    const char *method;         /* "GET" */
    const char *path;           /* "/v1/games?limit=2" */
    const char *token;          /* NULL: none */
    const char *const *headers; /* further ones, "Name: value", NULL-terminated; NULL: none */
    const char *content_type;   /* NULL: application/json if there is a body */
    const char *body;           /* NULL: none */
    size_t body_length;
    bool chunked; /* the body goes out without its length */
};

struct play_answer {
    long status;
    struct buffer headers; /* "name: value\n" for each, names in lower case */
    struct buffer body;
};

/* URL is "http://host:port". NULL when there is no memory. */
struct play_client *play_client_new(const char *url);
void play_client_free(struct play_client *client);

/* Sends REQUEST and waits for the answer, which the caller frees whatever comes. False with
 * RET_MESSAGE (CLIENT_MESSAGE_BYTES) saying why there is none. */
bool play_client_send(struct play_client *client, const struct play_request *request,
                      struct play_answer *ret_answer, char *ret_message);
void play_answer_free(struct play_answer *answer);

/* The value of a header (name in lower case), copied into RET_VALUE, cut to SIZE; false if there
 * is none. */
bool play_answer_header(const struct play_answer *answer, const char *name, char *ret_value,
                        size_t size);

/* The body as JSON, for the caller to json_decref; NULL if it is none. */
json_t *play_answer_json(const struct play_answer *answer);

#endif
