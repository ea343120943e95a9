/*
 * Crowds that hold connections, trickle and send rubbish. What a user would see go wrong: no
 * answer, as long as they are there.
 *
 * SPLICED_CONNECTIONS says how many a crowd has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/crowd.h"
#include "tests/support/drafting.h"
#include "tests/support/repeats.h"
#include "tests/support/stand.h"
#include "tests/support/stream_reader.h"

/* More than the server serves at a time; each of them may keep silent for ten seconds. */
enum { CONNECTIONS = 2500, FILES_LEFT = 100, MOVES = 5, SECONDS_MAX = 8, RUBBISH_BYTES = 60000 };

static struct stand stand;

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stand_end(&stand);
    return 0;
}

static int64_t seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* Somebody who comes in the midst of them creates a game, and players come and play. */
static void play_amid(const struct crowd_manners *manners)
{
    struct crowd *crowd = crowd_begin(stream_port(stand.program.url), manners);
    crowd_wait(crowd);
    struct client client = client_new(stand.program.url);
    struct draft draft;
    int64_t begun = seconds_now();
    draft_create(&draft, &client, 3, 1, NULL, NULL);
    int64_t answered = seconds_now();
    draft_join_all(&draft);
    for (unsigned i = 0; i < MOVES; i++)
        draft_move(&draft);
    draft_free(&draft);
    client_free(&client);
    crowd_end(crowd);
    if (answered - begun > SECONDS_MAX)
        fail_msg("a crowd kept somebody waiting for %d s", (int)(answered - begun));
}

static size_t how_many(void)
{
    struct repeats repeats = repeats_begin("SPLICED_CONNECTIONS", CONNECTIONS);
    size_t most = crowd_prepare() - FILES_LEFT;
    return repeats.count < most ? repeats.count : most;
}

static void the_silent_keep_nobody_out(void **state)
{
    (void)state;
    const struct crowd_manners manners = {.count = how_many()};
    play_amid(&manners);
}

static void those_who_trickle_headers_keep_nobody_out(void **state)
{
    (void)state;
    const struct crowd_manners manners = {
        .count = how_many(), .first = "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ", .drip = "a"};
    play_amid(&manners);
}

static void those_who_trickle_bodies_keep_nobody_out(void **state)
{
    (void)state;
    const struct crowd_manners manners = {
        .count = how_many(),
        .first = "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                 "Content-Length: 60000\r\n\r\n{\"name\": \"",
        .drip = "a"};
    play_amid(&manners);
}

static void rubbish_keeps_nobody_out(void **state)
{
    (void)state;
    static char rubbish[RUBBISH_BYTES];
    for (size_t i = 0; i + 1 < sizeof rubbish; i++)
        rubbish[i] = (char)(i % 61 == 60 ? '\n' : '!' + i * 7 % 90);
    const struct crowd_manners pipelined = {.count = 64, .first = rubbish, .drip = rubbish};
    play_amid(&pipelined);
    memset(rubbish, 'a', sizeof rubbish - 1);
    memcpy(rubbish, "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Huge: ", 40);
    const struct crowd_manners huge = {.count = 64, .first = rubbish, .drip = rubbish};
    play_amid(&huge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_silent_keep_nobody_out),
        cmocka_unit_test(those_who_trickle_headers_keep_nobody_out),
        cmocka_unit_test(those_who_trickle_bodies_keep_nobody_out),
        cmocka_unit_test(rubbish_keeps_nobody_out),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
