#include "rules/epochs.h"

#include "rules/cards.h"
#include "rules/tableau.h"

/* A deck of the next epoch: all its cards, sorted and shuffled anew. */
static struct pile dealt_anew(const struct desk *desk, struct pile pile, enum stream stream)
{
    cards_sort(pile.cards, pile.count);
    desk->dealer->shuffle(desk->dealer->context, (uint16_t)(desk->game.table.epoch + 1), stream,
                          pile.cards, pile.count);
    return pile;
}

enum refusal end_epoch(struct desk *desk)
{
    const struct table *table = &desk->game.table;
    if (table->epoch + 1 == EPOCHS_MAX)
        return REFUSED_SEEDS_USED_UP;
    struct event event = {.type = EVENT_EPOCH_ENDED, .player = PLAYER_NONE};
    event.public_part.epoch = table->epoch;
    struct deal *decks = &event.private_part.deal;
    decks->factions = dealt_anew(desk, table->factions, STREAM_FACTIONS);
    decks->abilities = dealt_anew(desk, table->abilities, STREAM_ABILITIES);
    decks->upgrades = dealt_anew(desk, table->upgrades, STREAM_UNIT_UPGRADES);
    decks->genomes = dealt_anew(desk, table->genomes, STREAM_GENOMES);
    desk_emit(desk, &event);
    return ACCEPTED;
}

static unsigned shuffles_due(const struct game *game)
{
    unsigned due = 0;
    for (uint8_t player = 0; player < game->setup.players; player++)
        due += slots_in_conflict(game, player);
    const struct in_play *in_play = &game->table.in_play;
    if (!in_play->splicing)
        return due;
    /* Whoever is still to take a unit upgrade may then have to choose. */
    if (in_play->splice.kind == CARD_UNIT_UPGRADE)
        due += (unsigned)(in_play->splice.participant_count - in_play->splice.taken_count);
    return due + 1;
}

bool seeds_suffice(const struct game *game)
{
    unsigned left = EPOCHS_MAX - 1u - game->table.epoch;
    return shuffles_due(game) <= left;
}
