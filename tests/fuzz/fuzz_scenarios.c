/*
 * Scenario files: whatever one says, it is played to an end, with a report if it does not hold,
 * and leaves a game that could be.
 */
#include <stdlib.h>
#include <string.h>

#include "service/program/scenario.h"
#include "tests/fuzz/support/input.h"

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    json_object_seed(1);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct scenario scenario;
    memset(&scenario, 0, sizeof scenario);
    json_t *root = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    bool held = root != NULL && scenario_play(&scenario, root);
    size_t length = strnlen(scenario.report, sizeof scenario.report);
    must(length < sizeof scenario.report, "no end of a report");
    must(root == NULL || held == (length == 0), "a report of what holds, or none of what does not");
    const struct game *game = &scenario.game.record.game;
    const char *fault = game->version > 0 ? check(game) : NULL;
    must(fault == NULL, fault);
    json_decref(root);
    return 0;
}
