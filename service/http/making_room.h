/*
 * Making room: when more connections are open than shall be, some are closed for those who come, so
 * that whoever holds connections and asks nothing keeps nobody out. An address that holds very many
 * makes way first; then, wherever they come from, clients who keep us waiting. Private to this
 * folder.
 */
#ifndef SERVICE_HTTP_MAKING_ROOM_H
#define SERVICE_HTTP_MAKING_ROOM_H

#include "service/http/connections.h"

/* Closes what is too much, if that can be. The mutex of CONNECTIONS is held; NOW is the stopwatch's
 * time. */
void connections_make_room(struct connections *connections, int64_t now);

#endif
