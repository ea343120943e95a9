#include <string.h>

#include "service/json/deadlines_json.h"
#include "service/json/parts.h"
#include "service/json/view_parts.h"

const char *audience_id(enum audience audience)
{
    switch (audience) {
    case AUDIENCE_PUBLIC:
        return "public";
    case AUDIENCE_HOST:
        return "host";
    case AUDIENCE_CREATOR:
        return "creator";
    case AUDIENCE_OPERATOR:
        return "operator";
    default:
        return player_id((uint8_t)(audience - AUDIENCE_PLAYER));
    }
}

static struct viewer viewer_of(enum audience audience)
{
    if (audience == AUDIENCE_PUBLIC)
        return (struct viewer){.kind = VIEWER_PUBLIC};
    if (audience < AUDIENCE_PLAYER)
        return (struct viewer){.kind = VIEWER_HOST};
    return (struct viewer){.kind = VIEWER_PLAYER, .player = (uint8_t)(audience - AUDIENCE_PLAYER)};
}

static void write_head(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct record *record = sheet->record;
    const struct created_details *created = &record->created;
    write_member_word(writer, "id", record->id);
    write_member_text(writer, "name", created->name);
    write_member_word(writer, "status", status_id(sheet->view.status));
    write_member_number(writer, "version", sheet->view.version);
    write_member_word(writer, "visibility", created->is_private ? "private" : "public");
    write_member_time(writer, "created_at", record->created_at);
    write_member_time(writer, "updated_at", record->updated_at);
    write_key(writer, "options");
    options_write(&record->game.setup.options, writer);
    write_key(writer, "metadata");
    write_raw(writer, created->metadata, strlen(created->metadata));
    write_key(writer, "deadlines");
    deadlines_write(&created->deadlines, writer);
}

static void write_seats(struct json_writer *writer, const struct view *view)
{
    write_key(writer, "speaker");
    write_player(writer, view->speaker);
    write_key(writer, "seats");
    if (view->seated)
        write_players(writer, view->seats, view->players);
    else
        write_nothing(writer);
}

static void write_neighbours(struct json_writer *writer, const uint8_t *players, size_t count)
{
    write_object(writer);
    for (uint8_t player = 0; player < count; player++) {
        write_key(writer, player_id(player));
        write_player(writer, players[player]);
    }
    write_object_end(writer);
}

static void write_passing(struct json_writer *writer, const struct view *view)
{
    write_key(writer, "passing");
    if (!view->passing) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    write_member_word(writer, "direction", view->passing_left ? "left" : "right");
    write_key(writer, "to");
    write_neighbours(writer, view->passes_to, view->players);
    write_key(writer, "from");
    write_neighbours(writer, view->receives_from, view->players);
    write_object_end(writer);
}

static void write_step(struct json_writer *writer, const struct view_sheet *sheet)
{
    static const char *const phases[] = {[PHASE_COMMIT] = "commit",
                                         [PHASE_REVEAL] = "reveal",
                                         [PHASE_TURN] = "turn",
                                         [PHASE_PLACE] = "place"};
    const struct view *view = &sheet->view;
    write_key(writer, "step");
    if (view->step == STEP_NONE) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    write_member_word(writer, "id", step_id(view->step));
    write_member_number(writer, "round", view->round);
    write_member_word(writer, "phase", phases[view->phase]);
    write_member_time(writer, "opened_at", sheet->record->step_opened_at);
    write_first_deadline(writer, sheet->record);
    write_passing(writer, view);
    write_object_end(writer);
}

static void write_decks(struct json_writer *writer, const struct view *view)
{
    write_key(writer, "decks");
    write_object(writer);
    write_member_number(writer, "factions", view->deck_factions);
    write_member_number(writer, "abilities", view->deck_abilities);
    write_member_number(writer, "unit_upgrades", view->deck_upgrades);
    write_member_number(writer, "genomes", view->deck_genomes);
    write_member_number(writer, "action_cards", catalogue_action_card_copies);
    write_member_number(writer, "edicts", catalogue_edict_copies);
    write_object_end(writer);
}

static void write_supply(struct json_writer *writer, const struct view *view)
{
    if (!view->supply_prepared) {
        write_member_null(writer, "supply");
        write_member_null(writer, "strategy_cards");
        return;
    }
    write_key(writer, "supply");
    write_object(writer);
    write_tokens(writer);
    write_singularity_tokens(writer);
    write_object_end(writer);
    write_key(writer, "strategy_cards");
    write_strategy_cards(writer);
}

/* The seeds of the epochs that are over: each is a link of the one after it. */
static void write_seeds(struct json_writer *writer, const struct record *record)
{
    uint8_t seeds[EPOCHS_MAX][SEED_BYTES];
    size_t count = record->disclosed;
    if (count > 0)
        memcpy(seeds[count - 1], record->last_seed, SEED_BYTES);
    for (size_t epoch = count; epoch > 1; epoch--)
        seed_link(record->id, (uint16_t)(epoch - 1), seeds[epoch - 1], seeds[epoch - 2]);
    write_key(writer, "seeds");
    write_array(writer);
    for (size_t epoch = 0; epoch < count; epoch++)
        write_hex(writer, seeds[epoch], SEED_BYTES);
    write_array_end(writer);
}

static void write_entropy(struct json_writer *writer, const struct record *record)
{
    write_key(writer, "entropy");
    write_object(writer);
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        const struct person *person = &record->people[player];
        write_key(writer, player_id(player));
        if (!person->has_entropy) {
            write_nothing(writer);
            continue;
        }
        write_object(writer);
        write_member_hex(writer, "value", person->entropy, SEED_BYTES);
        write_member_word(writer, "from", person->entropy_from_player ? "player" : "server");
        write_object_end(writer);
    }
    write_object_end(writer);
}

static void write_fairness(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct record *record = sheet->record;
    write_key(writer, "fairness");
    write_object(writer);
    write_member_number(writer, "epoch", sheet->view.epoch);
    write_member_hex(writer, "seed_commitment", record->created.seed_commitment, SEED_BYTES);
    write_seeds(writer, record);
    write_entropy(writer, record);
    write_key(writer, "head");
    write_object(writer);
    write_member_number(writer, "seq", sheet->view.version);
    write_member_hex(writer, "hash", record->head, HASH_BYTES);
    write_object_end(writer);
    write_object_end(writer);
}

static void write_common(struct json_writer *writer, const struct view_sheet *sheet)
{
    write_object(writer);
    write_head(writer, sheet);
    write_seats(writer, &sheet->view);
    write_step(writer, sheet);
    write_key(writer, "waiting_on");
    write_waiting_on(writer, sheet);
    write_key(writer, "players");
    write_player_views(writer, sheet);
    write_galaxy(writer, sheet);
    write_decks(writer, &sheet->view);
    write_supply(writer, &sheet->view);
    write_member_number(writer, "round", sheet->view.play_round);
    write_under_way(writer, &sheet->view);
    write_fairness(writer, sheet);
}

/* SHEET as it is for everybody becomes that of AUDIENCE. */
static void write_own(struct json_writer *writer, struct view_sheet *sheet, enum audience audience)
{
    sheet->audience = audience;
    view_add_own(&sheet->record->game, viewer_of(audience), &sheet->view);
    write_key(writer, "you");
    write_you(writer, sheet);
    write_object_end(writer);
}

/* Not cleared: view_common does that, and it is large. */
static void begin_sheet(const struct record *record, struct view_sheet *ret_sheet)
{
    ret_sheet->record = record;
    ret_sheet->audience = AUDIENCE_PUBLIC;
    view_common(&record->game, &ret_sheet->view);
}

size_t view_write(const struct record *record, enum audience audience, struct buffer *buffer)
{
    struct view_sheet sheet;
    struct json_writer writer = json_writer_start(buffer);
    const size_t begin = buffer->length;
    begin_sheet(record, &sheet);
    write_common(&writer, &sheet);
    const size_t common = buffer->length - begin;
    write_own(&writer, &sheet, audience);
    return common;
}

void view_write_own(const struct record *record, enum audience audience, struct buffer *buffer)
{
    struct view_sheet sheet;
    struct json_writer writer = {.buffer = buffer, .comma = true}; /* behind the common part */
    begin_sheet(record, &sheet);
    write_own(&writer, &sheet, audience);
}
