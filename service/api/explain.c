#include "service/api/explain.h"

#include "service/api/explain_play.h"
#include "service/api/explain_time.h"
#include "service/json/command_json.h"
#include "service/json/parts.h"

enum { ALLOWED_BYTES_MAX = 4096 };

/* Where hands are passed at once PLAYER has a round of its own. */
static void say_open_step(struct sentence *sentence, const struct game *game, uint8_t player)
{
    if (game->table.step == STEP_NONE)
        say(sentence, "No step of the setup is open.");
    else if (passes_at_once(game) && player < game->setup.players)
        say(sentence, "The game is at %s, and %s at round %u of it.", step_id(game->table.step),
            player_id(player), game->table.players[player].round);
    else if (game->table.round_closed)
        say(sentence, "The game is at %s, round %u, and waits for sealed picks to be revealed.",
            step_id(game->table.step), game->table.round);
    else
        say(sentence, "The game is at %s, round %u.", step_id(game->table.step), game->table.round);
}

static void say_waited_for(struct sentence *sentence, const struct game *game)
{
    unsigned players = 0;
    for (uint8_t player = 0; player < game->setup.players; player++)
        if (waited_for(game, player) != ACTION_NONE)
            players |= 1U << player;
    if (players == 0)
        return;
    say(sentence, "The game waits for ");
    say_players(sentence, players);
    say(sentence, ".");
}

static void say_not_joined(struct sentence *sentence, const struct game *game)
{
    unsigned all = (1U << game->setup.players) - 1;
    unsigned missing = all & ~(unsigned)game->joined;
    if (missing == 0) {
        say(sentence, "All have joined; the game waits for its host to start it.");
        return;
    }
    say(sentence, "The game waits for ");
    say_players(sentence, missing);
    say(sentence, " to join.");
}

static void say_why_not_undone(struct sentence *sentence, const struct game *game)
{
    const struct undo *undo = &game->undo;
    if (game->table.stage == STAGE_PLAYING && say_why_not_undone_in_play(sentence, undo))
        return;
    switch (undo->state) {
    case UNDO_NOTHING:
        say(sentence, "There is no turn to take back.");
        break;
    case UNDO_POSSIBLE:
        say(sentence, "The last turn was that of %s: only %s and the host may take it back.",
            player_id(undo->player), player_id(undo->player));
        break;
    case UNDO_REVEALED:
        say(sentence, "The last turn turned over a card that nobody had seen.");
        break;
    case UNDO_FOLLOWED:
        say(sentence, "Something has happened since the last turn.");
        break;
    }
}

static void say_why_not_withheld(struct sentence *sentence, const struct job *job)
{
    if (job->command.type == COMMAND_COMMIT && job->command.commit.sealed_by == SEALED_WITHHELD)
        say(sentence, "In this game hands are passed on at once: send the cards, so that they can "
                      "be taken out of the hand; a commitment alone is not enough.");
}

/* Pausing and resuming belong to no step. */
static void say_paused_or_not(struct sentence *sentence, const struct job *job)
{
    if (job->command.type == COMMAND_RESUME && job->refusal == REFUSED_WRONG_STEP)
        say(sentence, "The game is not paused.");
    else if (job->command.type == COMMAND_PAUSE && job->refusal == REFUSED_GAME_PAUSED)
        say(sentence, "The game is paused already.");
}

static void explain(struct sentence *sentence, const struct game *game, const struct job *job)
{
    say_paused_or_not(sentence, job);
    explain_play(sentence, game, job);
    if (sentence->length > 0)
        return;
    switch (job->refusal) {
    case REFUSED_WRONG_STEP:
    case REFUSED_STALE_ROUND:
    case REFUSED_NOTHING_TO_REVEAL:
        say_open_step(sentence, game, job->command.player);
        break;
    case REFUSED_MUST_CHOOSE:
        say_why_not_withheld(sentence, job);
        break;
    case REFUSED_NOT_YOUR_TURN:
    case REFUSED_ALREADY_DONE:
        if (job->command.type == COMMAND_COMMIT && passes_at_once(game))
            say(sentence, "A pick is final here: the hand has gone on. ");
        say_waited_for(sentence, game);
        break;
    case REFUSED_NOT_STARTED:
        say_not_joined(sentence, game);
        break;
    case REFUSED_STALE_VERSION:
        say(sentence, "The game is at version %u: look at it again before taking a turn back.",
            game->version);
        break;
    case REFUSED_UNDO_REFUSED:
        say_why_not_undone(sentence, game);
        break;
    default:
        break;
    }
}

/* Whether a refusal is about the choice itself, so that naming the legal ones helps. */
static bool is_about_choice(enum refusal refusal)
{
    switch (refusal) {
    case REFUSED_CARD_NOT_AVAILABLE:
    case REFUSED_TAKEN:
    case REFUSED_POSITION_NOT_OPEN:
    case REFUSED_INNER_RING_OPEN:
    case REFUSED_ADJACENCY:
    case REFUSED_TYPE_FULL:
    case REFUSED_MUST_CHOOSE:
    case REFUSED_WRONG_COUNT:
    case REFUSED_ILLEGAL_PICK:
        return true;
    default:
        return false;
    }
}

/* What PLAYER, who is the caller, could have chosen; nothing when that is no list. */
static void write_allowed(const struct game *game, uint8_t player, struct buffer *buffer)
{
    struct choices choices = options_for(game, player);
    struct json_writer writer = json_writer_start(buffer);
    if (choices.count > 0)
        write_options(&writer, &choices);
}

/* Whom a command about people and time is about. */
static uint8_t player_about(const struct job *job)
{
    return job->kind == JOB_ATTENDANCE ? job->attendance.player : job->command.player;
}

bool explain_refusal(struct call *call)
{
    const struct job *job = &call->job;
    struct snapshot *snapshot = job->snapshot != NULL ? job->snapshot : call->snapshot;
    char detail[EXPLANATION_BYTES] = "";
    struct buffer allowed = buffer_new(ALLOWED_BYTES_MAX);
    struct map_faults_told map_faults = {0};
    struct json_faults errors = {0};
    if (job->kind == JOB_CREATE) {
        explain_create(&job->command, job->refusal, detail);
        if (job->refusal == REFUSED_INVALID_MAP)
            explain_map_faults(&job->command.create, &map_faults);
        map_faults_list(&map_faults, "/map/string", &errors);
    } else if (snapshot != NULL) {
        const struct record *record = snapshot_record(snapshot);
        const struct game *game = &record->game;
        struct sentence sentence = {.text = detail};
        explain_time(&sentence, record, job->refusal, player_about(job));
        if (sentence.length == 0)
            explain(&sentence, game, job);
        if (is_about_choice(job->refusal) && call->caller.role == ROLE_PLAYER &&
            is_about_options(job->command.type))
            write_allowed(game, call->caller.player, &allowed);
    }

    bool more = detail[0] != '\0' || (allowed.length > 0 && !buffer_failed(&allowed));
    if (more) {
        const struct problem_extra extra = {
            .detail = detail[0] != '\0' ? detail : NULL,
            .faults = errors.count > 0 ? &errors : NULL,
            .allowed = buffer_failed(&allowed) ? NULL : allowed.bytes,
            .allowed_length = allowed.length,
        };
        call_problem_with(call, refusal_code(job->refusal), &extra);
    }
    buffer_free(&allowed);
    return more;
}
