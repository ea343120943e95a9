/*
 * The dealer of a real game, sealed picks, and signed heads: what must not be possible.
 */
#include <sodium.h>
#include <string.h>

#include "service/fairness/chain.h"
#include "service/fairness/commitment.h"
#include "service/fairness/seeds.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

static const char game[] = "01kb8q5n3c7v9x2d4f6g8h0j1k";

enum { PLAYERS = 5, DECK = 30 };

struct table_of_secrets {
    uint8_t root[SEED_BYTES];
    uint8_t entropy[PLAYERS_MAX][SEED_BYTES];
};

static struct table_of_secrets secrets(void)
{
    struct fixed_random fixed = {42};
    struct random_source source = random_fixed(&fixed);
    struct table_of_secrets made;
    random_fill(&source, made.root, sizeof made.root);
    random_fill(&source, made.entropy, sizeof made.entropy);
    return made;
}

static void begin(struct fair_dealer *dealer, const struct table_of_secrets *made)
{
    fair_dealer_begin(dealer, game, PLAYERS, made->root,
                      (const uint8_t(*)[SEED_BYTES])made->entropy);
}

/* A deck of 0, 1, 2, … as DEALER shuffles it. */
static void shuffled(const struct fair_dealer *dealer, uint16_t epoch, enum stream stream,
                     uint16_t ret_items[DECK])
{
    for (uint16_t i = 0; i < DECK; i++)
        ret_items[i] = i;
    dealer->dealer.shuffle(dealer->dealer.context, epoch, stream, ret_items, DECK);
}

static void every_deck_and_epoch_has_an_order_of_its_own(void **state)
{
    (void)state;
    struct table_of_secrets made = secrets();
    struct fair_dealer dealer;
    begin(&dealer, &made);
    uint16_t orders[2 * STREAMS][DECK];
    for (int i = 0; i < 2 * STREAMS; i++) {
        shuffled(&dealer, (uint16_t)(i / STREAMS), (enum stream)(i % STREAMS), orders[i]);
        bool seen[DECK] = {false};
        for (int k = 0; k < DECK; k++)
            seen[orders[i][k]] = true;
        for (int k = 0; k < DECK; k++)
            assert_true(seen[k]);
        for (int k = 0; k < i; k++)
            assert_memory_not_equal(orders[i], orders[k], sizeof orders[i]);
    }
    fair_dealer_end(&dealer);
}

static void dealing_again_deals_the_same(void **state)
{
    (void)state;
    struct table_of_secrets made = secrets();
    struct fair_dealer dealer;
    begin(&dealer, &made);
    uint16_t first[DECK], later[DECK], again[DECK];
    shuffled(&dealer, 0, STREAM_ABILITIES, first);
    shuffled(&dealer, 7, STREAM_ABILITIES, later);
    shuffled(&dealer, 0, STREAM_ABILITIES, again);
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, later, sizeof first);
    fair_dealer_end(&dealer);
}

static void every_players_entropy_and_every_game_change_the_deal(void **state)
{
    (void)state;
    struct table_of_secrets made = secrets();
    struct fair_dealer dealer;
    begin(&dealer, &made);
    uint16_t before[DECK], after[DECK];
    shuffled(&dealer, 0, STREAM_FACTIONS, before);
    fair_dealer_end(&dealer);
    for (int player = 0; player < PLAYERS; player++) {
        struct table_of_secrets other = made;
        other.entropy[player][31] ^= 1;
        begin(&dealer, &other);
        shuffled(&dealer, 0, STREAM_FACTIONS, after);
        assert_memory_not_equal(before, after, sizeof before);
        fair_dealer_end(&dealer);
    }
    fair_dealer_begin(&dealer, "01kb8q5n3c7v9x2d4f6g8h0j1m", PLAYERS, made.root,
                      (const uint8_t(*)[SEED_BYTES])made.entropy);
    shuffled(&dealer, 0, STREAM_FACTIONS, after);
    assert_memory_not_equal(before, after, sizeof before);
    fair_dealer_end(&dealer);
}

static void a_verifier_with_the_disclosed_seed_deals_the_same(void **state)
{
    (void)state;
    struct table_of_secrets made = secrets();
    struct fair_dealer server, verifier;
    begin(&server, &made);
    uint16_t dealt[DECK], checked[DECK];
    shuffled(&server, 3, STREAM_GENOMES, dealt);

    fair_dealer_begin(&verifier, game, PLAYERS, NULL, (const uint8_t(*)[SEED_BYTES])made.entropy);
    assert_true(verifier.known_seed);
    shuffled(&verifier, 3, STREAM_GENOMES, checked); /* nothing is disclosed yet */
    for (uint16_t i = 0; i < DECK; i++)
        assert_number(checked[i], i);
    verifier.epoch = 3;
    seed_of_epoch(game, made.root, 3, verifier.seed);
    shuffled(&verifier, 3, STREAM_GENOMES, checked);
    assert_memory_equal(checked, dealt, sizeof dealt);
    shuffled(&verifier, 4, STREAM_GENOMES, checked);
    for (uint16_t i = 0; i < DECK; i++)
        assert_number(checked[i], i);
    fair_dealer_end(&server);
    fair_dealer_end(&verifier);
}

static void ended_dealers_keep_no_secret(void **state)
{
    (void)state;
    struct table_of_secrets made = secrets();
    struct fair_dealer dealer;
    begin(&dealer, &made);
    uint16_t items[DECK];
    shuffled(&dealer, 0, STREAM_FACTIONS, items);
    fair_dealer_end(&dealer);
    static const struct fair_dealer wiped;
    assert_memory_equal(dealer.root, wiped.root, sizeof wiped.root);
    assert_memory_equal(dealer.seed, wiped.seed, sizeof wiped.seed);
    assert_memory_equal(dealer.entropy, wiped.entropy, sizeof wiped.entropy);
}

/* The rules take the speaker's slot from the shuffle of 0 … n - 1: its last item is what
 * uniform(n) would have been. */
static void the_last_item_of_a_shuffle_is_the_first_uniform_number(void **state)
{
    (void)state;
    struct table_of_secrets made = secrets();
    for (uint16_t count = 2; count <= PLAYERS_MAX; count++) {
        struct draw draw = draw_start(made.root, stream_label(STREAM_SPEAKER_SLOT));
        struct draw same = draw;
        uint16_t items[PLAYERS_MAX];
        for (uint16_t i = 0; i < count; i++)
            items[i] = i;
        draw_shuffle(&draw, items, count);
        assert_number(items[count - 1], draw_uniform(&same, count));
    }
}

static void a_shuffle_of_nothing_or_one_draws_no_word(void **state)
{
    (void)state;
    struct table_of_secrets made = secrets();
    struct draw draw = draw_start(made.root, "factions");
    uint16_t item = 9;
    draw_shuffle(&draw, &item, 0);
    draw_shuffle(&draw, &item, 1);
    assert_number(item, 9);
    assert_number(draw.block_index, 0);
}

static void uniform_numbers_stay_below_their_bound_and_reach_it(void **state)
{
    (void)state;
    struct table_of_secrets made = secrets();
    struct draw draw = draw_start(made.root, "abilities");
    int counts[6] = {0};
    for (int i = 0; i < 6000; i++) {
        uint32_t number = draw_uniform(&draw, 6);
        assert_true(number < 6);
        counts[number]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 800, 1200);
    assert_number(draw_uniform(&draw, 1), 0);
}

static struct pick pick_of_two(void)
{
    struct sent_cards sent = {.count = 2, .cards = {card_find("sol", 3), card_find("arborec", 7)}};
    uint8_t nonce[SEAL_BYTES];
    memset(nonce, 0x5a, sizeof nonce);
    struct pick pick;
    assert_true(pick_from_cards(&sent, nonce, &pick));
    return pick;
}

static void a_commitment_opens_only_to_what_was_sealed(void **state)
{
    (void)state;
    struct table_of_secrets made = secrets();
    struct fair_dealer fair;
    begin(&fair, &made);
    const struct dealer *dealer = &fair.dealer;
    struct pick pick = pick_of_two();
    uint8_t sealed[SEAL_BYTES];
    commitment_of(game, STEP_FACTION_DRAFT, 1, 2, &pick, sealed);
    assert_true(dealer->opens(dealer->context, STEP_FACTION_DRAFT, 1, 2, &pick, sealed));
    assert_false(dealer->opens(dealer->context, STEP_FACTION_DRAFT, 1, 3, &pick, sealed));
    assert_false(dealer->opens(dealer->context, STEP_FACTION_DRAFT, 2, 2, &pick, sealed));
    assert_false(dealer->opens(dealer->context, STEP_SPLICE, 1, 2, &pick, sealed));
    struct pick fewer = pick, other_nonce = pick;
    fewer.count = 1;
    other_nonce.nonce[0] ^= 1;
    assert_false(dealer->opens(dealer->context, STEP_FACTION_DRAFT, 1, 2, &fewer, sealed));
    assert_false(dealer->opens(dealer->context, STEP_FACTION_DRAFT, 1, 2, &other_nonce, sealed));
    sealed[31] ^= 1;
    assert_false(dealer->opens(dealer->context, STEP_FACTION_DRAFT, 1, 2, &pick, sealed));
    fair_dealer_end(&fair);
}

static void a_commitment_copied_from_another_game_opens_to_nothing(void **state)
{
    (void)state;
    struct table_of_secrets made = secrets();
    struct fair_dealer fair;
    begin(&fair, &made);
    struct pick pick = pick_of_two();
    uint8_t sealed[SEAL_BYTES];
    commitment_of("01kb8q5n3c7v9x2d4f6g8h0j1m", STEP_SPLICE, 1, 2, &pick, sealed);
    assert_false(fair.dealer.opens(fair.dealer.context, STEP_SPLICE, 1, 2, &pick, sealed));
    fair_dealer_end(&fair);
}

static void the_longest_pick_fits_into_its_opening(void **state)
{
    (void)state;
    struct pick pick = {.count = PICK_MAX};
    for (uint16_t card = 0; card < catalogue_card_count; card++)
        if (strlen(catalogue_cards[card].id) > strlen(catalogue_cards[pick.cards[0]].id))
            for (int i = 0; i < PICK_MAX; i++)
                pick.cards[i] = card;
    char opening[OPENING_MAX];
    size_t length = opening_text(game, STEP_STARTING_CARDS, 255, 7, &pick, opening);
    assert_number(length, strlen(opening));
    assert_non_null(strstr(opening, "|starting_cards|255|p8|"));
    assert_non_null(strstr(opening, catalogue_cards[pick.cards[3]].id));
}

static void cards_are_sorted_by_id_across_kinds(void **state)
{
    (void)state;
    struct sent_cards sent = {
        .count = 4,
        .cards = {card_find("brutal_genome", 13), card_find("advanced_carrier", 16),
                  card_find("sol", 3), card_find("abundance", 9)},
    };
    uint8_t nonce[SEAL_BYTES] = {1, 2, 3};
    struct pick pick;
    assert_true(pick_from_cards(&sent, nonce, &pick));
    assert_number(pick.count, 4);
    for (int i = 1; i < 4; i++)
        assert_true(
            strcmp(catalogue_cards[pick.cards[i - 1]].id, catalogue_cards[pick.cards[i]].id) < 0);
    assert_memory_equal(pick.nonce, nonce, sizeof nonce);
}

static void picks_that_could_never_be_legal_are_told_apart(void **state)
{
    (void)state;
    uint8_t nonce[SEAL_BYTES] = {0};
    struct pick pick = {.count = 77};
    struct sent_cards strange = {.count = 2, .cards = {0, CARD_NONE}};
    assert_false(pick_from_cards(&strange, nonce, &pick));
    struct sent_cards many = {.count = PICK_MAX + 1, .cards = {0, 1, 2, 3, 4}};
    assert_false(pick_from_cards(&many, nonce, &pick));
    assert_number(pick.count, 77);
    struct sent_cards none = {.count = 0};
    assert_true(pick_from_cards(&none, nonce, &pick));
    assert_number(pick.count, 0);
    struct sent_cards twice = {.count = 2, .cards = {5, 5}}; /* the rules say why not */
    assert_true(pick_from_cards(&twice, nonce, &pick));
    assert_number(pick.count, 2);
}

static void a_head_is_good_for_its_game_number_and_hash_only(void **state)
{
    (void)state;
    uint8_t public_key[PUBLIC_KEY_BYTES], secret_key[SECRET_KEY_BYTES], other_key[PUBLIC_KEY_BYTES];
    uint8_t unused[SECRET_KEY_BYTES];
    crypto_sign_keypair(public_key, secret_key);
    crypto_sign_keypair(other_key, unused);
    uint8_t hash[HASH_BYTES];
    memset(hash, 0xab, sizeof hash);
    uint8_t signature[SIGNATURE_BYTES];
    head_sign(game, 42, hash, secret_key, signature);
    assert_true(head_verify(game, 42, hash, public_key, signature));
    assert_false(head_verify(game, 43, hash, public_key, signature));
    assert_false(head_verify("01kb8q5n3c7v9x2d4f6g8h0j1m", 42, hash, public_key, signature));
    assert_false(head_verify(game, 42, hash, other_key, signature));
    hash[0] ^= 1;
    assert_false(head_verify(game, 42, hash, public_key, signature));
    hash[0] ^= 1;
    signature[10] ^= 1;
    assert_false(head_verify(game, 42, hash, public_key, signature));
}

static void a_stranger_can_check_a_head_from_its_description(void **state)
{
    (void)state;
    uint8_t public_key[PUBLIC_KEY_BYTES], secret_key[SECRET_KEY_BYTES];
    crypto_sign_keypair(public_key, secret_key);
    uint8_t hash[HASH_BYTES];
    event_hash("", 0, hash);
    uint8_t signature[SIGNATURE_BYTES];
    head_sign(game, 9007199254740991, hash, secret_key, signature);
    static const char signed_text[] =
        "spliced-head-v1|01kb8q5n3c7v9x2d4f6g8h0j1k|9007199254740991|"
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_number(crypto_sign_verify_detached(signature, (const unsigned char *)signed_text,
                                              strlen(signed_text), public_key),
                  0);
}

static void a_head_of_a_game_with_an_absurd_name_is_refused(void **state)
{
    (void)state;
    char name[1000];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    uint8_t zeros[SECRET_KEY_BYTES] = {0};
    assert_false(head_verify(name, 1, zeros, zeros, zeros));
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_deck_and_epoch_has_an_order_of_its_own),
        cmocka_unit_test(dealing_again_deals_the_same),
        cmocka_unit_test(every_players_entropy_and_every_game_change_the_deal),
        cmocka_unit_test(a_verifier_with_the_disclosed_seed_deals_the_same),
        cmocka_unit_test(ended_dealers_keep_no_secret),
        cmocka_unit_test(the_last_item_of_a_shuffle_is_the_first_uniform_number),
        cmocka_unit_test(a_shuffle_of_nothing_or_one_draws_no_word),
        cmocka_unit_test(uniform_numbers_stay_below_their_bound_and_reach_it),
        cmocka_unit_test(a_commitment_opens_only_to_what_was_sealed),
        cmocka_unit_test(a_commitment_copied_from_another_game_opens_to_nothing),
        cmocka_unit_test(the_longest_pick_fits_into_its_opening),
        cmocka_unit_test(cards_are_sorted_by_id_across_kinds),
        cmocka_unit_test(picks_that_could_never_be_legal_are_told_apart),
        cmocka_unit_test(a_head_is_good_for_its_game_number_and_hash_only),
        cmocka_unit_test(a_stranger_can_check_a_head_from_its_description),
        cmocka_unit_test(a_head_of_a_game_with_an_absurd_name_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
