#include "service/store/sqlite_known.h"

#include <string.h>

#include "service/base/hash.h"

static struct known_game *place_of(struct known_games *known, const char *game)
{
    return &known->list[hash_text(game) % KNOWN_GAMES];
}

struct known_game *known_find(struct known_games *known, const char *game)
{
    struct known_game *place = known ? place_of(known, game) : NULL;
    return place && strcmp(place->id, game) == 0 ? place : NULL;
}

void known_add(struct known_games *known, const char *game, const struct game_head *head)
{
    size_t length = strlen(game);
    if (!known || length != ULID_LENGTH)
        return;
    struct known_game *place = place_of(known, game);
    *place = (struct known_game){.head = *head};
    memcpy(place->id, game, length);
}

void known_forget(struct known_games *known)
{
    memset(known, 0, sizeof *known);
}
