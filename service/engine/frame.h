/*
 * Frames as they are kept: immutable, counted, shared by all streams that send them.
 */
#ifndef SERVICE_ENGINE_FRAME_H
#define SERVICE_ENGINE_FRAME_H

#include <stdatomic.h>
#include <stdint.h>

#include "service/json/event_json.h"
#include "service/json/frame_json.h"

struct frame {
    atomic_uint holders;
    uint32_t seq;  /* of its event, or of the event that its notice follows */
    size_t length; /* of the whole, a message of server-sent events */
    size_t line;   /* where the line of NDJSON begins; it ends one byte before the frame does */
    char bytes[];
};

/* The frame of an event with the ID that a client resumes by, held once by the caller. PLACE is
 * NULL unless the event stands among those of other games. NULL: no memory. */
struct frame *frame_of_event(const struct event_envelope *event, const uint8_t hash[HASH_BYTES],
                             const char *id, const struct event_place *place);

/* The frame of the notice that the game waits for PLAYER, as it does, likewise. */
struct frame *frame_of_notice(const struct record *record, uint8_t player, bool with_game);

void frame_hold(struct frame *frame);
void frame_release(struct frame *frame); /* NULL is fine */

#endif
