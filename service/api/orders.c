/*
 * Standing orders of the calling player.
 */
#include <string.h>

#include "service/api/handlers.h"
#include "service/api/notes.h"
#include "service/api/whole_list.h"
#include "service/engine/note_jobs.h"
#include "service/json/orders_json.h"

/* The step that the path names, and the note of its orders. False: the answer is set. */
static bool find_step(struct call *call, enum step *ret_step, char ret_note[NOTE_NAME_BYTES])
{
    *ret_step = step_find(call->word, strlen(call->word));
    if (!orders_possible(*ret_step)) {
        call_problem(call, "not_found");
        return false;
    }
    orders_name(*ret_step, ret_note);
    return true;
}

static bool take_orders(void *context, const char *name, const char *body, size_t length)
{
    struct json_writer *writer = context;
    write_object(writer);
    write_member_text(writer, "step", name + strlen(NOTE_ORDERS));
    write_key(writer, "orders");
    write_raw(writer, body, length);
    write_object_end(writer);
    return true;
}

static enum store_status read_orders(const struct call *call, struct store_reader *reader,
                                     struct json_writer *items)
{
    return store_notes_read(reader, call->game, call->caller.player, NOTE_ORDERS, take_orders,
                            items);
}

enum call_state orders_list(struct call *call)
{
    return whole_list(call, read_orders);
}

enum call_state orders_get(struct call *call)
{
    enum step step;
    char note[NOTE_NAME_BYTES];
    if (!call_query_done(call) || !find_step(call, &step, note))
        return CALL_ANSWERED;
    return note_answer(call, note);
}

enum call_state orders_put(struct call *call)
{
    enum step step;
    char note[NOTE_NAME_BYTES];
    struct orders orders;
    struct json_faults faults = {0};
    if (!find_step(call, &step, note))
        return CALL_ANSWERED;
    if (!orders_read(call->body, step, &orders, &faults))
        return call_faults(call, &faults);
    struct json_writer writer = json_writer_start(&call->owned);
    orders_write(&writer, &orders);
    return note_put(call, note);
}

enum call_state orders_delete(struct call *call)
{
    enum step step;
    char note[NOTE_NAME_BYTES];
    return find_step(call, &step, note) ? note_delete(call, note) : CALL_ANSWERED;
}
