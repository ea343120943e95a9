#include "tests/support/promises.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/hooks.h"
#include "tests/support/log_check.h"

void promises_begin(struct promises *promises, struct running *running, struct repeats *chance)
{
    *promises = (struct promises){.running = running, .chance = chance};
}

static uint32_t below(struct promises *promises, uint32_t bound)
{
    return repeats_below(promises->chance, bound);
}

static void give_key(struct promises *promises, struct job *job)
{
    uint32_t key = ++promises->next_key;
    job_key(job, 0, 0);
    memcpy(job->key_scope, &key, sizeof key);
    memcpy(job->key_body, &key, sizeof key);
}

static struct job job_join_of(const struct promises *promises, const struct record *record)
{
    struct job job = {.kind = JOB_COMMAND, .command = {.type = COMMAND_JOIN}};
    uint8_t player = 0;
    while (record->game.joined >> player & 1)
        player++;
    snprintf(job.game, sizeof job.game, "%s", record->id);
    snprintf(job.joined.name, sizeof job.joined.name, "Player %d", player + 1);
    invite_make(&promises->running->keys, record->id, player, record->people[player].generation,
                job.invite);
    return job;
}

static struct job job_hook(const struct record *record)
{
    struct job job = job_host(record->id, COMMAND_START);
    job.kind = JOB_WEBHOOK;
    job.webhook.kind = WEBHOOK_ADD;
    job.webhook.webhook.about = PLAYER_NONE;
    job.webhook.webhook.owner = PLAYER_NONE;
    snprintf(job.webhook.webhook.url, sizeof job.webhook.webhook.url, "https://example.com/hook");
    return job;
}

static struct job job_revoke(unsigned number)
{
    struct job job = {.kind = JOB_REVOKE, .token_until = FIXTURE_TIME};
    snprintf(job.token_id, sizeof job.token_id, "token-%u", number);
    return job;
}

/* What the game waits for, or now and then something of its host. */
static struct job job_for(struct promises *promises, const struct record *record)
{
    enum game_status status = status_of(&record->game);
    if (below(promises, 24) == 0)
        return job_hook(record);
    if (status == STATUS_LOBBY)
        return job_join_of(promises, record);
    if (status == STATUS_PAUSED)
        return job_host(record->id, COMMAND_RESUME);
    uint8_t player = (uint8_t)below(promises, record->game.setup.players);
    for (size_t i = 0; i < record->game.setup.players; i++) {
        if (status == STATUS_SETUP && waited_for(&record->game, player) != ACTION_NONE)
            return job_choice(record, player,
                              below(promises, (uint32_t)choice_count(&record->game, player)));
        player = (uint8_t)((player + 1) % record->game.setup.players);
    }
    return job_host(record->id, COMMAND_PAUSE);
}

static bool add_job_of_game(struct promises *promises, const char *game, struct job *ret_job)
{
    struct snapshot *snapshot;
    if (engine_snapshot(promises->running->engine, game, &snapshot) != LOOKUP_FOUND)
        return false;
    *ret_job = job_for(promises, snapshot_record(snapshot));
    snapshot_release(snapshot);
    return true;
}

static size_t choose(struct promises *promises, struct job jobs[TOGETHER_MAX])
{
    size_t count = 0;
    if (promises->game_count < PROMISED_GAMES && below(promises, 8) == 0)
        jobs[count++] = job_create((uint8_t)(3 + below(promises, 6)));
    for (size_t i = 0; i < promises->game_count; i++)
        if (below(promises, 2) == 0 &&
            add_job_of_game(promises, promises->games[i].id, &jobs[count]))
            count++;
    if (below(promises, 16) == 0)
        jobs[count++] = job_revoke(promises->revoked);
    if (count == 0)
        jobs[count++] =
            promises->game_count > 0 ? (struct job){.kind = JOB_REFRESH} : job_create(3);
    for (size_t i = 0; i < count; i++)
        give_key(promises, &jobs[i]);
    return count;
}

static void note_game(struct promises *promises, const struct record *record)
{
    size_t i = 0;
    while (i < promises->game_count && strcmp(promises->games[i].id, record->id) != 0)
        i++;
    if (i == PROMISED_GAMES)
        return;
    struct promised_game *game = &promises->games[i];
    promises->game_count += i == promises->game_count;
    memcpy(game->id, record->id, sizeof game->id);
    game->version = record->game.version;
    memcpy(game->head, record->head, sizeof game->head);
}

/* JOB, submitted as SUBMITTED, has been acknowledged. */
static void note(struct promises *promises, const struct job *submitted, const struct job *job)
{
    const struct record *record = job->snapshot ? snapshot_record(job->snapshot) : NULL;
    struct promised_key *key = &promises->keys[promises->key_count++ % PROMISED_KEYS];
    *key = (struct promised_key){.job = *submitted, .outcome = job->outcome};
    memcpy(key->game, job->game, sizeof key->game);
    promises->commands++;
    promises->revoked += job->kind == JOB_REVOKE;
    if (record && job->kind != JOB_WEBHOOK) {
        key->version = record->game.version;
        note_game(promises, record);
    }
}

/* What came of a batch, which promises->lost holds as it was submitted. */
static void take_in(struct promises *promises, struct job *jobs, size_t count, bool again)
{
    for (size_t i = 0; i < count; i++) {
        if (again && jobs[i].replayed)
            fail_msg("a command of the kind %d was answered as unavailable, and was done",
                     jobs[i].kind);
        if (jobs[i].outcome == JOB_DONE) {
            note(promises, &promises->lost[i], &jobs[i]);
            promises->lost_count = 0;
        } else if (jobs[i].outcome != JOB_UNAVAILABLE && jobs[i].outcome != JOB_TOO_MANY) {
            fail_msg("a command of the kind %d came out as %d, refused for %s", jobs[i].kind,
                     jobs[i].outcome, refusal_code(jobs[i].refusal));
        }
        running_forget(&jobs[i]);
    }
}

bool promises_act(struct promises *promises)
{
    struct job jobs[TOGETHER_MAX];
    size_t count = promises->lost_count;
    bool again = count > 0;
    if (again)
        memcpy(jobs, promises->lost, sizeof jobs);
    else
        count = choose(promises, jobs);
    memcpy(promises->lost, jobs, sizeof jobs);
    promises->lost_count = count;
    running_do_together(promises->running, jobs, count);
    take_in(promises, jobs, count, again);
    return promises->lost_count == 0;
}

/* Done once more, the command must be known, and come out as it did. */
static void check_key(struct promises *promises, const struct promised_key *key)
{
    struct job job = key->job;
    running_do(promises->running, &job);
    assert_number(job.outcome, key->outcome);
    if (!job.replayed)
        fail_msg("a command of the kind %d was acknowledged, and is not known", job.kind);
    assert_string_equal(job.game, key->game);
    if (key->version > 0)
        assert_number(job.replayed_version, key->version);
    running_forget(&job);
}

static void check_game(struct promises *promises, const struct promised_game *game)
{
    struct snapshot *snapshot = running_snapshot(promises->running, game->id);
    log_check(promises->running, snapshot_record(snapshot), game->version, game->head);
    snapshot_release(snapshot);
}

/* A batch that was not acknowledged is there as a whole or not at all. */
static void check_lost(struct promises *promises)
{
    size_t found = 0;
    for (size_t i = 0; i < promises->lost_count; i++) {
        struct job job = promises->lost[i];
        running_do(promises->running, &job);
        found += job.replayed;
        if (job.outcome == JOB_DONE)
            note(promises, &promises->lost[i], &job);
        running_forget(&job);
    }
    if (found > 0 && found < promises->lost_count)
        fail_msg("of a batch of %zu commands %zu are there", promises->lost_count, found);
    promises->survived += found > 0;
    promises->vanished += found == 0 && promises->lost_count > 0;
    promises->lost_count = 0;
}

void promises_check(struct promises *promises)
{
    log_check_file(promises->running);
    for (size_t i = 0; i < promises->game_count; i++)
        check_game(promises, &promises->games[i]);
    size_t count = promises->key_count < PROMISED_KEYS ? promises->key_count : PROMISED_KEYS;
    for (size_t i = 0; i < count; i++)
        check_key(promises, &promises->keys[i]);
    promises->key_count = 0;
    for (unsigned i = 0; i < promises->revoked; i++) {
        char token[TOKEN_ID_LENGTH + 1];
        snprintf(token, sizeof token, "token-%u", i);
        assert_true(engine_revoked(promises->running->engine, token));
    }
    check_lost(promises);
}
