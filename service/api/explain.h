/*
 * Why the rules refused, in the terms of the game at hand: the open step, who is waited for, what
 * would have been accepted.
 */
#ifndef SERVICE_API_EXPLAIN_H
#define SERVICE_API_EXPLAIN_H

#include "service/api/sentence.h"
#include "service/http/call.h"
#include "service/json/map_faults.h"

/* For a job with JOB_REFUSED: sets the answer when there is more to say than the problem's own
 * sentence; false when there is not. */
bool explain_refusal(struct call *call);

/* One sentence on why a game cannot be created, "" when the problem's own says it all. */
void explain_create(const struct command *command, enum refusal refusal,
                    char ret_detail[EXPLANATION_BYTES]);

/* Adds what is wrong with a premade map; nothing when the map is of another mode. */
void explain_map_faults(const struct setup *setup, struct map_faults_told *told);

#endif
