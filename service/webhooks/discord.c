#include "service/webhooks/discord.h"

#include <stdio.h>
#include <string.h>

#include "service/base/utf8.h"
#include "service/json/parts.h"
#include "service/json/reader.h"

enum { CONTENT_BYTES_MAX = 8192, SUPPRESS_EMBEDS = 1 << 2, SNOWFLAKE_DIGITS_MAX = 20 };

static const char LARGEST_SNOWFLAKE[] = "18446744073709551615";

/* What happened, in words that can stand behind a player's name or a step's. */
static const struct {
    const char *type;
    const char *words;
} sayings[] = {
    {"game.started", "the draft begins"},
    {"game.paused", "paused"},
    {"game.resumed", "it goes on"},
    {"game.abandoned", "abandoned"},
    {"game.finished", "finished"},
    {"player.joined", "has joined"},
    {"player.reinvited", "has left, the place is open"},
    {"step.opened", "begins"},
    {"step.closed", "is over"},
    {"pick.committed", "has picked"},
    {"turn.taken", "has chosen"},
    {"turn.undone", "the last turn was taken back"},
    {"cards.revealed", "the cards are revealed"},
    {"seats.determined", "the seats are known"},
};

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

static void name_player(const struct record *record, uint8_t player, bool mentions,
                        struct buffer *content)
{
    const struct person *person = &record->people[player];
    if (mentions && is_snowflake(person->external_id)) {
        buffer_text(content, "<@");
        buffer_text(content, person->external_id);
        buffer_char(content, '>');
    } else if (person->name[0] != '\0') {
        discord_escape(person->name, content);
    } else {
        buffer_text(content, player_id(player));
    }
}

/* "**Friday table** · " */
static void begin_content(const struct record *record, struct buffer *content)
{
    buffer_text(content, "**");
    discord_escape(record->created.name, content);
    buffer_text(content, "** · ");
}

/* "Home systems", "Splice, round 3". */
static void name_step(enum step step, unsigned round, struct buffer *content)
{
    char words[64];
    snprintf(words, sizeof words, "%s", step_id(step));
    for (char *next = words; *next != '\0'; next++)
        if (*next == '_')
            *next = ' ';
    if (words[0] >= 'a' && words[0] <= 'z')
        words[0] = (char)(words[0] - 'a' + 'A');
    buffer_text(content, words);
    if ((step == STEP_FACTION_DRAFT || step == STEP_SPLICE) && round > 0) {
        buffer_text(content, ", round ");
        buffer_number(content, round);
    }
}

/* Those of PLAYERS before PLAYER who go by the same id: Discord refuses one that is listed twice.
 */
static bool is_listed(const struct record *record, uint8_t players, uint8_t player)
{
    for (uint8_t other = 0; other < player; other++)
        if ((players >> other & 1) &&
            strcmp(record->people[other].external_id, record->people[player].external_id) == 0)
            return true;
    return false;
}

static void write_users(const struct record *record, uint8_t players, struct json_writer *writer)
{
    write_key(writer, "users");
    write_array(writer);
    for (uint8_t player = 0; player < PLAYERS_MAX; player++)
        if ((players >> player & 1) && is_snowflake(record->people[player].external_id) &&
            !is_listed(record, players, player))
            write_text(writer, record->people[player].external_id);
    write_array_end(writer);
}

/* The whole message. CONTENT, which is freed, mentions PLAYERS. */
static void write_message(const struct record *record, uint8_t players, struct buffer *content,
                          struct buffer *buffer)
{
    buffer_char(content, '\0');
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_member_text(&writer, "content", buffer_failed(content) ? "…" : content->bytes);
    write_key(&writer, "allowed_mentions");
    write_object(&writer);
    write_key(&writer, "parse");
    write_array(&writer);
    write_array_end(&writer);
    write_users(record, players, &writer);
    write_object_end(&writer);
    write_member_number(&writer, "flags", SUPPRESS_EMBEDS);
    write_object_end(&writer);
    buffer->failed |= buffer_failed(content);
    buffer_free(content);
}

void discord_waited_on_write(const struct record *record, uint8_t players, struct buffer *buffer)
{
    struct buffer content = buffer_new(CONTENT_BYTES_MAX);
    begin_content(record, &content);
    if (record->game.table.step != STEP_NONE) {
        /* Players in rounds of their own know which. */
        name_step(record->game.table.step,
                  passes_at_once(&record->game) ? 0 : record->game.table.round, &content);
        buffer_text(&content, ": ");
    }
    buffer_text(&content, "your turn");
    for (uint8_t player = 0; player < PLAYERS_MAX; player++) {
        if (!(players >> player & 1))
            continue;
        buffer_text(&content, ", ");
        name_player(record, player, true, &content);
    }
    write_message(record, players, &content, buffer);
}

/* The step that an event is about, if it says so, and its round. */
static void name_step_of_event(const char *data, size_t length, struct buffer *content)
{
    char detail[JSON_DETAIL_BYTES];
    json_t *object = json_read_object(data, length, detail);
    const json_t *id = json_object_get(object, "step");
    enum step step =
        json_is_string(id) ? step_find(json_string_value(id), json_string_length(id)) : STEP_NONE;
    if (step != STEP_NONE) {
        name_step(step, (unsigned)json_integer_value(json_object_get(object, "round")), content);
        buffer_text(content, ": ");
    }
    json_decref(object);
}

static const char *saying_of(const char *type)
{
    for (size_t i = 0; i < sizeof sayings / sizeof sayings[0]; i++)
        if (strcmp(sayings[i].type, type) == 0)
            return sayings[i].words;
    return NULL;
}

void discord_event_write(const struct record *record, const char *type, uint8_t player,
                         const char *data, size_t data_length, struct buffer *buffer)
{
    struct buffer content = buffer_new(CONTENT_BYTES_MAX);
    const char *saying = saying_of(type);
    begin_content(record, &content);
    name_step_of_event(data, data_length, &content);
    if (player < record->game.setup.players) {
        name_player(record, player, false, &content);
        buffer_char(&content, ' ');
    }
    if (saying)
        buffer_text(&content, saying);
    else
        discord_escape(type, &content);
    write_message(record, 0, &content, buffer);
}

void discord_ping_write(const struct record *record, struct buffer *buffer)
{
    struct buffer content = buffer_new(CONTENT_BYTES_MAX);
    begin_content(record, &content);
    buffer_text(&content, "messages about this game arrive here");
    write_message(record, 0, &content, buffer);
}

int64_t discord_told_wait(const char *answer, size_t length)
{
    char detail[JSON_DETAIL_BYTES];
    json_t *object = json_read_object(answer, length, detail);
    double seconds = json_number_value(json_object_get(object, "retry_after"));
    json_decref(object);
    if (!(seconds > 0))
        return 0;
    return seconds < 86400 ? (int64_t)(seconds * 1000) + 1 : INT64_C(86400000);
}
