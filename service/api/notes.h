/*
 * Notes: what a player leaves behind for itself. Nobody else, whatever their role, can read or
 * change it.
 */
#ifndef SERVICE_API_NOTES_H
#define SERVICE_API_NOTES_H

#include "service/http/call.h"

/* Answers with the caller's note of that name. */
enum call_state note_answer(struct call *call, const char *name);

/* Keeps what was written into call->owned, with which note_put_finish answers. */
enum call_state note_put(struct call *call, const char *name);

enum call_state note_delete(struct call *call, const char *name);

#endif
