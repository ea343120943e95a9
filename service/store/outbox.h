/*
 * The outbox: webhooks, and the deliveries that are still to be made to them. Written by the
 * engine's thread alone, inside its transactions, so that what is to be told is on disk together
 * with what it is about.
 */
#ifndef SERVICE_STORE_OUTBOX_H
#define SERVICE_STORE_OUTBOX_H

#include "service/store/store.h"

enum {
    WEBHOOK_URL_BYTES = 2049,
    WEBHOOK_TYPES_BYTES = 1025,
    WEBHOOK_FAULT_BYTES = 32, /* codes, like "timeout" */
    DELIVERY_TYPE_BYTES = 48,
    WEBHOOKS_OF_GAME_MAX = 16, /* the game's own */
    WEBHOOKS_OF_PLAYER_MAX = 4,
    WEBHOOKS_MAX = WEBHOOKS_OF_GAME_MAX + PLAYERS_MAX * WEBHOOKS_OF_PLAYER_MAX
};

enum webhook_format { WEBHOOK_STANDARD, WEBHOOK_DISCORD, WEBHOOK_FORMATS };

const char *webhook_format_id(enum webhook_format format);              /* "standard", "discord" */
enum webhook_format webhook_format_find(const char *id, size_t length); /* WEBHOOK_FORMATS: none */

/* Times are 0, texts "", and status is 0 where there is nothing to tell. */
struct webhook {
    char id[ULID_LENGTH + 1];
    char game[ULID_LENGTH + 1];
    uint8_t owner; /* a player, or PLAYER_NONE: the game's own */
    uint8_t about; /* the player it hears of, or PLAYER_NONE: of all */
    enum webhook_format format;
    char url[WEBHOOK_URL_BYTES];
    char types[WEBHOOK_TYPES_BYTES]; /* "step.opened,splice.*"; "": all */
    int64_t created_at;
    int64_t disabled_at;
    char reason[WEBHOOK_FAULT_BYTES];
    int64_t tried_at; /* the last attempt, and what came of it */
    unsigned status;
    char fault[WEBHOOK_FAULT_BYTES];
    uint32_t pending; /* deliveries; told by store_webhook_read and store_webhooks_read */
};

/* What a delivery is about; its part is 16 times this, and the player's number where it is about
 * one of several with the same event. */
enum delivery_kind { DELIVERY_EVENT, DELIVERY_WAITED_ON, DELIVERY_PING };

enum { PARTS_OF_KIND = 16 };

enum delivery_state {
    DELIVERY_PENDING,
    DELIVERY_DELIVERED,
    DELIVERY_FAILED,     /* given up with its webhook */
    DELIVERY_SUPERSEDED, /* what it would have told is no longer so */
    DELIVERY_STATES
};

const char *delivery_state_id(enum delivery_state state);

/* Of a webhook, one with each seq and part. Pings count on: their kind stands by their type. */
struct delivery {
    uint32_t seq; /* of the event, 0 for pings */
    uint32_t part;
    char type[DELIVERY_TYPE_BYTES];
    uint8_t players; /* bits of those it is about */
    int64_t created_at;
    enum delivery_state state;
    uint32_t attempts;
    uint32_t failures;
    int64_t next_at;
    int64_t finished_at;
    unsigned status;
    char fault[WEBHOOK_FAULT_BYTES];
};

enum delivery_kind delivery_kind_of(const struct delivery *delivery);

/* All that follow up to the readers' functions are for inside of a transaction. */

enum store_status store_webhook_add(struct store *store, const struct webhook *webhook);
/* STORE_NOT_FOUND when the game has no such webhook of that owner. */
enum store_status store_webhook_remove(struct store *store, const char *game, uint8_t owner,
                                       const char *id);
/* All of a player's. */
enum store_status store_webhooks_drop(struct store *store, const char *game, uint8_t owner);
enum store_status store_webhook_count(struct store *store, const char *game, uint8_t owner,
                                      unsigned *ret_count);

/* What deciding who is told what needs of a webhook. */
struct subscription {
    int64_t key; /* the store's; good within the transaction */
    uint8_t owner;
    uint8_t about;
    enum webhook_format format;
    char types[WEBHOOK_TYPES_BYTES];
};

/* The webhooks of GAME that are not disabled. */
enum store_status store_subscriptions(struct store *store, const char *game,
                                      struct subscription ret_list[WEBHOOKS_MAX],
                                      size_t *ret_count);

/* One webhook, disabled or not. STORE_NOT_FOUND as in store_webhook_remove. */
enum store_status store_subscription(struct store *store, const char *game, uint8_t owner,
                                     const char *id, struct subscription *ret_subscription);

/* Puts a delivery, of which seq, part, type, players and created_at count, into the outbox, to be
 * made from AT on; one that is there is made again. Earlier ones of the same part, of the kind
 * that only tells what is so now, are superseded. */
enum store_status store_deliver(struct store *store, int64_t webhook,
                                const struct delivery *delivery, int64_t at);

/* The same for a delivery that is there. STORE_NOT_FOUND if it is not. */
enum store_status store_redeliver(struct store *store, int64_t webhook, uint32_t seq, uint32_t part,
                                  int64_t at);

/* The part of a new ping, or of the one that is still pending. */
enum store_status store_ping_part(struct store *store, int64_t webhook, uint32_t *ret_part);

/* A disabled webhook is told things again. */
enum store_status store_webhook_enable(struct store *store, int64_t webhook);

/* What came of trying a delivery: the members of the delivery from state on, and what becomes of
 * its webhook. */
struct delivery_report {
    char webhook[ULID_LENGTH + 1];
    struct delivery delivery;
    int64_t at;
    bool tried;                         /* an attempt was made; false: superseded before */
    char disables[WEBHOOK_FAULT_BYTES]; /* why the webhook is disabled now; "": it is not */
};

/* A delivery that is gone, or no longer pending, is left alone. */
enum store_status store_report(struct store *store, const struct delivery_report *report);

/* Forgets deliveries that were finished before BEFORE (milliseconds), LIMIT at most. */
enum store_status store_forget_deliveries(struct store *store, int64_t before, uint32_t limit,
                                          uint32_t *ret_count);

/* By readers. EACH returns false to stop; pointers hold during the call. */

enum store_status store_webhook_read(struct store_reader *reader, const char *game, uint8_t owner,
                                     const char *id, struct webhook *ret_webhook);
/* The webhooks of one owner, oldest first. */
enum store_status store_webhooks_read(struct store_reader *reader, const char *game, uint8_t owner,
                                      bool (*each)(void *context, const struct webhook *webhook),
                                      void *context);

/* Where a page of deliveries begins: behind this one. */
struct delivery_place {
    int64_t created_at;
    uint32_t seq;
    uint32_t part;
};

/* The deliveries of a webhook, newest first; BEHIND NULL: from the start. */
enum store_status
store_deliveries_read(struct store_reader *reader, const char *webhook,
                      const struct delivery_place *behind, uint32_t limit,
                      bool (*each)(void *context, const struct delivery *delivery), void *context);

/* The webhooks whose first pending delivery is due by NOW, longest due first: those for which it
 * is the first attempt, or those that are FAILING. */
enum store_status store_due(struct store_reader *reader, bool failing, int64_t now, uint32_t limit,
                            bool (*each)(void *context, const struct webhook *webhook,
                                         const struct delivery *delivery),
                            void *context);

/* When the next webhook falls due after NOW; INT64_MAX if none does. */
enum store_status store_next_due(struct store_reader *reader, int64_t now, int64_t *ret_at);

#endif
