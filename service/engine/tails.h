/*
 * Tails: the end of a game's log as frames, made once and shared by all who follow the game. What
 * lies further back is made from the store for whoever asks. Any thread.
 */
#ifndef SERVICE_ENGINE_TAILS_H
#define SERVICE_ENGINE_TAILS_H

#include "service/engine/frame.h"

struct archive;
struct tails;
struct tail;

struct tails *tails_new(struct archive *archive); /* NULL: no memory */
void tails_free(struct tails *tails);             /* all tails are closed */

/* The tail of a game, shared with whoever has opened it as well; NULL: no memory. It knows nothing
 * before the first tail_refresh. */
struct tail *tail_open(struct tails *tails, const char *game);
void tail_close(struct tail *tail);

/* Looks whether the game has gone on. False: that cannot be told now. */
bool tail_refresh(struct tail *tail);

/* What is known of the game. */
struct tail_end {
    uint32_t version; /* seq of the last event */
    bool over;        /* there will be no other */
};
struct tail_end tail_end(struct tail *tail);

/* Frames of the events behind AFTER, at most MAXIMUM of them, for the caller to release; none when
 * AFTER is the last one. False: they cannot be read now. */
bool tail_frames(struct tail *tail, uint32_t after, size_t maximum, struct frame **ret_frames,
                 size_t *ret_count);

/* The notice of a player for whom the game has waited since the event SEQ and still does, for the
 * caller to release; NULL: there is none besides those of TOLD (bits), which it is added to. */
struct frame *tail_notice(struct tail *tail, uint32_t seq, uint8_t *told);

/* Lets go of the frames, since nothing has happened for a while. */
void tail_rest(struct tail *tail);

#endif
