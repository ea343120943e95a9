#include "rules/sealed.h"

#include <string.h>

#include "rules/cards.h"
#include "rules/passing.h"

enum refusal check_number(const struct sent_cards *cards, uint8_t count)
{
    if (cards->count != count)
        return REFUSED_WRONG_COUNT;
    for (uint8_t i = 0; i < count; i++) {
        /* Unknown cards cannot be told apart: they are foreign cards, not doubles. */
        if (cards->cards[i] != CARD_NONE && cards_contain(cards->cards, i, cards->cards[i]))
            return REFUSED_WRONG_COUNT;
    }
    return ACCEPTED;
}

enum refusal check_one_of(const struct sent_cards *cards, const uint16_t *list, uint8_t count)
{
    enum refusal refusal = check_number(cards, 1);
    if (refusal != ACCEPTED)
        return refusal;
    return cards_contain(list, count, cards->cards[0]) ? ACCEPTED : REFUSED_CARD_NOT_AVAILABLE;
}

bool pick_of(const struct sent_cards *cards, const uint8_t nonce[SEAL_BYTES], struct pick *ret_pick)
{
    if (cards->count > PICK_MAX || cards_contain(cards->cards, cards->count, CARD_NONE))
        return false;
    struct pick pick = {.count = cards->count};
    memcpy(pick.cards, cards->cards, cards->count * sizeof *pick.cards);
    memcpy(pick.nonce, nonce, sizeof pick.nonce);
    cards_sort(pick.cards, pick.count);
    *ret_pick = pick;
    return true;
}

/* Whether a step's round is the one that PLAYER is in. LATE is the refusal for a step that has
 * closed. Where hands are passed at once a player's earlier rounds have not closed, but the player
 * has done with them. */
static enum refusal check_round(const struct game *game, uint8_t player, enum step step,
                                uint8_t round, enum refusal late)
{
    bool later = step > game->table.step && game->table.stage == STAGE_SETUP;
    if (later || !rules_of(step)->sealed)
        return REFUSED_WRONG_STEP;
    if (step != game->table.step)
        return late;
    if (player >= game->setup.players)
        return REFUSED_ALREADY_DONE;
    uint8_t own = game->table.players[player].round;
    if (round == 0 || round == own)
        return ACCEPTED;
    return round < own && passes_at_once(game) ? REFUSED_ALREADY_DONE : REFUSED_STALE_ROUND;
}

bool may_commit_again(const struct game *game, uint8_t player)
{
    return !game->table.round_closed && game->setup.options.allow_recommit &&
           game->table.players[player].commits < COMMITS_MAX;
}

/* Whoever has used up the commits of a round may still end it, by a pick that all can see to be
 * legal: an opening that is kept back might have to be asked for again without end. */
static bool may_withhold(const struct seat_cards *cards)
{
    return cards->commits < COMMITS_MAX;
}

static enum refusal check_may_commit(const struct game *game, uint8_t player,
                                     const struct commit_command *commit)
{
    enum step step = commit->step;
    uint8_t round = commit->round;
    const struct step_rules *rules = rules_of(step);
    enum refusal late = rules->rounds ? REFUSED_STALE_ROUND : REFUSED_ALREADY_DONE;
    enum refusal refusal = check_round(game, player, step, round, late);
    if (refusal != ACCEPTED)
        return refusal;
    if (!rules->takes_part(game, player))
        return REFUSED_ALREADY_DONE;
    const struct seat_cards *cards = &game->table.players[player];
    if (commit->sealed_by == SEALED_WITHHELD && !may_withhold(cards))
        return REFUSED_ALREADY_DONE;
    if (cards->seal.state == SEAL_NONE || may_commit_again(game, player))
        return ACCEPTED;
    return game->table.round_closed ? late : REFUSED_ALREADY_DONE;
}

/* Whether COMMIT says nothing new. A pick that the server seals is the same if its cards are. */
static bool same_as_sealed(const struct seal *seal, const struct commit_command *commit,
                           const struct pick *pick)
{
    if (commit->sealed_by == SEALED_BY_SERVER)
        return seal->state == SEAL_OPEN && seal->pick.count == pick->count &&
               memcmp(seal->pick.cards, pick->cards, pick->count * sizeof *pick->cards) == 0;
    bool withheld = commit->sealed_by == SEALED_WITHHELD;
    return seal->state == (withheld ? SEAL_WITHHELD : SEAL_OPEN) &&
           memcmp(seal->commitment, commit->commitment, sizeof seal->commitment) == 0;
}

static struct event pick_event(enum event_type type, const struct game *game, uint8_t player)
{
    struct event event = {.type = type, .player = player};
    event.public_part.step = game->table.step;
    event.public_part.round = game->table.players[player].round;
    return event;
}

enum refusal decide_commit(struct desk *desk, uint8_t player, const struct commit_command *commit)
{
    const struct game *game = &desk->game;
    enum refusal refusal = check_may_commit(game, player, commit);
    if (refusal != ACCEPTED)
        return refusal;
    /* What has been withheld cannot be taken out of the hand before that goes on. */
    if (commit->sealed_by == SEALED_WITHHELD && passes_at_once(game))
        return REFUSED_MUST_CHOOSE;

    struct pick pick = {0};
    if (commit->sealed_by != SEALED_WITHHELD) {
        bool whole = pick_of(&commit->cards, commit->nonce, &pick);
        if (commit->sealed_by == SEALED_BY_CLIENT && whole &&
            !desk->dealer->opens(desk->dealer->context, commit->step,
                                 game->table.players[player].round, player, &pick,
                                 commit->commitment))
            return REFUSED_COMMITMENT_MISMATCH;
        refusal = rules_of(commit->step)->check_pick(game, player, &commit->cards);
        if (refusal != ACCEPTED)
            return refusal;
    }
    if (same_as_sealed(&game->table.players[player].seal, commit, &pick))
        return ACCEPTED;

    static const enum sealed_by_stored stored[] = {[SEALED_BY_SERVER] = STORED_SERVER,
                                                   [SEALED_BY_CLIENT] = STORED_CLIENT,
                                                   [SEALED_WITHHELD] = STORED_WITHHELD};
    struct event event = pick_event(EVENT_PICK_COMMITTED, game, player);
    event.public_part.automatic = commit->automatic;
    memcpy(event.public_part.commitment, commit->commitment, SEAL_BYTES);
    event.private_part.pick.sealed_by = stored[commit->sealed_by];
    event.private_part.pick.pick = pick;
    desk_emit(desk, &event);
    advance(desk);
    return ACCEPTED;
}

void void_pick(struct desk *desk, uint8_t player)
{
    struct event event = pick_event(EVENT_PICK_VOID, &desk->game, player);
    memcpy(event.public_part.commitment, desk->game.table.players[player].seal.commitment,
           SEAL_BYTES);
    desk_emit(desk, &event);
}

enum refusal decide_reveal(struct desk *desk, uint8_t player, const struct reveal_command *reveal)
{
    const struct game *game = &desk->game;
    enum refusal refusal =
        check_round(game, player, reveal->step, reveal->round, REFUSED_NOTHING_TO_REVEAL);
    if (refusal != ACCEPTED)
        return refusal;
    const struct seal *seal = &game->table.players[player].seal;
    if (!game->table.round_closed || seal->state != SEAL_WITHHELD)
        return REFUSED_NOTHING_TO_REVEAL;

    struct pick pick;
    bool opens = reveal->opens_unpickable;
    if (pick_of(&reveal->cards, reveal->nonce, &pick))
        opens = desk->dealer->opens(desk->dealer->context, reveal->step, game->table.round, player,
                                    &pick, seal->commitment);
    if (!opens)
        return REFUSED_COMMITMENT_MISMATCH;
    if (rules_of(reveal->step)->check_pick(game, player, &reveal->cards) != ACCEPTED) {
        void_pick(desk, player);
        return REFUSED_ILLEGAL_PICK;
    }

    struct event event = pick_event(EVENT_PICK_OPENED, game, player);
    event.private_part.pick.sealed_by = STORED_CLIENT;
    event.private_part.pick.pick = pick;
    desk_emit(desk, &event);
    advance(desk);
    return ACCEPTED;
}

static bool everybody_has_sealed(const struct game *game)
{
    const struct step_rules *rules = open_rules(game);
    for (uint8_t player = 0; player < game->setup.players; player++) {
        if (rules->takes_part(game, player) && game->table.players[player].seal.state == SEAL_NONE)
            return false;
    }
    return true;
}

void apply_pick_committed(struct game *game, const struct event *event)
{
    struct seal seal = {.automatic = event->public_part.automatic};
    enum sealed_by_stored sealed_by = event->private_part.pick.sealed_by;
    seal.state = sealed_by == STORED_WITHHELD ? SEAL_WITHHELD : SEAL_OPEN;
    seal.by_server = sealed_by == STORED_SERVER;
    memcpy(seal.commitment, event->public_part.commitment, SEAL_BYTES);
    if (seal.state == SEAL_OPEN)
        seal.pick = event->private_part.pick.pick;
    game->table.players[event->player].seal = seal;
    game->table.players[event->player].commits++;
    if (!passes_at_once(game) && everybody_has_sealed(game))
        game->table.round_closed = true;
}

void apply_pick_opened(struct game *game, const struct event *event)
{
    struct seal *seal = &game->table.players[event->player].seal;
    seal->state = SEAL_OPEN;
    seal->was_withheld = true;
    seal->pick = event->private_part.pick.pick;
}

void apply_pick_void(struct game *game, const struct event *event)
{
    game->table.players[event->player].seal = (struct seal){0};
}

void seal_to_past(struct game *game, uint8_t player)
{
    const struct seat_cards *cards = &game->table.players[player];
    if (cards->seal.state != SEAL_OPEN || game->past_count[player] == PICKS_MAX)
        return;
    bool from_hand = cards->hand_count > 0;
    struct past_pick past = {.step = game->table.step,
                             .round = cards->round,
                             .automatic = cards->seal.automatic,
                             .hand_count = from_hand ? cards->hand_count : cards->facedown_count,
                             .pick = cards->seal.pick};
    memcpy(past.hand, from_hand ? cards->hand : cards->facedown, sizeof past.hand);
    memcpy(past.commitment, cards->seal.commitment, SEAL_BYTES);
    game->past[player][game->past_count[player]++] = past;
}

void keep_sealed_card(struct seat_cards *cards)
{
    if (cards->seal.state != SEAL_OPEN)
        return;
    uint16_t card = cards->seal.pick.cards[0];
    cards_remove(cards->hand, &cards->hand_count, card);
    cards_add(cards->facedown, &cards->facedown_count, card);
}
