#include "tests/support/unattended.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/json/event_json.h"
#include "service/json/writer.h"
#include "service/program/verify.h"
#include "tests/support/cmocka_all.h"

enum { TRANSCRIPT_MAX = 8 * 1024 * 1024, GAME_EVENTS_MAX = 100000 };

struct deadline_settings unattended_settings(int64_t period, enum on_timeout on_timeout)
{
    return (struct deadline_settings){.stated = true,
                                      .usual = period,
                                      .grace = HOUR,
                                      .on_timeout = on_timeout,
                                      .vacation = 14 * DAY};
}

/* With every batch the engine looks what is due; one that writes nothing takes least time. */
static void nudge(struct running *running)
{
    struct job job = {.kind = JOB_COMMAND, .game = "01nosuchgame00000000000000"};
    running_do(running, &job);
    assert_number(job.outcome, JOB_NOT_FOUND);
}

/* What is due may make something else due, and only so much is done with one batch. */
static void settle(struct running *running)
{
    uint64_t before;
    do {
        before = engine_counts(running->engine).events;
        nudge(running);
    } while (engine_counts(running->engine).events != before);
}

void unattended_do(struct running *running, struct job *job)
{
    running_do(running, job);
    if (job->outcome != JOB_DONE)
        fail_msg("outcome %d, %s", job->outcome, refusal_code(job->refusal));
    running_forget(job);
    settle(running);
}

void unattended_pass(struct running *running, int64_t length)
{
    running->clock.milliseconds += length;
    settle(running);
}

void unattended_game_of(struct running *running, struct job *create, char ret_game[ULID_LENGTH + 1])
{
    running_do(running, create);
    assert_number(create->outcome, JOB_DONE);
    snprintf(ret_game, ULID_LENGTH + 1, "%s", create->game);
    running_forget(create);
    for (uint8_t player = 0; player < create->command.create.players; player++) {
        struct job join = job_join(running, ret_game, player);
        unattended_do(running, &join);
    }
}

void unattended_game(struct running *running, uint8_t players,
                     const struct deadline_settings *settings, char ret_game[ULID_LENGTH + 1])
{
    struct job create = job_create(players);
    create.created.deadlines = *settings;
    unattended_game_of(running, &create, ret_game);
}

struct record unattended_record(struct running *running, const char *game)
{
    struct snapshot *snapshot = running_snapshot(running, game);
    struct record record = *snapshot_record(snapshot);
    snapshot_release(snapshot);
    return record;
}

static struct claims claims_of(struct running *running, const char *game, uint8_t player)
{
    if (player == PLAYER_NONE)
        return (struct claims){.role = ROLE_HOST, .player = PLAYER_NONE, .generation = 1};
    const struct record record = unattended_record(running, game);
    return (struct claims){
        .role = ROLE_PLAYER, .player = player, .generation = record.people[player].generation};
}

struct job unattended_attendance(struct running *running, const char *game, uint8_t player,
                                 struct attendance attendance)
{
    struct job job = {.kind = JOB_ATTENDANCE, .caller = claims_of(running, game, player)};
    snprintf(job.game, sizeof job.game, "%s", game);
    job.attendance = attendance;
    return job;
}

struct job unattended_note(struct running *running, const char *game, uint8_t player,
                           const char *name, const char *body)
{
    struct job job = {.kind = JOB_NOTE, .caller = claims_of(running, game, player)};
    snprintf(job.game, sizeof job.game, "%s", game);
    job.note.kind = body ? NOTE_PUT : NOTE_DELETE;
    snprintf(job.note.name, sizeof job.note.name, "%s", name);
    job.note.body = body;
    job.note.length = body ? strlen(body) : 0;
    return job;
}

void unattended_act(struct running *running, const char *game, uint8_t player)
{
    const struct record record = unattended_record(running, game);
    struct job job = job_choice(&record, player, 0);
    unattended_do(running, &job);
}

/* What is looked for in a log. */
struct search {
    const char *type;
    uint8_t player;
    const char *text;
    unsigned found;
};

static bool look(void *context, const struct stored_event *event)
{
    struct search *search = context;
    search->found += strcmp(event->type, search->type) == 0 &&
                     (search->player == PLAYER_NONE || search->player == event->player) &&
                     (!search->text ||
                      memmem(event->data, event->data_length, search->text, strlen(search->text)));
    return true;
}

static unsigned count(struct running *running, const char *game, struct search search)
{
    struct store_reader *reader = engine_reader(running->engine);
    assert_non_null(reader);
    enum store_status status =
        store_read_events(reader, game, 0, GAME_EVENTS_MAX, NULL, look, &search);
    engine_reader_return(running->engine, reader);
    assert_number(status, STORE_OK);
    return search.found;
}

unsigned unattended_count(struct running *running, const char *game, const char *type,
                          uint8_t player)
{
    return count(running, game, (struct search){.type = type, .player = player});
}

unsigned unattended_count_with(struct running *running, const char *game, const char *type,
                               const char *text)
{
    return count(running, game, (struct search){.type = type, .player = PLAYER_NONE, .text = text});
}

struct transcript_text {
    struct buffer buffer;
    uint32_t seq;
    uint8_t prev[HASH_BYTES];
};

static bool add_event(void *context, const struct stored_event *event)
{
    struct transcript_text *text = context;
    const struct event_envelope envelope = {.seq = event->seq,
                                            .at = event->at,
                                            .type = event->type,
                                            .player = event->player,
                                            .prev = text->prev,
                                            .data = event->data,
                                            .data_length = event->data_length};
    event_write_served(&envelope, event->hash, &text->buffer);
    buffer_char(&text->buffer, '\n');
    text->seq = event->seq;
    memcpy(text->prev, event->hash, sizeof text->prev);
    return true;
}

static void write_base64(struct json_writer *writer, const char *name, const uint8_t *bytes,
                         size_t length)
{
    char text[128];
    sodium_bin2base64(text, sizeof text, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    write_member_text(writer, name, text);
}

static void add_head(const struct running *running, const char *game, struct transcript_text *text)
{
    const struct signing_key *key = &running->keys.head;
    uint8_t signature[SIGNATURE_BYTES];
    head_sign(game, text->seq, text->prev, key->secret_key, signature);
    struct json_writer writer = json_writer_start(&text->buffer);
    write_object(&writer);
    write_key(&writer, "head");
    write_object(&writer);
    write_member_number(&writer, "seq", text->seq);
    write_member_hex(&writer, "hash", text->prev, HASH_BYTES);
    write_member_text(&writer, "kid", key->id);
    write_base64(&writer, "signature", signature, sizeof signature);
    write_base64(&writer, "public_key", key->public_key, PUBLIC_KEY_BYTES);
    write_object_end(&writer);
    write_object_end(&writer);
    buffer_char(&text->buffer, '\n');
}

void unattended_verify(struct running *running, const char *game)
{
    static struct verify_report report;
    struct transcript_text text = {.buffer = buffer_new(TRANSCRIPT_MAX)};
    struct store_reader *reader = engine_reader(running->engine);
    assert_non_null(reader);
    enum store_status status =
        store_read_events(reader, game, 0, GAME_EVENTS_MAX, NULL, add_event, &text);
    engine_reader_return(running->engine, reader);
    assert_number(status, STORE_OK);
    add_head(running, game, &text);
    bool holds =
        !buffer_failed(&text.buffer) && verify_transcript(text.buffer.bytes, text.buffer.length,
                                                          running->keys.head.public_key, &report);
    buffer_free(&text.buffer);
    if (!holds)
        fail_msg("line %zu: %s", report.fault.line, report.fault.text);
    const struct record record = unattended_record(running, game);
    if (record.game.table.stage == STAGE_PLAYING && record.game.setup.options.disclose)
        assert_number(report.extent, VERIFIED_WHOLE);
}
