/*
 * Respond: a call's answer becomes a response of libmicrohttpd. Private to this folder.
 */
#ifndef SERVICE_HTTP_RESPOND_H
#define SERVICE_HTTP_RESPOND_H

#include "service/http/request.h"

/* Queues what is set in request->call, with the headers that every answer has, and logs it.
 * MHD_NO, which drops the connection, only for want of memory. */
enum MHD_Result respond(struct request *request);

/* The answer to OPTIONS: 204 with Allow, and what a preflight asks for. */
void respond_options(struct request *request);

#endif
