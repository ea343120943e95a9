#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/embedded.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

static void files_have_the_bytes_of_the_source_folder(void **state)
{
    (void)state;
    assert_true(embedded_file_count > 0);
    for (size_t index = 0; index < embedded_file_count; index++) {
        const struct embedded_file *file = &embedded_files[index];
        char path[4096];
        size_t length = 0;
        snprintf(path, sizeof path, SOURCE_DIR "/%s", file->path);
        char *bytes = test_file_read(path, &length);
        assert_number(file->length, length);
        assert_memory_equal(file->bytes, bytes, length);
        assert_number(file->bytes[length], '\0');
        free(bytes);
    }
}

static void files_are_found_by_their_path(void **state)
{
    (void)state;
    for (size_t index = 0; index < embedded_file_count; index++)
        assert_ptr_equal(embedded_find(embedded_files[index].path), &embedded_files[index]);
    assert_non_null(embedded_find("api/openapi.yaml"));
    assert_non_null(embedded_find("rules/data/tiles.json"));
    assert_null(embedded_find("openapi.yaml"));
    assert_null(embedded_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_have_the_bytes_of_the_source_folder),
        cmocka_unit_test(files_are_found_by_their_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
