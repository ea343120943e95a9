#include "service/webhooks/transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/webhooks/discord.h"
#include "service/webhooks/target.h"

enum {
    SECONDS = 15,         /* for a whole attempt */
    ANSWER_BYTES = 65536, /* read, and dropped */
    NOTE_BYTES = 4096,    /* of Discord's answer, which says how long to wait */
    HEADER_BYTES = 256
};

bool transfer_restrain(CURL *easy, const char *url, long seconds)
{
    return CURL_SET(easy, CURLOPT_URL, url) &&
           CURL_SET(easy, CURLOPT_PROTOCOLS_STR, "http,https") &&
           CURL_SET(easy, CURLOPT_PROXY, "") && CURL_SET(easy, CURLOPT_NOSIGNAL, 1L) &&
           CURL_SET(easy, CURLOPT_TIMEOUT, seconds) && CURL_SET(easy, CURLOPT_QUICK_EXIT, 1L) &&
           CURL_SET(easy, CURLOPT_FOLLOWLOCATION, 0L);
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct transfer *transfer = context;
    (void)purpose;
    if (!transfer->allow_private && !target_is_public(&address->addr)) {
        transfer->blocked = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t take_answer(char *bytes, size_t size, size_t count, void *context)
{
    struct transfer *transfer = context;
    size_t length = size * count;
    transfer->received += length;
    if (transfer->received > ANSWER_BYTES)
        return 0;
    if (transfer->is_discord)
        buffer_append(&transfer->answer, bytes, length);
    return length;
}

static bool add_header(struct transfer *transfer, const char *name, const char *value)
{
    char line[HEADER_BYTES];
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *headers = curl_slist_append(transfer->headers, line);
    if (headers)
        transfer->headers = headers;
    return headers != NULL;
}

static bool add_headers(struct transfer *transfer, const struct transfer_head *head)
{
    char seconds[24];
    snprintf(seconds, sizeof seconds, "%lld", (long long)head->seconds);
    bool added = add_header(transfer, "Content-Type", "application/json") &&
                 add_header(transfer, "User-Agent", "spliced/" SPLICED_VERSION);
    if (!head->signature)
        return added;
    return added && add_header(transfer, "webhook-id", head->id) &&
           add_header(transfer, "webhook-timestamp", seconds) &&
           add_header(transfer, "webhook-signature", head->signature);
}

static bool set_options(struct transfer *transfer, void *owner)
{
    CURL *easy = transfer->easy;
    return CURL_SET(easy, CURLOPT_PRIVATE, owner) &&
           CURL_SET(easy, CURLOPT_HTTPHEADER, transfer->headers) &&
           CURL_SET(easy, CURLOPT_POSTFIELDSIZE, (long)transfer->body.length) &&
           CURL_SET(easy, CURLOPT_POSTFIELDS, transfer->body.bytes) &&
           CURL_SET(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) &&
           CURL_SET(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) &&
           CURL_SET(easy, CURLOPT_OPENSOCKETDATA, transfer) &&
           CURL_SET(easy, CURLOPT_WRITEFUNCTION, take_answer) &&
           CURL_SET(easy, CURLOPT_WRITEDATA, transfer);
}

bool transfer_begin(struct transfer *transfer, const struct transfer_head *head, void *owner)
{
    transfer->easy = curl_easy_init();
    transfer->answer = buffer_new(NOTE_BYTES);
    return transfer->easy && transfer_restrain(transfer->easy, head->url, SECONDS) &&
           add_headers(transfer, head) && set_options(transfer, owner);
}

static const char *fault_of(const struct transfer *transfer, CURLcode result)
{
    if (transfer->blocked)
        return "blocked_target";
    switch (result) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return "not_resolved";
    case CURLE_COULDNT_CONNECT:
        return "not_connected";
    case CURLE_OPERATION_TIMEDOUT:
        return "timeout";
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
        return "no_tls";
    default:
        return "no_answer";
    }
}

static int64_t told_wait(const struct transfer *transfer, long status)
{
    curl_off_t seconds = 0;
    if (curl_easy_getinfo(transfer->easy, CURLINFO_RETRY_AFTER, &seconds) != CURLE_OK)
        seconds = 0;
    int64_t noted = 0;
    if (transfer->is_discord && status == 429 && transfer->answer.length > 0)
        noted = discord_told_wait(transfer->answer.bytes, transfer->answer.length);
    int64_t told = seconds > 0 && seconds < 1000000 ? seconds * 1000 : 0;
    return noted > told ? noted : told;
}

struct attempt transfer_outcome(const struct transfer *transfer, CURLcode result)
{
    long status = 0;
    if (curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK)
        status = 0;
    /* An answer that is too long, or breaks off, is an answer all the same; one that never came to
     * an end in time is none. */
    bool answered = result == CURLE_OK || result == CURLE_WRITE_ERROR;
    if (!answered || status < 100)
        return (struct attempt){.fault = fault_of(transfer, result)};
    return (struct attempt){.status = (unsigned)status, .told_wait = told_wait(transfer, status)};
}

void transfer_end(struct transfer *transfer)
{
    curl_easy_cleanup(transfer->easy);
    curl_slist_free_all(transfer->headers);
    buffer_free(&transfer->body);
    buffer_free(&transfer->answer);
}
