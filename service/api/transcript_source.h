/*
 * The source of a transcript: every event of a game's log, a line each, and the signed head.
 */
#ifndef SERVICE_API_TRANSCRIPT_SOURCE_H
#define SERVICE_API_TRANSCRIPT_SOURCE_H

#include "service/http/call.h"

/* A source for the game of CALL, whose first lines have been read; NULL: not to be had now. */
struct source *transcript_source_new(const struct call *call);

#endif
