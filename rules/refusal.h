/*
 * Refusals: every reason for which the rules turn a command down. The second column is the
 * stable code that programs see; service/http/problems.h adds status and advice.
 */
#ifndef RULES_REFUSAL_H
#define RULES_REFUSAL_H

#define REFUSALS(X)                                                                                \
    X(FORBIDDEN, "forbidden")                                                                      \
    X(NOT_FOUND, "not_found")                                                                      \
    X(BAD_PLAYER_COUNT, "bad_player_count")                                                        \
    X(CARD_POOL, "card_pool")                                                                      \
    X(INVALID_MAP, "invalid_map")                                                                  \
    X(WRONG_STEP, "wrong_step")                                                                    \
    X(STALE_ROUND, "stale_round")                                                                  \
    X(NOT_YOUR_TURN, "not_your_turn")                                                              \
    X(ALREADY_DONE, "already_done")                                                                \
    X(DECISION_PENDING, "decision_pending")                                                        \
    X(CARD_NOT_AVAILABLE, "card_not_available")                                                    \
    X(TAKEN, "taken")                                                                              \
    X(POSITION_NOT_OPEN, "position_not_open")                                                      \
    X(INNER_RING_OPEN, "inner_ring_open")                                                          \
    X(ADJACENCY, "adjacency")                                                                      \
    X(TYPE_FULL, "type_full")                                                                      \
    X(MUST_CHOOSE, "must_choose")                                                                  \
    X(WRONG_COUNT, "wrong_count")                                                                  \
    X(ILLEGAL_PLACE, "illegal_place")                                                              \
    X(EXHAUSTED, "exhausted")                                                                      \
    X(ALREADY_READY, "already_ready")                                                              \
    X(ILLEGAL_TARGET, "illegal_target")                                                            \
    X(BLOCKADED, "blockaded")                                                                      \
    X(NOT_CAPTURED, "not_captured")                                                                \
    X(CONSENT_MISSING, "consent_missing")                                                          \
    X(NOT_IN_REINFORCEMENTS, "not_in_reinforcements")                                              \
    X(COMMITMENT_MISMATCH, "commitment_mismatch")                                                  \
    X(ILLEGAL_PICK, "illegal_pick")                                                                \
    X(NOTHING_TO_REVEAL, "nothing_to_reveal")                                                      \
    X(GAME_FULL, "game_full")                                                                      \
    X(NOT_STARTED, "not_started")                                                                  \
    X(ALREADY_STARTED, "already_started")                                                          \
    X(GAME_PAUSED, "game_paused")                                                                  \
    X(GAME_OVER, "game_over")                                                                      \
    X(STALE_VERSION, "stale_version")                                                              \
    X(UNDO_REFUSED, "undo_refused")                                                                \
    X(SEEDS_USED_UP, "seeds_used_up")                                                              \
    X(TOO_MANY_EVENTS, "internal")                                                                 \
    X(NOT_OVERDUE, "not_overdue")                                                                  \
    X(NO_DEADLINE, "no_deadline")                                                                  \
    X(DEADLINE_PAST, "deadline_past")                                                              \
    X(VACATION_SPENT, "vacation_spent")                                                            \
    X(NOT_AWAY, "not_away")

enum refusal {
    ACCEPTED = 0,
#define REFUSAL_ENUM(name, code) REFUSED_##name,
    REFUSALS(REFUSAL_ENUM)
#undef REFUSAL_ENUM
        REFUSAL_COUNT
};

/* The code of a refusal, "" for ACCEPTED. */
const char *refusal_code(enum refusal refusal);

#endif
