/*
 * Bodies of actions at the table: what is right is understood, what is wrong is told with its
 * place.
 */
#include "service/json/command_json.h"
#include "tests/support/bodies.h"
#include "tests/support/cmocka_all.h"

static struct command command;

static bool read_body(const char *json, enum command_type type, struct json_faults *ret_faults)
{
    *ret_faults = (struct json_faults){0};
    json_t *object = body_of(json);
    bool fine = read_table_action(object, type, 2, &command, ret_faults);
    json_decref(object);
    assert_true(fine == (ret_faults->count == 0));
    return fine;
}

static void must_read(const char *json, enum command_type type)
{
    struct json_faults faults;
    assert_no_fault(json, read_body(json, type, &faults), &faults);
    assert_number(command.type, type);
    assert_number(command.player, 2);
}

static void must_tell(const char *json, enum command_type type, const char *pointer)
{
    struct json_faults faults;
    assert_fault_told(json, read_body(json, type, &faults), &faults, pointer);
}

static void cards_are_gained_and_lost(void **state)
{
    (void)state;
    must_read("{\"player\":\"p1\",\"cards\":[\"corsair\",\"nothing\"]}", COMMAND_GAIN);
    assert_number(command.gain.player, 0);
    assert_number(command.gain.cards.count, 2);
    assert_number(command.gain.cards.cards[0], card_find("corsair", 7));
    assert_number(command.gain.cards.cards[1], CARD_NONE);
    assert_false(command.gain.names_echo);
    must_read("{\"player\":\"p1\",\"cards\":[\"echo_of_sacrifice\"]}", COMMAND_GAIN);
    assert_true(command.gain.names_echo);
    must_read("{\"player\":\"p8\",\"card\":\"corsair\"}", COMMAND_LOSE);
    assert_number(command.lose.player, 7);
    assert_false(command.lose.names_echo);
    must_read("{\"player\":\"p8\",\"card\":\"echo_of_divergence\"}", COMMAND_LOSE);
    assert_true(command.lose.names_echo);
    must_read("{\"card\":\"corsair\"}", COMMAND_KEEP);
    assert_number(command.kept_card, card_find("corsair", 7));
    must_read("{\"card\":\"corsair\"}", COMMAND_TAKE);
    assert_number(command.take.card, card_find("corsair", 7));
}

static void wrong_cards_are_told(void **state)
{
    (void)state;
    must_tell("{\"cards\":[]}", COMMAND_GAIN, "/player");
    must_tell("{\"player\":\"p9\",\"cards\":[]}", COMMAND_GAIN, "/player");
    must_tell("{\"player\":1,\"cards\":[]}", COMMAND_GAIN, "/player");
    must_tell("{\"player\":\"p1\"}", COMMAND_GAIN, "/cards");
    must_tell("{\"player\":\"p1\",\"cards\":\"corsair\"}", COMMAND_GAIN, "/cards");
    must_tell("{\"player\":\"p1\",\"cards\":[1]}", COMMAND_GAIN, "/cards/0");
    must_tell("{\"player\":\"p1\",\"cards\":[],\"card\":\"corsair\"}", COMMAND_GAIN, "/card");
    must_tell("{\"player\":\"p1\"}", COMMAND_LOSE, "/card");
    must_tell("{}", COMMAND_KEEP, "/card");
    must_tell("{\"card\":null}", COMMAND_TAKE, "/card");
}

static void a_splice_has_a_kind_and_participants(void **state)
{
    (void)state;
    must_read("{\"kind\":\"unit_upgrades\",\"participants\":[\"p2\",\"p1\"]}", COMMAND_SPLICE);
    assert_number(command.splice.kind, CARD_UNIT_UPGRADE);
    assert_number(command.splice.count, 2);
    assert_number(command.splice.participants[0], 1);
    must_tell("{\"kind\":\"factions\",\"participants\":[]}", COMMAND_SPLICE, "/kind");
    must_tell("{\"participants\":[]}", COMMAND_SPLICE, "/kind");
    must_tell("{\"kind\":\"genomes\"}", COMMAND_SPLICE, "/participants");
    must_tell("{\"kind\":\"genomes\",\"participants\":{}}", COMMAND_SPLICE, "/participants");
    must_tell("{\"kind\":\"genomes\",\"participants\":[\"p1\",2]}", COMMAND_SPLICE,
              "/participants/1");
    must_tell("{\"kind\":\"genomes\",\"participants\":[\"p0\"]}", COMMAND_SPLICE,
              "/participants/0");
}

static void units_are_counted(void **state)
{
    (void)state;
    must_read("{\"player\":\"p1\",\"unit\":\"pds\",\"count\":99,\"change\":\"destroyed\"}",
              COMMAND_UNITS);
    assert_number(command.units.unit, UNIT_PDS);
    assert_number(command.units.count, 99);
    assert_false(command.units.produced);
    must_tell("{\"player\":\"p1\",\"unit\":\"pds\",\"count\":0,\"change\":\"produced\"}",
              COMMAND_UNITS, "/count");
    must_tell("{\"player\":\"p1\",\"unit\":\"pds\",\"count\":100,\"change\":\"produced\"}",
              COMMAND_UNITS, "/count");
    must_tell("{\"player\":\"p1\",\"unit\":\"death_star\",\"count\":1,\"change\":\"produced\"}",
              COMMAND_UNITS, "/unit");
    must_tell("{\"player\":\"p1\",\"unit\":\"pds\",\"count\":1,\"change\":\"lost\"}", COMMAND_UNITS,
              "/change");
    must_tell("{\"player\":\"p1\",\"unit\":\"pds\",\"count\":1}", COMMAND_UNITS, "/change");
}

static void a_capture_says_whose_what_and_from_where(void **state)
{
    (void)state;
    must_read("{\"captor\":\"p2\",\"owner\":\"neutral\",\"unit\":\"fighter\",\"count\":3,"
              "\"from\":\"board\",\"figure\":\"token\"}",
              COMMAND_CAPTURE);
    assert_number(command.capture.captor, 1);
    assert_number(command.capture.owner, OWNER_NEUTRAL);
    assert_true(command.capture.shown_by_token);
    assert_false(command.capture.from_reinforcements);
    must_read("{\"captor\":\"p2\",\"owner\":\"p1\",\"unit\":\"mech\",\"count\":1,"
              "\"from\":\"reinforcements\"}",
              COMMAND_CAPTURE);
    assert_true(command.capture.from_reinforcements);
    assert_false(command.capture.shown_by_token);
    must_tell("{\"captor\":\"neutral\",\"owner\":\"p1\",\"unit\":\"mech\",\"count\":1,"
              "\"from\":\"board\"}",
              COMMAND_CAPTURE, "/captor");
    must_tell("{\"captor\":\"p2\",\"owner\":\"them\",\"unit\":\"mech\",\"count\":1,"
              "\"from\":\"board\"}",
              COMMAND_CAPTURE, "/owner");
    must_tell("{\"captor\":\"p2\",\"owner\":\"p1\",\"unit\":\"mech\",\"count\":1}", COMMAND_CAPTURE,
              "/from");
    must_tell("{\"captor\":\"p2\",\"owner\":\"p1\",\"unit\":\"mech\",\"count\":1,"
              "\"from\":\"space\"}",
              COMMAND_CAPTURE, "/from");
    must_tell("{\"captor\":\"p2\",\"owner\":\"p1\",\"unit\":\"mech\",\"count\":1,"
              "\"from\":\"board\",\"figure\":\"wood\"}",
              COMMAND_CAPTURE, "/figure");
}

static void tokens_are_returned_without_an_owner(void **state)
{
    (void)state;
    must_read("{\"captor\":\"p2\",\"owner\":\"p1\",\"unit\":\"mech\",\"count\":2}", COMMAND_RETURN);
    assert_number(command.unit_return.owner, 0);
    assert_number(command.unit_return.units[UNIT_MECH], 2);
    must_read("{\"captor\":\"p2\",\"unit\":\"infantry\",\"count\":1}", COMMAND_RETURN);
    assert_number(command.unit_return.owner, PLAYER_NONE);
    must_read("{\"captor\":\"p2\",\"owner\":null,\"unit\":\"fighter\",\"count\":1}",
              COMMAND_RETURN);
    must_tell("{\"captor\":\"p2\",\"unit\":\"mech\",\"count\":1}", COMMAND_RETURN, "/owner");
    must_tell("{\"captor\":\"p2\",\"owner\":null,\"unit\":\"mech\",\"count\":1}", COMMAND_RETURN,
              "/owner");
}

static void transactions_and_blockades_have_two_parties(void **state)
{
    (void)state;
    must_read("{\"captor\":\"p2\",\"owner\":\"p1\",\"units\":{\"mech\":1,\"cruiser\":2}}",
              COMMAND_PROPOSE);
    assert_number(command.propose.units[UNIT_CRUISER], 2);
    must_read("{\"blockader\":\"p3\",\"blockaded\":\"p1\"}", COMMAND_BLOCKADE);
    assert_number(command.blockade.blockader, 2);
    assert_number(command.blockade.blockaded, 0);
    must_tell("{\"captor\":\"p2\",\"owner\":\"neutral\",\"units\":{}}", COMMAND_PROPOSE, "/owner");
    must_tell("{\"captor\":\"p2\",\"owner\":\"p1\",\"units\":{\"mechs\":1}}", COMMAND_PROPOSE,
              "/units/mechs");
    must_tell("{\"captor\":\"p2\",\"owner\":\"p1\",\"units\":[]}", COMMAND_PROPOSE, "/units");
    must_tell("{\"blockader\":\"p3\"}", COMMAND_BLOCKADE, "/blockaded");
}

static void what_the_path_says_needs_no_body(void **state)
{
    (void)state;
    static const enum command_type types[] = {COMMAND_EXHAUST, COMMAND_ANSWER, COMMAND_ELIMINATE,
                                              COMMAND_STATUS_PHASE, COMMAND_END_BLOCKADE};
    struct json_faults faults = {0};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        must_read("{}", types[i]);
        assert_true(read_table_action(NULL, types[i], PLAYER_NONE, &command, &faults));
        must_tell("{\"card\":\"corsair\"}", types[i], "/card");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_gained_and_lost),
        cmocka_unit_test(wrong_cards_are_told),
        cmocka_unit_test(a_splice_has_a_kind_and_participants),
        cmocka_unit_test(units_are_counted),
        cmocka_unit_test(a_capture_says_whose_what_and_from_where),
        cmocka_unit_test(tokens_are_returned_without_an_owner),
        cmocka_unit_test(transactions_and_blockades_have_two_parties),
        cmocka_unit_test(what_the_path_says_needs_no_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
