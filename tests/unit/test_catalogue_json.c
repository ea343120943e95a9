/*
 * The pages of /v1/catalogue.
 */
#include "service/json/catalogue_json.h"

#include <jansson.h>
#include <string.h>

#include "rules/catalogue.h"
#include "tests/support/cmocka_all.h"

static json_t *parse(const struct catalogue_page *page)
{
    json_t *object = json_loadb(page->bytes, page->length, JSON_REJECT_DUPLICATES, NULL);
    if (!object)
        fail_msg("the page of \"%s\" is no JSON", page->kind);
    return object;
}

static void the_index_leads_to_every_kind(void **state)
{
    (void)state;
    json_t *index = parse(catalogue_page(""));
    json_t *items = json_object_get(index, "items");
    assert_number(json_array_size(items), 12);
    for (size_t i = 0; i < json_array_size(items); i++) {
        json_t *item = json_array_get(items, i);
        const char *href = json_string_value(json_object_get(item, "href"));
        assert_memory_equal(href, "/v1/catalogue/", 14);
        const struct catalogue_page *page = catalogue_page(href + 14);
        assert_non_null(page);
        json_t *things = parse(page);
        assert_number(json_array_size(json_object_get(things, "items")),
                      json_integer_value(json_object_get(item, "count")));
        assert_true(json_is_null(json_object_get(things, "next")));
        json_decref(things);
    }
    json_decref(index);
}

static void a_page_has_what_the_rules_know(void **state)
{
    (void)state;
    json_t *kings = parse(catalogue_page("kings"));
    json_t *items = json_object_get(kings, "items");
    assert_number(json_array_size(items), catalogue_king_count);
    for (size_t i = 0; i < catalogue_king_count; i++) {
        const char *id = json_string_value(json_object_get(json_array_get(items, i), "id"));
        assert_true(king_find(id, strlen(id)) != KING_NONE);
    }
    json_decref(kings);
}

static void tags_tell_pages_apart(void **state)
{
    (void)state;
    assert_number(strlen(catalogue_page("kings")->tag), CATALOGUE_TAG_BYTES - 1);
    assert_string_not_equal(catalogue_page("kings")->tag, catalogue_page("edicts")->tag);
    assert_string_not_equal(catalogue_page("")->tag, catalogue_page("edicts")->tag);
}

static void there_is_no_other_kind(void **state)
{
    (void)state;
    assert_null(catalogue_page("planets"));
    assert_null(catalogue_page("kings.json"));
    assert_null(catalogue_page("../kings"));
}

static int open_catalogue(void **state)
{
    (void)state;
    return catalogue_open() ? 0 : -1;
}

static int close_catalogue(void **state)
{
    (void)state;
    catalogue_close();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_index_leads_to_every_kind),
        cmocka_unit_test(a_page_has_what_the_rules_know),
        cmocka_unit_test(tags_tell_pages_apart),
        cmocka_unit_test(there_is_no_other_kind),
    };
    return cmocka_run_group_tests(tests, open_catalogue, close_catalogue);
}
