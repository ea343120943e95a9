/*
 * What webhooks were told, and telling them again.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/api/command.h"
#include "service/api/handlers.h"
#include "service/api/webhooks.h"
#include "service/base/characters.h"
#include "service/webhooks/webhook_json.h"

enum { PAGE_MAX = 200, PAGE_DEFAULT = 50, PLACE_BYTES = 64 };

/* A page on its way into the answer. */
struct page {
    struct json_writer writer;
    const char *webhook;
    uint32_t limit;
    uint32_t count;
    bool more; /* a delivery beyond the page was there */
    struct delivery_place last;
};

static void write_place(const struct delivery_place *place, char ret_text[PLACE_BYTES])
{
    snprintf(ret_text, PLACE_BYTES, "%lld-%u-%u", (long long)place->created_at, place->seq,
             place->part);
}

/* A number and what ENDS it, *TEXT moving behind both. */
static bool read_number(const char **text, char ends, long long *ret_number)
{
    char *end;
    errno = 0;
    *ret_number = strtoll(*text, &end, 10);
    bool fine = is_digit(**text) && errno == 0 && *end == ends;
    *text = end + (*end != '\0');
    return fine;
}

static bool read_place(const char *text, struct delivery_place *ret_place)
{
    long long created_at;
    long long seq;
    long long part;
    if (!read_number(&text, '-', &created_at) || !read_number(&text, '-', &seq) ||
        !read_number(&text, '\0', &part) || seq > UINT32_MAX || part > UINT32_MAX)
        return false;
    *ret_place = (struct delivery_place){created_at, (uint32_t)seq, (uint32_t)part};
    return true;
}

/* *RET_BEHIND is PLACE, or NULL without a cursor. False: the answer is set. */
static bool read_cursor(struct call *call, struct delivery_place *place,
                        const struct delivery_place **ret_behind)
{
    const char *text = call_query(call, "cursor");
    *ret_behind = text != NULL ? place : NULL;
    if (text == NULL || read_place(text, place))
        return true;
    struct json_faults faults = {0};
    json_fault_add(&faults, "?cursor", "must be the \"next\" of a list of deliveries");
    call_faults(call, &faults);
    return false;
}

static bool take_delivery(void *context, const struct delivery *delivery)
{
    struct page *page = context;
    page->more = page->count == page->limit;
    if (page->more)
        return false;
    delivery_write(&page->writer, page->webhook, delivery);
    page->last = (struct delivery_place){delivery->created_at, delivery->seq, delivery->part};
    page->count++;
    return true;
}

static enum call_state answer_page(struct call *call, struct page *page)
{
    char next[PLACE_BYTES];
    write_place(&page->last, next);
    write_array_end(&page->writer);
    write_member_text_or_null(&page->writer, "next", page->more ? next : NULL);
    write_object_end(&page->writer);
    return call_json(call, 200);
}

enum call_state deliveries_list(struct call *call)
{
    struct webhook webhook;
    struct delivery_place place;
    const struct delivery_place *behind;
    long long limit;
    if (!call_query_number(call, "limit", 1, PAGE_MAX, PAGE_DEFAULT, &limit) ||
        !read_cursor(call, &place, &behind) || !call_query_done(call) ||
        !webhook_find(call, &webhook))
        return CALL_ANSWERED;
    struct store_reader *reader = engine_reader(call->service->engine);
    if (reader == NULL)
        return call_problem(call, "unavailable");
    struct page page = {.webhook = webhook.id, .limit = (uint32_t)limit};
    page.writer = json_writer_start(&call->owned);
    write_object(&page.writer);
    write_key(&page.writer, "items");
    write_array(&page.writer);
    enum store_status status =
        store_deliveries_read(reader, webhook.id, behind, page.limit + 1, take_delivery, &page);
    engine_reader_return(call->service->engine, reader);
    return status == STORE_OK ? answer_page(call, &page) : call_problem(call, "unavailable");
}

enum call_state deliveries_ping(struct call *call)
{
    if (!body_is_empty(call) || !webhook_job(call, WEBHOOK_PING))
        return CALL_ANSWERED;
    return call_submit(call);
}

void deliveries_ping_finish(struct call *call)
{
    if (!call_job_done(call))
        return;
    char id[DELIVERY_ID_BYTES];
    delivery_id_write(call->job.webhook.webhook.id, call->job.webhook.seq, call->job.webhook.part,
                      id);
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_member_text(&writer, "delivery", id);
    write_object_end(&writer);
    call_json(call, 202);
}

/* What is to be delivered again. False: the answer is set. */
static bool read_again(struct call *call, struct webhook_change *change)
{
    struct json_faults faults = {0};
    struct field_text delivery = {0};
    int64_t since = 0;
    bool has_since = false;
    const struct field fields[] = {
        {.name = "since",
         .kind = FIELD_INTEGER,
         .maximum = UINT32_MAX,
         .target = &since,
         .present = &has_since},
        {.name = "delivery", .kind = FIELD_TEXT, .maximum = 64, .target = &delivery},
    };
    bool fine = json_read_fields(call->body, "", fields, sizeof fields / sizeof fields[0], &faults);
    if (fine && has_since == (delivery.text != NULL))
        json_fault_add(&faults, "", "must have either since or delivery");
    change->kind = has_since ? WEBHOOK_REDELIVER_SINCE : WEBHOOK_REDELIVER;
    change->seq = (uint32_t)since;
    if (faults.count > 0) {
        call_faults(call, &faults);
    } else if (!has_since && !delivery_id_read(delivery.text, delivery.length, call->word,
                                               &change->seq, &change->part)) {
        call_problem(call, "not_found");
        return false;
    }
    return faults.count == 0;
}

enum call_state deliveries_again(struct call *call)
{
    if (!webhook_job(call, WEBHOOK_REDELIVER) || !read_again(call, &call->job.webhook))
        return CALL_ANSWERED;
    return call_submit(call);
}

void deliveries_again_finish(struct call *call)
{
    if (!call_job_done(call))
        return;
    const struct webhook_change *change = &call->job.webhook;
    bool is_one = change->kind == WEBHOOK_REDELIVER;
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_member_number(&writer, "queued", is_one ? 1 : change->count);
    if (!is_one && change->more)
        write_member_number(&writer, "next", change->seq);
    else
        write_member_null(&writer, "next");
    write_object_end(&writer);
    call_json(call, 202);
}
