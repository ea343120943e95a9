#include "service/webhooks/message.h"

#include <string.h>

#include "service/json/notices.h"
#include "service/webhooks/discord.h"

/* An event on its way from the store into a body. */
struct telling {
    const struct webhook *webhook;
    const struct record *record;
    struct buffer *buffer;
    uint8_t prev[HASH_BYTES];
    bool told;
};

static bool tell_event(void *context, const struct stored_event *event)
{
    struct telling *telling = context;
    telling->told = true;
    if (telling->webhook->format == WEBHOOK_DISCORD) {
        discord_event_write(telling->record, event->type, event->player, event->data,
                            event->data_length, telling->buffer);
        return false;
    }
    const struct event_envelope envelope = {
        .seq = event->seq,
        .at = event->at,
        .type = event->type,
        .player = event->player,
        .prev = telling->prev,
        .data = event->data,
        .data_length = event->data_length,
    };
    notice_event_write(telling->webhook->game, &envelope, event->hash, telling->buffer);
    return false;
}

/* Those of the delivery's players who have been waited on ever since. */
static uint8_t still_waited_on(const struct record *record, const struct delivery *delivery)
{
    uint8_t players = 0;
    for (uint8_t player = 0; !record->game.paused && player < record->game.setup.players; player++)
        if ((delivery->players >> player & 1) && waited_for(&record->game, player) != ACTION_NONE &&
            record->people[player].waiting_since <= delivery->created_at)
            players = (uint8_t)(players | 1u << player);
    return players;
}

/* Whether an event is told for the sake of someone who should act, and has done so since. Only in a
 * channel of people: programs are told of every event. */
static bool is_superseded(const struct webhook *webhook, const struct delivery *delivery,
                          const struct record *record)
{
    bool urges = strcmp(delivery->type, "player.reminder") == 0 ||
                 strcmp(delivery->type, "player.overdue") == 0;
    return webhook->format == WEBHOOK_DISCORD && urges && still_waited_on(record, delivery) == 0;
}

static enum message_state write_event(struct engine *engine, const struct webhook *webhook,
                                      const struct delivery *delivery, const struct record *record,
                                      struct buffer *buffer)
{
    if (is_superseded(webhook, delivery, record))
        return MESSAGE_SUPERSEDED;
    struct store_reader *reader = engine_reader(engine);
    if (!reader)
        return MESSAGE_UNAVAILABLE;
    struct telling telling = {.webhook = webhook, .record = record, .buffer = buffer};
    enum store_status status = store_read_events(reader, webhook->game, delivery->seq - 1, 1,
                                                 telling.prev, tell_event, &telling);
    engine_reader_return(engine, reader);
    return status == STORE_OK && telling.told ? MESSAGE_READY : MESSAGE_UNAVAILABLE;
}

static enum message_state write_waited_on(const struct webhook *webhook,
                                          const struct delivery *delivery,
                                          const struct record *record, struct buffer *buffer)
{
    uint8_t players = still_waited_on(record, delivery);
    if (players == 0)
        return MESSAGE_SUPERSEDED;
    if (webhook->format == WEBHOOK_DISCORD)
        discord_waited_on_write(record, players, buffer);
    else
        notice_waited_on_write(record, (uint8_t)__builtin_ctz(players), delivery->seq,
                               delivery->created_at, buffer);
    return MESSAGE_READY;
}

static enum message_state write_ping(const struct webhook *webhook, const struct delivery *delivery,
                                     const struct record *record, struct buffer *buffer)
{
    if (webhook->format == WEBHOOK_DISCORD)
        discord_ping_write(record, buffer);
    else
        notice_ping_write(webhook->game, delivery->created_at, buffer);
    return MESSAGE_READY;
}

enum message_state message_write(struct engine *engine, const struct webhook *webhook,
                                 const struct delivery *delivery, struct buffer *buffer)
{
    struct snapshot *snapshot;
    if (engine_snapshot(engine, webhook->game, &snapshot) != LOOKUP_FOUND)
        return MESSAGE_UNAVAILABLE;
    const struct record *record = snapshot_record(snapshot);
    enum message_state state = MESSAGE_UNAVAILABLE;
    switch (delivery_kind_of(delivery)) {
    case DELIVERY_EVENT:
        state = write_event(engine, webhook, delivery, record, buffer);
        break;
    case DELIVERY_WAITED_ON:
        state = write_waited_on(webhook, delivery, record, buffer);
        break;
    case DELIVERY_PING:
        state = write_ping(webhook, delivery, record, buffer);
        break;
    }
    snapshot_release(snapshot);
    return state == MESSAGE_READY && buffer_failed(buffer) ? MESSAGE_UNAVAILABLE : state;
}
