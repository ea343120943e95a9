#include "rules/steps.h"

#include <string.h>

#include "rules/cards.h"

/* STEP_NONE is never part of a game. */
static bool never(const struct game *game)
{
    (void)game;
    return false;
}

static const struct step_rules no_rules = {.id = "", .happens = never};

static const struct step_rules *const table_of_steps[STEPS] = {
    [STEP_NONE] = &no_rules,
    [STEP_FACTION_DRAFT] = &faction_draft_rules,
    [STEP_SEATING] = &seating_rules,
    [STEP_HOME_POSITIONS] = &home_positions_rules,
    [STEP_GALAXY] = &galaxy_rules,
    [STEP_HOME_SYSTEMS] = &home_systems_rules,
    [STEP_KINGS] = &kings_rules,
    [STEP_PLASTIC] = &plastic_rules,
    [STEP_STARTING_UNITS] = &starting_units_rules,
    [STEP_SPLICE] = &splice_rules,
    [STEP_STARTING_CARDS] = &starting_cards_rules,
};

const struct step_rules *rules_of(enum step step)
{
    return table_of_steps[step];
}

const struct step_rules *open_rules(const struct game *game)
{
    if (game->table.stage != STAGE_SETUP || game->table.step == STEP_NONE)
        return NULL;
    return table_of_steps[game->table.step];
}

const char *step_id(enum step step)
{
    return table_of_steps[step]->id;
}

enum step step_find(const char *id, size_t length)
{
    for (enum step step = STEP_FACTION_DRAFT; step < STEPS; step++) {
        const char *name = table_of_steps[step]->id;
        if (strlen(name) == length && memcmp(name, id, length) == 0)
            return step;
    }
    return STEP_NONE;
}

bool everybody_takes_part(const struct game *game, uint8_t player)
{
    return player < game->setup.players;
}

void offer_one_of(const uint16_t *cards, uint8_t count, struct choices *ret_choices)
{
    for (uint8_t i = 0; i < count; i++)
        cards_add(ret_choices->options, &ret_choices->count, cards[i]);
    cards_sort(ret_choices->options, ret_choices->count);
    ret_choices->choose[0] = 1;
}

void desk_emit(struct desk *desk, const struct event *event)
{
    if (desk->events->count == EVENTS_MAX) {
        desk->overflowed = true;
        return;
    }
    desk->events->list[desk->events->count++] = *event;
    apply(&desk->game, event);
}

static struct event round_event(enum event_type type, enum step step, uint8_t round)
{
    struct event event = {.type = type, .player = PLAYER_NONE};
    event.public_part.step = step;
    event.public_part.round = round;
    return event;
}

static void begin_round(struct desk *desk, enum step step, uint8_t round)
{
    const struct step_rules *rules = table_of_steps[step];
    struct event opening = round_event(EVENT_STEP_OPENED, step, round);
    if (rules->deal != NULL)
        rules->deal(desk, round, &opening);
    desk_emit(desk, &opening);
    if (rules->opened != NULL)
        rules->opened(desk);
}

enum step next_step(const struct game *game)
{
    for (enum step step = game->table.step + 1; step < STEPS; step++) {
        const struct step_rules *rules = table_of_steps[step];
        if (rules->happens == NULL || rules->happens(game))
            return step;
    }
    return STEP_NONE;
}

/* The picks that turn face up when the open round closes. */
static struct event revealed_picks(const struct game *game)
{
    struct event event = {.type = EVENT_CARDS_REVEALED, .player = PLAYER_NONE};
    event.public_part.revealed.step = game->table.step;
    event.public_part.round = game->table.round;
    for (uint8_t player = 0; player < game->setup.players; player++)
        event.public_part.revealed.picks[player] = game->table.players[player].seal.pick;
    return event;
}

static void finish_round(struct desk *desk)
{
    enum step step = desk->game.table.step;
    uint8_t round = desk->game.table.round;
    const struct step_rules *rules = table_of_steps[step];
    struct event revealed = revealed_picks(&desk->game);
    struct event closing = round_event(EVENT_STEP_CLOSED, step, round);
    desk_emit(desk, &closing);
    if (rules->reveals)
        desk_emit(desk, &revealed);

    uint8_t next_round = rules->next_round == NULL ? 0 : rules->next_round(&desk->game);
    if (next_round > 0) {
        begin_round(desk, step, next_round);
        return;
    }
    if (rules->finished != NULL)
        rules->finished(desk);
    if (desk->game.table.stage == STAGE_SETUP)
        begin_round(desk, next_step(&desk->game), 1);
}

/* Where hands are passed at once: one that its owner has picked from, or can keep nothing of,
 * goes on. */
static bool pass_one_hand(struct desk *desk)
{
    const struct game *game = &desk->game;
    for (uint8_t player = 0; passes_at_once(game) && player < game->setup.players; player++) {
        if (game->table.players[player].hands == 0 || waited_for(game, player) != ACTION_NONE)
            continue;
        struct event passing =
            round_event(EVENT_HAND_PASSED, game->table.step, game->table.players[player].round);
        passing.player = player;
        desk_emit(desk, &passing);
        return true;
    }
    return false;
}

bool somebody_has_to_act(const struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        if (waited_for(game, player) != ACTION_NONE)
            return true;
    }
    return false;
}

void advance(struct desk *desk)
{
    while (open_rules(&desk->game) != NULL && !desk->overflowed) {
        if (pass_one_hand(desk))
            continue;
        if (somebody_has_to_act(&desk->game))
            return;
        finish_round(desk);
    }
}

void open_round(struct desk *desk, enum step step, uint8_t round)
{
    begin_round(desk, step, round);
    advance(desk);
}
