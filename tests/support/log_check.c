#include "tests/support/log_check.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "service/engine/lines.h"
#include "service/json/event_json.h"
#include "tests/support/cmocka_all.h"

enum { EVENT_BYTES_MAX = 1024 * 1024 };

static void assert_answer(sqlite3 *database, const char *question, const char *wanted)
{
    sqlite3_stmt *statement = NULL;
    assert_number(sqlite3_prepare_v2(database, question, -1, &statement, NULL), SQLITE_OK);
    const char *answer = sqlite3_step(statement) == SQLITE_ROW
                             ? (const char *)sqlite3_column_text(statement, 0)
                             : "";
    if (strcmp(answer ? answer : "", wanted) != 0)
        fail_msg("%s answers: %s", question, answer ? answer : "nothing");
    sqlite3_finalize(statement);
}

void log_check_file(struct running *running)
{
    sqlite3 *database = NULL;
    assert_number(sqlite3_open_v2(test_folder_path(&running->folder, "spliced.db"), &database,
                                  SQLITE_OPEN_READONLY, NULL),
                  SQLITE_OK);
    assert_answer(database, "PRAGMA integrity_check", "ok");
    assert_answer(database, "PRAGMA foreign_key_check", "");
    assert_number(sqlite3_close(database), SQLITE_OK);
}

struct following {
    const struct record *record;
    uint32_t version;
    const uint8_t *head;
    uint32_t seq;
    uint8_t hash[HASH_BYTES];
    struct buffer canonical;
    const char *fault; /* NULL: none */
};

static bool follow(void *context, const struct stored_event *event)
{
    struct following *following = context;
    const struct event_envelope envelope = {.seq = event->seq,
                                            .at = event->at,
                                            .type = event->type,
                                            .player = event->player,
                                            .prev = following->hash,
                                            .data = event->data,
                                            .data_length = event->data_length};
    uint8_t hash[HASH_BYTES];
    buffer_clear(&following->canonical);
    event_write_canonical(&envelope, &following->canonical);
    event_hash(following->canonical.bytes, following->canonical.length, hash);
    if (event->seq != following->seq + 1)
        following->fault = "an event is missing";
    else if (memcmp(hash, event->hash, sizeof hash) != 0)
        following->fault = "an event does not follow from the one before";
    else if (event->seq == following->version && memcmp(hash, following->head, sizeof hash) != 0)
        following->fault = "what was acknowledged is another event now";
    following->seq = event->seq;
    memcpy(following->hash, hash, sizeof hash);
    return following->fault == NULL;
}

struct finding {
    const struct game_row *wanted;
    bool found;
    bool same;
};

static bool find(void *context, const struct game_row *row, const char *sort_key)
{
    (void)sort_key;
    struct finding *finding = context;
    const struct game_row *wanted = finding->wanted;
    if (strcmp(row->id, wanted->id) != 0)
        return true;
    finding->found = true;
    finding->same = row->version == wanted->version && row->status == wanted->status &&
                    row->step == wanted->step && row->waiting == wanted->waiting &&
                    row->joined == wanted->joined && row->updated_at == wanted->updated_at;
    return false;
}

static void check_row(struct store_reader *reader, const struct record *record)
{
    struct game_row row;
    lines_row(record, &row);
    struct finding finding = {.wanted = &row};
    const struct list_filter filter = {.status = -1, .step = -1, .limit = 100};
    assert_number(store_list(reader, &filter, find, &finding), STORE_OK);
    if (!finding.found || !finding.same)
        fail_msg("the row of %s %s", row.id,
                 finding.found ? "says something else than its log" : "is missing");
}

void log_check(struct running *running, const struct record *record, uint32_t version,
               const uint8_t head[HASH_BYTES])
{
    struct following following = {.record = record,
                                  .version = version,
                                  .head = head,
                                  .canonical = buffer_new(EVENT_BYTES_MAX)};
    struct store_reader *reader = engine_reader(running->engine);
    assert_non_null(reader);
    enum store_status status =
        store_read_events(reader, record->id, 0, UINT32_MAX, NULL, follow, &following);
    check_row(reader, record);
    engine_reader_return(running->engine, reader);
    buffer_free(&following.canonical);
    assert_number(status, STORE_OK);
    if (following.fault)
        fail_msg("%s, event %u: %s", record->id, following.seq, following.fault);
    if (following.seq < version)
        fail_msg("%s: %u events were acknowledged, %u are there", record->id, version,
                 following.seq);
    assert_number(record->game.version, following.seq);
    assert_memory_equal(record->head, following.hash, HASH_BYTES);
    assert_null(check(&record->game));
}
