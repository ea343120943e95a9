/*
 * The log of a whole draft, at its most talkative. What an operator would see go wrong: a token, an
 * invite, a nonce or a card in a file that is kept for years and read by who knows whom.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"

enum { PLAYERS = 4 };

static struct stand stand;
static struct test_folder folder; /* of the log */
static int own_errors;            /* where the standard error of this test goes */

static const char *log_path(void)
{
    return test_folder_path(&folder, "log");
}

/* The program inherits a standard error that is a file. */
static int begin(void **state)
{
    static const char *const arguments[] = {"--open", "--log", "debug", NULL};
    (void)state;
    folder = test_folder_new();
    own_errors = dup(STDERR_FILENO);
    int file = open(log_path(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    assert_true(own_errors >= 0 && file >= 0);
    dup2(file, STDERR_FILENO);
    close(file);
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, arguments);
    dup2(own_errors, STDERR_FILENO);
    return 0;
}

static int end(void **state)
{
    (void)state;
    close(own_errors);
    test_folder_remove(&folder);
    return 0;
}

/* The texts that must not be found, as a set. */
static void add_secret(json_t *secrets, const char *text)
{
    if (text)
        json_object_set_new(secrets, text, json_true());
}

static void add_nonce(json_t *secrets, const json_t *pick)
{
    add_secret(secrets, json_string_value(json_object_get(pick, "nonce")));
}

/* Cards with their quotes: as they would stand in a line of JSON. */
static void add_cards(json_t *secrets, const json_t *cards)
{
    for (size_t i = 0; i < json_array_size(cards); i++) {
        char quoted[128];
        snprintf(quoted, sizeof quoted, "\"%s\"", json_string_value(json_array_get(cards, i)));
        add_secret(secrets, quoted);
    }
}

static void add_secrets_of(json_t *secrets, const struct draft *draft, size_t player)
{
    json_t *view = draft_view(draft, (int)player);
    const json_t *you = json_object_get(view, "you");
    const json_t *history = json_object_get(you, "history");
    add_nonce(secrets, json_object_get(you, "sealed"));
    for (size_t i = 0; i < json_array_size(history); i++)
        add_nonce(secrets, json_array_get(history, i));
    add_cards(secrets, json_object_get(you, "hand"));
    add_cards(secrets, json_object_get(you, "facedown"));
    json_decref(view);
}

static void add_keys_of(json_t *secrets, const struct draft *draft)
{
    add_secret(secrets, draft->host_token);
    add_secret(secrets, stand.operator_token);
    add_secret(secrets, stand.creator_token);
    for (size_t i = 0; i < draft->players; i++) {
        add_secret(secrets, draft->tokens[i]);
        add_secret(secrets, draft->invites[i]);
    }
}

/* Things that go wrong, with secrets in them. */
static void send_what_is_refused(struct draft *draft)
{
    char path[DRAFT_PATH_BYTES];
    struct answer answer;
    snprintf(path, sizeof path, "%s?token=%.60s", draft_path(draft, ""), draft->tokens[0]);
    answer = client_call(&stand.client, "GET", path, draft->tokens[0], NULL);
    answer_free(&answer);
    snprintf(path, sizeof path, "/v1/games/%s", draft->invites[1]);
    answer = client_call(&stand.client, "GET", path, draft->tokens[0], NULL);
    answer_free(&answer);
    answer =
        draft_post(draft, DRAFT_PUBLIC, "/join", json_pack("{s:s}", "invite", draft->invites[0]));
    answer_free(&answer);
    answer = draft_post(draft, 0, "/kings", json_pack("{s:s}", "king", draft->tokens[1]));
    answer_free(&answer);
}

static void nothing_secret_stands_in_the_log(void **state)
{
    (void)state;
    struct draft draft;
    json_t *secrets = json_object();
    draft_create(&draft, &stand.client, PLAYERS, 88, NULL, NULL);
    draft_join_all(&draft);
    add_keys_of(secrets, &draft);
    send_what_is_refused(&draft);
    do {
        for (size_t player = 0; player < PLAYERS; player++)
            add_secrets_of(secrets, &draft, player);
    } while (draft_move(&draft));
    draft_free(&draft);
    stand_end(&stand);

    size_t length;
    char *log = test_file_read(log_path(), &length);
    assert_non_null(strstr(log, "\"level\":\"debug\""));
    /* Four hands and what was passed on, and a nonce for each pick but those that were void. */
    assert_true(json_object_size(secrets) > 80);
    const char *secret;
    json_t *unused;
    json_object_foreach(secrets, secret, unused)
    {
        assert_true(strlen(secret) >= 4);
        if (memmem(log, length, secret, strlen(secret)))
            fail_msg("the log has %s", secret);
    }
    free(log);
    json_decref(secrets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_secret_stands_in_the_log),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
