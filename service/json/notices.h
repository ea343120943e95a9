/*
 * Notices: what webhooks are told. Their names, the choices that a webhook makes among them (a
 * list of types, "step.opened", and of groups, "splice.*"), and their bodies.
 */
#ifndef SERVICE_JSON_NOTICES_H
#define SERVICE_JSON_NOTICES_H

#include "service/json/event_json.h"

#define NOTICE_WAITED_ON "player.waited_on" /* no event of its own: it follows from others */
#define NOTICE_PING      "ping"             /* told whoever asks for it, whatever is chosen */

/* Whether CHOICE is a type of which something can be told, or a group with such types. */
bool notice_known(const char *choice, size_t length);

/* Whether TYPE is among CHOICES, separated by commas; "" chooses everything. */
bool notice_chosen(const char *choices, const char *type);

/* Each writes {"type", "timestamp", "data": {"game", "seq", "player", …}}; the time is when what is
 * told happened. */

/* "event" in the data is the event as the log serves it. */
void notice_event_write(const char *game, const struct event_envelope *event,
                        const uint8_t hash[HASH_BYTES], struct buffer *buffer);

/* RECORD, in which PLAYER is waited on, may be newer than the event at SEQ, with which that began
 * at AT. */
void notice_waited_on_write(const struct record *record, uint8_t player, uint32_t seq, int64_t at,
                            struct buffer *buffer);

void notice_ping_write(const char *game, int64_t at, struct buffer *buffer);

#endif
