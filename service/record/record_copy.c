/*
 * Copies of records: of the metadata what is there, of the game what game_copy copies, and all else
 * as it is.
 */
#include <stddef.h>
#include <string.h>

#include "service/record/record.h"

/* The bytes of a record from FROM to TO. */
static void copy_bytes(struct record *ret_record, const struct record *record, size_t from,
                       size_t to)
{
    memcpy((char *)ret_record + from, (const char *)record + from, to - from);
}

void record_copy(struct record *ret_record, const struct record *record)
{
    const size_t metadata = offsetof(struct record, created.metadata);
    copy_bytes(ret_record, record, 0, offsetof(struct record, game));
    game_copy(&ret_record->game, &record->game);
    copy_bytes(ret_record, record, offsetof(struct record, created),
               metadata + strlen(record->created.metadata) + 1);
    copy_bytes(ret_record, record, metadata + sizeof record->created.metadata, sizeof *record);
}
