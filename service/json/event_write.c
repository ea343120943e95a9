#include <string.h>

#include "service/json/deadlines_json.h"
#include "service/json/event_attendance.h"
#include "service/json/event_json.h"
#include "service/json/event_play.h"
#include "service/json/parts.h"
#include "service/json/view_json.h"
#include "service/record/attendance.h"

/* In all that follows members stand in ASCII order: RFC 8785 wants it. */

static void write_invited(struct json_writer *writer, const struct created_details *created,
                          uint8_t players)
{
    bool listed = false;
    for (uint8_t player = 0; player < players; player++)
        listed |= created->names[player][0] || created->external_ids[player][0];
    if (!listed)
        return;
    write_key(writer, "invited");
    write_array(writer);
    for (uint8_t player = 0; player < players; player++) {
        if (!created->names[player][0] && !created->external_ids[player][0]) {
            write_nothing(writer);
            continue;
        }
        write_object(writer);
        write_member_text_or_null(writer, "external_id", created->external_ids[player]);
        write_member_text_or_null(writer, "name", created->names[player]);
        write_object_end(writer);
    }
    write_array_end(writer);
}

static void write_created(struct json_writer *writer, const char *game,
                          const struct log_event *line)
{
    const struct setup *setup = &line->event.public_part.setup;
    const struct created_details *created = &line->created;
    if (created->deadlines.stated) {
        write_key(writer, "deadlines");
        deadlines_write(&created->deadlines, writer);
    }
    write_member_text(writer, "game", game);
    write_invited(writer, created, setup->players);
    write_key(writer, "map");
    map_write(&setup->map, writer);
    write_key(writer, "metadata");
    const char *metadata = created->metadata[0] ? created->metadata : "{}";
    write_raw(writer, metadata, strlen(metadata));
    write_member_text(writer, "name", created->name);
    write_key(writer, "options");
    options_write(&setup->options, writer);
    write_member_number(writer, "players", setup->players);
    write_member_hex(writer, "seed_commitment", created->seed_commitment, SEED_BYTES);
    write_member_text(writer, "visibility", created->is_private ? "private" : "public");
}

static void write_joined(struct json_writer *writer, const struct joined_details *joined)
{
    write_member_hex(writer, "entropy", joined->entropy, SEED_BYTES);
    write_member_text(writer, "entropy_from", joined->entropy_from_player ? "player" : "server");
    write_member_text_or_null(writer, "external_id", joined->external_id);
    write_member_text(writer, "name", joined->name);
}

static void write_round(struct json_writer *writer, const struct event_public *part)
{
    write_member_number(writer, "round", part->round);
    write_member_text(writer, "step", step_id(part->step));
}

/* The speaker's extra tiles of a built galaxy are drawn face up. */
static void write_opened(struct json_writer *writer, const struct event_public *part)
{
    if (part->step == STEP_GALAXY) {
        write_key(writer, "extra_tiles");
        write_tile_hand(writer, &part->extra_tiles);
    }
    write_round(writer, part);
}

static void write_pick(struct json_writer *writer, const struct event *event)
{
    if (event->public_part.automatic)
        write_member_flag(writer, "automatic", true);
    if (event->type != EVENT_PICK_OPENED)
        write_member_hex(writer, "commitment", event->public_part.commitment, SEAL_BYTES);
    write_round(writer, &event->public_part);
}

static void write_opening(struct json_writer *writer, uint8_t player, enum step step, uint8_t round,
                          const struct pick *pick)
{
    write_object(writer);
    write_key(writer, "cards");
    write_cards(writer, pick->cards, pick->count);
    write_member_hex(writer, "nonce", pick->nonce, SEAL_BYTES);
    write_member_text(writer, "player", player_id(player));
    write_member_number(writer, "round", round);
    write_member_text(writer, "step", step_id(step));
    write_object_end(writer);
}

static void write_revealed(struct json_writer *writer, const struct revealed *revealed,
                           uint8_t players)
{
    if (revealed->step == STEP_STARTING_UNITS) {
        write_key(writer, "starting_cards");
        write_object(writer);
        for (uint8_t player = 0; player < players; player++) {
            write_key(writer, player_id(player));
            write_card(writer, revealed->picks[player].cards[0]);
        }
        write_object_end(writer);
    } else {
        write_key(writer, "openings");
        write_array(writer);
        for (uint8_t player = 0; player < players; player++)
            write_opening(writer, player, revealed->step, 1, &revealed->picks[player]);
        write_array_end(writer);
    }
    write_member_text(writer, "step", step_id(revealed->step));
}

/* In a built galaxy each seat has a home position, by seat. */
static void write_seats(struct json_writer *writer, const struct setup *setup,
                        const struct event_public *part)
{
    if (setup->map.mode == MAP_BUILD) {
        write_key(writer, "home_positions");
        write_array(writer);
        for (uint8_t seat = 0; seat < setup->players; seat++)
            write_number(writer, part->seating.homes[seat]);
        write_array_end(writer);
    }
    write_key(writer, "seats");
    write_players(writer, part->seating.seats, setup->players);
    write_member_text(writer, "speaker", player_id(part->seating.speaker));
}

/* TILE_NONE for who has none: a line that was read need not fit the game. */
static uint16_t home_tile_of(const struct table *table, uint8_t player)
{
    uint16_t home = player < PLAYERS_MAX ? table->players[player].home_faction : CARD_NONE;
    return home == CARD_NONE ? TILE_NONE : catalogue_factions[home].home_tile;
}

static void write_turn(struct json_writer *writer, const struct table *table,
                       const struct event *event)
{
    const struct turn *turn = &event->public_part.turn;
    if (event->public_part.automatic)
        write_member_flag(writer, "automatic", true);
    switch (turn->step) {
    case STEP_HOME_POSITIONS:
    case STEP_GALAXY:
        write_member_number(writer, "position", turn->position);
        break;
    case STEP_HOME_SYSTEMS:
        write_key(writer, "faction");
        write_card(writer, turn->faction);
        write_key(writer, "home_faction");
        write_card(writer, turn->home_faction);
        break;
    case STEP_KINGS:
        write_member_text(writer, "king", catalogue_kings[turn->king].id);
        break;
    case STEP_PLASTIC:
        write_member_text(writer, "colour", colour_id(turn->colour));
        break;
    case STEP_STARTING_UNITS:
        write_placement(writer, &turn->placement, home_tile_of(table, event->player));
        break;
    case STEP_NONE:
    case STEP_FACTION_DRAFT:
    case STEP_SEATING:
    case STEP_SPLICE:
    case STEP_STARTING_CARDS:
    case STEPS:
        break;
    }
    write_member_text(writer, "step", step_id(turn->step));
    if (turn->step == STEP_GALAXY)
        write_member_text(writer, "tile", catalogue_tiles[turn->tile].id);
}

static void write_supply(struct json_writer *writer)
{
    write_member_number(writer, "action_cards", catalogue_action_card_copies);
    write_tokens(writer);
    write_member_number(writer, "edicts", catalogue_edict_copies);
    write_singularity_tokens(writer);
    write_key(writer, "strategy_cards");
    write_strategy_cards(writer);
}

/* Only epoch 0 has sealed picks; all of them are of rounds that have closed. */
static void write_epoch(struct json_writer *writer, const struct game *before,
                        const struct log_event *line)
{
    uint16_t epoch = line->event.public_part.epoch;
    write_member_number(writer, "epoch", epoch);
    if (!before->setup.options.disclose)
        return;
    write_key(writer, "openings");
    write_array(writer);
    for (uint8_t player = 0; epoch == 0 && player < before->setup.players; player++) {
        for (uint8_t i = 0; i < before->past_count[player]; i++) {
            const struct past_pick *past = &before->past[player][i];
            write_opening(writer, player, past->step, past->round, &past->pick);
        }
    }
    write_array_end(writer);
    write_member_hex(writer, "seed", line->epoch.seed, SEED_BYTES);
}

/* Who is there, and how the game goes on. */
static void write_course(struct json_writer *writer, const struct record *before,
                         const struct log_event *line)
{
    const struct event *event = &line->event;
    const struct event_public *part = &event->public_part;
    switch (event->type) {
    case EVENT_GAME_CREATED:
        write_created(writer, before->id, line);
        break;
    case EVENT_PLAYER_JOINED:
        write_joined(writer, &line->joined);
        break;
    case EVENT_GAME_STARTED:
        write_key(writer, "table_order");
        write_players(writer, part->table_order, before->game.setup.players);
        break;
    case EVENT_PLAYER_REINVITED:
        write_member_number(writer, "generation", before->people[event->player].generation + 1);
        break;
    case EVENT_GAME_PAUSED:
        if (part->automatic)
            write_member_flag(writer, "automatic", true);
        break;
    default: /* there is nothing to say */
        break;
    }
}

static void write_setup(struct json_writer *writer, const struct game *before,
                        const struct log_event *line)
{
    const struct event *event = &line->event;
    const struct event_public *part = &event->public_part;
    switch (event->type) {
    case EVENT_STEP_OPENED:
        write_opened(writer, part);
        break;
    case EVENT_STEP_CLOSED:
    case EVENT_HAND_PASSED:
        write_round(writer, part);
        break;
    case EVENT_PICK_COMMITTED:
    case EVENT_PICK_OPENED:
    case EVENT_PICK_VOID:
        write_pick(writer, event);
        break;
    case EVENT_CARDS_REVEALED:
        write_revealed(writer, &part->revealed, before->setup.players);
        break;
    case EVENT_SEATS_DETERMINED:
        write_seats(writer, &before->setup, part);
        break;
    case EVENT_TURN_TAKEN:
        write_turn(writer, &before->table, event);
        break;
    case EVENT_TURN_UNDONE:
        write_member_number(writer, "seq", part->undone);
        break;
    case EVENT_CARDS_RETURNED:
        write_member_number(writer, "count", part->returned);
        write_member_text(writer, "deck", card_kind_id(CARD_FACTION));
        break;
    case EVENT_SUPPLY_PREPARED:
        write_supply(writer);
        break;
    case EVENT_EPOCH_ENDED:
        write_epoch(writer, before, line);
        break;
    default: /* not one of the setup */
        break;
    }
}

static void write_data(struct json_writer *writer, const struct record *before,
                       const struct log_event *line)
{
    enum event_type type = line->event.type;
    if (event_is_in_setup(type))
        write_setup(writer, &before->game, line);
    else if (event_is_in_play(type))
        write_play_data(writer, &line->event);
    else if (attendance_is_of(type))
        write_attendance_data(writer, line);
    else
        write_course(writer, before, line);
}

void event_write_data(const struct record *before, const struct log_event *line,
                      struct buffer *buffer)
{
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_data(&writer, before, line);
    write_object_end(&writer);
}
