#include "service/webhooks/discord_message.h"

#include <stdio.h>
#include <string.h>

#include "service/base/characters.h"
#include "service/base/utf8.h"
#include "service/json/parts.h"
#include "service/webhooks/discord.h"

enum {
    CONTENT_BYTES_MAX = 8192,
    CONTENT_POINTS_MAX = 2000, /* Discord refuses more */
    SUPPRESS_EMBEDS = 1 << 2,
    SNOWFLAKE_DIGITS_MAX = 20
};

static const char LARGEST_SNOWFLAKE[] = "18446744073709551615";

/* One character of a name. A backslash keeps punctuation from meaning anything; what would begin a
 * mention of everyone is also torn from the word behind it. */
static void escape_point(uint32_t point, const char *bytes, size_t size, struct buffer *buffer)
{
    bool is_break = point < 0x20 || point == 0x7f || point == 0x2028 || point == 0x2029;
    if (is_break) {
        buffer_char(buffer, ' ');
        return;
    }
    if (point < 0x80 && strchr("\\*_~`|<>@#[]():/-", (int)point))
        buffer_char(buffer, '\\');
    buffer_append(buffer, bytes, size);
    if (point == '@')
        buffer_text(buffer, "\u200b");
}

void discord_escape(const char *text, struct buffer *buffer)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        uint32_t point;
        size_t size = utf8_read(text + at, length - at, &point);
        if (size > 0)
            escape_point(point, text + at, size, buffer);
        at += size > 0 ? size : 1;
    }
}

/* Whether Discord may know somebody by this id. */
static bool is_snowflake(const char *id)
{
    size_t length = strlen(id);
    if (length == 0 || length > SNOWFLAKE_DIGITS_MAX || strspn(id, "0123456789") != length ||
        id[0] == '0')
        return false;
    return length < SNOWFLAKE_DIGITS_MAX || strcmp(id, LARGEST_SNOWFLAKE) <= 0;
}

struct discord_message discord_begin(const struct record *record)
{
    struct discord_message message = {.record = record, .content = buffer_new(CONTENT_BYTES_MAX)};
    buffer_text(&message.content, "**");
    discord_escape(record->created.name, &message.content);
    buffer_text(&message.content, "** · ");
    return message;
}

void discord_say(struct discord_message *message, const char *text)
{
    buffer_text(&message->content, text);
}

void discord_name(struct discord_message *message, uint8_t player)
{
    const struct person *person = &message->record->people[player];
    if (person->name[0] != '\0')
        discord_escape(person->name, &message->content);
    else
        buffer_text(&message->content, player_id(player));
}

void discord_mention(struct discord_message *message, uint8_t player)
{
    const struct person *person = &message->record->people[player];
    if (!is_snowflake(person->external_id)) {
        discord_name(message, player);
        return;
    }
    message->mentioned = (uint8_t)(message->mentioned | 1U << player);
    buffer_text(&message->content, "<@");
    buffer_text(&message->content, person->external_id);
    buffer_char(&message->content, '>');
}

void discord_step(struct discord_message *message, enum step step, unsigned round)
{
    char words[64];
    if (step == STEP_NONE)
        return;
    snprintf(words, sizeof words, "%s", step_id(step));
    for (char *next = words; *next != '\0'; next++)
        if (*next == '_')
            *next = ' ';
    if (is_small_letter(words[0]))
        words[0] = (char)(words[0] - 'a' + 'A');
    buffer_text(&message->content, words);
    if ((step == STEP_FACTION_DRAFT || step == STEP_SPLICE) && round > 0) {
        buffer_text(&message->content, ", round ");
        buffer_number(&message->content, round);
    }
    buffer_text(&message->content, ": ");
}

/* A time that each reader's Discord shows in its own words and zone. */
static void write_time(struct buffer *content, int64_t time, char style)
{
    buffer_text(content, "<t:");
    buffer_number(content, time / 1000);
    buffer_char(content, ':');
    buffer_char(content, style);
    buffer_char(content, '>');
}

void discord_time(struct discord_message *message, int64_t time)
{
    write_time(&message->content, time, 'f');
    buffer_text(&message->content, " (");
    write_time(&message->content, time, 'R');
    buffer_char(&message->content, ')');
}

void discord_day(struct discord_message *message, int64_t time)
{
    write_time(&message->content, time, 'D');
}

/* Whether a player before PLAYER is mentioned by the same id: Discord refuses one that is listed
 * twice. */
static bool is_listed(const struct discord_message *message, uint8_t player)
{
    const struct person *people = message->record->people;
    for (uint8_t other = 0; other < player; other++)
        if ((message->mentioned >> other & 1) &&
            strcmp(people[other].external_id, people[player].external_id) == 0)
            return true;
    return false;
}

static void write_users(const struct discord_message *message, struct json_writer *writer)
{
    write_key(writer, "users");
    write_array(writer);
    for (uint8_t player = 0; player < PLAYERS_MAX; player++)
        if ((message->mentioned >> player & 1) && !is_listed(message, player))
            write_text(writer, message->record->people[player].external_id);
    write_array_end(writer);
}

/* Cuts what is too long between two characters, and says that something is missing. */
static void shorten(struct buffer *content)
{
    size_t points = 0;
    size_t last = 0; /* where the last character that may stay begins */
    for (size_t at = 0; !buffer_failed(content) && at < content->length;) {
        uint32_t point;
        size_t size = utf8_read(content->bytes + at, content->length - at, &point);
        points += point > 0xffff && size > 0 ? 2 : 1; /* counted as UTF-16, to be sure */
        if (points > CONTENT_POINTS_MAX) {
            content->length = last;
            buffer_text(content, "…");
            return;
        }
        at += size > 0 ? size : 1;
        if (points < CONTENT_POINTS_MAX)
            last = at;
    }
}

void discord_end(struct discord_message *message, struct buffer *buffer)
{
    struct buffer *content = &message->content;
    shorten(content);
    buffer_char(content, '\0');
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_member_text(&writer, "content", buffer_failed(content) ? "…" : content->bytes);
    write_key(&writer, "allowed_mentions");
    write_object(&writer);
    write_key(&writer, "parse");
    write_array(&writer);
    write_array_end(&writer);
    write_users(message, &writer);
    write_object_end(&writer);
    write_member_number(&writer, "flags", SUPPRESS_EMBEDS);
    write_object_end(&writer);
    buffer->failed |= buffer_failed(content);
    buffer_free(content);
}
