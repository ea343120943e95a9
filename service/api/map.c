#include <stdio.h>

#include "service/api/handlers.h"
#include "service/picture/map_svg.h"

/* What the query asks for; false with the answer set when there is no such theme. */
static bool read_theme(struct call *call, enum map_theme *ret_theme)
{
    const char *word = call_query(call, "theme");
    *ret_theme = word ? map_theme_find(word) : MAP_THEME_AUTO;
    if (*ret_theme != MAP_THEMES)
        return true;
    struct json_faults faults = {0};
    json_fault_add(&faults, "?theme", "Send \"auto\", \"light\" or \"dark\".");
    call_faults(call, &faults);
    return false;
}

enum call_state map_get(struct call *call)
{
    const struct record *record = snapshot_record(call->snapshot);
    enum map_theme theme;
    if (!read_theme(call, &theme) || !call_query_done(call))
        return CALL_ANSWERED;
    if (record->game.setup.map.mode == MAP_NONE) {
        static const struct problem_extra none = {
            .detail = "This game has no map: its board is made elsewhere."};
        return call_problem_with(call, "not_found", &none);
    }
    map_svg_write(record, theme, &call->owned);
    snprintf(call->etag, sizeof call->etag, "\"%lu-map-%s\"", (unsigned long)record->game.version,
             map_theme_id(theme));
    call->content_type = "image/svg+xml";
    return call_json(call, 200);
}
