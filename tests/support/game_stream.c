#include "tests/support/game_stream.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

enum { TARGET_BYTES = 256 };

const char *const stream_arguments[] = {"--open", "--heartbeat", "1", "--rate-limit", "off", NULL};

const char *stream_target(const struct draft *draft, const char *query)
{
    static char text[TARGET_BYTES];
    snprintf(text, sizeof text, "%s%s", draft_path(draft, "/events"), query);
    return text;
}

struct stream_reader *stream_of_game(const struct stand *stand, const struct draft *draft,
                                     const char *query, const char *headers)
{
    return stream_open(stream_port(stand->program.url), stream_target(draft, query), headers, 0);
}

struct stream_message stream_next(struct stream_reader *reader)
{
    struct stream_message message;
    if (!stream_message(reader, &message))
        fail_msg("the stream has ended");
    return message;
}

struct answer stream_ask(struct client *client, const struct draft *draft, const char *query,
                         const char *accept, const char *header)
{
    char accepts[64];
    snprintf(accepts, sizeof accepts, "Accept: %s", accept);
    const char *const headers[] = {accepts, header, NULL};
    const struct play_request request = {
        .method = "GET", .path = stream_target(draft, query), .headers = headers};
    return client_send(client, &request);
}
