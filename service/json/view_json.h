/*
 * Views as JSON: writes down what view_of lets a caller see of a record, with the names and
 * times that go with it. Decides nothing.
 */
#ifndef SERVICE_JSON_VIEW_JSON_H
#define SERVICE_JSON_VIEW_JSON_H

#include "rules/view.h"
#include "service/json/writer.h"
#include "service/record/record.h"

/* Whose view it is. Host, creator and operator see what everybody sees, with the actions of a
 * host; all views of one audience of one version are the same bytes. */
enum audience {
    AUDIENCE_PUBLIC,
    AUDIENCE_HOST,
    AUDIENCE_CREATOR,
    AUDIENCE_OPERATOR,
    AUDIENCE_PLAYER, /* p1; AUDIENCE_PLAYER + 7 is p8 */
    AUDIENCES = AUDIENCE_PLAYER + PLAYERS_MAX
};

/* "public", "host", "creator", "operator", "p1", …: the second half of an ETag. */
const char *audience_id(enum audience audience);

/* Writes the view of RECORD for AUDIENCE. Its beginning is the same for all audiences, made of what
 * everybody may see; returns how long that is. */
size_t view_write(const struct record *record, enum audience audience, struct buffer *buffer);

/* Writes what comes behind that beginning: the view of another audience is the beginning of any and
 * this. */
void view_write_own(const struct record *record, enum audience audience, struct buffer *buffer);

/* GET …/blockers: {"items": [{player, name, external_id, action, step, since, deadline,
 * overdue}], "next": null}. */
void blockers_write(const struct record *record, struct buffer *buffer);

/* GET …/tableaus and …/tableaus/{player}: what lies in front of all players, or of one of them;
 * everybody may see it. PLAYER is one of the game's. */
void tableaus_write(const struct record *record, struct buffer *buffer);
void tableau_write(const struct record *record, uint8_t player, struct buffer *buffer);

/* What may be chosen, an array: ids, numbers, or for tiles {"tile", "positions"}; the positions in
 * ASCII order too, so that all is in the order of the choices. */
void write_options(struct json_writer *writer, const struct choices *choices);

/* The options and the map as objects, every switch told, members in ASCII order: for views and
 * for game.created. */
void options_write(const struct options *options, struct json_writer *writer);
void map_write(const struct map *map, struct json_writer *writer);

#endif
