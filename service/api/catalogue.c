#include "service/api/handlers.h"
#include "service/json/catalogue_json.h"

static enum call_state serve_page(struct call *call, const char *kind)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    const struct catalogue_page *page = catalogue_page(kind);
    if (page == NULL)
        return call_problem(call, "not_found");
    return call_static(call, "application/json", page->bytes, page->length, page->tag);
}

enum call_state catalogue_list(struct call *call)
{
    return serve_page(call, "");
}

enum call_state catalogue_get(struct call *call)
{
    return serve_page(call, call->word);
}
