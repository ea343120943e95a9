#include "tests/support/stacked_galaxy.h"

#include <string.h>

#include "tests/support/cmocka_all.h"

uint16_t tile_named(const char *id)
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
    const struct stacked_galaxy *stacked = context;
    (void)count;
    assert_number(epoch, 0);
    const char *const *named = stream == STREAM_TILES_BLUE  ? stacked->blue
                               : stream == STREAM_TILES_RED ? stacked->red
                                                            : NULL;
    for (size_t place = 0; named != NULL && place < STACKED_MAX && named[place] != NULL; place++)
        bring_forward(items, place, tile_named(named[place]));
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

enum refusal stacked_run(struct stacked_galaxy *table, const struct command *command)
{
    const struct dealer dealer = {.context = table, .shuffle = stack, .opens = opens};
    enum refusal refusal = decide(&table->game, command, &dealer, &table->events);
    if (refusal != ACCEPTED)
        assert_number(table->events.count, 0);
    for (size_t i = 0; i < table->events.count; i++)
        apply(&table->game, &table->events.list[i]);
    bool created = table->game.version > 0;
    const char *fault = created ? check(&table->game) : NULL;
    if (fault != NULL)
        fail_msg("%s", fault);
    return refusal;
}

struct setup stacked_setup(const char *layout, bool pok)
{
    struct setup setup = {.options = options_default(), .map.mode = MAP_BUILD};
    setup.map.layout = layout_find(layout, strlen(layout));
    assert_true(setup.map.layout != LAYOUT_NONE);
    setup.players = catalogue_layouts[setup.map.layout].players;
    setup.options.pok = pok;
    return setup;
}

enum refusal stacked_create(struct stacked_galaxy *table, struct setup setup)
{
    table->game = game_none();
    struct command create = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    create.create = setup;
    return stacked_run(table, &create);
}

void stacked_play_up_to(struct stacked_galaxy *table, enum step step)
{
    while (table->game.table.step != step) {
        uint8_t player = 0;
        while (waited_for(&table->game, player) == ACTION_NONE)
            player++;
        struct command command = first_choice(&table->game, player);
        assert_number(stacked_run(table, &command), ACCEPTED);
    }
}

void stacked_begin_piles(struct stacked_galaxy *table, struct setup setup, const char *const *blue,
                         const char *const *red)
{
    memset(table, 0, sizeof *table);
    for (size_t i = 0; i < STACKED_MAX && blue[i] != NULL; i++)
        table->blue[i] = blue[i];
    for (size_t i = 0; i < STACKED_MAX && red[i] != NULL; i++)
        table->red[i] = red[i];
    assert_number(stacked_create(table, setup), ACCEPTED);
    for (uint8_t player = 0; player < setup.players; player++) {
        struct command join = {.type = COMMAND_JOIN, .player = player};
        assert_number(stacked_run(table, &join), ACCEPTED);
    }
    stacked_play_up_to(table, STEP_GALAXY);
}

void stacked_begin(struct stacked_galaxy *table, struct setup setup)
{
    static const char *const none[] = {NULL};
    stacked_begin_piles(table, setup, none, none);
}

void stacked_begin_layout(struct stacked_galaxy *table, const char *layout, bool pok)
{
    stacked_begin(table, stacked_setup(layout, pok));
}

uint8_t stacked_seat(const struct stacked_galaxy *table)
{
    for (uint8_t seat = 0; seat < table->game.setup.players; seat++)
        if (waited_for(&table->game, table->game.table.seats[seat]) == ACTION_TILE)
            return seat;
    return PLAYER_NONE;
}

enum refusal stacked_place_by(struct stacked_galaxy *table, uint8_t seat, const char *tile,
                              uint16_t position)
{
    struct command command = {.type = COMMAND_TILE, .player = table->game.table.seats[seat]};
    command.tile = (struct tile_command){tile_named(tile), position};
    return stacked_run(table, &command);
}

enum refusal stacked_place(struct stacked_galaxy *table, const char *tile, uint16_t position)
{
    return stacked_place_by(table, stacked_seat(table), tile, position);
}

void stacked_place_first_choice(struct stacked_galaxy *table)
{
    uint8_t player = table->game.table.seats[stacked_seat(table)];
    struct command command = first_choice(&table->game, player);
    assert_number(stacked_run(table, &command), ACCEPTED);
}
