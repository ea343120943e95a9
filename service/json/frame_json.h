/*
 * Frames: what streams send, as bytes. A frame is a message of server-sent events with one line of
 * data; that line without its "data: " is the line of a stream of NDJSON, so that both kinds of
 * streams share the bytes.
 */
#ifndef SERVICE_JSON_FRAME_JSON_H
#define SERVICE_JSON_FRAME_JSON_H

#include "service/base/buffer.h"
#include "service/record/record.h"

/* Begins a frame; one JSON value, compact and so without line breaks, is to be written behind it.
 * ID may be NULL. Returns where in the buffer the line of NDJSON begins; it ends with the first of
 * the two line breaks that frame_close writes. */
size_t frame_open(struct buffer *buffer, const char *id, const char *type);
void frame_close(struct buffer *buffer);

#define NOTICE_TYPE "player.waited_on"

/* That the game waits for PLAYER, as an object like that of an event; what it says is public. WITH
 * GAME: the object names the game. Writes nothing when the game does not wait. */
void notice_write(const struct record *record, uint8_t player, bool with_game,
                  struct buffer *buffer);

#endif
