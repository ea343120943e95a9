/*
 * A disk that is full, and one that fails, under the running server. What a user would see go
 * wrong: a pick that is refused and counts all the same, a server that is of no use any more
 * although there is room again, one that goes on as if nothing had happened after a failed write.
 */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "service/program/commands.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/stand.h"

enum { PLAYERS = 4 };

static struct test_folder faults;
static struct stand stand;

static int begin(void **state)
{
    (void)state;
    faults = test_folder_new();
    const char *file = test_folder_path(&faults, "faults");
    setenv("SPLICED_FAULTS", file, 1);
    faulty_disk_share(file);
    stand_begin(&stand, FAULTY_PROGRAM, RECORDED_FILE, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stand_end(&stand);
    test_folder_remove(&faults);
    return 0;
}

static int heal(void **state)
{
    (void)state;
    faulty_disk_heal();
    return 0;
}

static struct answer get(const char *path)
{
    const struct play_request request = {.method = "GET", .path = path};
    return client_try(&stand.client, &request);
}

static void begin_draft(struct draft *draft, uint64_t seed)
{
    draft_create(draft, &stand.client, PLAYERS, seed, NULL, NULL);
    draft_join_all(draft);
    draft_play_to(draft, "seating");
}

/* The next pick of somebody whom the game waits for, with a key. */
static void prepare_pick(struct draft *draft, struct prepared *ret_prepared)
{
    static const char *const headers[] = {"Idempotency-Key: pick-on-a-faulty-disk", NULL};
    json_t *view = draft_view(draft, DRAFT_PUBLIC);
    draft_prepare(draft, waiting_player(view, 0), ret_prepared);
    ret_prepared->request.headers = headers;
    json_decref(view);
}

/* The disk fills up, and games are made until there is no room for one more. */
static void fill_up(void)
{
    static const char body[] = "{\"name\": \"One more\", \"players\": 8}";
    const struct play_request request = {
        .method = "POST", .path = "/v1/games", .body = body, .body_length = sizeof body - 1};
    long status = 201;
    faulty_disk_fill();
    while (status == 201) {
        struct answer answer = client_try(&stand.client, &request);
        status = answer.status;
        answer_free(&answer);
    }
    assert_number(status, 503);
}

static void a_full_disk_is_told_and_sat_out(void **state)
{
    (void)state;
    struct draft draft;
    struct prepared pick;
    begin_draft(&draft, 1);
    prepare_pick(&draft, &pick);
    json_t *before = draft_view(&draft, DRAFT_PUBLIC);

    fill_up();
    struct answer deceived = get("/readyz");
    assert_problem(&deceived, 503, "unavailable");
    faulty_disk_break(DISK_WRITE, 0, SQLITE_FULL);
    for (unsigned i = 0; i < 3; i++) {
        struct answer answer = client_try(&stand.client, &pick.request);
        assert_non_null(answer_header(&answer, "retry-after"));
        assert_problem(&answer, 503, "unavailable");
        answer = get("/readyz");
        assert_problem(&answer, 503, "unavailable");
        answer = get("/healthz");
        assert_number(answer.status, 200);
        answer_free(&answer);
        json_t *meanwhile = draft_view(&draft, DRAFT_PUBLIC);
        assert_true(json_equal(before, meanwhile));
        json_decref(meanwhile);
    }

    faulty_disk_heal();
    struct answer answer = get("/readyz");
    assert_number(answer.status, 200);
    answer_free(&answer);
    answer = client_try(&stand.client, &pick.request);
    assert_number(answer.status, 200);
    assert_null(answer_header(&answer, "idempotent-replayed"));
    assert_number(number_at(answer.json, "version"), number_at(before, "version") + 1);
    answer_free(&answer);
    json_decref(before);
    prepared_free(&pick);
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

/* The pick fails, the server ends by itself, and goes on when it is started anew; the pick, sent
 * again, counts once. */
static void end_and_start_anew(enum disk_call call, int result, uint64_t seed)
{
    struct draft draft;
    struct prepared pick;
    begin_draft(&draft, seed);
    prepare_pick(&draft, &pick);
    json_int_t before = draft_version(&draft);

    faulty_disk_break(call, 0, result);
    struct answer answer = client_try(&stand.client, &pick.request);
    assert_problem(&answer, 503, "unavailable");
    client_free(&stand.client);
    assert_number(program_wait(&stand.program), EXIT_BROKEN);

    faulty_disk_heal();
    stand.program = program_start(FAULTY_PROGRAM, stand.folder.path, NULL);
    stand.client = client_new(stand.program.url);
    answer = client_try(&stand.client, &pick.request);
    assert_number(answer.status, 200);
    assert_number(number_at(answer.json, "version"), before + 1);
    answer_free(&answer);
    assert_number(draft_version(&draft), before + 1);
    prepared_free(&pick);
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

static void a_failed_write_ends_the_server(void **state)
{
    (void)state;
    end_and_start_anew(DISK_WRITE, SQLITE_IOERR_WRITE, 2);
}

static void a_failed_sync_ends_the_server(void **state)
{
    (void)state;
    end_and_start_anew(DISK_SYNC, SQLITE_IOERR_FSYNC, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_full_disk_is_told_and_sat_out, heal),
        cmocka_unit_test_teardown(a_failed_write_ends_the_server, heal),
        cmocka_unit_test_teardown(a_failed_sync_ends_the_server, heal),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
