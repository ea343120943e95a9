#include "tests/support/log_follower.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

enum { WAIT_SECONDS = 20, EMPTY_MAX = 3, QUERY_BYTES = 64 };

static bool is_wanted(const json_t *event, const char *type, int player)
{
    const char *about = json_string_value(json_object_get(event, "player"));
    if (type && strcmp(text_at(event, "type"), type) != 0)
        return false;
    return player == ANY_PLAYER || (about && about[1] - '1' == player);
}

/* The items of the next page, for the caller to free. */
static json_t *next_page(const struct log_follower *follower)
{
    char rest[QUERY_BYTES];
    snprintf(rest, sizeof rest, "/events?after=%lld&wait=%d", (long long)follower->seq,
             WAIT_SECONDS);
    struct answer answer =
        client_call(follower->draft->client, "GET", draft_path(follower->draft, rest),
                    follower->draft->host_token, NULL);
    json_t *page = answer_take(&answer, 200);
    json_t *items = json_incref(json_object_get(page, "items"));
    json_decref(page);
    return items;
}

json_t *log_await(struct log_follower *follower, const char *type, int player)
{
    json_t *found = NULL;
    for (int empty = 0; !found && empty < EMPTY_MAX;) {
        json_t *items = next_page(follower);
        empty = json_array_size(items) == 0 ? empty + 1 : 0;
        for (size_t i = 0; !found && i < json_array_size(items); i++) {
            json_t *event = json_array_get(items, i);
            follower->seq = number_at(event, "seq");
            if (is_wanted(event, type, player))
                found = json_incref(event);
        }
        json_decref(items);
    }
    if (!found)
        fail_msg("no %s of player %d came behind event %d", type ? type : "event", player + 1,
                 (int)follower->seq);
    return found;
}

void log_pass(struct log_follower *follower, const char *type, int player)
{
    json_decref(log_await(follower, type, player));
}
