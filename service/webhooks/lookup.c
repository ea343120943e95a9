#include "service/webhooks/lookup.h"

#include "service/webhooks/target.h"
#include "service/webhooks/transfer.h"

enum { SECONDS = 10 };

static curl_socket_t note_address(void *context, curlsocktype purpose,
                                  struct curl_sockaddr *address)
{
    struct target_lookup *lookup = context;
    (void)purpose;
    if (target_is_public(&address->addr))
        lookup->public_addresses++;
    else
        lookup->other_addresses++;
    return CURL_SOCKET_BAD;
}

bool lookup_begin(struct target_lookup *lookup, struct job *job, void *owner)
{
    *lookup = (struct target_lookup){.easy = curl_easy_init(), .job = job};
    return lookup->easy && transfer_restrain(lookup->easy, job->webhook.webhook.url, SECONDS) &&
           CURL_SET(lookup->easy, CURLOPT_PRIVATE, owner) &&
           CURL_SET(lookup->easy, CURLOPT_CONNECT_ONLY, 1L) &&
           CURL_SET(lookup->easy, CURLOPT_FRESH_CONNECT, 1L) &&
           CURL_SET(lookup->easy, CURLOPT_OPENSOCKETFUNCTION, note_address) &&
           CURL_SET(lookup->easy, CURLOPT_OPENSOCKETDATA, lookup);
}

bool lookup_is_fine(const struct target_lookup *lookup)
{
    return lookup->public_addresses > 0 && lookup->other_addresses == 0;
}

void lookup_end(struct target_lookup *lookup)
{
    curl_easy_cleanup(lookup->easy);
}
