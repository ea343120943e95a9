#include "service/json/quiet_hours_json.h"

#include <stdio.h>
#include <string.h>

enum { TIME_OF_DAY_LENGTH = 5 };

/* "22:00"; "24:00" is written "00:00". */
static bool read_time_of_day(const struct field_text *text, uint16_t *ret_minutes)
{
    unsigned hours = 0;
    unsigned minutes = 0;
    for (size_t i = 0; i < text->length; i++) {
        bool digit = text->text[i] >= '0' && text->text[i] <= '9';
        if (i >= TIME_OF_DAY_LENGTH || (i == 2 ? text->text[i] != ':' : !digit))
            return false;
        unsigned *part = i < 2 ? &hours : &minutes;
        if (digit)
            *part = 10 * *part + (unsigned)(text->text[i] - '0');
    }
    *ret_minutes = (uint16_t)(60 * hours + minutes);
    return text->length == TIME_OF_DAY_LENGTH && hours < 24 && minutes < 60;
}

static void take_time(const struct field_text *text, const char *pointer, uint16_t *ret_minutes,
                      struct json_faults *faults)
{
    if (!read_time_of_day(text, ret_minutes))
        json_fault_add(faults, pointer, "must be a time of the day from 00:00 to 23:59");
}

bool quiet_hours_read(const json_t *object, struct quiet_hours *ret_hours,
                      struct json_faults *faults)
{
    struct field_text zone = {0};
    struct field_text from = {0};
    struct field_text until = {0};
    const struct field fields[] = {
        {.name = "zone", .kind = FIELD_TEXT, .required = true, .maximum = 64, .target = &zone},
        {.name = "from", .kind = FIELD_TEXT, .required = true, .maximum = 16, .target = &from},
        {.name = "until", .kind = FIELD_TEXT, .required = true, .maximum = 16, .target = &until},
    };
    *ret_hours = (struct quiet_hours){.from = 0};
    if (!json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults))
        return false;
    if (time_zone_name_valid(zone.text, zone.length))
        memcpy(ret_hours->zone, zone.text, zone.length + 1);
    else
        json_fault_add(faults, "/zone", "%s", TIME_ZONE_WANTED);
    take_time(&from, "/from", &ret_hours->from, faults);
    take_time(&until, "/until", &ret_hours->until, faults);
    if (faults->count == 0 && ret_hours->from == ret_hours->until)
        json_fault_add(faults, "/until", "must not be the same as from");
    return faults->count == 0;
}

static void write_time_of_day(struct json_writer *writer, const char *key, uint16_t minutes)
{
    char text[TIME_OF_DAY_LENGTH + 1];
    snprintf(text, sizeof text, "%02u:%02u", minutes / 60U % 24U, minutes % 60U);
    write_member_word(writer, key, text);
}

void quiet_hours_write(struct json_writer *writer, const struct quiet_hours *hours)
{
    write_object(writer);
    write_member_text(writer, "zone", hours->zone);
    write_time_of_day(writer, "from", hours->from);
    write_time_of_day(writer, "until", hours->until);
    write_object_end(writer);
}

bool quiet_hours_read_note(const char *bytes, size_t length, struct quiet_hours *ret_hours)
{
    char detail[JSON_DETAIL_BYTES];
    struct json_faults faults = {.count = 0};
    json_t *object = json_read_object(bytes, length, detail);
    bool fine = object != NULL && quiet_hours_read(object, ret_hours, &faults);
    json_decref(object);
    return fine;
}
