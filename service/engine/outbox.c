#include "service/engine/outbox.h"

#include <stdio.h>

#include "service/json/notices.h"

static enum store_status tell(struct writer *writer, const struct subscription *subscription,
                              const struct delivery *delivery, int64_t at)
{
    writer->batch.delivers = true;
    return store_deliver(writer->settings.store, subscription->key, delivery, at);
}

enum store_status outbox_tell(struct writer *writer, const struct subscription *subscription,
                              const struct stored_event *event, int64_t at, bool *ret_told)
{
    bool about = subscription->about == PLAYER_NONE || subscription->about == event->player;
    *ret_told = about && notice_chosen(subscription->types, event->type);
    if (!*ret_told)
        return STORE_OK;
    struct delivery delivery = {.seq = event->seq, .created_at = event->at};
    if (event->player != PLAYER_NONE)
        delivery.players = (uint8_t)(1u << event->player);
    snprintf(delivery.type, sizeof delivery.type, "%s", event->type);
    return tell(writer, subscription, &delivery, at);
}

/* A player's webhook hears only when that player is waited on. */
static uint8_t audible(const struct subscription *subscription, uint8_t players)
{
    unsigned heard = players;
    if (subscription->owner != PLAYER_NONE)
        heard &= 1u << subscription->owner;
    if (subscription->about != PLAYER_NONE)
        heard &= 1u << subscription->about;
    return (uint8_t)heard;
}

/* A message to people names them all at once; programs get a delivery for each. */
static enum store_status tell_waiting(struct writer *writer,
                                      const struct subscription *subscription, uint8_t players,
                                      uint32_t seq, int64_t at)
{
    if (players == 0 || !notice_chosen(subscription->types, NOTICE_WAITED_ON))
        return STORE_OK;
    struct delivery delivery = {.seq = seq,
                                .part = DELIVERY_WAITED_ON * PARTS_OF_KIND,
                                .type = NOTICE_WAITED_ON,
                                .players = players,
                                .created_at = at};
    if (subscription->format == WEBHOOK_DISCORD)
        return tell(writer, subscription, &delivery, at);
    enum store_status status = STORE_OK;
    for (unsigned player = 0; status == STORE_OK && player < PLAYERS_MAX; player++) {
        if (!(players >> player & 1))
            continue;
        delivery.part = DELIVERY_WAITED_ON * PARTS_OF_KIND + 1 + player;
        delivery.players = (uint8_t)(1u << player);
        status = tell(writer, subscription, &delivery, at);
    }
    return status;
}

/* Whoever takes the place has webhooks of its own. */
static enum store_status drop_of_reinvited(struct writer *writer, const struct record *record)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; status == STORE_OK && i < writer->events.count; i++)
        if (writer->events.list[i].type == EVENT_PLAYER_REINVITED)
            status = store_webhooks_drop(writer->settings.store, record->id,
                                         writer->events.list[i].player);
    return status;
}

enum store_status outbox_fill(struct writer *writer, const struct record *after, uint8_t waited_on,
                              int64_t at)
{
    size_t count = 0;
    enum store_status status = drop_of_reinvited(writer, after);
    if (status == STORE_OK && writer->lines.count > 0)
        status =
            store_subscriptions(writer->settings.store, after->id, writer->subscriptions, &count);
    for (size_t i = 0; status == STORE_OK && i < count; i++) {
        const struct subscription *subscription = &writer->subscriptions[i];
        bool told;
        for (size_t line = 0; status == STORE_OK && line < writer->lines.count; line++)
            status = outbox_tell(writer, subscription, &writer->lines.stored[line], at, &told);
        if (status == STORE_OK)
            status = tell_waiting(writer, subscription, audible(subscription, waited_on),
                                  after->game.version, at);
    }
    return status;
}
