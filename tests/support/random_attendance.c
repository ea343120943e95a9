#include "tests/support/random_attendance.h"

enum { HOUR = 3600000, KINDS = ATTENDANCE_MOVE + 1 };

static int64_t hours(struct luck *luck, uint32_t most)
{
    return (int64_t)luck_below(luck, most + 1) * HOUR;
}

struct deadline_settings random_deadlines(struct luck *luck)
{
    struct deadline_settings settings = {.stated = !luck_one_in(luck, 8)};
    if (!settings.stated)
        return settings;
    settings.usual = hours(luck, 48);
    for (enum step step = STEP_NONE + 1; step < STEPS; step++) {
        settings.has_own[step] = luck_one_in(luck, 4);
        settings.steps[step] = settings.has_own[step] ? hours(luck, 12) : 0;
    }
    settings.grace = hours(luck, 2);
    settings.on_timeout = (enum on_timeout)luck_below(luck, TIMEOUT_PAUSE + 1);
    settings.quiet_hours_move = luck_one_in(luck, 2);
    settings.vacation = hours(luck, 400);
    return settings;
}

struct attendance random_attendance(const struct record *record, struct luck *luck, int64_t now)
{
    struct attendance command = {.type = (enum attendance_type)luck_below(luck, KINDS)};
    command.player = (uint8_t)luck_below(luck, record->game.setup.players);
    if (command.type <= ATTENDANCE_SET && luck_one_in(luck, 2))
        command.player = PLAYER_NONE;
    command.at = now + hours(luck, 80) - 10 * (int64_t)HOUR;
    command.from = luck_one_in(luck, 2) ? 0 : now + hours(luck, 20) - 5 * (int64_t)HOUR;
    command.length = hours(luck, 30);
    command.on = luck_one_in(luck, 2);
    command.percent = luck_one_in(luck, 2) ? 50 : 90;
    command.cause = luck_one_in(luck, 2) ? CAUSE_RESTART : CAUSE_QUIET_HOURS;
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        if (luck_one_in(luck, 3))
            command.due[player] = now + hours(luck, 50);
    return command;
}
