#include "service/webhooks/discord.h"

#include <string.h>

#include "service/base/text.h"
#include "service/json/parts.h"
#include "service/json/reader.h"
#include "service/webhooks/discord_message.h"

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
    {"player.back", "is back"},
    {"step.opened", "begins"},
    {"step.closed", "is over"},
    {"pick.committed", "has picked"},
    {"turn.taken", "has chosen"},
    {"turn.undone", "the last turn was taken back"},
    {"cards.revealed", "the cards are revealed"},
    {"seats.determined", "the seats are known"},
};

void discord_waited_on_write(const struct record *record, uint8_t players, struct buffer *buffer)
{
    struct discord_message message = discord_begin(record);
    /* Players in rounds of their own know which. */
    discord_step(&message, record->game.table.step,
                 passes_at_once(&record->game) ? 0 : record->game.table.round);
    discord_say(&message, "your turn");
    for (uint8_t player = 0; player < PLAYERS_MAX; player++) {
        if (!(players >> player & 1))
            continue;
        discord_say(&message, ", ");
        discord_mention(&message, player);
    }
    discord_end(&message, buffer);
}

static const char *saying_of(const char *type)
{
    for (size_t i = 0; i < sizeof sayings / sizeof sayings[0]; i++)
        if (strcmp(sayings[i].type, type) == 0)
            return sayings[i].words;
    return NULL;
}

/* The time in a member of DATA; false when there is none. */
static bool time_in(const json_t *data, const char *key, int64_t *ret_time)
{
    const json_t *text = json_object_get(data, key);
    return json_is_string(text) &&
           time_parse(json_string_value(text), json_string_length(text), ret_time);
}

static void say_reminder(struct discord_message *message, uint8_t player, const json_t *data)
{
    int64_t deadline;
    discord_mention(message, player);
    discord_say(message, ", it is your turn");
    if (!time_in(data, "deadline", &deadline))
        return;
    discord_say(message, ", until ");
    discord_time(message, deadline);
}

static void say_overdue(struct discord_message *message, uint8_t player, const json_t *data)
{
    (void)data;
    discord_mention(message, player);
    discord_say(message, ", your time is over");
}

static void say_away(struct discord_message *message, uint8_t player, const json_t *data)
{
    int64_t from;
    int64_t until;
    discord_name(message, player);
    discord_say(message, " is away");
    if (!time_in(data, "from", &from) || !time_in(data, "until", &until))
        return;
    discord_say(message, " from ");
    discord_day(message, from);
    discord_say(message, " to ");
    discord_day(message, until);
}

static void say_autopilot(struct discord_message *message, uint8_t player, const json_t *data)
{
    bool on = json_is_true(json_object_get(data, "on"));
    discord_name(message, player);
    discord_say(message, on ? " is on autopilot from now on" : " takes over from the autopilot");
}

static void say_deadlines(struct discord_message *message, uint8_t player, const json_t *data)
{
    const json_t *deadlines = json_object_get(data, "deadlines");
    (void)player;
    discord_say(message, "a new deadline");
    for (uint8_t each = 0; each < message->record->game.setup.players; each++) {
        int64_t deadline;
        if (!time_in(deadlines, player_id(each), &deadline))
            continue;
        discord_say(message, ", ");
        discord_name(message, each);
        discord_say(message, ": ");
        discord_time(message, deadline);
    }
}

/* Events about people and time say more than that they happened. */
static const struct {
    const char *type;
    bool of_player;
    void (*say)(struct discord_message *message, uint8_t player, const json_t *data);
} speakers[] = {
    {"player.reminder", true, say_reminder}, {"player.overdue", true, say_overdue},
    {"player.away", true, say_away},         {"player.autopilot", true, say_autopilot},
    {"deadline.set", false, say_deadlines},
};

/* False when that is for others to say. */
static bool say_about_time(struct discord_message *message, const char *type, uint8_t player,
                           const json_t *data)
{
    for (size_t i = 0; i < sizeof speakers / sizeof speakers[0]; i++) {
        if (strcmp(speakers[i].type, type) != 0 ||
            (speakers[i].of_player && player >= message->record->game.setup.players))
            continue;
        speakers[i].say(message, player, data);
        return true;
    }
    return false;
}

static void say_event(struct discord_message *message, const char *type, uint8_t player,
                      const json_t *data)
{
    const json_t *id = json_object_get(data, "step");
    const char *saying = saying_of(type);
    if (json_is_string(id))
        discord_step(message, step_find(json_string_value(id), json_string_length(id)),
                     (unsigned)json_integer_value(json_object_get(data, "round")));
    if (say_about_time(message, type, player, data))
        return;
    if (player < message->record->game.setup.players) {
        discord_name(message, player);
        discord_say(message, " ");
    }
    if (saying)
        discord_say(message, saying);
    else
        discord_escape(type, &message->content);
}

void discord_event_write(const struct record *record, const char *type, uint8_t player,
                         const char *data, size_t data_length, struct buffer *buffer)
{
    char detail[JSON_DETAIL_BYTES];
    struct discord_message message = discord_begin(record);
    json_t *object = json_read_object(data, data_length, detail);
    say_event(&message, type, player, object);
    json_decref(object);
    discord_end(&message, buffer);
}

void discord_ping_write(const struct record *record, struct buffer *buffer)
{
    struct discord_message message = discord_begin(record);
    discord_say(&message, "messages about this game arrive here");
    discord_end(&message, buffer);
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
