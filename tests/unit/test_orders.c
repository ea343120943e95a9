/*
 * Standing orders: what they lead to is always a legal command of the player, the best wish that
 * can be had; and their form.
 */
#include "service/json/orders_json.h"

#include <string.h>

#include "service/fairness/commitment.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random_play.h"

enum { GAMES = 60 };

/* A game at play at random, until its setup is over. */
struct table_play {
    struct luck luck;
    struct dealer dealer;
    struct secrets secrets;
    struct game game;
};

static bool run(struct table_play *play, const struct command *command)
{
    static struct events events;
    if (decide(&play->game, command, &play->dealer, &events) != ACCEPTED)
        return false;
    for (size_t i = 0; i < events.count; i++)
        apply(&play->game, &events.list[i]);
    return true;
}

static void begin(struct table_play *play, uint64_t seed)
{
    play->luck = (struct luck){.state = seed};
    play->dealer = random_dealer(&play->luck);
    play->game = game_none();
    struct command create = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    create.create = random_setup(&play->luck);
    create.create.options.auto_start = true;
    assert_true(run(play, &create));
    for (uint8_t player = 0; player < play->game.setup.players; player++)
        assert_true(run(play, &(struct command){.type = COMMAND_JOIN, .player = player}));
}

static bool in_setup(const struct game *game)
{
    return game->table.stage == STAGE_SETUP;
}

static void step_on(struct table_play *play)
{
    uint8_t player = random_waiting_player(&play->game, &play->luck);
    struct command command = random_command(&play->game, player, &play->luck, &play->secrets);
    assert_true(run(play, &command));
}

static void add(struct wishes *wishes, uint16_t wish)
{
    for (uint8_t i = 0; i < wishes->count; i++)
        if (wishes->list[i] == wish)
            return;
    if (wishes->count < WISHES_MAX)
        wishes->list[wishes->count++] = wish;
}

/* Wishes for WISH, in the list where it belongs. */
static void wish_for(struct orders *orders, uint16_t wish)
{
    bool by_kind = orders->step == STEP_SPLICE || orders->step == STEP_STARTING_CARDS;
    add(by_kind ? &orders->of_kind[card_kind_of(wish)] : &orders->any, wish);
}

static struct orders orders_for(enum step step)
{
    return (struct orders){.step = step, .kinds = {CARD_ABILITY, CARD_UNIT_UPGRADE, CARD_GENOME}};
}

/* All that PLAYER can choose now, in random order. */
static struct orders wish_for_all(struct table_play *play, uint8_t player)
{
    struct choices choices = options_for(&play->game, player);
    struct orders orders = orders_for(play->game.table.step);
    for (int i = 0; i < 200; i++)
        wish_for(&orders, choices.options[luck_below(&play->luck, choices.count)]);
    return orders;
}

static uint16_t choice_in(const struct command *command)
{
    switch (command->type) {
    case COMMAND_COMMIT:
        return command->commit.cards.cards[0];
    case COMMAND_HOME_POSITION:
        return command->home_position;
    case COMMAND_HOME_SYSTEM:
        return command->home_system;
    case COMMAND_KING:
        return command->king;
    default:
        assert_number(command->type, COMMAND_PLASTIC);
        return (uint16_t)command->plastic;
    }
}

static void assert_best_is_taken(struct table_play *play, uint8_t player)
{
    struct orders orders = wish_for_all(play, player);
    struct command command;
    assert_true(orders_command(&orders, &play->game, player, &command));
    assert_number(command.player, player);
    assert_false(command.automatic);
    if (orders.step == STEP_STARTING_CARDS) {
        assert_number(command.commit.cards.count, PICK_MAX);
        assert_true(command.commit.cards.cards[0] == orders.of_kind[CARD_ABILITY].list[0]);
        assert_true(command.commit.cards.cards[1] == orders.of_kind[CARD_ABILITY].list[1]);
    } else if (orders.step != STEP_SPLICE) {
        assert_number(choice_in(&command), orders.any.list[0]);
    }
    if (command.type == COMMAND_COMMIT) {
        assert_number(command.commit.sealed_by, SEALED_BY_SERVER);
        struct pick pick;
        assert_true(pick_from_cards(&command.commit.cards, command.commit.nonce, &pick));
        random_commitment(play->game.table.step, play->game.table.players[player].round, player,
                          &pick, command.commit.commitment);
    }
    assert_true(run(play, &command));
}

/* Through whole setups the orders of players at random act for them whenever they are waited on,
 * and the rules take every command that follows. */
static void the_best_wish_is_always_legal(void **state)
{
    (void)state;
    static struct table_play play;
    unsigned seen = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        begin(&play, seed);
        while (in_setup(&play.game)) {
            uint8_t player = random_waiting_player(&play.game, &play.luck);
            if (orders_possible(play.game.table.step) && luck_one_in(&play.luck, 2) &&
                waited_for(&play.game, player) != ACTION_REVEAL) {
                seen |= 1U << play.game.table.step;
                assert_best_is_taken(&play, player);
            } else {
                step_on(&play);
            }
        }
    }
    for (enum step step = STEP_FACTION_DRAFT; step < STEPS; step++)
        if (orders_possible(step) && !(seen & 1U << step))
            fail_msg("no orders were carried out in step %s", step_id(step));
}

static void play_to(struct table_play *play, uint64_t seed, enum step step)
{
    begin(play, seed);
    while (in_setup(&play->game) && play->game.table.step != step)
        step_on(play);
    assert_number(play->game.table.step, step);
}

static void what_cannot_be_had_waits_for_the_person(void **state)
{
    (void)state;
    static struct table_play play;
    play_to(&play, 7, STEP_KINGS);
    uint8_t player = random_waiting_player(&play.game, &play.luck);
    struct choices choices = options_for(&play.game, player);
    uint16_t first = choices.options[0];
    struct command command = first_choice(&play.game, player);
    assert_true(run(&play, &command));
    uint8_t next = random_waiting_player(&play.game, &play.luck);
    struct orders orders = orders_for(STEP_KINGS);
    add(&orders.any, first); /* is taken */
    assert_false(orders_command(&orders, &play.game, next, &command));
    assert_false(orders_command(&orders, &play.game, player, &command)); /* whose turn it is not */
    add(&orders.any, choices.options[1]);
    assert_true(orders_command(&orders, &play.game, next, &command));
    assert_number(command.king, choices.options[1]);
    orders.step = STEP_PLASTIC;
    assert_false(orders_command(&orders, &play.game, next, &command));
    play.game.paused = true;
    orders.step = STEP_KINGS;
    assert_false(orders_command(&orders, &play.game, next, &command));
}

static void whoever_has_picked_is_not_asked_again(void **state)
{
    (void)state;
    static struct table_play play;
    play_to(&play, 3, STEP_SEATING);
    play.game.setup.options.allow_recommit = true;
    uint8_t player = random_waiting_player(&play.game, &play.luck);
    struct orders orders = wish_for_all(&play, player);
    struct command command;
    assert_true(orders_command(&orders, &play.game, player, &command));
    assert_true(run(&play, &command));
    assert_true(options_for(&play.game, player).again);
    assert_false(orders_command(&orders, &play.game, player, &command));
}

/* The splice looks at one kind after the other. */
static void the_splice_takes_the_first_kind_that_can_be_had(void **state)
{
    (void)state;
    static struct table_play play;
    play_to(&play, 5, STEP_SPLICE);
    uint8_t player = random_waiting_player(&play.game, &play.luck);
    struct orders orders = wish_for_all(&play, player);
    struct command command;
    for (size_t first = 0; first < SPLICED_KINDS; first++) {
        enum card_kind kind = (enum card_kind)(CARD_ABILITY + first);
        orders.kinds[0] = kind;
        orders.kinds[1] = CARD_ABILITY + (first + 1) % SPLICED_KINDS;
        orders.kinds[2] = CARD_ABILITY + (first + 2) % SPLICED_KINDS;
        assert_true(orders_command(&orders, &play.game, player, &command));
        assert_number(command.commit.cards.count, 1);
        assert_number(command.commit.cards.cards[0], orders.of_kind[kind].list[0]);
    }
    orders.of_kind[orders.kinds[0]].count = 0;
    assert_true(orders_command(&orders, &play.game, player, &command));
    assert_number(command.commit.cards.cards[0], orders.of_kind[orders.kinds[1]].list[0]);
}

static void too_few_wishes_for_the_starting_cards_are_none(void **state)
{
    (void)state;
    static struct table_play play;
    play_to(&play, 9, STEP_STARTING_CARDS);
    uint8_t player = random_waiting_player(&play.game, &play.luck);
    struct orders orders = wish_for_all(&play, player);
    struct command command;
    assert_true(orders_command(&orders, &play.game, player, &command));
    orders.of_kind[CARD_ABILITY].count = 1;
    assert_false(orders_command(&orders, &play.game, player, &command));
}

static bool read(const char *body, enum step step, struct orders *orders,
                 struct json_faults *ret_faults)
{
    char detail[JSON_DETAIL_BYTES];
    *ret_faults = (struct json_faults){.count = 0};
    json_t *object = json_read_object(body, strlen(body), detail);
    assert_non_null(object);
    bool fine = orders_read(object, step, orders, ret_faults);
    json_decref(object);
    return fine;
}

static void assert_kept(enum step step, const char *body, const char *kept)
{
    struct orders orders;
    struct json_faults faults;
    if (!read(body, step, &orders, &faults))
        fail_msg("%s: %s %s", body, faults.list[0].pointer, faults.list[0].detail);
    struct buffer buffer = buffer_new(4096);
    struct json_writer writer = json_writer_start(&buffer);
    orders_write(&writer, &orders);
    buffer_char(&buffer, '\0');
    assert_string_equal(buffer.bytes, kept);
    assert_true(orders_read_note(buffer.bytes, buffer.length - 1, step, &orders));
    buffer_free(&buffer);
}

static void what_is_read_is_kept_in_one_form(void **state)
{
    (void)state;
    assert_kept(STEP_FACTION_DRAFT, "{ \"wishes\": [\"sol\", \"hacan\"] }",
                "{\"wishes\":[\"sol\",\"hacan\"]}");
    assert_kept(STEP_KINGS, "{\"wishes\": [\"ruby_monarch\"]}", "{\"wishes\":[\"ruby_monarch\"]}");
    assert_kept(STEP_PLASTIC, "{\"wishes\": [\"yellow\", \"red\"]}",
                "{\"wishes\":[\"yellow\",\"red\"]}");
    assert_kept(STEP_HOME_POSITIONS, "{\"wishes\": [22, 1]}", "{\"wishes\":[22,1]}");
    assert_kept(STEP_SPLICE, "{\"genomes\": [\"hyper_genome\"]}",
                "{\"abilities\":[],\"unit_upgrades\":[],\"genomes\":[\"hyper_genome\"],"
                "\"kinds\":[\"abilities\",\"unit_upgrades\",\"genomes\"]}");
    assert_kept(STEP_STARTING_CARDS, "{\"abilities\": [\"harrow\", \"aerie_hololattice\"]}",
                "{\"abilities\":[\"harrow\",\"aerie_hololattice\"],\"unit_upgrades\":[],"
                "\"genomes\":[]}");
}

static void assert_fault(enum step step, const char *body, const char *pointer)
{
    struct orders orders;
    struct json_faults faults;
    if (read(body, step, &orders, &faults))
        fail_msg("accepted: %s", body);
    assert_string_equal(faults.list[0].pointer, pointer);
}

static void what_is_wrong_is_told_with_its_place(void **state)
{
    (void)state;
    assert_fault(STEP_KINGS, "{}", "/wishes");
    assert_fault(STEP_KINGS, "{\"wishes\": []}", "/wishes");
    assert_fault(STEP_KINGS, "{\"wishes\": \"ruby_monarch\"}", "/wishes");
    assert_fault(STEP_KINGS, "{\"wishes\": [\"sol\"]}", "/wishes/0");
    assert_fault(STEP_KINGS, "{\"wishes\": [\"ruby_monarch\", 4]}", "/wishes/1");
    assert_fault(STEP_KINGS, "{\"wishes\": [\"ruby_monarch\", \"ruby_monarch\"]}", "/wishes/1");
    assert_fault(STEP_KINGS, "{\"wishes\": [\"ruby_monarch\"], \"kings\": []}", "/kings");
    assert_fault(STEP_KINGS, "{\"wishes\": [1,2,3,4,5,6,7,8,9]}", "/wishes");
    assert_fault(STEP_HOME_SYSTEMS, "{\"wishes\": [\"harrow\"]}", "/wishes/0");
    assert_fault(STEP_HOME_POSITIONS, "{\"wishes\": [0]}", "/wishes/0");
    assert_fault(STEP_HOME_POSITIONS, "{\"wishes\": [61]}", "/wishes/0");
    assert_fault(STEP_HOME_POSITIONS, "{\"wishes\": [22.0]}", "/wishes/0");
    assert_fault(STEP_HOME_POSITIONS, "{\"wishes\": [4294967318]}", "/wishes/0");
    assert_fault(STEP_PLASTIC, "{\"wishes\": [\"mauve\"]}", "/wishes/0");
    assert_fault(STEP_SPLICE, "{}", "");
    assert_fault(STEP_SPLICE, "{\"wishes\": [\"harrow\"]}", "/wishes");
    assert_fault(STEP_SPLICE, "{\"genomes\": [\"harrow\"]}", "/genomes/0");
    assert_fault(STEP_SPLICE, "{\"abilities\": [\"harrow\"], \"kinds\": [\"genomes\"]}", "/kinds");
    assert_fault(STEP_SPLICE,
                 "{\"abilities\": [\"harrow\"], \"kinds\": [\"genomes\", \"genomes\", "
                 "\"abilities\"]}",
                 "/kinds");
    assert_fault(STEP_STARTING_CARDS, "{\"abilities\": [\"harrow\"], \"kinds\": [\"abilities\"]}",
                 "/kinds");
}

static void notes_of_another_form_lead_to_nothing(void **state)
{
    (void)state;
    static struct table_play play;
    play_to(&play, 7, STEP_KINGS);
    uint8_t player = random_waiting_player(&play.game, &play.luck);
    struct command command;
    static const char splice[] = "{\"genomes\":[\"hyper_genome\"]}";
    static const char kings[] =
        "{\"wishes\":[\"avarice_rex\",\"el_nen_janovet\",\"ruby_monarch\",\"radiant_aur\"]}";
    assert_false(orders_note_command(splice, sizeof splice - 1, &play.game, player, &command));
    assert_false(orders_note_command("", 0, &play.game, player, &command));
    assert_true(orders_note_command(kings, sizeof kings - 1, &play.game, player, &command));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_wish_is_always_legal),
        cmocka_unit_test(what_cannot_be_had_waits_for_the_person),
        cmocka_unit_test(whoever_has_picked_is_not_asked_again),
        cmocka_unit_test(the_splice_takes_the_first_kind_that_can_be_had),
        cmocka_unit_test(too_few_wishes_for_the_starting_cards_are_none),
        cmocka_unit_test(what_is_read_is_kept_in_one_form),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(notes_of_another_form_lead_to_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
