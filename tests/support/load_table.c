#include "tests/support/load_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/load_moves.h"

static int64_t microseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

double load_latency(size_t i)
{
    return exp2((double)i / 8) / 1000;
}

static void note_latency(struct load_table *table, int64_t microseconds)
{
    double place = log2(microseconds > 1 ? (double)microseconds : 1) * 8;
    table->latencies[place < LATENCIES ? (size_t)place : LATENCIES - 1]++;
    table->requests++;
}

bool load_table_fault(struct load_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (table->fault[0] == '\0')
        vsnprintf(table->fault, sizeof table->fault, format, arguments);
    va_end(arguments);
    return false;
}

static struct answer send_timed(struct load_table *table, const struct play_request *request)
{
    int64_t start = microseconds_now();
    struct answer answer = client_try(&table->client, request);
    table->unreachable = answer.status == 0;
    if (answer.status != 0)
        note_latency(table, microseconds_now() - start);
    return answer;
}

struct answer load_table_get(struct load_table *table, const char *path, const char *token)
{
    char whole[LOAD_PATH_BYTES];
    bool elsewhere = strncmp(path, "/v1/", 4) == 0;
    snprintf(whole, sizeof whole, "%s%s%s", elsewhere ? "" : "/v1/games/",
             elsewhere ? "" : table->game, path);
    const struct play_request request = {.method = "GET", .path = whole, .token = token};
    return send_timed(table, &request);
}

void sent_free(struct sent *sent)
{
    free(sent->token);
    free(sent->body);
    free(sent->answer);
    *sent = (struct sent){.status = 0};
}

/* Moves the answered command to those that the server has promised to know. */
static void keep(struct load_table *table, struct answer *answer)
{
    struct sent *place = &table->kept[table->kept_count++ % KEPT_MAX];
    sent_free(place);
    *place = table->pending;
    place->status = answer->status;
    place->answer = buffer_take(&answer->raw.body, &place->answer_length);
    table->pending = (struct sent){.status = 0};
    table->has_pending = false;
}

static struct answer send_sent(struct load_table *table, const struct sent *sent)
{
    const char *const headers[] = {sent->key, NULL};
    const struct play_request request = {.method = "POST",
                                         .path = sent->path,
                                         .token = sent->token,
                                         .headers = headers,
                                         .body = sent->body,
                                         .body_length = sent->body ? strlen(sent->body) : 0};
    return send_timed(table, &request);
}

static bool is_replayed(const struct answer *answer)
{
    char value[16];
    return play_answer_header(&answer->raw, "idempotent-replayed", value, sizeof value) &&
           strcmp(value, "true") == 0;
}

bool load_table_send(struct load_table *table)
{
    struct answer answer = send_sent(table, &table->pending);
    bool fine = answer.status != 0;
    if (!fine) {
        table->unanswered++;
    } else if (answer.status == 503) {
        fine = true; /* not done: to be sent again */
    } else if (answer.status >= 300 || !answer.json) {
        fine = load_table_fault(table, "%s %.200s was answered %ld: %.200s", table->pending.path,
                                table->pending.body ? table->pending.body : "", answer.status,
                                answer.raw.body.bytes ? answer.raw.body.bytes : "");
    } else {
        table->commands++;
        table->survived += is_replayed(&answer);
        load_moves_digest(table, answer.json);
        keep(table, &answer);
    }
    answer_free(&answer);
    return fine;
}

bool load_table_step(struct load_table *table)
{
    if (!table->has_pending && !load_moves_choose(table))
        return false;
    return !table->has_pending || load_table_send(table);
}

/* The server must know the command, and that it has done it. */
static bool check_kept(struct load_table *table, const struct sent *sent)
{
    struct answer answer = send_sent(table, sent);
    bool fine = answer.status == sent->status && is_replayed(&answer) &&
                answer.raw.body.length == sent->answer_length &&
                memcmp(answer.raw.body.bytes, sent->answer, sent->answer_length) == 0;
    if (!fine)
        load_table_fault(table,
                         "%s with %s was acknowledged with %ld; now it is answered %ld, %s: %.200s",
                         sent->path, sent->key, sent->status, answer.status,
                         is_replayed(&answer) ? "replayed" : "as if it had never come",
                         answer.raw.body.bytes ? answer.raw.body.bytes : "");
    answer_free(&answer);
    return fine;
}

bool load_table_check(struct load_table *table)
{
    if (!load_moves_verify(table))
        return false;
    while (table->has_pending)
        if (!load_table_send(table))
            return load_table_fault(table, "%s is not answered", table->pending.path);
    size_t count = table->kept_count < KEPT_MAX ? table->kept_count : KEPT_MAX;
    for (size_t i = 0; i < count; i++)
        if (!check_kept(table, &table->kept[i]))
            return false;
    for (size_t i = 0; i < count; i++)
        sent_free(&table->kept[i]);
    table->kept_count = 0;
    return load_moves_verify(table);
}

void load_table_begin(struct load_table *table, unsigned number, uint64_t seed)
{
    *table = (struct load_table){.number = number};
    table->random = random_seeded(&table->seeded, seed);
}

void load_table_end(struct load_table *table)
{
    load_moves_leave(table);
    sent_free(&table->pending);
    for (size_t i = 0; i < KEPT_MAX; i++)
        sent_free(&table->kept[i]);
}
