/*
 * Random games with deadlines, in which people come and go, the host moves deadlines and the engine
 * does what is due: what is read back from the log is the game itself, time is neither lost nor
 * given back by a pause or days away, nobody hears of anything twice, and whoever is waited on can
 * be chosen for at any moment: so nobody stays overdue in a game with defaults.
 */
#include <string.h>

#include "service/json/event_json.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random_attendance.h"
#include "tests/support/timed_game.h"

enum { GAMES = 60, DATA_BYTES_MAX = 1 << 16, DUE_AT_ONCE_MAX = 4 * PLAYERS_MAX, TURNS_MAX = 3000 };

static struct log_play play;
static struct record reread; /* what a reader of the log makes of it */
static struct luck luck;

/* Whom the log told that time runs out, about the waiting that began with an event and the deadline
 * then. */
static struct told {
    uint32_t waiting_from;
    uint8_t reminded;
    bool overdue;
} told[PLAYERS_MAX];

static unsigned happened[EVENT_TYPES];
static unsigned defaults_tried, defaults_taken;

static void hear(const struct record *before, const struct log_event *line)
{
    uint8_t player = line->event.player;
    const struct person *person = &before->people[player];
    if (told[player].waiting_from != person->waiting_from)
        told[player] = (struct told){.waiting_from = person->waiting_from};
    assert_true(person->waiting_since != 0);
    assert_false(before->game.paused);
    assert_false(told[player].overdue);
    if (line->event.type == EVENT_PLAYER_REMINDED) {
        assert_true(line->reminder.percent > told[player].reminded);
        told[player].reminded = line->reminder.percent;
    } else {
        told[player].overdue = true;
    }
}

/* Whoever is overdue may be given a new period, in which all can happen again. */
static void forget_who_is_given_time(const struct record *before, const struct log_event *line)
{
    bool resumes = line->event.type == EVENT_GAME_RESUMED &&
                   before->created.deadlines.on_timeout == TIMEOUT_PAUSE;
    bool moves = line->event.type == EVENT_DEADLINE_SET;
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        if (before->people[player].deadline.overdue &&
            (resumes || (moves && line->moved.due[player] != 0)))
            told[player] = (struct told){.waiting_from = 0};
}

static void watch(void *context, const struct record *before, const struct log_event *line)
{
    (void)context;
    static const uint8_t no_hash[HASH_BYTES];
    static struct log_event again;
    struct buffer data = buffer_new(DATA_BYTES_MAX), secret = buffer_new(DATA_BYTES_MAX);
    happened[line->event.type]++;
    event_write_data(before, line, &data);
    event_write_private(line, &secret);
    bool discloses = before->game.setup.options.disclose;
    if (!event_read(event_type_name(line->event.type, discloses), line->event.player, line->at,
                    data.bytes, data.length, secret.bytes, secret.length, &again))
        fail_msg("cannot be read: %.*s", (int)data.length, data.bytes);
    assert_true(record_fits(&reread, &again));
    record_apply(&reread, &again, no_hash);
    buffer_free(&data);
    buffer_free(&secret);
    if (line->event.type == EVENT_PLAYER_REMINDED || line->event.type == EVENT_PLAYER_OVERDUE)
        hear(before, line);
    forget_who_is_given_time(before, line);
}

static void assert_reread(void)
{
    const struct record *record = &play.record;
    assert_memory_equal(&reread.created.deadlines, &record->created.deadlines,
                        sizeof record->created.deadlines);
    assert_number(reread.paused_at, record->paused_at);
    for (size_t i = 0; i < PLAYERS_MAX; i++) {
        const struct person *one = &record->people[i], *other = &reread.people[i];
        assert_number(other->deadline.due, one->deadline.due);
        assert_number(other->deadline.length, one->deadline.length);
        assert_number(other->deadline.left, one->deadline.left);
        assert_number(other->deadline.reminded, one->deadline.reminded);
        assert_number(other->deadline.overdue, one->deadline.overdue);
        assert_number(other->absence.from, one->absence.from);
        assert_number(other->absence.until, one->absence.until);
        assert_number(other->absence.used, one->absence.used);
        assert_number(other->autopilot, one->autopilot);
    }
}

/* What remains of the time of PLAYER, who has a deadline. */
static int64_t left_of(uint8_t player)
{
    const struct person *person = &play.record.people[player];
    return play.record.game.paused
               ? person->deadline.left
               : absence_present(&person->absence, play.now, person->deadline.due);
}

struct left {
    uint32_t waiting_from[PLAYERS_MAX];
    int64_t left[PLAYERS_MAX];
    bool counts[PLAYERS_MAX];
};

static struct left what_is_left(void)
{
    struct left left = {.left = {0}};
    for (uint8_t player = 0; player < play.record.game.setup.players; player++) {
        const struct person *person = &play.record.people[player];
        left.counts[player] = person->deadline.due != 0 && !person->deadline.overdue;
        left.waiting_from[player] = person->waiting_from;
        if (left.counts[player])
            left.left[player] = left_of(player);
    }
    return left;
}

/* Nothing but the host, the engine and the waiting itself gives or takes time. */
static void assert_left(const struct left *before)
{
    struct left now = what_is_left();
    for (uint8_t player = 0; player < PLAYERS_MAX; player++)
        if (before->counts[player] && now.waiting_from[player] == before->waiting_from[player] &&
            now.waiting_from[player] != 0) {
            assert_true(now.counts[player]);
            assert_number(now.left[player], before->left[player]);
        }
}

static void run(struct command command)
{
    play.now -= 1000;
    enum refusal refusal = log_play_run(&play, &command);
    if (refusal != ACCEPTED)
        fail_msg("refused: %s", refusal_code(refusal));
}

static bool moves_deadlines(enum attendance_type type)
{
    return type == ATTENDANCE_EXTEND || type == ATTENDANCE_SET || type == ATTENDANCE_MOVE;
}

static void attend(void)
{
    struct attendance command = random_attendance(&play.record, &luck, play.now);
    if (command.type == ATTENDANCE_REMIND || command.type == ATTENDANCE_OVERDUE)
        return; /* the engine's, when it is due */
    struct left before = what_is_left();
    (void)log_play_attend(&play, &command);
    if (!moves_deadlines(command.type))
        assert_left(&before);
    for (uint8_t player = 0; player < play.record.game.setup.players; player++)
        assert_true(absence_cost(&play.record.people[player].absence) <=
                    deadline_vacation(&play.record.created.deadlines));
}

static void pause_or_resume(void)
{
    struct left before = what_is_left();
    run((struct command){.type = play.record.game.paused ? COMMAND_RESUME : COMMAND_PAUSE,
                         .player = PLAYER_NONE});
    assert_left(&before);
}

static void reinvite(void)
{
    uint8_t player = (uint8_t)luck_below(&luck, play.record.game.setup.players);
    struct left before = what_is_left();
    run((struct command){.type = COMMAND_REINVITE, .player = player});
    run((struct command){.type = COMMAND_JOIN, .player = player});
    assert_left(&before);
}

/* What a deadline that goes by brings may come right behind this moment, and is tried only once. */
static void defaults_are_accepted(void)
{
    static struct events events;
    const struct game *game = &play.record.game;
    for (uint8_t player = 0; player < game->setup.players; player++) {
        const struct command choose = {.type = COMMAND_DEFAULT, .player = player};
        struct luck deck = play.deck;
        const struct dealer dealer = random_dealer(&deck);
        if (game->table.stage != STAGE_SETUP || game->paused ||
            play.record.people[player].waiting_since == 0)
            continue;
        enum refusal refusal = decide(game, &choose, &dealer, &events);
        if (refusal != ACCEPTED || events.count == 0)
            fail_msg("a default is refused: %s", refusal_code(refusal));
        defaults_tried++;
    }
}

static void take_default(uint8_t player)
{
    uint32_t waiting_from = play.record.people[player].waiting_from;
    run((struct command){.type = COMMAND_DEFAULT, .player = player});
    assert_true(play.record.people[player].waiting_from != waiting_from);
    assert_false(play.record.people[player].deadline.overdue &&
                 play.record.people[player].waiting_since != 0);
    defaults_taken++;
}

/* The engine's part, as its thread does it. */
static void carry_out(const struct due *due)
{
    struct attendance command = {.player = due->player, .percent = due->percent};
    uint32_t version = play.record.game.version;
    command.type = due->kind == DUE_REMINDER ? ATTENDANCE_REMIND : ATTENDANCE_OVERDUE;
    if (due->kind == DUE_AUTOPILOT) {
        play.now -= 1000;
        struct command first =
            random_command(&play.record.game, due->player, &play.luck, &play.secrets);
        assert_number(log_play_run(&play, &first), ACCEPTED);
        return;
    }
    assert_number(log_play_attend(&play, &command), ACCEPTED);
    assert_number(play.record.game.version, version + 1); /* or it would be due for ever */
    if (due->kind != DUE_TIMEOUT)
        return;
    if (play.record.created.deadlines.on_timeout == TIMEOUT_DEFAULT)
        take_default(due->player);
    if (play.record.created.deadlines.on_timeout == TIMEOUT_PAUSE)
        run((struct command){.type = COMMAND_PAUSE, .player = PLAYER_NONE, .automatic = true});
}

static void do_what_is_due(void)
{
    for (unsigned i = 0;; i++) {
        struct due due = due_next(&play.record, NULL, play.now);
        if (due.at > play.now)
            return;
        carry_out(&due);
        if (i > DUE_AT_ONCE_MAX * PICKS_MAX)
            fail_msg("there is no end of what is due");
    }
}

static void take_a_turn(void)
{
    if (play.record.game.paused || play.record.game.table.stage != STAGE_SETUP)
        return;
    uint8_t player = random_waiting_player(&play.record.game, &play.luck);
    run(random_command(&play.record.game, player, &play.luck, &play.secrets));
}

static void play_one(uint32_t seed)
{
    luck = (struct luck){seed};
    memset(told, 0, sizeof told);
    struct setup setup = random_setup(&luck);
    struct deadline_settings deadlines = random_deadlines(&luck);
    record_begin(&reread, LOG_PLAY_GAME);
    log_play_begin_timed(&play, seed, &setup, &deadlines, watch, NULL);
    log_play_start(&play);
    for (unsigned i = 0; i < TURNS_MAX && play.record.game.table.stage == STAGE_SETUP; i++) {
        play.now += (int64_t)luck_below(&luck, 8) * HOUR;
        do_what_is_due();
        attend();
        if (luck_one_in(&luck, play.record.game.paused ? 2 : 10))
            pause_or_resume();
        if (luck_one_in(&luck, 20) && play.record.game.table.stage == STAGE_SETUP)
            reinvite();
        defaults_are_accepted();
        if (luck_one_in(&luck, 3))
            take_a_turn();
        assert_reread();
    }
}

static void time_and_people_keep_their_order(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES; seed++)
        play_one(seed);
    for (enum event_type type = EVENT_DEADLINE_SET; type < EVENT_TYPES; type++)
        if (happened[type] == 0)
            fail_msg("%s never happened", event_type_name(type, true));
    print_message("%u defaults tried, %u taken for whoever was overdue\n", defaults_tried,
                  defaults_taken);
    assert_true(defaults_taken > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_and_people_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
