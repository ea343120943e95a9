/*
 * Bots ask for the games that wait for somebody by the name that they know people by. The list
 * follows each command, also when somebody else takes a place; only what a command has changed is
 * written.
 */
#include <stdio.h>
#include <string.h>

#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/running_engine.h"

enum { COMMANDS_MAX = 400 };

static bool count_row(void *context, const struct game_row *row, const char *sort_key)
{
    (void)row, (void)sort_key;
    ++*(unsigned *)context;
    return true;
}

static bool is_listed(struct running *running, const char *external_id)
{
    const struct list_filter filter = {
        .status = -1, .step = -1, .waiting_on = external_id, .limit = 10};
    unsigned count = 0;
    struct store_reader *reader = engine_reader(running->engine);
    assert_non_null(reader);
    assert_number(store_list(reader, &filter, count_row, &count), STORE_OK);
    engine_reader_return(running->engine, reader);
    return count > 0;
}

/* Whoever is waited on is listed, by the present name and no other. */
static void the_list_is_right(struct running *running, const char *game, const char *former)
{
    struct snapshot *snapshot = running_snapshot(running, game);
    const struct record *record = snapshot_record(snapshot);
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        const char *id = record->people[player].external_id;
        bool waits = waited_for(&record->game, player) != ACTION_NONE;
        assert_true(id[0] == '\0' || is_listed(running, id) == waits);
    }
    assert_true(former[0] == '\0' || !is_listed(running, former));
    snapshot_release(snapshot);
}

/* The host lets somebody else, known by ID ("": by no name), come to PLAYER's place. */
static void replace_player(struct running *running, const char *game, uint8_t player,
                           const char *id)
{
    struct job job = job_host(game, COMMAND_REINVITE);
    job.command.player = player;
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    running_forget(&job);
    job = job_join(running, game, player);
    snprintf(job.joined.external_id, sizeof job.joined.external_id, "%s", id);
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    running_forget(&job);
}

static uint8_t waited_on(const struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++)
        if (waited_for(game, player) != ACTION_NONE)
            return player;
    return PLAYER_NONE;
}

/* A choice of somebody; false when nobody is waited on any more. */
static bool choose(struct running *running, const char *game)
{
    struct snapshot *snapshot = running_snapshot(running, game);
    const struct record *record = snapshot_record(snapshot);
    uint8_t player = waited_on(&record->game);
    if (player != PLAYER_NONE) {
        struct job job = job_choice(record, player, 0);
        running_do(running, &job);
        assert_number(job.outcome, JOB_DONE);
        running_forget(&job);
    }
    snapshot_release(snapshot);
    return player != PLAYER_NONE;
}

static void the_list_follows_a_draft_and_its_people(void **state)
{
    (void)state;
    struct running *running = running_new();
    char game[ULID_LENGTH + 1], former[32] = "user#2", present[32] = "user#2";
    running_start_game(running, game);
    unsigned commands = 0;
    for (; commands < COMMANDS_MAX && choose(running, game); commands++) {
        the_list_is_right(running, game, "");
        if (commands % 5 != 0)
            continue;
        snprintf(former, sizeof former, "%s", present);
        snprintf(present, sizeof present, "new#%u", commands);
        if (commands % 10 == 0)
            present[0] = '\0';
        replace_player(running, game, 1, present);
        the_list_is_right(running, game, former);
    }
    assert_in_range(commands, 30, COMMANDS_MAX - 1);
    running_restart(running);
    the_list_is_right(running, game, former);
    running_free(running);
}

/* Two commands of one batch: the second is told what the first has left. */
static void the_list_follows_a_batch(void **state)
{
    (void)state;
    struct running *running = running_new();
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct snapshot *snapshot = running_snapshot(running, game);
    struct job jobs[2] = {job_host(game, COMMAND_REINVITE),
                          job_choice(snapshot_record(snapshot), 0, 0)};
    jobs[0].command.player = 2;
    snapshot_release(snapshot);
    running_do_together(running, jobs, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_number(jobs[i].outcome, JOB_DONE);
        running_forget(&jobs[i]);
    }
    the_list_is_right(running, game, "");
    replace_player(running, game, 2, "eve#9");
    the_list_is_right(running, game, "user#3");
    running_free(running);
}

static int quieten(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_follows_a_draft_and_its_people),
        cmocka_unit_test(the_list_follows_a_batch),
    };
    return cmocka_run_group_tests(tests, quieten, NULL);
}
