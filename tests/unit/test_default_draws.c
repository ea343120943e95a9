/*
 * What is drawn for an absent player, against the right values of tests/vectors/defaults.json,
 * which another implementation computed. What a user would see go wrong: their own check of an
 * automatic pick comes to something else.
 */
#include <jansson.h>
#include <sodium.h>
#include <string.h>

#include "service/base/text.h"
#include "service/fairness/commitment.h"
#include "service/fairness/seeds.h"
#include "tests/support/cmocka_all.h"

static json_t *vectors;
static struct fair_dealer dealer;

static void bytes_of(const json_t *hex, uint8_t ret_bytes[32])
{
    const char *text = json_string_value(hex);
    if (!text || !hex_decode(text, strlen(text), ret_bytes, 32))
        fail_msg("the vectors have something that is not 64 hex digits");
}

static int begin(void **state)
{
    (void)state;
    json_error_t error;
    vectors = json_load_file(SOURCE_DIR "/tests/vectors/defaults.json", 0, &error);
    if (!vectors) {
        print_error("%s\n", error.text);
        return -1;
    }
    uint8_t root[SEED_BYTES];
    uint8_t entropy[PLAYERS_MAX][SEED_BYTES] = {{0}};
    const json_t *list = json_object_get(vectors, "entropy");
    size_t players = json_array_size(list);
    for (size_t player = 0; player < players; player++)
        bytes_of(json_array_get(list, player), entropy[player]);
    bytes_of(json_object_get(vectors, "root"), root);
    fair_dealer_begin(&dealer, json_string_value(json_object_get(vectors, "game")),
                      (uint8_t)players, root, (const uint8_t(*)[SEED_BYTES])entropy);
    return 0;
}

static int end(void **state)
{
    (void)state;
    fair_dealer_end(&dealer);
    json_decref(vectors);
    return 0;
}

static struct occasion read_occasion(const json_t *entry)
{
    const char *step = json_string_value(json_object_get(entry, "step"));
    const char *player = json_string_value(json_object_get(entry, "player"));
    return (struct occasion){
        .epoch = 0,
        .step = step_find(step, strlen(step)),
        .round = (uint8_t)json_integer_value(json_object_get(entry, "round")),
        .player = (uint8_t)(player[1] - '1'),
    };
}

static void choices_are_drawn_as_described(void **state)
{
    (void)state;
    const json_t *choices = json_object_get(vectors, "choices");
    assert_true(json_array_size(choices) > 0);
    for (size_t i = 0; i < json_array_size(choices); i++) {
        const json_t *entry = json_array_get(choices, i);
        struct occasion occasion = read_occasion(entry);
        uint32_t count = (uint32_t)json_integer_value(json_object_get(entry, "count"));
        assert_number(dealer.dealer.choose(&dealer, &occasion, count),
                      json_integer_value(json_object_get(entry, "index")));
    }
}

static void picks_are_sealed_as_described(void **state)
{
    (void)state;
    const json_t *seals = json_object_get(vectors, "seals");
    assert_true(json_array_size(seals) > 0);
    for (size_t i = 0; i < json_array_size(seals); i++) {
        const json_t *entry = json_array_get(seals, i);
        const json_t *cards = json_object_get(entry, "cards");
        struct occasion occasion = read_occasion(entry);
        struct pick pick = {.count = (uint8_t)json_array_size(cards)};
        for (size_t k = 0; k < json_array_size(cards); k++) {
            const char *id = json_string_value(json_array_get(cards, k));
            pick.cards[k] = card_find(id, strlen(id));
        }
        uint8_t commitment[SEAL_BYTES], right[32];
        dealer.dealer.seal(&dealer, &occasion, &pick, commitment);
        bytes_of(json_object_get(entry, "nonce"), right);
        assert_memory_equal(pick.nonce, right, sizeof right);
        bytes_of(json_object_get(entry, "commitment"), right);
        assert_memory_equal(commitment, right, sizeof right);
        assert_true(dealer.dealer.opens(&dealer, occasion.step, occasion.round, occasion.player,
                                        &pick, commitment));
    }
}

/* Nobody can know the choice, or guess a sealed card, from what was seen before. */
static void every_occasion_has_streams_of_its_own(void **state)
{
    (void)state;
    static const struct occasion occasions[] = {
        {0, STEP_SPLICE, 1, 0}, {0, STEP_SPLICE, 2, 0}, {0, STEP_SPLICE, 1, 1},
        {0, STEP_KINGS, 1, 0},  {1, STEP_SPLICE, 1, 0}, {0, STEP_SPLICE, 11, 0},
    };
    enum { OCCASIONS = sizeof occasions / sizeof *occasions };
    uint32_t drawn[OCCASIONS];
    struct pick sealed[OCCASIONS];
    for (size_t i = 0; i < OCCASIONS; i++) {
        uint8_t commitment[SEAL_BYTES];
        sealed[i] = (struct pick){.count = 1};
        drawn[i] = dealer.dealer.choose(&dealer, &occasions[i], UINT32_MAX);
        dealer.dealer.seal(&dealer, &occasions[i], &sealed[i], commitment);
        uint32_t word = (uint32_t)sealed[i].nonce[0] << 24 | (uint32_t)sealed[i].nonce[1] << 16 |
                        (uint32_t)sealed[i].nonce[2] << 8 | sealed[i].nonce[3];
        assert_int_not_equal(word, drawn[i]);
        for (size_t k = 0; k < i; k++) {
            assert_int_not_equal(drawn[k], drawn[i]);
            assert_memory_not_equal(sealed[k].nonce, sealed[i].nonce, SEAL_BYTES);
        }
    }
}

static void each_choice_is_drawn_about_as_often(void **state)
{
    (void)state;
    unsigned drawn[3] = {0};
    for (uint8_t round = 1; round <= 200; round++) {
        for (uint8_t player = 0; player < 3; player++) {
            struct occasion occasion = {0, STEP_SPLICE, round, player};
            drawn[dealer.dealer.choose(&dealer, &occasion, 3)]++;
        }
    }
    for (size_t i = 0; i < 3; i++)
        assert_in_range(drawn[i], 150, 250);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_drawn_as_described),
        cmocka_unit_test(picks_are_sealed_as_described),
        cmocka_unit_test(every_occasion_has_streams_of_its_own),
        cmocka_unit_test(each_choice_is_drawn_about_as_often),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
