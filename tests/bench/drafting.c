#include "tests/bench/drafting.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/measure.h"

enum {
    NONCE_BYTES = 32,
    CARDS_MAX = 8,
    COMMITMENT_BYTES = 2 * crypto_hash_sha256_BYTES + 1,
};

void draft_path(const struct draft *draft, const char *rest, char ret_path[PATH_BYTES])
{
    snprintf(ret_path, PATH_BYTES, "/v1/games/%s%s", draft->game, rest);
}

/* What follows NAME in the answer, NULL if it is not there. */
static const char *find(const struct load_answer *answer, const char *from, const char *name)
{
    const char *start = from ? from : answer->body;
    size_t left = answer->body_length - (size_t)(start - answer->body);
    const char *found = memmem(start, left, name, strlen(name));
    return found ? found + strlen(name) : NULL;
}

/* Copies the text at FROM, which a quotation mark ends. */
static void copy_text(const char *from, char *ret_text, size_t size)
{
    size_t length = from ? strcspn(from, "\"") : 0;
    if (length == 0 || length >= size)
        bench_fail("an answer lacks what a draft goes on with");
    memcpy(ret_text, from, length);
    ret_text[length] = '\0';
}

static void read_created(struct draft *draft, const struct load_answer *answer)
{
    copy_text(find(answer, NULL, "\"id\":\""), draft->game, sizeof draft->game);
    copy_text(find(answer, NULL, "\"host_token\":\""), draft->host_token, sizeof draft->host_token);
    const char *at = NULL;
    for (size_t i = 0; i < SEATS; i++) {
        at = find(answer, at, "\"invite\":\"");
        copy_text(at, draft->seats[i].invite, sizeof draft->seats[i].invite);
    }
}

static void post(struct draft *draft, const char *path, const char *token, const char *body,
                 struct buffer *request)
{
    draft->counts->posts++;
    request_write(request, "POST", path, token, NULL, body);
}

static void create(struct draft *draft, struct buffer *request)
{
    draft->stage = DRAFT_CREATES;
    post(draft, "/v1/games", NULL,
         "{\"name\":\"Bench\",\"players\":6,\"map\":{\"mode\":\"build\"}}", request);
}

static void join(struct draft *draft, size_t player, struct buffer *request)
{
    char path[PATH_BYTES];
    char body[CREDENTIAL_BYTES + 64];
    draft->stage = DRAFT_JOINS;
    draft->player = player;
    draft_path(draft, "/join", path);
    snprintf(body, sizeof body, "{\"invite\":\"%s\",\"name\":\"Player %zu\"}",
             draft->seats[player].invite, player + 1);
    post(draft, path, NULL, body, request);
}

static void look(struct draft *draft, size_t player, struct buffer *request)
{
    char path[PATH_BYTES];
    draft->stage = DRAFT_LOOKS;
    draft->player = player;
    draft->counts->gets++;
    draft_path(draft, "", path);
    request_write(request, "GET", path, draft->seats[player].token, NULL, NULL);
}

static int compare_ids(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The ids in ASCII order, joined with commas. */
static void join_cards(const json_t *cards, char ret_text[OPENING_BYTES])
{
    const char *ids[CARDS_MAX];
    size_t count = json_array_size(cards);
    size_t length = 0;
    if (count == 0 || count > CARDS_MAX)
        bench_fail("an example has %zu cards", count);
    for (size_t i = 0; i < count; i++)
        ids[i] = json_string_value(json_array_get(cards, i));
    qsort(ids, count, sizeof *ids, compare_ids);
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(ret_text + length, OPENING_BYTES - length, "%s%s", i ? "," : "",
                                   ids[i]);
}

/* The hash of the sealed cards, as fairness/README.md tells clients to make it. */
static void commit_to(const struct draft *draft, const json_t *action, const char *nonce,
                      char ret_commitment[COMMITMENT_BYTES])
{
    char joined[OPENING_BYTES];
    char text[2 * OPENING_BYTES];
    uint8_t hash[crypto_hash_sha256_BYTES];
    join_cards(json_object_get(json_object_get(action, "example"), "cards"), joined);
    snprintf(text, sizeof text, "spliced-pick-v1|%s|%s|%lld|p%zu|%s|%s", draft->game,
             json_string_value(json_object_get(action, "step")),
             json_integer_value(json_object_get(action, "round")), draft->player + 1, joined,
             nonce);
    crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
    hex_encode(hash, sizeof hash, ret_commitment);
}

/* Picks the cards of the example: writes the body of the commitment, and that of the reveal, which
 * is kept for later. */
static void seal(const struct draft *draft, const json_t *action, char ret_opening[OPENING_BYTES],
                 char ret_body[OPENING_BYTES])
{
    uint8_t bytes[NONCE_BYTES];
    char nonce[2 * NONCE_BYTES + 1];
    char commitment[COMMITMENT_BYTES];
    long long round = json_integer_value(json_object_get(action, "round"));
    char *cards =
        json_dumps(json_object_get(json_object_get(action, "example"), "cards"), JSON_COMPACT);
    randombytes_buf(bytes, sizeof bytes);
    hex_encode(bytes, sizeof bytes, nonce);
    commit_to(draft, action, nonce, commitment);
    snprintf(ret_opening, OPENING_BYTES, "{\"round\":%lld,\"cards\":%s,\"nonce\":\"%s\"}", round,
             cards, nonce);
    snprintf(ret_body, OPENING_BYTES, "{\"round\":%lld,\"commitment\":\"%s\"}", round, commitment);
    free(cards);
}

/* Does what ACTION asks of the draft's player. */
static void do_action(struct draft *draft, const json_t *action, struct buffer *request)
{
    char sealed[OPENING_BYTES];
    struct seat *seat = &draft->seats[draft->player];
    const char *name = json_string_value(json_object_get(action, "action"));
    const char *href = json_string_value(json_object_get(action, "href"));
    char *example = NULL;
    const char *body = NULL;
    if (!name || !href)
        bench_fail("player %zu of %s has nothing to do", draft->player + 1, draft->game);
    if (strcmp(name, "commit") == 0) {
        seal(draft, action, seat->opening, sealed);
        body = sealed;
    } else if (strcmp(name, "reveal") == 0) {
        body = seat->opening;
    } else {
        body = example = json_dumps(json_object_get(action, "example"), JSON_COMPACT);
    }
    draft->stage = DRAFT_ACTS;
    post(draft, href, seat->token, body, request);
    free(example);
}

/* Reads the player's part of the view, which is its end, and does what is required. */
static void act(struct draft *draft, const struct load_answer *answer, struct buffer *request)
{
    const char *start = find(answer, NULL, "\"you\":");
    if (!start)
        bench_fail("a view has no part of the player's own");
    size_t length = answer->body_length - (size_t)(start - answer->body);
    json_t *you = json_loadb(start, length, JSON_DISABLE_EOF_CHECK, NULL);
    const json_t *actions = json_object_get(you, "actions");
    const json_t *action = NULL;
    for (size_t i = 0; !action && i < json_array_size(actions); i++)
        if (json_is_true(json_object_get(json_array_get(actions, i), "required")))
            action = json_array_get(actions, i);
    do_action(draft, action, request);
    json_decref(you);
}

/* Goes on with whom the game waits for. False: for nobody, the setup is over. */
static bool take_turn(struct draft *draft, const struct load_answer *answer, struct buffer *request)
{
    const char *waited = find(answer, NULL, "\"waiting_on\":[");
    if (!waited || *waited == ']') {
        draft->stage = DRAFT_ENDED;
        draft->counts->drafts++;
        return false;
    }
    waited = find(answer, waited, "\"player\":\"p");
    size_t player = waited ? (size_t)(*waited - '1') : SEATS;
    if (player >= SEATS)
        bench_fail("game %s waits for nobody whom it knows", draft->game);
    if (player == draft->player)
        act(draft, answer, request);
    else
        look(draft, player, request);
    return true;
}

static bool take_joined(struct draft *draft, const struct load_answer *answer,
                        struct buffer *request)
{
    struct seat *seat = &draft->seats[draft->player];
    copy_text(find(answer, NULL, "\"token\":\""), seat->token, sizeof seat->token);
    if (draft->player + 1 < SEATS) {
        join(draft, draft->player + 1, request);
        return true;
    }
    if (!draft->joins_only)
        return take_turn(draft, answer, request);
    draft->stage = DRAFT_ENDED;
    return false;
}

static void check_answer(struct draft *draft, const struct load_answer *answer)
{
    if (answer->status < 200 || answer->status > 299)
        bench_fail("a draft is answered with %u: %.*s", answer->status, (int)answer->body_length,
                   answer->body);
    if (draft->stage == DRAFT_LOOKS)
        draft->counts->get_bytes += answer->body_length;
    else
        draft->counts->post_bytes += answer->body_length;
}

/* False: the draft has ended. */
static bool go_on(struct draft *draft, const struct load_answer *answer, struct buffer *request)
{
    check_answer(draft, answer);
    switch (draft->stage) {
    case DRAFT_CREATES:
        read_created(draft, answer);
        join(draft, 0, request);
        return true;
    case DRAFT_JOINS:
        return take_joined(draft, answer, request);
    case DRAFT_LOOKS:
        act(draft, answer, request);
        return true;
    case DRAFT_ACTS:
        return take_turn(draft, answer, request);
    case DRAFT_ENDED:
        break;
    }
    return false;
}

void drafts_begin(struct drafts *drafts, size_t connections, size_t each, bool joins_only)
{
    *drafts = (struct drafts){.list = calloc(connections * each, sizeof(struct draft)),
                              .begun_by = calloc(connections, sizeof(size_t)),
                              .each = each,
                              .joins_only = joins_only};
    if (!drafts->list || !drafts->begun_by)
        bench_fail("no memory for %zu drafts", connections * each);
}

void drafts_end(struct drafts *drafts)
{
    free(drafts->list);
    free(drafts->begun_by);
}

static struct draft *draft_of(const struct drafts *drafts, size_t connection, size_t number)
{
    return &drafts->list[connection * drafts->each + number % drafts->each];
}

/* Whether CONNECTION is to begin another one. */
static bool is_wanted(const struct drafts *drafts, size_t connection)
{
    return drafts->joins_only ? drafts->begun_by[connection] < drafts->each
                              : drafts->begun < drafts->wanted;
}

bool drafts_next(void *context, size_t connection, const struct load_answer *answer,
                 struct buffer *ret_request)
{
    struct drafts *drafts = context;
    size_t *begun = &drafts->begun_by[connection];
    if (answer && go_on(draft_of(drafts, connection, *begun - 1), answer, ret_request))
        return true;
    if (!is_wanted(drafts, connection))
        return false;
    struct draft *draft = draft_of(drafts, connection, (*begun)++);
    drafts->begun++;
    draft->counts = &drafts->counts;
    draft->joins_only = drafts->joins_only;
    create(draft, ret_request);
    return true;
}
