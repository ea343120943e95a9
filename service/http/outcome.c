/*
 * What became of a job, as an answer: every outcome but JOB_DONE is a problem.
 */
#include <stdio.h>
#include <string.h>

#include "service/http/access.h"
#include "service/http/allowed.h"
#include "service/http/call.h"

enum { DETAIL_BYTES = 160 };

/* Nobody starts a game whose players have not all joined. */
static const char *tell_missing(const struct game *game, char ret_detail[DETAIL_BYTES])
{
    size_t length = (size_t)snprintf(ret_detail, DETAIL_BYTES,
                                     "The game starts when all have joined: it waits for");
    const char *separator = " ";
    for (unsigned player = 0; player < game->setup.players; player++) {
        if (game->joined & 1U << player)
            continue;
        length += (size_t)snprintf(ret_detail + length, DETAIL_BYTES - length, "%sp%u", separator,
                                   player + 1);
        separator = ", ";
    }
    snprintf(ret_detail + length, DETAIL_BYTES - length, ".");
    return ret_detail;
}

static const char *tell_undo(const struct game *game)
{
    switch (game->undo.state) {
    case UNDO_NOTHING:
        return "There is no turn that could be taken back.";
    case UNDO_POSSIBLE:
        return "The last turn was another player's: only that player or the host can take it back.";
    case UNDO_REVEALED:
        return "The last turn showed something new, so it cannot be taken back.";
    case UNDO_FOLLOWED:
        return "Something has happened since the last turn, so it cannot be taken back.";
    }
    return NULL;
}

/* The more precise sentence for a refusal, NULL when there is none. */
static const char *tell(const struct job *job, const struct game *game,
                        char ret_detail[DETAIL_BYTES])
{
    if (job->refusal == REFUSED_UNDO_REFUSED)
        return tell_undo(game);
    if (job->refusal == REFUSED_NOT_STARTED && job->command.type == COMMAND_START)
        return tell_missing(game, ret_detail);
    return NULL;
}

static void answer_refusal(struct call *call)
{
    const struct job *job = &call->job;
    struct problem_extra extra = {.detail = NULL};
    struct buffer allowed = buffer_new(ALLOWED_BYTES_MAX);
    char detail[DETAIL_BYTES];
    if (job->snapshot) {
        const struct game *game = &snapshot_record(job->snapshot)->game;
        extra.detail = tell(job, game, detail);
        if (job->caller.role == ROLE_PLAYER && allowed_helps(job->refusal))
            allowed_write(game, job->caller.player, &allowed);
    }
    if (!buffer_failed(&allowed)) {
        extra.allowed = allowed.bytes;
        extra.allowed_length = allowed.length;
    }
    call_problem_with(call, refusal_code(job->refusal), &extra);
    buffer_free(&allowed);
}

/* Whoever holds no invite is not told that a private game exists. */
static void answer_bad_invite(struct call *call)
{
    bool hidden = call->audience == AUDIENCE_PUBLIC && call->snapshot &&
                  snapshot_record(call->snapshot)->created.is_private;
    call_problem(call, hidden ? "not_found" : "bad_invite");
}

bool call_job_done(struct call *call)
{
    switch (call->job.outcome) {
    case JOB_DONE:
        if (call->job.replayed)
            call_add_header(call, "Idempotent-Replayed", "true");
        return true;
    case JOB_REFUSED:
        answer_refusal(call);
        break;
    case JOB_NOT_FOUND:
        call_problem(call, "not_found");
        break;
    case JOB_TOKEN_DEAD:
        access_unauthenticated(call, true);
        break;
    case JOB_BAD_INVITE:
        answer_bad_invite(call);
        break;
    case JOB_KEY_REUSED:
        call_problem(call, "idempotency_key_reused");
        break;
    case JOB_UNAVAILABLE:
        call_problem(call, "unavailable");
        break;
    }
    return false;
}
