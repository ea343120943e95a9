/*
 * What a running server consists of. Private to this folder.
 */
#ifndef SERVICE_HTTP_SERVER_STATE_H
#define SERVICE_HTTP_SERVER_STATE_H

#include "service/http/address.h"
#include "service/http/connections.h"
#include "service/http/limits.h"
#include "service/http/listeners.h"
#include "service/http/metrics.h"
#include "service/http/request_id.h"
#include "service/http/router.h"
#include "service/http/suspend.h"

struct server {
    struct service *service;
    struct router router;
    struct request_ids request_ids;
    struct MHD_Daemon *daemon;
    uint16_t port;
    _Atomic bool stopping; /* answers close their connections */
    struct connections connections;
    struct suspensions suspensions;
    struct listeners listeners;
    int64_t heartbeat;      /* milliseconds */
    struct proxies proxies; /* whose X-Forwarded-For is believed */
    struct limits *limits;  /* NULL: there are none */
    struct metrics *metrics;
};

#endif
