#include "service/api/explain_time.h"

#include "service/base/text.h"
#include "service/json/parts.h"

/* A player who is waited on has time left, or all the time there is. */
static void say_time_left(struct sentence *sentence, const struct record *record, uint8_t player)
{
    const struct deadline *deadline = &record->people[player].deadline;
    char until[TIME_LENGTH + 1];
    if (waited_for(&record->game, player) == ACTION_NONE) {
        say(sentence, "The game does not wait for %s.", player_id(player));
    } else if (deadline->due == 0) {
        say(sentence, "The game waits for %s, but there is no deadline.", player_id(player));
    } else {
        time_format(deadline->due, until);
        say(sentence, "%s has time until %s.", player_id(player), until);
    }
}

static void say_vacation(struct sentence *sentence, const struct record *record, uint8_t player)
{
    char all[DURATION_BYTES];
    char used[DURATION_BYTES];
    duration_format(deadline_vacation(&record->created.deadlines), all);
    duration_format(absence_cost(&record->people[player].absence), used);
    say(sentence,
        "In this game each player may be away for %s in all; %s has taken or announced %s of it.",
        all, player_id(player), used);
}

static void say_no_deadline(struct sentence *sentence, const struct record *record, uint8_t player)
{
    if (player < record->game.setup.players)
        say_time_left(sentence, record, player);
    else if (record->game.table.stage == STAGE_PLAYING)
        say(sentence, "In play nothing has a deadline.");
    else
        say(sentence, "The game waits for nobody who has a deadline; set one with \"at\".");
}

void explain_time(struct sentence *sentence, const struct record *record, enum refusal refusal,
                  uint8_t player)
{
    if (refusal == REFUSED_NO_DEADLINE)
        say_no_deadline(sentence, record, player);
    else if (player >= record->game.setup.players)
        return;
    else if (refusal == REFUSED_NOT_OVERDUE)
        say_time_left(sentence, record, player);
    else if (refusal == REFUSED_VACATION_SPENT)
        say_vacation(sentence, record, player);
}
