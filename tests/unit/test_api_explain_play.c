/*
 * Why something cannot be done at the table, in words that tell what to do.
 */
#include "service/api/explain_play.h"

#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"

static struct log_play play;
static char text[EXPLANATION_BYTES];

static void set_up(void)
{
    struct setup setup = {.players = 3, .options = options_default()};
    log_play_begin(&play, 3, &setup, NULL, NULL);
    log_play_start(&play);
    log_play_to(&play, STEPS);
}

static void must(const struct command *command)
{
    assert_number(log_play_run(&play, command), ACCEPTED);
}

/* What is said when the rules refuse COMMAND, as they must, with CODE. */
static const char *said(const struct command *command, const char *code)
{
    static struct events events;
    struct job job = {.kind = JOB_COMMAND, .command = *command};
    struct sentence sentence = {.text = text};
    text[0] = '\0';
    job.refusal = decide(&play.record.game, command, &play.dealer, &events);
    assert_string_equal(refusal_code(job.refusal), code);
    explain_play(&sentence, &play.record.game, &job);
    return text;
}

static struct command capture(uint8_t captor, uint8_t owner, enum unit unit, bool from_reserve)
{
    struct command command = {.type = COMMAND_CAPTURE, .player = captor};
    command.capture = (struct unit_capture){.captor = captor,
                                            .owner = owner,
                                            .unit = unit,
                                            .count = 1,
                                            .from_reinforcements = from_reserve};
    return command;
}

static void what_is_left_is_told_in_numbers(void **state)
{
    (void)state;
    set_up();
    struct command units = {.type = COMMAND_UNITS, .player = 0};
    units.units =
        (struct unit_change){.player = 0, .unit = UNIT_WAR_SUN, .count = 2, .produced = true};
    must(&units);
    assert_string_equal(said(&units, "not_in_reinforcements"),
                        "p1 has 0 of war_sun in the reinforcements.");
    struct command taken = capture(1, 0, UNIT_WAR_SUN, true);
    assert_string_equal(said(&taken, "not_in_reinforcements"),
                        "p1 has 0 of war_sun in the reinforcements.");
}

static void a_blockade_is_told_with_its_parties(void **state)
{
    (void)state;
    set_up();
    struct command blockade = {.type = COMMAND_BLOCKADE, .player = PLAYER_NONE};
    blockade.blockade = (struct blockade_command){.blockader = 0, .blockaded = 1};
    must(&blockade);
    struct command taken = capture(1, 0, UNIT_CARRIER, false);
    assert_non_null(strstr(said(&taken, "blockaded"), "p1 blockades a space dock of p2"));
    assert_string_equal(said(&blockade, "already_done"), "p1 blockades p2 already.");
    struct command over = {.type = COMMAND_END_BLOCKADE, .player = PLAYER_NONE};
    over.blockade_number = 4;
    assert_string_equal(said(&over, "not_found"), "There has been no blockade 4.");
}

static struct command propose(uint8_t captor, uint8_t owner, enum unit unit)
{
    struct command command = {.type = COMMAND_PROPOSE, .player = captor};
    command.propose = (struct propose_command){.captor = captor, .owner = owner};
    command.propose.units[unit] = 1;
    return command;
}

static void a_target_that_is_not_there_is_told(void **state)
{
    (void)state;
    set_up();
    struct command taken = capture(0, 1, UNIT_WAR_SUN, false);
    assert_string_equal(said(&taken, "illegal_target"), "p2 has 0 of war_sun on the board.");
    taken = capture(0, 1, UNIT_SPACE_DOCK, false);
    assert_string_equal(said(&taken, "illegal_target"), "No space_dock can be captured.");
    taken = capture(0, 6, UNIT_CRUISER, false);
    assert_string_equal(said(&taken, "illegal_target"), "There is no p7 in this game.");
    struct command offer = propose(0, 1, UNIT_FIGHTER);
    assert_string_equal(said(&offer, "illegal_target"),
                        "No fighter can be returned by a transaction.");
    struct command blockade = {.type = COMMAND_BLOCKADE, .player = 0};
    blockade.blockade = (struct blockade_command){.blockader = 0, .blockaded = 0};
    assert_string_equal(said(&blockade, "illegal_target"), "A blockade is between two players.");
}

static void what_has_not_been_captured_is_told(void **state)
{
    (void)state;
    set_up();
    struct command offer = propose(0, 1, UNIT_WAR_SUN);
    assert_string_equal(said(&offer, "not_captured"), "p1 has captured 0 of war_sun from p2.");
    struct command back = {.type = COMMAND_RETURN, .player = 0};
    back.unit_return = (struct unit_return){.captor = 0, .owner = PLAYER_NONE};
    back.unit_return.units[UNIT_FIGHTER] = 1;
    assert_string_equal(said(&back, "not_captured"), "p1 has captured 0 of fighter.");
}

static void who_may_do_it_is_told(void **state)
{
    (void)state;
    set_up();
    struct command taken = capture(0, 1, UNIT_CRUISER, false);
    taken.player = 1;
    assert_string_equal(said(&taken, "forbidden"), "The captor does it: p1.");
    struct command offer = propose(0, 1, UNIT_CRUISER);
    offer.player = 2;
    assert_string_equal(said(&offer, "forbidden"), "Only p1, p2 and the host can do it.");
    struct command status = {.type = COMMAND_STATUS_PHASE, .player = 2};
    assert_string_equal(said(&status, "forbidden"), "Only the host can do it.");
}

static void a_splice_tells_who_is_next(void **state)
{
    (void)state;
    set_up();
    struct command splice = {.type = COMMAND_SPLICE, .player = 1};
    splice.splice =
        (struct splice_command){.kind = CARD_GENOME, .count = 2, .participants = {1, 2}};
    must(&splice);
    struct command take = {.type = COMMAND_TAKE, .player = 2, .take = {.number = 1}};
    assert_string_equal(said(&take, "not_your_turn"), "In splice 1 p2 takes next.");
    assert_string_equal(said(&splice, "decision_pending"), "In splice 1 p2 takes next.");
    for (uint8_t taken = 0; taken < 2; taken++) {
        take.player = PLAYER_NONE;
        take.take.card = play.record.game.table.in_play.splice.cards[0];
        must(&take);
    }
    assert_string_equal(said(&take, "wrong_step"), "Splice 1 is closed.");
}

static void nothing_is_said_of_the_draft(void **state)
{
    (void)state;
    set_up();
    struct command king = {.type = COMMAND_KING, .player = 0};
    assert_string_equal(said(&king, "wrong_step"), "");
}

static void an_undo_says_why_not(void **state)
{
    (void)state;
    struct sentence sentence = {.text = text};
    struct undo undo = {.state = UNDO_POSSIBLE, .player = PLAYER_NONE};
    text[0] = '\0';
    assert_true(say_why_not_undone_in_play(&sentence, &undo));
    assert_non_null(strstr(text, "only the host"));
    sentence = (struct sentence){.text = text};
    undo.state = UNDO_FOLLOWED;
    assert_false(say_why_not_undone_in_play(&sentence, &undo));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_is_told_in_numbers),
        cmocka_unit_test(a_blockade_is_told_with_its_parties),
        cmocka_unit_test(a_target_that_is_not_there_is_told),
        cmocka_unit_test(what_has_not_been_captured_is_told),
        cmocka_unit_test(who_may_do_it_is_told),
        cmocka_unit_test(a_splice_tells_who_is_next),
        cmocka_unit_test(nothing_is_said_of_the_draft),
        cmocka_unit_test(an_undo_says_why_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
