/*
 * Views and sealed commits: the real service against the bare server, on 64 connections that are
 * kept.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/bench.h"
#include "tests/bench/drafting.h"
#include "tests/bench/measure.h"

enum { HEADER_BYTES = 128, GAMES = CONNECTIONS };

struct requests {
    const struct bench *bench;
    struct child real;
    struct child bare;
    struct load *real_load;
    struct load *bare_load;
    struct drafts drafts;
    struct buffer real_requests[CONNECTIONS]; /* what each connection asks for again and again */
    struct buffer bare_requests[CONNECTIONS];
    unsigned status; /* that all are to be answered with */
    size_t turns[CONNECTIONS];
    bool minimal;
};

static void start(struct requests *requests, const struct bench *bench)
{
    char folder[FOLDER_BYTES];
    bench_new_folder(bench, "requests", folder);
    requests->bench = bench;
    requests->real = bench_start_real(folder, NULL);
    requests->bare = bench_start_bare(bench);
    requests->real_load = load_open(requests->real.port, CONNECTIONS);
    requests->bare_load = load_open(requests->bare.port, CONNECTIONS);
    for (size_t i = 0; i < CONNECTIONS; i++) {
        requests->real_requests[i] = buffer_new(REQUEST_BYTES_MAX);
        requests->bare_requests[i] = buffer_new(REQUEST_BYTES_MAX);
    }
}

static void stop(struct requests *requests)
{
    for (size_t i = 0; i < CONNECTIONS; i++) {
        buffer_free(&requests->real_requests[i]);
        buffer_free(&requests->bare_requests[i]);
    }
    load_close(requests->real_load);
    load_close(requests->bare_load);
    child_stop(&requests->real);
    child_stop(&requests->bare);
    free(requests->drafts.list);
}

static void make_games(struct requests *requests)
{
    struct drafts *drafts = &requests->drafts;
    *drafts = (struct drafts){
        .list = calloc(GAMES, sizeof(struct draft)), .joins_only = true, .wanted = GAMES};
    if (!drafts->list)
        bench_fail("no memory for %d games", GAMES);
    const struct load_script script = {.next = drafts_next, .context = drafts};
    load_run(requests->real_load, &script);
}

/* The same request over and over. */
static bool repeat(struct requests *requests, const struct buffer *request,
                   const struct load_answer *answer, struct buffer *ret_request)
{
    if (answer && answer->status != requests->status)
        bench_fail("a request is answered with %u instead of %u: %.*s", answer->status,
                   requests->status, (int)answer->body_length, answer->body);
    buffer_append(ret_request, request->bytes, request->length);
    return true;
}

static bool repeat_real(void *context, size_t connection, const struct load_answer *answer,
                        struct buffer *ret_request)
{
    struct requests *requests = context;
    return repeat(requests, &requests->real_requests[connection], answer, ret_request);
}

static bool repeat_bare(void *context, size_t connection, const struct load_answer *answer,
                        struct buffer *ret_request)
{
    struct requests *requests = context;
    return repeat(requests, &requests->bare_requests[connection], answer, ret_request);
}

/* Measures both sides in turn; the first pair only warms them up. */
static void compare(struct requests *requests, struct comparison *comparison,
                    bool (*real)(void *, size_t, const struct load_answer *, struct buffer *))
{
    const int64_t time = requests->bench->microseconds;
    const struct load_script real_script = {real, requests, time};
    const struct load_script bare_script = {repeat_bare, requests, time};
    for (size_t round = 0; round <= requests->bench->rounds; round++) {
        struct sample of_real = bench_sample(&requests->real, requests->real_load, &real_script);
        struct sample of_bare = bench_sample(&requests->bare, requests->bare_load, &bare_script);
        if (round > 0)
            comparison_add(comparison, &of_real, &of_bare);
    }
    report_comparison(comparison);
}

/* The value of a header of an answer, up to the end of its line. */
static void copy_header(const struct load_answer *answer, const char *name, char *ret_value,
                        size_t size)
{
    const char *at = memmem(answer->head, answer->head_length, name, strlen(name));
    size_t length = at ? strcspn(at + strlen(name), "\r") : size;
    if (length >= size)
        bench_fail("an answer has no header like %s", name);
    memcpy(ret_value, at + strlen(name), length);
    ret_value[length] = '\0';
}

/* Each connection asks for the view of a player in a game of its own; the bare server answers as
 * many bytes to the same headers. */
static void write_views(struct requests *requests, bool conditional)
{
    for (size_t i = 0; i < CONNECTIONS; i++) {
        struct draft *draft = &requests->drafts.list[i];
        const char *token = draft->seats[0].token;
        struct buffer *real = &requests->real_requests[i];
        struct buffer *bare = &requests->bare_requests[i];
        char path[PATH_BYTES];
        char etag[HEADER_BYTES / 2];
        char header[HEADER_BYTES];
        draft_path(draft, "", path);
        buffer_clear(real);
        request_write(real, "GET", path, token, NULL, NULL);
        const struct load_answer answer = load_ask(requests->real_load, real);
        copy_header(&answer, "\r\nETag: ", etag, sizeof etag);
        snprintf(header, sizeof header, "If-None-Match: %s\r\n", etag);
        snprintf(path, sizeof path, "/static/%zu", answer.body_length);
        buffer_clear(bare);
        request_write(bare, "GET", conditional ? "/unchanged" : path, token,
                      conditional ? header : NULL, NULL);
        draft_path(draft, "", path);
        buffer_clear(real);
        request_write(real, "GET", path, token, conditional ? header : NULL, NULL);
    }
    requests->status = conditional ? 304 : 200;
}

static void measure_views(struct requests *requests)
{
    struct comparison whole = {.name = "GET view", .goal = 0.80};
    struct comparison unchanged = {.name = "GET view, 304", .goal = 0.80};
    write_views(requests, false);
    compare(requests, &whole, repeat_real);
    write_views(requests, true);
    compare(requests, &unchanged, repeat_real);
}

static const char minimal_header[] = "Prefer: return=minimal\r\n";

/* Five of the six commit over and over, so that the round stays open. */
static bool commit(void *context, size_t connection, const struct load_answer *answer,
                   struct buffer *ret_request)
{
    struct requests *requests = context;
    struct draft *draft = &requests->drafts.list[connection];
    char path[PATH_BYTES];
    char body[OPENING_BYTES];
    size_t turn = requests->turns[connection]++;
    if (answer && answer->status != requests->status)
        bench_fail("a commit is answered with %u: %.*s", answer->status, (int)answer->body_length,
                   answer->body);
    draft_path(draft, "/faction_draft/commit", path);
    snprintf(body, sizeof body, "{\"round\":1,\"commitment\":\"%064zx\"}", turn);
    request_write(ret_request, "POST", path, draft->seats[turn % (SEATS - 1)].token,
                  requests->minimal ? minimal_header : NULL, body);
    return true;
}

/* What the bare server is sent for it. */
static void write_events(struct requests *requests)
{
    struct buffer first = buffer_new(REQUEST_BYTES_MAX);
    char path[PATH_BYTES];
    char body[OPENING_BYTES];
    requests->status = requests->minimal ? 204 : 200;
    commit(requests, 0, NULL, &first);
    const struct load_answer answer = load_ask(requests->real_load, &first);
    buffer_free(&first);
    snprintf(path, sizeof path, "/events/%zu", answer.body_length);
    snprintf(body, sizeof body, "{\"round\":1,\"commitment\":\"%064x\"}", 1);
    for (size_t i = 0; i < CONNECTIONS; i++) {
        buffer_clear(&requests->bare_requests[i]);
        request_write(&requests->bare_requests[i], "POST", path,
                      requests->drafts.list[i].seats[0].token,
                      requests->minimal ? minimal_header : NULL, body);
    }
}

static void measure_commits(struct requests *requests)
{
    struct comparison whole = {.name = "sealed commit, view answered", .goal = 0.75};
    struct comparison minimal = {.name = "sealed commit, return=minimal", .goal = 0.75};
    requests->minimal = false;
    write_events(requests);
    compare(requests, &whole, commit);
    requests->minimal = true;
    write_events(requests);
    compare(requests, &minimal, commit);
}

void bench_requests(const struct bench *bench)
{
    static struct requests requests;
    start(&requests, bench);
    make_games(&requests);
    measure_views(&requests);
    measure_commits(&requests);
    stop(&requests);
}
