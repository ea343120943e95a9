#include "service/engine/attendance_jobs.h"

#include "service/engine/answers.h"
#include "service/engine/carry_out.h"
#include "service/engine/commands.h"

bool attendance_carry(struct writer *writer, struct batch_job *entry, struct batch_game *game)
{
    struct job *job = entry->job;
    const struct record *record = snapshot_record(game->snapshot);
    struct log_event *line = &writer->line;
    int64_t at = command_time(writer, record);
    bool changes = false;
    job->refusal = attendance_decide(record, &job->attendance, at, line, &changes);
    batch_outcome(entry, job->refusal == ACCEPTED ? JOB_DONE : JOB_REFUSED, game->changed);
    writer->events.count = changes;
    if (changes)
        writer->events.list[0] = line->event;
    if (!changes && (job->refusal != ACCEPTED || !job->has_key))
        return false;
    struct snapshot *after = carry_out(writer, job, game->snapshot, changes ? line : NULL, at);
    batch_outcome(entry, after ? JOB_DONE : JOB_UNAVAILABLE, after != NULL);
    if (after)
        carry_on(game, after);
    return after && changes;
}

void attendance_run(struct writer *writer, struct batch_job *entry)
{
    struct job *job = entry->job;
    struct batch_game *game = command_game(writer, entry);
    if (!game)
        return;
    job->player = job->attendance.player;
    if (answers_recall(writer, entry, clock_now(&writer->settings.clock)))
        return;
    attendance_carry(writer, entry, game);
    if (job->outcome != JOB_UNAVAILABLE)
        hand_over(job, game->snapshot);
}
