/*
 * The peer: whose address a request comes from, be it through proxies. Private to this folder.
 */
#ifndef SERVICE_HTTP_PEER_H
#define SERVICE_HTTP_PEER_H

#include "service/http/address.h"
#include "service/http/headers.h"

/* The other end of the connection itself. */
struct address peer_of(struct MHD_Connection *connection);

/* Whom a request comes from: the part of the address that a single client cannot choose. TRUSTED
 * proxies are believed whom they forward for. */
struct address peer_address(const struct headers *headers, const struct proxies *trusted);

#endif
