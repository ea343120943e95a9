/*
 * The reaper: closes connections whose time is up, and makes room when there are too many. Private
 * to this folder.
 */
#ifndef SERVICE_HTTP_REAPER_H
#define SERVICE_HTTP_REAPER_H

/* What its thread runs, until the struct connections CONTEXT is ending. */
void *reap(void *context);

#endif
