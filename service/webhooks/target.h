/*
 * Where webhooks may point: to https addresses whose host is on the public internet. The form of an
 * address is checked when it is given, what its host resolves to then and at every connection.
 */
#ifndef SERVICE_WEBHOOKS_TARGET_H
#define SERVICE_WEBHOOKS_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum { TARGET_DETAIL_BYTES = 128 };

enum target_form {
    TARGET_FINE,
    TARGET_MALFORMED,
    TARGET_PLAIN /* of plain http, which is not allowed */
};

/* What form URL has; with ALLOW_PRIVATE plain http is fine. RET_DETAIL (TARGET_DETAIL_BYTES) says
 * of a malformed one what would be right. */
enum target_form target_form_of(const char *url, size_t length, bool allow_private,
                                char *ret_detail);

/* Whether a connection to ADDRESS goes to the public internet: not to this machine, a private
 * network, a provider's metadata, or whatever else is reserved, in IPv4, IPv6, or IPv4 within
 * IPv6. */
bool target_is_public(const struct sockaddr *address);

#endif
