#include "tests/support/tampered_transcript.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/tampered_json.h"
#include "tests/support/transcripts.h"

enum { TRANSCRIPTS = 5, TABLE_ACTIONS = 60, CHANGES_MAX = 4 };

static struct lines made[TRANSCRIPTS];

static void make_all(void)
{
    for (uint64_t i = 0; i < TRANSCRIPTS; i++) {
        struct luck luck = {.state = i};
        struct making making = {.seed = i + 1, .setup = plain_setup()};
        making.quietly = i == 0;
        making.stops_in_splice = i == 1;
        making.defaults = i == 2 ? 50 : 0;
        making.table_actions = i > 2 ? TABLE_ACTIONS : 0;
        if (i == 4)
            making.setup = random_setup(&luck);
        making.setup.options.disclose = true;
        made[i] = lines_make(&making);
    }
}

static void change(struct lines *lines, struct chooser chooser)
{
    size_t index = choose_below(chooser, lines_count(lines));
    json_t *event = lines_event(lines, index);
    switch (choose_below(chooser, 8)) {
    case 7:
        if (lines_count(lines) > 1)
            json_array_remove(lines->events, index);
        break;
    case 6:
        json_array_insert_new(lines->events, index, json_deep_copy(event));
        break;
    case 5:
        event = lines_event(lines, choose_below(chooser, lines_count(lines)));
        json_array_insert_new(lines->events, index, json_deep_copy(event));
        break;
    case 4:
        tamper_json(event, chooser);
        break;
    default:
        tamper_json(json_object_get(event, "data"), chooser);
        break;
    }
}

char *tampered_transcript(struct chooser chooser, size_t *ret_length)
{
    if (!made[0].events)
        make_all();
    struct lines lines = made[choose_below(chooser, TRANSCRIPTS)];
    lines.events = json_deep_copy(lines.events);
    lines.head = NULL;
    assert_non_null(lines.events);
    for (size_t i = 1 + choose_below(chooser, CHANGES_MAX); i > 0; i--)
        change(&lines, chooser);
    lines_chain(&lines, 0);
    char *text = lines_text(&lines, ret_length);
    lines_free(&lines);
    return text;
}
