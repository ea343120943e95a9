/*
 * Logs that somebody has tampered with. What a user would see go wrong: the service falls over, or
 * shows a game that cannot be, where it should say that this one game is damaged. Lines as the
 * service writes them are tried by every random game; here they are changed.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/random_play.h"
#include "tests/support/tampered_log.h"

enum { LOGS_TRIED = 3000 };

static uint32_t below(void *context, uint32_t bound)
{
    return luck_below(context, bound);
}

static void a_log_leads_to_a_game_or_is_refused(void **state)
{
    (void)state;
    static struct record record;
    struct luck luck = {.state = 4};
    struct tampered_count count = {0};
    unsigned served = 0;
    for (unsigned i = 0; i < LOGS_TRIED; i++) {
        tampered_log_fold((struct chooser){&luck, below}, &record, &count);
        served += record.game.version > 0 && tampered_log_serve(&record);
    }
    print_message("%u lines fit, %u do not, %u cannot be read; %u of %u games can be served\n",
                  count.fit, count.refused, count.unreadable, served, (unsigned)LOGS_TRIED);
    assert_true(count.fit > 0 && count.refused > 0 && count.unreadable > 0 && served > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_leads_to_a_game_or_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
