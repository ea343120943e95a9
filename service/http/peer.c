#include "service/http/peer.h"

#include <strings.h>

/* Hops that a proxy tells of, on their way to being followed. */
struct forwarding {
    const struct proxies *trusted;
    struct address peer;
    struct address client;
};

static enum MHD_Result follow_line(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    struct forwarding *forwarding = context;
    (void)kind;
    if (strcasecmp(name, "X-Forwarded-For") == 0 && value)
        address_forwarded(value, forwarding->trusted, &forwarding->peer, &forwarding->client);
    return MHD_YES;
}

struct address peer_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return address_of_socket(info ? info->client_addr : NULL);
}

struct address peer_address(struct MHD_Connection *connection, const struct proxies *trusted)
{
    struct address peer = peer_of(connection);
    struct forwarding forwarding = {.trusted = trusted, .peer = peer, .client = peer};
    if (address_trusted(trusted, &peer))
        MHD_get_connection_values(connection, MHD_HEADER_KIND, follow_line, &forwarding);
    return address_network(&forwarding.client);
}
