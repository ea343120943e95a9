/*
 * The steps of a scenario: somebody gives a command, or looks.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "service/json/parts.h"
#include "service/json/view_json.h"
#include "service/program/scenario.h"
#include "service/program/scenario_command.h"
#include "service/program/scenario_expect.h"

enum { VIEW_BYTES_MAX = 1 << 20, WHY_BYTES = JSON_POINTER_BYTES + JSON_DETAIL_BYTES + 8 };

bool scenario_differs(struct scenario *scenario, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(scenario->report, sizeof scenario->report, format, arguments);
    va_end(arguments);
    return false;
}

bool scenario_malformed(struct scenario *scenario, const struct json_faults *faults)
{
    const struct json_fault *fault = &faults->list[0];
    return scenario_differs(scenario, "%s %s", fault->pointer[0] ? fault->pointer : "the body",
                            fault->detail);
}

/* A step: who does or looks, and what is to come of it. */
struct scenario_step {
    struct field_text as;
    struct field_text path;
    struct field_text refused;
    json_t *expect;
    json_t *body; /* owned: the other members */
};

static bool read_step(const json_t *object, struct scenario_step *ret_step,
                      struct json_faults *faults)
{
    *ret_step = (struct scenario_step){0};
    struct field_text method = {0};
    const struct field fields[] = {
        {"as", FIELD_TEXT, true, false, 2, 6, &ret_step->as, NULL},
        {"do", FIELD_TEXT, false, false, 1, 64, &ret_step->path, NULL},
        {"method", FIELD_TEXT, false, false, 1, 16, &method, NULL},
        {"refused", FIELD_TEXT, false, false, 1, 64, &ret_step->refused, NULL},
        {"expect", FIELD_VALUE, false, false, 0, 0, &ret_step->expect, NULL},
    };
    size_t count = sizeof fields / sizeof fields[0];
    json_t *own = json_object();
    ret_step->body = json_copy((json_t *)object);
    for (size_t i = 0; i < count; i++) {
        json_t *value = json_object_get(object, fields[i].name);
        if (value && json_object_set(own, fields[i].name, value) != 0)
            json_fault_add(faults, "", "needs more memory than there is");
        (void)json_object_del(ret_step->body, fields[i].name);
    }
    bool fine = json_read_fields(own, "", fields, count, faults);
    json_decref(own);
    if (fine && (ret_step->path.text != NULL) == (ret_step->expect != NULL))
        json_fault_add(faults, "", "must have either \"do\" or \"expect\"");
    return fine && faults->count == 0;
}

static bool find_viewer(const struct scenario *scenario, struct field_text as,
                        enum audience *ret_audience)
{
    uint8_t player = player_find(as.text, as.length);
    if (player < scenario->setup.players)
        *ret_audience = (enum audience)(AUDIENCE_PLAYER + player);
    else if (strcmp(as.text, "host") == 0)
        *ret_audience = AUDIENCE_HOST;
    else if (strcmp(as.text, "public") == 0)
        *ret_audience = AUDIENCE_PUBLIC;
    else
        return false;
    return true;
}

static bool look(struct scenario *scenario, size_t number, enum audience audience,
                 const struct scenario_step *step)
{
    struct buffer buffer = buffer_new(VIEW_BYTES_MAX);
    view_write(&scenario->game.record, audience, &buffer);
    json_t *view = json_loadb(buffer.bytes, buffer.length, JSON_REJECT_DUPLICATES, NULL);
    char difference[DIFFERENCE_BYTES] = "its view is no JSON";
    bool fine = view && expectations_hold(view, step->expect, difference);
    json_decref(view);
    buffer_free(&buffer);
    return fine ||
           scenario_differs(scenario, "step %zu, %s: %s", number, step->as.text, difference);
}

/* The code of what comes of a command, "" when it is accepted; NULL when it cannot be given.
 * RET_WHY (WHY_BYTES) tells what is wrong with its form. */
static const char *give(struct scenario *scenario, size_t number, uint8_t player,
                        const struct scenario_step *step, char *ret_why)
{
    struct command command;
    struct json_faults faults = {0};
    const char *fault;
    switch (scenario_command_read(step->path.text, step->body, player, &command, &faults)) {
    case COMMAND_READ:
        break;
    case COMMAND_FORBIDDEN:
        return "forbidden";
    case COMMAND_MALFORMED:
        snprintf(ret_why, WHY_BYTES, " (%s %s)", faults.list[0].pointer, faults.list[0].detail);
        return "invalid_field";
    case COMMAND_UNKNOWN:
        (void)scenario_differs(scenario, "step %zu: there is no command \"%s\"", number,
                               step->path.text);
        return NULL;
    }
    enum refusal refusal = scenario_game_run(&scenario->game, &command, &fault);
    if (!fault)
        return refusal_code(refusal);
    (void)scenario_differs(scenario, "step %zu, %s %s: %s", number, step->as.text, step->path.text,
                           fault);
    return NULL;
}

static bool act(struct scenario *scenario, size_t number, enum audience audience,
                const struct scenario_step *step)
{
    if (audience == AUDIENCE_PUBLIC)
        return scenario_differs(scenario, "step %zu: the public only looks", number);
    uint8_t player =
        audience == AUDIENCE_HOST ? PLAYER_NONE : (uint8_t)(audience - AUDIENCE_PLAYER);
    const char *expected = step->refused.text ? step->refused.text : "";
    char why[WHY_BYTES] = "";
    const char *code = give(scenario, number, player, step, why);
    if (!code)
        return false;
    if (strcmp(code, expected) == 0)
        return true;
    return scenario_differs(scenario, "step %zu, %s %s: was %s%s%s, should be %s%s", number,
                            step->as.text, step->path.text, *code ? "refused as " : "accepted",
                            code, why, *expected ? "refused as " : "accepted", expected);
}

bool scenario_play_step(struct scenario *scenario, size_t number, const json_t *object)
{
    struct scenario_step step;
    struct json_faults faults = {0};
    enum audience audience;
    bool fine = false;
    if (!read_step(object, &step, &faults))
        (void)scenario_differs(scenario, "step %zu: %s %s", number, faults.list[0].pointer,
                               faults.list[0].detail);
    else if (!find_viewer(scenario, step.as, &audience))
        (void)scenario_differs(scenario, "step %zu: there is no \"%s\" here", number, step.as.text);
    else if (step.expect)
        fine = look(scenario, number, audience, &step);
    else
        fine = act(scenario, number, audience, &step);
    json_decref(step.body);
    return fine;
}
