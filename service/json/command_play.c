#include "service/json/command_play.h"

#include "service/json/command_json.h"

bool read_table_action(const json_t *object, enum command_type type, uint8_t player,
                       struct command *ret_command, struct json_faults *faults)
{
    *ret_command = (struct command){.type = type, .player = player};
    switch (type) {
    case COMMAND_GAIN:
        return read_gain_body(object, &ret_command->gain, faults);
    case COMMAND_LOSE:
        return read_lose_body(object, &ret_command->lose, faults);
    case COMMAND_KEEP:
        return read_card_body(object, &ret_command->kept_card, faults);
    case COMMAND_SPLICE:
        return read_splice_body(object, &ret_command->splice, faults);
    case COMMAND_TAKE:
        return read_card_body(object, &ret_command->take.card, faults);
    case COMMAND_UNITS:
        return read_units_body(object, &ret_command->units, faults);
    case COMMAND_CAPTURE:
        return read_capture_body(object, &ret_command->capture, faults);
    case COMMAND_RETURN:
        return read_return_body(object, &ret_command->unit_return, faults);
    case COMMAND_PROPOSE:
        return read_proposal_body(object, &ret_command->propose, faults);
    case COMMAND_BLOCKADE:
        return read_blockade_body(object, &ret_command->blockade, faults);
    default: /* all is in the path */
        return !object || json_read_fields(object, "", NULL, 0, faults);
    }
}
