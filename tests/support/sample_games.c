#include "tests/support/sample_games.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

enum { TEXTS = 16, TEXT_BYTES = 64 };

struct game_row sample_row(unsigned number)
{
    struct game_row row = {
        .created_at = FIXTURE_TIME + number,
        .updated_at = FIXTURE_TIME + number,
        .status = STATUS_LOBBY,
        .step = STEP_NONE,
        .players = 3,
    };
    snprintf(row.id, sizeof row.id, "01samplegame%014u", number);
    snprintf(row.name, sizeof row.name, "Table %u", number);
    snprintf(row.creator, sizeof row.creator, "bot");
    return row;
}

struct stored_event sample_event(uint32_t seq)
{
    static char data[TEXTS][TEXT_BYTES];
    static char private_part[TEXTS][TEXT_BYTES];
    static unsigned next;
    unsigned place = next++ % TEXTS;
    snprintf(data[place], TEXT_BYTES, "{\"seq\":%u}", seq);
    snprintf(private_part[place], TEXT_BYTES, "{\"hidden\":%u}", seq);
    struct stored_event event = {
        .seq = seq,
        .at = FIXTURE_TIME + seq,
        .type = "turn.taken",
        .player = seq % 3 == 0 ? PLAYER_NONE : (uint8_t)(seq % 3),
        .data = data[place],
        .data_length = strlen(data[place]),
        .private_part = private_part[place],
        .private_length = seq % 2 ? 0 : strlen(private_part[place]),
    };
    memset(event.hash, (int)seq, sizeof event.hash);
    return event;
}

void sample_append(struct store *store, struct game_row *row)
{
    struct stored_event event = sample_event(row->version + 1);
    row->version++;
    assert_number(store_begin(store), STORE_OK);
    assert_number(store_append(store, row, row->version - 1, &event, 1), STORE_OK);
    assert_number(store_commit(store), STORE_OK);
}

bool sample_read(void *context, const struct stored_event *event)
{
    struct sample_reading *reading = context;
    struct stored_event want = sample_event(++reading->last);
    assert_number(event->seq, want.seq);
    assert_number(event->at, want.at);
    assert_string_equal(event->type, want.type);
    assert_number(event->player, want.player);
    assert_number(event->data_length, want.data_length);
    assert_memory_equal(event->data, want.data, want.data_length);
    assert_number(event->private_length, want.private_length);
    if (want.private_length > 0)
        assert_memory_equal(event->private_part, want.private_part, want.private_length);
    assert_memory_equal(event->hash, want.hash, HASH_BYTES);
    return event->seq != reading->stop_at;
}

uint32_t sample_count(struct store_reader *reader, const char *game)
{
    struct sample_reading reading = {0};
    enum store_status status =
        store_read_events(reader, game, 0, 1000, NULL, sample_read, &reading);
    assert_true(status == STORE_OK || (status == STORE_NOT_FOUND && reading.last == 0));
    return reading.last;
}
