#include "service/engine/engine.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/json/event_json.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/running_engine.h"

static void a_created_game_is_a_lobby_with_a_committed_seed(void **state)
{
    struct running *running = *state;
    struct job job = job_create(4);
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    const struct record *record = snapshot_record(job.snapshot);
    assert_string_equal(record->id, job.game);
    assert_true(ulid_valid(record->id, strlen(record->id)));
    assert_number(status_of(&record->game), STATUS_LOBBY);
    assert_number(record->game.setup.players, 4);
    assert_number(record->created_at, FIXTURE_TIME);
    assert_string_equal(record->created.name, "Friday table");

    uint8_t seed[SEED_BYTES];
    uint8_t commitment[SEED_BYTES];
    seed_of_epoch(record->id, record->created.root, 0, seed);
    seed_link(record->id, 0, seed, commitment);
    assert_memory_equal(record->created.seed_commitment, commitment, sizeof commitment);
    running_forget(&job);
}

static void two_games_have_different_ids_and_seeds(void **state)
{
    struct running *running = *state;
    struct job jobs[2] = {job_create(3), job_create(3)};
    running_do_together(running, jobs, 2);
    const struct record *first = snapshot_record(jobs[0].snapshot);
    const struct record *second = snapshot_record(jobs[1].snapshot);
    assert_string_not_equal(first->id, second->id);
    assert_memory_not_equal(first->created.root, second->created.root, SEED_BYTES);
    running_forget(&jobs[0]);
    running_forget(&jobs[1]);
}

static void a_game_that_cannot_be_is_refused_and_not_kept(void **state)
{
    struct running *running = *state;
    struct job job = job_create(2);
    running_do(running, &job);
    assert_number(job.outcome, JOB_REFUSED);
    assert_number(job.refusal, REFUSED_BAD_PLAYER_COUNT);
    assert_null(job.snapshot);
    struct snapshot *snapshot;
    assert_number(engine_snapshot(running->engine, job.game, &snapshot), LOOKUP_NOT_FOUND);
    assert_number(engine_counts(running->engine).commits, 0);
}

static void the_log_tells_what_became_of_a_command(void **state)
{
    struct running *running = *state;
    struct job jobs[2] = {job_create(3), job_create(2)};
    struct capture capture = capture_begin();
    log_set_level(LOG_LEVEL_DEBUG);
    running_do(running, &jobs[0]);
    running_do(running, &jobs[1]);
    log_set_level(LOG_LEVEL_ERROR);
    char *text = capture_end(&capture);
    if (!strstr(text, jobs[0].game) || !strstr(text, "\"seq\":1,\"outcome\":\"accepted\"") ||
        !strstr(text, refusal_code(REFUSED_BAD_PLAYER_COUNT)))
        fail_msg("not told: %s", text);
    free(text);
    running_forget(&jobs[0]);
}

static void an_unknown_game_is_not_found(void **state)
{
    struct running *running = *state;
    struct job job = job_host("01samplegame00000000000001", COMMAND_PAUSE);
    running_do(running, &job);
    assert_number(job.outcome, JOB_NOT_FOUND);
    assert_null(job.snapshot);
}

static void the_last_to_join_starts_the_game(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct snapshot *snapshot = running_snapshot(running, game);
    const struct record *record = snapshot_record(snapshot);
    assert_number(status_of(&record->game), STATUS_SETUP);
    assert_number(record->game.table.step, STEP_FACTION_DRAFT);
    for (uint8_t player = 0; player < 3; player++)
        assert_number(waited_for(&record->game, player), ACTION_COMMIT);
    assert_string_equal(record->people[1].name, "Player 2");
    assert_string_equal(record->people[1].external_id, "user#2");
    snapshot_release(snapshot);
}

/* The hands of the faction draft that the seeds and entropies of RECORD lead to. */
static void assert_dealt_fairly(const struct record *record)
{
    uint8_t entropy[PLAYERS_MAX][SEED_BYTES] = {{0}};
    for (size_t player = 0; player < 3; player++)
        memcpy(entropy[player], record->people[player].entropy, SEED_BYTES);
    struct fair_dealer dealer;
    fair_dealer_begin(&dealer, record->id, 3, record->created.root,
                      (const uint8_t(*)[SEED_BYTES])entropy);
    uint16_t cards[FACTIONS_MAX];
    for (uint16_t card = 0; card < FACTIONS_MAX; card++)
        cards[card] = card;
    dealer.dealer.shuffle(dealer.dealer.context, 0, STREAM_FACTIONS, cards, FACTIONS_MAX);
    fair_dealer_end(&dealer);
    for (size_t player = 0; player < 3; player++)
        assert_memory_equal(record->game.table.players[player].hand, &cards[3 * player],
                            3 * sizeof cards[0]);
}

static void everybodys_entropy_takes_part_in_the_deal(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_create(running, 3, game);
    for (uint8_t player = 0; player < 3; player++) {
        struct job job = job_join(running, game, player);
        job.has_entropy = player == 2;
        memset(job.joined.entropy, 7, sizeof job.joined.entropy);
        running_do(running, &job);
        assert_number(job.player, player);
        running_forget(&job);
    }
    struct snapshot *snapshot = running_snapshot(running, game);
    const struct record *record = snapshot_record(snapshot);
    uint8_t sevens[SEED_BYTES];
    memset(sevens, 7, sizeof sevens);
    assert_true(record->people[2].entropy_from_player);
    assert_memory_equal(record->people[2].entropy, sevens, SEED_BYTES);
    assert_false(record->people[0].entropy_from_player);
    assert_memory_not_equal(record->people[0].entropy, sevens, SEED_BYTES);
    assert_memory_not_equal(record->people[0].entropy, record->people[1].entropy, SEED_BYTES);
    assert_dealt_fairly(record);
    snapshot_release(snapshot);
}

static void who_says_nothing_is_whom_the_creator_invited(void **state)
{
    struct running *running = *state;
    struct job create = job_create(3);
    snprintf(create.created.names[1], sizeof create.created.names[1], "Bea");
    snprintf(create.created.external_ids[1], sizeof create.created.external_ids[1], "bea#1");
    running_do(running, &create);
    struct job join = job_join(running, create.game, 1);
    join.joined = (struct joined_details){.name = ""};
    running_do(running, &join);
    assert_number(join.outcome, JOB_DONE);
    const struct person *person = &snapshot_record(join.snapshot)->people[1];
    assert_string_equal(person->name, "Bea");
    assert_string_equal(person->external_id, "bea#1");
    running_forget(&create);
    running_forget(&join);
}

static void the_server_seals_an_open_pick_with_a_nonce(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct snapshot *before = running_snapshot(running, game);
    struct job job = job_choice(snapshot_record(before), 1, 2);
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    const struct seal *seal = &snapshot_record(job.snapshot)->game.table.players[1].seal;
    assert_number(seal->state, SEAL_OPEN);
    assert_memory_not_equal(seal->pick.nonce, (uint8_t[SEAL_BYTES]){0}, SEAL_BYTES);
    struct choices choices = options_for(&snapshot_record(before)->game, 1);
    assert_number(seal->pick.cards[0], choices.options[2]);

    struct fair_dealer dealer;
    fair_dealer_begin(&dealer, game, 0, NULL, NULL);
    assert_true(dealer.dealer.opens(dealer.dealer.context, STEP_FACTION_DRAFT, 1, 1, &seal->pick,
                                    seal->commitment));
    snapshot_release(before);
    running_forget(&job);
}

static void a_refused_command_changes_and_writes_nothing(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct engine_counts before = engine_counts(running->engine);
    uint32_t version = running_version(running, game);
    struct job job = job_host(game, COMMAND_START);
    running_do(running, &job);
    assert_number(job.outcome, JOB_REFUSED);
    assert_number(job.refusal, REFUSED_ALREADY_STARTED);
    assert_number(snapshot_record(job.snapshot)->game.version, version);
    running_forget(&job);
    struct engine_counts after = engine_counts(running->engine);
    assert_number(after.commits, before.commits);
    assert_number(after.refusals, before.refusals + 1);
    assert_number(after.commands, before.commands + 1);
}

static void a_reinvited_players_old_token_and_invite_are_dead(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct snapshot *snapshot = running_snapshot(running, game);
    struct job old_choice = job_choice(snapshot_record(snapshot), 0, 0);
    struct job old_join = job_join(running, game, 0);
    uint8_t entropy[SEED_BYTES];
    memcpy(entropy, snapshot_record(snapshot)->people[0].entropy, SEED_BYTES);
    snapshot_release(snapshot);

    struct job reinvite = job_host(game, COMMAND_REINVITE);
    reinvite.command.player = 0;
    running_do(running, &reinvite);
    assert_number(reinvite.outcome, JOB_DONE);
    assert_number(reinvite.player, 0);
    running_forget(&reinvite);

    running_do(running, &old_choice);
    assert_number(old_choice.outcome, JOB_TOKEN_DEAD);
    running_do(running, &old_join);
    assert_number(old_join.outcome, JOB_BAD_INVITE);

    struct job join = job_join(running, game, 0);
    snprintf(join.joined.name, sizeof join.joined.name, "Newcomer");
    join.joined.external_id[0] = '\0';
    join.has_entropy = true;
    running_do(running, &join);
    assert_number(join.outcome, JOB_DONE);
    const struct person *person = &snapshot_record(join.snapshot)->people[0];
    assert_string_equal(person->name, "Newcomer");
    assert_string_equal(person->external_id, "");
    assert_memory_equal(person->entropy, entropy, SEED_BYTES);
    running_forget(&join);
}

static void a_token_of_a_generation_to_come_is_dead_too(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct job job = job_host(game, COMMAND_PAUSE);
    job.caller.generation = 2;
    running_do(running, &job);
    assert_number(job.outcome, JOB_TOKEN_DEAD);
    job = job_host(game, COMMAND_PAUSE);
    job.caller = (struct claims){.role = ROLE_OPERATOR};
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    running_forget(&job);
}

static void no_event_is_earlier_than_the_one_before(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_create(running, 3, game);
    atomic_store(&running->clock.milliseconds, FIXTURE_TIME - 5000);
    struct job job = job_join(running, game, 0);
    running_do(running, &job);
    assert_number(snapshot_record(job.snapshot)->updated_at, FIXTURE_TIME);
    running_forget(&job);
    atomic_store(&running->clock.milliseconds, FIXTURE_TIME + 5000);
    job = job_join(running, game, 1);
    running_do(running, &job);
    assert_number(snapshot_record(job.snapshot)->updated_at, FIXTURE_TIME + 5000);
    running_forget(&job);
}

/* Follows a log's chain by its stored lines alone. */
struct chain {
    uint8_t head[HASH_BYTES];
    uint32_t seq;
};

static bool follow_chain(void *context, const struct stored_event *event)
{
    struct chain *chain = context;
    const struct event_envelope envelope = {event->seq,        event->at,   event->type,
                                            event->player,     chain->head, event->data,
                                            event->data_length};
    struct buffer canonical = buffer_new(1 << 20);
    uint8_t hash[HASH_BYTES];
    event_write_canonical(&envelope, &canonical);
    event_hash(canonical.bytes, canonical.length, hash);
    buffer_free(&canonical);
    assert_memory_equal(hash, event->hash, HASH_BYTES);
    assert_number(event->seq, chain->seq + 1);
    memcpy(chain->head, hash, HASH_BYTES);
    chain->seq++;
    return true;
}

static void assert_chain_holds(struct running *running, const struct record *record)
{
    struct chain chain = {.seq = 0};
    struct store_reader *reader = engine_reader(running->engine);
    assert_non_null(reader);
    assert_number(store_read_events(reader, record->id, 0, 100000, NULL, follow_chain, &chain),
                  STORE_OK);
    engine_reader_return(running->engine, reader);
    assert_number(chain.seq, record->game.version);
    assert_memory_equal(chain.head, record->head, HASH_BYTES);
}

static void assert_same_views(struct snapshot *left, struct snapshot *right)
{
    for (enum audience audience = AUDIENCE_PUBLIC; audience < AUDIENCE_PLAYER + 3; audience++) {
        size_t left_length;
        size_t right_length;
        const char *left_bytes = snapshot_view(left, audience, &left_length);
        const char *right_bytes = snapshot_view(right, audience, &right_length);
        assert_number(left_length, right_length);
        assert_memory_equal(left_bytes, right_bytes, left_length);
    }
}

static void a_game_played_to_the_end_is_the_same_after_a_restart(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    running_play(running, game);
    struct snapshot *before = running_snapshot(running, game);
    assert_number(status_of(&snapshot_record(before)->game), STATUS_PLAYING);
    assert_chain_holds(running, snapshot_record(before));
    running_restart(running);
    struct snapshot *after = running_snapshot(running, game);
    assert_memory_equal(snapshot_record(after)->head, snapshot_record(before)->head, HASH_BYTES);
    assert_same_views(before, after);
    snapshot_release(before);
    snapshot_release(after);
}

static void a_game_can_be_seen_as_it_was(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct snapshot *then = running_snapshot(running, game);
    uint32_t version = snapshot_record(then)->game.version;
    running_play(running, game);
    uint32_t newest = running_version(running, game);
    assert_true(newest > version);
    struct job job = {.outcome = JOB_DONE, .replayed = true, .replayed_version = version};
    memcpy(job.game, game, sizeof job.game);
    engine_replay(running->engine, &job);
    assert_number(job.outcome, JOB_DONE);
    assert_same_views(then, job.snapshot);
    snapshot_release(then);
    running_forget(&job);
    job.replayed_version = newest + 1;
    engine_replay(running->engine, &job);
    assert_number(job.outcome, JOB_UNAVAILABLE);
    assert_null(job.snapshot);
}

static void only_as_many_games_as_wanted_are_kept_in_memory(void **state)
{
    struct running *running = *state;
    running->cached_games = 2;
    running_restart(running);
    char games[5][ULID_LENGTH + 1];
    for (size_t i = 0; i < 5; i++)
        running_create(running, 3, games[i]);
    assert_number(engine_counts(running->engine).cached, 2);
    for (size_t i = 0; i < 5; i++)
        assert_number(running_version(running, games[i]), 1);
    assert_number(engine_counts(running->engine).cached, 2);
    assert_true(engine_counts(running->engine).cache_misses >= 5);
}

static void count_done(struct job *job)
{
    atomic_fetch_add((atomic_int *)job->owner, 1);
}

static void a_full_queue_takes_no_more(void **state)
{
    struct running *running = *state;
    running->queue_length = 2;
    running_restart(running);
    atomic_int done = 0;
    struct job jobs[3];
    bool taken[3];
    struct gate gate;
    gate_close(running, &gate);
    for (size_t i = 0; i < 3; i++) {
        jobs[i] = (struct job){.kind = JOB_PROBE, .done = count_done, .owner = &done};
        taken[i] = engine_submit(running->engine, &jobs[i]);
    }
    gate_open(&gate);
    running_restart(running); /* what waits is answered before it stops */
    assert_true(taken[0] && taken[1]);
    assert_false(taken[2]);
    assert_number(atomic_load(&done), 2);
}

static void a_revoked_token_stays_revoked(void **state)
{
    struct running *running = *state;
    struct job jobs[2] = {{.kind = JOB_REVOKE}, {.kind = JOB_REVOKE}};
    for (size_t i = 0; i < 2; i++) {
        snprintf(jobs[i].token_id, sizeof jobs[i].token_id, "token%zu", i);
        jobs[i].token_until = FIXTURE_TIME / 1000 + 3600;
    }
    assert_false(engine_revoked(running->engine, "token1"));
    running_do_together(running, jobs, 2);
    assert_number(jobs[1].outcome, JOB_DONE);
    assert_true(engine_revoked(running->engine, "token0"));
    assert_true(engine_revoked(running->engine, "token1"));
    assert_false(engine_revoked(running->engine, "token2"));
    running_restart(running);
    assert_true(engine_revoked(running->engine, "token0"));
    assert_true(engine_revoked(running->engine, "token1"));
}

static void the_probe_says_that_writing_works(void **state)
{
    struct running *running = *state;
    struct job jobs[2] = {{.kind = JOB_PROBE}, {.kind = JOB_PROBE}};
    running_do_together(running, jobs, 2);
    assert_number(jobs[0].outcome, JOB_DONE);
    assert_number(jobs[1].outcome, JOB_DONE);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        RUNNING_TEST(a_created_game_is_a_lobby_with_a_committed_seed),
        RUNNING_TEST(two_games_have_different_ids_and_seeds),
        RUNNING_TEST(a_game_that_cannot_be_is_refused_and_not_kept),
        RUNNING_TEST(the_log_tells_what_became_of_a_command),
        RUNNING_TEST(an_unknown_game_is_not_found),
        RUNNING_TEST(the_last_to_join_starts_the_game),
        RUNNING_TEST(everybodys_entropy_takes_part_in_the_deal),
        RUNNING_TEST(who_says_nothing_is_whom_the_creator_invited),
        RUNNING_TEST(the_server_seals_an_open_pick_with_a_nonce),
        RUNNING_TEST(a_refused_command_changes_and_writes_nothing),
        RUNNING_TEST(a_reinvited_players_old_token_and_invite_are_dead),
        RUNNING_TEST(a_token_of_a_generation_to_come_is_dead_too),
        RUNNING_TEST(no_event_is_earlier_than_the_one_before),
        RUNNING_TEST(a_game_played_to_the_end_is_the_same_after_a_restart),
        RUNNING_TEST(a_game_can_be_seen_as_it_was),
        RUNNING_TEST(only_as_many_games_as_wanted_are_kept_in_memory),
        RUNNING_TEST(a_full_queue_takes_no_more),
        RUNNING_TEST(a_revoked_token_stays_revoked),
        RUNNING_TEST(the_probe_says_that_writing_works),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
