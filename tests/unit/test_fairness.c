/*
 * The right values of tests/vectors/fairness.json, which another implementation computed:
 * every one of them must come out here.
 */
#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"
#include "service/fairness/chain.h"
#include "service/fairness/commitment.h"
#include "service/fairness/seeds.h"
#include "tests/support/cmocka_all.h"

static json_t *vectors;

static int read_vectors(void **state)
{
    (void)state;
    json_error_t error;
    vectors = json_load_file(SOURCE_DIR "/tests/vectors/fairness.json", 0, &error);
    if (!vectors)
        print_error("%s\n", error.text);
    return vectors ? 0 : -1;
}

static int free_vectors(void **state)
{
    (void)state;
    json_decref(vectors);
    return 0;
}

static const json_t *member(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    if (!value)
        fail_msg("the vectors have no %s", name);
    return value;
}

static const char *text_member(const json_t *object, const char *name)
{
    const char *text = json_string_value(member(object, name));
    if (!text)
        fail_msg("%s is no text", name);
    return text;
}

static json_int_t number_member(const json_t *object, const char *name)
{
    assert_true(json_is_integer(member(object, name)));
    return json_integer_value(member(object, name));
}

static void bytes_of(const char *hex, uint8_t ret_bytes[32])
{
    if (!hex_decode(hex, strlen(hex), ret_bytes, 32))
        fail_msg("not 64 hex digits: %s", hex);
}

static void assert_hex(const uint8_t bytes[32], const char *want)
{
    char hex[65];
    hex_encode(bytes, 32, hex);
    assert_string_equal(hex, want);
}

static uint8_t player_of(const char *name)
{
    assert_true(name[0] == 'p' && name[1] >= '1' && name[1] <= '8' && name[2] == '\0');
    return (uint8_t)(name[1] - '1');
}

static struct pick pick_of(const json_t *vector)
{
    const json_t *ids = member(vector, "cards");
    struct sent_cards sent = {.count = (uint8_t)json_array_size(ids)};
    assert_in_range(sent.count, 1, PICK_MAX);
    for (uint8_t i = 0; i < sent.count; i++) {
        const char *id = json_string_value(json_array_get(ids, i));
        sent.cards[i] = card_find(id, strlen(id));
    }
    uint8_t nonce[SEAL_BYTES];
    bytes_of(text_member(vector, "nonce"), nonce);
    struct pick pick;
    assert_true(pick_from_cards(&sent, nonce, &pick));
    return pick;
}

static void picks_have_the_right_openings_and_commitments(void **state)
{
    (void)state;
    size_t index;
    const json_t *vector;
    assert_number(json_array_size(member(vectors, "picks")), 4);
    json_array_foreach(member(vectors, "picks"), index, vector)
    {
        const char *game = text_member(vector, "game");
        const char *step_name = text_member(vector, "step");
        enum step step = step_find(step_name, strlen(step_name));
        uint8_t round = (uint8_t)number_member(vector, "round");
        uint8_t player = player_of(text_member(vector, "player"));
        struct pick pick = pick_of(vector);
        char opening[OPENING_MAX];
        size_t length = opening_text(game, step, round, player, &pick, opening);
        assert_string_equal(opening, text_member(vector, "opening"));
        assert_number(length, strlen(opening));
        uint8_t commitment[SEAL_BYTES];
        commitment_of(game, step, round, player, &pick, commitment);
        assert_hex(commitment, text_member(vector, "commitment"));
    }
}

static void assert_seed(const char *game, const uint8_t root[SEED_BYTES], uint16_t epoch,
                        const char *want)
{
    uint8_t seed[SEED_BYTES];
    seed_of_epoch(game, root, epoch, seed);
    assert_hex(seed, want);
}

static void seeds_form_the_right_chain(void **state)
{
    (void)state;
    const json_t *seeds = member(vectors, "seeds");
    const char *game = text_member(seeds, "game");
    uint8_t root[SEED_BYTES];
    bytes_of(text_member(seeds, "root"), root);
    assert_seed(game, root, 1023, text_member(seeds, "root"));
    assert_seed(game, root, 1022, text_member(seeds, "seed[1022]"));
    assert_seed(game, root, 1, text_member(seeds, "seed[1]"));
    assert_seed(game, root, 0, text_member(seeds, "seed[0]"));

    uint8_t link[SEED_BYTES];
    bytes_of(text_member(seeds, "seed[1]"), link);
    seed_link(game, 1, link, link);
    assert_hex(link, text_member(seeds, "seed[0]"));
    seed_link(game, 0, link, link);
    assert_hex(link, text_member(seeds, "seed_commitment"));
}

/* The deal seed of EPOCH in the game of the vectors. */
static void vector_deal_seed(uint16_t epoch, uint8_t ret_deal_seed[SEED_BYTES])
{
    const json_t *seeds = member(vectors, "seeds");
    const char *game = text_member(seeds, "game");
    uint8_t seed[SEED_BYTES];
    bytes_of(text_member(seeds, "root"), seed);
    seed_of_epoch(game, seed, epoch, seed);
    uint8_t entropy[PLAYERS_MAX][SEED_BYTES];
    const json_t *texts = member(seeds, "entropy");
    uint8_t players = (uint8_t)json_array_size(texts);
    assert_in_range(players, PLAYERS_MIN, PLAYERS_MAX);
    for (uint8_t i = 0; i < players; i++)
        bytes_of(json_string_value(json_array_get(texts, i)), entropy[i]);
    deal_seed(game, epoch, seed, players, (const uint8_t(*)[SEED_BYTES])entropy, ret_deal_seed);
}

static void deal_seeds_mix_in_the_players_entropy(void **state)
{
    (void)state;
    const json_t *seeds = member(vectors, "seeds");
    uint8_t mixed[SEED_BYTES];
    vector_deal_seed(0, mixed);
    assert_hex(mixed, text_member(seeds, "deal_seed(0)"));
    vector_deal_seed(1, mixed);
    assert_hex(mixed, text_member(seeds, "deal_seed(1)"));
}

static void words_come_in_the_right_order(void **state)
{
    (void)state;
    const json_t *words = member(vectors, "words");
    uint8_t mixed[SEED_BYTES];
    vector_deal_seed(0, mixed);
    struct draw draw = draw_start(mixed, text_member(words, "label"));
    size_t index;
    const json_t *word;
    assert_number(json_array_size(member(words, "first_20")), 20);
    json_array_foreach(member(words, "first_20"), index, word)
        assert_number(draw_word(&draw), json_integer_value(word));
}

static void uniform_numbers_reject_the_same_words(void **state)
{
    (void)state;
    const json_t *uniform = member(vectors, "uniform");
    const json_t *values = member(uniform, "values");
    uint8_t mixed[SEED_BYTES];
    vector_deal_seed(0, mixed);
    struct draw draw = draw_start(mixed, text_member(uniform, "label"));
    size_t index;
    const json_t *bound;
    assert_number(json_array_size(member(uniform, "n")), json_array_size(values));
    json_array_foreach(member(uniform, "n"), index, bound)
    {
        uint32_t got = draw_uniform(&draw, (uint32_t)json_integer_value(bound));
        assert_number(got, json_integer_value(json_array_get(values, index)));
    }
}

/* The kind of the cards whose deck has this label. */
static enum card_kind kind_of(const char *label)
{
    for (enum card_kind kind = CARD_FACTION; kind <= CARD_GENOME; kind++)
        if (strcmp(card_kind_id(kind), label) == 0)
            return kind;
    fail_msg("no deck is called %s", label);
    return CARD_KINDS;
}

/* All cards of a kind as the deck of the vectors had them, in ASCII order. */
static size_t deck_of(enum card_kind kind, uint16_t *ret_cards)
{
    size_t count = 0;
    for (uint16_t card = catalogue_first_card[kind]; card < catalogue_first_card[kind + 1]; card++)
        ret_cards[count++] = card;
    return count;
}

static void decks_are_shuffled_into_the_right_order(void **state)
{
    (void)state;
    size_t index;
    const json_t *shuffle;
    assert_number(json_array_size(member(vectors, "shuffles")), 5);
    json_array_foreach(member(vectors, "shuffles"), index, shuffle)
    {
        const char *label = text_member(shuffle, "label");
        const json_t *order = member(shuffle, "order");
        uint16_t cards[ABILITIES_MAX];
        size_t count = deck_of(kind_of(label), cards);
        assert_number(count, json_array_size(order));
        uint8_t mixed[SEED_BYTES];
        vector_deal_seed((uint16_t)number_member(shuffle, "epoch"), mixed);
        struct draw draw = draw_start(mixed, label);
        draw_shuffle(&draw, cards, count);
        for (size_t i = 0; i < count; i++)
            assert_string_equal(catalogue_cards[cards[i]].id,
                                json_string_value(json_array_get(order, i)));
    }
}

static void events_have_the_right_hashes(void **state)
{
    (void)state;
    char before[65] = "0000000000000000000000000000000000000000000000000000000000000000";
    size_t index;
    const json_t *entry;
    assert_number(json_array_size(member(vectors, "log")), 2);
    json_array_foreach(member(vectors, "log"), index, entry)
    {
        const char *canonical = text_member(entry, "jcs");
        uint8_t hash[HASH_BYTES];
        event_hash(canonical, strlen(canonical), hash);
        assert_hex(hash, text_member(entry, "hash"));
        const json_t *event = member(entry, "event");
        char *compact = json_dumps(event, JSON_COMPACT | JSON_SORT_KEYS);
        assert_string_equal(compact, canonical);
        free(compact);
        assert_string_equal(text_member(event, "prev"), before);
        hex_encode(hash, HASH_BYTES, before);
    }
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picks_have_the_right_openings_and_commitments),
        cmocka_unit_test(seeds_form_the_right_chain),
        cmocka_unit_test(deal_seeds_mix_in_the_players_entropy),
        cmocka_unit_test(words_come_in_the_right_order),
        cmocka_unit_test(uniform_numbers_reject_the_same_words),
        cmocka_unit_test(decks_are_shuffled_into_the_right_order),
        cmocka_unit_test(events_have_the_right_hashes),
    };
    return cmocka_run_group_tests(tests, read_vectors, free_vectors);
}
