/*
 * Building the galaxy. What players would see go wrong: tiles dealt wrongly, turns out of order, a
 * tile refused or accepted against the rules, a board on which nobody can go on.
 */
#include <stdio.h>
#include <string.h>

#include "rules/adjacency.h"
#include "rules/layout.h"
#include "rules/view.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random_play.h"

enum { BUILDS = 10000, PILE_MAX = 8 };

/* A game with piles that lie as the test says: named tiles on top, the others in ASCII order. */
struct table_of_test {
    const char *blue[PILE_MAX];
    const char *red[PILE_MAX];
    struct game game;
    struct events events;
};

static struct table_of_test table;

static uint16_t tile_of(const char *id)
{
    uint16_t tile = tile_find(id, strlen(id));
    assert_true(tile != TILE_NONE);
    return tile;
}

/* Moves ITEM, which lies somewhere behind PLACE, there. */
static void bring_forward(uint16_t *items, size_t place, uint16_t item)
{
    size_t from = place;
    while (items[from] != item)
        from++;
    memmove(items + place + 1, items + place, (from - place) * sizeof *items);
    items[place] = item;
}

static void stack(void *context, uint16_t epoch, enum stream stream, uint16_t *items, size_t count)
{
    const struct table_of_test *stacked = context;
    (void)count;
    assert_number(epoch, 0);
    const char *const *named = stream == STREAM_TILES_BLUE  ? stacked->blue
                               : stream == STREAM_TILES_RED ? stacked->red
                                                            : NULL;
    for (size_t place = 0; named != NULL && place < PILE_MAX && named[place] != NULL; place++)
        bring_forward(items, place, tile_of(named[place]));
}

static bool opens(void *context, enum step step, uint8_t round, uint8_t player,
                  const struct pick *pick, const uint8_t commitment[SEAL_BYTES])
{
    (void)context;
    (void)step;
    (void)round;
    (void)player;
    (void)pick;
    (void)commitment;
    return true;
}

static enum refusal run(const struct command *command)
{
    const struct dealer dealer = {.context = &table, .shuffle = stack, .opens = opens};
    enum refusal refusal = decide(&table.game, command, &dealer, &table.events);
    if (refusal != ACCEPTED)
        assert_number(table.events.count, 0);
    for (size_t i = 0; i < table.events.count; i++)
        apply(&table.game, &table.events.list[i]);
    const char *fault = check(&table.game);
    if (fault != NULL)
        fail_msg("%s", fault);
    return refusal;
}

static struct setup setup_of(const char *layout, bool pok)
{
    struct setup setup = {.options = options_default(), .map.mode = MAP_BUILD};
    setup.map.layout = layout_find(layout, strlen(layout));
    assert_true(setup.map.layout != LAYOUT_NONE);
    setup.players = catalogue_layouts[setup.map.layout].players;
    setup.options.pok = pok;
    return setup;
}

static void play_up_to(enum step step)
{
    while (table.game.table.step != step) {
        uint8_t player = 0;
        while (waited_for(&table.game, player) == ACTION_NONE)
            player++;
        struct command command = first_choice(&table.game, player);
        assert_number(run(&command), ACCEPTED);
    }
}

/* Creates a game and plays first choices up to the galaxy. */
static void begin(const struct setup *setup)
{
    table.game = game_none();
    struct command create = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    create.create = *setup;
    assert_number(run(&create), ACCEPTED);
    for (uint8_t player = 0; player < setup->players; player++) {
        struct command join = {.type = COMMAND_JOIN, .player = player};
        assert_number(run(&join), ACCEPTED);
    }
    play_up_to(STEP_GALAXY);
}

static void begin_layout(const char *layout, bool pok)
{
    memset(&table, 0, sizeof table);
    struct setup setup = setup_of(layout, pok);
    begin(&setup);
}

/* Six players with these tiles on top of the piles; the hand of seat 0 is blue 0 to 2, red 0 to 1.
 */
static void begin_stacked(struct setup setup, const char *const *blue, const char *const *red)
{
    memset(&table, 0, sizeof table);
    for (size_t i = 0; i < PILE_MAX && blue[i] != NULL; i++)
        table.blue[i] = blue[i];
    for (size_t i = 0; i < PILE_MAX && red[i] != NULL; i++)
        table.red[i] = red[i];
    begin(&setup);
}

static uint8_t seat_to_act(void)
{
    for (uint8_t seat = 0; seat < table.game.setup.players; seat++)
        if (waited_for(&table.game, table.game.table.seats[seat]) == ACTION_TILE)
            return seat;
    return PLAYER_NONE;
}

static enum refusal place_by(uint8_t seat, const char *tile, uint16_t position)
{
    struct command command = {.type = COMMAND_TILE, .player = table.game.table.seats[seat]};
    command.tile = (struct tile_command){tile_of(tile), position};
    return run(&command);
}

static enum refusal place(const char *tile, uint16_t position)
{
    return place_by(seat_to_act(), tile, position);
}

static void place_first_choice(void)
{
    struct command command = first_choice(&table.game, table.game.table.seats[seat_to_act()]);
    assert_number(run(&command), ACCEPTED);
}

static void assert_dealt(const char *layout, bool pok, unsigned blue, unsigned red, unsigned extra)
{
    begin_layout(layout, pok);
    assert_number(table.game.table.extra_tiles.count, extra);
    for (uint8_t player = 0; player < table.game.setup.players; player++) {
        struct view view;
        view_of(&table.game, (struct viewer){VIEWER_PLAYER, player}, &view);
        assert_number(view.own.tiles.count, blue + red);
        assert_number(view.player[player].blue_tiles, blue);
        assert_number(view.player[player].red_tiles, red);
    }
}

static void each_layout_deals_its_numbers(void **state)
{
    (void)state;
    assert_dealt("3p", true, 6, 2, 0);
    assert_dealt("3p", false, 6, 2, 0);
    assert_dealt("4p_lrr", false, 5, 3, 0);
    assert_dealt("4p_lrr", true, 5, 3, 0);
    assert_dealt("4p_te", true, 3, 2, 0);
    assert_dealt("5p_te", false, 3, 2, 0);
    assert_dealt("5p_lrr", false, 4, 2, 1);
    assert_dealt("6p", true, 3, 2, 0);
    assert_dealt("6p_large", true, 6, 3, 0);
    assert_dealt("7p", true, 4, 2, 5);
    assert_dealt("7p_alt", true, 3, 2, 0);
    assert_dealt("8p", true, 4, 2, 4);
    assert_dealt("8p_alt", true, 3, 2, 0);
}

static void piles_hold_no_tile_of_an_expansion_that_is_not_in_the_game(void **state)
{
    (void)state;
    begin_layout("5p_te", false);
    for (uint8_t player = 0; player < 5; player++) {
        const struct tile_hand *hand = &table.game.table.players[player].tiles;
        for (uint8_t i = 0; i < hand->count; i++)
            assert_true(catalogue_tiles[hand->tiles[i]].expansion != EXPANSION_POK);
    }
}

static void hands_are_consecutive_blocks_in_seat_order(void **state)
{
    (void)state;
    static const char *const blue[] = {"19", "20", "21", "30", "31", "32", NULL};
    static const char *const red[] = {"44", "47", "45", "46", NULL};
    static const char *const first[] = {"19", "20", "21", "44", "47"};
    static const char *const second[] = {"30", "31", "32", "45", "46"};
    begin_stacked(setup_of("6p", true), blue, red);
    const struct tile_hand *hand = &table.game.table.players[table.game.table.seats[0]].tiles;
    for (uint8_t i = 0; i < 5; i++)
        assert_number(hand->tiles[i], tile_of(first[i]));
    hand = &table.game.table.players[table.game.table.seats[1]].tiles;
    for (uint8_t i = 0; i < 5; i++)
        assert_number(hand->tiles[i], tile_of(second[i]));
}

static void turns_go_round_and_back(void **state)
{
    (void)state;
    static const uint8_t three[] = {0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0};
    static const uint8_t four[] = {0, 1, 2, 3, 3, 2, 1, 0, 0, 1};
    begin_layout("3p", true);
    for (size_t turn = 0; turn < sizeof three; turn++) {
        assert_number(seat_to_act(), three[turn]);
        place_first_choice();
    }
    begin_layout("4p_te", true);
    for (size_t turn = 0; turn < sizeof four; turn++) {
        assert_number(seat_to_act(), four[turn]);
        place_first_choice();
    }
}

static void rings_fill_from_the_inside(void **state)
{
    (void)state;
    static const char *const blue[] = {"19", "20", "21", "22", "23", "24", NULL};
    static const char *const red[] = {"46", "47", NULL};
    begin_stacked(setup_of("3p", true), blue, red);
    assert_number(place("19", 1), ACCEPTED);
    for (unsigned turn = 1; turn < 5; turn++)
        place_first_choice();
    assert_number(seat_to_act(), 0);
    uint8_t last = 2;
    while (table.game.table.galaxy.positions[last].kind != POSITION_OPEN)
        last++;
    assert_number(last, 6);
    assert_number(place("20", 7), REFUSED_INNER_RING_OPEN);
    assert_number(place("20", 1), REFUSED_POSITION_NOT_OPEN);
    assert_number(place("20", 19), REFUSED_POSITION_NOT_OPEN); /* closed with three players */
    assert_number(place("20", 22), REFUSED_POSITION_NOT_OPEN); /* a home */
    assert_number(place("20", 0), REFUSED_POSITION_NOT_OPEN);
    assert_number(place("20", 37), REFUSED_POSITION_NOT_OPEN); /* beyond the rings */
    assert_number(place("20", 61), REFUSED_POSITION_NOT_OPEN);
    assert_number(place("20", 65535), REFUSED_POSITION_NOT_OPEN);
    assert_number(place("20", 6), ACCEPTED);
    assert_number(place("21", 7), ACCEPTED);
}

static void hyperlanes_of_the_layout_are_no_open_positions(void **state)
{
    (void)state;
    begin_layout("4p_te", true);
    const struct tile_hand *hand = &table.game.table.players[table.game.table.seats[0]].tiles;
    const char *tile = catalogue_tiles[hand->tiles[0]].id;
    assert_number(place(tile, 1), REFUSED_POSITION_NOT_OPEN);
    assert_number(place(tile, 4), REFUSED_POSITION_NOT_OPEN);
    assert_number(place(tile, 2), ACCEPTED);
}

static void only_own_tiles_in_own_turn(void **state)
{
    (void)state;
    static const char *const blue[] = {"30", "20", "21", "31", "32", "33", NULL};
    static const char *const red[] = {"44", "47", "45", "46", NULL};
    begin_stacked(setup_of("6p", true), blue, red);
    assert_number(place("31", 1), REFUSED_CARD_NOT_AVAILABLE);
    assert_number(place("112", 1), REFUSED_CARD_NOT_AVAILABLE);
    assert_number(place_by(1, "31", 1), REFUSED_NOT_YOUR_TURN);
    assert_number(place("31", 99), REFUSED_CARD_NOT_AVAILABLE); /* the tile is looked at first */
    assert_number(place("30", 1), ACCEPTED);
    assert_number(place_by(0, "30", 2), REFUSED_NOT_YOUR_TURN);
    struct command unknown = {.type = COMMAND_TILE, .player = table.game.table.seats[1]};
    unknown.tile = (struct tile_command){TILE_NONE, 2};
    assert_number(run(&unknown), REFUSED_CARD_NOT_AVAILABLE);
}

static void anomalies_and_equal_wormholes_keep_apart(void **state)
{
    (void)state;
    static const char *const blue[] = {"19", "20", "26", "30", "31", "32", NULL};
    static const char *const red[] = {"44", "47", "45", "39", NULL};
    begin_stacked(setup_of("6p", true), blue, red);
    assert_number(place("44", 1), ACCEPTED);
    assert_number(place("45", 2), REFUSED_ADJACENCY);
    assert_number(place("45", 6), REFUSED_ADJACENCY);
    assert_number(place("45", 3), ACCEPTED);
    begin_stacked(setup_of("6p", true), blue, red);
    assert_number(place("26", 1), ACCEPTED);
    assert_number(place("39", 2), REFUSED_ADJACENCY);
    assert_number(place("39", 3), ACCEPTED);
}

/* The speaker holds three tiles that fit anywhere and two anomalies; anomalies lie at 1, 3 and 5
 * of the first ring, on both sides of all that is open. */
static void begin_among_anomalies(struct setup setup)
{
    static const char *const blue[] = {"19", "20", "21", NULL};
    static const char *const red[] = {"41", "42", NULL};
    static const char *const anomalies[] = {"67", "68", "80"};
    begin_stacked(setup, blue, red);
    for (size_t i = 0; i < 3; i++)
        table.game.table.galaxy.positions[1 + 2 * i] =
            (struct position){POSITION_TILE, tile_of(anomalies[i]), 0};
}

static void without_another_option_everything_is_allowed(void **state)
{
    (void)state;
    begin_among_anomalies(setup_of("6p", true));
    struct game *game = &table.game;
    struct tile_hand *hand = &game->table.players[game->table.seats[0]].tiles;
    struct choices choices = options_for(game, game->table.seats[0]);
    assert_number(choices.count, 3); /* the clean ones */
    static const char *const only_anomalies[] = {"45", "44", "43", "42", "41"};
    for (size_t i = 0; i < 5; i++)
        hand->tiles[i] = tile_of(only_anomalies[i]);
    choices = options_for(game, game->table.seats[0]);
    assert_number(choices.count, 5);
    assert_number(choices.options[0], tile_of("41"));
    for (size_t i = 0; i < 5; i++)
        assert_number(choices.positions[i], position_bit(2) | position_bit(4) | position_bit(6));
    assert_number(choice_count(game, game->table.seats[0]), 15);
}

static void with_the_switch_each_tile_has_its_own_exception(void **state)
{
    (void)state;
    struct setup setup = setup_of("6p", true);
    setup.options.placement_exception_tile = true;
    begin_among_anomalies(setup);
    struct choices choices = options_for(&table.game, table.game.table.seats[0]);
    assert_number(choices.count, 5);
    for (uint8_t i = 0; i < choices.count; i++)
        assert_number(choices.positions[i], position_bit(2) | position_bit(4) | position_bit(6));
}

static void a_tile_may_still_be_clean_in_one_place_only(void **state)
{
    (void)state;
    struct setup setup = setup_of("6p", true);
    setup.options.placement_exception_tile = true;
    static const char *const blue[] = {"19", "20", "21", NULL};
    static const char *const red[] = {"41", "42", NULL};
    begin_stacked(setup, blue, red);
    table.game.table.galaxy.positions[1] = (struct position){POSITION_TILE, tile_of("67"), 0};
    struct choices choices = options_for(&table.game, table.game.table.seats[0]);
    for (uint8_t i = 0; i < choices.count; i++) {
        bool anomaly = catalogue_tiles[choices.options[i]].anomalies != 0;
        uint64_t clean = position_bit(3) | position_bit(4) | position_bit(5);
        uint64_t open = clean | position_bit(2) | position_bit(6);
        assert_number(choices.positions[i], anomaly ? clean : open);
    }
}

static void hyperlanes_make_neighbours_unless_switched_off(void **state)
{
    (void)state;
    for (unsigned off = 0; off < 2; off++) {
        static const char *const blue[] = {"19", "20", "21", "30", "31", "32", NULL};
        static const char *const red[] = {"44", "47", "45", "46", NULL};
        struct setup setup = setup_of("5p_te", true);
        setup.options.hyperlane_adjacency = off == 0;
        begin_stacked(setup, blue, red);
        assert_number(place("44", 3), ACCEPTED);
        assert_number(place("45", 5), off ? ACCEPTED : REFUSED_ADJACENCY);
    }
}

static void the_speaker_places_the_extra_tiles_first(void **state)
{
    (void)state;
    begin_layout("7p", true);
    static const char *const extra[] = {"35", "36", "37", "48", "49"};
    for (uint8_t i = 0; i < 5; i++)
        assert_number(table.game.table.extra_tiles.tiles[i], tile_of(extra[i]));
    assert_number(place_by(1, "104", 1), REFUSED_NOT_YOUR_TURN);
    assert_number(place_by(0, "35", 7), REFUSED_INNER_RING_OPEN);
    assert_number(place_by(0, "100", 1), REFUSED_CARD_NOT_AVAILABLE);
    for (uint8_t i = 0; i < 5; i++) {
        assert_number(seat_to_act(), 0);
        assert_number(place(extra[i], i + 1), ACCEPTED);
    }
    assert_number(seat_to_act(), 0);
    assert_number(place("100", 7), REFUSED_INNER_RING_OPEN);
    assert_number(place("100", 6), ACCEPTED);
    assert_number(seat_to_act(), 1);
}

/* Eight players' extra tiles come to an anomaly and a wormhole; the rules hold for them too. */
static void extra_tiles_keep_apart_too(void **state)
{
    (void)state;
    begin_layout("8p", true);
    struct tile_hand *extra = &table.game.table.extra_tiles;
    assert_number(extra->count, 4);
    extra->tiles[0] = tile_of("41");
    extra->tiles[1] = tile_of("42");
    table.game.table.galaxy.positions[1] = (struct position){POSITION_TILE, tile_of("67"), 0};
    struct choices choices = options_for(&table.game, table.game.table.speaker);
    for (uint8_t i = 0; i < choices.count; i++)
        if (catalogue_tiles[choices.options[i]].anomalies != 0)
            assert_number(choices.positions[i] & (position_bit(2) | position_bit(6)), 0);
}

static void hands_are_secret_and_their_backs_are_not(void **state)
{
    (void)state;
    struct view view;
    begin_layout("6p", true);
    uint8_t speaker = table.game.table.seats[0], other = table.game.table.seats[1];
    view_of(&table.game, (struct viewer){VIEWER_PLAYER, other}, &view);
    assert_true(view.player[speaker].builds);
    assert_number(view.player[speaker].blue_tiles, 3);
    assert_number(view.player[speaker].red_tiles, 2);
    assert_false(view.player[speaker].tiles_shown);
    assert_number(view.player[speaker].tiles.count, 0);
    assert_number(view.own.tiles.count, 5);
    view_of(&table.game, (struct viewer){VIEWER_HOST, 0}, &view);
    assert_number(view.own.tiles.count, 0);
    place_first_choice();
    view_of(&table.game, (struct viewer){VIEWER_PUBLIC, 0}, &view);
    assert_number(view.player[speaker].blue_tiles, 2);
    for (uint8_t player = 0; player < 6; player++)
        assert_number(view.player[player].tiles.count, 0);
}

static void open_hands_are_seen_by_all(void **state)
{
    (void)state;
    struct view view;
    memset(&table, 0, sizeof table);
    struct setup setup = setup_of("6p", true);
    setup.options.open_tile_hands = true;
    begin(&setup);
    view_of(&table.game, (struct viewer){VIEWER_PUBLIC, 0}, &view);
    assert_true(view.player[0].tiles_shown);
    assert_number(view.player[0].tiles.count, 5);
}

static void homes_belong_to_seats_and_stay_empty(void **state)
{
    (void)state;
    begin_layout("6p", true);
    static const uint8_t homes[] = {19, 22, 25, 28, 31, 34};
    for (uint8_t seat = 0; seat < 6; seat++)
        assert_number(table.game.table.players[table.game.table.seats[seat]].home_position,
                      homes[seat]);
    for (unsigned turn = 0; turn < 30; turn++) {
        assert_number(table.game.table.step, STEP_GALAXY);
        place_first_choice();
    }
    assert_number(table.game.table.step, STEP_HOME_SYSTEMS);
    for (uint8_t seat = 0; seat < 6; seat++)
        assert_number(table.game.table.galaxy.positions[homes[seat]].kind, POSITION_HOME);
    play_up_to(STEP_KINGS);
    for (uint8_t seat = 0; seat < 6; seat++)
        assert_number(table.game.table.galaxy.positions[homes[seat]].kind, POSITION_TILE);
}

/* The stacked dealer leaves the circle as it is, so the last slot is the speaker's. */
static void the_speakers_slot_can_be_left_to_chance(void **state)
{
    (void)state;
    memset(&table, 0, sizeof table);
    struct setup setup = setup_of("6p", true);
    setup.options.speaker_slot_random = true;
    begin(&setup);
    static const uint8_t homes[] = {34, 19, 22, 25, 28, 31};
    for (uint8_t seat = 0; seat < 6; seat++)
        assert_number(table.game.table.players[table.game.table.seats[seat]].home_position,
                      homes[seat]);
}

static void the_last_placement_can_be_taken_back(void **state)
{
    (void)state;
    begin_layout("7p", true);
    for (unsigned turn = 0; turn < 47; turn++) {
        struct table before = table.game.table;
        uint8_t player = before.seats[seat_to_act()];
        place_first_choice();
        struct command undo = {.type = COMMAND_UNDO, .player = player};
        undo.undo_version = table.game.version;
        assert_number(run(&undo), ACCEPTED);
        assert_memory_equal(&before, &table.game.table, sizeof before);
        place_first_choice();
    }
    assert_number(table.game.table.step, STEP_HOME_SYSTEMS);
    struct command undo = {.type = COMMAND_UNDO, .player = PLAYER_NONE};
    undo.undo_version = table.game.version;
    assert_number(run(&undo), ACCEPTED); /* nothing was shown: the last tile is in hand again */
    assert_number(table.game.table.step, STEP_GALAXY);
}

static enum refusal create(struct setup setup)
{
    const struct dealer dealer = {.context = &table, .shuffle = stack, .opens = opens};
    struct game none = game_none();
    struct command command = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    command.create = setup;
    return decide(&none, &command, &dealer, &table.events);
}

static void layouts_fit_their_players_and_expansions(void **state)
{
    (void)state;
    struct setup setup = setup_of("6p", true);
    setup.players = 5;
    assert_number(create(setup), REFUSED_INVALID_MAP);
    assert_number(create(setup_of("4p_te", false)), REFUSED_INVALID_MAP);
    assert_number(create(setup_of("6p_large", false)), REFUSED_INVALID_MAP);
    assert_number(create(setup_of("4p_lrr", true)), ACCEPTED);
    setup = setup_of("6p", true);
    setup.players = 9;
    assert_number(create(setup), REFUSED_BAD_PLAYER_COUNT);
    setup.players = 4;
    setup.options.pok = false;
    setup.map.layout = LAYOUT_NONE;
    assert_number(create(setup), ACCEPTED);
    uint8_t layout = table.events.list[0].public_part.setup.map.layout;
    assert_string_equal(catalogue_layouts[layout].id, "4p_lrr");
}

static void choices_are_counted_by_tile_then_position_as_text(void **state)
{
    (void)state;
    begin_layout("3p", true);
    while (table.game.table.galaxy.positions[6].kind == POSITION_OPEN)
        place_first_choice();
    uint8_t player = table.game.table.seats[seat_to_act()];
    char before[16] = "";
    size_t count = choice_count(&table.game, player);
    assert_true(count > 12);
    for (size_t index = 0; index < count; index++) {
        struct command command = nth_choice(&table.game, player, index);
        char text[16];
        snprintf(text, sizeof text, "%s %u", catalogue_tiles[command.tile.tile].id,
                 command.tile.position);
        assert_true(strcmp(before, text) < 0);
        memcpy(before, text, sizeof before);
    }
}

/* By the words of the rules, without the code that decides: whether TILE at POSITION touches what
 * it must not. */
static bool offends(const struct game *game, uint16_t tile, uint8_t position)
{
    uint64_t near =
        galaxy_neighbours(&game->table.galaxy, position, game->setup.options.hyperlane_adjacency);
    const struct tile *placed = &catalogue_tiles[tile];
    for (uint8_t other = 0; other < POSITIONS; other++) {
        const struct position *place_there = &game->table.galaxy.positions[other];
        if (!(near >> other & 1) || place_there->kind != POSITION_TILE)
            continue;
        const struct tile *there = &catalogue_tiles[place_there->tile];
        if ((placed->anomalies && there->anomalies) || placed->wormholes & there->wormholes)
            return true;
    }
    return false;
}

/* Whether a placement was free to offend: nothing in hand could have kept away. */
static bool had_no_other_option(const struct game *game, uint8_t player, uint16_t tile)
{
    bool extra = game->table.extra_tiles.count > 0;
    const struct tile_hand *hand =
        extra ? &game->table.extra_tiles : &game->table.players[player].tiles;
    uint8_t ring = RINGS + 1;
    for (uint8_t position = 0; position < POSITIONS; position++)
        if (game->table.galaxy.positions[position].kind == POSITION_OPEN &&
            position_ring(position) < ring)
            ring = position_ring(position);
    for (uint8_t i = 0; i < hand->count; i++) {
        if (game->setup.options.placement_exception_tile && hand->tiles[i] != tile)
            continue;
        for (uint8_t position = 0; position < POSITIONS; position++)
            if (game->table.galaxy.positions[position].kind == POSITION_OPEN &&
                position_ring(position) == ring && !offends(game, hand->tiles[i], position))
                return false;
    }
    return true;
}

static void build_at_random(struct luck *luck, uint8_t layout)
{
    struct luck deck = {~luck->state};
    struct dealer dealer = random_dealer(&deck);
    struct secrets secrets;
    struct command command = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    do
        command.create = random_setup(luck);
    while (command.create.players != catalogue_layouts[layout].players);
    command.create.map.mode = MAP_BUILD;
    command.create.map.layout = layout;
    command.create.options.pok |= catalogue_layouts[layout].needs_pok;
    struct game *game = &table.game;
    *game = game_none();
    unsigned placements = 0, joins = 0;
    while (game->table.step != STEP_HOME_SYSTEMS) {
        assert_number(decide(game, &command, &dealer, &table.events), ACCEPTED);
        if (command.type == COMMAND_TILE) {
            uint16_t tile = command.tile.tile;
            if (offends(game, tile, (uint8_t)command.tile.position))
                assert_true(had_no_other_option(game, command.player, tile));
            placements++;
        }
        for (size_t i = 0; i < table.events.count; i++)
            apply(game, &table.events.list[i]);
        const char *fault = check(game);
        if (fault != NULL)
            fail_msg("%s: %s", catalogue_layouts[layout].id, fault);
        if (joins < game->setup.players)
            command = (struct command){.type = COMMAND_JOIN, .player = (uint8_t)joins++};
        else if (game->table.stage == STAGE_LOBBY)
            command = (struct command){.type = COMMAND_START, .player = PLAYER_NONE};
        else if (game->table.step != STEP_HOME_SYSTEMS)
            command = random_command(game, random_waiting_player(game, luck), luck, &secrets);
    }
    assert_number(placements, game->setup.players * layout_hand_size(layout) +
                                  catalogue_layouts[layout].extra_blue +
                                  catalogue_layouts[layout].extra_red);
}

static void nobody_gets_stuck_in_ten_thousand_builds(void **state)
{
    (void)state;
    struct luck luck = {20261129};
    for (unsigned build = 0; build < BUILDS; build++)
        build_at_random(&luck, (uint8_t)(build % catalogue_layout_count));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_layout_deals_its_numbers),
        cmocka_unit_test(piles_hold_no_tile_of_an_expansion_that_is_not_in_the_game),
        cmocka_unit_test(hands_are_consecutive_blocks_in_seat_order),
        cmocka_unit_test(turns_go_round_and_back),
        cmocka_unit_test(rings_fill_from_the_inside),
        cmocka_unit_test(hyperlanes_of_the_layout_are_no_open_positions),
        cmocka_unit_test(only_own_tiles_in_own_turn),
        cmocka_unit_test(anomalies_and_equal_wormholes_keep_apart),
        cmocka_unit_test(without_another_option_everything_is_allowed),
        cmocka_unit_test(with_the_switch_each_tile_has_its_own_exception),
        cmocka_unit_test(a_tile_may_still_be_clean_in_one_place_only),
        cmocka_unit_test(hyperlanes_make_neighbours_unless_switched_off),
        cmocka_unit_test(the_speaker_places_the_extra_tiles_first),
        cmocka_unit_test(extra_tiles_keep_apart_too),
        cmocka_unit_test(hands_are_secret_and_their_backs_are_not),
        cmocka_unit_test(open_hands_are_seen_by_all),
        cmocka_unit_test(homes_belong_to_seats_and_stay_empty),
        cmocka_unit_test(the_speakers_slot_can_be_left_to_chance),
        cmocka_unit_test(the_last_placement_can_be_taken_back),
        cmocka_unit_test(layouts_fit_their_players_and_expansions),
        cmocka_unit_test(choices_are_counted_by_tile_then_position_as_text),
        cmocka_unit_test(nobody_gets_stuck_in_ten_thousand_builds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
