/*
 * Games at random in which hardly anybody ever comes: people are away, hand over, leave orders,
 * keep commitments to themselves, are replaced; hosts pause and move deadlines; the service is
 * stopped for days. Whatever happens, a game with defaults ends, and anybody can check that it was
 * fair.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/catalogue.h"
#include "service/base/log.h"
#include "service/fairness/commitment.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random_play.h"
#include "tests/support/unattended.h"

enum { GAMES = 8, STEPS_OF_TIME_MAX = 4000 };

struct play {
    struct running *running;
    struct luck luck;
    struct secrets secrets;
    char game[ULID_LENGTH + 1];
};

static struct deadline_settings random_settings(struct luck *luck)
{
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    settings.grace = luck_below(luck, 3) * HOUR;
    settings.quiet_hours_move = luck_one_in(luck, 2);
    for (enum step step = STEP_FACTION_DRAFT; step < STEPS; step++) {
        settings.has_own[step] = luck_one_in(luck, 3);
        settings.steps[step] = (1 + luck_below(luck, 100)) * HOUR;
    }
    return settings;
}

static void begin(struct play *play, struct running *running, uint64_t seed)
{
    *play = (struct play){.running = running, .luck = {.state = seed}};
    struct job create = job_create(3);
    create.command.create = random_setup(&play->luck);
    create.command.create.options.auto_start = true;
    create.created.deadlines = random_settings(&play->luck);
    unattended_game_of(running, &create, play->game);
}

/* Does what may be refused. */
static void attempt(struct play *play, struct job job)
{
    running_do(play->running, &job);
    assert_true(job.outcome == JOB_DONE || job.outcome == JOB_REFUSED ||
                job.outcome == JOB_NOT_FOUND);
    running_forget(&job);
    unattended_pass(play->running, 0);
}

/* A random choice, sealed in any way; a withheld one is hardly ever opened. */
static void choose(struct play *play, uint8_t player)
{
    const struct record record = unattended_record(play->running, play->game);
    if (waited_for(&record.game, player) == ACTION_NONE)
        return;
    struct job job = job_choice(&record, player, 0);
    job.command = random_command(&record.game, player, &play->luck, &play->secrets);
    struct commit_command *commit = &job.command.commit;
    if (job.command.type == COMMAND_COMMIT && commit->sealed_by != SEALED_BY_SERVER) {
        struct pick pick = play->secrets.picks[player];
        if (commit->sealed_by == SEALED_BY_CLIENT)
            (void)pick_from_cards(&commit->cards, commit->nonce, &pick);
        commitment_of(play->game, commit->step, record.game.table.players[player].round, player,
                      &pick, commit->commitment);
    }
    attempt(play, job);
}

static void attend(struct play *play, uint8_t player, struct attendance attendance)
{
    attempt(play, unattended_attendance(play->running, play->game, player, attendance));
}

static void leave_note(struct play *play, uint8_t player)
{
    static const char *const quiet[] = {
        "{\"zone\":\"Europe/Berlin\",\"from\":\"22:00\",\"until\":\"08:00\"}",
        "{\"zone\":\"Asia/Kathmandu\",\"from\":\"00:00\",\"until\":\"23:00\"}", NULL};
    char body[64];
    snprintf(body, sizeof body, "{\"wishes\":[\"%s\",\"%s\"]}",
             catalogue_cards[luck_below(&play->luck, FACTIONS_MAX)].id,
             catalogue_cards[luck_below(&play->luck, FACTIONS_MAX)].id);
    if (luck_one_in(&play->luck, 2))
        attempt(play, unattended_note(play->running, play->game, player,
                                      luck_one_in(&play->luck, 2) ? "orders/faction_draft"
                                                                  : "orders/home_systems",
                                      body));
    else
        attempt(play, unattended_note(play->running, play->game, player, "quiet_hours",
                                      quiet[luck_below(&play->luck, 3)]));
}

static void rest_and_start_again(struct play *play)
{
    running_stop(play->running);
    play->running->clock.milliseconds += luck_below(&play->luck, 100) * HOUR;
    play->running->restart_grace = luck_below(&play->luck, 3) * HOUR;
    assert_true(running_start(play->running));
    unattended_pass(play->running, 0);
}

static void replace(struct play *play, uint8_t player)
{
    struct job reinvite = job_host(play->game, COMMAND_REINVITE);
    reinvite.command.player = player;
    attempt(play, reinvite);
    attempt(play, job_join(play->running, play->game, player));
}

static void pause_for_a_while(struct play *play)
{
    attempt(play, job_host(play->game, COMMAND_PAUSE));
    unattended_pass(play->running, luck_below(&play->luck, 50) * HOUR);
    attempt(play, job_host(play->game, COMMAND_RESUME));
}

static void host_gives_default(struct play *play, uint8_t player)
{
    struct job job = job_host(play->game, COMMAND_DEFAULT);
    job.command.player = player;
    attempt(play, job);
}

/* Announces some time away, and now and then thinks better of it. */
static void go_away(struct play *play, uint8_t player)
{
    int64_t now = play->running->clock.milliseconds;
    int64_t some = (int64_t)luck_below(&play->luck, 72) * HOUR;
    attend(
        play, player,
        (struct attendance){
            .type = ATTENDANCE_AWAY, .player = player, .from = now + some / 2, .at = now + some});
    if (luck_one_in(&play->luck, 3))
        attend(play, player, (struct attendance){.type = ATTENDANCE_BACK, .player = player});
}

/* Something that somebody does. */
static void live(struct play *play, uint8_t players)
{
    uint8_t player = (uint8_t)luck_below(&play->luck, players);
    int64_t some = (int64_t)luck_below(&play->luck, 72) * HOUR;
    switch (luck_below(&play->luck, 10)) {
    case 0:
        attend(play, player,
               (struct attendance){.type = ATTENDANCE_AUTOPILOT,
                                   .player = player,
                                   .on = luck_one_in(&play->luck, 2)});
        break;
    case 1:
        go_away(play, player);
        break;
    case 2:
        attend(play, player, (struct attendance){.type = ATTENDANCE_BACK, .player = player});
        break;
    case 3:
        attend(
            play, PLAYER_NONE,
            (struct attendance){.type = ATTENDANCE_EXTEND, .player = player, .length = some + 1});
        break;
    case 4:
        leave_note(play, player);
        break;
    case 5:
        rest_and_start_again(play);
        break;
    case 6:
        replace(play, player);
        break;
    case 7:
        pause_for_a_while(play);
        break;
    case 8:
        host_gives_default(play, player);
        break;
    default:
        choose(play, player);
    }
}

static void assert_ends(struct play *play)
{
    for (unsigned i = 0; i < STEPS_OF_TIME_MAX; i++) {
        const struct record record = unattended_record(play->running, play->game);
        const char *fault = check(&record.game);
        if (fault)
            fail_msg("%s", fault);
        if (record.game.table.stage != STAGE_SETUP)
            return;
        if (luck_one_in(&play->luck, 3))
            live(play, record.game.setup.players);
        unattended_pass(play->running, luck_below(&play->luck, 30) * HOUR);
    }
    const struct record record = unattended_record(play->running, play->game);
    fail_msg("the game never ends: it stands in %s", step_id(record.game.table.step));
}

/* What is to have happened at least once in all the games. */
static const struct {
    const char *type;
    const char *text;
} kinds[] = {
    {"player.overdue", ""},
    {"player.reminder", "\"percent\":90"},
    {"player.autopilot", "true"},
    {"player.away", ""},
    {"player.back", ""},
    {"player.reinvited", ""},
    {"deadline.set", "host"},
    {"deadline.set", "quiet_hours"},
    {"deadline.set", "restart"},
    {"pick.committed", "\"automatic\":true"},
    {"pick.void", ""},
    {"turn.taken", "\"automatic\":true"},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void note_kinds(const struct play *play, unsigned seen[KINDS])
{
    for (size_t i = 0; i < KINDS; i++)
        seen[i] += unattended_count_with(play->running, play->game, kinds[i].type, kinds[i].text);
}

static void every_game_with_defaults_ends_and_can_be_verified(void **state)
{
    struct running *running = *state;
    unsigned seen[KINDS] = {0};
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct play play;
        begin(&play, running, seed);
        assert_ends(&play);
        unattended_verify(running, play.game);
        note_kinds(&play, seen);
    }
    for (size_t i = 0; i < KINDS; i++)
        if (seen[i] == 0)
            fail_msg("%s %s has not happened", kinds[i].type, kinds[i].text);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        RUNNING_TEST(every_game_with_defaults_ends_and_can_be_verified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
