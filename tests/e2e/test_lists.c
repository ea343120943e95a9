/*
 * Lists of games and of events, and who holds a game up. What a user would see go wrong: a page
 * that is missing or doubled, a list without one's games or with those of others, nobody to remind.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/one_stand.h"

static struct draft draft; /* each test makes its own */

static void games_come_in_pages(void **state)
{
    (void)state;
    enum { GAMES = 7, LIMIT = 3 };
    for (int i = 0; i < GAMES; i++) {
        char name[32];
        snprintf(name, sizeof name, "Paged %d", i);
        struct answer answer = client_call(&stand.client, "POST", "/v1/games", stand.creator_token,
                                           json_pack("{s:s, s:i}", "name", name, "players", 3));
        json_decref(answer_take(&answer, 201));
    }
    static const char *const sorts[] = {"created_at", "-created_at", "updated_at", "-updated_at",
                                        "name"};
    for (size_t s = 0; s < sizeof sorts / sizeof *sorts; s++) {
        json_t *seen = json_object();
        char path[512];
        char next[256] = "";
        unsigned pages = 0;
        do {
            snprintf(path, sizeof path, "/v1/games?q=paged&limit=%d&sort=%s%s%s", LIMIT, sorts[s],
                     next[0] ? "&cursor=" : "", next);
            struct answer answer =
                client_call(&stand.client, "GET", path, stand.creator_token, NULL);
            json_t *page = answer_take(&answer, 200);
            const json_t *items = json_object_get(page, "items");
            if (json_array_size(items) > LIMIT)
                fail_msg("a page of %zu", json_array_size(items));
            for (size_t i = 0; i < json_array_size(items); i++) {
                const char *id = text_at(json_array_get(items, i), "id");
                if (json_object_get(seen, id))
                    fail_msg("%s is on two pages by %s", id, sorts[s]);
                json_object_set_new(seen, id, json_true());
            }
            const char *cursor = json_string_value(json_object_get(page, "next"));
            snprintf(next, sizeof next, "%s", cursor ? cursor : "");
            json_decref(page);
            pages++;
        } while (next[0]);
        assert_number(json_object_size(seen), GAMES);
        assert_number(pages, (GAMES + LIMIT - 1) / LIMIT);
        json_decref(seen);
    }
}

static void events_come_in_pages(void **state)
{
    (void)state;
    json_int_t seq = 0;
    draft_create(&draft, &stand.client, 3, 81, NULL, NULL);
    draft_join_all(&draft);
    char rest[64] = "/events?limit=2";
    for (bool more = true; more;) {
        struct answer answer =
            client_call(&stand.client, "GET", draft_path(&draft, rest), NULL, NULL);
        json_t *page = answer_take(&answer, 200);
        const json_t *items = json_object_get(page, "items");
        for (size_t i = 0; i < json_array_size(items); i++)
            assert_number(number_at(json_array_get(items, i), "seq"), ++seq);
        const char *next = json_string_value(json_object_get(page, "next"));
        more = next != NULL;
        if (more)
            snprintf(rest, sizeof rest, "/events?limit=2&after=%s", next);
        else
            assert_number(number_at(page, "head/seq"), seq);
        json_decref(page);
    }
    assert_in_range(seq, 5, 1000);
    struct answer answer =
        client_call(&stand.client, "GET", draft_path(&draft, "/events?after=4000000"), NULL, NULL);
    json_t *page = answer_take(&answer, 200);
    assert_number(json_array_size(json_object_get(page, "items")), 0);
    json_decref(page);
    draft_free(&draft);
}

/* Whether the list that TOKEN gets with QUERY has the draft's game. */
static bool is_listed(const char *token, const char *query)
{
    char path[256];
    snprintf(path, sizeof path, "/v1/games?limit=200&%s", query);
    struct answer answer = client_call(&stand.client, "GET", path, token, NULL);
    json_t *list = answer_take(&answer, 200);
    const json_t *items = json_object_get(list, "items");
    bool found = false;
    for (size_t i = 0; i < json_array_size(items); i++)
        found |= strcmp(text_at(json_array_get(items, i), "id"), draft.game) == 0;
    json_decref(list);
    return found;
}

static void lists_hold_what_one_may_see(void **state)
{
    (void)state;
    char *stranger = stand_token(&stand, "creator", "stranger");
    draft_create(&draft, &stand.client, 3, 102, stand.creator_token,
                 json_pack("{s:s, s:s}", "visibility", "private", "name", "Secret table"));
    assert_false(is_listed(NULL, "q=secret"));
    assert_false(is_listed(stranger, "q=secret"));
    assert_true(is_listed(stand.creator_token, "q=secret"));
    assert_true(is_listed(stand.operator_token, "q=SECRET"));
    draft_free(&draft);
    free(stranger);
}

static void lists_can_be_narrowed(void **state)
{
    (void)state;
    draft_create(&draft, &stand.client, 3, 104, stand.creator_token,
                 json_pack("{s:[{s:s, s:s}, {s:s, s:s}, {s:s, s:s}]}", "players", "name", "Ada",
                           "external_id", "discord:100", "name", "Bob", "external_id",
                           "discord:200", "name", "Eve", "external_id", "discord:300"));
    assert_true(is_listed(NULL, "status=lobby"));
    assert_false(is_listed(NULL, "status=setup"));
    draft_join_all(&draft);
    assert_true(is_listed(NULL, "status=setup&step=faction_draft"));
    assert_true(is_listed(NULL, "waiting_on=discord:200"));
    draft.bots[1].way = PLAY_BY_SERVER;
    draft_act(&draft, 1);
    assert_false(is_listed(NULL, "waiting_on=discord:200"));
    assert_true(is_listed(NULL, "waiting_on=discord:300"));
    assert_false(is_listed(NULL, "step=kings"));
    draft_free(&draft);
}

static void the_blockers_are_named(void **state)
{
    (void)state;
    draft_create(&draft, &stand.client, 3, 101, stand.creator_token, NULL);
    draft_join_all(&draft);
    draft.bots[1].way = PLAY_BY_SERVER;
    draft_act(&draft, 1);
    struct answer answer =
        client_call(&stand.client, "GET", draft_path(&draft, "/blockers"), NULL, NULL);
    json_t *list = answer_take(&answer, 200);
    const json_t *items = json_object_get(list, "items");
    assert_number(json_array_size(items), 2);
    assert_string_equal(text_at(items, "0/player"), "p1");
    assert_string_equal(text_at(items, "1/player"), "p3");
    assert_string_equal(text_at(items, "1/action"), "commit");
    assert_string_equal(text_at(items, "1/name"), "Bot 3");
    json_decref(list);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_in_pages),         cmocka_unit_test(events_come_in_pages),
        cmocka_unit_test(lists_hold_what_one_may_see), cmocka_unit_test(lists_can_be_narrowed),
        cmocka_unit_test(the_blockers_are_named),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
