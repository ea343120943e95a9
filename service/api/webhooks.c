/*
 * Webhooks: the game's own, which its host and those above it manage, and those of each player.
 * Whose a webhook is, nobody else gets to know.
 */
#include "service/api/webhooks.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/api/command.h"
#include "service/api/handlers.h"
#include "service/api/whole_list.h"
#include "service/json/notices.h"
#include "service/json/parts.h"
#include "service/webhooks/signature.h"
#include "service/webhooks/target.h"
#include "service/webhooks/webhook_json.h"

enum { TYPES_MAX = 32 };

/* What a channel of people wants to hear, unless it is told otherwise. */
static const char discord_types[] = NOTICE_WAITED_ON ",player.reminder,player.overdue,game.*";

bool webhook_job(struct call *call, enum webhook_change_kind kind)
{
    if (!ulid_valid(call->word, strlen(call->word))) {
        call_problem(call, "not_found");
        return false;
    }
    if (!call_job(call, JOB_WEBHOOK))
        return false;
    call->job.webhook = (struct webhook_change){.kind = kind};
    memcpy(call->job.webhook.webhook.id, call->word, ULID_LENGTH);
    return true;
}

bool webhook_find(struct call *call, struct webhook *ret_webhook)
{
    struct store_reader *reader = engine_reader(call->service->engine);
    enum store_status status = STORE_UNAVAILABLE;
    if (reader != NULL) {
        status =
            store_webhook_read(reader, call->game, acting_player(call), call->word, ret_webhook);
        engine_reader_return(call->service->engine, reader);
    }
    if (status != STORE_OK)
        call_problem(call, status == STORE_NOT_FOUND ? "not_found" : "unavailable");
    return status == STORE_OK;
}

static bool take_webhook(void *context, const struct webhook *webhook)
{
    struct json_writer *writer = context;
    write_object(writer);
    webhook_write(writer, webhook);
    write_object_end(writer);
    return true;
}

static enum store_status read_webhooks(const struct call *call, struct store_reader *reader,
                                       struct json_writer *items)
{
    return store_webhooks_read(reader, call->game, acting_player(call), take_webhook, items);
}

enum call_state webhooks_list(struct call *call)
{
    return whole_list(call, read_webhooks);
}

enum call_state webhooks_get(struct call *call)
{
    struct webhook webhook;
    if (!call_query_done(call) || !webhook_find(call, &webhook))
        return CALL_ANSWERED;
    struct json_writer writer = json_writer_start(&call->owned);
    take_webhook(&writer, &webhook);
    return call_json(call, 200);
}

/* The body of a create as it was sent. */
struct told {
    struct field_text url;
    struct field_text format;
    struct field_text player;
    json_t *types; /* NULL: absent */
};

static void add_type(const json_t *value, size_t index, struct webhook *webhook,
                     struct json_faults *faults)
{
    char pointer[JSON_POINTER_BYTES];
    if (!json_is_string(value) ||
        !notice_known(json_string_value(value), json_string_length(value))) {
        json_pointer_entry("/types", index, pointer);
        json_fault_add(faults, pointer,
                       "must be a type like step.opened, or a group like splice.*");
        return;
    }
    size_t length = strlen(webhook->types);
    snprintf(webhook->types + length, sizeof webhook->types - length, "%s%s", length > 0 ? "," : "",
             json_string_value(value));
}

static void read_types(const json_t *types, struct webhook *webhook, struct json_faults *faults)
{
    if (types == NULL) {
        if (webhook->format == WEBHOOK_DISCORD)
            memcpy(webhook->types, discord_types, sizeof discord_types);
        return;
    }
    size_t count = json_array_size(types);
    if (!json_is_array(types) || count == 0 || count > TYPES_MAX) {
        json_fault_add(faults, "/types", "must be an array of 1 to %d types", TYPES_MAX);
        return;
    }
    for (size_t i = 0; i < count; i++)
        add_type(json_array_get(types, i), i, webhook, faults);
}

static void read_player(const struct call *call, const struct field_text *text,
                        struct webhook *webhook, struct json_faults *faults)
{
    webhook->about = PLAYER_NONE;
    if (text->text == NULL)
        return;
    webhook->about = player_find(text->text, text->length);
    if (webhook->about >= snapshot_record(call->snapshot)->game.setup.players)
        json_fault_add(faults, "/player", "must be one of the game's players, like p1");
}

static void read_format(const struct field_text *text, struct webhook *webhook,
                        struct json_faults *faults)
{
    if (text->text == NULL)
        return;
    webhook->format = webhook_format_find(text->text, text->length);
    if (webhook->format == WEBHOOK_FORMATS)
        json_fault_add(faults, "/format", "must be standard or discord");
}

static enum target_form read_url(const struct call *call, const struct field_text *text,
                                 struct webhook *webhook, struct json_faults *faults)
{
    char detail[TARGET_DETAIL_BYTES];
    bool allow_private = webhooks_allow_private(call->service->webhooks);
    enum target_form form = target_form_of(text->text, text->length, allow_private, detail);
    if (form == TARGET_MALFORMED)
        json_fault_add(faults, "/url", "%s", detail);
    else
        memcpy(webhook->url, text->text, text->length + 1);
    return form;
}

/* Fills in the webhook from the body. False: the answer is set. */
static bool read_webhook(struct call *call, struct webhook *webhook)
{
    struct json_faults faults = {0};
    struct told told = {.types = NULL};
    const struct field fields[] = {
        {.name = "url",
         .kind = FIELD_TEXT,
         .required = true,
         .minimum = 1,
         .maximum = 2048,
         .target = &told.url},
        {.name = "format", .kind = FIELD_TEXT, .maximum = 16, .target = &told.format},
        {.name = "types", .kind = FIELD_VALUE, .nullable = true, .target = &told.types},
        {.name = "player",
         .kind = FIELD_TEXT,
         .nullable = true,
         .maximum = 16,
         .target = &told.player},
    };
    enum target_form form = TARGET_FINE;
    if (json_read_fields(call->body, "", fields, sizeof fields / sizeof fields[0], &faults)) {
        read_format(&told.format, webhook, &faults);
        read_types(told.types, webhook, &faults);
        read_player(call, &told.player, webhook, &faults);
        form = read_url(call, &told.url, webhook, &faults);
    }
    if (faults.count > 0)
        call_faults(call, &faults);
    else if (form == TARGET_PLAIN)
        call_problem_with(call, "blocked_target",
                          &(struct problem_extra){.detail = "An address must begin with https://: "
                                                            "plain http can be read on its way."});
    return faults.count == 0 && form == TARGET_FINE;
}

enum call_state webhooks_create(struct call *call)
{
    if (!call_job(call, JOB_WEBHOOK))
        return CALL_ANSWERED;
    call->job.webhook = (struct webhook_change){.kind = WEBHOOK_ADD};
    if (!read_webhook(call, &call->job.webhook.webhook))
        return CALL_ANSWERED;
    return call_submit(call);
}

/* The only time that it is shown. */
static void write_secret(const struct call *call, const struct webhook *webhook,
                         struct json_writer *writer)
{
    uint8_t secret[WEBHOOK_SECRET_BYTES];
    char text[WEBHOOK_SECRET_TEXT];
    webhook_secret(call->service->keys, webhook->id, secret);
    webhook_secret_write(secret, text);
    write_member_text(writer, "secret", text);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(text, sizeof text);
}

void webhooks_create_finish(struct call *call)
{
    if (!call_job_done(call))
        return;
    struct webhook *webhook = &call->job.webhook.webhook;
    webhook->owner = call->job.player;
    char location[128];
    snprintf(location, sizeof location, "/v1/games/%s/webhooks/%s", call->game, webhook->id);
    call_add_header(call, "Location", location);
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    webhook_write(&writer, webhook);
    if (webhook->format == WEBHOOK_STANDARD)
        write_secret(call, webhook, &writer);
    else
        write_member_null(&writer, "secret");
    write_object_end(&writer);
    call_json(call, 201);
}

enum call_state webhooks_delete(struct call *call)
{
    return webhook_job(call, WEBHOOK_REMOVE) ? call_submit(call) : CALL_ANSWERED;
}

void webhooks_delete_finish(struct call *call)
{
    if (call_job_done(call))
        call_json(call, 204);
}
