/*
 * Why something about deadlines and days away was refused, in numbers. Used by explain.c, which has
 * the whole.
 */
#ifndef SERVICE_API_EXPLAIN_TIME_H
#define SERVICE_API_EXPLAIN_TIME_H

#include "service/api/sentence.h"
#include "service/record/record.h"

/* PLAYER is whom it is about, PLAYER_NONE for all. Says nothing when there is no more to say than
 * the problem's own sentence. */
void explain_time(struct sentence *sentence, const struct record *record, enum refusal refusal,
                  uint8_t player);

#endif
