#include "service/engine/token_jobs.h"

#include "service/engine/answers.h"

/* Both end here: what STATUS says has been written, with the answer if there is a key. */
static void finish(struct writer *writer, struct batch_job *entry, enum store_status status,
                   int64_t now)
{
    struct job *job = entry->job;
    if (status == STORE_OK)
        status = answers_remember(writer, job, NULL, now);
    if (status != STORE_OK) {
        writer_fail(writer, status);
        return;
    }
    job->at = now;
    job->outcome = JOB_DONE;
    entry->rests = true;
}

/* A token holds all that it says: only when it was granted has to be remembered. */
void token_refresh(struct writer *writer, struct batch_job *entry)
{
    int64_t now = clock_now(&writer->settings.clock);
    entry->job->outcome = JOB_UNAVAILABLE;
    if (!answers_recall(writer, entry, now))
        finish(writer, entry, writer_open(writer), now);
}

void token_revoke(struct writer *writer, struct batch_job *entry)
{
    struct job *job = entry->job;
    int64_t now = clock_now(&writer->settings.clock);
    job->outcome = JOB_UNAVAILABLE;
    /* Room for all that the batch may bring: once committed, nothing may fail. */
    if (answers_recall(writer, entry, now) ||
        !revocations_reserve(&writer->revocations, writer->batch.count))
        return;
    enum store_status status = writer_open(writer);
    if (status == STORE_OK)
        status = store_revoke(writer->settings.store, job->token_id, job->token_until);
    finish(writer, entry, status, now);
}
