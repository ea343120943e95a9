#include "service/http/problems.h"

#include <string.h>

#include "tests/support/cmocka_all.h"

static json_t *written(const char *code, const struct problem_extra *extra)
{
    struct buffer buffer = buffer_new(4096);
    const struct problem *problem = problem_find(code, strlen(code));
    assert_non_null(problem);
    problem_write(problem, extra, &buffer);
    assert_false(buffer_failed(&buffer));
    json_t *object = json_loadb(buffer.bytes, buffer.length, JSON_REJECT_DUPLICATES, NULL);
    buffer_free(&buffer);
    assert_non_null(object);
    return object;
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "(missing)";
}

static void codes_stand_in_ascii_order(void **state)
{
    (void)state;
    for (size_t i = 1; i < problem_count; i++)
        if (strcmp(problems[i - 1].code, problems[i].code) >= 0)
            fail_msg("%s stands before %s", problems[i - 1].code, problems[i].code);
}

static void every_code_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < problem_count; i++)
        assert_ptr_equal(problem_find(problems[i].code, strlen(problems[i].code)), &problems[i]);
}

static void made_up_codes_are_not_found(void **state)
{
    (void)state;
    assert_null(problem_find("", 0));
    assert_null(problem_find("taken", 4));
    assert_null(problem_find("taken!", 6));
    assert_null(problem_find("Taken", 5));
    assert_null(problem_find("zzz", 3));
}

static void every_refusal_has_its_problem(void **state)
{
    (void)state;
    for (enum refusal refusal = ACCEPTED + 1; refusal < REFUSAL_COUNT; refusal++) {
        const struct problem *problem = problem_of_refusal(refusal);
        if (!problem)
            fail_msg("%s has no problem", refusal_code(refusal));
        assert_string_equal(problem->code, refusal_code(refusal));
        unsigned status = refusal == REFUSED_FORBIDDEN         ? 403
                          : refusal == REFUSED_NOT_FOUND       ? 404
                          : refusal == REFUSED_TOO_MANY_EVENTS ? 500
                          : problem->status == 422             ? 422
                                                               : 409;
        if (problem->status != status)
            fail_msg("%s has the status %u", problem->code, problem->status);
    }
    assert_null(problem_of_refusal(ACCEPTED));
}

static void every_problem_says_what_to_do(void **state)
{
    (void)state;
    for (size_t i = 0; i < problem_count; i++) {
        const struct problem *problem = &problems[i];
        size_t length = strlen(problem->detail);
        if (problem->status < 400 || problem->status > 503 || strlen(problem->title) == 0 ||
            length < 20 || problem->detail[length - 1] != '.')
            fail_msg("%s explains nothing", problem->code);
        if (problem->title[strlen(problem->title) - 1] == '.')
            fail_msg("the title of %s is a sentence", problem->code);
    }
}

static const struct {
    const char *code;
    unsigned status;
} known[] = {
    {"bad_invite", 403},         {"bad_player_count", 422},
    {"card_not_available", 422}, {"commitment_mismatch", 422},
    {"forbidden", 403},          {"game_full", 409},
    {"game_over", 409},          {"idempotency_key_reused", 422},
    {"illegal_pick", 422},       {"internal", 500},
    {"invalid_field", 422},      {"invalid_map", 422},
    {"malformed_json", 400},     {"malformed_request", 400},
    {"method_not_allowed", 405}, {"not_acceptable", 406},
    {"not_found", 404},          {"not_in_reinforcements", 409},
    {"not_your_turn", 409},      {"payload_too_large", 413},
    {"rate_limited", 429},       {"seeds_used_up", 409},
    {"stale_version", 409},      {"taken", 409},
    {"unauthenticated", 401},    {"unavailable", 503},
    {"undo_refused", 409},       {"unsupported_media_type", 415},
    {"wrong_step", 409},
};

static void statuses_are_those_of_the_contract(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct problem *problem = problem_find(known[i].code, strlen(known[i].code));
        if (!problem || problem->status != known[i].status)
            fail_msg("%s has not the status %u", known[i].code, known[i].status);
    }
}

static void a_plain_problem_has_five_members(void **state)
{
    (void)state;
    json_t *object = written("taken", NULL);
    assert_number(json_object_size(object), 5);
    assert_string_equal(text_of(object, "type"), "/problems/taken");
    assert_string_equal(text_of(object, "code"), "taken");
    assert_string_equal(text_of(object, "title"), problem_of_refusal(REFUSED_TAKEN)->title);
    assert_string_equal(text_of(object, "detail"), problem_of_refusal(REFUSED_TAKEN)->detail);
    assert_number(json_integer_value(json_object_get(object, "status")), 409);
    json_decref(object);
}

static void extras_are_added(void **state)
{
    (void)state;
    struct json_faults faults = {.count = 0};
    json_fault_add(&faults, "/cards/0", "is \"not\" a card");
    const struct problem_extra extra = {.detail = "More precisely.",
                                        .faults = &faults,
                                        .allowed = "[22,28]",
                                        .allowed_length = 7,
                                        .retry_after = 3,
                                        .request_id = "abc"};
    json_t *object = written("invalid_field", &extra);
    assert_number(json_object_size(object), 9);
    assert_string_equal(text_of(object, "detail"), "More precisely.");
    assert_string_equal(text_of(object, "request_id"), "abc");
    assert_number(json_integer_value(json_object_get(object, "retry_after")), 3);
    assert_number(json_integer_value(json_array_get(json_object_get(object, "allowed"), 1)), 28);
    json_t *fault = json_array_get(json_object_get(object, "errors"), 0);
    assert_string_equal(text_of(fault, "pointer"), "/cards/0");
    assert_string_equal(text_of(fault, "detail"), "is \"not\" a card");
    json_decref(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_stand_in_ascii_order),
        cmocka_unit_test(every_code_is_found),
        cmocka_unit_test(made_up_codes_are_not_found),
        cmocka_unit_test(every_refusal_has_its_problem),
        cmocka_unit_test(every_problem_says_what_to_do),
        cmocka_unit_test(statuses_are_those_of_the_contract),
        cmocka_unit_test(a_plain_problem_has_five_members),
        cmocka_unit_test(extras_are_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
