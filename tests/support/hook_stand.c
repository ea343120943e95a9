#include "tests/support/hook_stand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/cmocka_all.h"

void hooks_begin(struct hook_stand *hooks, const char *program, const char *recorded)
{
    static const char *const arguments[] = {"--open", "--webhook-allow-private", NULL};
    stand_begin(&hooks->stand, program, recorded, arguments);
    hooks->receiver = receiver_new();
    hooks->count = 0;
}

static json_t *received_json(const char *secret, const struct received *received)
{
    return json_pack("{s:s?, s:{s:s, s:s, s:s}, s:s}", "secret", secret, "headers", "webhook-id",
                     received->id, "webhook-timestamp", received->timestamp, "webhook-signature",
                     received->signature, "body", received->body);
}

static void write_received(struct hook_stand *hooks, const char *path)
{
    FILE *file = fopen(path, "we");
    if (!file)
        fail_msg("cannot write %s", path);
    for (size_t i = 0; i < hooks->count; i++) {
        const char *secret = hooks->made[i].secret;
        size_t count = receiver_count(hooks->receiver, hooks->made[i].path);
        for (size_t j = 0; j < count; j++) {
            const struct received *received = receiver_get(hooks->receiver, hooks->made[i].path, j);
            if (secret && strncmp(received->id, hooks->made[i].id, ULID_LENGTH) != 0)
                continue;
            json_t *line = received_json(secret, received);
            json_dumpf(line, file, JSON_COMPACT);
            fputc('\n', file);
            json_decref(line);
        }
    }
    fclose(file);
}

void hooks_end(struct hook_stand *hooks, const char *received)
{
    write_received(hooks, received);
    receiver_free(hooks->receiver);
    stand_end(&hooks->stand);
    for (size_t i = 0; i < hooks->count; i++)
        free(hooks->made[i].secret);
}

void hooks_draft(struct hook_stand *hooks, uint64_t seed, json_t *more)
{
    draft_create(&hooks->draft, &hooks->stand.client, HOOK_PLAYERS, seed, NULL, more);
}

const char *hooks_path(const char *id, const char *rest)
{
    static char path[HOOK_PATH_BYTES];
    snprintf(path, sizeof path, "/webhooks%s%s%s", id ? "/" : "", id ? id : "", rest);
    return path;
}

struct answer hooks_get(const struct hook_stand *hooks, int who, const char *id, const char *rest)
{
    return draft_call(&hooks->draft, "GET", who, hooks_path(id, rest), NULL);
}

struct answer hooks_delete(const struct hook_stand *hooks, int who, const char *id)
{
    return draft_call(&hooks->draft, "DELETE", who, hooks_path(id, ""), NULL);
}

size_t hooks_make(struct hook_stand *hooks, int who, const char *path, json_t *more)
{
    json_t *body = json_pack("{s:s}", "url", receiver_url(hooks->receiver, path));
    if (more)
        json_object_update(body, more);
    json_decref(more);
    struct answer answer = draft_post(&hooks->draft, who, "/webhooks", body);
    json_t *webhook = answer_take(&answer, 201);
    size_t index = hooks->count;
    assert_true(index < HOOKS_MAX);
    snprintf(hooks->made[index].id, sizeof hooks->made[0].id, "%s", text_at(webhook, "id"));
    snprintf(hooks->made[index].path, sizeof hooks->made[0].path, "%s", path);
    const json_t *secret = value_at(webhook, "secret");
    hooks->made[index].secret = json_is_string(secret) ? strdup(json_string_value(secret)) : NULL;
    json_decref(webhook);
    hooks->count++;
    return index;
}

json_t *hooks_settle(const struct hook_stand *hooks, int who, const char *id)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    for (unsigned tries = 0;; tries++) {
        struct answer answer = hooks_get(hooks, who, id, "");
        json_t *webhook = answer_take(&answer, 200);
        if (number_at(webhook, "pending") == 0)
            return webhook;
        json_decref(webhook);
        if (tries > 6000)
            fail_msg("deliveries stay pending");
        nanosleep(&pause, NULL);
    }
}
