#include "service/http/media.h"

#include <string.h>
#include <strings.h>

enum { WEIGHT_MAX = 1000 };

/* A part of a header's value. */
struct part {
    const char *text;
    size_t length;
};

static struct part whole(const char *text)
{
    return (struct part){text, strlen(text)};
}

static bool is_blank(char character)
{
    return character == ' ' || character == '\t';
}

static struct part trimmed(struct part part)
{
    while (part.length > 0 && is_blank(part.text[0])) {
        part.text++;
        part.length--;
    }
    while (part.length > 0 && is_blank(part.text[part.length - 1]))
        part.length--;
    return part;
}

/* Takes what stands before the next SEPARATOR off the front of REST; false when REST is used
 * up. */
static bool take_part(struct part *rest, char separator, struct part *ret_part)
{
    if (rest->length == 0)
        return false;
    const char *end = memchr(rest->text, separator, rest->length);
    size_t length = end ? (size_t)(end - rest->text) : rest->length;
    *ret_part = trimmed((struct part){rest->text, length});
    size_t used = end ? length + 1 : length;
    *rest = (struct part){rest->text + used, rest->length - used};
    return true;
}

static bool is(struct part part, const char *word)
{
    return part.length == strlen(word) && strncasecmp(part.text, word, part.length) == 0;
}

bool media_is_json(const char *content_type)
{
    struct part rest = whole(content_type);
    struct part part;
    if (!take_part(&rest, ';', &part) || !is(part, "application/json"))
        return false;
    while (take_part(&rest, ';', &part))
        if (!is(part, "charset=utf-8") && !is(part, "charset=\"utf-8\""))
            return false;
    return true;
}

/* How narrowly RANGE takes TYPE in: 0 not at all, 1 as anything, 2 by its first half, 3 by
 * name. */
static int narrowness(struct part range, const char *type)
{
    size_t type_length = strcspn(type, "; ");
    size_t half = strcspn(type, "/") + 1;
    if (is(range, "*/*"))
        return 1;
    if (range.length == half + 1 && range.text[half] == '*' &&
        strncasecmp(range.text, type, half) == 0)
        return 2;
    if (range.length == type_length && strncasecmp(range.text, type, type_length) == 0)
        return 3;
    return 0;
}

/* What a weight ("q=0.25") says, in thousandths; -1 when PARAMETER is none. */
static int weight_of(struct part parameter)
{
    static const int places[] = {1000, 0, 100, 10, 1}; /* of "0.125"; its point counts nothing */
    if (parameter.length < 3 || strncasecmp(parameter.text, "q=", 2) != 0)
        return -1;
    int weight = 0;
    for (size_t i = 0; i + 2 < parameter.length && i < 5; i++) {
        char digit = parameter.text[i + 2];
        if (digit >= '0' && digit <= '9')
            weight += (digit - '0') * places[i];
    }
    return weight < WEIGHT_MAX ? weight : WEIGHT_MAX;
}

/* What one member of Accept says of a type: how narrowly it takes it in, and with which weight. */
struct verdict {
    int narrow;
    int weight;
};

static struct verdict judge(struct part member, const char *type)
{
    struct part part = {"", 0};
    take_part(&member, ';', &part);
    struct verdict verdict = {.narrow = narrowness(part, type), .weight = WEIGHT_MAX};
    while (take_part(&member, ';', &part)) {
        int weight = weight_of(part);
        if (weight >= 0)
            verdict.weight = weight;
    }
    return verdict;
}

int media_weight(const char *accept, const char *type)
{
    struct part rest = trimmed(whole(accept));
    struct part member;
    struct verdict narrowest = {0, 0};
    if (rest.length == 0 || is(rest, "*/*")) /* as nearly all programs have it */
        return WEIGHT_MAX;
    while (take_part(&rest, ',', &member)) {
        struct verdict verdict = judge(member, type);
        if (verdict.narrow > narrowest.narrow)
            narrowest = verdict;
    }
    return narrowest.weight;
}

bool media_accepted(const char *accept, const char *type)
{
    return media_weight(accept, type) > 0;
}

bool media_prefers_minimal(const char *prefer)
{
    struct part rest = whole(prefer);
    struct part preference;
    while (take_part(&rest, ',', &preference)) {
        struct part token = {"", 0};
        take_part(&preference, ';', &token);
        if (is(token, "return=minimal") || is(token, "return=\"minimal\""))
            return true;
    }
    return false;
}
