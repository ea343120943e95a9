#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/store/sqlite_games.h"
#include "service/store/sqlite_query.h"
#include "service/store/sqlite_store.h"

enum { NUMBER_BYTES = 24 };

static bool descends(enum list_order order)
{
    return order == ORDER_CREATED_DESC || order == ORDER_UPDATED_DESC;
}

static enum statement statement_for(const struct list_filter *filter)
{
    enum statement first = filter->waiting_on ? STATEMENT_LIST_WAITING
                           : filter->creator  ? STATEMENT_LIST_CREATOR
                                              : STATEMENT_LIST_ALL;
    return first + (enum statement)filter->order;
}

/* Binds the first two parameters, key and id that all rows of the page lie beyond. False when the
 * cursor has no key of this order. */
static bool bind_place(struct query *query, const struct list_filter *filter)
{
    const char *key = filter->after_key;
    if (filter->order == ORDER_NAME) {
        query_text(query, key ? key : "");
    } else if (!key) {
        query_number(query, descends(filter->order) ? INT64_MAX : INT64_MIN);
    } else {
        char *end;
        errno = 0;
        long long number = strtoll(key, &end, 10);
        if (errno != 0 || end == key || *end != '\0')
            return false;
        query_number(query, number);
    }
    query_text(query, key ? filter->after_id : "");
    return true;
}

static void bind_filter(struct query *query, const struct list_filter *filter)
{
    query_text(query, filter->status < 0 ? NULL : status_id((enum game_status)filter->status));
    query_text(query, filter->step < 0 ? NULL : step_id((enum step)filter->step));
    query_number(query, filter->public_only ? 0 : 1);
    query_text(query, filter->query);
    query_number(query, filter->limit);
    if (filter->waiting_on || filter->creator)
        query_text(query, filter->creator);
    if (filter->waiting_on)
        query_text(query, filter->waiting_on);
}

/* The columns behind the sort key, which is the first. False if they are none of ours. */
static bool read_row(const struct query *query, struct game_row *ret_row)
{
    sqlite3_stmt *statement = query->statement;
    *ret_row = (struct game_row){
        .is_private = sqlite3_column_int(statement, 4) != 0,
        .created_at = sqlite3_column_int64(statement, 5),
        .updated_at = sqlite3_column_int64(statement, 6),
        .version = (uint32_t)sqlite3_column_int64(statement, 7),
        .players = (uint8_t)sqlite3_column_int(statement, 10),
        .joined = (uint8_t)sqlite3_column_int(statement, 11),
        .waiting = (uint8_t)sqlite3_column_int(statement, 12),
    };
    const char *status = (const char *)sqlite3_column_text(statement, 8);
    const char *step = (const char *)sqlite3_column_text(statement, 9);
    if (!status || !step)
        return false;
    ret_row->status = status_find(status, strlen(status));
    ret_row->step = step_find(step, strlen(step));
    return ret_row->status != STATUSES &&
           query_text_at(query, 1, ret_row->id, sizeof ret_row->id) &&
           query_text_at(query, 2, ret_row->name, sizeof ret_row->name) &&
           query_text_at(query, 3, ret_row->creator, sizeof ret_row->creator);
}

static const char *sort_key(const struct game_row *row, enum list_order order,
                            char digits[NUMBER_BYTES])
{
    if (order == ORDER_NAME)
        return row->name;
    bool created = order == ORDER_CREATED || order == ORDER_CREATED_DESC;
    snprintf(digits, NUMBER_BYTES, "%lld",
             (long long)(created ? row->created_at : row->updated_at));
    return digits;
}

enum store_status store_list(struct store_reader *reader, const struct list_filter *filter,
                             bool (*each)(void *context, const struct game_row *row,
                                          const char *sort_key),
                             void *context)
{
    QUERY(query, &reader->connection, statement_for(filter));
    if (!bind_place(&query, filter))
        return STORE_NOT_FOUND;
    bind_filter(&query, filter);
    bool more = true;
    while (more && query_row(&query)) {
        struct game_row row;
        char digits[NUMBER_BYTES];
        if (!read_row(&query, &row))
            return query_unreadable(&query);
        more = each(context, &row, sort_key(&row, filter->order, digits));
    }
    return query_status(&query);
}
