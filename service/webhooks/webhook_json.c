#include "service/webhooks/webhook_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/parts.h"

#define HIDDEN "***" /* what is not shown of an address */

void delivery_id_write(const char *webhook, uint32_t seq, uint32_t part,
                       char ret_id[DELIVERY_ID_BYTES])
{
    snprintf(ret_id, DELIVERY_ID_BYTES, "%s_%u_%u", webhook, seq, part);
}

/* A number after an underscore, *TEXT moving behind it. */
static bool read_number(const char **text, uint32_t *ret_number)
{
    const char *first = *text + 1;
    if (**text != '_' || *first < '0' || *first > '9')
        return false;
    char *end;
    unsigned long number = strtoul(first, &end, 10);
    *text = end;
    *ret_number = (uint32_t)number;
    return number <= UINT32_MAX;
}

bool delivery_id_read(const char *text, size_t length, const char *webhook, uint32_t *ret_seq,
                      uint32_t *ret_part)
{
    char copy[DELIVERY_ID_BYTES];
    char right[DELIVERY_ID_BYTES];
    const char *next = copy + ULID_LENGTH;
    if (length <= ULID_LENGTH || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (!read_number(&next, ret_seq) || !read_number(&next, ret_part))
        return false;
    /* Its only spelling: no other webhook, no leading zeros, nothing behind. */
    delivery_id_write(webhook, *ret_seq, *ret_part, right);
    return strlen(right) == length && memcmp(text, right, length) == 0;
}

/* The query of any address may hold a secret, and the last word of one of Discord's does. */
static void write_url(struct json_writer *writer, const struct webhook *webhook)
{
    char shown[WEBHOOK_URL_BYTES + 2 * sizeof HIDDEN];
    size_t length = strcspn(webhook->url, "?");
    bool has_query = webhook->url[length] == '?';
    if (webhook->format == WEBHOOK_DISCORD)
        while (length > 0 && webhook->url[length - 1] != '/')
            length--;
    snprintf(shown, sizeof shown, "%.*s%s%s", (int)length, webhook->url,
             webhook->format == WEBHOOK_DISCORD ? HIDDEN : "", has_query ? "?" HIDDEN : "");
    write_member_text(writer, "url", shown);
}

static void write_types(struct json_writer *writer, const char *types)
{
    write_key(writer, "types");
    if (types[0] == '\0') {
        write_nothing(writer);
        return;
    }
    write_array(writer);
    for (const char *type = types; *type != '\0';) {
        char word[WEBHOOK_TYPES_BYTES];
        size_t length = strcspn(type, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, type);
        write_text(writer, word);
        type += length + (type[length] == ',');
    }
    write_array_end(writer);
}

static void write_time_or_null(struct json_writer *writer, const char *key, int64_t time)
{
    if (time == 0)
        write_member_null(writer, key);
    else
        write_member_time(writer, key, time);
}

/* What came of an attempt: the members "status" and "fault". */
static void write_outcome(struct json_writer *writer, unsigned status, const char *fault)
{
    if (status == 0)
        write_member_null(writer, "status");
    else
        write_member_number(writer, "status", status);
    write_member_text_or_null(writer, "fault", fault);
}

static void write_last_attempt(struct json_writer *writer, const struct webhook *webhook)
{
    write_key(writer, "last_attempt");
    if (webhook->tried_at == 0) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    write_member_time(writer, "at", webhook->tried_at);
    write_outcome(writer, webhook->status, webhook->fault);
    write_object_end(writer);
}

void webhook_write(struct json_writer *writer, const struct webhook *webhook)
{
    write_member_text(writer, "id", webhook->id);
    write_key(writer, "owner");
    if (webhook->owner == PLAYER_NONE)
        write_text(writer, "game");
    else
        write_player(writer, webhook->owner);
    write_url(writer, webhook);
    write_member_text(writer, "format", webhook_format_id(webhook->format));
    write_types(writer, webhook->types);
    write_key(writer, "player");
    write_player(writer, webhook->about);
    write_member_time(writer, "created_at", webhook->created_at);
    write_time_or_null(writer, "disabled_at", webhook->disabled_at);
    write_member_text_or_null(writer, "reason", webhook->reason);
    write_member_number(writer, "pending", webhook->pending);
    write_last_attempt(writer, webhook);
}

static void write_bits(struct json_writer *writer, uint8_t players)
{
    write_key(writer, "players");
    write_array(writer);
    for (uint8_t player = 0; player < PLAYERS_MAX; player++)
        if (players >> player & 1)
            write_player(writer, player);
    write_array_end(writer);
}

void delivery_write(struct json_writer *writer, const char *webhook,
                    const struct delivery *delivery)
{
    char id[DELIVERY_ID_BYTES];
    bool pending = delivery->state == DELIVERY_PENDING;
    delivery_id_write(webhook, delivery->seq, delivery->part, id);
    write_object(writer);
    write_member_text(writer, "id", id);
    write_member_text(writer, "type", delivery->type);
    write_member_number(writer, "seq", delivery->seq);
    write_bits(writer, delivery->players);
    write_member_text(writer, "state", delivery_state_id(delivery->state));
    write_member_number(writer, "attempts", delivery->attempts);
    write_outcome(writer, delivery->status, delivery->fault);
    write_member_time(writer, "created_at", delivery->created_at);
    write_time_or_null(writer, "next_attempt_at", pending ? delivery->next_at : 0);
    write_time_or_null(writer, "finished_at", delivery->finished_at);
    write_object_end(writer);
}
