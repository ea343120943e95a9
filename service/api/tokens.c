#include <string.h>

#include "service/api/command.h"
#include "service/api/grant.h"
#include "service/api/handlers.h"
#include "service/json/writer.h"

enum { MILLISECONDS = 1000 };

static int64_t now_seconds(const struct call *call)
{
    return clock_now(&call->service->clock) / MILLISECONDS;
}

/* The caller's token anew, granted AT, in seconds. */
static enum call_state answer_refreshed(struct call *call, int64_t at)
{
    struct claims claims = call->caller;
    if (claims.origin[0] == '\0')
        memcpy(claims.origin, claims.id, sizeof claims.origin);
    char token[TOKEN_MAX];
    int64_t seconds = claims.expires_at - claims.issued_at;
    if (!grant_token(call->service->keys, &claims, at, seconds, token))
        return call_problem(call, "internal");
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_member_text(&writer, "token", token);
    write_member_time(&writer, "expires_at", claims.expires_at * MILLISECONDS);
    write_object_end(&writer);
    return call_json(call, 200);
}

/* Only who means to repeat it has to be remembered. */
enum call_state tokens_refresh(struct call *call)
{
    if (!body_is_empty(call) || !call_job(call, JOB_REFRESH))
        return CALL_ANSWERED;
    return call->job.has_key ? call_submit(call) : answer_refreshed(call, now_seconds(call));
}

void tokens_refresh_finish(struct call *call)
{
    if (call_job_done(call))
        answer_refreshed(call, call->job.at / MILLISECONDS);
}

/* Ids are written in lower-case base32. */
static bool is_token_id(const struct field_text *text)
{
    return text->length == TOKEN_ID_LENGTH &&
           strspn(text->text, "abcdefghijklmnopqrstuvwxyz234567") == TOKEN_ID_LENGTH;
}

enum call_state tokens_revoke(struct call *call)
{
    struct json_faults faults = {0};
    struct field_text id = {0};
    struct field_text until = {0};
    int64_t until_time = 0;
    const struct field fields[] = {
        {.name = "jti", .kind = FIELD_TEXT, .required = true, .maximum = 64, .target = &id},
        {.name = "until", .kind = FIELD_TEXT, .nullable = true, .maximum = 64, .target = &until},
    };
    if (json_read_fields(call->body, "", fields, sizeof fields / sizeof fields[0], &faults)) {
        if (!is_token_id(&id))
            json_fault_add(&faults, "/jti", "must be the jti of a token, 26 characters");
        if (until.text != NULL && !time_parse(until.text, until.length, &until_time))
            json_fault_add(&faults, "/until", "must be a time like 2026-03-01T12:00:00.000Z");
        else if (until.text != NULL && until_time / MILLISECONDS <= now_seconds(call))
            json_fault_add(&faults, "/until",
                           "must be in the future: the token is refused until then");
    }
    if (faults.count > 0)
        return call_faults(call, &faults);
    if (!call_job(call, JOB_REVOKE))
        return CALL_ANSWERED;
    memcpy(call->job.token_id, id.text, TOKEN_ID_LENGTH);
    /* By then every token that was signed until now has expired. */
    int64_t at_last = now_seconds(call) + TOKEN_DAYS_MAX * SECONDS_PER_DAY;
    call->job.token_until = until.text == NULL ? at_last : until_time / MILLISECONDS;
    return call_submit(call);
}

void tokens_revoke_finish(struct call *call)
{
    if (call_job_done(call))
        call_json(call, 204);
}
