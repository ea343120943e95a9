#include "service/json/frame_json.h"

#include "rules/view.h"
#include "service/json/parts.h"
#include "service/json/view_parts.h"

size_t frame_open(struct buffer *buffer, const char *id, const char *type)
{
    if (id) {
        buffer_text(buffer, "id: ");
        buffer_text(buffer, id);
        buffer_char(buffer, '\n');
    }
    buffer_text(buffer, "event: ");
    buffer_text(buffer, type);
    buffer_text(buffer, "\ndata: ");
    return buffer->length;
}

void frame_close(struct buffer *buffer)
{
    buffer_text(buffer, "\n\n");
}

static void write_wait(const struct record *record, const struct view *view, uint8_t player,
                       struct json_writer *writer)
{
    uint8_t own_round = view->player[player].round;
    write_object(writer);
    write_member_text(writer, "action", action_id(view->waiting[player]));
    write_deadline(writer, record, player);
    if (view->step == STEP_NONE)
        write_member_null(writer, "round");
    else
        write_member_number(writer, "round", own_round > 0 ? own_round : view->round);
    write_member_text_or_null(writer, "step", step_id(view->step));
    write_object_end(writer);
}

void notice_write(const struct record *record, uint8_t player, bool with_game,
                  struct buffer *buffer)
{
    const struct person *person = &record->people[player];
    struct view view;
    view_of(&record->game, (struct viewer){.kind = VIEWER_PUBLIC}, &view);
    if (view.waiting[player] == ACTION_NONE)
        return;
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_member_time(&writer, "at", person->waiting_since);
    write_key(&writer, "data");
    write_wait(record, &view, player, &writer);
    if (with_game)
        write_member_text(&writer, "game", record->id);
    write_key(&writer, "player");
    write_player(&writer, player);
    write_member_number(&writer, "seq", person->waiting_from);
    write_member_text(&writer, "type", NOTICE_TYPE);
    write_object_end(&writer);
}
