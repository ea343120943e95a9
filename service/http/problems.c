#include "service/http/problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/writer.h"

const struct problem problems[] = {
    {"adjacency", 422, "These tiles may not touch",
     "A tile with an anomaly, or with a wormhole of the same kind, lies next to that position "
     "while another placement is possible: choose one of the positions that your view lists."},
    {"already_done", 409, "Done already",
     "You have acted in this step or round: wait for the others, your view says for whom."},
    {"already_ready", 409, "Ready already",
     "That genome is not exhausted: there is nothing to ready."},
    {"already_started", 409, "The game has started",
     "This can only be done before the game starts."},
    {"bad_invite", 403, "No invite of this game",
     "Send the newest invite that you were given: asking for a new one makes the old one void."},
    {"bad_player_count", 422, "Wrong number of players",
     "Name 3 to 8 players, at most 6 without the expansion pok, and as many as the map has home "
     "positions."},
    {"blockaded", 409, "Blockaded",
     "While a player blockades your space dock you cannot capture units of that player: lift the "
     "blockade first."},
    {"blocked_target", 422, "Not an address to call",
     "Send an https address on the public internet: its host must resolve, and to no private, "
     "loopback or otherwise reserved address."},
    {"card_not_available", 422, "Not a card of yours to choose",
     "Choose one of the options that your view lists for this action."},
    {"card_pool", 422, "The cards do not suffice",
     "Allow more faction cards: three for each player, and one more when the Keleres are among "
     "them."},
    {"commitment_mismatch", 422, "The opening does not match",
     "Cards and nonce must hash to the commitment that you sent: send exactly those that you "
     "sealed."},
    {"consent_missing", 409, "Consent is missing",
     "The other party has to accept this proposal, with a token of its own."},
    {"deadline_past", 422, "That time has gone by",
     "Name a time that is still to come, and an end that is after the beginning."},
    {"decision_pending", 409, "Another decision comes first",
     "Answer the decision that your view's actions name, then send this again."},
    {"exhausted", 409, "Exhausted already",
     "That genome has been used: it is ready again after the status phase."},
    {"forbidden", 403, "Not yours to do",
     "Your token is good, but not for this: use one whose role and game allow it."},
    {"game_full", 409, "The place is taken",
     "This invite has been used: go on with the token that it gave, or ask the host for a new "
     "invite."},
    {"game_over", 409, "The game has ended", "Nothing can change in this game any more."},
    {"game_paused", 409, "The game is paused", "Wait until the host resumes the game."},
    {"idempotency_key_reused", 422, "Idempotency key used before",
     "The same Idempotency-Key came with another body: make a new key for a new request."},
    {"illegal_pick", 422, "That may not be picked",
     "The opened pick matches its commitment but was not among your options: the commitment is "
     "void, commit to a legal pick."},
    {"illegal_place", 422, "Units cannot stand there",
     "Ships go into the space area; ground forces and structures on planets of your home system, "
     "at most one space dock and two PDS on each."},
    {"illegal_target", 422, "Not a possible target",
     "Name a player, unit or card for which the rules allow this."},
    {"inner_ring_open", 422, "An inner ring is open",
     "Fill the ring nearest to the centre first: choose one of the positions that your view "
     "lists."},
    {"internal", 500, "Something broke on the server",
     "This is a fault of the service: try again, and report it with this request_id."},
    {"invalid_field", 422, "A field is not right",
     "Correct what errors names and send the request again."},
    {"invalid_map", 422, "Not a usable map",
     "Send a map string, or a layout, that fits the players and expansions."},
    {"malformed_json", 400, "Not a JSON object",
     "Send one JSON object in UTF-8, with each key once."},
    {"malformed_request", 400, "Not a sound HTTP request",
     "Send one target, one Host and one length, and no header that says otherwise."},
    {"method_not_allowed", 405, "Not a method of this resource",
     "Use one of the methods that the header Allow lists."},
    {"must_choose", 422, "A choice is needed",
     "Passing is not possible while you can pick a card: choose one of the options that your "
     "view lists."},
    {"no_deadline", 409, "No deadline to move",
     "Only a player whom the game waits for in the setup can have a deadline, and only one that is "
     "there can be extended: set one with at."},
    {"not_acceptable", 406, "No such representation",
     "Let the header Accept admit application/json, or leave it out."},
    {"not_away", 409, "Not away",
     "No days away are announced that have not ended: there is nothing to take back."},
    {"not_captured", 409, "Not captured",
     "No such unit lies on that player's sheet: name one that the view shows as captured."},
    {"not_found", 404, "Not found",
     "Nothing is here for you: check the address, and send a token of the game if it is private."},
    {"not_in_reinforcements", 409, "Not in the reinforcements",
     "All units of that type are on the board or captured: none can be taken."},
    {"not_overdue", 409, "Not overdue",
     "The default can be taken for a player whom the game waits for and whose deadline has gone "
     "by: "
     "give everybody else the time that is left, or set an earlier deadline."},
    {"not_started", 409, "The game has not started",
     "Wait until all have joined and the game "
     "has been started."},
    {"not_your_turn", 409, "Not your turn",
     "Wait until your view lists this action: its waiting_on names who acts now."},
    {"nothing_to_reveal", 409, "Nothing to reveal",
     "A reveal is due only when all have committed and your own pick was sealed by yourself."},
    {"payload_too_large", 413, "The body is too large", "Send at most 65536 bytes."},
    {"position_not_open", 422, "Not an open position",
     "Choose one of the positions that your view lists for this action."},
    {"rate_limited", 429, "Too many requests",
     "Wait as many seconds as Retry-After says, then go on more slowly."},
    {"seeds_used_up", 409, "No seed is left",
     "This game has dealt as often as its chain of seeds allows: nothing can be dealt any more."},
    {"stale_round", 409, "That round has closed",
     "Look at your view for the open round and answer that one."},
    {"stale_version", 409, "The game has moved on",
     "Something happened since the version that you named: look again before taking anything "
     "back."},
    {"taken", 409, "Taken already",
     "Another player has it: choose one of the options that your view lists."},
    {"too_many_webhooks", 409, "Enough webhooks",
     "A game can have 16 webhooks of its own and each player 4: delete one that is not needed."},
    {"type_full", 422, "Enough of that type",
     "You have kept as many cards of that type as you may: choose one of another type."},
    {"unauthenticated", 401, "A valid token is needed",
     "Send a token that is valid now in the header Authorization: Bearer TOKEN."},
    {"unavailable", 503, "Not available now",
     "Nothing was changed: send the same request again in a moment."},
    {"undo_refused", 409, "Cannot be taken back",
     "Only the last turn can be taken back, by its player or the host, as long as it showed "
     "nothing new and nothing has followed."},
    {"unsupported_media_type", 415, "Not JSON",
     "Send the body as Content-Type: application/json, in UTF-8."},
    {"vacation_spent", 409, "Too many days away",
     "Players may be away as long as the game's deadlines.vacation says in all: announce fewer "
     "days, "
     "or ask the host for a later deadline."},
    {"wrong_count", 422, "Not the right number",
     "Send exactly as many, and of each type as many, as your view asks for."},
    {"wrong_step", 409, "Not in this step",
     "The game is in another step: look at your view for what can be done now."},
};

const size_t problem_count = sizeof problems / sizeof *problems;

/* The order of CODE and the code of PROBLEM. */
struct wanted {
    const char *code;
    size_t length;
};

static int compare(const void *key, const void *element)
{
    const struct wanted *wanted = key;
    const struct problem *problem = element;
    size_t length = strlen(problem->code);
    int order =
        memcmp(wanted->code, problem->code, wanted->length < length ? wanted->length : length);
    if (order != 0)
        return order;
    return (wanted->length > length) - (wanted->length < length);
}

const struct problem *problem_find(const char *code, size_t length)
{
    const struct wanted wanted = {code, length};
    return bsearch(&wanted, problems, problem_count, sizeof *problems, compare);
}

const struct problem *problem_of_refusal(enum refusal refusal)
{
    const char *code = refusal_code(refusal);
    return problem_find(code, strlen(code));
}

static void write_type(struct json_writer *writer, const char *code)
{
    char type[64];
    snprintf(type, sizeof type, "/problems/%s", code);
    write_member_text(writer, "type", type);
}

static void write_errors(struct json_writer *writer, const struct json_faults *faults)
{
    write_key(writer, "errors");
    write_array(writer);
    for (size_t i = 0; i < faults->count; i++) {
        write_object(writer);
        write_member_text(writer, "pointer", faults->list[i].pointer);
        write_member_text(writer, "detail", faults->list[i].detail);
        write_object_end(writer);
    }
    write_array_end(writer);
}

static void write_extra(struct json_writer *writer, const struct problem_extra *extra)
{
    if (extra->allowed && extra->allowed_length > 0) {
        write_key(writer, "allowed");
        write_raw(writer, extra->allowed, extra->allowed_length);
    }
    if (extra->faults && extra->faults->count > 0)
        write_errors(writer, extra->faults);
    if (extra->retry_after > 0)
        write_member_number(writer, "retry_after", extra->retry_after);
    if (extra->request_id)
        write_member_text(writer, "request_id", extra->request_id);
}

void problem_write(const struct problem *problem, const struct problem_extra *extra,
                   struct buffer *buffer)
{
    static const struct problem_extra nothing;
    if (!extra)
        extra = &nothing;
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_type(&writer, problem->code);
    write_member_text(&writer, "title", problem->title);
    write_member_number(&writer, "status", problem->status);
    write_member_text(&writer, "detail", extra->detail ? extra->detail : problem->detail);
    write_member_text(&writer, "code", problem->code);
    write_extra(&writer, extra);
    write_object_end(&writer);
}
