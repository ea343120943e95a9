#include "rules/tableau.h"

#include "rules/cards.h"

void tableau_add(struct tableau *tableau, uint16_t card)
{
    switch (card_kind_of(card)) {
    case CARD_ABILITY:
        cards_add(tableau->abilities, &tableau->ability_count, card);
        break;
    case CARD_UNIT_UPGRADE:
        cards_add(tableau->upgrades, &tableau->upgrade_count, card);
        break;
    case CARD_GENOME:
        tableau->exhausted[tableau->genome_count] = false;
        cards_add(tableau->genomes, &tableau->genome_count, card);
        break;
    case CARD_KING_TECHNOLOGY:
        cards_add(tableau->technologies, &tableau->technology_count, card);
        break;
    case CARD_FACTION:
    case CARD_KINDS:
        break;
    }
}

enum refusal decide_status_phase(struct desk *desk)
{
    if (desk->game.table.stage != STAGE_PLAYING)
        return REFUSED_WRONG_STEP;
    struct event event = {.type = EVENT_STATUS_PHASE, .player = PLAYER_NONE};
    event.public_part.play_round = (uint8_t)(desk->game.table.play_round + 1);
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_status_phase(struct game *game, const struct event *event)
{
    game->table.play_round = event->public_part.play_round;
    for (uint8_t player = 0; player < game->setup.players; player++) {
        struct tableau *tableau = &game->table.players[player].tableau;
        for (uint8_t i = 0; i < tableau->genome_count; i++)
            tableau->exhausted[i] = false;
    }
}
