#include "tests/support/random_table.h"

#include <string.h>

struct table_luck {
    const struct game *game;
    struct luck *luck;
    struct command command;
};

static uint8_t any_player(const struct table_luck *table)
{
    return (uint8_t)luck_below(table->luck, table->game->setup.players);
}

/* The host for one in three, hardly ever a stranger, otherwise PLAYER. */
static void send_as(struct table_luck *table, uint8_t player)
{
    uint32_t number = luck_below(table->luck, 60);
    table->command.player = number < 20 ? PLAYER_NONE : number == 20 ? any_player(table) : player;
}

static enum unit any_unit(const struct table_luck *table)
{
    return (enum unit)luck_below(table->luck, UNITS);
}

static uint8_t few(const struct table_luck *table)
{
    return (uint8_t)(1 + luck_below(table->luck, luck_one_in(table->luck, 5) ? 4 : 1));
}

static const struct pile *any_deck(const struct table_luck *table)
{
    const struct table *lying = &table->game->table;
    const struct pile *const decks[] = {&lying->abilities, &lying->upgrades, &lying->upgrades,
                                        &lying->genomes};
    return decks[luck_below(table->luck, 4)];
}

static uint16_t any_card(const struct table_luck *table)
{
    const struct pile *deck = any_deck(table);
    if (deck->count == 0 || luck_one_in(table->luck, 20))
        return (uint16_t)luck_below(table->luck, (uint32_t)catalogue_card_count);
    return deck->cards[luck_below(table->luck, deck->count)];
}

static void gain(struct table_luck *table)
{
    struct gain_command *gain = &table->command.gain;
    table->command.type = COMMAND_GAIN;
    gain->player = any_player(table);
    gain->cards.count = few(table);
    for (uint8_t i = 0; i < gain->cards.count; i++)
        gain->cards.cards[i] = any_card(table);
    send_as(table, gain->player);
}

/* One of the cards before PLAYER, CARD_NONE if there is none. */
static uint16_t card_before(const struct table_luck *table, uint8_t player)
{
    const struct tableau *tableau = &table->game->table.players[player].tableau;
    uint32_t number =
        luck_below(table->luck, 1u + tableau->ability_count + tableau->upgrade_count +
                                    tableau->genome_count + tableau->technology_count);
    if (number < tableau->ability_count)
        return tableau->abilities[number];
    number -= tableau->ability_count;
    if (number < tableau->upgrade_count)
        return tableau->upgrades[number];
    number -= tableau->upgrade_count;
    if (number < tableau->genome_count)
        return tableau->genomes[number];
    number -= tableau->genome_count;
    return number < tableau->technology_count ? tableau->technologies[number] : CARD_NONE;
}

static void lose(struct table_luck *table)
{
    table->command.type = COMMAND_LOSE;
    table->command.lose.player = any_player(table);
    table->command.lose.card = card_before(table, table->command.lose.player);
    table->command.lose.names_echo = luck_one_in(table->luck, 50);
    send_as(table, table->command.lose.player);
}

static void exhaust(struct table_luck *table)
{
    uint8_t player = any_player(table);
    const struct tableau *tableau = &table->game->table.players[player].tableau;
    table->command.type = COMMAND_EXHAUST;
    table->command.genome = tableau->genome_count == 0
                                ? CARD_NONE
                                : tableau->genomes[luck_below(table->luck, tableau->genome_count)];
    send_as(table, player);
}

static void splice(struct table_luck *table)
{
    struct splice_command *splice = &table->command.splice;
    uint8_t first = any_player(table);
    table->command.type = COMMAND_SPLICE;
    splice->kind = (enum card_kind)(CARD_ABILITY + luck_below(table->luck, 3));
    splice->participants[splice->count++] = first;
    for (uint8_t player = 0; player < table->game->setup.players; player++) {
        if (luck_one_in(table->luck, 2) && (player != first || luck_one_in(table->luck, 30)))
            splice->participants[splice->count++] = player;
    }
    send_as(table, first);
}

static void take(struct table_luck *table)
{
    const struct in_play *in_play = &table->game->table.in_play;
    const struct open_splice *open = &in_play->splice;
    table->command.type = COMMAND_TAKE;
    table->command.take.number = luck_one_in(table->luck, 30) ? 1 : open->number;
    table->command.take.card = any_card(table);
    uint8_t taker = any_player(table);
    if (in_play->splicing && !luck_one_in(table->luck, 10)) {
        taker = open->participants[open->taken_count];
        struct choices choices = options_for(table->game, taker);
        if (choices.action == ACTION_TAKE)
            table->command.take.card = choices.options[luck_below(table->luck, choices.count)];
    }
    send_as(table, taker);
}

static void units(struct table_luck *table)
{
    struct unit_change *change = &table->command.units;
    table->command.type = COMMAND_UNITS;
    change->player = any_player(table);
    change->unit = any_unit(table);
    change->count = few(table);
    change->produced = luck_below(table->luck, 5) < 3;
    send_as(table, change->player);
}

static void capture(struct table_luck *table)
{
    struct unit_capture *capture = &table->command.capture;
    table->command.type = COMMAND_CAPTURE;
    capture->captor = any_player(table);
    capture->owner = luck_one_in(table->luck, 8) ? OWNER_NEUTRAL : any_player(table);
    capture->unit = any_unit(table);
    capture->count = few(table);
    capture->from_reinforcements = luck_one_in(table->luck, 4);
    capture->shown_by_token = luck_one_in(table->luck, 6);
    send_as(table, capture->captor);
}

/* An owner and a unit on the sheet of CAPTOR, whatever if there is none. */
static void any_captive(const struct table_luck *table, uint8_t captor, uint8_t *ret_owner,
                        enum unit *ret_unit)
{
    const struct sheet *sheet = &table->game->table.players[captor].sheet;
    for (unsigned tries = 0; tries < 40; tries++) {
        *ret_owner = (uint8_t)luck_below(table->luck, OWNERS);
        *ret_unit = any_unit(table);
        if (sheet->units[*ret_owner][*ret_unit] > 0 ||
            (*ret_unit == UNIT_FIGHTER && sheet->fighter_tokens > 0) ||
            (*ret_unit == UNIT_INFANTRY && sheet->infantry_tokens > 0))
            return;
    }
}

static void give_back(struct table_luck *table)
{
    struct unit_return *wanted = &table->command.unit_return;
    enum unit unit;
    table->command.type = COMMAND_RETURN;
    wanted->captor = any_player(table);
    any_captive(table, wanted->captor, &wanted->owner, &unit);
    wanted->units[unit] = few(table);
    bool owner = luck_one_in(table->luck, 4) && wanted->owner < table->game->setup.players;
    send_as(table, owner ? wanted->owner : wanted->captor);
}

static void propose(struct table_luck *table)
{
    struct propose_command *sent = &table->command.propose;
    enum unit unit;
    table->command.type = COMMAND_PROPOSE;
    sent->captor = any_player(table);
    any_captive(table, sent->captor, &sent->owner, &unit);
    if (sent->owner >= table->game->setup.players || luck_one_in(table->luck, 20))
        sent->owner = any_player(table);
    sent->units[unit] = few(table);
    send_as(table, luck_one_in(table->luck, 2) ? sent->owner : sent->captor);
}

static void answer(struct table_luck *table)
{
    const struct in_play *in_play = &table->game->table.in_play;
    table->command.type = COMMAND_ANSWER;
    table->command.answer.accepts = luck_one_in(table->luck, 2);
    table->command.answer.number = luck_below(table->luck, in_play->transactions_made + 2);
    uint8_t sender = any_player(table);
    if (in_play->transaction_count > 0 && !luck_one_in(table->luck, 8)) {
        const struct transaction *open =
            &in_play->transactions[luck_below(table->luck, in_play->transaction_count)];
        table->command.answer.number = open->number;
        sender = luck_one_in(table->luck, 2) ? open->owner : open->captor;
    }
    send_as(table, sender);
}

static void blockade(struct table_luck *table)
{
    table->command.type = COMMAND_BLOCKADE;
    table->command.blockade.blockader = any_player(table);
    table->command.blockade.blockaded = any_player(table);
    send_as(table, luck_one_in(table->luck, 2) ? table->command.blockade.blockader
                                               : table->command.blockade.blockaded);
}

static void end_blockade(struct table_luck *table)
{
    const struct in_play *in_play = &table->game->table.in_play;
    table->command.type = COMMAND_END_BLOCKADE;
    table->command.blockade_number = luck_below(table->luck, in_play->blockades_begun + 2);
    uint8_t sender = any_player(table);
    if (in_play->blockade_count > 0 && !luck_one_in(table->luck, 8)) {
        const struct blockade *open =
            &in_play->blockades[luck_below(table->luck, in_play->blockade_count)];
        table->command.blockade_number = open->number;
        sender = open->blockader;
    }
    send_as(table, sender);
}

static void status_phase(struct table_luck *table)
{
    table->command.type = COMMAND_STATUS_PHASE;
    send_as(table, PLAYER_NONE);
}

static void eliminate(struct table_luck *table)
{
    uint8_t player = (uint8_t)luck_below(table->luck, PLAYERS_MAX);
    if (luck_below(table->luck, 8) > 0) {
        status_phase(table);
        return;
    }
    table->command.type = COMMAND_ELIMINATE;
    table->command.eliminated = player;
    send_as(table, PLAYER_NONE);
}

/* Whoever has to keep one of several upgrades mostly does. */
static bool keep(struct table_luck *table)
{
    uint8_t player = any_player(table);
    struct choices choices = options_for(table->game, player);
    if (choices.action != ACTION_KEEP || luck_one_in(table->luck, 4))
        return false;
    table->command.type = COMMAND_KEEP;
    table->command.kept_card = luck_one_in(table->luck, 10)
                                   ? any_card(table)
                                   : choices.options[luck_below(table->luck, choices.count)];
    send_as(table, player);
    return true;
}

struct command random_table_command(const struct game *game, struct luck *luck)
{
    static const struct {
        uint32_t weight;
        void (*make)(struct table_luck *table);
    } actions[] = {
        {80, units},    {80, capture},      {30, give_back},   {30, propose},  {40, answer},
        {20, gain},     {20, lose},         {20, exhaust},     {8, splice},    {30, take},
        {12, blockade}, {12, end_blockade}, {6, status_phase}, {1, eliminate},
    };
    struct table_luck table = {.game = game, .luck = luck};
    if (keep(&table))
        return table.command;
    uint32_t total = 0;
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        total += actions[i].weight;
    uint32_t number = luck_below(luck, total);
    size_t action = 0;
    while (number >= actions[action].weight)
        number -= actions[action++].weight;
    actions[action].make(&table);
    return table.command;
}
