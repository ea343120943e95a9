#include "service/api/sentence.h"

#include <stdarg.h>
#include <stdio.h>

#include "service/json/parts.h"

void say(struct sentence *sentence, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t room = EXPLANATION_BYTES - sentence->length;
    int length = vsnprintf(sentence->text + sentence->length, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        sentence->length += (size_t)length < room ? (size_t)length : room - 1;
}

void say_players(struct sentence *sentence, unsigned players)
{
    const char *comma = "";
    for (uint8_t player = 0; player < PLAYERS_MAX; player++) {
        if ((players >> player & 1) == 0)
            continue;
        say(sentence, "%s%s", comma, player_id(player));
        comma = ", ";
    }
}
