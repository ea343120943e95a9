/*
 * Bodies of joining, of picks and of turns: what is right is understood, what is wrong is told with
 * its place.
 */
#include "service/json/command_json.h"
#include "tests/support/bodies.h"
#include "tests/support/cmocka_all.h"

static void assert_join_fault(const char *json, const char *pointer)
{
    struct joined_details details;
    struct field_text invite;
    bool has_entropy;
    struct json_faults faults = {0};
    json_t *object = body_of(json);
    assert_fault_told(json, read_join(object, &details, &has_entropy, &invite, &faults), &faults,
                      pointer);
    json_decref(object);
}

static void a_join_has_an_invite_and_a_name(void **state)
{
    (void)state;
    struct joined_details details;
    struct field_text invite;
    bool has_entropy;
    struct json_faults faults = {0};
    json_t *object = body_of("{\"invite\":\"abc\",\"name\":\"Zoë\",\"entropy\":\"" HEX32
                             "\",\"external_id\":\"d:1\"}");
    assert_true(read_join(object, &details, &has_entropy, &invite, &faults));
    assert_memory_equal(invite.text, "abc", 3);
    assert_string_equal(details.name, "Zoë");
    assert_string_equal(details.external_id, "d:1");
    assert_true(has_entropy && details.entropy_from_player);
    assert_number(details.entropy[1], 0x11);
    json_decref(object);
    object = body_of("{\"invite\":\"abc\",\"name\":\"x\",\"entropy\":null,\"external_id\":null}");
    assert_true(read_join(object, &details, &has_entropy, &invite, &faults));
    assert_false(has_entropy || details.entropy_from_player);
    json_decref(object);
    assert_join_fault("{\"name\":\"x\"}", "/invite");
    assert_join_fault("{\"invite\":\"x\"}", "/name");
    assert_join_fault("{\"invite\":\"x\",\"name\":\"\"}", "/name");
    assert_join_fault("{\"invite\":\"x\",\"name\":\"x\",\"entropy\":\"00\"}", "/entropy");
    assert_join_fault("{\"invite\":\"x\",\"name\":\"x\",\"external_id\":\"\"}", "/external_id");
    assert_join_fault("{\"invite\":\"x\",\"name\":\"x\",\"seat\":1}", "/seat");
}

static struct command command;

static bool commit(const char *json, enum step step, bool round_required,
                   struct json_faults *ret_faults)
{
    *ret_faults = (struct json_faults){0};
    json_t *object = body_of(json);
    bool fine = read_commit(object, step, 2, round_required, &command, ret_faults);
    json_decref(object);
    return fine;
}

static void assert_commit_fault(const char *json, enum step step, const char *pointer)
{
    struct json_faults faults;
    assert_fault_told(json, commit(json, step, true, &faults), &faults, pointer);
}

static void a_commit_has_three_shapes(void **state)
{
    (void)state;
    struct json_faults faults;
    assert_true(
        commit("{\"round\":3,\"cards\":[\"armada\",\"nonsense\"]}", STEP_SPLICE, true, &faults));
    assert_number(command.type, COMMAND_COMMIT);
    assert_number(command.player, 2);
    assert_number(command.commit.step, STEP_SPLICE);
    assert_number(command.commit.round, 3);
    assert_number(command.commit.sealed_by, SEALED_BY_SERVER);
    assert_number(command.commit.cards.count, 2);
    assert_number(command.commit.cards.cards[0], card_find("armada", 6));
    assert_number(command.commit.cards.cards[1], CARD_NONE);
    assert_true(commit("{\"cards\":[],\"nonce\":\"" HEX32 "\",\"commitment\":\"" HEX32 "\"}",
                       STEP_SEATING, true, &faults));
    assert_number(command.commit.sealed_by, SEALED_BY_CLIENT);
    assert_number(command.commit.nonce[1], 0x11);
    assert_number(command.commit.round, 0);
    assert_true(commit("{\"commitment\":\"" HEX32 "\"}", STEP_STARTING_CARDS, true, &faults));
    assert_number(command.commit.sealed_by, SEALED_WITHHELD);
    assert_number(command.commit.commitment[2], 0x22);
}

static void any_other_shape_is_refused(void **state)
{
    (void)state;
    assert_commit_fault("{}", STEP_SEATING, "");
    assert_commit_fault("{\"nonce\":\"" HEX32 "\"}", STEP_SEATING, "");
    assert_commit_fault("{\"cards\":[],\"nonce\":\"" HEX32 "\"}", STEP_SEATING, "");
    assert_commit_fault("{\"cards\":[],\"commitment\":\"" HEX32 "\"}", STEP_SEATING, "");
    assert_commit_fault("{\"nonce\":\"" HEX32 "\",\"commitment\":\"" HEX32 "\"}", STEP_SEATING, "");
    assert_commit_fault("{\"cards\":[],\"card\":\"sol\"}", STEP_SEATING, "/card");
}

static void rounds_are_named_where_there_are_several(void **state)
{
    (void)state;
    struct json_faults faults;
    assert_commit_fault("{\"cards\":[\"sol\"]}", STEP_FACTION_DRAFT, "/round");
    assert_commit_fault("{\"cards\":[\"sol\"]}", STEP_SPLICE, "/round");
    assert_commit_fault("{\"cards\":[\"sol\"],\"round\":0}", STEP_SPLICE, "/round");
    assert_commit_fault("{\"cards\":[\"sol\"],\"round\":\"1\"}", STEP_SPLICE, "/round");
    assert_commit_fault("{\"cards\":[\"sol\"],\"round\":2}", STEP_SEATING, "/round");
    assert_true(commit("{\"cards\":[\"sol\"],\"round\":1}", STEP_SEATING, true, &faults));
    assert_true(commit("{\"cards\":[\"sol\"]}", STEP_SPLICE, false, &faults));
}

static void cards_are_a_list_of_ids(void **state)
{
    (void)state;
    struct json_faults faults;
    assert_commit_fault("{\"cards\":\"sol\"}", STEP_SEATING, "/cards");
    assert_commit_fault("{\"cards\":null}", STEP_SEATING, "/cards");
    assert_commit_fault("{\"cards\":[\"sol\",7]}", STEP_SEATING, "/cards/1");
    assert_true(commit("{\"cards\":[\"sol\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\","
                       "\"a\",\"a\",\"a\",\"a\",\"a\",\"\"]}",
                       STEP_SEATING, true, &faults));
    assert_number(command.commit.cards.count, CARDS_SENT_MAX);
    assert_commit_fault("{\"cards\":[\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\","
                        "\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\"]}",
                        STEP_SEATING, "/cards");
    assert_commit_fault("{\"commitment\":\"00\"}", STEP_SEATING, "/commitment");
}

static void a_reveal_opens_the_pick(void **state)
{
    (void)state;
    struct json_faults faults = {0};
    json_t *object = body_of("{\"cards\":[\"sol\"],\"nonce\":\"" HEX32 "\",\"round\":2}");
    assert_true(read_reveal(object, STEP_FACTION_DRAFT, 1, &command, &faults));
    assert_number(command.type, COMMAND_REVEAL);
    assert_number(command.reveal.round, 2);
    assert_number(command.reveal.cards.cards[0], card_find("sol", 3));
    assert_number(command.reveal.nonce[31], 0xff);
    json_decref(object);
    object = body_of("{\"cards\":[\"sol\"]}");
    assert_fault_told("no nonce", read_reveal(object, STEP_SEATING, 1, &command, &faults), &faults,
                      "/nonce");
    json_decref(object);
}

static bool turn(const char *json, enum command_type type, struct json_faults *ret_faults)
{
    *ret_faults = (struct json_faults){0};
    json_t *object = body_of(json);
    bool fine = read_turn(object, type, 0, &command, ret_faults);
    json_decref(object);
    return fine;
}

static void assert_turn_fault(const char *json, enum command_type type, const char *pointer)
{
    struct json_faults faults;
    assert_fault_told(json, turn(json, type, &faults), &faults, pointer);
}

static void turns_name_one_thing(void **state)
{
    (void)state;
    struct json_faults faults;
    assert_true(turn("{\"position\":22}", COMMAND_HOME_POSITION, &faults));
    assert_number(command.home_position, 22);
    assert_true(turn("{\"position\":255}", COMMAND_HOME_POSITION, &faults));
    assert_turn_fault("{\"position\":256}", COMMAND_HOME_POSITION, "/position");
    assert_turn_fault("{\"position\":\"22\"}", COMMAND_HOME_POSITION, "/position");
    assert_true(turn("{\"faction\":\"sol\"}", COMMAND_HOME_SYSTEM, &faults));
    assert_number(command.home_system, card_find("sol", 3));
    assert_true(turn("{\"faction\":\"nobody\"}", COMMAND_HOME_SYSTEM, &faults));
    assert_number(command.home_system, CARD_NONE);
    assert_turn_fault("{\"card\":\"sol\"}", COMMAND_HOME_SYSTEM, "/faction");
    assert_true(turn("{\"tile\":\"87A\",\"position\":60}", COMMAND_TILE, &faults));
    assert_number(command.tile.tile, tile_find("87A", 3));
    assert_number(command.tile.position, 60);
    assert_true(turn("{\"tile\":\"87a\",\"position\":99}", COMMAND_TILE, &faults));
    assert_number(command.tile.tile, TILE_NONE);
    assert_turn_fault("{\"tile\":30,\"position\":1}", COMMAND_TILE, "/tile");
    assert_turn_fault("{\"tile\":\"30\"}", COMMAND_TILE, "/position");
    assert_turn_fault("{\"tile\":\"30\",\"position\":256}", COMMAND_TILE, "/position");
    assert_true(turn("{\"king\":\"ruby_monarch\"}", COMMAND_KING, &faults));
    assert_number(command.king, king_find("ruby_monarch", 12));
    assert_true(turn("{\"king\":\"nobody\"}", COMMAND_KING, &faults));
    assert_number(command.king, KING_NONE);
    assert_turn_fault("{\"king\":1}", COMMAND_KING, "/king");
    assert_true(turn("{\"colour\":\"red\"}", COMMAND_PLASTIC, &faults));
    assert_number(command.plastic, COLOUR_RED);
    assert_true(turn("{\"colour\":\"white\"}", COMMAND_PLASTIC, &faults));
    assert_number(command.plastic, COLOUR_NONE);
}

static void units_stand_in_space_and_on_planets(void **state)
{
    (void)state;
    struct json_faults faults;
    assert_true(turn("{\"space\":{\"carrier\":2,\"fighter\":0},"
                     "\"planets\":{\"Jord\":{\"infantry\":5},\"Atlantis\":{}}}",
                     COMMAND_STARTING_UNITS, &faults));
    const struct starting_units_command *units = &command.starting_units;
    assert_number(units->space[UNIT_CARRIER], 2);
    assert_number(units->planet_count, 2);
    assert_number(units->planets[0].planet, planet_find("Jord", 4));
    assert_number(units->planets[0].units[UNIT_INFANTRY], 5);
    assert_number(units->planets[1].planet, PLANET_NONE);
}

static void wrong_units_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *json, *pointer;
    } wrong[] = {
        {"{\"planets\":{}}", "/space"},
        {"{\"space\":{}}", "/planets"},
        {"{\"space\":[],\"planets\":{}}", "/space"},
        {"{\"space\":{},\"planets\":[]}", "/planets"},
        {"{\"space\":{\"cruisers\":1},\"planets\":{}}", "/space/cruisers"},
        {"{\"space\":{\"cruiser\":100},\"planets\":{}}", "/space/cruiser"},
        {"{\"space\":{\"cruiser\":-1},\"planets\":{}}", "/space/cruiser"},
        {"{\"space\":{},\"planets\":{\"Jord\":{\"mech\":\"1\"}}}", "/planets/Jord/mech"},
        {"{\"space\":{},\"planets\":{\"Jord\":7}}", "/planets/Jord"},
        {"{\"space\":{},\"planets\":{\"a\":{},\"b\":{},\"c\":{},\"d\":{},\"e\":{},\"f\":{},"
         "\"g\":{},\"h\":{},\"i\":{}}}",
         "/planets"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_turn_fault(wrong[i].json, COMMAND_STARTING_UNITS, wrong[i].pointer);
}

static void an_undo_names_the_version_seen(void **state)
{
    (void)state;
    struct json_faults faults = {0};
    json_t *object = body_of("{\"version\":42}");
    assert_true(read_undo(object, PLAYER_NONE, &command, &faults));
    assert_number(command.type, COMMAND_UNDO);
    assert_number(command.player, PLAYER_NONE);
    assert_number(command.undo_version, 42);
    json_decref(object);
    object = body_of("{}");
    assert_fault_told("{}", read_undo(object, 0, &command, &faults), &faults, "/version");
    json_decref(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_join_has_an_invite_and_a_name),
        cmocka_unit_test(a_commit_has_three_shapes),
        cmocka_unit_test(any_other_shape_is_refused),
        cmocka_unit_test(rounds_are_named_where_there_are_several),
        cmocka_unit_test(cards_are_a_list_of_ids),
        cmocka_unit_test(a_reveal_opens_the_pick),
        cmocka_unit_test(turns_name_one_thing),
        cmocka_unit_test(units_stand_in_space_and_on_planets),
        cmocka_unit_test(wrong_units_are_told),
        cmocka_unit_test(an_undo_names_the_version_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
