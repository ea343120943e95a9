#include "service/http/allowed.h"

#include "service/json/writer.h"

bool allowed_helps(enum refusal refusal)
{
    static const enum refusal helped[] = {REFUSED_CARD_NOT_AVAILABLE, REFUSED_MUST_CHOOSE,
                                          REFUSED_POSITION_NOT_OPEN,  REFUSED_TAKEN,
                                          REFUSED_TYPE_FULL,          REFUSED_WRONG_COUNT};
    for (size_t i = 0; i < sizeof helped / sizeof *helped; i++)
        if (helped[i] == refusal)
            return true;
    return false;
}

static void write_option(struct json_writer *writer, enum action action, uint16_t option)
{
    switch (action) {
    case ACTION_COMMIT:
    case ACTION_HOME_SYSTEM:
        write_text(writer, catalogue_cards[option].id);
        break;
    case ACTION_KING:
        write_text(writer, catalogue_kings[option].id);
        break;
    case ACTION_PLASTIC:
        write_text(writer, colour_id((enum colour)option));
        break;
    case ACTION_HOME_POSITION:
        write_number(writer, option);
        break;
    case ACTION_NONE:
    case ACTION_REVEAL:
    case ACTION_STARTING_UNITS:
        write_nothing(writer);
        break;
    }
}

void allowed_write(const struct game *game, uint8_t player, struct buffer *buffer)
{
    struct choices choices = options_for(game, player);
    bool is_list = choices.action != ACTION_NONE && choices.action != ACTION_REVEAL &&
                   choices.action != ACTION_STARTING_UNITS;
    if (!is_list || choices.count == 0)
        return;
    struct json_writer writer = json_writer_start(buffer);
    write_array(&writer);
    for (size_t i = 0; i < choices.count; i++)
        write_option(&writer, choices.action, choices.options[i]);
    write_array_end(&writer);
}
