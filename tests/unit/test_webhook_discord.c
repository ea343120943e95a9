/*
 * What would go wrong: a name that pings a whole server, a message that Discord refuses, nobody
 * who is told that it is their turn.
 */
#include "service/webhooks/discord.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/event_json.h"
#include "tests/support/client.h"
#include "tests/support/cmocka_all.h"

static struct record record;

static int set_up(void **state)
{
    (void)state;
    record_begin(&record, "01jh2k3m4n5p6q7r8s9t0v1w2x");
    record.game.setup.players = 3;
    record.game.table.step = STEP_SPLICE;
    record.game.table.round = 3;
    snprintf(record.created.name, sizeof record.created.name, "Friday");
    static const char *const names[] = {"Ada", "Bo", "Cy"};
    static const char *const ids[] = {"80351110224678912", "bo@example", ""};
    for (size_t i = 0; i < 3; i++) {
        snprintf(record.people[i].name, sizeof record.people[i].name, "%s", names[i]);
        snprintf(record.people[i].external_id, sizeof record.people[i].external_id, "%s", ids[i]);
    }
    return 0;
}

static void escapes_to(const char *text, const char *wanted)
{
    struct buffer buffer = buffer_new(1024);
    discord_escape(text, &buffer);
    buffer_char(&buffer, '\0');
    assert_string_equal(buffer.bytes, wanted);
    buffer_free(&buffer);
}

/* The message as JSON, after checking what all messages have in common. */
static json_t *parse(struct buffer *buffer)
{
    assert_false(buffer_failed(buffer));
    json_t *message = json_loadb(buffer->bytes, buffer->length, 0, NULL);
    buffer_free(buffer);
    assert_non_null(message);
    const json_t *parse = value_at(message, "allowed_mentions/parse");
    assert_true(json_is_array(parse) && json_array_size(parse) == 0);
    assert_true(strlen(text_at(message, "content")) <= 2000);
    assert_number(number_at(message, "flags"), 4);
    return message;
}

static json_t *waited_on(uint8_t players)
{
    struct buffer buffer = buffer_new(65536);
    discord_waited_on_write(&record, players, &buffer);
    return parse(&buffer);
}

static json_t *event(const char *type, uint8_t player, const char *data)
{
    struct buffer buffer = buffer_new(65536);
    discord_event_write(&record, type, player, data, strlen(data), &buffer);
    return parse(&buffer);
}

static void assert_users(const json_t *message, const char *wanted)
{
    char *users = json_dumps(value_at(message, "allowed_mentions/users"), JSON_COMPACT);
    assert_string_equal(users, wanted);
    free(users);
}

/* What an event is told as, without mentioning anybody. */
struct telling {
    const char *type;
    uint8_t player;
    const char *data, *content;
};

static void assert_tellings(const struct telling *tellings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        json_t *message = event(tellings[i].type, tellings[i].player, tellings[i].data);
        assert_string_equal(text_at(message, "content"), tellings[i].content);
        assert_users(message, "[]");
        json_decref(message);
    }
}

/* As many players as there may be, all with the longest names: those of people of that SIGN. */
static void name_at_length(char sign)
{
    record.game.setup.players = PLAYERS_MAX;
    memset(record.created.name, '@', NAME_POINTS_MAX);
    record.created.name[NAME_POINTS_MAX] = '\0';
    for (size_t i = 0; i < PLAYERS_MAX; i++) {
        memset(record.people[i].name, sign, NAME_POINTS_MAX);
        record.people[i].name[NAME_POINTS_MAX] = '\0';
    }
}

static void text_is_shown_as_it_is(void **state)
{
    (void)state;
    escapes_to("Ada", "Ada");
    escapes_to("J\xc3\xb6rg \xe2\x98\x85", "J\xc3\xb6rg \xe2\x98\x85");
    escapes_to("**bold** _so_ ~no~ `x` ||y||",
               "\\*\\*bold\\*\\* \\_so\\_ \\~no\\~ \\`x\\` \\|\\|y\\|\\|");
    escapes_to("# > - [a](https://x)", "\\# \\> \\- \\[a\\]\\(https\\:\\/\\/x\\)");
    escapes_to("a\\b", "a\\\\b");
}

static void names_mention_nobody(void **state)
{
    (void)state;
    escapes_to("@everyone", "\\@\u200beveryone");
    escapes_to("<@&1>", "\\<\\@\u200b&1\\>");
    escapes_to("<@80351110224678912>", "\\<\\@\u200b80351110224678912\\>");
    escapes_to("<#5> <:a:6>", "\\<\\#5\\> \\<\\:a\\:6\\>");
}

static void a_name_stays_on_its_line(void **state)
{
    (void)state;
    escapes_to("a\nb\rc\td\x7f"
               "e",
               "a b c d e");
    escapes_to("a\xe2\x80\xa8"
               "b\xe2\x80\xa9"
               "c",
               "a b c");
    escapes_to("a\xff"
               "b",
               "ab");
}

static void those_waited_on_are_mentioned_and_nobody_else(void **state)
{
    (void)state;
    json_t *message = waited_on(7);
    assert_string_equal(text_at(message, "content"),
                        "**Friday** · Splice, round 3: your turn, <@80351110224678912>, Bo, Cy");
    assert_users(message, "[\"80351110224678912\"]");
    json_decref(message);
    message = waited_on(6);
    assert_string_equal(text_at(message, "content"),
                        "**Friday** · Splice, round 3: your turn, Bo, Cy");
    assert_users(message, "[]");
    json_decref(message);
}

static void only_what_can_be_an_id_is_one(void **state)
{
    (void)state;
    static const char *const others[] = {"0123",
                                         "18446744073709551616",
                                         "123456789012345678901",
                                         "12 3",
                                         "-12",
                                         "+12",
                                         "1e5",
                                         "everyone",
                                         "&12"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        snprintf(record.people[0].external_id, sizeof record.people[0].external_id, "%s",
                 others[i]);
        json_t *message = waited_on(1);
        assert_null(strstr(text_at(message, "content"), "<@"));
        assert_users(message, "[]");
        json_decref(message);
    }
    snprintf(record.people[0].external_id, sizeof record.people[0].external_id,
             "18446744073709551615");
    json_t *message = waited_on(1);
    assert_users(message, "[\"18446744073709551615\"]");
    json_decref(message);
}

/* Discord refuses a message that lists somebody twice. */
static void who_plays_for_two_is_listed_once(void **state)
{
    (void)state;
    snprintf(record.people[2].external_id, sizeof record.people[2].external_id,
             "80351110224678912");
    json_t *message = waited_on(5);
    assert_users(message, "[\"80351110224678912\"]");
    json_decref(message);
}

static void other_events_are_told_and_mention_nobody(void **state)
{
    (void)state;
    static const struct telling tellings[] = {
        {"game.paused", PLAYER_NONE, "{}", "**Friday** · paused"},
        {"player.joined", 0, "{\"name\":\"Ada\"}", "**Friday** · Ada has joined"},
        {"step.opened", PLAYER_NONE, "{\"round\":1,\"step\":\"home_systems\"}",
         "**Friday** · Home systems: begins"},
        {"step.closed", PLAYER_NONE, "{\"round\":2,\"step\":\"faction_draft\"}",
         "**Friday** · Faction draft, round 2: is over"},
        {"turn.taken", 1, "{\"king\":\"x\",\"step\":\"kings\"}",
         "**Friday** · Kings: Bo has chosen"},
        {"unheard.of", PLAYER_NONE, "{\"step\":7}", "**Friday** · unheard.of"},
    };
    assert_tellings(tellings, sizeof tellings / sizeof tellings[0]);
}

static void the_longest_names_fit_into_a_message(void **state)
{
    (void)state;
    name_at_length('*');
    for (size_t i = 0; i < PLAYERS_MAX; i++)
        record.people[i].external_id[0] = '\0';
    json_decref(waited_on(255));
}

static void a_message_that_is_too_long_is_cut(void **state)
{
    (void)state;
    char data[1024] = "{\"deadlines\":{";
    name_at_length('@');
    for (unsigned i = 0; i < PLAYERS_MAX; i++) {
        size_t used = strlen(data);
        snprintf(data + used, sizeof data - used, "%s\"p%u\":\"2026-03-01T12:34:56.000Z\"%s",
                 i > 0 ? "," : "", i + 1, i + 1 == PLAYERS_MAX ? "}}" : "");
    }
    struct buffer buffer = buffer_new(65536);
    discord_event_write(&record, "deadline.set", PLAYER_NONE, data, strlen(data), &buffer);
    json_t *message = json_loadb(buffer.bytes, buffer.length, 0, NULL);
    buffer_free(&buffer);
    assert_non_null(message);
    const char *content = text_at(message, "content");
    size_t points = 0;
    for (const char *at = content; *at != '\0'; at++)
        points += ((unsigned char)*at & 0xc0) != 0x80;
    assert_number(points, 2000);
    assert_string_equal(content + strlen(content) - strlen("…"), "…");
    json_decref(message);
}

static void discord_says_how_long_to_wait(void **state)
{
    (void)state;
    static const struct {
        const char *answer;
        int64_t wait;
    } cases[] = {
        {"{\"message\": \"You are being rate limited.\", \"retry_after\": 0.35, \"global\": false}",
         351},
        {"{\"retry_after\": 64}", 64001},
        {"{\"retry_after\": 1e300}", 86400000},
        {"{\"retry_after\": -5}", 0},
        {"{\"retry_after\": \"5\"}", 0},
        {"{}", 0},
        {"<html>", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_number(discord_told_wait(cases[i].answer, strlen(cases[i].answer)), cases[i].wait);
}

#define REMINDED                                                                                   \
    "{\"deadline\":\"2026-03-01T12:34:56.000Z\",\"percent\":90,\"round\":3,\"step\":\"splice\"}"

static void who_is_reminded_is_mentioned_with_the_time(void **state)
{
    (void)state;
    json_t *message = event("player.reminder", 0, REMINDED);
    assert_string_equal(
        text_at(message, "content"),
        "**Friday** · Splice, round 3: <@80351110224678912>, it is your turn, until "
        "<t:1772368496:f> (<t:1772368496:R>)");
    assert_users(message, "[\"80351110224678912\"]");
    json_decref(message);
    message = event("player.overdue", 0, REMINDED);
    assert_string_equal(text_at(message, "content"),
                        "**Friday** · Splice, round 3: <@80351110224678912>, your time is over");
    assert_users(message, "[\"80351110224678912\"]");
    json_decref(message);
    message = event("player.reminder", 1, REMINDED);
    assert_users(message, "[]");
    json_decref(message);
}

static void what_else_is_about_time_mentions_nobody(void **state)
{
    (void)state;
    static const struct telling tellings[] = {
        {"player.away", 0,
         "{\"from\":\"2026-03-01T12:34:56.000Z\",\"until\":\"2026-03-02T12:34:56.000Z\"}",
         "**Friday** · Ada is away from <t:1772368496:D> to <t:1772454896:D>"},
        {"player.back", 0, "{}", "**Friday** · Ada is back"},
        {"player.autopilot", 0, "{\"on\":true}", "**Friday** · Ada is on autopilot from now on"},
        {"player.autopilot", 0, "{\"on\":false}", "**Friday** · Ada takes over from the autopilot"},
        {"deadline.set", PLAYER_NONE,
         "{\"cause\":\"host\",\"deadlines\":{\"p1\":\"2026-03-01T12:34:56.000Z\","
         "\"p3\":\"2026-03-02T12:34:56.000Z\"}}",
         "**Friday** · a new deadline, Ada: <t:1772368496:f> (<t:1772368496:R>), Cy: "
         "<t:1772454896:f> (<t:1772454896:R>)"},
        {"player.away", PLAYER_NONE, "{}", "**Friday** · player.away"},
    };
    assert_tellings(tellings, sizeof tellings / sizeof tellings[0]);
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(text_is_shown_as_it_is),
        TEST(names_mention_nobody),
        TEST(a_name_stays_on_its_line),
        TEST(those_waited_on_are_mentioned_and_nobody_else),
        TEST(only_what_can_be_an_id_is_one),
        TEST(who_plays_for_two_is_listed_once),
        TEST(other_events_are_told_and_mention_nobody),
        TEST(the_longest_names_fit_into_a_message),
        TEST(a_message_that_is_too_long_is_cut),
        TEST(discord_says_how_long_to_wait),
        TEST(who_is_reminded_is_mentioned_with_the_time),
        TEST(what_else_is_about_time_mentions_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
