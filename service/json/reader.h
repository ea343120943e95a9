/*
 * Strict reading of JSON that strangers send: limits on size and depth, no doubled keys, no NUL,
 * and objects read by tables of fields, so that unknown, missing and ill-typed members are
 * refused in one place with a pointer to them.
 */
#ifndef SERVICE_JSON_READER_H
#define SERVICE_JSON_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JSON_BYTES_MAX = 65536,
    JSON_DEPTH_MAX = 16,
    JSON_FAULTS_MAX = 8,
    JSON_DETAIL_BYTES = 512,
    JSON_POINTER_BYTES = 128
};

/* What is wrong with a body that is JSON: where (RFC 6901) and one sentence that says what
 * would be right. Neither repeats values that were sent. */
struct json_fault {
    char pointer[JSON_POINTER_BYTES];
    char detail[JSON_DETAIL_BYTES];
};

struct json_faults {
    size_t count; /* at most JSON_FAULTS_MAX are kept */
    struct json_fault list[JSON_FAULTS_MAX];
};

void json_fault_add(struct json_faults *faults, const char *pointer, const char *detail_format, ...)
    __attribute__((format(printf, 3, 4)));

/* The pointer of a member of the object, or an entry of the array, that stands at POINTER; cut
 * where RET_POINTER (JSON_POINTER_BYTES) ends. For a NAME with control characters, which is not
 * to be repeated, it is POINTER itself. */
void json_pointer_member(const char *pointer, const char *name, char *ret_pointer);
void json_pointer_entry(const char *pointer, size_t index, char *ret_pointer);

/* One object from LENGTH bytes. NULL with RET_DETAIL (JSON_DETAIL_BYTES) told when it is
 * malformed: not JSON, not an object, too deep, a key twice, a NUL. The caller frees with
 * json_decref. */
json_t *json_read_object(const char *bytes, size_t length, char *ret_detail);

enum field_kind {
    FIELD_TEXT,     /* struct field_text: borrowed from the json_t */
    FIELD_NAME,     /* the same, for what a person typed: text_check has nothing against it */
    FIELD_INTEGER,  /* int64_t, within minimum … maximum */
    FIELD_FLAG,     /* bool */
    FIELD_TIME,     /* int64_t: milliseconds, within minimum … maximum */
    FIELD_DURATION, /* int64_t: milliseconds, within minimum … maximum */
    FIELD_HEX,      /* uint8_t[maximum]: exactly 2 * maximum lower-case digits */
    FIELD_VALUE     /* json_t *: borrowed; the caller looks into it */
};

struct field_text {
    const char *text; /* NULL when absent */
    size_t length;
};

/* A member that an object may have. TARGET is where its value goes; PRESENT, if not NULL, is
 * set to whether it was there. A null is taken as absent only when NULLABLE. */
struct field {
    const char *name;
    enum field_kind kind;
    bool required;
    bool nullable;
    int64_t minimum; /* integers, times, durations: lowest; texts: fewest code points (names: 1) */
    int64_t maximum; /* integers, times, durations: highest; texts: most code points; hex: bytes */
    void *target;
    bool *present;
};

/* The latest time that a FIELD_TIME can have: the end of the year 9999. */
#define JSON_TIME_MAX INT64_C(253402300799999)

/* Reads OBJECT by FIELDS (COUNT of them). POINTER is where the object stands ("" for the body).
 * Every fault is added to FAULTS; true when there was none. */
bool json_read_fields(const json_t *object, const char *pointer, const struct field *fields,
                      size_t count, struct json_faults *faults);

#endif
