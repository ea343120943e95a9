/*
 * The body of a request: what its head says of it, taking it in bounded, and its form. Private to
 * this folder.
 */
#ifndef SERVICE_HTTP_BODY_H
#define SERVICE_HTTP_BODY_H

#include "service/http/request.h"

/* Before the body comes: its declared size and type. False: the answer is set (413, 415). */
bool body_admitted(struct request *request);

/* A piece of it; what is too much, or not wanted, is dropped. */
void body_take(struct request *request, const char *bytes, size_t length);

/* When it is complete: reads it into call->body as the route's rule asks. False: the answer is
 * set (400, 413, 415, 422, 503). */
bool body_read(struct request *request);

#endif
