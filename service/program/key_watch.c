#include "service/program/key_watch.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "service/base/log.h"

struct key_set {
    struct keys keys;
    struct key_set *earlier;
};

/* Every file in it is replaced by renaming, which changes the folder. */
static struct timespec time_of_folder(const char *data_folder)
{
    char path[PATH_MAX];
    struct stat status;
    int length = snprintf(path, sizeof path, "%s/keys", data_folder);
    if (length < 0 || (size_t)length >= sizeof path || stat(path, &status) != 0)
        return (struct timespec){0};
    return status.st_mtim;
}

static bool is_same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool key_watch_open(struct key_watch *ret_watch, const char *data_folder,
                    const struct random_source *source)
{
    /* Before they are read: what changes meanwhile is seen at the first look. */
    struct timespec changed = time_of_folder(data_folder);
    struct key_set *set = calloc(1, sizeof *set);
    if (!set || !keys_open(&set->keys, data_folder, source)) {
        free(set);
        return false;
    }
    *ret_watch = (struct key_watch){data_folder, changed, set};
    return true;
}

const struct keys *key_watch_keys(const struct key_watch *watch)
{
    return &watch->newest->keys;
}

/* Invites and webhooks' secrets follow from these, in the engine too. */
static bool has_same_secrets(const struct keys *a, const struct keys *b)
{
    return sodium_memcmp(a->invite, b->invite, sizeof a->invite) == 0 &&
           sodium_memcmp(a->derive, b->derive, sizeof a->derive) == 0;
}

static bool has_same_history(const struct key_history *a, const struct key_history *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->retired[i].id, b->retired[i].id) != 0 ||
            a->retired[i].until != b->retired[i].until)
            return false;
    return true;
}

static bool is_same(const struct keys *a, const struct keys *b)
{
    return strcmp(a->token.id, b->token.id) == 0 && strcmp(a->head.id, b->head.id) == 0 &&
           has_same_history(&a->history, &b->history);
}

/* Whether SET, just read, takes the place of the newest one. */
static bool is_news(const struct key_watch *watch, const struct key_set *set)
{
    const struct keys *before = &watch->newest->keys;
    if (!has_same_secrets(before, &set->keys)) {
        LOG_EVENT(LOG_LEVEL_ERROR,
                  "the key of invites or of ids has been replaced: the service goes on with the "
                  "old keys until it is started anew",
                  LOG_TEXT("data", watch->data_folder));
        return false;
    }
    return !is_same(before, &set->keys);
}

const struct keys *key_watch_look(struct key_watch *watch)
{
    struct timespec changed = time_of_folder(watch->data_folder);
    if (is_same_time(changed, watch->changed))
        return NULL;
    struct key_set *set = calloc(1, sizeof *set);
    if (!set || !keys_exist(watch->data_folder) ||
        !keys_open(&set->keys, watch->data_folder, NULL)) {
        free(set); /* and they are looked at again */
        return NULL;
    }
    watch->changed = changed;
    if (!is_news(watch, set)) {
        keys_close(&set->keys);
        free(set);
        return NULL;
    }
    set->earlier = watch->newest;
    watch->newest = set;
    return &set->keys;
}

void key_watch_close(struct key_watch *watch)
{
    while (watch->newest) {
        struct key_set *set = watch->newest;
        watch->newest = set->earlier;
        keys_close(&set->keys);
        free(set);
    }
}
