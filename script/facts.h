/*
 * Facts: files of rules/data, each an array of objects ("rows"), read with no mercy. Whatever
 * is wrong ends the program with a message that names the file, the row and the field.
 */
#ifndef SCRIPT_FACTS_H
#define SCRIPT_FACTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct facts {
    const char *file; /* name without folder, for messages */
    json_t *rows;
};

/* One object of a file, or an object inside one; borrows from its facts. */
struct row {
    const char *file;
    size_t number;  /* from 1 */
    const char *id; /* for messages */
    json_t *fields;
};

/* Reads FILE of the folder DIRECTORY; the caller gives it back with facts_free. */
struct facts facts_load(const char *directory, const char *file);
void facts_free(struct facts *facts);

/* How many rows there are; fails when there are more than LIMIT. */
size_t facts_count(const struct facts *facts, size_t limit);
struct row facts_row(const struct facts *facts, size_t index);

/* Prints "file, row number (id): ..." to stderr and ends the program with status 1. */
_Noreturn void facts_fail(const struct row *row, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Each reads one field, which must be there and of the right type. Texts are borrowed, are not
 * empty and hold no control characters. */
const char *row_text(const struct row *row, const char *field);
const char *row_text_or_null(const struct row *row, const char *field);
const char *row_id(const struct row *row, const char *field); /* [a-z0-9_]{1,64} */
bool row_flag(const struct row *row, const char *field);
bool row_is_null(const struct row *row, const char *field);
unsigned row_number(const struct row *row, const char *field, unsigned least, unsigned most);

/* The place of the field's text among COUNT words. */
unsigned row_word(const struct row *row, const char *field, const char *const *words, size_t count);

/* An array field: how many entries it has, at most LIMIT; then entry INDEX as a text, as a
 * number up to MOST, as a word, as an object whose fields can be read like those of a row, or as a
 * pair of numbers up to MOST. */
size_t row_length(const struct row *row, const char *field, size_t limit);
const char *row_entry_text(const struct row *row, const char *field, size_t index);
unsigned row_entry_number(const struct row *row, const char *field, size_t index, unsigned most);
unsigned row_entry_word(const struct row *row, const char *field, size_t index,
                        const char *const *words, size_t count);
struct row row_entry_object(const struct row *row, const char *field, size_t index);
void row_entry_pair(const struct row *row, const char *field, size_t index, unsigned most,
                    unsigned ret_pair[2]);

/* A field that is an object, to be read like a row; how many fields an object has, and
 * whether it has a certain one. */
struct row row_object(const struct row *row, const char *field);
size_t row_field_count(const struct row *row);
bool row_has(const struct row *row, const char *field);

#endif
