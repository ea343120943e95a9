#include "service/engine/engine.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "service/engine/timers.h"

/* Without a job for so long the engine tidies up; then it looks up once a minute. Subscribers are
 * woken so much too late at most. */
enum { SOON_MILLISECONDS = 50, LATER_MILLISECONDS = 60000, LATE_MILLISECONDS = 50 };

struct engine {
    struct archive archive;
    struct subscribers *subscribers;
    struct tails *tails;
    struct writer writer;
    pthread_t thread;
    size_t queue_length;

    pthread_mutex_t mutex; /* of what follows */
    pthread_cond_t woken;
    struct job *first;
    struct job **last; /* where the next job is to be linked */
    size_t queued;
    bool stopping;
};

static bool begin_queue(struct engine *engine)
{
    engine->last = &engine->first;
    pthread_condattr_t attributes;
    if (pthread_mutex_init(&engine->mutex, NULL) != 0)
        return false;
    bool begun = pthread_condattr_init(&attributes) == 0 &&
                 pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                 pthread_cond_init(&engine->woken, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    if (!begun)
        pthread_mutex_destroy(&engine->mutex);
    return begun;
}

static void end_queue(struct engine *engine)
{
    pthread_cond_destroy(&engine->woken);
    pthread_mutex_destroy(&engine->mutex);
}

static struct timespec in_milliseconds(long milliseconds)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += milliseconds / 1000;
    time.tv_nsec += milliseconds % 1000 * 1000000;
    if (time.tv_nsec >= 1000000000) {
        time.tv_sec++;
        time.tv_nsec -= 1000000000;
    }
    return time;
}

/* Moves waiting jobs into the batch. */
static void take_jobs(struct engine *engine)
{
    struct batch *batch = &engine->writer.batch;
    while (engine->first && batch->count < BATCH_JOBS_MAX) {
        batch->jobs[batch->count++] = (struct batch_job){.job = engine->first};
        engine->first = engine->first->next;
        engine->queued--;
    }
    if (!engine->first)
        engine->last = &engine->first;
}

/* Waits up to MILLISECONDS for jobs and fills the batch with them. False when the engine stops and
 * nothing is left to do. */
static bool next_batch(struct engine *engine, long milliseconds)
{
    struct timespec until = in_milliseconds(milliseconds);
    batch_begin(&engine->writer.batch);
    pthread_mutex_lock(&engine->mutex);
    int result = 0;
    while (!engine->first && !engine->stopping && result == 0)
        result = pthread_cond_timedwait(&engine->woken, &engine->mutex, &until);
    take_jobs(engine);
    bool goes_on = engine->writer.batch.count > 0 || !engine->stopping;
    pthread_mutex_unlock(&engine->mutex);
    return goes_on;
}

/* How long to wait for jobs: not beyond the time at which something happens by itself. */
static long wait_after(const struct engine *engine, bool busy)
{
    long wait = busy ? SOON_MILLISECONDS : LATER_MILLISECONDS;
    int64_t rest = timers_rest(&engine->writer);
    return rest < wait ? (long)rest : wait;
}

static void *run(void *context)
{
    struct engine *engine = context;
    long wait = 0;
    while (next_batch(engine, wait)) {
        bool busy = engine->writer.batch.count > 0 || timers_rest(&engine->writer) == 0;
        if (busy)
            writer_run(&engine->writer);
        else
            busy = writer_idle(&engine->writer);
        wait = wait_after(engine, busy);
    }
    return NULL;
}

static bool start_thread(struct engine *engine)
{
    if (!begin_queue(engine))
        return false;
    if (pthread_create(&engine->thread, NULL, run, engine) == 0)
        return true;
    end_queue(engine);
    return false;
}

static bool start_telling(struct engine *engine, const struct clock *steady)
{
    engine->tails = tails_new(&engine->archive);
    if (!engine->tails)
        return false;
    engine->subscribers = subscribers_new(steady, LATE_MILLISECONDS);
    if (engine->subscribers)
        return true;
    tails_free(engine->tails);
    return false;
}

static void stop_telling(struct engine *engine)
{
    subscribers_free(engine->subscribers);
    tails_free(engine->tails);
}

struct engine *engine_start(const struct engine_settings *settings)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    engine->queue_length = settings->queue_length;
    if (!archive_begin(&engine->archive, settings->store, settings->cached_games, settings->broken,
                       settings->broken_context))
        goto no_archive;
    if (!start_telling(engine, &settings->steady))
        goto no_telling;
    if (!writer_begin(&engine->writer, settings, &engine->archive, engine->subscribers))
        goto no_writer;
    if (start_thread(engine))
        return engine;

    writer_end(&engine->writer);
no_writer:
    stop_telling(engine);
no_telling:
    archive_end(&engine->archive);
no_archive:
    free(engine);
    return NULL;
}

void engine_stop(struct engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    engine->stopping = true;
    pthread_cond_signal(&engine->woken);
    pthread_mutex_unlock(&engine->mutex);
    pthread_join(engine->thread, NULL);
    end_queue(engine);
    writer_end(&engine->writer);
    stop_telling(engine);
    archive_end(&engine->archive);
    free(engine);
}

bool engine_submit(struct engine *engine, struct job *job)
{
    job->arrived = clock_now(&engine->writer.settings.clock);
    pthread_mutex_lock(&engine->mutex);
    bool taken = !engine->stopping && engine->queued < engine->queue_length;
    if (taken) {
        job->next = NULL;
        *engine->last = job;
        engine->last = &job->next;
        engine->queued++;
        pthread_cond_signal(&engine->woken);
    }
    pthread_mutex_unlock(&engine->mutex);
    return taken;
}

static enum lookup lookup_of(enum store_status status)
{
    switch (status) {
    case STORE_OK:
        return LOOKUP_FOUND;
    case STORE_NOT_FOUND:
        return LOOKUP_NOT_FOUND;
    case STORE_CONFLICT:
    case STORE_UNAVAILABLE:
    case STORE_BROKEN:
        break;
    }
    return LOOKUP_UNAVAILABLE;
}

enum lookup engine_snapshot(struct engine *engine, const char *game, struct snapshot **ret_snapshot)
{
    return lookup_of(archive_find(&engine->archive, game, 0, ret_snapshot));
}

void engine_replay(struct engine *engine, struct job *job)
{
    if (!job->replayed || job->snapshot != NULL || job->game[0] == '\0')
        return;
    if (archive_find(&engine->archive, job->game, job->replayed_version, &job->snapshot) !=
        STORE_OK)
        job->outcome = JOB_UNAVAILABLE;
}

bool engine_revoked(struct engine *engine, const char *token_id)
{
    return revocations_contain(&engine->writer.revocations, token_id);
}

struct store_reader *engine_reader(struct engine *engine)
{
    return readers_take(&engine->archive.readers);
}

void engine_reader_return(struct engine *engine, struct store_reader *reader)
{
    readers_give(&engine->archive.readers, reader);
}

struct subscribers *engine_subscribers(struct engine *engine)
{
    return engine->subscribers;
}

struct tail *engine_tail(struct engine *engine, const char *game)
{
    return tail_open(engine->tails, game);
}

struct engine_counts engine_counts(struct engine *engine)
{
    struct writer *writer = &engine->writer;
    pthread_mutex_lock(&engine->mutex);
    size_t queued = engine->queued;
    pthread_mutex_unlock(&engine->mutex);
    return (struct engine_counts){
        .commands = atomic_load(&writer->commands),
        .refusals = atomic_load(&writer->refusals),
        .commits = atomic_load(&writer->commits),
        .events = atomic_load(&writer->events_written),
        .timeouts = atomic_load(&writer->timeouts),
        .reminders = atomic_load(&writer->reminders),
        .cache_hits = tally_read(&engine->archive.hits),
        .cache_misses = tally_read(&engine->archive.misses),
        .queued = queued,
        .cached = games_count(engine->archive.games),
    };
}
