#include "rules/check_in_play.h"

#include "rules/blockades.h"
#include "rules/epochs.h"
#include "rules/transactions.h"
#include "rules/units.h"

/* A piece of plastic is on the board, on a sheet or, which is what remains, in the
 * reinforcements. */
static const char *check_plastic(const struct game *game, uint8_t player)
{
    const struct seat_cards *cards = &game->table.players[player];
    for (enum unit unit = 0; unit < UNITS; unit++) {
        if (cards->board[unit] + units_captured(game, player, unit) > unit_limit(game, unit))
            return "a player has more units than plastic";
        if (cards->eliminated && cards->board[unit] > 0)
            return "an eliminated player has units on the board";
    }
    return NULL;
}

static const char *check_sheet(const struct game *game, uint8_t player)
{
    const struct sheet *sheet = &game->table.players[player].sheet;
    bool eliminated = game->table.players[player].eliminated;
    if (sheet->fighter_tokens > TOKENS_MAX || sheet->infantry_tokens > TOKENS_MAX ||
        (eliminated && (sheet->fighter_tokens > 0 || sheet->infantry_tokens > 0)))
        return "a sheet holds tokens that it cannot hold";
    for (uint8_t owner = 0; owner < OWNERS; owner++) {
        for (enum unit unit = 0; unit < UNITS; unit++) {
            if (sheet->units[owner][unit] > 0 &&
                (becomes_token(unit) || unit_is_structure(unit) || eliminated))
                return "a sheet holds a unit that it cannot hold";
        }
    }
    return NULL;
}

static const char *check_blockades(const struct game *game)
{
    const struct in_play *in_play = &game->table.in_play;
    for (uint8_t i = 0; i < in_play->blockade_count; i++) {
        const struct blockade *blockade = &in_play->blockades[i];
        const struct seat_cards *blockaded = &game->table.players[blockade->blockaded];
        if (blockaded->board[UNIT_SPACE_DOCK] == 0 || blockaded->eliminated ||
            game->table.players[blockade->blockader].eliminated)
            return "a blockade outlasts its dock or a player";
    }
    return NULL;
}

static const char *check_transactions(const struct game *game)
{
    const struct in_play *in_play = &game->table.in_play;
    for (uint8_t i = 0; i < in_play->transaction_count; i++) {
        const struct transaction *transaction = &in_play->transactions[i];
        const struct sheet *sheet = &game->table.players[transaction->captor].sheet;
        for (enum unit unit = 0; unit < UNITS; unit++) {
            if (sheet->units[transaction->owner][unit] < transaction->units[unit])
                return "a transaction offers units that are gone";
        }
    }
    return NULL;
}

static const char *check_open_splice(const struct in_play *in_play)
{
    const struct open_splice *splice = &in_play->splice;
    if (!in_play->splicing)
        return splice->card_count == 0 ? NULL : "cards lie face up without a splice";
    bool goes_on = splice->taken_count < splice->participant_count && splice->card_count > 0;
    return goes_on ? NULL : "a splice is open although nobody can take";
}

const char *check_in_play(const struct game *game)
{
    if (game->table.stage != STAGE_PLAYING)
        return NULL;
    const char *fault = check_open_splice(&game->table.in_play);
    for (uint8_t player = 0; player < game->setup.players && fault == NULL; player++) {
        fault = check_plastic(game, player);
        if (fault == NULL)
            fault = check_sheet(game, player);
    }
    if (fault == NULL)
        fault = check_blockades(game);
    if (fault == NULL)
        fault = check_transactions(game);
    if (fault == NULL && !seeds_suffice(game))
        fault = "a choice is due for which no seed is left";
    return fault;
}
