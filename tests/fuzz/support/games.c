#include "tests/fuzz/support/games.h"

#include <semaphore.h>
#include <stdio.h>
#include <string.h>

#include "service/fairness/commitment.h"
#include "tests/fuzz/support/input.h"

static void signal_done(struct job *job)
{
    sem_post(job->owner);
}

static void do_job(struct whole_service *whole, struct job *job)
{
    sem_t done;
    sem_init(&done, 0, 0);
    job->done = signal_done;
    job->owner = &done;
    must(engine_submit(whole->engine, job), "a job is not taken");
    while (sem_wait(&done) != 0)
        continue;
    sem_destroy(&done);
    must(job->outcome == JOB_DONE, "a job is refused");
    snapshot_release(job->snapshot);
    job->snapshot = NULL;
}

static void create(struct whole_service *whole, bool is_private, char ret_id[ULID_LENGTH + 1])
{
    struct job job = {.kind = JOB_CREATE, .command = {.type = COMMAND_CREATE}};
    job.command.player = PLAYER_NONE;
    job.command.create = (struct setup){.players = GAME_PLAYERS, .options = options_default()};
    snprintf(job.created.name, sizeof job.created.name, "Friday table");
    snprintf(job.created.metadata, sizeof job.created.metadata, "{}");
    job.created.is_private = is_private;
    do_job(whole, &job);
    memcpy(ret_id, job.game, sizeof job.game);
}

static void join(struct whole_service *whole, const char *game, const char *invite)
{
    struct job job = {.kind = JOB_COMMAND, .command = {.type = COMMAND_JOIN}};
    memcpy(job.game, game, sizeof job.game);
    memcpy(job.invite, invite, sizeof job.invite);
    snprintf(job.joined.name, sizeof job.joined.name, "Ada");
    do_job(whole, &job);
}

/* PLAYER takes the first choice. */
static void move(struct whole_service *whole, const struct record *record, uint8_t player)
{
    struct job job = {.kind = JOB_COMMAND};
    memcpy(job.game, record->id, sizeof job.game);
    job.caller = (struct claims){.role = ROLE_PLAYER, .player = player, .generation = 1};
    memcpy(job.caller.game, record->id, sizeof job.caller.game);
    job.command = first_choice(&record->game, player);
    do_job(whole, &job);
}

/* One move of somebody who is waited for; false when STEP, or for STEP_NONE play, has come. */
static bool move_towards(struct whole_service *whole, const char *game, enum step step)
{
    struct snapshot *snapshot = NULL;
    must(engine_snapshot(whole->engine, game, &snapshot) == LOOKUP_FOUND, "a game is gone");
    const struct record *record = snapshot_record(snapshot);
    bool there = step == STEP_NONE ? record->game.table.stage == STAGE_PLAYING
                                   : record->game.table.step == step;
    for (uint8_t player = 0; !there && player < GAME_PLAYERS; player++) {
        if (waited_for(&record->game, player) == ACTION_NONE)
            continue;
        move(whole, record, player);
        break;
    }
    snapshot_release(snapshot);
    return !there;
}

static void commit_once(struct whole_service *whole, const char *game)
{
    struct snapshot *snapshot = NULL;
    must(engine_snapshot(whole->engine, game, &snapshot) == LOOKUP_FOUND, "a game is gone");
    move(whole, snapshot_record(snapshot), 1);
    snapshot_release(snapshot);
}

void games_make(struct whole_service *whole, struct games *ret_games)
{
    static const enum step steps[] = {STEP_FACTION_DRAFT, STEP_FACTION_DRAFT, STEP_SPLICE,
                                      STEP_NONE};
    for (size_t i = 0; i < GAMES; i++) {
        char *id = ret_games->ids[i];
        create(whole, i + 1 == GAMES, id);
        for (uint8_t player = 0; player < GAME_PLAYERS; player++)
            invite_make(&whole->keys, id, player, 1, ret_games->invites[i][player]);
        bool in_lobby = i == 0 || i + 1 == GAMES;
        for (size_t player = 0; player < (in_lobby ? 1 : GAME_PLAYERS); player++)
            join(whole, id, ret_games->invites[i][player]);
        while (!in_lobby && move_towards(whole, id, steps[i]))
            continue;
        if (!in_lobby && steps[i] != STEP_NONE)
            commit_once(whole, id);
    }
}
