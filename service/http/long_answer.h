/*
 * Long answers: too much to be in memory at once, so they are made while they are sent. They wait
 * for nothing and end by themselves. Private to this folder.
 */
#ifndef SERVICE_HTTP_LONG_ANSWER_H
#define SERVICE_HTTP_LONG_ANSWER_H

#include <microhttpd.h>

#include "service/http/source.h"

/* The response that sends what SOURCE says and frees it in the end. A source that fails cuts the
 * answer off, so that its reader notices. NULL: no memory, SOURCE is as before. */
struct MHD_Response *long_answer_response(struct source *source);

#endif
