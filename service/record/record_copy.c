/*
 * Copies of records: of texts what they hold, of people those who play, of the game what
 * game_copy copies.
 */
#include <stddef.h>
#include <string.h>

#include "service/record/record.h"

static void copy_text(char *ret_text, const char *text)
{
    memcpy(ret_text, text, strlen(text) + 1);
}

static void copy_created(struct created_details *to, const struct created_details *from,
                         uint8_t players)
{
    copy_text(to->name, from->name);
    copy_text(to->metadata, from->metadata);
    to->is_private = from->is_private;
    copy_text(to->creator, from->creator);
    for (uint8_t player = 0; player < players; player++) {
        copy_text(to->names[player], from->names[player]);
        copy_text(to->external_ids[player], from->external_ids[player]);
    }
    /* Settings and seeds stand behind the texts. */
    size_t rest = offsetof(struct created_details, deadlines);
    memcpy((char *)to + rest, (const char *)from + rest, sizeof *to - rest);
}

static void copy_person(struct person *to, const struct person *from)
{
    copy_text(to->name, from->name);
    copy_text(to->external_id, from->external_id);
    size_t rest = offsetof(struct person, generation);
    memcpy((char *)to + rest, (const char *)from + rest, sizeof *to - rest);
}

void record_copy(struct record *ret_record, const struct record *record)
{
    uint8_t players = record->game.setup.players;
    if (record->game.version == 0) {
        *ret_record = *record;
        return;
    }
    memcpy(ret_record->id, record->id, sizeof ret_record->id);
    game_copy(&ret_record->game, &record->game);
    copy_created(&ret_record->created, &record->created, players);
    for (uint8_t player = 0; player < players; player++)
        copy_person(&ret_record->people[player], &record->people[player]);
    /* Times, seed and head stand behind the people. */
    size_t rest = offsetof(struct record, created_at);
    memcpy((char *)ret_record + rest, (const char *)record + rest, sizeof *record - rest);
}
