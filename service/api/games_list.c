#include <string.h>

#include "service/api/cursor.h"
#include "service/api/handlers.h"
#include "service/json/parts.h"

enum { PAGE_MAX = 200, PAGE_DEFAULT = 50, QUERY_BYTES_MAX = 256 };

static const char *const orders[] = {
    [ORDER_CREATED] = "created_at", [ORDER_CREATED_DESC] = "-created_at",
    [ORDER_UPDATED] = "updated_at", [ORDER_UPDATED_DESC] = "-updated_at",
    [ORDER_NAME] = "name",
};

/* A page of games on its way into the answer. */
struct page {
    struct json_writer writer;
    enum list_order order;
    uint32_t limit;
    uint32_t count;
    bool more; /* a row beyond the page was there */
    char next[CURSOR_BYTES];
};

static enum call_state refuse(struct call *call, const char *pointer, const char *detail)
{
    struct json_faults faults = {0};
    json_fault_add(&faults, pointer, "%s", detail);
    return call_faults(call, &faults);
}

static bool read_status(struct call *call, struct list_filter *filter)
{
    const char *text = call_query(call, "status");
    filter->status = text == NULL ? -1 : (int)status_find(text, strlen(text));
    if (filter->status != STATUSES)
        return true;
    refuse(call, "?status", "must be lobby, setup, playing, paused, finished or abandoned");
    return false;
}

static bool read_step(struct call *call, struct list_filter *filter)
{
    const char *text = call_query(call, "step");
    filter->step = -1;
    if (text == NULL)
        return true;
    enum step step = step_find(text, strlen(text));
    filter->step = (int)step;
    if (step != STEP_NONE)
        return true;
    refuse(call, "?step", "must be the id of a step, like faction_draft or splice");
    return false;
}

static bool read_order(struct call *call, struct list_filter *filter)
{
    const char *text = call_query(call, "sort");
    filter->order = ORDER_CREATED_DESC;
    if (text == NULL)
        return true;
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (strcmp(text, orders[i]) == 0) {
            filter->order = (enum list_order)i;
            return true;
        }
    }
    refuse(call, "?sort", "must be created_at, -created_at, updated_at, -updated_at or name");
    return false;
}

static bool read_texts(struct call *call, struct list_filter *filter)
{
    filter->waiting_on = call_query(call, "waiting_on");
    filter->query = call_query(call, "q");
    if (filter->query == NULL || strlen(filter->query) <= QUERY_BYTES_MAX)
        return true;
    refuse(call, "?q", "must be at most 256 bytes long");
    return false;
}

static enum call_state refuse_cursor(struct call *call)
{
    return refuse(call, "?cursor", "must be the \"next\" of a list with the same sort");
}

/* CURSOR is what FILTER will point into. */
static bool read_page(struct call *call, struct list_filter *filter, struct cursor *cursor)
{
    long long limit;
    if (!call_query_number(call, "limit", 1, PAGE_MAX, PAGE_DEFAULT, &limit))
        return false;
    filter->limit = (uint32_t)limit;
    const char *text = call_query(call, "cursor");
    if (text == NULL)
        return true;
    if (!cursor_read(text, filter->order, cursor)) {
        refuse_cursor(call);
        return false;
    }
    filter->after_key = cursor->key;
    filter->after_id = cursor->id;
    return true;
}

/* An operator lists all games, a creator its own, everybody else those that are public. */
static void limit_to_caller(const struct call *call, struct list_filter *filter)
{
    if (call->caller.role == ROLE_CREATOR)
        filter->creator = call->caller.subject;
    else
        filter->public_only = call->caller.role != ROLE_OPERATOR;
}

static unsigned bits_of(uint8_t players)
{
    return (unsigned)__builtin_popcount(players);
}

static void write_waiting(struct json_writer *writer, uint8_t waiting)
{
    write_key(writer, "waiting_on");
    write_array(writer);
    for (uint8_t player = 0; player < PLAYERS_MAX; player++)
        if ((waiting >> player & 1) != 0)
            write_player(writer, player);
    write_array_end(writer);
}

static void write_row(struct json_writer *writer, const struct game_row *row)
{
    write_object(writer);
    write_member_text(writer, "id", row->id);
    write_member_text(writer, "name", row->name);
    write_member_text(writer, "status", status_id(row->status));
    write_member_text_or_null(writer, "step", step_id(row->step));
    write_waiting(writer, row->waiting);
    write_member_number(writer, "players", row->players);
    write_member_number(writer, "joined", bits_of(row->joined));
    write_member_number(writer, "version", row->version);
    write_member_text(writer, "visibility", row->is_private ? "private" : "public");
    write_member_time(writer, "created_at", row->created_at);
    write_member_time(writer, "updated_at", row->updated_at);
    write_object_end(writer);
}

static bool take_row(void *context, const struct game_row *row, const char *sort_key)
{
    struct page *page = context;
    if (page->count == page->limit) {
        page->more = true;
        return false;
    }
    write_row(&page->writer, row);
    page->count++;
    if (page->count == page->limit)
        cursor_write(page->order, row->id, sort_key, page->next);
    return true;
}

enum call_state games_list(struct call *call)
{
    struct list_filter filter = {0};
    struct cursor cursor;
    if (!read_status(call, &filter) || !read_step(call, &filter) || !read_order(call, &filter) ||
        !read_texts(call, &filter) || !read_page(call, &filter, &cursor) || !call_query_done(call))
        return CALL_ANSWERED;
    limit_to_caller(call, &filter);
    struct page page = {.order = filter.order, .limit = filter.limit};
    filter.limit++; /* one more tells whether there is a next page */

    struct store_reader *reader = engine_reader(call->service->engine);
    if (reader == NULL)
        return call_problem(call, "unavailable");
    page.writer = json_writer_start(&call->owned);
    write_object(&page.writer);
    write_key(&page.writer, "items");
    write_array(&page.writer);
    enum store_status status = store_list(reader, &filter, take_row, &page);
    engine_reader_return(call->service->engine, reader);
    if (status == STORE_NOT_FOUND)
        return refuse_cursor(call);
    if (status != STORE_OK)
        return call_problem(call, "unavailable");
    write_array_end(&page.writer);
    write_member_text_or_null(&page.writer, "next", page.more ? page.next : NULL);
    write_object_end(&page.writer);
    return call_json(call, 200);
}
