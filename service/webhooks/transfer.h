/*
 * One POST to a webhook: started here, carried on by a curl multi handle, and judged when that says
 * it has ended. Connections go to public addresses only, redirects are not followed, and of the
 * answer nothing is kept but what the next attempt needs.
 */
#ifndef SERVICE_WEBHOOKS_TRANSFER_H
#define SERVICE_WEBHOOKS_TRANSFER_H

#include <curl/curl.h>

#include "service/base/buffer.h"
#include "service/webhooks/schedule.h"

struct transfer {
    CURL *easy;
    struct curl_slist *headers;
    struct buffer body; /* to be sent */
    bool allow_private;
    bool blocked; /* an address was refused */
    bool is_discord;
    size_t received;
    struct buffer answer; /* the beginning of Discord's */
};

/* Headers of Standard Webhooks; SIGNATURE NULL: none of the three are sent. */
struct transfer_head {
    const char *url;
    const char *id;
    int64_t seconds;
    const char *signature;
};

/* Prepares the POST of transfer->body, which the caller has filled. OWNER comes back as the easy
 * handle's CURLINFO_PRIVATE. False: no memory. */
bool transfer_begin(struct transfer *transfer, const struct transfer_head *head, void *owner);

/* How it went. RESULT is curl's. */
struct attempt transfer_outcome(const struct transfer *transfer, CURLcode result);

/* Frees all but the struct; the easy handle must be out of its multi handle. */
void transfer_end(struct transfer *transfer);

/* What every handle of ours has in common, in transfer.c and lookup.c: no proxy, no signals, no
 * other protocols, and look-ups that hold nobody up when they are given up. False: no memory. */
#define CURL_SET(easy, option, value) (curl_easy_setopt((easy), (option), (value)) == CURLE_OK)
bool transfer_restrain(CURL *easy, const char *url, long seconds);

#endif
