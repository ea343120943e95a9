/*
 * The handlers of all routes. A name ending in _finish makes the answer of a command that has come
 * back from the engine; command_finish is the one for those that answer with the caller's view.
 */
#ifndef SERVICE_API_HANDLERS_H
#define SERVICE_API_HANDLERS_H

#include "service/http/call.h"

/* service.c */
enum call_state service_health(struct call *call);
enum call_state service_ready(struct call *call);
void service_ready_finish(struct call *call);
enum call_state service_metrics(struct call *call);
enum call_state service_key_set(struct call *call);
enum call_state service_description(struct call *call);

/* problems.c */
enum call_state problems_list(struct call *call);
enum call_state problems_get(struct call *call);

/* catalogue.c */
enum call_state catalogue_list(struct call *call);
enum call_state catalogue_get(struct call *call);

/* games.c, games_check.c, games_list.c */
enum call_state games_create(struct call *call);
void games_create_finish(struct call *call);
enum call_state games_check(struct call *call);
enum call_state games_list(struct call *call);
enum call_state games_get(struct call *call);
enum call_state games_blockers(struct call *call);

/* map.c */
enum call_state map_get(struct call *call);

/* events.c, feed.c, log.c */
enum call_state events_get(struct call *call);
enum call_state feed_get(struct call *call);
enum call_state log_head(struct call *call);
enum call_state log_transcript(struct call *call);

/* join.c, host.c, undo.c */
enum call_state join_redeem(struct call *call);
void join_redeem_finish(struct call *call);
enum call_state host_command(struct call *call);
enum call_state reinvite(struct call *call);
void reinvite_finish(struct call *call);
enum call_state undo_take_back(struct call *call);

/* picks.c, turns.c */
enum call_state pick_commit(struct call *call);
enum call_state pick_reveal(struct call *call);
enum call_state turn_take(struct call *call);

/* table.c */
enum call_state table_action(struct call *call);
enum call_state table_tableaus(struct call *call);
enum call_state table_tableau(struct call *call);

/* tokens.c */
enum call_state tokens_refresh(struct call *call);
void tokens_refresh_finish(struct call *call);
enum call_state tokens_revoke(struct call *call);
void tokens_revoke_finish(struct call *call);

/* orders.c, quiet_hours.c */
enum call_state orders_list(struct call *call);
enum call_state orders_get(struct call *call);
enum call_state orders_put(struct call *call);
enum call_state orders_delete(struct call *call);
enum call_state quiet_hours_get(struct call *call);
enum call_state quiet_hours_put(struct call *call);
enum call_state quiet_hours_delete(struct call *call);

/* attendance.c */
enum call_state deadline_move(struct call *call);
enum call_state default_take(struct call *call);
enum call_state away_put(struct call *call);
enum call_state away_delete(struct call *call);
enum call_state autopilot_put(struct call *call);
enum call_state autopilot_delete(struct call *call);

/* notes.c */
void note_put_finish(struct call *call);
void note_delete_finish(struct call *call);

/* webhooks.c, deliveries.c */
enum call_state webhooks_list(struct call *call);
enum call_state webhooks_create(struct call *call);
void webhooks_create_finish(struct call *call);
enum call_state webhooks_get(struct call *call);
enum call_state webhooks_delete(struct call *call);
void webhooks_delete_finish(struct call *call);
enum call_state deliveries_list(struct call *call);
enum call_state deliveries_ping(struct call *call);
void deliveries_ping_finish(struct call *call);
enum call_state deliveries_again(struct call *call);
void deliveries_again_finish(struct call *call);

/* command.c */
void command_finish(struct call *call);

#endif
