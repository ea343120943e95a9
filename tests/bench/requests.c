/*
 * Views and sealed commits: the real service against the bare server, on 64 connections that are
 * kept.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/drafting.h"
#include "tests/bench/measure.h"
#include "tests/bench/repeated.h"

/* A player may commit a hundred times in a round, so that each connection needs several games. All
 * of them fit into the service's cache. */
enum { HEADER_BYTES = 128, GAMES_OF_COMMITS = 12, COMMITS_MAX = 100 };

struct requests {
    const struct bench *bench;
    struct child real;
    struct child bare;
    struct load *real_load;
    struct load *bare_load;
    struct drafts drafts;
    struct repeated to_real;
    struct repeated to_bare;
    size_t turns[CONNECTIONS]; /* commits that were sent */
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
    repeated_begin(&requests->to_real);
    repeated_begin(&requests->to_bare);
}

static void stop(struct requests *requests)
{
    repeated_end(&requests->to_real);
    repeated_end(&requests->to_bare);
    load_close(requests->real_load);
    load_close(requests->bare_load);
    child_stop(&requests->real);
    child_stop(&requests->bare);
    drafts_end(&requests->drafts);
}

static void make_games(struct requests *requests, size_t each)
{
    drafts_begin(&requests->drafts, CONNECTIONS, each, true);
    const struct load_script script = {.next = drafts_next, .context = &requests->drafts};
    load_run(requests->real_load, &script);
}

/* Measures both sides in turn; the first pair only warms them up. */
static void compare(struct requests *requests, struct comparison *comparison,
                    const struct load_script *real)
{
    const struct load_script bare =
        repeated_script(&requests->to_bare, requests->bench->microseconds);
    for (size_t round = 0; round <= requests->bench->rounds; round++) {
        struct sample of_real = bench_sample(&requests->real, requests->real_load, real);
        struct sample of_bare = bench_sample(&requests->bare, requests->bare_load, &bare);
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

/* A connection asks for the view of a player in a game of its own; the bare server answers as many
 * bytes to the same headers. */
static void write_view(struct requests *requests, size_t connection, bool conditional)
{
    struct draft *draft = &requests->drafts.list[connection];
    const char *token = draft->seats[0].token;
    struct buffer *real = &requests->to_real.requests[connection];
    struct buffer *bare = &requests->to_bare.requests[connection];
    char path[PATH_BYTES];
    char bare_path[PATH_BYTES] = "/unchanged";
    char etag[HEADER_BYTES / 2];
    char header[HEADER_BYTES] = "";
    draft_path(draft, "", path);
    buffer_clear(real);
    request_write(real, "GET", path, token, NULL, NULL);
    const struct load_answer answer = load_ask(requests->real_load, real);
    if (conditional) {
        copy_header(&answer, "\r\nETag: ", etag, sizeof etag);
        snprintf(header, sizeof header, "If-None-Match: %s\r\n", etag);
    } else {
        snprintf(bare_path, sizeof bare_path, "/static/%zu", answer.body_length);
    }
    buffer_clear(real);
    request_write(real, "GET", path, token, header, NULL);
    buffer_clear(bare);
    request_write(bare, "GET", bare_path, token, header, NULL);
}

static void measure_views(struct requests *requests, const char *name, bool conditional)
{
    struct comparison comparison = {.name = name, .goal = 0.80};
    const struct load_script script =
        repeated_script(&requests->to_real, requests->bench->microseconds);
    for (size_t i = 0; i < CONNECTIONS; i++)
        write_view(requests, i, conditional);
    requests->to_real.status = conditional ? 304 : 200;
    requests->to_bare.status = requests->to_real.status;
    compare(requests, &comparison, &script);
}

static const char minimal_header[] = "Prefer: return=minimal\r\n";

/* A player of each game commits over and over, then the next one; the last one does not, so that
 * the rounds stay open. */
static bool commit(void *context, size_t connection, const struct load_answer *answer,
                   struct buffer *ret_request)
{
    struct requests *requests = context;
    const size_t turn = requests->turns[connection]++;
    const size_t game = connection * GAMES_OF_COMMITS + turn % GAMES_OF_COMMITS;
    const size_t player = turn / GAMES_OF_COMMITS / COMMITS_MAX;
    const struct draft *draft = &requests->drafts.list[game];
    char path[PATH_BYTES];
    char body[OPENING_BYTES];
    if (player == SEATS - 1)
        bench_fail("there are too few games for as many commits: measure fewer rounds");
    if (answer)
        check_status(answer, requests->minimal ? 204 : 200);
    draft_path(draft, "/faction_draft/commit", path);
    snprintf(body, sizeof body, "{\"round\":1,\"commitment\":\"%064zx\"}", turn);
    request_write(ret_request, "POST", path, draft->seats[player].token,
                  requests->minimal ? minimal_header : NULL, body);
    return true;
}

/* What the bare server is sent for it. */
static void write_events(struct requests *requests)
{
    struct buffer first = buffer_new(REQUEST_BYTES_MAX);
    char path[PATH_BYTES];
    char body[OPENING_BYTES];
    commit(requests, 0, NULL, &first);
    const struct load_answer answer = load_ask(requests->real_load, &first);
    buffer_free(&first);
    snprintf(path, sizeof path, "/events/%zu", answer.body_length);
    snprintf(body, sizeof body, "{\"round\":1,\"commitment\":\"%064x\"}", 1);
    for (size_t i = 0; i < CONNECTIONS; i++) {
        buffer_clear(&requests->to_bare.requests[i]);
        request_write(&requests->to_bare.requests[i], "POST", path,
                      requests->drafts.list[i].seats[0].token,
                      requests->minimal ? minimal_header : NULL, body);
    }
    requests->to_bare.status = answer.body_length > 0 ? 200 : 204;
}

static void measure_commits(struct requests *requests, const char *name, bool minimal)
{
    struct comparison comparison = {.name = name, .goal = 0.75};
    const struct load_script script = {commit, requests, requests->bench->microseconds};
    requests->minimal = minimal;
    write_events(requests);
    compare(requests, &comparison, &script);
}

void bench_views(const struct bench *bench)
{
    static struct requests requests;
    start(&requests, bench);
    make_games(&requests, 1);
    measure_views(&requests, "GET view", false);
    measure_views(&requests, "GET view, 304", true);
    stop(&requests);
}

void bench_commits(const struct bench *bench)
{
    static struct requests requests;
    start(&requests, bench);
    make_games(&requests, GAMES_OF_COMMITS);
    measure_commits(&requests, "sealed commit, view answered", false);
    measure_commits(&requests, "sealed commit, return=minimal", true);
    stop(&requests);
}
