/*
 * What a view says about deadlines and about who is away.
 */
#include "service/json/parts.h"
#include "service/json/view_parts.h"
#include "service/record/attendance.h"

static int64_t due_of(const struct record *record, uint8_t player)
{
    return record->game.paused ? 0 : record->people[player].deadline.due;
}

static void write_due(struct json_writer *writer, int64_t due)
{
    if (due == 0)
        write_member_null(writer, "deadline");
    else
        write_member_time(writer, "deadline", due);
}

void write_deadline(struct json_writer *writer, const struct record *record, uint8_t player)
{
    write_due(writer, due_of(record, player));
}

void write_first_deadline(struct json_writer *writer, const struct record *record)
{
    int64_t first = 0;
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        int64_t due = due_of(record, player);
        if (due != 0 && (first == 0 || due < first))
            first = due;
    }
    write_due(writer, first);
}

void write_time_limit(struct json_writer *writer, const struct record *record, uint8_t player)
{
    write_deadline(writer, record, player);
    write_member_flag(writer, "overdue", record->people[player].deadline.overdue);
}

void write_presence(struct json_writer *writer, const struct record *record, uint8_t player)
{
    const struct person *person = &record->people[player];
    bool over = record->game.table.stage == STAGE_PLAYING;
    write_member_flag(writer, "autopilot", person->autopilot && !over);
    if (!attendance_is_announced(record, player)) {
        write_member_null(writer, "away");
        return;
    }
    write_key(writer, "away");
    write_object(writer);
    write_member_time(writer, "from", person->absence.from);
    write_member_time(writer, "until", person->absence.until);
    write_object_end(writer);
}

static bool is_listed(const struct view_sheet *sheet, uint8_t player, bool overdue_only)
{
    return sheet->view.waiting[player] != ACTION_NONE &&
           (!overdue_only || sheet->record->people[player].deadline.overdue);
}

/* Nothing is written when there is nobody to do it about. */
static void write_about(struct json_writer *writer, const struct view_sheet *sheet,
                        const char *action, const char *rest, bool overdue_only)
{
    bool any = false;
    for (uint8_t player = 0; player < sheet->view.players; player++)
        any |= is_listed(sheet, player, overdue_only);
    if (!any)
        return;
    begin_host_action(writer, sheet, action, rest);
    write_key(writer, "options");
    write_array(writer);
    for (uint8_t player = 0; player < sheet->view.players; player++)
        if (is_listed(sheet, player, overdue_only))
            write_player(writer, player);
    write_array_end(writer);
    write_object_end(writer);
}

void write_deadline_actions(struct json_writer *writer, const struct view_sheet *sheet)
{
    write_about(writer, sheet, "deadline", "deadline", false);
    write_about(writer, sheet, "default", "players/{player}/default", true);
}
