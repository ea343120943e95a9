#include "service/http/query.h"

#include <stdio.h>
#include <string.h>

#include "service/http/percent.h"

enum { NUMBER_DIGITS_MAX = 18, NAME_SHOWN_MAX = 40 };

/* Decodes TEXT, which is NUL-terminated, in place. */
static bool decode(char *text)
{
    size_t length = strlen(text);
    if (!percent_decode(text, &length, true))
        return false;
    text[length] = '\0';
    return true;
}

static void read_parameter(struct query *query, char *text)
{
    if (query->count == QUERY_MAX) {
        query->malformed = true;
        return;
    }
    char *equals = strchr(text, '=');
    char *value = equals ? equals + 1 : text + strlen(text);
    if (equals)
        *equals = '\0';
    if (!decode(text) || !decode(value)) {
        query->malformed = true;
        return;
    }
    query->list[query->count++] = (struct parameter){.name = text, .value = value};
}

void query_read(struct query *query, char *text)
{
    query->count = 0;
    query->malformed = false;
    while (*text != '\0') {
        char *end = text + strcspn(text, "&");
        char *next = *end == '&' ? end + 1 : end;
        *end = '\0';
        if (*text != '\0')
            read_parameter(query, text);
        text = next;
    }
}

const char *query_value(struct query *query, const char *name)
{
    for (size_t i = 0; i < query->count; i++) {
        if (strcmp(query->list[i].name, name) != 0)
            continue;
        query->list[i].asked = true;
        return query->list[i].value;
    }
    return NULL;
}

/* A name that a client made up is only repeated when it is a plain word. */
static const char *shown_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_-.";
    size_t length = strlen(name);
    return length <= NAME_SHOWN_MAX && strspn(name, letters) == length ? name : "";
}

static bool stands_before(const struct query *query, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(query->list[i].name, query->list[index].name) == 0)
            return true;
    return false;
}

bool query_check(const struct query *query, struct json_faults *faults)
{
    size_t before = faults->count;
    if (query->malformed)
        json_fault_add(faults, "?", "The query has a bad escape or more than %d parameters.",
                       QUERY_MAX);
    for (size_t i = 0; i < query->count; i++) {
        const struct parameter *parameter = &query->list[i];
        char pointer[NAME_SHOWN_MAX + 2];
        snprintf(pointer, sizeof pointer, "?%s", shown_name(parameter->name));
        if (stands_before(query, i))
            json_fault_add(faults, pointer, "Send this parameter only once.");
        else if (!parameter->asked)
            json_fault_add(faults, pointer, "There is no such parameter here.");
    }
    return faults->count == before;
}

bool whole_number_read(const char *text, long long minimum, long long maximum,
                       long long *ret_number)
{
    size_t length = strspn(text, "0123456789");
    if (length == 0 || length > NUMBER_DIGITS_MAX || text[length] != '\0')
        return false;
    long long number = 0;
    for (size_t i = 0; i < length; i++)
        number = number * 10 + (text[i] - '0');
    if (number < minimum || number > maximum)
        return false;
    *ret_number = number;
    return true;
}
