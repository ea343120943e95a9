#include "service/http/peer.h"

/* Hops that a proxy tells of, on their way to being followed. */
struct forwarding {
    const struct proxies *trusted;
    struct address peer;
    struct address client;
};

static bool follow_line(void *context, const char *value)
{
    struct forwarding *forwarding = context;
    address_forwarded(value, forwarding->trusted, &forwarding->peer, &forwarding->client);
    return true;
}

struct address peer_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return address_of_socket(info ? info->client_addr : NULL);
}

struct address peer_address(const struct headers *headers, const struct proxies *trusted)
{
    struct address peer = peer_of(headers->connection);
    struct forwarding forwarding = {.trusted = trusted, .peer = peer, .client = peer};
    if (address_trusted(trusted, &peer))
        headers_each(headers, HEADER_FORWARDED_FOR, follow_line, &forwarding);
    return address_network(&forwarding.client);
}
