#include "tests/support/at_table.h"

#include <string.h>

#include "tests/support/cmocka_all.h"

void at_table_set_up(struct draft *draft, struct client *client, uint64_t seed)
{
    draft_create(draft, client, 3, seed, NULL, NULL);
    draft_join_all(draft);
    draft_play_to(draft, NULL);
}

json_t *at_table_post(const struct draft *draft, int who, const char *rest, json_t *body)
{
    struct answer answer = draft_post(draft, who, rest, body);
    return answer_take(&answer, 200);
}

json_t *at_table_get(const struct draft *draft, const char *rest)
{
    struct answer answer = client_call(draft->client, "GET", draft_path(draft, rest), NULL, NULL);
    return answer_take(&answer, 200);
}

json_t *at_table_units(const char *player, const char *unit, int count, const char *change)
{
    return json_pack("{s:s, s:s, s:i, s:s}", "player", player, "unit", unit, "count", count,
                     "change", change);
}

const json_t *at_table_offered(const json_t *view, const char *name)
{
    const json_t *actions = value_at(view, "you/actions");
    for (size_t i = 0; i < json_array_size(actions); i++) {
        const json_t *action = json_array_get(actions, i);
        if (strcmp(text_at(action, "action"), name) == 0)
            return action;
    }
    return NULL;
}
