/*
 * Files that are read as a whole: to the end even where it comes in pieces, and never beyond the
 * memory that there is.
 */
#include "service/base/small_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"

/* What comes as two packets, each of which a read takes by itself. */
static int two_pieces(const char *first, const char *second)
{
    int ends[2];
    assert_number(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    assert_number(send(ends[1], first, strlen(first), 0), strlen(first));
    assert_number(send(ends[1], second, strlen(second), 0), strlen(second));
    close(ends[1]);
    return ends[0];
}

static void all_pieces_are_read(void **state)
{
    (void)state;
    uint8_t bytes[16];
    int file = two_pieces("abc", "de");
    assert_number(small_file_read(file, bytes, sizeof bytes), 5);
    assert_memory_equal(bytes, "abcde", 5);
    assert_number(small_file_read(file, bytes, sizeof bytes), 0);
    close(file);
}

static void no_more_is_read_than_there_is_room_for(void **state)
{
    (void)state;
    uint8_t bytes[5] = "....";
    int file = two_pieces("abc", "de");
    assert_number(small_file_read(file, bytes, 4), 4);
    assert_memory_equal(bytes, "abcd", 5);
    close(file);
}

static void what_cannot_be_read_is_told(void **state)
{
    (void)state;
    uint8_t bytes[4];
    int file = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(file >= 0);
    assert_number(small_file_read(file, bytes, sizeof bytes), -1);
    assert_number(errno, EISDIR);
    close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pieces_are_read),
        cmocka_unit_test(no_more_is_read_than_there_is_room_for),
        cmocka_unit_test(what_cannot_be_read_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
