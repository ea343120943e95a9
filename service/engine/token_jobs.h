/*
 * Jobs about tokens, which belong to no game.
 */
#ifndef SERVICE_ENGINE_TOKEN_JOBS_H
#define SERVICE_ENGINE_TOKEN_JOBS_H

#include "service/engine/writer.h"

void token_refresh(struct writer *writer, struct batch_job *entry);
void token_revoke(struct writer *writer, struct batch_job *entry);

#endif
