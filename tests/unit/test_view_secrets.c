/*
 * What is hidden must not show in any view, or a player learns cards from the network tab: a game
 * in which all that is hidden is something else looks the same.
 */
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"
#include "tests/support/view_reader.h"

enum { GAMES = 10 };

static struct log_play play;

/* Another card of the same kind: everything that may be seen of it is the same. */
static uint16_t another(uint16_t card)
{
    enum card_kind kind = card_kind_of(card);
    uint16_t first = catalogue_first_card[kind], end = catalogue_first_card[kind + 1];
    return card + 1 < end ? (uint16_t)(card + 1) : first;
}

static void exchange(uint16_t *cards, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cards[i] = another(cards[i]);
}

/* Each tile for another with the same back. */
static void exchange_tiles(struct tile_hand *hand)
{
    for (size_t i = 0; i < hand->count; i++) {
        enum tile_kind kind = catalogue_tiles[hand->tiles[i]].kind;
        do
            hand->tiles[i] = (uint16_t)((hand->tiles[i] + 1u) % catalogue_tile_count);
        while (catalogue_tiles[hand->tiles[i]].kind != kind);
    }
}

static void spoil_pick(struct pick *pick)
{
    exchange(pick->cards, pick->count);
    for (size_t i = 0; i < SEAL_BYTES; i++)
        pick->nonce[i] ^= 0xff;
}

/* Changes all that PLAYER alone may know. */
static void spoil_player(struct game *game, uint8_t player)
{
    struct seat_cards *cards = &game->table.players[player];
    exchange(cards->hand, cards->hand_count);
    exchange(cards->facedown, cards->facedown_count);
    if (!game->setup.options.open_tile_hands)
        exchange_tiles(&cards->tiles);
    spoil_pick(&cards->seal.pick);
    for (size_t i = 0; i < game->past_count[player]; i++) {
        struct past_pick *past = &game->past[player][i];
        exchange(past->hand, past->hand_count);
        spoil_pick(&past->pick);
    }
}

/* Changes all that nobody may know: hands that wait are not even their next owner's to see. */
static void spoil_decks(struct record *record)
{
    struct table *table = &record->game.table;
    exchange(table->factions.cards, table->factions.count);
    exchange(table->abilities.cards, table->abilities.count);
    exchange(table->upgrades.cards, table->upgrades.count);
    exchange(table->genomes.cards, table->genomes.count);
    for (size_t player = 0; player < PLAYERS_MAX; player++) {
        for (size_t i = 0; i < PLAYERS_MAX - 1; i++) {
            struct hand *hand = &table->players[player].queue[i];
            exchange(hand->cards, hand->count);
        }
    }
    memset(record->created.root, 0x5a, SEED_BYTES);
    memset(record->created.creator, 'x', 3);
}

static void assert_sees_nothing_of(enum audience audience, uint8_t own)
{
    static struct record spoiled;
    spoiled = play.record;
    spoil_decks(&spoiled);
    for (uint8_t player = 0; player < spoiled.game.setup.players; player++)
        if (player != own)
            spoil_player(&spoiled.game, player);
    struct buffer one = view_bytes(&play.record, audience), other = view_bytes(&spoiled, audience);
    if (one.length != other.length || memcmp(one.bytes, other.bytes, one.length) != 0)
        fail_msg("%s sees what is hidden: %.*s", audience_id(audience), (int)one.length, one.bytes);
    buffer_free(&one);
    buffer_free(&other);
}

static void nobody_sees_what_is_hidden(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        log_play_begin_started(&play, seed, &setup);
        while (play.record.game.table.stage == STAGE_SETUP) {
            assert_sees_nothing_of(AUDIENCE_PUBLIC, PLAYER_NONE);
            assert_sees_nothing_of(AUDIENCE_HOST, PLAYER_NONE);
            uint8_t player = (uint8_t)luck_below(&luck, setup.players);
            assert_sees_nothing_of((enum audience)(AUDIENCE_PLAYER + player), player);
            log_play_once(&play);
        }
        assert_sees_nothing_of(AUDIENCE_PUBLIC, PLAYER_NONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_sees_what_is_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
