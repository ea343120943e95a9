#include "rules/play.h"

#include "rules/blockades.h"
#include "rules/captures.h"
#include "rules/concerned.h"
#include "rules/elimination.h"
#include "rules/epochs.h"
#include "rules/spliced_cards.h"
#include "rules/splices.h"
#include "rules/tableau.h"
#include "rules/transactions.h"
#include "rules/units.h"

struct event table_event(enum event_type type, uint8_t player)
{
    return (struct event){.type = type, .player = player};
}

struct event automatic_event(enum event_type type)
{
    struct event event = {.type = type, .player = PLAYER_NONE};
    event.public_part.automatic = true;
    return event;
}

bool takes_part_in_play(const struct game *game, uint8_t player)
{
    return player < game->setup.players && !game->table.players[player].eliminated;
}

static bool has_to_keep(const struct game *game, uint8_t player)
{
    return player < game->setup.players && slots_in_conflict(game, player) > 0;
}

/* Whether what COMMAND is about is there and open, whose turn it is, what has to be done first. */
static enum refusal check_order(const struct game *game, const struct command *command)
{
    enum refusal refusal = ACCEPTED;
    if (command->type == COMMAND_TAKE)
        refusal = check_taker(game, command);
    else if (command->type == COMMAND_ANSWER)
        refusal = check_transaction_number(game, command->answer.number);
    else if (command->type == COMMAND_END_BLOCKADE)
        refusal = check_blockade_number(game, command->blockade_number);
    if (refusal != ACCEPTED)
        return refusal;
    if (command->type == COMMAND_SPLICE && game->table.in_play.splicing)
        return REFUSED_DECISION_PENDING;
    return has_to_keep(game, acts_for(game, command)) ? REFUSED_DECISION_PENDING : ACCEPTED;
}

static enum refusal dispatch(struct desk *desk, const struct command *command)
{
    switch (command->type) {
    case COMMAND_STATUS_PHASE:
        return decide_status_phase(desk);
    case COMMAND_GAIN:
        return decide_gain(desk, command);
    case COMMAND_LOSE:
        return decide_lose(desk, command);
    case COMMAND_KEEP:
        return decide_keep(desk, command);
    case COMMAND_EXHAUST:
        return decide_exhaust(desk, command);
    case COMMAND_SPLICE:
        return decide_splice(desk, command);
    case COMMAND_TAKE:
        return decide_take(desk, command);
    case COMMAND_UNITS:
        return decide_units(desk, command);
    case COMMAND_CAPTURE:
        return decide_capture(desk, command);
    case COMMAND_RETURN:
        return decide_return(desk, command);
    case COMMAND_PROPOSE:
        return decide_propose(desk, command);
    case COMMAND_ANSWER:
        return decide_answer(desk, command);
    case COMMAND_BLOCKADE:
        return decide_blockade(desk, command);
    case COMMAND_END_BLOCKADE:
        return decide_end_blockade(desk, command);
    case COMMAND_ELIMINATE:
        return decide_eliminate(desk, command->eliminated);
    default:
        return REFUSED_WRONG_STEP;
    }
}

enum refusal decide_in_play(struct desk *desk, const struct command *command)
{
    if (desk->game.table.stage != STAGE_PLAYING)
        return REFUSED_WRONG_STEP;
    enum refusal refusal = check_order(&desk->game, command);
    if (refusal == ACCEPTED)
        refusal = dispatch(desk, command);
    if (refusal == ACCEPTED) {
        end_void_blockades(desk);
        expire_void_transactions(desk);
        if (!seeds_suffice(&desk->game))
            refusal = REFUSED_SEEDS_USED_UP;
    }
    if (refusal != ACCEPTED)
        desk->events->count = 0;
    return refusal;
}

/* What was done can be undone by the host as long as nothing follows; cards that a splice turned
 * face up have been seen. */
static void remember(struct game *game, const struct event *event)
{
    if (event->public_part.automatic)
        return;
    game->undo.before = game->table;
    game->undo.player = PLAYER_NONE;
    game->undo.version = game->version;
    game->undo.state = event->type == EVENT_SPLICE_OPENED ? UNDO_REVEALED : UNDO_POSSIBLE;
}

void apply_in_play(struct game *game, const struct event *event)
{
    const struct event_public *part = &event->public_part;
    remember(game, event);
    switch (event->type) {
    case EVENT_STATUS_PHASE:
        apply_status_phase(game, part->play_round);
        break;
    case EVENT_CARDS_GAINED:
        apply_cards_gained(game, &part->cards);
        break;
    case EVENT_CARD_LOST:
        apply_card_lost(game, &part->cards);
        break;
    case EVENT_CARD_KEPT:
        apply_card_kept(game, &part->cards);
        break;
    case EVENT_GENOME_EXHAUSTED:
        apply_genome_exhausted(game, &part->cards);
        break;
    case EVENT_SPLICE_OPENED:
        apply_splice_opened(game, &part->splice);
        break;
    case EVENT_SPLICE_TAKEN:
        apply_splice_taken(game, &part->taken);
        break;
    case EVENT_SPLICE_CLOSED:
        apply_splice_closed(game, &part->closed);
        break;
    case EVENT_UNIT_CHANGED:
        apply_unit_changed(game, &part->units);
        break;
    case EVENT_UNIT_CAPTURED:
        apply_unit_captured(game, &part->capture);
        break;
    case EVENT_UNIT_RETURNED:
        apply_unit_returned(game, &part->unit_return);
        break;
    case EVENT_TRANSACTION_PROPOSED:
        apply_transaction_proposed(game, &part->transaction);
        break;
    case EVENT_TRANSACTION_ACCEPTED:
    case EVENT_TRANSACTION_DECLINED:
    case EVENT_TRANSACTION_WITHDRAWN:
    case EVENT_TRANSACTION_EXPIRED:
        apply_transaction_closed(game, part->number);
        break;
    case EVENT_BLOCKADE_BEGUN:
        apply_blockade_begun(game, &part->blockade);
        break;
    case EVENT_BLOCKADE_ENDED:
        apply_blockade_ended(game, part->number);
        break;
    case EVENT_PLAYER_ELIMINATED:
        apply_player_eliminated(game, part->eliminated);
        break;
    default: /* none of play */
        break;
    }
}

static const struct transaction *first_to_answer(const struct in_play *in_play, uint8_t player)
{
    for (uint8_t i = 0; i < in_play->transaction_count; i++) {
        if (waits_for(&in_play->transactions[i], player))
            return &in_play->transactions[i];
    }
    return NULL;
}

enum action waited_for_in_play(const struct game *game, uint8_t player)
{
    const struct in_play *in_play = &game->table.in_play;
    if (slots_in_conflict(game, player) > 0)
        return ACTION_KEEP;
    if (next_taker(in_play) == player)
        return ACTION_TAKE;
    return first_to_answer(in_play, player) != NULL ? ACTION_ANSWER : ACTION_NONE;
}

void options_in_play(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    if (ret_choices->action == ACTION_KEEP)
        keep_options(game, player, ret_choices);
    else if (ret_choices->action == ACTION_TAKE)
        take_options(game, player, ret_choices);
    else if (ret_choices->action == ACTION_ANSWER)
        ret_choices->number = first_to_answer(&game->table.in_play, player)->number;
}

struct command choice_in_play(const struct choices *choices, uint8_t player, size_t index)
{
    struct command command = {.type = COMMAND_KEEP, .player = player};
    if (choices->action == ACTION_TAKE) {
        command.type = COMMAND_TAKE;
        command.take.number = choices->number;
        command.take.card = choices->options[index];
    } else {
        command.kept_card = choices->options[index];
    }
    return command;
}
