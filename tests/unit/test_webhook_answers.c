/*
 * What the sender makes of the other side. What a user would see go wrong: a receiver that asks for
 * time and gets none, a redirect followed, an answer without end read to it, an address inside that
 * is called after all.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "service/json/notices.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/sending.h"

static void who_asks_for_time_is_called_when_it_is_over(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/busy", (struct reply){.status = 429, .retry_after = "7200"});
    sending_add(sending, "/busy", "game.*", id);
    sending_command(sending, COMMAND_PAUSE);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/busy", 1);
    sending_wait_attempts(sending, id, 1);
    assert_true(sending_first_pending(sending, id).next_at >= FIXTURE_TIME + 2 * HOURS);
    assert_number(sending_first_pending(sending, id).status, 429);
}

static void discord_is_heard_when_it_says_how_long(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/discord",
                 (struct reply){.status = 429,
                                .body = "{\"message\": \"slow down\", \"retry_after\": 40.5}"});
    const struct hook hook = {.owner = PLAYER_NONE,
                              .about = PLAYER_NONE,
                              .format = WEBHOOK_DISCORD,
                              .types = NOTICE_WAITED_ON,
                              .url = receiver_url(sending->receiver, "/discord")};
    hook_add(sending->running, sending->game, &hook, id);
    sending_command(sending, COMMAND_PAUSE);
    sending_command(sending, COMMAND_RESUME);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/discord", 1);
    sending_wait_attempts(sending, id, 1);
    int64_t next = sending_first_pending(sending, id).next_at;
    assert_true(next > FIXTURE_TIME + 40 * SECONDS && next < FIXTURE_TIME + 50 * SECONDS);
    /* No signature, which Discord would not look at. */
    assert_string_equal(receiver_get(sending->receiver, "/discord", 0)->signature, "");
    assert_non_null(strstr(receiver_get(sending->receiver, "/discord", 0)->body, "your turn"));
}

static void redirects_lead_nowhere(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/moved", (struct reply){.status = 307, .location = "/new"});
    sending_add(sending, "/moved", "game.*", id);
    sending_command(sending, COMMAND_PAUSE);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/moved", 1);
    sending_wait_attempts(sending, id, 1);
    assert_number(receiver_count(sending->receiver, "/new"), 0);
    assert_number(sending_first_pending(sending, id).status, 307);
}

static void an_answer_without_end_is_cut_off(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    size_t length = (size_t)4 << 20;
    char *body = malloc(length + 1);
    assert_non_null(body);
    memset(body, 'x', length);
    body[length] = '\0';
    receiver_set(sending->receiver, "/talks", (struct reply){.status = 200, .body = body});
    sending_add(sending, "/talks", "game.*", id);
    sending_command(sending, COMMAND_PAUSE);
    webhooks_wake(sending->webhooks);
    sending_wait_pending(sending, id, 0);
    assert_number(sending_look(sending, id).status, 200);
    receiver_set(sending->receiver, "/talks", (struct reply){.status = 200});
    free(body);
}

static void nobody_listens(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    const struct hook hook = {
        .owner = PLAYER_NONE, .about = PLAYER_NONE, .url = "http://127.0.0.1:1/"};
    hook_add(sending->running, sending->game, &hook, id);
    sending_command(sending, COMMAND_PAUSE);
    webhooks_wake(sending->webhooks);
    sending_wait_attempts(sending, id, 1);
    assert_string_equal(sending_look(sending, id).fault, "not_connected");
    assert_number(sending_look(sending, id).status, 0);
}

/* The address was fine when it was given; what it leads to is looked at again. */
static void addresses_inside_are_not_called_unless_allowed(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    sending_add(sending, "/inside", "game.*", id);
    sending_stop(sending);
    sending_start(sending, false);
    sending_command(sending, COMMAND_PAUSE);
    webhooks_wake(sending->webhooks);
    sending_wait_attempts(sending, id, 1);
    assert_string_equal(sending_look(sending, id).fault, "blocked_target");
    assert_number(receiver_count(sending->receiver, "/inside"), 0);
}

struct asking {
    struct job job;
    atomic_bool done;
};

static void note_done(struct job *job)
{
    struct asking *asking = job->owner;
    atomic_store(&asking->done, true);
}

static enum job_outcome outcome_of(struct sending *sending, const char *url)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    static struct asking asking;
    asking = (struct asking){.done = false};
    asking.job = hook_job(sending->running, sending->game, PLAYER_NONE, WEBHOOK_ADD, NULL);
    snprintf(asking.job.webhook.webhook.url, WEBHOOK_URL_BYTES, "%s", url);
    asking.job.done = note_done;
    asking.job.owner = &asking;
    assert_true(webhooks_submit(sending->webhooks, &asking.job));
    while (!atomic_load(&asking.done))
        nanosleep(&pause, NULL);
    return asking.job.outcome;
}

static void targets_inside_are_refused_when_they_are_given(void **state)
{
    struct sending *sending = *state;
    static const char *const urls[] = {"https://127.0.0.1:1/",
                                       "https://169.254.169.254/latest/",
                                       "https://[::ffff:10.0.0.1]/",
                                       "https://[::1]/",
                                       "https://localhost/",
                                       "https://2130706433/",
                                       "https://0x7f.1/",
                                       "https://0/",
                                       "https://10.1/",
                                       "https://nothing.invalid/"};
    sending_stop(sending);
    sending_start(sending, false);
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++)
        if (outcome_of(sending, urls[i]) != JOB_BLOCKED)
            fail_msg("%s is not refused", urls[i]);
    assert_number(outcome_of(sending, "https://8.8.8.8/hook"), JOB_DONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENDING_TEST(who_asks_for_time_is_called_when_it_is_over),
        SENDING_TEST(discord_is_heard_when_it_says_how_long),
        SENDING_TEST(redirects_lead_nowhere),
        SENDING_TEST(an_answer_without_end_is_cut_off),
        SENDING_TEST(nobody_listens),
        SENDING_TEST(addresses_inside_are_not_called_unless_allowed),
        SENDING_TEST(targets_inside_are_refused_when_they_are_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
