/*
 * Choices made for absent players, in whole random games over all numbers of players and switches.
 * What a user would see go wrong: a draft that hangs on an absent player after all, somebody who
 * has picked and gets another card, a choice that anybody could know beforehand.
 */
#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/random_play.h"

enum { GAMES = 400, COMMANDS_MAX = 2000, OCCASIONS_MAX = 1024, KEY_BYTES = 512 };

/* A random dealer that is listened to. */
struct play {
    uint32_t seed;
    struct luck luck; /* decides what players do */
    struct luck deck; /* decides what is dealt */
    struct dealer inner;
    struct dealer dealer;
    struct secrets secrets;
    struct game game;
    struct events events;
    bool takes_last; /* the dealer chooses the last of the choices */
    unsigned commands;
    size_t occasion_count;
    struct occasion occasions[OCCASIONS_MAX]; /* of all choices so far */
};

/* Plays are large and short-lived: one serves all tests. */
static struct play play;

static void must_hold(bool holds, const char *what)
{
    if (!holds)
        fail_msg("game %u, command %u: %s", play.seed, play.commands, what);
}

static void shuffle(void *context, uint16_t epoch, enum stream stream, uint16_t *items,
                    size_t count)
{
    (void)context;
    play.inner.shuffle(play.inner.context, epoch, stream, items, count);
}

static bool opens(void *context, enum step step, uint8_t round, uint8_t player,
                  const struct pick *pick, const uint8_t commitment[SEAL_BYTES])
{
    (void)context;
    return play.inner.opens(play.inner.context, step, round, player, pick, commitment);
}

static uint32_t choose(void *context, const struct occasion *occasion, uint32_t count)
{
    (void)context;
    must_hold(count > 0, "there is nothing to choose");
    must_hold(play.occasion_count < OCCASIONS_MAX, "too many choices");
    play.occasions[play.occasion_count++] = *occasion;
    return play.takes_last ? count - 1 : play.inner.choose(play.inner.context, occasion, count);
}

static void seal(void *context, const struct occasion *occasion, struct pick *pick,
                 uint8_t ret_commitment[SEAL_BYTES])
{
    (void)context;
    play.inner.seal(play.inner.context, occasion, pick, ret_commitment);
}

static enum refusal run(const struct command *command)
{
    enum refusal refusal = decide(&play.game, command, &play.dealer, &play.events);
    must_hold(refusal == ACCEPTED || refusal == REFUSED_ILLEGAL_PICK || play.events.count == 0,
              "a refusal has events");
    for (size_t i = 0; i < play.events.count; i++)
        apply(&play.game, &play.events.list[i]);
    play.commands++;
    const char *fault = check(&play.game);
    if (fault != NULL)
        must_hold(false, fault);
    return refusal;
}

static void must(const struct command *command)
{
    enum refusal refusal = run(command);
    if (refusal != ACCEPTED)
        must_hold(false, refusal_code(refusal));
}

static enum refusal give_default(uint8_t player)
{
    return run(&(struct command){.type = COMMAND_DEFAULT, .player = player});
}

static void begin(uint32_t seed)
{
    memset(&play, 0, sizeof play);
    play.seed = seed;
    play.luck.state = seed;
    play.deck.state = ~(uint64_t)seed;
    play.inner = random_dealer(&play.deck);
    play.dealer = (struct dealer){NULL, shuffle, opens, choose, seal};
    play.game = game_none();
    struct command create = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    create.create = random_setup(&play.luck);
    create.create.options.auto_start = true;
    must(&create);
    for (uint8_t player = 0; player < create.create.players; player++)
        must(&(struct command){.type = COMMAND_JOIN, .player = player});
}

/* The text by which choices are sorted: that of the cards joined by ",", of a tile and its
 * position, of a king, a colour, a position. */
static void key_of(const struct command *command, char ret_key[KEY_BYTES])
{
    static const char *const colours[COLOURS] = {"black", "blue",   "green", "orange",
                                                 "pink",  "purple", "red",   "yellow"};
    const struct sent_cards *cards = &command->commit.cards;
    size_t length = 0;
    switch (command->type) {
    case COMMAND_COMMIT:
        ret_key[0] = '\0';
        for (uint8_t i = 0; i < cards->count; i++)
            length += (size_t)snprintf(ret_key + length, KEY_BYTES - length, "%s%s",
                                       i > 0 ? "," : "", catalogue_cards[cards->cards[i]].id);
        break;
    case COMMAND_HOME_POSITION:
        snprintf(ret_key, KEY_BYTES, "%u", command->home_position);
        break;
    case COMMAND_TILE:
        snprintf(ret_key, KEY_BYTES, "%s,%u", catalogue_tiles[command->tile.tile].id,
                 command->tile.position);
        break;
    case COMMAND_HOME_SYSTEM:
        snprintf(ret_key, KEY_BYTES, "%s", catalogue_cards[command->home_system].id);
        break;
    case COMMAND_KING:
        snprintf(ret_key, KEY_BYTES, "%s", catalogue_kings[command->king].id);
        break;
    case COMMAND_PLASTIC:
        snprintf(ret_key, KEY_BYTES, "%s", colours[command->plastic]);
        break;
    default:
        ret_key[0] = '\0';
        break;
    }
}

static void choices_come_in_ascii_order(uint8_t player)
{
    char before[KEY_BYTES], key[KEY_BYTES];
    size_t count = choice_count(&play.game, player);
    for (size_t i = 0; i < count; i++) {
        struct command command = nth_choice(&play.game, player, i);
        key_of(&command, key);
        if (i > 0 && strcmp(before, key) >= 0)
            fail_msg("game %u, command %u: \"%s\" is listed before \"%s\"", play.seed,
                     play.commands, before, key);
        memcpy(before, key, sizeof before);
    }
}

/* Whoever is not waited for gets nothing, and nothing changes. */
static void others_get_no_default(void)
{
    for (uint8_t player = 0; player < play.game.setup.players; player++) {
        if (waited_for(&play.game, player) != ACTION_NONE)
            continue;
        uint32_t version = play.game.version;
        enum refusal refusal = give_default(player);
        must_hold(refusal == REFUSED_ALREADY_DONE || refusal == REFUSED_NOT_YOUR_TURN,
                  "a default for somebody who is not waited for");
        must_hold(play.game.version == version, "a refused default has changed the game");
    }
}

/* What a default brings: at most a void commitment, then one automatic choice of that player. */
static void default_and_look(uint8_t player)
{
    enum action action = waited_for(&play.game, player);
    must_hold(give_default(player) == ACCEPTED, "a default is refused");
    size_t first = action == ACTION_REVEAL ? 1 : 0;
    must_hold(play.events.count > first, "a default brings nothing");
    must_hold(first == 0 || play.events.list[0].type == EVENT_PICK_VOID,
              "a commitment that is not opened stays");
    const struct event *event = &play.events.list[first];
    bool sealed = action == ACTION_COMMIT || action == ACTION_REVEAL;
    must_hold(event->type == (sealed ? EVENT_PICK_COMMITTED : EVENT_TURN_TAKEN),
              "a default is no choice");
    must_hold(event->player == player, "a default is somebody else's");
    must_hold(event->public_part.automatic, "a default is not marked");
    for (size_t i = first + 1; i < play.events.count; i++)
        must_hold(play.events.list[i].type != EVENT_PICK_COMMITTED &&
                      play.events.list[i].type != EVENT_PICK_VOID,
                  "a default touches another pick");
}

static void play_one_command(unsigned defaults)
{
    uint8_t player = random_waiting_player(&play.game, &play.luck);
    if (luck_below(&play.luck, 100) < defaults) {
        choices_come_in_ascii_order(player);
        others_get_no_default();
        default_and_look(player);
        return;
    }
    struct command command = random_command(&play.game, player, &play.luck, &play.secrets);
    enum refusal refusal = run(&command);
    must_hold(refusal == ACCEPTED || refusal == REFUSED_ILLEGAL_PICK, refusal_code(refusal));
}

static void play_setup(unsigned defaults)
{
    while (play.game.table.stage == STAGE_SETUP) {
        play_one_command(defaults);
        must_hold(play.commands < COMMANDS_MAX, "the game does not end");
    }
}

static bool same_occasion(const struct occasion *one, const struct occasion *other)
{
    return one->epoch == other->epoch && one->step == other->step && one->round == other->round &&
           one->player == other->player;
}

/* Two choices from one stream would tell of one another. Only the tiles of a player are of one, in
 * the open. */
static void each_choice_has_a_stream_of_its_own(void)
{
    for (size_t i = 0; i < play.occasion_count; i++) {
        for (size_t k = 0; k < i; k++)
            must_hold(play.occasions[i].step == STEP_GALAXY ||
                          !same_occasion(&play.occasions[i], &play.occasions[k]),
                      "two choices are drawn from one stream");
    }
}

static void games_with_absent_players_end(void **state)
{
    (void)state;
    unsigned of_step[STEPS] = {0};
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        begin(seed);
        play.takes_last = seed % 5 == 0;
        play_setup(40);
        each_choice_has_a_stream_of_its_own();
        for (size_t i = 0; i < play.occasion_count; i++)
            of_step[play.occasions[i].step]++;
        for (uint8_t player = 0; player < play.game.setup.players; player++)
            must_hold(play.game.past_count[player] == PICKS_MAX, "a pick was not remembered");
    }
    for (enum step step = STEP_FACTION_DRAFT; step < STEPS; step++) {
        if (of_step[step] == 0)
            fail_msg("no default was given in %s", step_id(step));
    }
}

static void games_of_nobody_but_absent_players_end(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES / 4; seed++) {
        begin(seed);
        play.takes_last = seed % 2 == 0;
        play_setup(100);
        each_choice_has_a_stream_of_its_own();
        for (uint8_t player = 0; player < play.game.setup.players; player++) {
            for (uint8_t i = 0; i < play.game.past_count[player]; i++)
                must_hold(play.game.past[player][i].automatic, "a pick is not marked");
        }
        must_hold(give_default(0) == REFUSED_WRONG_STEP, "a default is given in play");
    }
}

/* Plays until somebody has a turn in STEP, by defaults; whose turn it is. */
static uint8_t play_to(enum step step)
{
    while (play.game.table.step != step) {
        must_hold(play.game.table.stage == STAGE_SETUP, "the step never comes");
        play_one_command(100);
    }
    return random_waiting_player(&play.game, &play.luck);
}

static enum refusal undo(uint8_t player)
{
    return run(&(struct command){
        .type = COMMAND_UNDO, .player = player, .undo_version = play.game.version});
}

static void a_turn_taken_for_a_player_may_be_taken_back_by_the_host(void **state)
{
    (void)state;
    static const uint8_t host = PLAYER_NONE;
    for (uint32_t seed = 1; seed <= 20; seed++) {
        begin(seed);
        uint8_t player = play_to(STEP_KINGS);
        struct table before = play.game.table;
        must_hold(give_default(player) == ACCEPTED, "a default is refused");
        uint8_t king = play.game.table.players[player].king;
        uint8_t other = (uint8_t)((player + 1) % play.game.setup.players);
        must_hold(undo(other) == REFUSED_UNDO_REFUSED, "anybody takes back the turn");
        must_hold(undo(player) == REFUSED_UNDO_REFUSED, "the absent take back the turn");
        must_hold(undo(host) == ACCEPTED, "nobody takes back the turn");
        must_hold(memcmp(&before, &play.game.table, sizeof before) == 0,
                  "an undo left something behind");

        struct command choice = nth_choice(&play.game, player, 0);
        if (choice.king == king)
            choice = nth_choice(&play.game, player, 1);
        must(&choice);
        must_hold(play.game.table.players[player].king == choice.king, "the player has no say");
        must_hold(undo(player) == ACCEPTED, "the player's own turn cannot be taken back");
    }
}

/* Nothing was chosen there, so that it would only come again. */
static void a_placement_that_could_not_be_different_stays(void **state)
{
    (void)state;
    bool seen = false;
    for (uint32_t seed = 1; seed <= 60 && !seen; seed++) {
        begin(seed);
        if (play.game.setup.options.ground_in_space)
            continue;
        (void)play_to(STEP_HOME_SYSTEMS);
        while (play.game.table.step < STEP_STARTING_UNITS)
            play_one_command(100);
        const struct event *last = &play.events.list[play.events.count - 1];
        if (play.game.table.step != STEP_STARTING_UNITS || last->type != EVENT_TURN_TAKEN ||
            last->public_part.turn.step != STEP_STARTING_UNITS)
            continue;
        seen = true;
        must_hold(undo(last->player) == REFUSED_UNDO_REFUSED, "what was forced is taken back");
        must_hold(undo(PLAYER_NONE) == REFUSED_UNDO_REFUSED, "what was forced is taken back");
    }
    assert_true(seen);
}

static void a_default_is_refused_where_there_is_no_setup(void **state)
{
    (void)state;
    begin(1);
    uint8_t players = play.game.setup.players;
    assert_number(give_default(players), REFUSED_NOT_FOUND);
    assert_number(give_default(PLAYER_NONE), REFUSED_NOT_FOUND);
    must(&(struct command){.type = COMMAND_PAUSE, .player = PLAYER_NONE});
    assert_number(give_default(0), REFUSED_GAME_PAUSED);
    must(&(struct command){.type = COMMAND_RESUME, .player = PLAYER_NONE});
    must(&(struct command){.type = COMMAND_ABANDON, .player = PLAYER_NONE});
    assert_number(give_default(0), REFUSED_GAME_OVER);

    play.game = game_none();
    struct command create = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    create.create = random_setup(&play.luck);
    must(&create);
    assert_number(give_default(0), REFUSED_NOT_STARTED);
}

/* Who pauses is told apart from what pauses by itself. */
static void a_pause_says_whether_it_came_by_itself(void **state)
{
    (void)state;
    begin(1);
    must(&(struct command){.type = COMMAND_PAUSE, .player = PLAYER_NONE});
    assert_false(play.events.list[0].public_part.automatic);
    must(&(struct command){.type = COMMAND_RESUME, .player = PLAYER_NONE});
    must(&(struct command){.type = COMMAND_PAUSE, .player = PLAYER_NONE, .automatic = true});
    assert_true(play.events.list[0].public_part.automatic);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_with_absent_players_end),
        cmocka_unit_test(games_of_nobody_but_absent_players_end),
        cmocka_unit_test(a_turn_taken_for_a_player_may_be_taken_back_by_the_host),
        cmocka_unit_test(a_placement_that_could_not_be_different_stays),
        cmocka_unit_test(a_default_is_refused_where_there_is_no_setup),
        cmocka_unit_test(a_pause_says_whether_it_came_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
