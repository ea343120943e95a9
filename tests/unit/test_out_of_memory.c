/*
 * A whole draft over HTTP, with every allocation of the service failing in turn: alone, and with
 * all that follow until the answer is there. What a user would see go wrong: a service that crashes
 * or hangs, a fault that is blamed on the request, a command that is answered as not done and
 * counts.
 *
 * Of SPLICED_FAULT_STEP allocations one fails; 1 has all of them fail.
 */
#include <curl/curl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/base/memory.h"
#include "service/base/parse.h"
#include "service/program/verify.h"
#include "tests/memory/allocator.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/repeats.h"
#include "tests/support/scarce_memory.h"
#include "tests/support/whole_service.h"

enum {
    STEP = 199,
    PLAYERS = 3,
    KINDS_MAX = 64,
    KIND_BYTES = 48,
    LOOK_EVERY = 10,
    IN_VAIN_MAX = 5,
    SHOWN_BYTES = 1500
};

enum fate {
    FATE_DONE,
    FATE_UNAVAILABLE, /* 503: nothing has happened */
    FATE_UNTOLD,      /* 500: it has happened, but the answer could not be made */
    FATE_DROPPED      /* no answer */
};

/* Requests of a kind begin where the last one has come through in spite of the failure. */
struct kind {
    char name[KIND_BYTES];
    size_t next[2]; /* allocation to fail, alone and lasting */
};

struct trial {
    struct capture capture; /* of what the service logs meanwhile */
    struct whole_service whole;
    struct test_folder folder;
    struct client client;
    struct repeats step;
    struct kind kinds[KINDS_MAX];
    size_t kind_count;
    unsigned requests;
    unsigned unavailable;
    unsigned untold;
    unsigned dropped;
    unsigned done_all_the_same;
    unsigned key;
};

/* The last that the service has logged, for a test that fails. */
static void show_log(struct trial *trial)
{
    char *told = capture_end(&trial->capture);
    size_t length = strlen(told);
    print_error("…%s\n", told + (length > SHOWN_BYTES ? length - SHOWN_BYTES : 0));
    free(told);
}

#define FAIL(trial, ...)                                                                           \
    do {                                                                                           \
        show_log(trial);                                                                           \
        fail_msg(__VA_ARGS__);                                                                     \
    } while (0)

/* "POST seating/commit": the method and the path without its game. */
static struct kind *kind_of(struct trial *trial, const struct play_request *request)
{
    char name[KIND_BYTES];
    const char *path = request->path;
    const char *game = strstr(path, "/games/");
    if (game && strlen(game) >= 7 + ULID_LENGTH)
        path = game + 7 + ULID_LENGTH;
    snprintf(name, sizeof name, "%s %.40s", request->method, path);
    for (size_t i = 0; i < trial->kind_count; i++)
        if (strcmp(trial->kinds[i].name, name) == 0)
            return &trial->kinds[i];
    assert_true(trial->kind_count < KINDS_MAX);
    struct kind *kind = &trial->kinds[trial->kind_count++];
    snprintf(kind->name, sizeof kind->name, "%s", name);
    kind->next[0] = repeats_below(&trial->step, trial->step.count);
    kind->next[1] = repeats_below(&trial->step, trial->step.count);
    return kind;
}

static bool is_replayed(const struct answer *answer)
{
    return answer_header(answer, "idempotent-replayed") != NULL;
}

static enum fate judge(struct trial *trial, const struct play_request *request,
                       const struct answer *answer, bool refused)
{
    trial->requests++;
    if (answer->status >= 200 && answer->status < 300)
        return FATE_DONE;
    if (!refused)
        FAIL(trial, "%s with all the memory there is: %ld", request->path, answer->status);
    if (answer->status == 503) {
        trial->unavailable++;
        return FATE_UNAVAILABLE;
    }
    if (answer->status == 500 && strcmp(request->method, "GET") != 0) {
        trial->untold++;
        return FATE_UNTOLD;
    }
    if (answer->status != 0)
        FAIL(trial, "%s without memory: %ld %.300s", request->path, answer->status,
             answer->raw.body.bytes ? answer->raw.body.bytes : "");
    trial->dropped++;
    return FATE_DROPPED;
}

/* Sends REQUEST until it is done, each time with another allocation failing. Its answer, for the
 * caller to free. */
static struct answer press(struct trial *trial, const struct play_request *request, bool lasting)
{
    struct kind *kind = kind_of(trial, request);
    enum fate before = FATE_DONE;
    unsigned in_vain = 0; /* with all the memory there is */
    for (;;) {
        scarce_memory_begin(kind->next[lasting], lasting);
        struct answer answer = client_try(&trial->client, request);
        bool refused = scarce_memory_end();
        /* What was not answered may still be under way, and fail together with this. */
        enum fate fate = judge(trial, request, &answer, refused || before == FATE_DROPPED);
        if (fate == FATE_DONE && !refused && before == FATE_UNAVAILABLE && is_replayed(&answer))
            FAIL(trial, "%s was answered with 503, and done", request->path);
        if (fate == FATE_DONE && before == FATE_UNTOLD && !is_replayed(&answer))
            FAIL(trial, "%s was answered with 500, and not done", request->path);
        if (refused)
            kind->next[lasting] += trial->step.count;
        else
            kind->next[lasting] = repeats_below(&trial->step, trial->step.count);
        in_vain += !refused && fate != FATE_DONE;
        if (in_vain > IN_VAIN_MAX)
            FAIL(trial, "%s is not done any more, whatever memory there is", request->path);
        if (fate == FATE_DONE) {
            trial->done_all_the_same += refused;
            return answer;
        }
        answer_free(&answer);
        before = fate;
    }
}

/* The command, done once although memory runs out again and again. */
static struct answer command(struct trial *trial, const struct play_request *request)
{
    char key[64];
    const char *const headers[] = {key, NULL};
    struct play_request keyed = *request;
    snprintf(key, sizeof key, "Idempotency-Key: scarce-%u", trial->key++);
    keyed.headers = headers;
    return press(trial, &keyed, trial->key % 2 == 0);
}

static void look(struct trial *trial, const char *path, const char *token)
{
    const struct play_request request = {.method = "GET", .path = path, .token = token};
    for (int lasting = 0; lasting < 2; lasting++) {
        struct answer answer = press(trial, &request, lasting);
        answer_free(&answer);
    }
}

static void look_around(struct trial *trial, const struct draft *draft)
{
    static const char *const rests[] = {"", "/events", "/head", "/transcript", "/tableaus"};
    for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++)
        look(trial, draft_path(draft, rests[i]), draft->tokens[0]);
    look(trial, "/v1/games", NULL);
    look(trial, "/readyz", NULL);
}

static bool move(struct trial *trial, struct draft *draft)
{
    struct prepared prepared;
    json_t *view = draft_view(draft, DRAFT_PUBLIC);
    bool goes_on = strcmp(text_at(view, "status"), "setup") == 0;
    size_t player = goes_on ? waiting_player(view, 0) : 0;
    json_decref(view);
    if (!goes_on)
        return false;
    draft_prepare(draft, player, &prepared);
    struct answer answer = command(trial, &prepared.request);
    answer_free(&answer);
    prepared_free(&prepared);
    return true;
}

static void pause_and_resume(struct trial *trial, const struct draft *draft)
{
    static const char *const rests[] = {"/pause", "/resume"};
    for (size_t i = 0; i < 2; i++) {
        const struct play_request request = {
            .method = "POST", .path = draft_path(draft, rests[i]), .token = draft->host_token};
        struct answer answer = command(trial, &request);
        answer_free(&answer);
    }
}

/* Another game is made and joined, for the sake of these requests. */
static void create_and_join(struct trial *trial)
{
    static const char body[] = "{\"name\": \"Scarce\", \"players\": 3}";
    const struct play_request create = {
        .method = "POST", .path = "/v1/games", .body = body, .body_length = sizeof body - 1};
    struct answer created = command(trial, &create);
    for (size_t i = 0; i < PLAYERS; i++) {
        char path[DRAFT_PATH_BYTES];
        const json_t *invite = json_array_get(json_object_get(created.json, "invites"), i);
        json_t *object =
            json_pack("{s:s, s:s}", "name", "Bot", "invite", text_at(invite, "invite"));
        char *text = json_dumps(object, JSON_COMPACT);
        snprintf(path, sizeof path, "/v1/games/%s/join", text_at(created.json, "game/id"));
        const struct play_request join = {
            .method = "POST", .path = path, .body = text, .body_length = strlen(text)};
        struct answer joined = command(trial, &join);
        answer_free(&joined);
        json_decref(object);
        free(text);
    }
    answer_free(&created);
}

static void verify(const struct draft *draft)
{
    struct verify_report report;
    struct answer answer =
        client_call(draft->client, "GET", draft_path(draft, "/transcript"), NULL, NULL);
    bool holds = verify_transcript(answer.raw.body.bytes, answer.raw.body.length, NULL, &report);
    answer_free(&answer);
    if (!holds)
        fail_msg("line %zu: %s", report.fault.line, report.fault.text);
    assert_number(report.extent, VERIFIED_WHOLE);
}

static void play(struct trial *trial)
{
    struct draft draft;
    draft_create(&draft, &trial->client, PLAYERS, 1, NULL, NULL);
    draft_join_all(&draft);
    for (unsigned moves = 0; move(trial, &draft); moves++) {
        if (moves % LOOK_EVERY == 0)
            look_around(trial, &draft);
        if (moves % LOOK_EVERY == LOOK_EVERY / 2)
            pause_and_resume(trial, &draft);
        if (moves % LOOK_EVERY == LOOK_EVERY / 2 + 1)
            create_and_join(trial);
    }
    verify(&draft);
    draft_free(&draft);
}

/* jansson itself ends the process when it has no memory for a string with escapes. */
static void a_text_is_parsed_or_it_is_told_why_not(void **state)
{
    (void)state;
    static const char text[] =
        "{\"a string that is longer than what is there at first\": \"with \\u00e9scapes, "
        "\\n\\t\\\"\", "
        "\"list\": [1, 2, 3, {\"deeper\": [\"\\ud83d\\ude00 and more of the same, and more\"]}]}";
    bool refused = true;
    parse_prepare();
    json_t *whole = parse_json(text, sizeof text - 1, 0, NULL);
    assert_non_null(whole);
    for (size_t number = 0; refused; number++) {
        for (int lasting = 0; lasting < 2; lasting++) {
            memory_forget();
            scarce_memory_begin(number, lasting);
            json_t *value = parse_json(text, sizeof text - 1, 0, NULL);
            refused = scarce_memory_end();
            assert_true(value ? json_equal(value, whole) : memory_ran_out());
            assert_true(refused == (value == NULL));
            json_decref(value);
        }
    }
    json_decref(whole);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static struct trial trial;
    char url[64];
    scarce_memory_spare_me();
    trial.folder = test_folder_new();
    trial.step = repeats_begin("SPLICED_FAULT_STEP", STEP);
    whole_service_start(&trial.whole, trial.folder.path, false);
    snprintf(url, sizeof url, "http://127.0.0.1:%u", server_port(trial.whole.server));
    trial.client = client_new(url);
    trial.capture = capture_begin();
    play(&trial);
    free(capture_end(&trial.capture));
    client_free(&trial.client);
    whole_service_stop(&trial.whole);
    test_folder_remove(&trial.folder);
    print_message("%u requests: %u answered as unavailable, %u not at all, %u done without the "
                  "memory that was refused, %u done without a proper answer\n",
                  trial.requests, trial.unavailable, trial.dropped, trial.done_all_the_same,
                  trial.untold);
}

int main(void)
{
    allocator_install();
    log_set_level(LOG_LEVEL_ERROR);
    if (sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_parsed_or_it_is_told_why_not),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
