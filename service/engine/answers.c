#include "service/engine/answers.h"

#include <string.h>

bool answers_recall(struct writer *writer, struct batch_job *entry, int64_t now)
{
    struct job *job = entry->job;
    struct remembered answer;
    if (!job->has_key)
        return false;
    enum store_status status =
        store_recall(writer->settings.store, job->key_scope, now - KEPT_MILLISECONDS, &answer);
    if (status == STORE_NOT_FOUND)
        return false;
    if (status != STORE_OK) {
        batch_outcome(entry, JOB_UNAVAILABLE, false);
        writer_fail(writer, status);
    } else if (memcmp(answer.body, job->key_body, sizeof answer.body) != 0) {
        batch_outcome(entry, JOB_KEY_REUSED, writer->batch.writing);
    } else {
        batch_outcome(entry, answer.refusal == ACCEPTED ? JOB_DONE : JOB_REFUSED,
                      writer->batch.writing);
        job->refusal = (enum refusal)answer.refusal;
        job->replayed = true;
        job->player = answer.player;
        job->at = answer.at;
        memcpy(job->game, answer.game, sizeof job->game);
        memcpy(job->subject, answer.subject, sizeof job->subject);
        job->replayed_version = answer.version;
    }
    return true;
}

enum store_status answers_remember(struct writer *writer, const struct job *job,
                                   const struct record *after, int64_t at)
{
    if (!job->has_key)
        return STORE_OK;
    struct remembered answer = {
        .at = at,
        .version = after ? after->game.version : 0,
        .player = job->player,
        .refusal = (uint16_t)job->refusal,
    };
    memcpy(answer.scope, job->key_scope, sizeof answer.scope);
    memcpy(answer.body, job->key_body, sizeof answer.body);
    memcpy(answer.subject, job->subject, sizeof answer.subject);
    if (after)
        memcpy(answer.game, after->id, sizeof answer.game);
    return store_remember(writer->settings.store, &answer);
}
