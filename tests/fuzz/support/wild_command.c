#include "tests/fuzz/support/wild_command.h"

#include "rules/map_string.h"

/* Two bytes as a number below BOUND, or NONE for one in so many. */
static uint16_t number_or_none(struct input *input, size_t bound, uint16_t none)
{
    unsigned number = (unsigned)input_byte(input) << 8;
    number = (number | input_byte(input)) % (unsigned)(bound + 1);
    return number == bound ? none : (uint16_t)number;
}

static uint16_t any_card(struct input *input)
{
    return number_or_none(input, catalogue_card_count, CARD_NONE);
}

static uint8_t any_player(struct input *input)
{
    return input_byte(input) % PLAYERS_MAX;
}

static enum unit any_unit(struct input *input)
{
    return (enum unit)(input_byte(input) % UNITS);
}

static void any_cards(struct input *input, struct sent_cards *cards)
{
    cards->count = input_byte(input) % (CARDS_SENT_MAX + 1);
    for (uint8_t i = 0; i < cards->count; i++)
        cards->cards[i] = any_card(input);
}

static void any_units(struct input *input, uint8_t units[UNITS])
{
    for (uint8_t kinds = input_byte(input) % 4; kinds > 0; kinds--)
        units[any_unit(input)] = input_byte(input) % (UNITS_SENT_MAX + 1);
}

static void fill(struct input *input, uint8_t bytes[SEAL_BYTES])
{
    bytes[0] = input_byte(input);
}

static void wild_commit(struct input *input, const struct game *game, struct command *command)
{
    struct commit_command *commit = &command->commit;
    uint8_t where = input_byte(input);
    commit->step = where % 4 ? game->table.step : (enum step)(where / 4 % STEPS);
    commit->round = input_byte(input) % (ROUNDS_MAX + 2);
    commit->sealed_by = (enum sealed_by)(input_byte(input) % 3);
    if (commit->sealed_by != SEALED_WITHHELD)
        any_cards(input, &commit->cards);
    fill(input, commit->commitment);
    fill(input, commit->nonce);
}

static void wild_reveal(struct input *input, const struct game *game, struct command *command)
{
    struct reveal_command *reveal = &command->reveal;
    uint8_t where = input_byte(input);
    reveal->step = where % 4 ? game->table.step : (enum step)(where / 4 % STEPS);
    reveal->round = input_byte(input) % (ROUNDS_MAX + 2);
    reveal->opens_unpickable = where % 3 == 0;
    any_cards(input, &reveal->cards);
    fill(input, reveal->nonce);
}

static void wild_placement(struct input *input, struct starting_units_command *sent)
{
    any_units(input, sent->space);
    sent->planet_count = input_byte(input) % (PLANETS_SENT_MAX + 1);
    for (uint8_t i = 0; i < sent->planet_count; i++) {
        sent->planets[i].planet = number_or_none(input, catalogue_planet_count, PLANET_NONE);
        any_units(input, sent->planets[i].units);
    }
}

static void wild_turn(struct input *input, struct command *command)
{
    switch (command->type) {
    case COMMAND_HOME_POSITION:
        command->home_position = number_or_none(input, POSITIONS, UINT16_MAX);
        break;
    case COMMAND_TILE:
        command->tile.tile = number_or_none(input, catalogue_tile_count, TILE_NONE);
        command->tile.position = number_or_none(input, POSITIONS, UINT16_MAX);
        break;
    case COMMAND_HOME_SYSTEM:
        command->home_system = any_card(input);
        break;
    case COMMAND_KING:
        command->king = (uint8_t)number_or_none(input, catalogue_king_count, KING_NONE);
        break;
    case COMMAND_PLASTIC:
        command->plastic = (enum colour)number_or_none(input, COLOURS, COLOUR_NONE);
        break;
    default:
        wild_placement(input, &command->starting_units);
    }
}

static void wild_splice(struct input *input, struct splice_command *splice)
{
    splice->kind = (enum card_kind)(CARD_ABILITY + input_byte(input) % 3);
    splice->count = input_byte(input) % (CARDS_SENT_MAX + 1);
    for (uint8_t i = 0; i < splice->count; i++)
        splice->participants[i] = any_player(input);
}

static void wild_capture(struct input *input, struct unit_capture *capture)
{
    uint8_t how = input_byte(input);
    capture->captor = any_player(input);
    capture->owner = input_byte(input) % OWNERS;
    capture->unit = any_unit(input);
    capture->count = (uint8_t)(1 + input_byte(input) % UNITS_SENT_MAX);
    capture->from_reinforcements = how & 1;
    capture->shown_by_token = how & 2;
}

static void wild_return(struct input *input, struct unit_return *wanted)
{
    wanted->captor = any_player(input);
    wanted->owner = input_byte(input) % OWNERS;
    wanted->units[any_unit(input)] = (uint16_t)(1 + input_byte(input) % UNITS_SENT_MAX);
}

static void wild_table_action(struct input *input, struct command *command)
{
    switch (command->type) {
    case COMMAND_GAIN:
        command->gain.player = any_player(input);
        command->gain.names_echo = input_byte(input) % 16 == 15;
        any_cards(input, &command->gain.cards);
        break;
    case COMMAND_LOSE:
        command->lose.player = any_player(input);
        command->lose.names_echo = input_byte(input) % 16 == 15;
        command->lose.card = any_card(input);
        break;
    case COMMAND_KEEP:
        command->kept_card = any_card(input);
        break;
    case COMMAND_EXHAUST:
        command->genome = any_card(input);
        break;
    case COMMAND_SPLICE:
        wild_splice(input, &command->splice);
        break;
    case COMMAND_TAKE:
        command->take.number = input_byte(input) % 8;
        command->take.card = any_card(input);
        break;
    case COMMAND_UNITS:
        command->units.player = any_player(input);
        command->units.unit = any_unit(input);
        command->units.count = (uint8_t)(1 + input_byte(input) % UNITS_SENT_MAX);
        command->units.produced = input_byte(input) % 2;
        break;
    case COMMAND_CAPTURE:
        wild_capture(input, &command->capture);
        break;
    case COMMAND_RETURN:
        wild_return(input, &command->unit_return);
        break;
    case COMMAND_PROPOSE:
        command->propose.captor = any_player(input);
        command->propose.owner = any_player(input);
        any_units(input, command->propose.units);
        break;
    case COMMAND_ANSWER:
        command->answer.number = input_byte(input) % 32;
        command->answer.accepts = input_byte(input) % 2;
        break;
    case COMMAND_BLOCKADE:
        command->blockade.blockader = any_player(input);
        command->blockade.blockaded = any_player(input);
        break;
    case COMMAND_END_BLOCKADE:
        command->blockade_number = input_byte(input) % 32;
        break;
    case COMMAND_ELIMINATE:
        command->eliminated = any_player(input);
        break;
    default:
        break;
    }
}

/* Who sends it: one of the game, the host, or nobody of the game. The service lets the host
 * command only what a host may, and players only what is theirs. */
static uint8_t any_sender(struct input *input, const struct game *game, enum command_type type)
{
    bool for_players = type >= COMMAND_COMMIT && type <= COMMAND_STARTING_UNITS;
    bool for_host = type >= COMMAND_START && type <= COMMAND_ABANDON;
    uint8_t sender = input_byte(input) % (PLAYERS_MAX + 1);
    if (for_host || (sender >= game->setup.players && !for_players))
        return type == COMMAND_JOIN || type == COMMAND_REINVITE ? 0 : PLAYER_NONE;
    return sender % game->setup.players;
}

struct command wild_command(struct input *input, const struct game *game)
{
    struct command command = {
        .type = (enum command_type)(COMMAND_JOIN + input_byte(input) % COMMAND_ELIMINATE)};
    command.player = any_sender(input, game, command.type);
    if (command.type == COMMAND_UNDO)
        command.undo_version = game->version - input_byte(input) % 4;
    else if (command.type == COMMAND_COMMIT)
        wild_commit(input, game, &command);
    else if (command.type == COMMAND_REVEAL)
        wild_reveal(input, game, &command);
    else if (command.type >= COMMAND_HOME_POSITION && command.type <= COMMAND_STARTING_UNITS)
        wild_turn(input, &command);
    else
        wild_table_action(input, &command);
    return command;
}

static void wild_options(struct input *input, struct options *options)
{
    bool *const switches[] = {
        &options->pok,
        &options->table_order_random,
        &options->allow_recommit,
        &options->seating_by_priority,
        &options->speaker_slot_random,
        &options->placement_exception_tile,
        &options->hyperlane_adjacency,
        &options->open_tile_hands,
        &options->passing_pipelined,
        &options->ground_in_space,
        &options->no_pok_mech_infantry,
        &options->show_splice_types,
        &options->inaugural_faction_tech,
        &options->blockade_return_owner_choice,
        &options->blockade_blocks_capture,
        &options->capture_neutral,
        &options->disclose,
        &options->auto_start,
    };
    *options = options_default();
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        *switches[i] = input_byte(input) & 1;
    options->faction_filter = (enum faction_filter)(input_byte(input) % 3);
    options->faction_pool = (enum faction_pool)(input_byte(input) % POOL_CUSTOM);
    if (options->faction_filter == FILTER_ONLY)
        options->faction_pool = POOL_CUSTOM;
    if (options->faction_filter != FILTER_NONE)
        options->faction_count = input_byte(input) % (FACTIONS_LISTED_MAX + 1);
    for (uint8_t i = 0; i < options->faction_count; i++)
        options->factions[i] = number_or_none(input, FACTIONS_MAX, CARD_NONE);
}

struct setup wild_setup(struct input *input)
{
    struct setup setup = {.players = input_byte(input) % 12, .map.layout = LAYOUT_NONE};
    struct map_faults faults;
    wild_options(input, &setup.options);
    setup.map.mode = (enum map_mode)(input_byte(input) % 3);
    if (setup.map.mode == MAP_BUILD)
        setup.map.layout = (uint8_t)number_or_none(input, catalogue_layout_count, LAYOUT_NONE);
    if (setup.map.mode == MAP_PREMADE) {
        struct input text = input_until(input, '\n');
        (void)map_string_parse(text.bytes, text.length, &setup.map.galaxy, &faults);
    }
    return setup;
}
