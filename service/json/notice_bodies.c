#include "service/json/notices.h"
#include "service/json/parts.h"
#include "service/json/view_parts.h"

/* Up to the members of the data that not every notice has. */
static struct json_writer begin(const char *type, int64_t at, const char *game, uint32_t seq,
                                uint8_t player, struct buffer *buffer)
{
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_member_text(&writer, "type", type);
    write_member_time(&writer, "timestamp", at);
    write_key(&writer, "data");
    write_object(&writer);
    write_member_text(&writer, "game", game);
    write_member_number(&writer, "seq", seq);
    write_key(&writer, "player");
    write_player(&writer, player);
    return writer;
}

static void end(struct json_writer *writer)
{
    write_object_end(writer);
    write_object_end(writer);
}

void notice_event_write(const char *game, const struct event_envelope *event,
                        const uint8_t hash[HASH_BYTES], struct buffer *buffer)
{
    struct json_writer writer =
        begin(event->type, event->at, game, event->seq, event->player, buffer);
    write_key(&writer, "event");
    event_write_served(event, hash, buffer);
    writer.comma = true;
    end(&writer);
}

void notice_waited_on_write(const struct record *record, uint8_t player, uint32_t seq, int64_t at,
                            struct buffer *buffer)
{
    const struct person *person = &record->people[player];
    const struct table *table = &record->game.table;
    struct json_writer writer = begin(NOTICE_WAITED_ON, at, record->id, seq, player, buffer);
    write_member_text(&writer, "name", person->name);
    write_member_text_or_null(&writer, "external_id", person->external_id);
    write_member_text(&writer, "action", action_id(waited_for(&record->game, player)));
    write_member_text_or_null(&writer, "step", step_id(table->step));
    if (table->step == STEP_NONE)
        write_member_null(&writer, "round");
    else
        write_member_number(&writer, "round", table->players[player].round);
    write_member_time(&writer, "since", person->waiting_since);
    write_deadline(&writer, record, player);
    end(&writer);
}

void notice_ping_write(const char *game, int64_t at, struct buffer *buffer)
{
    struct json_writer writer = begin(NOTICE_PING, at, game, 0, PLAYER_NONE, buffer);
    end(&writer);
}
