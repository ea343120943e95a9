#include "service/program/play_bot_table.h"

#include <stdio.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *member)
{
    const char *text = json_string_value(json_object_get(object, member));
    return text ? text : "";
}

static json_int_t number_of(const json_t *object, const char *member)
{
    return json_integer_value(json_object_get(object, member));
}

static const json_t *one_of(struct play_bot *bot, const json_t *array)
{
    size_t count = json_array_size(array);
    return count == 0 ? NULL : json_array_get(array, random_below(&bot->random, (uint32_t)count));
}

static const json_t *own_player(const struct play_bot *bot, const json_t *view)
{
    return json_array_get(json_object_get(view, "players"), (size_t)(bot->player[1] - '1'));
}

/* Another player who is still in the game; NULL when chance has it so. */
static const json_t *another_player(struct play_bot *bot, const json_t *view)
{
    const json_t *player = one_of(bot, json_object_get(view, "players"));
    bool fits = strcmp(text_of(player, "id"), bot->player) != 0 &&
                !json_is_true(json_object_get(player, "eliminated"));
    return fits ? player : NULL;
}

/* A unit of which PLAYER has some at PLACE ("board", "reinforcements"); NULL when chance does not
 * find one. */
static const char *unit_at(struct play_bot *bot, const json_t *player, const char *place)
{
    enum { TRIES = 20 };
    static const char *const units[] = {"carrier",     "cruiser",  "destroyer",
                                        "dreadnought", "fighter",  "mech",
                                        "infantry",    "flagship", "war_sun"};
    for (unsigned i = 0; i < TRIES; i++) {
        const char *unit = units[random_below(&bot->random, sizeof units / sizeof *units)];
        const json_t *counts = json_object_get(json_object_get(player, "units"), unit);
        if (number_of(counts, place) > 0)
            return unit;
    }
    return NULL;
}

static bool is_blockaded(const json_t *view, const char *blockader, const char *blockaded)
{
    size_t i;
    const json_t *blockade;
    json_array_foreach(json_object_get(view, "blockades"), i, blockade)
    {
        if (strcmp(text_of(blockade, "blockader"), blockader) == 0 &&
            strcmp(text_of(blockade, "blockaded"), blockaded) == 0)
            return true;
    }
    return false;
}

static json_t *choose_units(struct play_bot *bot, const json_t *view)
{
    bool produced = random_below(&bot->random, 4) > 0;
    const char *unit = unit_at(bot, own_player(bot, view), produced ? "reinforcements" : "board");
    if (!unit)
        return NULL;
    return json_pack("{s:s, s:s, s:i, s:s}", "player", bot->player, "unit", unit, "count", 1,
                     "change", produced ? "produced" : "destroyed");
}

static json_t *choose_capture(struct play_bot *bot, const json_t *view)
{
    const json_t *owner = another_player(bot, view);
    const char *unit = owner ? unit_at(bot, owner, "board") : NULL;
    if (!unit || is_blockaded(view, text_of(owner, "id"), bot->player))
        return NULL;
    return json_pack("{s:s, s:s, s:s, s:i, s:s}", "captor", bot->player, "owner",
                     text_of(owner, "id"), "unit", unit, "count", 1, "from", "board");
}

static const json_t *own_captive(struct play_bot *bot, const json_t *view)
{
    const json_t *tableau = json_object_get(own_player(bot, view), "tableau");
    return one_of(bot, json_object_get(tableau, "captured"));
}

static json_t *choose_return(struct play_bot *bot, const json_t *view)
{
    const json_t *captive = own_captive(bot, view);
    if (!captive)
        return NULL;
    return json_pack("{s:s, s:O, s:O, s:i}", "captor", bot->player, "owner",
                     json_object_get(captive, "owner"), "unit", json_object_get(captive, "unit"),
                     "count", 1);
}

static json_t *choose_transaction(struct play_bot *bot, const json_t *view)
{
    const json_t *captive = own_captive(bot, view);
    if (!captive || json_array_size(json_object_get(view, "transactions")) > 8)
        return NULL;
    return json_pack("{s:s, s:O, s:{s:i}}", "captor", bot->player, "owner",
                     json_object_get(captive, "owner"), "units", text_of(captive, "unit"), 1);
}

static json_t *choose_blockade(struct play_bot *bot, const json_t *view)
{
    const json_t *other = another_player(bot, view);
    const json_t *docks = json_object_get(json_object_get(other, "units"), "space_dock");
    if (number_of(docks, "board") == 0 || is_blockaded(view, bot->player, text_of(other, "id")))
        return NULL;
    return json_pack("{s:s, s:s}", "blockader", bot->player, "blockaded", text_of(other, "id"));
}

static json_t *choose_splice(struct play_bot *bot, const json_t *view, const char *kind)
{
    const json_t *other = another_player(bot, view);
    if (!other)
        return json_pack("{s:s, s:[s]}", "kind", kind, "participants", bot->player);
    return json_pack("{s:s, s:[s, s]}", "kind", kind, "participants", bot->player,
                     text_of(other, "id"));
}

/* The body for an action of that name; OPTION is one of its options, "" if it has none. */
static json_t *choose_body(struct play_bot *bot, const json_t *view, const char *name,
                           const char *option)
{
    static const struct {
        const char *name;
        json_t *(*choose)(struct play_bot *bot, const json_t *view);
    } choices[] = {{"units", choose_units},
                   {"capture", choose_capture},
                   {"return", choose_return},
                   {"transaction", choose_transaction},
                   {"blockade", choose_blockade}};
    static const char *const plain[] = {"accept", "decline", "withdraw", "exhaust"};
    if (strcmp(name, "keep") == 0 || strcmp(name, "take") == 0)
        return json_pack("{s:s}", "card", option);
    /* Losing is for lost causes. */
    if (strcmp(name, "lose") == 0 && random_below(&bot->random, 4) > 0)
        return NULL;
    if (strcmp(name, "lose") == 0)
        return json_pack("{s:s, s:s}", "player", bot->player, "card", option);
    if (strcmp(name, "splice") == 0)
        return choose_splice(bot, view, option);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(name, plain[i]) == 0)
            return json_object();
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strcmp(name, choices[i].name) == 0)
            return choices[i].choose(bot, view);
    return NULL;
}

/* HREF with OPTION in the place of what stands in braces. */
static void fill_href(const char *href, const char *option, char ret_href[BOT_HREF_BYTES])
{
    const char *open = strchr(href, '{');
    const char *close = open ? strchr(open, '}') : NULL;
    if (close)
        snprintf(ret_href, BOT_HREF_BYTES, "%.*s%s%s", (int)(open - href), href, option, close + 1);
    else
        snprintf(ret_href, BOT_HREF_BYTES, "%s", href);
}

bool play_bot_at_table(struct play_bot *bot, const json_t *view, const json_t *action,
                       struct bot_action *ret_action)
{
    const json_t *chosen = one_of(bot, json_object_get(action, "options"));
    const char *option = chosen ? json_string_value(chosen) : "";
    ret_action->method = text_of(action, "method");
    ret_action->body = NULL;
    fill_href(text_of(action, "href"), option, ret_action->href);
    if (strcmp(ret_action->method, "DELETE") == 0)
        return true;
    ret_action->body = choose_body(bot, view, text_of(action, "action"), option);
    return ret_action->body != NULL;
}
