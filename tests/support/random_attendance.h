/*
 * What happens to people and time in a random game: deadlines are moved, reminders sent, players
 * are away and back, overdue, or hand over to the default.
 */
#ifndef TESTS_SUPPORT_RANDOM_ATTENDANCE_H
#define TESTS_SUPPORT_RANDOM_ATTENDANCE_H

#include "service/record/attendance.h"
#include "tests/support/random_play.h"

/* Settings as creators make them, with and without everything. */
struct deadline_settings random_deadlines(struct luck *luck);

/* Any command, sensible or not, around NOW. */
struct attendance random_attendance(const struct record *record, struct luck *luck, int64_t now);

#endif
