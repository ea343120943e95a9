#include "service/api/ways.h"

#include <stdio.h>

enum { PAGE_MAX = 200, PAGE_DEFAULT = 50, WAIT_ASKED_MAX = 60, WAIT_MAX = 55 };

enum way way_wanted(struct call *call)
{
    static const char *const types[] = {
        [WAY_PAGE] = "application/json",
        [WAY_EVENTS] = "text/event-stream",
        [WAY_LINES] = "application/x-ndjson",
    };
    call_add_header(call, "Vary", "Accept");
    return (enum way)call_preferred(call, types, sizeof types / sizeof types[0]);
}

struct resumption way_resumption(struct call *call, enum way way)
{
    const char *header = way == WAY_PAGE ? NULL : call_header(call, "Last-Event-ID");
    const char *after = call_query(call, "after");
    bool resumes = header && header[0] != '\0';
    return (struct resumption){.text = resumes ? header : after, .in_header = resumes};
}

enum call_state way_refuse(struct call *call, const struct resumption *resumption,
                           const char *detail)
{
    struct json_faults faults = {.count = 0};
    if (resumption->in_header)
        json_fault_add(&faults, "", "The header Last-Event-ID is not right. %s", detail);
    else
        json_fault_add(&faults, "?after", "%s", detail);
    return call_faults(call, &faults);
}

bool way_read_page(struct call *call, struct page_wanted *ret_wanted)
{
    long long limit;
    long long wait;
    if (!call_query_number(call, "limit", 1, PAGE_MAX, PAGE_DEFAULT, &limit) ||
        !call_query_number(call, "wait", 1, WAIT_ASKED_MAX, 0, &wait))
        return false;
    /* Proxies lose their patience after a minute. */
    ret_wanted->limit = (uint32_t)limit;
    ret_wanted->wait = wait < WAIT_MAX ? (unsigned)wait : WAIT_MAX;
    return true;
}

enum stream_format way_format(enum way way)
{
    return way == WAY_EVENTS ? STREAM_OF_EVENTS : STREAM_OF_LINES;
}

enum call_state way_stream(struct call *call, enum way way, struct source *source)
{
    if (!source)
        return call_problem(call, "unavailable");
    return call_stream(call, source, outgoing_type(way_format(way)));
}
