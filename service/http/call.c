#include "service/http/call.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "service/base/memory.h"
#include "service/base/text.h"
#include "service/http/idempotency.h"
#include "service/http/peer.h"
#include "service/http/request.h"
#include "service/http/server_state.h"

enum { DEFAULT_RETRY_SECONDS = 1, INTERNAL_STATUS = 500, UNAVAILABLE_STATUS = 503 };

static struct request *request_of(struct call *call)
{
    return call->request;
}

const char *call_header(struct call *call, const char *name)
{
    return MHD_lookup_connection_value(request_of(call)->connection, MHD_HEADER_KIND, name);
}

void call_add_header(struct call *call, const char *name, const char *value)
{
    if (call->header_count == HEADERS_MAX)
        return;
    size_t size = sizeof call->headers[0].value;
    int length = snprintf(call->headers[call->header_count].value, size, "%s", value);
    if (length < 0 || (size_t)length >= size)
        return;
    call->headers[call->header_count++].name = name;
}

const char *call_query(struct call *call, const char *name)
{
    return query_value(&request_of(call)->query, name);
}

bool call_query_done(struct call *call)
{
    const struct query *query = &request_of(call)->query;
    if (query->count == 0 && !query->malformed)
        return true;
    struct json_faults faults = {.count = 0};
    if (query_check(query, &faults))
        return true;
    call_faults(call, &faults);
    return false;
}

bool call_query_number(struct call *call, const char *name, long long minimum, long long maximum,
                       long long fallback, long long *ret_number)
{
    const char *text = call_query(call, name);
    if (!text) {
        *ret_number = fallback;
        return true;
    }
    if (whole_number_read(text, minimum, maximum, ret_number))
        return true;
    struct json_faults faults = {.count = 0};
    char pointer[64];
    snprintf(pointer, sizeof pointer, "?%s", name);
    json_fault_add(&faults, pointer, "Send a whole number from %lld to %lld.", minimum, maximum);
    call_faults(call, &faults);
    return false;
}

void call_clear(struct call *call)
{
    buffer_clear(&call->owned);
    call->bytes = NULL;
    call->length = 0;
    call->content_type = NULL;
    call->etag[0] = '\0';
    call->header_count = 0;
}

/* The engine has carried out what the call asks for. */
static bool has_happened(struct call *call)
{
    const struct request *request = request_of(call);
    return request->decided && request->method != METHOD_GET && call->job.outcome == JOB_DONE;
}

/* What fails for want of memory is nobody's fault, and until the engine has decided nothing is
 * changed; what has happened is never denied. */
static const char *true_code(struct call *call, const char *code)
{
    const struct request *request = request_of(call);
    if (has_happened(call))
        return strcmp(code, "unavailable") == 0 ? "internal" : code;
    return !request->decided && (request->out_of_memory || memory_ran_out()) ? "unavailable" : code;
}

/* For want of memory to write a proper one. */
static void answer_bare(struct call *call)
{
    static const char broken[] = "{\"type\":\"/problems/internal\",\"status\":500,"
                                 "\"code\":\"internal\"}";
    static const char unavailable[] = "{\"type\":\"/problems/unavailable\",\"status\":503,"
                                      "\"code\":\"unavailable\"}";
    bool happened = has_happened(call);
    call->status = happened ? INTERNAL_STATUS : UNAVAILABLE_STATUS;
    call->bytes = happened ? broken : unavailable;
    call->length = strlen(call->bytes);
}

static void add_retry_after(struct call *call, unsigned seconds)
{
    char value[16];
    snprintf(value, sizeof value, "%u", seconds);
    call_add_header(call, "Retry-After", value);
}

enum call_state call_problem_with(struct call *call, const char *code,
                                  const struct problem_extra *extra)
{
    const char *fitting = true_code(call, code);
    const struct problem *problem = problem_find(fitting, strlen(fitting));
    struct problem_extra told = {.detail = NULL};
    if (extra && fitting == code)
        told = *extra;
    if (!problem)
        problem = problem_find("internal", strlen("internal"));
    if (problem->status == UNAVAILABLE_STATUS && told.retry_after == 0)
        told.retry_after = DEFAULT_RETRY_SECONDS;
    if (problem->status == INTERNAL_STATUS)
        told.request_id = call->request_id;

    call_clear(call);
    request_of(call)->is_problem = true;
    request_of(call)->caching = CACHING_NONE;
    call->status = problem->status;
    call->content_type = "application/problem+json";
    if (told.retry_after > 0)
        add_retry_after(call, told.retry_after);
    problem_write(problem, &told, &call->owned);
    if (buffer_failed(&call->owned))
        answer_bare(call);
    return CALL_ANSWERED;
}

enum call_state call_problem(struct call *call, const char *code)
{
    return call_problem_with(call, code, NULL);
}

enum call_state call_faults(struct call *call, const struct json_faults *faults)
{
    return call_problem_with(call, "invalid_field", &(struct problem_extra){.faults = faults});
}

enum call_state call_json(struct call *call, unsigned status)
{
    if (buffer_failed(&call->owned))
        return call_problem(call, "internal");
    struct request *request = request_of(call);
    request->caching = request->method == METHOD_GET ? CACHING_PRIVATE : CACHING_NONE;
    call->status = status;
    if (!call->content_type)
        call->content_type = "application/json";
    return CALL_ANSWERED;
}

/* "VERSION-AUDIENCE". Every view has one, and snprintf would take as long as finding the game. */
void call_tag_view(struct call *call, const struct record *record)
{
    enum { AUDIENCE_MAX = 32 };
    char *to = call->etag;
    *to++ = '"';
    to = number_write(record->game.version, to);
    *to++ = '-';
    const char *audience = audience_id(call->audience);
    size_t length = strnlen(audience, AUDIENCE_MAX);
    static_assert(sizeof call->etag >= NUMBER_DIGITS + AUDIENCE_MAX + 4, "there is room");
    memcpy(to, audience, length);
    to[length] = '"';
    to[length + 1] = '\0';
}

enum call_state call_view(struct call *call, struct snapshot *snapshot)
{
    struct request *request = request_of(call);
    if (snapshot != call->snapshot && snapshot != call->job.snapshot)
        request->viewed = snapshot;
    if (call->minimal) {
        call->status = 204;
        call_add_header(call, "Preference-Applied", "return=minimal");
    } else {
        call->bytes = snapshot_view(snapshot, call->audience, &call->length);
        if (!call->bytes)
            return call_problem(call, "unavailable");
        call->status = 200;
        call->content_type = "application/json";
    }
    request->caching = CACHING_PRIVATE;
    call_tag_view(call, snapshot_record(snapshot));
    return CALL_ANSWERED;
}

enum call_state call_static(struct call *call, const char *content_type, const void *bytes,
                            size_t length, const char *etag)
{
    request_of(call)->caching = etag ? CACHING_PUBLIC : CACHING_NONE;
    call->status = 200;
    call->content_type = content_type;
    call->bytes = bytes;
    call->length = length;
    if (etag)
        snprintf(call->etag, sizeof call->etag, "\"%s\"", etag);
    return CALL_ANSWERED;
}

void call_write_metrics(struct call *call)
{
    struct server *server = request_of(call)->server;
    struct open_counts open = {.connections = connections_open(&server->connections)};
    listeners_count(&server->listeners, &open.streams, &open.polls);
    metrics_write(server->metrics, &open, &call->owned);
}

static bool read_key(struct call *call)
{
    struct request *request = request_of(call);
    const char *value = request->headers.values[HEADER_IDEMPOTENCY_KEY];
    char key[IDEMPOTENCY_KEY_MAX + 1];
    if (!value || request->method != METHOD_POST)
        return true;
    if (!idempotency_key_read(value, key)) {
        call_problem_with(call, "invalid_field",
                          &(struct problem_extra){.detail = "Idempotency-Key is 1 to 64 visible "
                                                            "ASCII characters."});
        return false;
    }
    struct job *job = &call->job;
    job->has_key = true;
    const struct address client = peer_address(&request->headers, &request->server->proxies);
    const struct key_owner owner = {&call->caller, call->invite, &client};
    idempotency_scope(&owner, method_name(request->method), request->target, request->path_length,
                      key, job->key_scope);
    idempotency_body(call->body_bytes, call->body_length, job->key_body);
    return true;
}

/* What a job has to say besides its command, 10 KB, is left as it is: most say nothing, the others
 * set all of it. */
static void job_begin(struct job *job, enum job_kind kind)
{
    const size_t behind = offsetof(struct job, joined);
    memset(job, 0, offsetof(struct job, spelled) + 1);
    memset((char *)job + behind, 0, sizeof *job - behind);
    job->kind = kind;
}

bool call_job(struct call *call, enum job_kind kind)
{
    struct job *job = &call->job;
    job_begin(job, kind);
    job->caller = call->caller;
    memcpy(job->game, call->game, sizeof job->game);
    return read_key(call);
}

enum call_state call_submit(struct call *call)
{
    if (suspend_submit(request_of(call)))
        return CALL_SUBMITTED;
    return call_problem(call, "unavailable");
}
