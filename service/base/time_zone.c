#include "service/base/time_zone.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/base/calendar.h"
#include "service/base/characters.h"
#include "service/base/small_file.h"

enum { MAGIC_BYTES = 4, RESERVED_BYTES = 15, OFFSET_MIN = -89999, OFFSET_MAX = 93599 };

static bool belongs_to_name(char character)
{
    return is_letter(character) || is_digit(character) || character == '_' || character == '+' ||
           character == '-';
}

bool time_zone_name_valid(const char *name, size_t length)
{
    if (length == 0 || length >= TIME_ZONE_NAME_BYTES || !is_capital_letter(name[0]))
        return false;
    for (size_t i = 1; i < length; i++)
        if (name[i] == '/' ? i + 1 == length || !is_letter(name[i + 1]) : !belongs_to_name(name[i]))
            return false;
    return true;
}

/* What is left to be read of a file. What is missing reads as zeros and is remembered. */
struct rest {
    const uint8_t *bytes;
    size_t length;
    bool short_of;
};

static const uint8_t *take(struct rest *rest, size_t length)
{
    static const uint8_t zeros[8];
    if (length > rest->length) {
        rest->short_of = true;
        rest->length = 0;
        return zeros;
    }
    const uint8_t *bytes = rest->bytes;
    rest->bytes += length;
    rest->length -= length;
    return bytes;
}

/* A big-endian number of LENGTH bytes, at most 8. */
static uint64_t take_number(struct rest *rest, size_t length)
{
    const uint8_t *bytes = take(rest, length);
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++)
        number = number << 8 | bytes[i];
    return number;
}

struct header {
    uint8_t version;
    size_t universal; /* how many of each; the order is that of the file */
    size_t standard;
    size_t leap_seconds;
    size_t changes;
    size_t types;
    size_t characters;
};

static bool take_header(struct rest *rest, struct header *ret_header)
{
    bool ours = memcmp(take(rest, MAGIC_BYTES), "TZif", MAGIC_BYTES) == 0;
    ret_header->version = (uint8_t)take_number(rest, 1);
    (void)take(rest, RESERVED_BYTES);
    ret_header->universal = take_number(rest, 4);
    ret_header->standard = take_number(rest, 4);
    ret_header->leap_seconds = take_number(rest, 4);
    ret_header->changes = take_number(rest, 4);
    ret_header->types = take_number(rest, 4);
    ret_header->characters = take_number(rest, 4);
    return ours && !rest->short_of;
}

/* The first block has times of 32 bits, for readers of old; what we read comes behind it. Counts
 * have 32 bits, so that the sum cannot overflow. */
static void skip_old_block(struct rest *rest, const struct header *header)
{
    (void)take(rest, header->changes * 5 + header->types * 6 + header->characters +
                         header->leap_seconds * 8 + header->standard + header->universal);
}

static bool take_changes(struct rest *rest, struct time_zone *zone)
{
    for (size_t i = 0; i < zone->change_count; i++) {
        zone->changes[i] = (int64_t)take_number(rest, 8);
        if (i > 0 && zone->changes[i] <= zone->changes[i - 1])
            return false;
    }
    for (size_t i = 0; i < zone->change_count; i++) {
        zone->types[i] = (uint8_t)take_number(rest, 1);
        if (zone->types[i] >= zone->type_count)
            return false;
    }
    return !rest->short_of;
}

static bool take_types(struct rest *rest, struct time_zone *zone)
{
    for (size_t i = 0; i < zone->type_count; i++) {
        int32_t offset = (int32_t)(uint32_t)take_number(rest, 4);
        (void)take(rest, 2); /* whether it is summer time, and its name */
        if (offset < OFFSET_MIN || offset > OFFSET_MAX)
            return false;
        zone->offsets[i] = offset;
    }
    return !rest->short_of;
}

/* The rule between two line ends; an empty one says nothing of later years. */
static bool take_rule(struct rest *rest, struct time_zone *zone)
{
    if (*take(rest, 1) != '\n')
        return false;
    const uint8_t *end = rest->length > 0 ? memchr(rest->bytes, '\n', rest->length) : NULL;
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - rest->bytes);
    zone->has_rule = length > 0;
    return length == 0 || time_zone_rule_read((const char *)rest->bytes, length, &zone->rule);
}

bool time_zone_parse(const uint8_t *bytes, size_t length, struct time_zone *ret_zone)
{
    struct rest rest = {.bytes = bytes, .length = length};
    struct header header;
    *ret_zone = (struct time_zone){.has_rule = false};
    if (!take_header(&rest, &header) || header.version < '2')
        return false;
    skip_old_block(&rest, &header);
    if (!take_header(&rest, &header) || header.changes > TIME_ZONE_CHANGES_MAX ||
        header.types == 0 || header.types > TIME_ZONE_TYPES_MAX || header.leap_seconds > 0)
        return false;
    ret_zone->change_count = (uint16_t)header.changes;
    ret_zone->type_count = (uint16_t)header.types;
    if (!take_changes(&rest, ret_zone) || !take_types(&rest, ret_zone))
        return false;
    (void)take(&rest, header.characters + header.standard + header.universal);
    return take_rule(&rest, ret_zone) && !rest.short_of;
}

int64_t time_zone_offset(const struct time_zone *zone, int64_t milliseconds)
{
    int64_t seconds = floor_divide(milliseconds, 1000);
    size_t low = 0; /* changes before it have happened, those from HIGH on have not */
    size_t high = zone->change_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (zone->changes[middle] <= seconds)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == zone->change_count && zone->has_rule)
        return INT64_C(1000) * time_zone_rule_offset(&zone->rule, seconds);
    return INT64_C(1000) * zone->offsets[low > 0 ? zone->types[low - 1] : 0];
}

/* Up to SIZE bytes of a regular file; -1 with errno told when they cannot be read. */
static ssize_t read_file(int file, uint8_t *bytes, size_t size)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return -1;
    if (!S_ISREG(status.st_mode))
        return 0;
    return small_file_read(file, bytes, size);
}

static enum time_zone_status read_zone(int folder, const char *name, struct time_zone *ret_zone)
{
    uint8_t bytes[TIME_ZONE_FILE_MAX];
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return errno == ENOENT || errno == ENOTDIR ? TIME_ZONE_UNKNOWN : TIME_ZONE_UNAVAILABLE;
    ssize_t length = read_file(file, bytes, sizeof bytes);
    (void)close(file);
    if (length < 0)
        return TIME_ZONE_UNAVAILABLE;
    return time_zone_parse(bytes, (size_t)length, ret_zone) ? TIME_ZONE_FINE : TIME_ZONE_UNKNOWN;
}

enum time_zone_status time_zone_read(const char *folder, const char *name,
                                     struct time_zone *ret_zone)
{
    if (!time_zone_name_valid(name, strlen(name)))
        return TIME_ZONE_UNKNOWN;
    int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0)
        return TIME_ZONE_UNAVAILABLE;
    enum time_zone_status status = read_zone(opened, name, ret_zone);
    (void)close(opened);
    return status;
}
