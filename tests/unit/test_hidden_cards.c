/*
 * Hidden stays hidden: pairs of games that differ in one face-down card or tile of one player. What
 * everybody else gets — views, events, refusals, blockers — is the same byte for byte until the
 * rules turn that card face up.
 */
#include <stdlib.h>
#include <string.h>

#include "service/json/event_json.h"
#include "service/json/view_json.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"

enum { PAIRS = 50, VIEW_BYTES_MAX = 262144, TRACE_BYTES_MAX = 1 << 26 };

/* Which card differs: one of the faction draft, a tile, or an ability of the splice. */
struct difference {
    enum stream stream;
    enum step picked_in;
    enum step shown_in; /* up to this step nobody may notice */
};

/* One of the two games, and all that others have received in it. */
struct side {
    struct log_play play;
    struct buffer trace;
    struct difference difference;
    uint8_t owner;
    bool swapped;         /* the second game: the owner's card is another one */
    uint16_t special;     /* the card that differs */
    size_t special_place; /* where it lies in the shuffled deck */
    void (*shuffle)(void *context, uint16_t epoch, enum stream stream, uint16_t *items,
                    size_t count);
};

static struct side sides[2];

static void shuffle_and_swap(void *context, uint16_t epoch, enum stream stream, uint16_t *items,
                             size_t count)
{
    struct side *side = context;
    side->shuffle(&side->play.deck, epoch, stream, items, count);
    if (stream != side->difference.stream || epoch != 0)
        return;
    if (side->swapped) {
        uint16_t undealt = items[count - 1];
        items[count - 1] = items[side->special_place];
        items[side->special_place] = undealt;
    }
    side->special = items[side->special_place];
}

static bool never_asked(void *context, enum step step, uint8_t round, uint8_t player,
                        const struct pick *pick, const uint8_t commitment[SEAL_BYTES])
{
    (void)context, (void)step, (void)round, (void)player, (void)pick, (void)commitment;
    fail_msg("no pick is sealed by a client here");
    return false;
}

static void keep_event(void *context, const struct record *before, const struct log_event *line)
{
    struct side *side = context;
    buffer_text(&side->trace, event_type_name(line->event.type, false));
    event_write_data(before, line, &side->trace);
}

/* Everything that somebody else could look at now. */
static void keep_views(struct side *side)
{
    struct buffer view = buffer_new(VIEW_BYTES_MAX);
    unsigned audiences = AUDIENCE_PLAYER + (unsigned)side->play.record.game.setup.players;
    for (unsigned audience = 0; audience < audiences; audience++) {
        if (audience == AUDIENCE_PLAYER + (unsigned)side->owner)
            continue;
        buffer_clear(&view);
        view_write(&side->play.record, (enum audience)audience, &view);
        assert_false(buffer_failed(&view));
        buffer_append(&side->trace, view.bytes, view.length);
    }
    buffer_clear(&view);
    blockers_write(&side->play.record, &view);
    buffer_append(&side->trace, view.bytes, view.length);
    buffer_free(&view);
}

/* CARD sent by PLAYER in the open step, as a pick or as a turn. */
static struct command naming(const struct game *game, uint8_t player, uint16_t card)
{
    struct command command = {.type = COMMAND_COMMIT, .player = player};
    command.commit.step = game->table.step;
    command.commit.cards = (struct sent_cards){.count = 1, .cards = {card}};
    if (game->table.step == STEP_HOME_SYSTEMS)
        command =
            (struct command){.type = COMMAND_HOME_SYSTEM, .player = player, .home_system = card};
    return command;
}

/* What every card of the catalogue, sent by everybody else, is answered with. */
static void keep_refusals(struct side *side)
{
    const struct game *game = &side->play.record.game;
    for (uint8_t player = 0; player < game->setup.players; player++) {
        for (uint16_t card = 0; player != side->owner && card < catalogue_card_count; card++) {
            struct command command = naming(game, player, card);
            enum refusal refusal = decide(game, &command, &side->play.dealer, &side->play.events);
            buffer_text(&side->trace, refusal_code(refusal));
        }
    }
}

/* The owner's choice: the special card as early as it can be picked, and never where it would
 * turn up; everything else as in the other game. */
static struct command owners_choice(struct side *side)
{
    const struct game *game = &side->play.record.game;
    size_t count = choice_count(game, side->owner);
    bool wants_it = game->table.step == side->difference.picked_in &&
                    game->table.players[side->owner].round == 1;
    for (size_t index = 0; index < count; index++) {
        struct command command = nth_choice(game, side->owner, index);
        bool has_it = command.type == COMMAND_HOME_SYSTEM && command.home_system == side->special;
        has_it |= command.type == COMMAND_TILE && command.tile.tile == side->special;
        for (uint8_t i = 0; command.type == COMMAND_COMMIT && i < command.commit.cards.count; i++)
            has_it |= command.commit.cards.cards[i] == side->special;
        if (has_it == wants_it)
            return command;
    }
    fail_msg("the owner cannot do what the test wants");
    return nth_choice(game, side->owner, 0);
}

/* The owner's turn in the open is taken by the same index in both games. */
static struct command any_choice(struct side *side, uint8_t player)
{
    const struct game *game = &side->play.record.game;
    size_t count = choice_count(game, player);
    struct command command =
        nth_choice(game, player, luck_below(&side->play.luck, (uint32_t)count));
    if (command.type == COMMAND_COMMIT)
        luck_fill(&side->play.luck, command.commit.commitment, SEAL_BYTES);
    return command;
}

static void run_once(struct side *side)
{
    const struct game *game = &side->play.record.game;
    uint8_t player = random_waiting_player(game, &side->play.luck);
    enum action action = waited_for(game, player);
    bool chooses_cards = side->difference.stream == STREAM_TILES_BLUE
                             ? action == ACTION_TILE
                             : action == ACTION_COMMIT || action == ACTION_HOME_SYSTEM;
    struct command command =
        player == side->owner && chooses_cards ? owners_choice(side) : any_choice(side, player);
    assert_number(log_play_run(&side->play, &command), ACCEPTED);
}

static bool is_over(const struct side *side)
{
    const struct table *table = &side->play.record.game.table;
    /* What the owner has left is the special tile alone: it would have to be placed. */
    if (side->difference.stream == STREAM_TILES_BLUE && table->step == STEP_GALAXY &&
        table->players[side->owner].tiles.count == 1)
        return true;
    return table->stage != STAGE_SETUP ||
           (side->difference.shown_in != STEP_NONE && table->step >= side->difference.shown_in);
}

static void play_side(struct side *side, uint32_t seed, struct difference difference, bool swapped)
{
    struct luck luck = {seed};
    struct setup setup = random_setup(&luck);
    setup.options.table_order_random = false;
    setup.options.disclose = false;
    setup.options.auto_start = true;
    setup.options.open_tile_hands = false;
    setup.map.mode = difference.stream == STREAM_TILES_BLUE ? MAP_BUILD : setup.map.mode;
    if (setup.map.mode == MAP_BUILD)
        setup.map.layout = LAYOUT_NONE;
    side->owner = (uint8_t)luck_below(&luck, setup.players);
    side->trace = buffer_new(TRACE_BYTES_MAX);
    side->difference = difference;
    side->swapped = swapped;
    side->special = CARD_NONE;
    side->special_place = difference.stream == STREAM_FACTIONS ? 3u * side->owner : 0;
    log_play_begin(&side->play, seed, &setup, keep_event, side);
    side->shuffle = side->play.dealer.shuffle;
    side->play.dealer =
        (struct dealer){.context = side, .shuffle = shuffle_and_swap, .opens = never_asked};
    log_play_start(&side->play);
    while (!is_over(side)) {
        /* The owner of the special ability or tile is whoever sits on the first seat. */
        if (difference.stream != STREAM_FACTIONS)
            side->owner = side->play.record.game.table.seated
                              ? side->play.record.game.table.seats[0]
                              : side->owner;
        keep_views(side);
        if (side->play.record.game.version % 8 == 0)
            keep_refusals(side);
        size_t unnoticed = side->trace.length;
        run_once(side);
        /* The command that opens the step in which the card turns up shows it by rights. */
        if (is_over(side) && difference.shown_in != STEP_NONE)
            side->trace.length = unnoticed;
    }
    if (difference.shown_in == STEP_NONE)
        keep_views(side);
}

static void first_difference(const struct side *one, const struct side *other, uint32_t seed)
{
    size_t length =
        one->trace.length < other->trace.length ? one->trace.length : other->trace.length;
    size_t place = 0;
    while (place < length && one->trace.bytes[place] == other->trace.bytes[place])
        place++;
    if (place == one->trace.length && place == other->trace.length)
        return;
    size_t start = place > 200 ? place - 200 : 0;
    fail_msg("pair %u differs at byte %zu:\n%.400s\n---\n%.400s", seed, place,
             one->trace.bytes + start, other->trace.bytes + start);
}

static void play_pairs(struct difference difference)
{
    size_t different = 0;
    for (uint32_t seed = 1; seed <= PAIRS; seed++) {
        for (size_t i = 0; i < 2; i++)
            play_side(&sides[i], seed, difference, i == 1);
        assert_false(buffer_failed(&sides[0].trace) || buffer_failed(&sides[1].trace));
        different += sides[0].special != sides[1].special;
        first_difference(&sides[0], &sides[1], seed);
        for (size_t i = 0; i < 2; i++)
            buffer_free(&sides[i].trace);
    }
    assert_number(different, PAIRS);
}

static void a_facedown_faction_card_shows_in_nothing(void **state)
{
    (void)state;
    play_pairs((struct difference){.stream = STREAM_FACTIONS,
                                   .picked_in = STEP_FACTION_DRAFT,
                                   .shown_in = STEP_STARTING_UNITS});
}

static void a_tile_in_a_hand_shows_in_nothing(void **state)
{
    (void)state;
    play_pairs((struct difference){
        .stream = STREAM_TILES_BLUE, .picked_in = STEP_NONE, .shown_in = STEP_HOME_SYSTEMS});
}

static void a_spliced_card_that_is_not_kept_shows_in_nothing(void **state)
{
    (void)state;
    play_pairs((struct difference){
        .stream = STREAM_ABILITIES, .picked_in = STEP_SPLICE, .shown_in = STEP_NONE});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_facedown_faction_card_shows_in_nothing),
        cmocka_unit_test(a_tile_in_a_hand_shows_in_nothing),
        cmocka_unit_test(a_spliced_card_that_is_not_kept_shows_in_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
