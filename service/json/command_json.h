/*
 * Request bodies become commands: strict reading of every body that the API takes.
 */
#ifndef SERVICE_JSON_COMMAND_JSON_H
#define SERVICE_JSON_COMMAND_JSON_H

#include "service/fairness/commitment.h"
#include "service/json/map_faults.h"
#include "service/json/reader.h"
#include "service/record/record.h"

/* A body of POST /v1/games. */
struct create_request {
    struct command command;            /* COMMAND_CREATE */
    struct created_details details;    /* without creator and seeds */
    struct map_faults_told map_faults; /* any: decide is not to be asked */
};

/* Each reads a body into the command it stands for; false with FAULTS told when its form is not
 * right. Cards, kings and the like that are not in the catalogue are no faults of form: they
 * become the NONE values, which the rules refuse. */
bool read_create(const json_t *object, struct create_request *ret_request,
                 struct json_faults *faults);
bool read_join(const json_t *object, struct joined_details *ret_details, bool *ret_has_entropy,
               struct field_text *ret_invite, struct json_faults *faults);

/* Sealed steps: commit and reveal. ROUND_REQUIRED is false in scenario files, where the open round
 * is meant when none is named. PLAYER is who acts. */
bool read_commit(const json_t *object, enum step step, uint8_t player, bool round_required,
                 struct command *ret_command, struct json_faults *faults);
bool read_reveal(const json_t *object, enum step step, uint8_t player, struct command *ret_command,
                 struct json_faults *faults);
/* The cards of a body that read_reveal took, as they are spelled in an opening: ids sorted in ASCII
 * order and joined by ",". "" when one of them could not be an id. */
void read_spelled(const json_t *object, char ret_spelled[SPELLED_BYTES]);
/* Turn steps, by their command type. */
bool read_turn(const json_t *object, enum command_type type, uint8_t player,
               struct command *ret_command, struct json_faults *faults);
bool read_undo(const json_t *object, uint8_t player, struct command *ret_command,
               struct json_faults *faults);

/* Actions at the table in play, by their command type. What stands in the path (the number of a
 * splice, transaction or blockade, a genome, whom to eliminate, accept or decline) is for the
 * caller to set; a body may be NULL where none is needed. */
bool read_table_action(const json_t *object, enum command_type type, uint8_t player,
                       struct command *ret_command, struct json_faults *faults);

/* The members "options" and "map" alone, for scenarios and transcripts; OBJECT may be NULL for the
 * defaults. POINTER is where it stands. */
bool read_options(const json_t *object, const char *pointer, struct options *ret_options,
                  struct json_faults *faults);
bool read_map(const json_t *object, const char *pointer, struct map *ret_map,
              struct map_faults_told *ret_map_faults, struct json_faults *faults);

#endif
