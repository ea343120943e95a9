#include "rules/transactions.h"

#include <string.h>

#include "rules/captures.h"
#include "rules/play.h"
#include "rules/units.h"

/* Whether units of this kind can be returned to OWNER by a transaction with CAPTOR. Units of
 * others go to nobody but their owners. */
static enum refusal check_unit(const struct game *game, const struct propose_command *sent,
                               enum unit unit)
{
    const struct sheet *sheet = &game->table.players[sent->captor].sheet;
    if (becomes_token(unit) || unit_is_structure(unit))
        return REFUSED_ILLEGAL_TARGET;
    if (sheet->units[sent->owner][unit] >= sent->units[unit])
        return ACCEPTED;
    unsigned of_anybody = 0;
    for (uint8_t owner = 0; owner < OWNERS; owner++)
        of_anybody += sheet->units[owner][unit];
    bool foreign = sheet->units[sent->owner][unit] == 0 && of_anybody > 0;
    return foreign ? REFUSED_ILLEGAL_TARGET : REFUSED_NOT_CAPTURED;
}

enum refusal check_proposal(const struct game *game, const struct propose_command *sent)
{
    unsigned total = 0;
    for (enum unit unit = 0; unit < UNITS; unit++)
        total += sent->units[unit];
    if (total == 0)
        return REFUSED_WRONG_COUNT;
    if (sent->captor == sent->owner || !takes_part_in_play(game, sent->captor) ||
        !takes_part_in_play(game, sent->owner))
        return REFUSED_ILLEGAL_TARGET;
    for (enum unit unit = 0; unit < UNITS; unit++) {
        enum refusal refusal = sent->units[unit] > 0 ? check_unit(game, sent, unit) : ACCEPTED;
        if (refusal != ACCEPTED)
            return refusal;
    }
    return ACCEPTED;
}

enum refusal decide_propose(struct desk *desk, const struct command *command)
{
    const struct propose_command *sent = &command->propose;
    const struct in_play *in_play = &desk->game.table.in_play;
    if (in_play->transaction_count == TRANSACTIONS_MAX)
        return REFUSED_DECISION_PENDING;
    enum refusal refusal = check_proposal(&desk->game, sent);
    if (refusal != ACCEPTED)
        return refusal;
    struct event event = table_event(EVENT_TRANSACTION_PROPOSED, command->player);
    struct transaction *transaction = &event.public_part.transaction;
    *transaction = (struct transaction){.number = in_play->transactions_made + 1,
                                        .proposer = command->player,
                                        .captor = sent->captor,
                                        .owner = sent->owner};
    memcpy(transaction->units, sent->units, sizeof transaction->units);
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_transaction_proposed(struct game *game, const struct transaction *transaction)
{
    struct in_play *in_play = &game->table.in_play;
    in_play->transactions_made = transaction->number;
    in_play->transactions[in_play->transaction_count++] = *transaction;
}

const struct transaction *transaction_find(const struct in_play *in_play, uint32_t number)
{
    for (uint8_t i = 0; i < in_play->transaction_count; i++) {
        if (in_play->transactions[i].number == number)
            return &in_play->transactions[i];
    }
    return NULL;
}

bool is_party(const struct transaction *transaction, uint8_t player)
{
    return player == transaction->captor || player == transaction->owner;
}

bool waits_for(const struct transaction *transaction, uint8_t player)
{
    return is_party(transaction, player) && player != transaction->proposer;
}

enum refusal check_transaction_number(const struct game *game, uint32_t number)
{
    const struct in_play *in_play = &game->table.in_play;
    if (number == 0 || number > in_play->transactions_made)
        return REFUSED_NOT_FOUND;
    return transaction_find(in_play, number) != NULL ? ACCEPTED : REFUSED_ALREADY_DONE;
}

static void emit_closed(struct desk *desk, enum event_type type, const struct command *command)
{
    struct event event = table_event(type, command->player);
    event.public_part.number = command->answer.number;
    desk_emit(desk, &event);
}

/* The host stands for either party, and so may accept for the other one what it proposed. */
enum refusal decide_answer(struct desk *desk, const struct command *command)
{
    const struct transaction transaction =
        *transaction_find(&desk->game.table.in_play, command->answer.number);
    bool own = command->player == transaction.proposer;
    if (!command->answer.accepts) {
        emit_closed(desk, own ? EVENT_TRANSACTION_WITHDRAWN : EVENT_TRANSACTION_DECLINED, command);
        return ACCEPTED;
    }
    if (own && command->player != PLAYER_NONE)
        return REFUSED_CONSENT_MISSING;
    emit_closed(desk, EVENT_TRANSACTION_ACCEPTED, command);
    return_units(desk, transaction.captor, transaction.owner, BY_TRANSACTION, transaction.units);
    return ACCEPTED;
}

void apply_transaction_closed(struct game *game, uint32_t number)
{
    struct in_play *in_play = &game->table.in_play;
    uint8_t kept = 0;
    for (uint8_t i = 0; i < in_play->transaction_count; i++) {
        if (in_play->transactions[i].number != number)
            in_play->transactions[kept++] = in_play->transactions[i];
    }
    while (in_play->transaction_count > kept)
        in_play->transactions[--in_play->transaction_count] = (struct transaction){0};
}

static bool still_possible(const struct game *game, const struct transaction *transaction)
{
    struct propose_command proposal = {.captor = transaction->captor, .owner = transaction->owner};
    memcpy(proposal.units, transaction->units, sizeof proposal.units);
    return check_proposal(game, &proposal) == ACCEPTED;
}

void expire_void_transactions(struct desk *desk)
{
    const struct in_play *in_play = &desk->game.table.in_play;
    uint8_t i = 0;
    while (i < in_play->transaction_count) {
        if (still_possible(&desk->game, &in_play->transactions[i])) {
            i++;
            continue;
        }
        struct event event = automatic_event(EVENT_TRANSACTION_EXPIRED);
        event.public_part.number = in_play->transactions[i].number;
        desk_emit(desk, &event);
    }
}
