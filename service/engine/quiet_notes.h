/*
 * The quiet hours of a game's players, from their notes.
 */
#ifndef SERVICE_ENGINE_QUIET_NOTES_H
#define SERVICE_ENGINE_QUIET_NOTES_H

#include "service/record/attendance.h"
#include "service/record/quiet_hours.h"
#include "service/store/store.h"

struct quiet_notes {
    struct store *store;
    const char *game;
    bool known; /* who has some */
    uint8_t owners;
    uint8_t read; /* bits of those whose hours have been read */
    struct quiet_hours hours[PLAYERS_MAX];
    enum store_status status; /* of reading them; if it fails there are none */
};

/* Reads from STORE, as its writer, when first asked. Both arguments are borrowed. */
struct quiet_notes quiet_notes_begin(struct store *store, const char *game);

/* The interface to NOTES that the record asks. */
struct quiet quiet_of_notes(struct quiet_notes *notes);

#endif
