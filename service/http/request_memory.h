/*
 * Memory for requests. Each thread that answers keeps a little of what its requests have left
 * behind: to ask for it anew costs more than finding what a view is answered with. Private to this
 * folder.
 */
#ifndef SERVICE_HTTP_REQUEST_MEMORY_H
#define SERVICE_HTTP_REQUEST_MEMORY_H

#include "service/http/request.h"

/* A request with room for a target of LENGTH bytes and a NUL, nothing in it set but what
 * request_memory_give looks at. NULL: no memory. */
struct request *request_memory_take(size_t length);

void request_memory_give(struct request *request);

#endif
