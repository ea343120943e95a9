#include "service/engine/quiet_notes.h"

#include "service/base/memory.h"
#include "service/json/quiet_hours_json.h"
#include "service/store/notes.h"

struct quiet_notes quiet_notes_begin(struct store *store, const char *game)
{
    return (struct quiet_notes){.store = store, .game = game};
}

static bool has_note(struct quiet_notes *notes, uint8_t player)
{
    if (!notes->known && notes->status == STORE_OK)
        notes->status =
            store_note_owners(notes->store, notes->game, NOTE_QUIET_HOURS, &notes->owners);
    notes->known = true;
    return notes->owners >> player & 1;
}

/* NULL when the note cannot be read or understood. */
static const struct quiet_hours *hours_of(struct quiet_notes *notes, uint8_t player)
{
    struct quiet_hours *hours = &notes->hours[player];
    if (notes->read >> player & 1)
        return hours;
    struct buffer body = buffer_new(NOTE_BODY_BYTES);
    enum store_status status =
        store_note_read_own(notes->store, notes->game, player, NOTE_QUIET_HOURS, &body);
    unsigned out_before = memory_times_out();
    bool fine = status == STORE_OK && quiet_hours_read_note(body.bytes, body.length, hours);
    if (!fine && memory_times_out() != out_before)
        status = STORE_UNAVAILABLE;
    buffer_free(&body);
    notes->read = (uint8_t)(notes->read | (unsigned)fine << player);
    if (status != STORE_OK && status != STORE_NOT_FOUND)
        notes->status = status;
    return fine ? hours : NULL;
}

static int64_t end_of_quiet(void *context, uint8_t player, int64_t time)
{
    struct quiet_notes *notes = context;
    if (!has_note(notes, player))
        return time;
    const struct quiet_hours *hours = hours_of(notes, player);
    return hours ? quiet_hours_end_in(hours, TIME_ZONES_FOLDER, time) : time;
}

struct quiet quiet_of_notes(struct quiet_notes *notes)
{
    return (struct quiet){.context = notes, .end = end_of_quiet};
}
