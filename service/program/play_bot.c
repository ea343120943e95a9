#include "service/program/play_bot.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONCE_BYTES = 32, OPENING_BYTES = 1024, CARDS_MAX = 8 };

bool play_way_find(const char *word, enum play_way *ret_way)
{
    static const char *const words[] = {"server", "client", "withheld", "mixed"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) == 0) {
            *ret_way = (enum play_way)i;
            return true;
        }
    }
    return false;
}

static void fill_seeded(void *context, void *ret_bytes, size_t length)
{
    struct seeded_random *seeded = context;
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES];
    seeded->drawn++;
    memcpy(nonce, &seeded->drawn, sizeof nonce);
    crypto_stream_chacha20(ret_bytes, length, nonce, seeded->key);
}

struct random_source random_seeded(struct seeded_random *seeded, uint64_t seed)
{
    *seeded = (struct seeded_random){.drawn = 0};
    memcpy(seeded->key, &seed, sizeof seed);
    return (struct random_source){fill_seeded, seeded};
}

uint32_t random_below(const struct random_source *random, uint32_t bound)
{
    uint32_t word;
    do
        random_fill(random, &word, sizeof word);
    while (word >= UINT32_MAX - UINT32_MAX % bound);
    return word % bound;
}

static json_t *one_of(struct play_bot *bot, const json_t *options)
{
    size_t count = json_array_size(options);
    if (count == 0)
        return NULL;
    return json_array_get(options, random_below(&bot->random, (uint32_t)count));
}

/* Adds CHOOSE different elements of OPTIONS, by chance, to CARDS. */
static bool draw_cards(struct play_bot *bot, const json_t *options, json_int_t choose,
                       json_t *cards)
{
    json_t *left = json_copy((json_t *)options);
    bool fine = left && choose <= (json_int_t)json_array_size(left);
    for (json_int_t i = 0; fine && i < choose; i++) {
        size_t index = random_below(&bot->random, (uint32_t)json_array_size(left));
        fine = json_array_append(cards, json_array_get(left, index)) == 0 &&
               json_array_remove(left, index) == 0;
    }
    json_decref(left);
    return fine;
}

/* A number of cards among the options, or, for the starting cards, a number of each kind among
 * the cards that were kept. */
static json_t *choose_cards(struct play_bot *bot, const json_t *you, const json_t *action)
{
    const json_t *choose = json_object_get(action, "choose");
    json_t *cards = json_array();
    bool fine = cards != NULL;
    if (json_is_object(choose)) {
        const char *kind;
        json_t *number;
        json_object_foreach((json_t *)choose, kind, number) fine =
            fine && draw_cards(bot, json_object_get(json_object_get(you, "kept"), kind),
                               json_integer_value(number), cards);
    } else {
        fine = fine && draw_cards(bot, json_object_get(action, "options"),
                                  json_integer_value(choose), cards);
    }
    if (fine)
        return cards;
    json_decref(cards);
    return NULL;
}

static int compare_ids(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The ids in ASCII order, joined with commas. */
static bool join_cards(const json_t *cards, char *ret_text, size_t size)
{
    const char *ids[CARDS_MAX];
    size_t count = json_array_size(cards);
    size_t length = 0;
    if (count > CARDS_MAX)
        return false;
    for (size_t i = 0; i < count; i++)
        ids[i] = json_string_value(json_array_get(cards, i));
    qsort(ids, count, sizeof *ids, compare_ids);
    ret_text[0] = '\0';
    for (size_t i = 0; i < count && length < size; i++)
        length += (size_t)snprintf(ret_text + length, size - length, "%s%s", i ? "," : "", ids[i]);
    return length < size;
}

/* The commitment as any client would make it: from the text, with nothing but SHA-256. */
static bool seal(const struct play_bot *bot, const json_t *action, const json_t *cards,
                 const char *nonce, char ret_commitment[2 * crypto_hash_sha256_BYTES + 1])
{
    char joined[OPENING_BYTES / 2];
    char opening[OPENING_BYTES];
    uint8_t hash[crypto_hash_sha256_BYTES];
    const char *step = json_string_value(json_object_get(action, "step"));
    long long round = json_integer_value(json_object_get(action, "round"));
    if (!step || !join_cards(cards, joined, sizeof joined))
        return false;
    int written = snprintf(opening, sizeof opening, "spliced-pick-v1|%s|%s|%lld|%s|%s|%s",
                           bot->game, step, round, bot->player, joined, nonce);
    if (written < 0 || (size_t)written >= sizeof opening)
        return false;
    crypto_hash_sha256(hash, (const unsigned char *)opening, strlen(opening));
    hex_encode(hash, sizeof hash, ret_commitment);
    return true;
}

/* Who seals this pick. A hand that is passed on at once has to go without the card. */
static enum play_way choose_way(struct play_bot *bot, const json_t *action)
{
    const char *step = json_string_value(json_object_get(action, "step"));
    bool from_hand = step && (strcmp(step, "faction_draft") == 0 || strcmp(step, "splice") == 0);
    enum play_way way =
        bot->way == PLAY_MIXED ? (enum play_way)random_below(&bot->random, PLAY_MIXED) : bot->way;
    return way == PLAY_WITHHELD && from_hand && bot->passes_at_once ? PLAY_BY_CLIENT : way;
}

static json_t *choose_commit(struct play_bot *bot, const json_t *you, const json_t *action)
{
    char nonce[2 * NONCE_BYTES + 1];
    char commitment[2 * crypto_hash_sha256_BYTES + 1];
    uint8_t bytes[NONCE_BYTES];
    json_t *round = json_object_get(action, "round");
    json_t *cards = choose_cards(bot, you, action);
    if (!cards)
        return NULL;
    enum play_way way = choose_way(bot, action);
    json_decref(bot->withheld);
    bot->withheld = NULL;
    if (way == PLAY_BY_SERVER)
        return json_pack("{s:O, s:o}", "round", round, "cards", cards);
    random_fill(&bot->random, bytes, sizeof bytes);
    hex_encode(bytes, sizeof bytes, nonce);
    if (!seal(bot, action, cards, nonce, commitment)) {
        json_decref(cards);
        return NULL;
    }
    if (way == PLAY_BY_CLIENT)
        return json_pack("{s:O, s:o, s:s, s:s}", "round", round, "cards", cards, "nonce", nonce,
                         "commitment", commitment);
    bot->withheld = json_pack("{s:O, s:o, s:s}", "round", round, "cards", cards, "nonce", nonce);
    return json_pack("{s:O, s:s}", "round", round, "commitment", commitment);
}

/* A tile in hand, and one of the positions where it fits. */
static json_t *choose_tile(struct play_bot *bot, const json_t *action)
{
    const json_t *option = one_of(bot, json_object_get(action, "options"));
    return json_pack("{s:O*, s:O*}", "tile", json_object_get(option, "tile"), "position",
                     one_of(bot, json_object_get(option, "positions")));
}

json_t *play_bot_choose(struct play_bot *bot, const json_t *you, const json_t *action)
{
    static const struct {
        const char *action;
        const char *member;
    } turns[] = {{"home_position", "position"},
                 {"home_system", "faction"},
                 {"king", "king"},
                 {"plastic", "colour"}};
    const char *name = json_string_value(json_object_get(action, "action"));
    if (!name)
        return NULL;
    if (strcmp(name, "commit") == 0)
        return choose_commit(bot, you, action);
    if (strcmp(name, "reveal") == 0)
        return json_incref(bot->withheld);
    if (strcmp(name, "tile") == 0)
        return choose_tile(bot, action);
    if (strcmp(name, "starting_units") == 0)
        return json_incref(json_object_get(action, "example"));
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        if (strcmp(name, turns[i].action) == 0)
            return json_pack("{s:O*}", turns[i].member,
                             one_of(bot, json_object_get(action, "options")));
    }
    return NULL;
}

void play_bot_end(struct play_bot *bot)
{
    json_decref(bot->withheld);
    *bot = (struct play_bot){.withheld = NULL};
}
