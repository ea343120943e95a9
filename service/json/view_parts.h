/*
 * The parts of a view. Used inside of service/json only: view_json.h has the whole.
 */
#ifndef SERVICE_JSON_VIEW_PARTS_H
#define SERVICE_JSON_VIEW_PARTS_H

#include "service/json/view_json.h"

/* A view on its way to JSON. RECORD is for the people and the times alone: what of the game may
 * be seen is in VIEW. */
struct view_sheet {
    const struct record *record;
    enum audience audience;
    struct view view;
};

/* The arrays "players" and "waiting_on", the objects "you" and "actions", without their keys. */
void write_player_views(struct json_writer *writer, const struct view_sheet *sheet);
void write_waiting_on(struct json_writer *writer, const struct view_sheet *sheet);
void write_you(struct json_writer *writer, const struct view_sheet *sheet);
void write_actions(struct json_writer *writer, const struct view_sheet *sheet);

/* The member "example" of an action: a body with the first legal choice. Not for a reveal. */
void write_example(struct json_writer *writer, const struct own_view *own);

/* Members of a player: "tableau", "units", "eliminated". */
void write_lying(struct json_writer *writer, const struct player_view *player);

/* The member "galaxy" of the view. */
void write_galaxy(struct json_writer *writer, const struct view_sheet *sheet);

/* Members of the view: "splice", "blockades", "transactions". */
void write_under_way(struct json_writer *writer, const struct view *view);

/* What a player, or the host, may do at the table in play, as entries of "actions". */
void write_player_table_actions(struct json_writer *writer, const struct view_sheet *sheet);
void write_host_table_actions(struct json_writer *writer, const struct view_sheet *sheet);

/* The object or null "undo" of a player, and what stands behind "/v1/games/{game}/". */
void write_undo(struct json_writer *writer, const struct view_sheet *sheet);
void write_href(struct json_writer *writer, const struct record *record, const char *rest);

/* The member "deadline" of whoever is waited on, and of the step: the first of those. null when
 * there is none; the deadlines of a paused game stand still and are none. */
void write_deadline(struct json_writer *writer, const struct record *record, uint8_t player);
void write_first_deadline(struct json_writer *writer, const struct record *record);

/* The same with "overdue" behind it. */
void write_time_limit(struct json_writer *writer, const struct record *record, uint8_t player);

/* The members "autopilot" and "away" of a player. */
void write_presence(struct json_writer *writer, const struct record *record, uint8_t player);

/* What a host can do about deadlines, as entries of "actions". */
void write_deadline_actions(struct json_writer *writer, const struct view_sheet *sheet);

/* The beginning of a host's action, whose object stays open. */
void begin_host_action(struct json_writer *writer, const struct view_sheet *sheet,
                       const char *action, const char *rest);

const char *action_id(enum action action); /* "commit", "home_position", …; "" for none */

#endif
