/*
 * The lines that a command adds to a game's log, as they are stored: written, chained and
 * hashed.
 */
#ifndef SERVICE_ENGINE_LINES_H
#define SERVICE_ENGINE_LINES_H

#include "service/engine/preparation.h"

/* One command's lines at a time; the memory is kept for the next one's. */
struct lines {
    size_t count;
    struct stored_event stored[EVENTS_MAX];
    size_t starts[EVENTS_MAX]; /* where each line's data begins in TEXT; its private part follows */
    struct buffer text;
    struct buffer canonical;
    struct log_event line;
};

void lines_begin(struct lines *lines);
void lines_end(struct lines *lines);

/* Writes EVENTS, which all happened at AT, and folds them into RECORD one by one. False when there
 * is no memory; RECORD is of no use then. The stored events point into LINES and hold until it is
 * used again. */
bool lines_write(struct lines *lines, struct record *record, const struct events *events,
                 const struct preparation *preparation, const struct job *job, int64_t at);

/* The same for LINE alone, which has its details and its time. */
bool lines_write_one(struct lines *lines, struct record *record, const struct log_event *line);

/* Reads the lines back as a restart would and folds them into BEFORE. NULL when they lead to the
 * very lines and head of AFTER, otherwise what is wrong, a string of static storage. */
const char *lines_prove(const struct lines *lines, const struct record *before,
                        const struct record *after);

/* The row of lists that goes with a record. */
void lines_row(const struct record *record, struct game_row *ret_row);
/* The same with no more of it than store_append wants when the row of BEFORE is there. */
void lines_row_after(const struct record *before, const struct record *record,
                     struct game_row *ret_row);

#endif
