/*
 * Hidden stays hidden, in the running service. Two services with the same keys, clock and chance
 * are told the same; their games differ in one face-down card or tile of one player. Whatever
 * anybody else gets - answers with their heads, refusals, events, streams, what webhooks are told,
 * metrics, the log at its most talkative - is the same byte for byte.
 *
 * Deals and commitments are the two things that differ by right, as hashes of what is hidden. So
 * this program is linked with a shuffle that puts the other card in its place, and with commitments
 * that do not depend on the cards; everything else is the service as it is.
 *
 * Time: bytes being equal, so are lengths, and so is what is written, stored, sent and counted as
 * refusals and events. No answer to somebody else can depend on another's cards but through decide
 * and view_of. A pick is looked for in the own hand and nowhere else, and loops over the hands of
 * others run by numbers that everybody sees. So the work is counted, not timed: the cards that are
 * compared for a refusal are as many on both sides. Nobody waits for another's cards either: a
 * commit waits for its batch, which is written down whole whatever is in it.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/cards.h"
#include "service/fairness/commitment.h"
#include "service/fairness/seeds.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/paired_side.h"

/* Which card differs: one of the faction draft, a tile, or an ability of the splice. */
struct difference {
    const char *deck;      /* the label of its stream */
    const char *picked_in; /* the step in whose first round its owner picks it; NULL: never */
    const char *ends_at;   /* before this step it is not turned up; NULL: at no time */
    const char *body;      /* creates the game */
    bool by_seat;          /* its owner is the speaker, otherwise p1 */
    uint8_t watcher;       /* somebody else, who has a stream and a webhook */
};

static struct side sides[2];
static struct difference difference;
static bool swapped;        /* the side under way has the other card */
static uint16_t special[2]; /* the card of either side */
static bool has_dealt;
static atomic_ulong looked_at[2]; /* cards, for refusals to others */
static atomic_bool counts;

/* The names that the linker gives to what is wrapped. */
void real_draw_shuffle(struct draw *draw, uint16_t *items,
                       size_t count) __asm__("__real_draw_shuffle");
void wrap_draw_shuffle(struct draw *draw, uint16_t *items,
                       size_t count) __asm__("__wrap_draw_shuffle");
void real_commitment_of(const char *game, enum step step, uint8_t round, uint8_t player,
                        const struct pick *pick,
                        uint8_t ret_commitment[SEAL_BYTES]) __asm__("__real_commitment_of");
void wrap_commitment_of(const char *game, enum step step, uint8_t round, uint8_t player,
                        const struct pick *pick,
                        uint8_t ret_commitment[SEAL_BYTES]) __asm__("__wrap_commitment_of");
bool real_cards_contain(const uint16_t *cards, uint8_t count,
                        uint16_t card) __asm__("__real_cards_contain");
bool wrap_cards_contain(const uint16_t *cards, uint8_t count,
                        uint16_t card) __asm__("__wrap_cards_contain");

/* The top card changes places with the last one, which nobody gets. */
void wrap_draw_shuffle(struct draw *draw, uint16_t *items, size_t count)
{
    real_draw_shuffle(draw, items, count);
    if (strcmp(draw->label, difference.deck) != 0 || has_dealt)
        return;
    has_dealt = true;
    special[0] = items[0];
    special[1] = items[count - 1];
    if (swapped) {
        items[0] = special[1];
        items[count - 1] = special[0];
    }
}

void wrap_commitment_of(const char *game, enum step step, uint8_t round, uint8_t player,
                        const struct pick *pick, uint8_t ret_commitment[SEAL_BYTES])
{
    struct pick blank = {.count = 0};
    memcpy(blank.nonce, pick->nonce, sizeof blank.nonce);
    real_commitment_of(game, step, round, player, &blank, ret_commitment);
}

/* The cards that are compared until CARD is found. */
bool wrap_cards_contain(const uint16_t *cards, uint8_t count, uint16_t card)
{
    bool found = real_cards_contain(cards, count, card);
    if (!atomic_load(&counts))
        return found;
    uint8_t looked = 0;
    while (looked < count && cards[looked] != card)
        looked++;
    atomic_fetch_add(&looked_at[swapped], looked + 1u);
    return found;
}

static bool is_tile(void)
{
    return strncmp(difference.deck, "tiles", 5) == 0;
}

static const char *special_id(int which)
{
    return is_tile() ? catalogue_tiles[special[which]].id : catalogue_cards[special[which]].id;
}

/* Whether OPTION, an id or a tile with its positions, is the card or tile that differs. */
static bool is_special(const json_t *option)
{
    const json_t *tile = json_object_get(option, "tile");
    const char *id = json_string_value(tile ? tile : option);
    return has_dealt && id && strcmp(id, special_id(swapped)) == 0;
}

static const char *target_of(const struct side *side, const char *rest)
{
    static char target[256];
    snprintf(target, sizeof target, "/v1/games/%s%s", side->game, rest);
    return target;
}

static json_t *view_for(struct side *side, const char *token)
{
    struct buffer answer = side_ask(side, "GET", target_of(side, ""), token, NULL);
    json_t *view = side_json(&answer, "200");
    buffer_free(&answer);
    return view;
}

static enum card_kind kind_of(const char *id)
{
    for (uint16_t card = 0; card < catalogue_card_count; card++)
        if (strcmp(catalogue_cards[card].id, id) == 0)
            return catalogue_cards[card].kind;
    fail_msg("%s is no card", id);
    return CARD_ABILITY;
}

/* The first ones of each kind but the special card. */
static json_t *starting_cards_without_it(const json_t *options)
{
    unsigned left[CARD_KINDS] = {[CARD_ABILITY] = 2, [CARD_UNIT_UPGRADE] = 1, [CARD_GENOME] = 1};
    json_t *cards = json_array();
    for (size_t i = 0; i < json_array_size(options); i++) {
        json_t *option = json_array_get(options, i);
        enum card_kind kind = kind_of(json_string_value(option));
        if (left[kind] == 0 || is_special(option))
            continue;
        left[kind]--;
        json_array_append(cards, option);
    }
    return json_pack("{s:o}", "cards", cards);
}

/* The special one if WANTED and there; otherwise the first other one. */
static json_t *option_of(const json_t *options, bool wanted)
{
    json_t *chosen = NULL;
    for (size_t i = 0; i < json_array_size(options); i++) {
        json_t *option = json_array_get(options, i);
        if (is_special(option) ? wanted : !chosen)
            chosen = option;
    }
    if (!chosen)
        fail_msg("the owner has no choice");
    return chosen;
}

static json_t *owners_commit(const json_t *action)
{
    const char *step = text_at(action, "step");
    const json_t *options = json_object_get(action, "options");
    if (strcmp(step, "starting_cards") == 0)
        return starting_cards_without_it(options);
    json_int_t round = number_at(action, "round");
    bool wanted = difference.picked_in && strcmp(step, difference.picked_in) == 0 && round == 1;
    return json_pack("{s:I, s:[O]}", "round", round, "cards", option_of(options, wanted));
}

static json_t *owners_tile(const json_t *action)
{
    const json_t *option = option_of(json_object_get(action, "options"), false);
    return json_pack("{s:O, s:O}", "tile", json_object_get(option, "tile"), "position",
                     json_array_get(json_object_get(option, "positions"), 0));
}

/* What the owner sends: the special card as early as it can be picked, and never where it would
 * turn up; everything else as on the other side. */
static json_t *owners_body(const json_t *action)
{
    const char *word = text_at(action, "action");
    if (strcmp(word, "commit") == 0 && !is_tile())
        return owners_commit(action);
    if (strcmp(word, "home_system") == 0 && !is_tile())
        return json_pack("{s:O}", "faction", option_of(json_object_get(action, "options"), false));
    if (strcmp(word, "tile") == 0)
        return owners_tile(action);
    return json_incref(json_object_get(action, "example"));
}

static int owner_of(const json_t *view)
{
    if (!difference.by_seat)
        return 0;
    const char *speaker = json_string_value(json_object_get(view, "speaker"));
    return speaker ? speaker[1] - '1' : -1;
}

/* Somebody who is waited for does something. */
static void move(struct side *side, const json_t *view)
{
    int owner = owner_of(view);
    size_t player = waiting_player(view, 0);
    json_t *own = view_for(side, side->tokens[player]);
    const json_t *action = required_action(own);
    assert_non_null(action);
    json_t *body = (int)player == owner ? owners_body(action)
                                        : json_incref(json_object_get(action, "example"));
    char *text = json_dumps(body, JSON_COMPACT);
    struct buffer answer =
        side_ask(side, "POST", text_at(action, "href"), side->tokens[player], text);
    json_t *after = side_json(&answer, "200");
    struct buffer *kept = (int)player == owner ? &side->private : &side->trace;
    buffer_append(kept, answer.bytes, answer.length);
    side_settle(side, number_at(after, "version"));
    buffer_free(&answer);
    free(text);
    json_decref(after);
    json_decref(body);
    json_decref(own);
}

/* Everything that PLAYER's, or somebody else's, TOKEN can read. */
static void read_all(struct side *side, const char *token)
{
    static const char *const rests[] = {
        "",
        "/blockers",
        "/events?limit=200",
        "/events?after=7&limit=3",
        "/head",
        "/transcript",
        "/tableaus",
        "/tableaus/p2",
        "/map.svg",
        "/webhooks",
        "/orders",
        "/orders/plastic",
        "/players/p1/quiet_hours",
        "/nowhere",
    };
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++)
        side_keep(side, &side->trace, "GET", target_of(side, rests[i]), token, NULL);
    side_keep(side, &side->trace, "HEAD", target_of(side, ""), token, NULL);
    side_keep(side, &side->trace, "GET", "/v1/games", token, NULL);
}

/* What TOKEN is refused when it names either card, wherever a card can be named. */
static void try_all(struct side *side, const char *token)
{
    static const struct {
        const char *rest;
        const char *format;
    } tries[] = {
        {"/faction_draft/commit", "{\"round\":1,\"cards\":[\"%s\"]}"},
        {"/seating/commit", "{\"cards\":[\"%s\"]}"},
        {"/home_systems", "{\"faction\":\"%s\"}"},
        {"/galaxy/tiles", "{\"tile\":\"%s\",\"position\":1}"},
        {"/splice/commit", "{\"round\":2,\"cards\":[\"%s\"]}"},
        {"/starting_cards/commit", "{\"cards\":[\"%s\"]}"},
    };
    atomic_store(&counts, true);
    for (size_t i = 0; has_dealt && i < 2 * sizeof tries / sizeof *tries; i++) {
        char body[256];
        snprintf(body, sizeof body, tries[i / 2].format, special_id(i % 2));
        side_keep(side, &side->trace, "POST", target_of(side, tries[i / 2].rest), token, body);
    }
    atomic_store(&counts, false);
}

/* Everybody else looks at the public view; all the rest is looked at by one of them in turn. */
static void look(struct side *side, const json_t *view, unsigned turn)
{
    int owner = owner_of(view);
    const char *others[PLAYERS_MAX + 3] = {NULL, side->host, side->operator};
    size_t count = 3;
    for (uint8_t player = 0; player < side->players; player++)
        if ((int)player != owner)
            others[count++] = side->tokens[player];
    for (size_t i = 0; i < count; i++)
        side_keep(side, &side->trace, "GET", target_of(side, ""), others[i], NULL);
    read_all(side, others[turn % count]);
    side_keep(side, &side->trace, "GET", "/metrics", side->operator, NULL);
    side_keep(side, &side->trace, "GET", "/v1/events?limit=200", side->operator, NULL);
    if (owner >= 0 && turn % count >= 3)
        try_all(side, others[turn % count]);
    if (owner >= 0)
        side_keep(side, &side->private, "GET", target_of(side, ""), side->tokens[owner], NULL);
}

/* Whether what would happen next would show the card by right. */
static bool is_over(struct side *side, const json_t *view)
{
    const char *step = json_string_value(value_at(view, "step/id"));
    if (!step || (difference.ends_at && strcmp(step, difference.ends_at) == 0))
        return true;
    int owner = owner_of(view);
    if (!is_tile() || strcmp(step, "galaxy") != 0 || owner < 0)
        return false;
    /* The last tile in hand would be it. */
    json_t *own = view_for(side, side->tokens[owner]);
    bool last = json_array_size(value_at(own, "you/tiles")) == 1;
    json_decref(own);
    return last;
}

static bool one_turn(struct side *side, unsigned turn)
{
    json_t *view = view_for(side, NULL);
    bool over = is_over(side, view);
    look(side, view, turn);
    side_mark(side, number_at(view, "version"));
    if (!over)
        move(side, view);
    json_decref(view);
    /* The move that opens the step in which the card turns up shows it by right. */
    view = view_for(side, NULL);
    if (!over && difference.ends_at && is_over(side, view)) {
        side_cut(side);
        over = true;
    }
    json_decref(view);
    return !over;
}

/* What the owner wishes and when the owner sleeps differs too. The step never comes. */
static void leave_notes(struct side *side)
{
    static const char *const orders[] = {"{\"wishes\":[\"yellow\"]}", "{\"wishes\":[\"red\"]}"};
    static const char *const hours[] = {
        "{\"zone\":\"UTC\",\"from\":\"22:00\",\"until\":\"08:00\"}",
        "{\"zone\":\"UTC\",\"from\":\"01:00\",\"until\":\"02:00\"}"};
    if (difference.by_seat)
        return;
    side_keep(side, &side->private, "PUT", target_of(side, "/orders/plastic"), side->tokens[0],
              orders[swapped]);
    side_keep(side, &side->private, "PUT", target_of(side, "/players/p1/quiet_hours"),
              side->tokens[0], hours[swapped]);
    if (!memmem(side->private.bytes, side->private.length, "\r\n\r\n{\"wishes\":", 14) ||
        !memmem(side->private.bytes, side->private.length, "\r\n\r\n{\"zone\":", 12))
        fail_msg("no notes are kept");
}

static void play_side(struct side *side, struct receiver *receiver, bool other)
{
    swapped = other;
    has_dealt = false;
    atomic_store(&looked_at[other], 0);
    side_begin(side, receiver, difference.body, difference.watcher);
    leave_notes(side);
    for (unsigned turn = 0; one_turn(side, turn); turn++)
        continue;
    side_end(side);
    assert_true(has_dealt);
}

static void must_be_equal(const struct buffer *one, const struct buffer *other, const char *what)
{
    assert_false(buffer_failed(one) || buffer_failed(other));
    size_t length = one->length < other->length ? one->length : other->length;
    size_t place = 0;
    while (place < length && one->bytes[place] == other->bytes[place])
        place++;
    if (place == one->length && place == other->length)
        return;
    size_t start = place > 300 ? place - 300 : 0;
    fail_msg("%s: differs at byte %zu:\n%.600s\n---\n%.600s", what, place, one->bytes + start,
             other->bytes + start);
}

/* Plays both, and compares all that was said; and sees that there was something to be hidden. */
static void play_pair(struct difference wanted)
{
    difference = wanted;
    struct receiver *receiver = receiver_new();
    for (int i = 0; i < 2; i++)
        play_side(&sides[i], receiver, i == 1);
    receiver_free(receiver);
    must_be_equal(&sides[0].trace, &sides[1].trace, "answers to others");
    for (size_t i = 0; i < SIDE_STREAMS; i++)
        must_be_equal(&sides[0].streams[i].got, &sides[1].streams[i].got, "a stream");
    must_be_equal(&sides[0].told, &sides[1].told, "what webhooks are told");
    must_be_equal(&sides[0].log, &sides[1].log, "the log");
    assert_true(is_tile() || atomic_load(&looked_at[0]) > 0);
    assert_number(atomic_load(&looked_at[0]), atomic_load(&looked_at[1]));
    assert_true(sides[0].told.length > 0 && sides[0].log.length > 0);
    assert_true(memmem(sides[0].private.bytes, sides[0].private.length, special_id(0),
                       strlen(special_id(0))) != NULL);
    assert_true(sides[0].private.length != sides[1].private.length ||
                memcmp(sides[0].private.bytes, sides[1].private.bytes, sides[0].private.length) !=
                    0);
    for (int i = 0; i < 2; i++)
        side_free(&sides[i]);
}

#define BODY(options, map)                                                                         \
    "{\"name\":\"Friday table\",\"players\":4,\"options\":{\"disclosure\":\"never\"" options       \
    "},\"map\":{\"mode\":\"" map "\"}}"

static void a_facedown_faction_card_shows_in_nothing(void **state)
{
    (void)state;
    play_pair((struct difference){.deck = "factions",
                                  .picked_in = "faction_draft",
                                  .ends_at = "starting_units",
                                  .body = BODY("", "none"),
                                  .watcher = 1});
}

static void a_card_that_is_passed_at_once_shows_in_nothing(void **state)
{
    (void)state;
    play_pair((struct difference){.deck = "factions",
                                  .picked_in = "faction_draft",
                                  .ends_at = "starting_units",
                                  .body = BODY(",\"passing\":\"pipelined\"", "none"),
                                  .watcher = 1});
}

static void a_tile_in_a_hand_shows_in_nothing(void **state)
{
    (void)state;
    play_pair((struct difference){
        .deck = "tiles_blue", .body = BODY("", "build"), .by_seat = true, .watcher = 1});
}

static void a_spliced_card_that_is_not_kept_shows_in_nothing(void **state)
{
    (void)state;
    play_pair((struct difference){.deck = "abilities",
                                  .picked_in = "splice",
                                  .body = BODY("", "none"),
                                  .by_seat = true,
                                  .watcher = 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_facedown_faction_card_shows_in_nothing),
        cmocka_unit_test(a_card_that_is_passed_at_once_shows_in_nothing),
        cmocka_unit_test(a_tile_in_a_hand_shows_in_nothing),
        cmocka_unit_test(a_spliced_card_that_is_not_kept_shows_in_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
