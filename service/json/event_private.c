#include "service/json/event_private.h"

#include <stdio.h>
#include <string.h>

#include "service/json/event_json.h"
#include "service/json/parts.h"

static const char *const sealed_by_words[] = {
    [STORED_WITHHELD] = "withheld",
    [STORED_SERVER] = "server",
    [STORED_CLIENT] = "client",
};

enum { SEALED_BY_WORDS = sizeof sealed_by_words / sizeof sealed_by_words[0] };

static void write_pile(struct json_writer *writer, const char *name, const struct pile *pile)
{
    if (pile->count == 0)
        return;
    write_key(writer, name);
    write_cards(writer, pile->cards, pile->count);
}

static bool has_hands(const struct deal *deal)
{
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        if (deal->hand_count[player] > 0)
            return true;
    return false;
}

static void write_hands(struct json_writer *writer, const struct deal *deal)
{
    if (!has_hands(deal))
        return;
    write_key(writer, "hands");
    write_object(writer);
    for (uint8_t player = 0; player < PLAYERS_MAX; player++) {
        if (deal->hand_count[player] == 0)
            continue;
        write_key(writer, player_id(player));
        write_cards(writer, deal->hands[player], deal->hand_count[player]);
    }
    write_object_end(writer);
}

static bool has_tiles(const struct deal *deal)
{
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        if (deal->tiles[player].count > 0)
            return true;
    return false;
}

static void write_tile_hands(struct json_writer *writer, const struct deal *deal)
{
    if (!has_tiles(deal))
        return;
    write_key(writer, "tiles");
    write_object(writer);
    for (uint8_t player = 0; player < PLAYERS_MAX; player++) {
        if (deal->tiles[player].count == 0)
            continue;
        write_key(writer, player_id(player));
        write_tile_hand(writer, &deal->tiles[player]);
    }
    write_object_end(writer);
}

static bool deals(const struct deal *deal)
{
    return deal->factions.count > 0 || deal->abilities.count > 0 || deal->upgrades.count > 0 ||
           deal->genomes.count > 0 || has_hands(deal) || has_tiles(deal);
}

static void write_deal(const struct deal *deal, struct buffer *buffer)
{
    if (!deals(deal))
        return;
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_pile(&writer, "abilities", &deal->abilities);
    write_pile(&writer, "factions", &deal->factions);
    write_pile(&writer, "genomes", &deal->genomes);
    write_hands(&writer, deal);
    write_tile_hands(&writer, deal);
    write_pile(&writer, "unit_upgrades", &deal->upgrades);
    write_object_end(&writer);
}

static void write_pick(const struct event *event, struct buffer *buffer)
{
    enum sealed_by_stored sealed_by = event->private_part.pick.sealed_by;
    const struct pick *pick = &event->private_part.pick.pick;
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    if (event->type == EVENT_PICK_OPENED || sealed_by != STORED_WITHHELD) {
        write_key(&writer, "cards");
        write_cards(&writer, pick->cards, pick->count);
        write_member_hex(&writer, "nonce", pick->nonce, SEAL_BYTES);
    }
    write_member_text(&writer, "sealed_by", sealed_by_words[sealed_by]);
    write_object_end(&writer);
}

static void write_secrets(const struct created_details *created, struct buffer *buffer)
{
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_member_text_or_null(&writer, "creator", created->creator);
    write_member_hex(&writer, "root", created->root, SEED_BYTES);
    write_object_end(&writer);
}

void event_write_private(const struct log_event *line, struct buffer *buffer)
{
    switch (line->event.type) {
    case EVENT_GAME_CREATED:
        write_secrets(&line->created, buffer);
        break;
    case EVENT_STEP_OPENED:
    case EVENT_EPOCH_ENDED:
        write_deal(&line->event.private_part.deal, buffer);
        break;
    case EVENT_PICK_COMMITTED:
    case EVENT_PICK_OPENED:
        write_pick(&line->event, buffer);
        break;
    default:
        break;
    }
}

bool read_known_cards(const json_t *array, size_t maximum, uint16_t *ret_cards, uint8_t *ret_count)
{
    size_t count = json_array_size(array);
    if (!json_is_array(array) || count > maximum)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *card = json_array_get(array, i);
        if (!json_is_string(card))
            return false;
        ret_cards[i] = card_find(json_string_value(card), json_string_length(card));
        if (ret_cards[i] == CARD_NONE)
            return false;
    }
    *ret_count = (uint8_t)count;
    return true;
}

static bool read_pile(const json_t *array, struct pile *ret_pile)
{
    size_t maximum = sizeof ret_pile->cards / sizeof ret_pile->cards[0];
    return !array || read_known_cards(array, maximum, ret_pile->cards, &ret_pile->count);
}

static bool read_hands(const json_t *object, struct deal *deal)
{
    if (object && !json_is_object(object))
        return false;
    const char *name;
    json_t *hand;
    json_object_foreach((json_t *)object, name, hand)
    {
        uint8_t player = player_find(name, strlen(name));
        if (player == PLAYER_NONE ||
            !read_known_cards(hand, HAND_MAX, deal->hands[player], &deal->hand_count[player]))
            return false;
    }
    return true;
}

static bool read_tile_hands(const json_t *object, struct deal *deal)
{
    if (object && !json_is_object(object))
        return false;
    const char *name;
    json_t *hand;
    json_object_foreach((json_t *)object, name, hand)
    {
        uint8_t player = player_find(name, strlen(name));
        if (player == PLAYER_NONE || !read_tile_hand(hand, &deal->tiles[player]))
            return false;
    }
    return true;
}

static bool read_deal(const json_t *object, struct deal *deal)
{
    json_t *abilities = NULL, *factions = NULL, *genomes = NULL, *upgrades = NULL;
    json_t *hands = NULL, *tiles = NULL;
    const struct field fields[] = {
        {"abilities", FIELD_VALUE, false, false, 0, 0, &abilities, NULL},
        {"factions", FIELD_VALUE, false, false, 0, 0, &factions, NULL},
        {"genomes", FIELD_VALUE, false, false, 0, 0, &genomes, NULL},
        {"hands", FIELD_VALUE, false, false, 0, 0, &hands, NULL},
        {"tiles", FIELD_VALUE, false, false, 0, 0, &tiles, NULL},
        {"unit_upgrades", FIELD_VALUE, false, false, 0, 0, &upgrades, NULL},
    };
    struct json_faults faults = {0};
    return json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], &faults) &&
           read_pile(abilities, &deal->abilities) && read_pile(factions, &deal->factions) &&
           read_pile(genomes, &deal->genomes) && read_pile(upgrades, &deal->upgrades) &&
           read_hands(hands, deal) && read_tile_hands(tiles, deal);
}

static bool find_sealed_by(struct field_text text, enum sealed_by_stored *ret_sealed_by)
{
    for (size_t word = 0; word < SEALED_BY_WORDS; word++) {
        if (strcmp(text.text, sealed_by_words[word]) == 0) {
            *ret_sealed_by = (enum sealed_by_stored)word;
            return true;
        }
    }
    return false;
}

static bool read_pick(const json_t *object, struct event_private *ret_part)
{
    json_t *cards = NULL;
    struct field_text sealed_by = {0};
    struct pick *pick = &ret_part->pick.pick;
    bool has_nonce = false;
    const struct field fields[] = {
        {"cards", FIELD_VALUE, false, false, 0, 0, &cards, NULL},
        {"nonce", FIELD_HEX, false, false, 0, SEAL_BYTES, pick->nonce, &has_nonce},
        {"sealed_by", FIELD_TEXT, true, false, 1, 16, &sealed_by, NULL},
    };
    struct json_faults faults = {0};
    return json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], &faults) &&
           find_sealed_by(sealed_by, &ret_part->pick.sealed_by) && has_nonce == (cards != NULL) &&
           (!cards || read_known_cards(cards, PICK_MAX, pick->cards, &pick->count));
}

static bool read_secrets(const json_t *object, struct created_details *created)
{
    struct field_text creator = {0};
    const struct field fields[] = {
        {"creator", FIELD_TEXT, false, true, 1, NAME_POINTS_MAX, &creator, NULL},
        {"root", FIELD_HEX, true, false, 0, SEED_BYTES, created->root, NULL},
    };
    struct json_faults faults = {0};
    if (!json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], &faults))
        return false;
    snprintf(created->creator, sizeof created->creator, "%s", creator.text ? creator.text : "");
    return true;
}

bool event_read_private(const json_t *object, struct log_event *line)
{
    switch (line->event.type) {
    case EVENT_GAME_CREATED:
        return read_secrets(object, &line->created);
    case EVENT_STEP_OPENED:
    case EVENT_EPOCH_ENDED:
        return read_deal(object, &line->event.private_part.deal);
    case EVENT_PICK_COMMITTED:
    case EVENT_PICK_OPENED:
        return read_pick(object, &line->event.private_part);
    default:
        return false;
    }
}
