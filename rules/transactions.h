/*
 * Returning captured units as part of a transaction (rules section 7.3): one party proposes, which
 * is its consent, the other one accepts. Used inside the rules core only.
 */
#ifndef RULES_TRANSACTIONS_H
#define RULES_TRANSACTIONS_H

#include "rules/steps.h"

/* Whether these units can be returned by a transaction of these two. */
enum refusal check_proposal(const struct game *game, const struct propose_command *sent);
enum refusal decide_propose(struct desk *desk, const struct command *command);
void apply_transaction_proposed(struct game *game, const struct transaction *transaction);

/* The open transaction of that number, NULL when it is closed or never was. */
const struct transaction *transaction_find(const struct in_play *in_play, uint32_t number);

bool is_party(const struct transaction *transaction, uint8_t player);

/* Whether TRANSACTION waits for PLAYER: a party that has not consented. One that the host proposed
 * waits for both, and is done when either accepts. */
bool waits_for(const struct transaction *transaction, uint8_t player);

/* Whether there is such a transaction to be answered. */
enum refusal check_transaction_number(const struct game *game, uint32_t number);
enum refusal decide_answer(struct desk *desk, const struct command *command);

/* Accepted, declined, withdrawn, expired: it is open no more. */
void apply_transaction_closed(struct game *game, uint32_t number);

/* Closes the transactions whose units are gone or whose parties are eliminated. */
void expire_void_transactions(struct desk *desk);

#endif
