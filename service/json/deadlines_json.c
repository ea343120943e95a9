#include "service/json/deadlines_json.h"

#include <string.h>

#include "service/base/text.h"

enum { WORD_POINTS_MAX = 16 };

static const char *const timeout_words[] = {
    [TIMEOUT_WAIT] = "wait", [TIMEOUT_DEFAULT] = "default", [TIMEOUT_PAUSE] = "pause"};

static const char *const quiet_words[] = {[false] = "reminders", [true] = "deadlines"};

enum {
    TIMEOUT_WORDS = sizeof timeout_words / sizeof timeout_words[0],
    QUIET_WORDS = sizeof quiet_words / sizeof quiet_words[0]
};

/* Which of the WORDS a text is, the first if there is none; COUNT if it is none of them. */
static size_t find_word(struct field_text text, const char *const *words, size_t count)
{
    if (!text.text)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(text.text, words[i]) == 0)
            return i;
    return count;
}

/* A step may have no deadline although the others have one: its length is null. */
static void read_steps(const json_t *steps, const char *pointer, struct deadline_settings *settings,
                       struct json_faults *faults)
{
    char member[JSON_POINTER_BYTES];
    struct field fields[STEPS - 1];
    for (enum step step = STEP_NONE + 1; step < STEPS; step++) {
        fields[step - 1] = (struct field){.name = step_id(step),
                                          .kind = FIELD_DURATION,
                                          .nullable = true,
                                          .minimum = PERIOD_SHORTEST,
                                          .maximum = PERIOD_LONGEST,
                                          .target = &settings->steps[step]};
        settings->has_own[step] = json_object_get(steps, step_id(step)) != NULL;
    }
    json_pointer_member(pointer, "steps", member);
    (void)json_read_fields(steps, member, fields, STEPS - 1, faults);
}

static void read_words(struct field_text on_timeout, struct field_text quiet_hours,
                       const char *pointer, struct deadline_settings *settings,
                       struct json_faults *faults)
{
    char member[JSON_POINTER_BYTES];
    size_t timeout = find_word(on_timeout, timeout_words, TIMEOUT_WORDS);
    size_t quiet = find_word(quiet_hours, quiet_words, QUIET_WORDS);
    json_pointer_member(pointer, "on_timeout", member);
    if (timeout == TIMEOUT_WORDS)
        json_fault_add(faults, member, "must be \"wait\", \"default\" or \"pause\"");
    else
        settings->on_timeout = (enum on_timeout)timeout;
    json_pointer_member(pointer, "quiet_hours", member);
    if (quiet == QUIET_WORDS)
        json_fault_add(faults, member, "must be \"reminders\" or \"deadlines\"");
    settings->quiet_hours_move = quiet == true;
}

bool read_deadlines(const json_t *value, const char *pointer,
                    struct deadline_settings *ret_settings, struct json_faults *faults)
{
    *ret_settings = (struct deadline_settings){0};
    if (!value || json_is_null(value))
        return true;
    size_t before = faults->count;
    struct field_text on_timeout = {0}, quiet_hours = {0};
    json_t *steps = NULL;
    ret_settings->stated = true;
    ret_settings->vacation = VACATION_OF_OTHERS;
    const struct field fields[] = {
        {"default", FIELD_DURATION, false, true, PERIOD_SHORTEST, PERIOD_LONGEST,
         &ret_settings->usual, NULL},
        {"steps", FIELD_VALUE, false, true, 0, 0, &steps, NULL},
        {"grace", FIELD_DURATION, false, true, 0, PERIOD_LONGEST, &ret_settings->grace, NULL},
        {"on_timeout", FIELD_TEXT, false, true, 0, WORD_POINTS_MAX, &on_timeout, NULL},
        {"quiet_hours", FIELD_TEXT, false, true, 0, WORD_POINTS_MAX, &quiet_hours, NULL},
        {"vacation", FIELD_DURATION, false, true, 0, PERIOD_LONGEST, &ret_settings->vacation, NULL},
    };
    if (!json_read_fields(value, pointer, fields, sizeof fields / sizeof fields[0], faults))
        return false;
    if (steps)
        read_steps(steps, pointer, ret_settings, faults);
    read_words(on_timeout, quiet_hours, pointer, ret_settings, faults);
    return faults->count == before;
}

static void write_member_length(struct json_writer *writer, const char *key, int64_t length)
{
    char text[DURATION_BYTES];
    duration_format(length, text);
    write_member_word(writer, key, text);
}

static void write_member_period(struct json_writer *writer, const char *key, int64_t period)
{
    if (period == 0)
        write_member_null(writer, key);
    else
        write_member_length(writer, key, period);
}

static void write_steps(struct json_writer *writer, const struct deadline_settings *settings)
{
    static const enum step ascii_order[STEPS - 1] = {
        STEP_FACTION_DRAFT,  STEP_GALAXY,        STEP_HOME_POSITIONS, STEP_HOME_SYSTEMS,
        STEP_KINGS,          STEP_PLASTIC,       STEP_SEATING,        STEP_SPLICE,
        STEP_STARTING_CARDS, STEP_STARTING_UNITS};
    write_key(writer, "steps");
    write_object(writer);
    for (size_t i = 0; i < STEPS - 1; i++) {
        enum step step = ascii_order[i];
        if (settings->has_own[step])
            write_member_period(writer, step_id(step), settings->steps[step]);
    }
    write_object_end(writer);
}

void deadlines_write(const struct deadline_settings *settings, struct json_writer *writer)
{
    if (!settings->stated) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    write_member_period(writer, "default", settings->usual);
    write_member_length(writer, "grace", settings->grace);
    write_member_word(writer, "on_timeout", timeout_words[settings->on_timeout]);
    write_member_word(writer, "quiet_hours", quiet_words[settings->quiet_hours_move]);
    write_steps(writer, settings);
    write_member_length(writer, "vacation", settings->vacation);
    write_object_end(writer);
}
