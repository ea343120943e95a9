/*
 * The listening socket. Private to this folder.
 */
#ifndef SERVICE_HTTP_LISTEN_H
#define SERVICE_HTTP_LISTEN_H

#include <stdint.h>

/* A socket that listens on a numeric ADDRESS; its connections are kept alive, so that vanished
 * clients are found out. -1 with RET_MESSAGE (SERVER_MESSAGE_BYTES) saying why. The caller closes
 * it. */
int listen_open(const char *address, uint16_t port, char *ret_message);

uint16_t listen_port(int socket); /* 0: it cannot be told */

#endif
