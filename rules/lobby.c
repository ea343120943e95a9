#include "rules/lobby.h"

#include "rules/cards.h"
#include "rules/layout.h"
#include "rules/map_check.h"
#include "rules/sealed.h"

struct options options_default(void)
{
    return (struct options){.pok = true,
                            .allow_recommit = true,
                            .hyperlane_adjacency = true,
                            .blockade_blocks_capture = true,
                            .disclose = true,
                            .auto_start = true};
}

bool all_joined(const struct game *game)
{
    return game->joined == (1u << game->setup.players) - 1;
}

bool faction_deck(const struct options *options, struct pile *ret_pile)
{
    bool listed_only = options->faction_filter == FILTER_ONLY;
    struct pile all = pile_of_kind(CARD_FACTION, options->pok || listed_only ||
                                                     options->faction_pool != POOL_BY_EXPANSION);
    struct pile pile = {0};
    for (uint8_t i = 0; i < all.count; i++) {
        uint16_t card = all.cards[i];
        bool listed = cards_contain(options->factions, options->faction_count, card);
        if (options->faction_filter == FILTER_NONE || listed == listed_only)
            cards_add(pile.cards, &pile.count, card);
    }
    *ret_pile = pile;
    return !listed_only || pile.count == options->faction_count;
}

/* Rules section 1.1, step 1: three cards for each player, and one to draw from if Keleres is in
 * the deck. */
struct faction_count faction_count_of(const struct setup *setup)
{
    struct pile deck;
    struct faction_count count = {.needed = 3u * setup->players};
    count.consistent = faction_deck(&setup->options, &deck);
    count.have = deck.count;
    for (uint8_t i = 0; i < deck.count; i++) {
        if (catalogue_factions[deck.cards[i]].home_tile == TILE_NONE)
            count.needed = 3u * setup->players + 1;
    }
    return count;
}

static enum refusal check_map(const struct setup *setup)
{
    if (setup->map.mode == MAP_NONE)
        return ACCEPTED;
    if (setup->map.mode == MAP_BUILD)
        return layout_fits(setup->map.layout, setup->players, setup->options.pok)
                   ? ACCEPTED
                   : REFUSED_INVALID_MAP;
    struct map_faults faults;
    if (map_check(&setup->map.galaxy, setup->options.pok, setup->players, &faults))
        return ACCEPTED;
    return faults.list[0].kind == MAP_FAULT_HOME_LOCATIONS ? REFUSED_BAD_PLAYER_COUNT
                                                           : REFUSED_INVALID_MAP;
}

enum refusal check_setup(const struct setup *setup)
{
    uint8_t most = setup->options.pok ? PLAYERS_MAX : PLAYERS_MAX_WITHOUT_POK;
    if (setup->players < PLAYERS_MIN || setup->players > most)
        return REFUSED_BAD_PLAYER_COUNT;
    struct faction_count factions = faction_count_of(setup);
    if (!factions.consistent || factions.have < factions.needed)
        return REFUSED_CARD_POOL;
    return check_map(setup);
}

enum refusal decide_create(struct desk *desk, const struct setup *setup)
{
    struct event event = {.type = EVENT_GAME_CREATED, .player = PLAYER_NONE};
    event.public_part.setup = *setup;
    struct map *map = &event.public_part.setup.map;
    if (map->mode == MAP_BUILD && map->layout == LAYOUT_NONE)
        map->layout = layout_usual(setup->players, setup->options.pok);
    enum refusal refusal = check_setup(&event.public_part.setup);
    if (refusal != ACCEPTED)
        return refusal;
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_game_created(struct game *game, const struct event *event)
{
    game->setup = event->public_part.setup;
    if (game->setup.map.mode == MAP_BUILD)
        layout_lay_out(game->setup.map.layout, &game->setup.map.galaxy);
    game->table.stage = STAGE_LOBBY;
    game->table.galaxy = game->setup.map.galaxy;
    (void)faction_deck(&game->setup.options, &game->table.factions);
}

static enum refusal start(struct desk *desk)
{
    uint8_t players = desk->game.setup.players;
    uint16_t order[PLAYERS_MAX];
    for (uint8_t player = 0; player < players; player++)
        order[player] = player;
    if (desk->game.setup.options.table_order_random)
        desk->dealer->shuffle(desk->dealer->context, 0, STREAM_TABLE_ORDER, order, players);
    struct event event = {.type = EVENT_GAME_STARTED, .player = PLAYER_NONE};
    for (uint8_t place = 0; place < players; place++)
        event.public_part.table_order[place] = (uint8_t)order[place];
    desk_emit(desk, &event);
    open_round(desk, STEP_FACTION_DRAFT, 1);
    return ACCEPTED;
}

void apply_game_started(struct game *game, const struct event *event)
{
    game->table.stage = STAGE_SETUP;
    for (uint8_t place = 0; place < game->setup.players; place++)
        game->table.order[place] = event->public_part.table_order[place];
}

enum refusal decide_join(struct desk *desk, uint8_t player)
{
    if (desk->game.table.stage == STAGE_ABANDONED)
        return REFUSED_GAME_OVER;
    if (player >= desk->game.setup.players)
        return REFUSED_NOT_FOUND;
    if (desk->game.joined & 1u << player)
        return REFUSED_GAME_FULL;
    struct event event = {.type = EVENT_PLAYER_JOINED, .player = player};
    desk_emit(desk, &event);
    bool ready = desk->game.table.stage == STAGE_LOBBY && all_joined(&desk->game);
    return ready && desk->game.setup.options.auto_start ? start(desk) : ACCEPTED;
}

enum refusal decide_start(struct desk *desk)
{
    if (desk->game.table.stage == STAGE_ABANDONED)
        return REFUSED_GAME_OVER;
    if (desk->game.table.stage != STAGE_LOBBY)
        return REFUSED_ALREADY_STARTED;
    return all_joined(&desk->game) ? start(desk) : REFUSED_NOT_STARTED;
}

static void emit_plain(struct desk *desk, enum event_type type)
{
    struct event event = {.type = type, .player = PLAYER_NONE};
    desk_emit(desk, &event);
}

enum refusal decide_pause(struct desk *desk, bool automatic)
{
    if (desk->game.table.stage == STAGE_ABANDONED)
        return REFUSED_GAME_OVER;
    if (desk->game.table.stage == STAGE_LOBBY)
        return REFUSED_NOT_STARTED;
    if (desk->game.paused)
        return REFUSED_GAME_PAUSED;
    struct event event = {.type = EVENT_GAME_PAUSED, .player = PLAYER_NONE};
    event.public_part.automatic = automatic;
    desk_emit(desk, &event);
    return ACCEPTED;
}

enum refusal decide_resume(struct desk *desk)
{
    if (desk->game.table.stage == STAGE_ABANDONED)
        return REFUSED_GAME_OVER;
    if (desk->game.table.stage == STAGE_LOBBY)
        return REFUSED_NOT_STARTED;
    if (!desk->game.paused)
        return REFUSED_WRONG_STEP;
    emit_plain(desk, EVENT_GAME_RESUMED);
    return ACCEPTED;
}

enum refusal decide_abandon(struct desk *desk)
{
    if (desk->game.table.stage == STAGE_ABANDONED)
        return REFUSED_GAME_OVER;
    emit_plain(desk, EVENT_GAME_ABANDONED);
    return ACCEPTED;
}

/* Whoever comes next cannot know the nonce of a commitment that was withheld, so it is void;
 * everything else stays. */
enum refusal decide_reinvite(struct desk *desk, uint8_t player)
{
    if (desk->game.table.stage == STAGE_ABANDONED)
        return REFUSED_GAME_OVER;
    if (player >= desk->game.setup.players)
        return REFUSED_NOT_FOUND;
    struct event event = {.type = EVENT_PLAYER_REINVITED, .player = player};
    desk_emit(desk, &event);
    const struct seal *seal = &desk->game.table.players[player].seal;
    if (seal->state == SEAL_WITHHELD)
        void_pick(desk, player);
    return ACCEPTED;
}
