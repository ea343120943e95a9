#include "tests/support/load_moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/program/verify.h"

enum { PLAYED_MAX = 12 };

static const char *text_of(const json_t *object, const char *path)
{
    const char *text = json_string_value(value_at(object, path));
    return text ? text : "";
}

static bool by_chance(struct load_table *table, uint32_t one_in)
{
    return random_below(&table->random, one_in) == 0;
}

/* PATH is below the game if it does not begin with "/v1/". BODY is given away. */
static bool prepare(struct load_table *table, enum sent_kind kind, const char *path,
                    const char *token, json_t *body)
{
    struct sent *sent = &table->pending;
    bool elsewhere = strncmp(path, "/v1/", 4) == 0;
    *sent = (struct sent){.kind = kind};
    snprintf(sent->path, sizeof sent->path, "%s%s%s", elsewhere ? "" : "/v1/games/",
             elsewhere ? "" : table->game, path);
    snprintf(sent->key, sizeof sent->key, "Idempotency-Key: table-%u-%u", table->number,
             table->sent_count++);
    sent->token = token ? strdup(token) : NULL;
    sent->body = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    table->has_pending = true;
    return true;
}

static bool create(struct load_table *table)
{
    table->players = 3 + random_below(&table->random, PLAYERS_MAX - 2);
    json_t *body = json_pack("{s:s, s:I}", "name", "A table under load", "players",
                             (json_int_t)table->players);
    if (by_chance(table, 3))
        json_object_set_new(body, "map", json_pack("{s:s}", "mode", "build"));
    return prepare(table, SENT_CREATE, "/v1/games", table->creator_token, body);
}

static bool join(struct load_table *table)
{
    json_t *body = json_pack("{s:s, s:s}", "invite", table->invites[table->joined], "name", "Bot");
    return prepare(table, SENT_JOIN, "/join", NULL, body);
}

/* Reads what the table has no need of, as others would. */
static bool look_around(struct load_table *table)
{
    static const char *const paths[] = {"/events?limit=50",   "/tableaus",    "/blockers",
                                        "/v1/games?limit=20", "/head",        "/map.svg",
                                        "/webhooks",          "/v1/catalogue"};
    const char *path = paths[random_below(&table->random, sizeof paths / sizeof paths[0])];
    struct answer answer = load_table_get(table, path, table->host_token);
    bool fine = answer.status != 0;
    if (answer.status >= 500)
        fine = load_table_fault(table, "GET %s was answered %ld", path, answer.status);
    answer_free(&answer);
    return fine;
}

static const json_t *required(const json_t *view)
{
    const json_t *actions = value_at(view, "you/actions");
    for (size_t i = 0; i < json_array_size(actions); i++)
        if (json_is_true(json_object_get(json_array_get(actions, i), "required")))
            return json_array_get(actions, i);
    return NULL;
}

/* One of those whom the game waits for does what is required. */
static bool act(struct load_table *table, const json_t *view)
{
    const json_t *waiting = json_object_get(view, "waiting_on");
    size_t count = json_array_size(waiting);
    if (count == 0)
        return load_table_fault(table, "%s waits for nobody and does not go on", table->game);
    uint32_t chosen = random_below(&table->random, (uint32_t)count);
    size_t player = (size_t)(text_of(json_array_get(waiting, chosen), "player")[1] - '1');
    if (player >= table->players)
        return load_table_fault(table, "%s waits for a player whom it has not", table->game);
    struct answer answer = load_table_get(table, "", table->tokens[player]);
    const json_t *action = required(answer.json);
    json_t *body =
        action ? play_bot_choose(&table->bots[player], json_object_get(answer.json, "you"), action)
               : NULL;
    bool fine = answer.status != 0;
    if (body)
        prepare(table, SENT_ACTION, text_of(action, "href"), table->tokens[player], body);
    else if (fine)
        fine = load_table_fault(table, "p%zu of %s is waited for and offered nothing", player + 1,
                                table->game);
    table->pending.player = player;
    answer_free(&answer);
    return fine;
}

/* The host puts two units on the board and takes them away again. */
static bool play_on(struct load_table *table)
{
    const char *unit = table->played % 2 == 0 ? "fighter" : "infantry";
    const char *change = table->played % 4 < 2 ? "produced" : "destroyed";
    table->played++;
    json_t *body = json_pack("{s:s, s:s, s:I, s:s}", "player", "p1", "unit", unit, "count",
                             (json_int_t)1, "change", change);
    return prepare(table, SENT_OTHER, "/units", table->host_token, body);
}

static bool hook(struct load_table *table)
{
    table->hooked = true;
    return prepare(table, SENT_OTHER, "/webhooks", table->host_token,
                   json_pack("{s:s}", "url", "http://127.0.0.1:9/nobody"));
}

static bool choose_in_draft(struct load_table *table, const json_t *view)
{
    if (table->paused)
        return prepare(table, SENT_RESUME, "/resume", table->host_token, NULL);
    if (by_chance(table, 25))
        return prepare(table, SENT_PAUSE, "/pause", table->host_token, NULL);
    if (!table->hooked && by_chance(table, 60))
        return hook(table);
    if (by_chance(table, 40))
        return prepare(table, SENT_OTHER, "/v1/token/refresh", table->tokens[0], NULL);
    return act(table, view);
}

static bool choose_by_view(struct load_table *table, const json_t *view)
{
    const char *status = text_of(view, "status");
    if (strcmp(status, "setup") == 0 || strcmp(status, "paused") == 0)
        return choose_in_draft(table, view);
    if (strcmp(status, "playing") != 0)
        return load_table_fault(table, "%s has the status %s", table->game, status);
    if (table->played < PLAYED_MAX)
        return play_on(table);
    if (!load_moves_verify(table))
        return false;
    table->games++;
    load_moves_leave(table);
    return create(table);
}

bool load_moves_choose(struct load_table *table)
{
    if (table->game[0] == '\0')
        return create(table);
    if (table->joined < table->players)
        return join(table);
    if (by_chance(table, 4) && !look_around(table))
        return false;
    struct answer answer = load_table_get(table, "", NULL);
    bool fine = answer.status == 200;
    if (fine)
        fine = choose_by_view(table, answer.json);
    else if (answer.status != 0 && answer.status != 503)
        load_table_fault(table, "the view of %s was answered %ld", table->game, answer.status);
    answer_free(&answer);
    return fine;
}

static void digest_created(struct load_table *table, const json_t *answer)
{
    snprintf(table->game, sizeof table->game, "%s", text_of(answer, "game/id"));
    table->host_token = strdup(text_of(answer, "host_token"));
    for (size_t i = 0; i < table->players; i++) {
        const json_t *invite = json_array_get(json_object_get(answer, "invites"), i);
        struct play_bot *bot = &table->bots[i];
        *bot = (struct play_bot){.way = PLAY_MIXED, .random = table->random};
        memcpy(bot->game, table->game, sizeof bot->game);
        snprintf(bot->player, sizeof bot->player, "p%d", (int)i + 1);
        table->invites[i] = strdup(text_of(invite, "invite"));
    }
}

void load_moves_digest(struct load_table *table, const json_t *answer)
{
    const json_t *version = value_at(answer, table->pending.kind == SENT_CREATE ? "game/version"
                                             : table->pending.kind == SENT_JOIN ? "view/version"
                                                                                : "version");
    if (table->pending.kind == SENT_CREATE)
        digest_created(table, answer);
    else if (table->pending.kind == SENT_JOIN)
        table->tokens[table->joined++] = strdup(text_of(answer, "token"));
    else if (table->pending.kind == SENT_PAUSE || table->pending.kind == SENT_RESUME)
        table->paused = table->pending.kind == SENT_PAUSE;
    if (json_integer_value(version) > table->version)
        table->version = json_integer_value(version);
}

static bool verify_against_view(struct load_table *table, const struct answer *transcript,
                                const struct answer *view)
{
    struct verify_report report;
    if (transcript->status != 200 || view->status != 200)
        return load_table_fault(table, "the transcript of %s is answered %ld, its view %ld",
                                table->game, transcript->status, view->status);
    if (!verify_transcript(transcript->raw.body.bytes, transcript->raw.body.length, NULL, &report))
        return load_table_fault(table, "the log of %s does not hold in line %zu: %s", table->game,
                                report.fault.line, report.fault.text);
    json_int_t version = json_integer_value(json_object_get(view->json, "version"));
    if (report.events != version || version < table->version)
        return load_table_fault(table,
                                "of %s the log has %u events, the view is of version %lld, "
                                "and %lld was acknowledged",
                                table->game, report.events, version, table->version);
    return true;
}

bool load_moves_verify(struct load_table *table)
{
    if (table->game[0] == '\0')
        return true;
    struct answer transcript = load_table_get(table, "/transcript", NULL);
    struct answer view = load_table_get(table, "", NULL);
    bool fine = transcript.status != 0 && view.status != 0 &&
                verify_against_view(table, &transcript, &view);
    answer_free(&transcript);
    answer_free(&view);
    return fine;
}

void load_moves_leave(struct load_table *table)
{
    for (size_t i = 0; i < PLAYERS_MAX; i++) {
        free(table->invites[i]);
        free(table->tokens[i]);
        play_bot_end(&table->bots[i]);
        table->invites[i] = NULL;
        table->tokens[i] = NULL;
    }
    free(table->host_token);
    table->host_token = NULL;
    table->game[0] = '\0';
    table->joined = 0;
    table->paused = false;
    table->hooked = false;
    table->played = 0;
    table->version = 0;
}
