/*
 * Views: what is hidden must not show, and what is offered must work, or a player learns cards
 * from the network tab, or a bot is told to do what is refused.
 */
#include "service/json/view_json.h"

#include <jansson.h>
#include <string.h>

#include "service/json/command_json.h"
#include "service/program/scenario_command.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"

enum { GAMES = 10, BYTES_MAX = 1 << 20 };

static struct log_play play;

static struct setup small_setup(void)
{
    return (struct setup){.players = 3, .options = options_default()};
}

static struct setup premade_setup(void)
{
    static const char text[] = "{112} 35 87A2 -1 0 0 0";
    struct setup setup = small_setup();
    struct map_faults faults;
    setup.map.mode = MAP_PREMADE;
    assert_true(map_string_parse(text, sizeof text - 1, &setup.map.galaxy, &faults));
    return setup;
}

static void begin(uint32_t seed, const struct setup *setup)
{
    log_play_begin(&play, seed, setup, NULL, NULL);
    log_play_start(&play);
}

static struct buffer written(const struct record *record, enum audience audience)
{
    struct buffer buffer = buffer_new(BYTES_MAX);
    view_write(record, audience, &buffer);
    assert_false(buffer_failed(&buffer));
    return buffer;
}

/* The view as JSON, for the caller to free. */
static json_t *view(enum audience audience)
{
    struct buffer buffer = written(&play.record, audience);
    json_error_t error;
    json_t *object = json_loadb(buffer.bytes, buffer.length, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        fail_msg("%s: %.*s", error.text, (int)buffer.length, buffer.bytes);
    buffer_free(&buffer);
    return object;
}

static json_t *at(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!value)
        fail_msg("there is no \"%s\"", key);
    return value;
}

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(at(object, key));
    if (!text)
        fail_msg("\"%s\" is no text", key);
    return text;
}

static json_int_t number_at(const json_t *object, const char *key)
{
    assert_true(json_is_integer(at(object, key)));
    return json_integer_value(at(object, key));
}

static void assert_null_at(const json_t *object, const char *key)
{
    if (!json_is_null(at(object, key)))
        fail_msg("\"%s\" is not null", key);
}

/* Another card of the same kind: everything that may be seen of it is the same. */
static uint16_t another(uint16_t card)
{
    enum card_kind kind = card_kind_of(card);
    uint16_t first = catalogue_first_card[kind], end = catalogue_first_card[kind + 1];
    return card + 1 < end ? (uint16_t)(card + 1) : first;
}

static void exchange(uint16_t *cards, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cards[i] = another(cards[i]);
}

/* Each tile for another with the same back. */
static void exchange_tiles(struct tile_hand *hand)
{
    for (size_t i = 0; i < hand->count; i++) {
        enum tile_kind kind = catalogue_tiles[hand->tiles[i]].kind;
        do
            hand->tiles[i] = (uint16_t)((hand->tiles[i] + 1u) % catalogue_tile_count);
        while (catalogue_tiles[hand->tiles[i]].kind != kind);
    }
}

static void spoil_pick(struct pick *pick)
{
    exchange(pick->cards, pick->count);
    for (size_t i = 0; i < SEAL_BYTES; i++)
        pick->nonce[i] ^= 0xff;
}

/* Changes all that PLAYER alone may know. */
static void spoil_player(struct game *game, uint8_t player)
{
    struct seat_cards *cards = &game->table.players[player];
    exchange(cards->hand, cards->hand_count);
    exchange(cards->facedown, cards->facedown_count);
    if (!game->setup.options.open_tile_hands)
        exchange_tiles(&cards->tiles);
    spoil_pick(&cards->seal.pick);
    for (size_t i = 0; i < game->past_count[player]; i++) {
        struct past_pick *past = &game->past[player][i];
        exchange(past->hand, past->hand_count);
        spoil_pick(&past->pick);
    }
}

/* Changes all that nobody may know: hands that wait are not even their next owner's to see. */
static void spoil_decks(struct record *record)
{
    struct table *table = &record->game.table;
    exchange(table->factions.cards, table->factions.count);
    exchange(table->abilities.cards, table->abilities.count);
    exchange(table->upgrades.cards, table->upgrades.count);
    exchange(table->genomes.cards, table->genomes.count);
    for (size_t player = 0; player < PLAYERS_MAX; player++) {
        for (size_t i = 0; i < PLAYERS_MAX - 1; i++) {
            struct hand *hand = &table->players[player].queue[i];
            exchange(hand->cards, hand->count);
        }
    }
    memset(record->created.root, 0x5a, SEED_BYTES);
    memset(record->created.creator, 'x', 3);
}

static void assert_sees_nothing_of(enum audience audience, uint8_t own)
{
    static struct record spoiled;
    spoiled = play.record;
    spoil_decks(&spoiled);
    for (uint8_t player = 0; player < spoiled.game.setup.players; player++)
        if (player != own)
            spoil_player(&spoiled.game, player);
    struct buffer one = written(&play.record, audience), other = written(&spoiled, audience);
    if (one.length != other.length || memcmp(one.bytes, other.bytes, one.length) != 0)
        fail_msg("%s sees what is hidden: %.*s", audience_id(audience), (int)one.length, one.bytes);
    buffer_free(&one);
    buffer_free(&other);
}

static void nobody_sees_what_is_hidden(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        begin(seed, &setup);
        while (play.record.game.table.stage == STAGE_SETUP) {
            assert_sees_nothing_of(AUDIENCE_PUBLIC, PLAYER_NONE);
            assert_sees_nothing_of(AUDIENCE_HOST, PLAYER_NONE);
            uint8_t player = (uint8_t)luck_below(&luck, setup.players);
            assert_sees_nothing_of((enum audience)(AUDIENCE_PLAYER + player), player);
            log_play_once(&play);
        }
        assert_sees_nothing_of(AUDIENCE_PUBLIC, PLAYER_NONE);
    }
}

/* A body for ACTION, made from what it tells. */
static json_t *body_of(const json_t *action)
{
    const char *name = text_at(action, "action");
    if (strcmp(name, "starting_units") == 0)
        return json_deep_copy(at(action, "example"));
    json_t *first = json_array_get(at(action, "options"), 0);
    if (strcmp(name, "home_position") == 0)
        return json_pack("{s:O}", "position", first);
    if (strcmp(name, "home_system") == 0)
        return json_pack("{s:O}", "faction", first);
    if (strcmp(name, "king") == 0)
        return json_pack("{s:O}", "king", first);
    if (strcmp(name, "plastic") == 0)
        return json_pack("{s:O}", "colour", first);
    if (strcmp(name, "tile") == 0)
        return json_pack("{s:O,s:O}", "tile", at(first, "tile"), "position",
                         json_array_get(at(first, "positions"), 0));
    assert_string_equal(name, "commit");
    assert_number(number_at(action, "choose"), 1);
    return json_pack("{s:O,s:[O]}", "round", at(action, "round"), "cards", first);
}

/* As many cards of each kind as are asked for, from the options. */
static json_t *starting_cards_body(const json_t *action)
{
    json_t *cards = json_array();
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++) {
        json_int_t wanted = number_at(at(action, "choose"), card_kind_id(kind));
        size_t index;
        json_t *option;
        json_array_foreach(at(action, "options"), index, option)
        {
            uint16_t card = card_find(json_string_value(option), json_string_length(option));
            if (wanted > 0 && card_kind_of(card) == kind) {
                json_array_append(cards, option);
                wanted--;
            }
        }
    }
    return json_pack("{s:o}", "cards", cards);
}

/* What a program sends: made from the options, or the example as it is. */
enum source { OPTIONS, EXAMPLE };

static json_t *body_from(enum source source, const json_t *action)
{
    if (source == EXAMPLE)
        return json_deep_copy(at(action, "example"));
    bool several = json_is_object(json_object_get(action, "choose"));
    return several ? starting_cards_body(action) : body_of(action);
}

/* Does what the view of PLAYER offers, knowing nothing else. */
static void follow_the_view(enum source source, uint8_t player)
{
    static const char before[] = "/v1/games/" LOG_PLAY_GAME "/";
    json_t *own = view((enum audience)(AUDIENCE_PLAYER + player));
    json_t *action = json_array_get(at(at(own, "you"), "actions"), 0);
    if (!action)
        fail_msg("p%d is waited on and has no action", player + 1);
    assert_true(json_is_true(at(action, "required")));
    json_t *body = body_from(source, action);
    const char *href = text_at(action, "href");
    assert_memory_equal(href, before, strlen(before));
    char path[64];
    snprintf(path, sizeof path, "%s", href + strlen(before));
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash, '/'))
        *slash = '.';
    struct command command;
    struct json_faults faults = {0};
    assert_number(scenario_command_read(path, body, player, &command, &faults), COMMAND_READ);
    enum refusal refusal = log_play_run(&play, &command);
    if (refusal != ACCEPTED)
        fail_msg("%s was offered and refused: %s", path, refusal_code(refusal));
    json_decref(body);
    json_decref(own);
}

static void play_by_views(enum source source, const struct setup *setup, uint32_t seed)
{
    begin(seed, setup);
    while (play.record.game.table.stage == STAGE_SETUP) {
        json_t *public_view = view(AUDIENCE_PUBLIC);
        const json_t *waiting = json_array_get(at(public_view, "waiting_on"), 0);
        assert_non_null(waiting);
        uint8_t player = (uint8_t)(text_at(waiting, "player")[1] - '1');
        json_decref(public_view);
        follow_the_view(source, player);
    }
}

static void a_program_without_rules_can_play_by_the_view(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        play_by_views(OPTIONS, &setup, seed);
    }
}

static void examples_can_be_sent_as_they_are(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        play_by_views(EXAMPLE, &setup, seed);
    }
    struct setup premade = premade_setup();
    play_by_views(EXAMPLE, &premade, 1);
}

static json_t *first_action_of(enum audience audience)
{
    json_t *own = view(audience);
    json_t *action = json_incref(json_array_get(at(at(own, "you"), "actions"), 0));
    assert_non_null(action);
    json_decref(own);
    return action;
}

/* An example that named another round, or a card of somebody else, would be refused. */
static void a_pick_that_may_be_changed_has_an_example_too(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    setup.options.allow_recommit = true;
    begin(1, &setup);
    follow_the_view(EXAMPLE, 0);
    json_t *action = first_action_of(AUDIENCE_PLAYER);
    assert_true(json_is_false(at(action, "required")));
    json_t *wanted =
        json_pack("{s:i, s:[O]}", "round", 1, "cards", json_array_get(at(action, "options"), 0));
    assert_true(json_equal(at(action, "example"), wanted));
    json_decref(wanted);
    json_decref(action);
}

static void a_lobby_shows_who_is_missing(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    log_play_begin(&play, 1, &setup, NULL, NULL);
    struct command join = {.type = COMMAND_JOIN, .player = 0};
    assert_number(log_play_run(&play, &join), ACCEPTED);
    json_t *lobby = view(AUDIENCE_PUBLIC);
    assert_string_equal(text_at(lobby, "status"), "lobby");
    assert_null_at(lobby, "step");
    assert_null_at(lobby, "you");
    assert_null_at(lobby, "seats");
    assert_null_at(lobby, "supply");
    json_t *players = at(lobby, "players");
    assert_true(json_is_true(at(json_array_get(players, 0), "joined")));
    assert_false(json_is_true(at(json_array_get(players, 1), "joined")));
    assert_string_equal(text_at(json_array_get(players, 1), "name"), "Ann");
    assert_null_at(json_array_get(players, 2), "name");
    json_t *entropy = at(at(lobby, "fairness"), "entropy");
    assert_number(strlen(text_at(at(entropy, "p1"), "value")), 64);
    assert_null_at(entropy, "p2");
    json_decref(lobby);
}

static bool has_action(enum audience audience, const char *name)
{
    json_t *own = view(audience);
    bool found = false;
    size_t index;
    json_t *action;
    json_array_foreach(at(at(own, "you"), "actions"), index, action)
    {
        found |= strcmp(text_at(action, "action"), name) == 0;
    }
    json_decref(own);
    return found;
}

static void run(enum command_type type, uint8_t player)
{
    struct command command = {.type = type, .player = player};
    assert_number(log_play_run(&play, &command), ACCEPTED);
}

static void a_host_is_offered_what_the_state_allows(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    setup.options.auto_start = false;
    log_play_begin(&play, 1, &setup, NULL, NULL);
    assert_false(has_action(AUDIENCE_HOST, "start"));
    assert_false(has_action(AUDIENCE_HOST, "pause"));
    for (uint8_t player = 0; player < 3; player++)
        run(COMMAND_JOIN, player);
    assert_true(has_action(AUDIENCE_HOST, "start"));
    run(COMMAND_START, PLAYER_NONE);
    assert_false(has_action(AUDIENCE_HOST, "start"));
    assert_true(has_action(AUDIENCE_OPERATOR, "pause"));
    assert_false(has_action(AUDIENCE_HOST, "undo"));
    run(COMMAND_PAUSE, PLAYER_NONE);
    assert_true(has_action(AUDIENCE_CREATOR, "resume"));
    assert_false(has_action(AUDIENCE_HOST, "pause"));
    assert_false(has_action(AUDIENCE_PLAYER, "commit"));
    run(COMMAND_RESUME, PLAYER_NONE);
    assert_true(has_action(AUDIENCE_PLAYER, "commit"));
    run(COMMAND_ABANDON, PLAYER_NONE);
    assert_false(has_action(AUDIENCE_HOST, "abandon"));
    json_t *abandoned = view(AUDIENCE_HOST);
    assert_string_equal(text_at(at(abandoned, "you"), "role"), "host");
    assert_number(json_array_size(at(abandoned, "waiting_on")), 0);
    json_decref(abandoned);
}

static void an_undo_is_offered_to_who_took_the_turn(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    begin(2, &setup);
    log_play_to(&play, STEP_KINGS);
    uint8_t first = play.record.game.table.seats[2], other = play.record.game.table.seats[0];
    follow_the_view(OPTIONS, first);
    json_t *own = view((enum audience)(AUDIENCE_PLAYER + first));
    json_t *undo = at(at(own, "you"), "undo");
    assert_number(number_at(undo, "version"), play.record.game.version);
    assert_string_equal(text_at(undo, "href"), "/v1/games/" LOG_PLAY_GAME "/undo");
    json_decref(own);
    own = view((enum audience)(AUDIENCE_PLAYER + other));
    assert_null_at(at(own, "you"), "undo");
    json_decref(own);
    assert_true(has_action(AUDIENCE_HOST, "undo"));
}

static void a_pick_that_may_be_changed_is_offered_again(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    begin(3, &setup);
    follow_the_view(OPTIONS, 0);
    json_t *own = view(AUDIENCE_PLAYER);
    json_t *you = at(own, "you");
    json_t *action = json_array_get(at(you, "actions"), 0);
    assert_false(json_is_true(at(action, "required")));
    assert_number(json_array_size(at(action, "options")), 3);
    assert_number(json_array_size(at(you, "hand")), 3);
    assert_number(json_array_size(at(you, "facedown")), 0);
    json_t *sealed = at(you, "sealed");
    assert_string_equal(text_at(sealed, "step"), "faction_draft");
    assert_number(json_array_size(at(sealed, "cards")), 1);
    assert_number(strlen(text_at(sealed, "nonce")), 64);
    json_t *player = json_array_get(at(own, "players"), 0);
    assert_number(number_at(player, "hand_size"), 2);
    assert_number(number_at(player, "facedown"), 1);
    json_decref(own);
}

static void a_withheld_pick_has_no_cards_to_show(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    begin(3, &setup);
    struct command command = {.type = COMMAND_COMMIT, .player = 0};
    command.commit.step = STEP_FACTION_DRAFT;
    command.commit.sealed_by = SEALED_WITHHELD;
    assert_number(log_play_run(&play, &command), ACCEPTED);
    json_t *own = view(AUDIENCE_PLAYER);
    json_t *sealed = at(at(own, "you"), "sealed");
    assert_null_at(sealed, "cards");
    assert_null_at(sealed, "nonce");
    json_decref(own);
    follow_the_view(OPTIONS, 1);
    follow_the_view(OPTIONS, 2);
    own = view(AUDIENCE_PLAYER);
    json_t *action = json_array_get(at(at(own, "you"), "actions"), 0);
    assert_string_equal(text_at(action, "action"), "reveal");
    assert_string_equal(text_at(action, "href"),
                        "/v1/games/" LOG_PLAY_GAME "/faction_draft/reveal");
    assert_null(json_object_get(action, "options"));
    assert_string_equal(text_at(at(own, "step"), "phase"), "reveal");
    json_decref(own);
}

static void past_picks_are_remembered_for_their_owner(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    begin(4, &setup);
    log_play_to(&play, STEPS);
    json_t *own = view(AUDIENCE_PLAYER);
    json_t *history = at(at(own, "you"), "history");
    assert_number(json_array_size(history), PICKS_MAX - 1);
    json_t *first = json_array_get(history, 0);
    assert_string_equal(text_at(first, "step"), "faction_draft");
    assert_number(json_array_size(at(first, "hand")), 3);
    assert_number(strlen(text_at(first, "nonce")), 64);
    assert_true(text_at(first, "picked")[0] != '\0');
    json_decref(own);
}

static void a_map_shows_where_homes_will_be(void **state)
{
    (void)state;
    struct setup setup = premade_setup();
    begin(5, &setup);
    json_t *public_view = view(AUDIENCE_PUBLIC);
    json_t *galaxy = at(public_view, "galaxy");
    assert_string_equal(text_at(galaxy, "map_string"), "35 87A2 -1 0 0 0");
    assert_number(json_array_size(at(galaxy, "home_positions")), 3);
    assert_number(number_at(at(at(galaxy, "tiles"), "2"), "rotation"), 120);
    assert_null(json_object_get(at(galaxy, "tiles"), "4"));
    json_decref(public_view);
    log_play_to(&play, STEP_KINGS);
    public_view = view(AUDIENCE_PUBLIC);
    galaxy = at(public_view, "galaxy");
    assert_number(json_array_size(at(galaxy, "home_positions")), 3);
    assert_number(json_object_size(at(galaxy, "tiles")), 6);
    json_decref(public_view);
}

static void a_game_in_play_shows_tableaus_and_supply(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    begin(6, &setup);
    log_play_to(&play, STEPS);
    json_t *public_view = view(AUDIENCE_PUBLIC);
    json_t *player = json_array_get(at(public_view, "players"), 1);
    json_t *tableau = at(player, "tableau");
    assert_number(json_array_size(at(tableau, "abilities")), 2);
    assert_number(json_object_size(at(tableau, "unit_upgrades")), 1);
    assert_false(json_is_true(at(json_array_get(at(tableau, "genomes"), 0), "exhausted")));
    assert_number(number_at(at(tableau, "technologies"), "colourless"), 1);
    assert_number(json_object_size(at(player, "units")), UNITS);
    assert_number(json_array_size(at(public_view, "strategy_cards")), 8);
    assert_number(number_at(at(at(public_view, "supply"), "command_tokens"), "tactic"), 3);
    assert_number(json_array_size(at(at(public_view, "fairness"), "seeds")), 1);
    json_decref(public_view);
}

static void every_disclosed_seed_is_the_link_of_the_next(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    begin(1, &setup);
    play.record.disclosed = 3;
    memset(play.record.last_seed, 7, SEED_BYTES);
    json_t *public_view = view(AUDIENCE_PUBLIC);
    json_t *seeds = at(at(public_view, "fairness"), "seeds");
    assert_number(json_array_size(seeds), 3);
    uint8_t seed[SEED_BYTES], link[SEED_BYTES];
    memset(seed, 7, SEED_BYTES);
    for (uint16_t epoch = 2; epoch > 0; epoch--) {
        char hex[2 * SEED_BYTES + 1];
        seed_link(LOG_PLAY_GAME, epoch, seed, link);
        hex_encode(link, SEED_BYTES, hex);
        assert_string_equal(json_string_value(json_array_get(seeds, epoch - 1U)), hex);
        memcpy(seed, link, SEED_BYTES);
    }
    json_decref(public_view);
}

static void blockers_are_whom_the_game_waits_for(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    begin(1, &setup);
    follow_the_view(OPTIONS, 1);
    struct buffer buffer = buffer_new(BYTES_MAX);
    blockers_write(&play.record, &buffer);
    json_t *blockers = json_loadb(buffer.bytes, buffer.length, 0, NULL);
    json_t *items = at(blockers, "items");
    assert_number(json_array_size(items), 2);
    json_t *last = json_array_get(items, 1);
    assert_string_equal(text_at(last, "player"), "p3");
    assert_string_equal(text_at(last, "name"), "Player 3");
    assert_string_equal(text_at(last, "action"), "commit");
    assert_string_equal(text_at(last, "step"), "faction_draft");
    assert_null_at(blockers, "next");
    json_decref(blockers);
    buffer_free(&buffer);
}

static void audiences_have_names(void **state)
{
    (void)state;
    assert_string_equal(audience_id(AUDIENCE_PUBLIC), "public");
    assert_string_equal(audience_id(AUDIENCE_OPERATOR), "operator");
    assert_string_equal(audience_id(AUDIENCE_PLAYER), "p1");
    assert_string_equal(audience_id((enum audience)(AUDIENCE_PLAYER + 7)), "p8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_sees_what_is_hidden),
        cmocka_unit_test(a_program_without_rules_can_play_by_the_view),
        cmocka_unit_test(examples_can_be_sent_as_they_are),
        cmocka_unit_test(a_pick_that_may_be_changed_has_an_example_too),
        cmocka_unit_test(a_lobby_shows_who_is_missing),
        cmocka_unit_test(a_host_is_offered_what_the_state_allows),
        cmocka_unit_test(an_undo_is_offered_to_who_took_the_turn),
        cmocka_unit_test(a_pick_that_may_be_changed_is_offered_again),
        cmocka_unit_test(a_withheld_pick_has_no_cards_to_show),
        cmocka_unit_test(past_picks_are_remembered_for_their_owner),
        cmocka_unit_test(a_map_shows_where_homes_will_be),
        cmocka_unit_test(a_game_in_play_shows_tableaus_and_supply),
        cmocka_unit_test(every_disclosed_seed_is_the_link_of_the_next),
        cmocka_unit_test(blockers_are_whom_the_game_waits_for),
        cmocka_unit_test(audiences_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
