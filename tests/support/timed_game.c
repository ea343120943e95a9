#include "tests/support/timed_game.h"

#include "tests/support/cmocka_all.h"

struct deadline_settings timed_settings(void)
{
    return (struct deadline_settings){
        .stated = true, .usual = 24 * HOUR, .grace = HOUR, .vacation = 14 * 24 * HOUR};
}

void timed_begin_as(struct timed_game *game, const struct setup *setup,
                    const struct deadline_settings *settings)
{
    log_play_begin_timed(&game->play, 1, setup, settings, NULL, NULL);
    log_play_start(&game->play);
    game->start = game->play.now;
}

void timed_begin(struct timed_game *game, const struct deadline_settings *settings)
{
    const struct setup setup = {.players = 3, .options = options_default()};
    timed_begin_as(game, &setup, settings);
}

void timed_begin_usual(struct timed_game *game)
{
    const struct deadline_settings settings = timed_settings();
    timed_begin(game, &settings);
}

/* log_play_run moves the clock by itself. */
static void decided(struct timed_game *game, int64_t after, const struct command *command)
{
    game->play.now = game->start + after - 1000;
    enum refusal refusal = log_play_run(&game->play, command);
    if (refusal != ACCEPTED)
        fail_msg("refused: %s", refusal_code(refusal));
}

void timed_run(struct timed_game *game, int64_t after, enum command_type type, uint8_t player)
{
    decided(game, after, &(struct command){.type = type, .player = player});
}

void timed_choose(struct timed_game *game, int64_t after, uint8_t player)
{
    struct command command = first_choice(&game->play.record.game, player);
    decided(game, after, &command);
}

void timed_commit_withheld(struct timed_game *game, int64_t after, uint8_t player)
{
    struct command command = {.type = COMMAND_COMMIT, .player = player};
    command.commit.step = game->play.record.game.table.step;
    command.commit.sealed_by = SEALED_WITHHELD;
    decided(game, after, &command);
}

void timed_attend(struct timed_game *game, int64_t after, struct attendance command)
{
    game->play.now = game->start + after;
    enum refusal refusal = log_play_attend(&game->play, &command);
    if (refusal != ACCEPTED)
        fail_msg("refused: %s", refusal_code(refusal));
}

void timed_away(struct timed_game *game, int64_t after, uint8_t player, int64_t from, int64_t until)
{
    timed_attend(game, after,
                 (struct attendance){.type = ATTENDANCE_AWAY,
                                     .player = player,
                                     .from = game->start + from,
                                     .at = game->start + until});
}

void timed_overdue(struct timed_game *game, int64_t after, uint8_t player)
{
    timed_attend(game, after, (struct attendance){.type = ATTENDANCE_OVERDUE, .player = player});
}

int64_t timed_due(const struct timed_game *game, uint8_t player)
{
    int64_t due = game->play.record.people[player].deadline.due;
    return due == 0 ? -1 : due - game->start;
}

const struct person *timed_person(const struct timed_game *game, uint8_t player)
{
    return &game->play.record.people[player];
}

void timed_play_to(struct timed_game *game, int64_t after, enum step step)
{
    const struct game *played = &game->play.record.game;
    while (played->table.stage == STAGE_SETUP && played->table.step != step)
        for (uint8_t player = 0; player < played->setup.players; player++)
            if (played->table.step != step && waited_for(played, player) != ACTION_NONE)
                timed_choose(game, after, player);
}
