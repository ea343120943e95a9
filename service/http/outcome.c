/*
 * What became of a job, as an answer: every outcome but JOB_DONE is a problem. A refusal gets its
 * own sentence here; handlers that know more of the game say it before they ask.
 */
#include "service/http/access.h"
#include "service/http/call.h"

bool call_job_done(struct call *call)
{
    switch (call->job.outcome) {
    case JOB_DONE:
        if (call->job.replayed)
            call_add_header(call, "Idempotent-Replayed", "true");
        return true;
    case JOB_REFUSED:
        call_problem(call, refusal_code(call->job.refusal));
        break;
    case JOB_NOT_FOUND:
        call_problem(call, "not_found");
        break;
    case JOB_TOKEN_DEAD:
        access_unauthenticated(call, true);
        break;
    case JOB_BAD_INVITE:
        call_problem(call, "bad_invite");
        break;
    case JOB_KEY_REUSED:
        call_problem(call, "idempotency_key_reused");
        break;
    case JOB_TOO_MANY:
        call_problem(call, "too_many_webhooks");
        break;
    case JOB_BLOCKED:
        call_problem(call, "blocked_target");
        break;
    case JOB_UNAVAILABLE:
        call_problem(call, "unavailable");
        break;
    }
    return false;
}
