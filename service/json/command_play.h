/*
 * Bodies of actions at the table in play, one by one. Used inside of service/json only:
 * command_json.h has the whole.
 */
#ifndef SERVICE_JSON_COMMAND_PLAY_H
#define SERVICE_JSON_COMMAND_PLAY_H

#include "rules/command.h"
#include "service/json/reader.h"

/* Each reads OBJECT into a part of a command; false with FAULTS told when its form is not right. */
bool read_gain_body(const json_t *object, struct gain_command *gain, struct json_faults *faults);
bool read_lose_body(const json_t *object, struct lose_command *lose, struct json_faults *faults);
bool read_card_body(const json_t *object, uint16_t *ret_card, struct json_faults *faults);
bool read_splice_body(const json_t *object, struct splice_command *splice,
                      struct json_faults *faults);
bool read_units_body(const json_t *object, struct unit_change *change, struct json_faults *faults);
bool read_capture_body(const json_t *object, struct unit_capture *capture,
                       struct json_faults *faults);
bool read_return_body(const json_t *object, struct unit_return *wanted, struct json_faults *faults);
bool read_proposal_body(const json_t *object, struct propose_command *propose,
                        struct json_faults *faults);
bool read_blockade_body(const json_t *object, struct blockade_command *blockade,
                        struct json_faults *faults);

#endif
