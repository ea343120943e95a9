/*
 * The server killed without warning, again and again. What a user would see go wrong: a pick that
 * was acknowledged and is gone, cards that are nowhere or twice, a game that does not go on, two
 * servers that write the same games.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/one_stand.h"
#include "tests/support/volley.h"

enum { KILLS = 50, KILLS_UNDER_FIRE = 12, PLAYERS = 5 };

/* What everybody sees: the public view, each player's, and the head of the log. */
struct sight {
    json_t *views[PLAYERS_MAX + 2];
    size_t count;
};

static struct sight look(const struct draft *draft)
{
    struct sight sight = {.count = 0};
    sight.views[sight.count++] = draft_view(draft, DRAFT_PUBLIC);
    struct answer answer =
        client_call(draft->client, "GET", draft_path(draft, "/head"), NULL, NULL);
    sight.views[sight.count++] = answer_take(&answer, 200);
    for (size_t i = 0; i < draft->players; i++)
        sight.views[sight.count++] = draft_view(draft, (int)i);
    return sight;
}

static void assert_same(struct sight *before, struct sight *after)
{
    assert_number(before->count, after->count);
    for (size_t i = 0; i < before->count; i++) {
        if (!json_equal(before->views[i], after->views[i])) {
            char *texts[] = {json_dumps(before->views[i], 0), json_dumps(after->views[i], 0)};
            fail_msg("after the kill view %zu is\n%s\nand was\n%s", i, texts[1], texts[0]);
        }
        json_decref(before->views[i]);
        json_decref(after->views[i]);
    }
}

static void new_draft(struct draft *draft, uint64_t seed)
{
    draft_create(draft, &stand.client, PLAYERS, seed, NULL, NULL);
    draft_join_all(draft);
}

static void what_was_acknowledged_outlives_a_kill(void **state)
{
    (void)state;
    struct draft draft;
    uint64_t seed = 7;
    new_draft(&draft, seed++);
    for (unsigned kill = 0; kill < KILLS; kill++) {
        for (unsigned moves = 0; moves < 3; moves++) {
            if (draft_move(&draft))
                continue;
            stand_verify(&stand, draft.game, "every deal, pick and turn played again");
            draft_free(&draft);
            new_draft(&draft, seed++);
        }
        struct sight before = look(&draft);
        stand_kill_and_restart(&stand);
        struct sight after = look(&draft);
        assert_same(&before, &after);
    }
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

/* The kill comes while all of them send: what was answered is there, and nobody is stuck. */
static void a_kill_amid_requests_loses_nothing_that_was_answered(void **state)
{
    (void)state;
    struct draft draft;
    uint64_t seed = 900;
    new_draft(&draft, seed++);
    for (unsigned kill = 0; kill < KILLS_UNDER_FIRE; kill++) {
        struct prepared prepared[PLAYERS];
        struct shot shots[PLAYERS];
        struct volley *volley = volley_new(stand.program.url);
        json_t *view = draft_view(&draft, DRAFT_PUBLIC);
        size_t count = json_array_size(json_object_get(view, "waiting_on"));
        for (size_t i = 0; i < count; i++) {
            draft_prepare(&draft, waiting_player(view, i), &prepared[i]);
            shots[i] = (struct shot){.request = prepared[i].request};
        }
        volley_start(volley, shots, count);
        stand_kill_and_restart(&stand);
        volley_wait(volley);
        volley_free(volley);
        json_int_t seen = number_at(view, "version");
        json_decref(view);
        for (size_t i = 0; i < count; i++) {
            if (shots[i].answer.status == 200 && number_at(shots[i].answer.json, "version") > seen)
                seen = number_at(shots[i].answer.json, "version");
            answer_free(&shots[i].answer);
            prepared_free(&prepared[i]);
        }
        view = draft_view(&draft, DRAFT_PUBLIC);
        if (number_at(view, "version") < seen)
            fail_msg("version %d was acknowledged, %d is there", (int)seen,
                     (int)number_at(view, "version"));
        bool over = strcmp(text_at(view, "status"), "playing") == 0;
        json_decref(view);
        if (over) {
            draft_free(&draft);
            new_draft(&draft, seed++);
        }
    }
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

static void a_second_server_on_the_same_folder_is_refused(void **state)
{
    (void)state;
    char output[2048];
    const char *const arguments[] = {"serve",  "--listen",        "127.0.0.1:0",
                                     "--data", stand.folder.path, NULL};
    int status = program_run(SPLICED_PROGRAM, arguments, output, sizeof output);
    if (status != 1 || !strstr(output, "another spliced serve runs on the data folder") ||
        !strstr(output, stand.folder.path))
        fail_msg("a second server ends with %d: %s", status, output);
    struct answer answer = client_call(&stand.client, "GET", "/readyz", NULL, NULL);
    json_decref(answer_take(&answer, 200));
}

/* Tokens and invites come from the keys in the folder: they hold after a restart. */
static void tokens_and_invites_outlive_a_restart(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 3, stand.creator_token, NULL);
    draft_join(&draft, 0);
    program_stop(&stand.program);
    client_free(&stand.client);
    stand.program = program_start(SPLICED_PROGRAM, stand.folder.path, NULL);
    stand.client = client_new(stand.program.url);
    draft_join(&draft, 1);
    draft_join(&draft, 2);
    draft_play_to(&draft, "seating");
    json_t *view = draft_view(&draft, DRAFT_HOST);
    assert_string_equal(text_at(view, "you/role"), "host");
    json_decref(view);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_acknowledged_outlives_a_kill),
        cmocka_unit_test(a_kill_amid_requests_loses_nothing_that_was_answered),
        cmocka_unit_test(a_second_server_on_the_same_folder_is_refused),
        cmocka_unit_test(tokens_and_invites_outlive_a_restart),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
