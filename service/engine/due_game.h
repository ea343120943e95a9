/*
 * One game that is due: what happens to it by itself now, in order, each as a command of its own.
 */
#ifndef SERVICE_ENGINE_DUE_GAME_H
#define SERVICE_ENGINE_DUE_GAME_H

#include "service/engine/writer.h"

/* Does what is due in GAME at NOW, at most *LEFT things, and says in its row when to look again;
 * all in the batch's transaction. *LEFT becomes what is left of it. A game that cannot be read or
 * goes wrong is left alone for a minute; the batch fails when only half of what is due could be
 * done for want of memory. */
enum store_status due_game_run(struct writer *writer, const char *game, int64_t now,
                               unsigned *left);

#endif
