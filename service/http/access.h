/*
 * Access: who calls, and whether that caller may use the route. Private to this folder.
 */
#ifndef SERVICE_HTTP_ACCESS_H
#define SERVICE_HTTP_ACCESS_H

#include "service/http/request.h"

/* Fills in the call's caller, as far as its token tells. */
void access_identify(struct request *request);

/* Afterwards: fills in the call's snapshot and audience. False: the answer is set (401, 403, 404
 * or 503). */
bool access_check(struct request *request);

/* For an answer that goes on: whether CALLER's token still holds. What depends on the game of the
 * token is only looked at when that game may have CHANGED. */
bool access_holds(struct service *service, const struct claims *caller, bool changed);

/* Before any answer: a problem that would tell a stranger that a private game exists becomes the
 * 404 of a game that does not. */
void access_hide(struct request *request);

/* Answers 401; INVALID says that a token was sent and is not good. */
void access_unauthenticated(struct call *call, bool invalid);

#endif
