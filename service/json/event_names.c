#include "service/json/event_json.h"
#include "service/json/event_play.h"

const char *event_type_name(enum event_type type, bool discloses)
{
    static const char *const names[EVENT_TYPES] = {
        [EVENT_GAME_CREATED] = "game.created",
        [EVENT_PLAYER_JOINED] = "player.joined",
        [EVENT_GAME_STARTED] = "game.started",
        [EVENT_GAME_PAUSED] = "game.paused",
        [EVENT_GAME_RESUMED] = "game.resumed",
        [EVENT_GAME_ABANDONED] = "game.abandoned",
        [EVENT_PLAYER_REINVITED] = "player.reinvited",
        [EVENT_STEP_OPENED] = "step.opened",
        [EVENT_STEP_CLOSED] = "step.closed",
        [EVENT_PICK_COMMITTED] = "pick.committed",
        [EVENT_PICK_OPENED] = "pick.opened",
        [EVENT_PICK_VOID] = "pick.void",
        [EVENT_HAND_PASSED] = "hand.passed",
        [EVENT_CARDS_REVEALED] = "cards.revealed",
        [EVENT_SEATS_DETERMINED] = "seats.determined",
        [EVENT_TURN_TAKEN] = "turn.taken",
        [EVENT_TURN_UNDONE] = "turn.undone",
        [EVENT_CARDS_RETURNED] = "cards.returned",
        [EVENT_SUPPLY_PREPARED] = "supply.prepared",
        [EVENT_EPOCH_ENDED] = "epoch.disclosed",
        [EVENT_DEADLINE_SET] = "deadline.set",
        [EVENT_PLAYER_REMINDED] = "player.reminder",
        [EVENT_PLAYER_OVERDUE] = "player.overdue",
        [EVENT_PLAYER_AWAY] = "player.away",
        [EVENT_PLAYER_BACK] = "player.back",
        [EVENT_AUTOPILOT_CHANGED] = "player.autopilot",
    };
    if (type == EVENT_EPOCH_ENDED && !discloses)
        return "epoch.ended";
    if (type >= EVENT_TYPES)
        return "";
    return names[type] != NULL ? names[type] : play_event_name(type);
}
