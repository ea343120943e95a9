#include "service/base/log.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "service/base/clock.h"
#include "service/base/text.h"
#include "service/base/utf8.h"

/* A line goes out by one write of at most PIPE_BUF bytes, so that lines of several threads, or
 * processes that share a pipe, never mix. */
enum { LINE_BYTES = 4096, END_BYTES = 16 };

struct line {
    char bytes[LINE_BYTES];
    size_t length;
    bool overflow; /* the field being written does not fit */
    bool cut;      /* a field has been left out */
};

static atomic_int level_shown = LOG_LEVEL_INFO;

void log_set_level(enum log_level level)
{
    atomic_store(&level_shown, (int)level);
}

bool log_shows(enum log_level level)
{
    return (int)level <= atomic_load(&level_shown);
}

static const char *level_id(enum log_level level)
{
    static const char *const ids[] = {"error", "warning", "info", "debug"};
    return ids[level];
}

static void put_bytes(struct line *line, const char *bytes, size_t length)
{
    if (line->overflow || length > LINE_BYTES - END_BYTES - line->length) {
        line->overflow = true;
        return;
    }
    memcpy(line->bytes + line->length, bytes, length);
    line->length += length;
}

static void put(struct line *line, const char *text)
{
    put_bytes(line, text, strlen(text));
}

static void put_escaped(struct line *line, uint32_t point)
{
    char escape[8];
    int length = snprintf(escape, sizeof escape, "\\u%04x", (unsigned)(point & 0xffff));
    put_bytes(line, escape, (size_t)length);
}

/* A text from anywhere as a JSON string: what is not UTF-8 becomes U+FFFD. */
static void put_string(struct line *line, const char *text)
{
    size_t length = strlen(text);
    put(line, "\"");
    for (size_t at = 0; at < length && !line->overflow;) {
        uint32_t point;
        size_t size = utf8_read(text + at, length - at, &point);
        if (size == 0)
            put_escaped(line, 0xfffd);
        else if (point < 0x20 || point == '"' || point == '\\' || point == 0x7f)
            put_escaped(line, point);
        else
            put_bytes(line, text + at, size);
        at += size > 0 ? size : 1;
    }
    put(line, "\"");
}

/* A field that does not fit is left out as a whole: the line stays JSON. */
static void put_field(struct line *line, const struct log_field *field)
{
    size_t before = line->length;
    put(line, before == 0 ? "{" : ",");
    put_string(line, field->name);
    put(line, ":");
    if (field->text) {
        put_string(line, field->text);
    } else {
        char digits[24];
        int length = snprintf(digits, sizeof digits, "%lld", (long long)field->number);
        put_bytes(line, digits, (size_t)length);
    }
    if (line->overflow) {
        line->length = before;
        line->overflow = false;
        line->cut = true;
    }
}

static void put_end(struct line *line)
{
    const char *end = line->cut ? ",\"cut\":true}\n" : "}\n";
    size_t length = strlen(end);
    memcpy(line->bytes + line->length, end, length);
    line->length += length;
}

void log_line(enum log_level level, const char *message, const struct log_field *fields)
{
    if (!log_shows(level))
        return;
    struct clock clock = clock_system();
    char time[TIME_LENGTH + 1];
    time_format(clock_now(&clock), time);
    struct line line = {.length = 0};
    put_field(&line, &LOG_TEXT("time", time));
    put_field(&line, &LOG_TEXT("level", level_id(level)));
    put_field(&line, &LOG_TEXT("message", message));
    for (; fields && fields->name; fields++)
        put_field(&line, fields);
    put_end(&line);
    /* There is nowhere to tell that the log itself cannot be written. */
    if (write(STDERR_FILENO, line.bytes, line.length) < 0)
        return;
}
