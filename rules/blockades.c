#include "rules/blockades.h"

#include "rules/captures.h"
#include "rules/play.h"

bool blockades(const struct game *game, uint8_t blockader, uint8_t blockaded)
{
    const struct in_play *in_play = &game->table.in_play;
    for (uint8_t i = 0; i < in_play->blockade_count; i++) {
        const struct blockade *blockade = &in_play->blockades[i];
        if (blockade->blockader == blockader && blockade->blockaded == blockaded)
            return true;
    }
    return false;
}

const struct blockade *blockade_find(const struct in_play *in_play, uint32_t number)
{
    for (uint8_t i = 0; i < in_play->blockade_count; i++) {
        if (in_play->blockades[i].number == number)
            return &in_play->blockades[i];
    }
    return NULL;
}

static bool has_dock(const struct game *game, uint8_t player)
{
    return game->table.players[player].board[UNIT_SPACE_DOCK] > 0;
}

static bool possible(const struct game *game, uint8_t blockader, uint8_t blockaded)
{
    return blockader != blockaded && takes_part_in_play(game, blockader) &&
           takes_part_in_play(game, blockaded) && has_dock(game, blockaded);
}

enum refusal check_blockade(const struct game *game, uint8_t blockader, uint8_t blockaded)
{
    if (!possible(game, blockader, blockaded))
        return REFUSED_ILLEGAL_TARGET;
    return blockades(game, blockader, blockaded) ? REFUSED_ALREADY_DONE : ACCEPTED;
}

enum refusal decide_blockade(struct desk *desk, const struct command *command)
{
    const struct blockade_command *sent = &command->blockade;
    enum refusal refusal = check_blockade(&desk->game, sent->blockader, sent->blockaded);
    if (refusal != ACCEPTED)
        return refusal;
    struct event event = table_event(EVENT_BLOCKADE_BEGUN, command->player);
    event.public_part.blockade =
        (struct blockade){.number = desk->game.table.in_play.blockades_begun + 1,
                          .blockader = sent->blockader,
                          .blockaded = sent->blockaded};
    desk_emit(desk, &event);
    if (!desk->game.setup.options.blockade_return_owner_choice)
        return_all(desk, sent->blockaded, sent->blockader, BY_BLOCKADE);
    return ACCEPTED;
}

void apply_blockade_begun(struct game *game, const struct blockade *blockade)
{
    struct in_play *in_play = &game->table.in_play;
    in_play->blockades_begun = blockade->number;
    in_play->blockades[in_play->blockade_count++] = *blockade;
}

enum refusal check_blockade_number(const struct game *game, uint32_t number)
{
    const struct in_play *in_play = &game->table.in_play;
    if (number == 0 || number > in_play->blockades_begun)
        return REFUSED_NOT_FOUND;
    return blockade_find(in_play, number) != NULL ? ACCEPTED : REFUSED_ALREADY_DONE;
}

enum refusal decide_end_blockade(struct desk *desk, const struct command *command)
{
    struct event event = table_event(EVENT_BLOCKADE_ENDED, command->player);
    event.public_part.number = command->blockade_number;
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_blockade_ended(struct game *game, uint32_t number)
{
    struct in_play *in_play = &game->table.in_play;
    uint8_t kept = 0;
    for (uint8_t i = 0; i < in_play->blockade_count; i++) {
        if (in_play->blockades[i].number != number)
            in_play->blockades[kept++] = in_play->blockades[i];
    }
    while (in_play->blockade_count > kept)
        in_play->blockades[--in_play->blockade_count] = (struct blockade){0};
}

void end_void_blockades(struct desk *desk)
{
    const struct in_play *in_play = &desk->game.table.in_play;
    uint8_t i = 0;
    while (i < in_play->blockade_count) {
        const struct blockade *blockade = &in_play->blockades[i];
        if (possible(&desk->game, blockade->blockader, blockade->blockaded)) {
            i++;
            continue;
        }
        struct event event = automatic_event(EVENT_BLOCKADE_ENDED);
        event.public_part.number = blockade->number;
        desk_emit(desk, &event);
    }
}
