/*
 * Turns that are taken for players who are not there: by default, or as they have ordered. What a
 * user would see go wrong: a turn that waits although somebody has left word, one that is taken
 * against a player's will, wishes that others can read.
 */
#include <stdio.h>
#include <string.h>

#include "rules/catalogue.h"
#include "service/base/log.h"
#include "service/store/due.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/unattended.h"

enum { ORDER_BYTES = 4096 };

static void autopilot(struct running *running, const char *game, uint8_t player, bool on)
{
    struct job job = unattended_attendance(
        running, game, player,
        (struct attendance){.type = ATTENDANCE_AUTOPILOT, .player = player, .on = on});
    unattended_do(running, &job);
}

static void note(struct running *running, const char *game, uint8_t player, const char *name,
                 const char *body)
{
    struct job job = unattended_note(running, game, player, name, body);
    unattended_do(running, &job);
}

/* All factions, the last one of the alphabet first. */
static const char *all_factions_backwards(void)
{
    static char body[ORDER_BYTES];
    size_t length = (size_t)snprintf(body, sizeof body, "{\"wishes\":[");
    for (size_t i = FACTIONS_MAX; i-- > 0;)
        length += (size_t)snprintf(body + length, sizeof body - length, "\"%s\"%s",
                                   catalogue_cards[i].id, i > 0 ? "," : "]}");
    return body;
}

static void play_to(struct running *running, const char *game, enum step step)
{
    for (;;) {
        const struct record record = unattended_record(running, game);
        if (record.game.table.step == step)
            return;
        uint8_t player = 0;
        while (waited_for(&record.game, player) == ACTION_NONE)
            player++;
        unattended_act(running, game, player);
    }
}

static uint8_t first_waited_on(const struct record *record)
{
    uint8_t player = 0;
    while (waited_for(&record->game, player) == ACTION_NONE)
        player++;
    return player;
}

static void who_hands_over_is_waited_for_no_more(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    autopilot(running, game, 1, true);
    assert_number(unattended_count(running, game, "pick.committed", 1), 1);
    assert_number(unattended_count_with(running, game, "pick.committed", "\"automatic\":true"), 1);
    unattended_act(running, game, 0);
    unattended_act(running, game, 2);
    assert_number(unattended_count(running, game, "pick.committed", 1), 2);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 0);
}

static void who_takes_back_is_waited_for_again(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    autopilot(running, game, 1, true);
    autopilot(running, game, 1, false);
    unattended_act(running, game, 0);
    unattended_act(running, game, 2);
    const struct record record = unattended_record(running, game);
    assert_number(record.game.table.round, 2);
    assert_number(waited_for(&record.game, 1), ACTION_COMMIT);
}

static void when_all_hand_over_the_setup_is_over_at_once(void **state)
{
    struct running *running = *state;
    struct deadline_settings none = {.stated = false};
    char game[ULID_LENGTH + 1];
    unattended_game(running, 6, &none, game);
    for (uint8_t player = 0; player < 6; player++)
        autopilot(running, game, player, true);
    assert_number(unattended_record(running, game).game.table.stage, STAGE_PLAYING);
    unattended_verify(running, game);
}

static void autopilot_waits_while_the_game_is_paused(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct job pause = job_host(game, COMMAND_PAUSE);
    unattended_do(running, &pause);
    autopilot(running, game, 1, true);
    assert_number(unattended_count(running, game, "pick.committed", 1), 0);
    struct job resume = job_host(game, COMMAND_RESUME);
    unattended_do(running, &resume);
    assert_number(unattended_count(running, game, "pick.committed", 1), 1);
}

static void an_order_takes_the_turn_as_the_player_would(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    const struct record record = unattended_record(running, game);
    const struct choices choices = options_for(&record.game, 1);
    note(running, game, 1, "orders/faction_draft", all_factions_backwards());
    assert_number(unattended_count(running, game, "pick.committed", 1), 1);
    assert_number(unattended_count_with(running, game, "pick.committed", "automatic"), 0);
    const struct record after = unattended_record(running, game);
    assert_number(after.game.table.players[1].seal.pick.cards[0],
                  choices.options[choices.count - 1]);
    /* It stands for the rounds to come. */
    unattended_act(running, game, 0);
    unattended_act(running, game, 2);
    assert_number(unattended_record(running, game).game.table.round, 2);
    assert_number(unattended_count(running, game, "pick.committed", 1), 2);
    unattended_verify(running, game);
}

static void an_order_comes_before_autopilot(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct job jobs[2] = {
        unattended_attendance(
            running, game, 1,
            (struct attendance){.type = ATTENDANCE_AUTOPILOT, .player = 1, .on = true}),
        unattended_note(running, game, 1, "orders/faction_draft", all_factions_backwards())};
    running_do_together(running, jobs, 2);
    running_forget(&jobs[0]);
    unattended_pass(running, 0);
    assert_number(unattended_count(running, game, "pick.committed", 1), 1);
    assert_number(unattended_count_with(running, game, "pick.committed", "automatic"), 0);
}

static void an_order_for_another_step_waits_for_it(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    uint32_t version = running_version(running, game);
    char body[ORDER_BYTES];
    size_t length = (size_t)snprintf(body, sizeof body, "{\"wishes\":[");
    for (size_t i = catalogue_king_count; i-- > 0;)
        length += (size_t)snprintf(body + length, sizeof body - length, "\"%s\"%s",
                                   catalogue_kings[i].id, i > 0 ? "," : "]}");
    for (uint8_t player = 0; player < 3; player++)
        note(running, game, player, "orders/kings", body);
    assert_number(running_version(running, game), version);
    play_to(running, game, STEP_HOME_SYSTEMS);
    while (unattended_record(running, game).game.table.step == STEP_HOME_SYSTEMS) {
        const struct record record = unattended_record(running, game);
        unattended_act(running, game, first_waited_on(&record));
    }
    /* All turns of the step are taken with the command that led to it. */
    const struct record record = unattended_record(running, game);
    assert_true(record.game.table.step > STEP_KINGS);
    assert_number(unattended_count_with(running, game, "turn.taken", "\"king\""), 3);
    assert_number(unattended_count_with(running, game, "turn.taken", "\"automatic\":true,\"king\""),
                  0);
}

static void wishes_that_cannot_be_had_wait_for_the_player(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    const struct record record = unattended_record(running, game);
    const struct choices others = options_for(&record.game, 0);
    char body[ORDER_BYTES];
    snprintf(body, sizeof body, "{\"wishes\":[\"%s\"]}", catalogue_cards[others.options[0]].id);
    note(running, game, 1, "orders/faction_draft", body);
    unattended_pass(running, DAY);
    assert_number(unattended_count(running, game, "pick.committed", PLAYER_NONE), 0);
}

static void whoever_takes_a_turn_back_takes_the_order_back(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    play_to(running, game, STEP_HOME_SYSTEMS);
    const struct record before = unattended_record(running, game);
    uint8_t player = first_waited_on(&before);
    note(running, game, player, "orders/home_systems", all_factions_backwards());
    assert_number(unattended_count(running, game, "turn.taken", player), 1);
    const struct record after = unattended_record(running, game);
    struct job undo = job_host(game, COMMAND_UNDO);
    undo.command.undo_version = after.game.version;
    unattended_do(running, &undo);
    unattended_pass(running, DAY);
    assert_number(unattended_count(running, game, "turn.taken", player), 1);
    const struct record undone = unattended_record(running, game);
    assert_number(first_waited_on(&undone), player);
}

static void orders_go_with_the_person_who_left_them(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct job pause = job_host(game, COMMAND_PAUSE);
    unattended_do(running, &pause);
    note(running, game, 1, "orders/faction_draft", all_factions_backwards());
    autopilot(running, game, 1, true);
    struct job reinvite = job_host(game, COMMAND_REINVITE);
    reinvite.command.player = 1;
    unattended_do(running, &reinvite);
    struct job resume = job_host(game, COMMAND_RESUME);
    unattended_do(running, &resume);
    assert_number(unattended_count(running, game, "pick.committed", PLAYER_NONE), 0);
}

/* The program ended when the note was on disk and nothing more. */
static void what_was_to_be_done_at_once_is_done_after_a_restart(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    const char *body = all_factions_backwards();
    struct gate gate;
    gate_close(running, &gate);
    assert_number(store_begin(running->store), STORE_OK);
    assert_number(
        store_note_put(running->store, game, 1, "orders/faction_draft", body, strlen(body)),
        STORE_OK);
    assert_number(store_set_due(running->store, game, DUE_AT_ONCE), STORE_OK);
    assert_number(store_commit(running->store), STORE_OK);
    gate_open(&gate);
    running_restart(running);
    unattended_pass(running, 0);
    assert_number(unattended_count(running, game, "pick.committed", 1), 1);
}

/* By the fixture it is four in the morning, by UTC. */
static void reminders_let_people_sleep(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_WAIT);
    char game[ULID_LENGTH + 1];
    unattended_game(running, 3, &settings, game);
    note(running, game, 1, "quiet_hours",
         "{\"zone\":\"UTC\",\"from\":\"12:00\",\"until\":\"18:00\"}");
    unattended_pass(running, 13 * HOUR); /* 16:04 */
    assert_number(unattended_count(running, game, "player.reminder", 0), 1);
    assert_number(unattended_count(running, game, "player.reminder", 1), 0);
    unattended_pass(running, 2 * HOUR);
    assert_number(unattended_count(running, game, "player.reminder", 1), 1);
    const struct record record = unattended_record(running, game);
    assert_true(record.people[0].deadline.due == record.people[1].deadline.due);
    assert_number(unattended_count(running, game, "deadline.set", PLAYER_NONE), 0);
}

static void deadlines_wait_for_the_morning_where_the_game_says_so(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(2 * HOUR, TIMEOUT_DEFAULT);
    settings.quiet_hours_move = true;
    char game[ULID_LENGTH + 1];
    unattended_game(running, 3, &settings, game);
    note(running, game, 1, "quiet_hours",
         "{\"zone\":\"UTC\",\"from\":\"04:00\",\"until\":\"09:00\"}");
    assert_number(unattended_count_with(running, game, "deadline.set", "\"cause\":\"quiet_hours\""),
                  1);
    const struct record record = unattended_record(running, game);
    int64_t morning = record.people[1].deadline.due;
    assert_number(morning % DAY, 9 * HOUR);
    /* Hours that are moved after it do not move it again. */
    note(running, game, 1, "quiet_hours",
         "{\"zone\":\"UTC\",\"from\":\"08:59\",\"until\":\"08:58\"}");
    assert_number(unattended_record(running, game).people[1].deadline.due, morning);
    unattended_pass(running, 4 * HOUR);
    assert_number(unattended_count(running, game, "player.overdue", 0), 1);
    assert_number(unattended_count(running, game, "player.overdue", 1), 0);
    unattended_pass(running, morning + HOUR - running->clock.milliseconds);
    assert_number(unattended_count(running, game, "player.overdue", 1), 1);
    unattended_verify(running, game);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        RUNNING_TEST(who_hands_over_is_waited_for_no_more),
        RUNNING_TEST(who_takes_back_is_waited_for_again),
        RUNNING_TEST(when_all_hand_over_the_setup_is_over_at_once),
        RUNNING_TEST(autopilot_waits_while_the_game_is_paused),
        RUNNING_TEST(an_order_takes_the_turn_as_the_player_would),
        RUNNING_TEST(an_order_comes_before_autopilot),
        RUNNING_TEST(an_order_for_another_step_waits_for_it),
        RUNNING_TEST(wishes_that_cannot_be_had_wait_for_the_player),
        RUNNING_TEST(whoever_takes_a_turn_back_takes_the_order_back),
        RUNNING_TEST(orders_go_with_the_person_who_left_them),
        RUNNING_TEST(what_was_to_be_done_at_once_is_done_after_a_restart),
        RUNNING_TEST(reminders_let_people_sleep),
        RUNNING_TEST(deadlines_wait_for_the_morning_where_the_game_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
