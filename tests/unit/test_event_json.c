/*
 * Lines of the log: what is written must be canonical, and must come back as it was, or a
 * restart, a replay or a stranger's verifier sees another game.
 */
#include "service/json/event_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/view_json.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"
#include "tests/support/log_play.h"
#include "tests/support/random_attendance.h"
#include "tests/support/random_table.h"

enum { GAMES = 50, TABLE_ACTIONS = 400, BYTES_MAX = 1 << 20 };

/* A game, and what a reader of its stored lines makes of it. */
struct reread {
    struct log_play play;
    struct record record;
    bool seen[EVENT_TYPES];
};

static struct reread reread;

static struct buffer data_of(const struct record *before, const struct log_event *line)
{
    struct buffer buffer = buffer_new(BYTES_MAX);
    event_write_data(before, line, &buffer);
    assert_false(buffer_failed(&buffer));
    return buffer;
}

static void assert_same_bytes(const struct buffer *got, const struct buffer *want)
{
    if (got->length == 0 && want->length == 0)
        return;
    if (got->length != want->length || memcmp(got->bytes, want->bytes, got->length) != 0)
        fail_msg("%.*s, should be %.*s", (int)got->length, got->bytes, (int)want->length,
                 want->bytes);
}

/* For keys in ASCII and texts without control characters, compact and sorted is RFC 8785. */
static void assert_canonical(const struct buffer *buffer)
{
    json_t *object = json_loadb(buffer->bytes, buffer->length, JSON_REJECT_DUPLICATES, NULL);
    char *sorted = json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS);
    assert_non_null(sorted);
    if (strlen(sorted) != buffer->length || memcmp(sorted, buffer->bytes, buffer->length) != 0)
        fail_msg("%.*s is not in canonical form", (int)buffer->length, buffer->bytes);
    free(sorted);
    json_decref(object);
}

static bool read_back(const struct log_event *line, const struct buffer *data,
                      const struct buffer *private_part, struct log_event *ret_line)
{
    bool discloses = reread.play.record.game.setup.options.disclose;
    return event_read(event_type_name(line->event.type, discloses), line->event.player, line->at,
                      data->bytes, data->length, private_part->bytes, private_part->length,
                      ret_line);
}

/* Folds what was read back into the second record. */
static void reread_line(void *context, const struct record *before, const struct log_event *line)
{
    (void)context;
    static const struct buffer nothing;
    static struct log_event again, public_only;
    static const uint8_t no_hash[HASH_BYTES];
    struct buffer data = data_of(before, line), private_part = buffer_new(BYTES_MAX);
    event_write_private(line, &private_part);
    assert_canonical(&data);
    if (!read_back(line, &data, &private_part, &again))
        fail_msg("cannot read back: %.*s", (int)data.length, data.bytes);
    assert_number(again.event.type, line->event.type);
    assert_number(again.event.player, line->event.player);
    assert_number(again.at, line->at);
    assert_true(read_back(line, &data, &nothing, &public_only));

    struct buffer data_again = data_of(before, &again), private_again = buffer_new(BYTES_MAX);
    event_write_private(&again, &private_again);
    assert_same_bytes(&data_again, &data);
    assert_same_bytes(&private_again, &private_part);
    assert_true(record_fits(&reread.record, &again));
    record_apply(&reread.record, &again, no_hash);
    reread.seen[line->event.type] = true;
    buffer_free(&data);
    buffer_free(&private_part);
    buffer_free(&data_again);
    buffer_free(&private_again);
}

static void assert_same_pile(const struct pile *left, const struct pile *right)
{
    assert_number(left->count, right->count);
    assert_memory_equal(left->cards, right->cards, left->count * sizeof left->cards[0]);
}

/* Both records show and hide the same. */
static void assert_same_records(void)
{
    const struct record *left = &reread.play.record, *right = &reread.record;
    memcpy(reread.record.head, left->head, HASH_BYTES);
    for (unsigned audience = AUDIENCE_PUBLIC;
         audience < AUDIENCE_PLAYER + (unsigned)left->game.setup.players; audience++) {
        struct buffer one = buffer_new(BYTES_MAX), other = buffer_new(BYTES_MAX);
        view_write(left, (enum audience)audience, &one);
        view_write(right, (enum audience)audience, &other);
        assert_same_bytes(&other, &one);
        buffer_free(&one);
        buffer_free(&other);
    }
    assert_same_pile(&left->game.table.factions, &right->game.table.factions);
    assert_same_pile(&left->game.table.abilities, &right->game.table.abilities);
    assert_same_pile(&left->game.table.upgrades, &right->game.table.upgrades);
    assert_same_pile(&left->game.table.genomes, &right->game.table.genomes);
    assert_memory_equal(left->created.root, right->created.root, SEED_BYTES);
    assert_string_equal(left->created.creator, right->created.creator);
}

static void begin(uint32_t seed, const struct setup *setup,
                  const struct deadline_settings *deadlines)
{
    record_begin(&reread.record, LOG_PLAY_GAME);
    log_play_begin_timed(&reread.play, seed, setup, deadlines, reread_line, NULL);
    log_play_start(&reread.play);
}

static void every_line_comes_back_as_it_was(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        struct deadline_settings deadlines = random_deadlines(&luck);
        begin(seed, &setup, &deadlines);
        while (reread.play.record.game.table.stage == STAGE_SETUP) {
            struct attendance command =
                random_attendance(&reread.play.record, &luck, reread.play.now);
            (void)log_play_attend(&reread.play, &command);
            log_play_once(&reread.play);
            if (luck_one_in(&luck, 8))
                assert_same_records();
        }
        for (unsigned action = 0; action < TABLE_ACTIONS; action++) {
            struct command command =
                random_table_command(&reread.play.record.game, &reread.play.luck);
            (void)log_play_run(&reread.play, &command);
            if (luck_one_in(&luck, 50))
                assert_same_records();
        }
        assert_same_records();
        struct command abandon = {.type = COMMAND_ABANDON, .player = PLAYER_NONE};
        assert_number(log_play_run(&reread.play, &abandon), ACCEPTED);
        assert_same_records();
    }
    for (size_t type = 0; type < EVENT_TYPES; type++)
        if (!reread.seen[type])
            fail_msg("%s never happened", event_type_name((enum event_type)type, true));
}

static struct setup small_setup(void)
{
    return (struct setup){.players = 3, .options = options_default()};
}

/* The last line of TYPE that a game had, as JSON. */
struct remembered {
    enum event_type type;
    json_t *data;
    unsigned count;
};

static void remember(void *context, const struct record *before, const struct log_event *line)
{
    struct remembered *remembered = context;
    if (line->event.type != remembered->type)
        return;
    struct buffer data = data_of(before, line);
    json_decref(remembered->data);
    remembered->data = json_loadb(data.bytes, data.length, 0, NULL);
    remembered->count++;
    buffer_free(&data);
}

static struct remembered play_for(enum event_type type, const struct setup *setup)
{
    struct remembered remembered = {.type = type};
    log_play_begin(&reread.play, 7, setup, remember, &remembered);
    log_play_start(&reread.play);
    log_play_to(&reread.play, STEPS);
    assert_non_null(remembered.data);
    return remembered;
}

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (!text)
        fail_msg("there is no text \"%s\"", key);
    return text;
}

static void a_created_game_tells_all_that_is_fixed(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    struct remembered created = play_for(EVENT_GAME_CREATED, &setup);
    assert_string_equal(text_at(created.data, "name"), "Café \"table\"/1");
    assert_number(json_integer_value(json_object_get(created.data, "players")), 3);
    assert_number(json_object_size(json_object_get(created.data, "options")), 20);
    assert_string_equal(text_at(json_object_get(created.data, "map"), "mode"), "none");
    assert_string_equal(text_at(json_object_get(created.data, "metadata"), "channel"), "12");
    json_t *invited = json_object_get(created.data, "invited");
    assert_number(json_array_size(invited), 3);
    assert_true(json_is_null(json_array_get(invited, 0)));
    assert_string_equal(text_at(json_array_get(invited, 1), "external_id"), "discord:7");
    assert_null(json_object_get(created.data, "creator"));
    assert_null(json_object_get(created.data, "root"));
    json_decref(created.data);
}

static void an_epoch_discloses_one_opening_for_each_pick(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    struct remembered epoch = play_for(EVENT_EPOCH_ENDED, &setup);
    json_t *openings = json_object_get(epoch.data, "openings");
    assert_number(json_array_size(openings), 3 * PICKS_MAX);
    assert_string_equal(text_at(json_array_get(openings, 0), "player"), "p1");
    assert_string_equal(text_at(json_array_get(openings, 0), "step"), "faction_draft");
    assert_string_equal(text_at(json_array_get(openings, PICKS_MAX), "player"), "p2");
    assert_string_equal(text_at(json_array_get(openings, 3 * PICKS_MAX - 1), "step"),
                        "starting_cards");
    assert_number(strlen(text_at(epoch.data, "seed")), 64);
    json_decref(epoch.data);
}

static void without_disclosure_an_epoch_tells_its_number_alone(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    setup.options.disclose = false;
    struct remembered epoch = play_for(EVENT_EPOCH_ENDED, &setup);
    assert_number(json_object_size(epoch.data), 1);
    assert_string_equal(event_type_name(EVENT_EPOCH_ENDED, false), "epoch.ended");
    assert_string_equal(event_type_name(EVENT_EPOCH_ENDED, true), "epoch.disclosed");
    json_decref(epoch.data);
}

static void a_sealed_pick_shows_its_commitment_alone(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    struct remembered pick = play_for(EVENT_PICK_COMMITTED, &setup);
    assert_number(json_object_size(pick.data), 3);
    assert_number(strlen(text_at(pick.data, "commitment")), 64);
    json_decref(pick.data);
    struct remembered opened = play_for(EVENT_PICK_OPENED, &setup);
    assert_number(json_object_size(opened.data), 2);
    json_decref(opened.data);
}

static void an_opened_step_hides_what_was_dealt(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    struct remembered step = play_for(EVENT_STEP_OPENED, &setup);
    assert_number(json_object_size(step.data), 2);
    json_decref(step.data);
}

static void assert_unread(const char *type, uint8_t player, const char *data, const char *secret)
{
    static struct log_event line;
    if (event_read(type, player, 0, data, strlen(data), secret, strlen(secret), &line))
        fail_msg("accepted: %s %s %s", type, data, secret);
}

static void what_is_no_line_of_ours_is_not_read(void **state)
{
    (void)state;
    static struct log_event line;
    static const char opened[] = "{\"round\":1,\"step\":\"splice\"}";
    assert_true(event_read("step.opened", PLAYER_NONE, 0, opened, strlen(opened), NULL, 0, &line));
    assert_unread("step.invented", PLAYER_NONE, opened, "");
    assert_unread("step.opened", 0, opened, "");
    assert_unread("player.joined", PLAYER_NONE, "{}", "");
    assert_unread("step.opened", PLAYER_NONE, "{\"round\":1,\"step\":\"spice\"}", "");
    assert_unread("step.opened", PLAYER_NONE, "{\"round\":1}", "");
    assert_unread("step.opened", PLAYER_NONE, "[]", "");
    assert_unread("step.opened", PLAYER_NONE, opened, "{\"factions\":[\"no_such_card\"]}");
    assert_unread("step.opened", PLAYER_NONE, opened, "{\"hands\":{\"p9\":[]}}");
    assert_unread("step.opened", PLAYER_NONE, opened, "{\"hands\":[]}");
    assert_unread("step.closed", PLAYER_NONE, opened, "{}");
    assert_unread("turn.taken", 0, "{\"step\":\"kings\"}", "");
    assert_unread("turn.taken", 0, "{\"king\":\"nobody\",\"step\":\"kings\"}", "");
    assert_unread("turn.taken", 0, "{\"step\":\"splice\"}", "");
    assert_unread("turn.taken", 0,
                  "{\"planets\":{\"Nowhere\":{}},\"space\":{},\"step\":\"starting_units\"}", "");
}

static void a_public_line_alone_is_a_withheld_pick(void **state)
{
    (void)state;
    static struct log_event line;
    char data[200] = "{\"commitment\":\"";
    memset(data + strlen(data), 'a', 64);
    strncat(data, "\",\"round\":1,\"step\":\"splice\"}", sizeof data - strlen(data) - 1);
    assert_true(event_read("pick.committed", 2, 0, data, strlen(data), NULL, 0, &line));
    assert_number(line.event.private_part.pick.sealed_by, STORED_WITHHELD);
    assert_number(line.event.public_part.commitment[31], 0xaa);
    assert_number(line.event.player, 2);
}

/* The vectors of an independent implementation. */
static void envelopes_match_the_vectors(void **state)
{
    (void)state;
    size_t length;
    char *text = test_file_read(SOURCE_DIR "/tests/vectors/fairness.json", &length);
    json_t *vectors = json_loadb(text, length, 0, NULL);
    uint8_t prev[HASH_BYTES] = {0};
    size_t index;
    json_t *entry;
    json_array_foreach(json_object_get(vectors, "log"), index, entry)
    {
        json_t *event = json_object_get(entry, "event");
        char *data = json_dumps(json_object_get(event, "data"), JSON_COMPACT | JSON_SORT_KEYS);
        const char *at = text_at(event, "at");
        const char *player = json_string_value(json_object_get(event, "player"));
        struct event_envelope envelope = {
            .seq = (uint32_t)json_integer_value(json_object_get(event, "seq")),
            .type = text_at(event, "type"),
            .player = player ? (uint8_t)(player[1] - '1') : PLAYER_NONE,
            .prev = prev,
            .data = data,
            .data_length = strlen(data)};
        assert_true(time_parse(at, strlen(at), &envelope.at));
        struct buffer canonical = buffer_new(BYTES_MAX);
        event_write_canonical(&envelope, &canonical);
        struct buffer want = {.bytes = (char *)text_at(entry, "jcs"),
                              .length = strlen(text_at(entry, "jcs"))};
        assert_same_bytes(&canonical, &want);
        event_hash(canonical.bytes, canonical.length, prev);
        char hex[2 * HASH_BYTES + 1];
        hex_encode(prev, HASH_BYTES, hex);
        assert_string_equal(hex, text_at(entry, "hash"));
        buffer_free(&canonical);
        free(data);
    }
    assert_true(index > 0);
    json_decref(vectors);
    free(text);
}

static void a_served_event_has_its_hash_beside(void **state)
{
    (void)state;
    static const uint8_t hash[HASH_BYTES] = {0xab};
    struct event_envelope envelope = {
        .seq = 1, .type = "game.paused", .player = PLAYER_NONE, .data = "{}", .data_length = 2};
    struct buffer served = buffer_new(BYTES_MAX);
    event_write_served(&envelope, hash, &served);
    assert_canonical(&served);
    json_t *event = json_loadb(served.bytes, served.length, 0, NULL);
    assert_memory_equal(text_at(event, "hash"), "ab00", 4);
    assert_number(json_object_size(event), 7);
    json_decref(event);
    buffer_free(&served);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_comes_back_as_it_was),
        cmocka_unit_test(a_created_game_tells_all_that_is_fixed),
        cmocka_unit_test(an_epoch_discloses_one_opening_for_each_pick),
        cmocka_unit_test(without_disclosure_an_epoch_tells_its_number_alone),
        cmocka_unit_test(a_sealed_pick_shows_its_commitment_alone),
        cmocka_unit_test(an_opened_step_hides_what_was_dealt),
        cmocka_unit_test(what_is_no_line_of_ours_is_not_read),
        cmocka_unit_test(a_public_line_alone_is_a_withheld_pick),
        cmocka_unit_test(envelopes_match_the_vectors),
        cmocka_unit_test(a_served_event_has_its_hash_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
