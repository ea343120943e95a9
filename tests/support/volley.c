#include "tests/support/volley.h"

#include <stdlib.h>

#include "tests/support/cmocka_all.h"

struct gunner {
    struct volley *volley;
    size_t index;
    pthread_t thread;
    struct client client;
};

struct volley {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct shot *shots;
    size_t count;
    size_t left;     /* shots whose answer is not there */
    unsigned number; /* of volleys so far */
    bool ending;
    struct gunner gunners[VOLLEY_MAX];
};

/* Waits for the next volley; false when there will be none. */
static bool wait_for_order(struct volley *volley, unsigned *number)
{
    pthread_mutex_lock(&volley->mutex);
    while (!volley->ending && volley->number == *number)
        pthread_cond_wait(&volley->changed, &volley->mutex);
    *number = volley->number;
    bool goes_on = !volley->ending;
    pthread_mutex_unlock(&volley->mutex);
    return goes_on;
}

static void report_done(struct volley *volley)
{
    pthread_mutex_lock(&volley->mutex);
    if (--volley->left == 0)
        pthread_cond_broadcast(&volley->changed);
    pthread_mutex_unlock(&volley->mutex);
}

static void *serve_gun(void *context)
{
    struct gunner *gunner = context;
    struct volley *volley = gunner->volley;
    unsigned number = 0;
    while (wait_for_order(volley, &number)) {
        if (gunner->index < volley->count) {
            struct shot *shot = &volley->shots[gunner->index];
            shot->answer = client_try(&gunner->client, &shot->request);
        }
        report_done(volley);
    }
    return NULL;
}

struct volley *volley_new(const char *url)
{
    struct volley *volley = calloc(1, sizeof *volley);
    if (!volley)
        fail_msg("no memory for threads");
    pthread_mutex_init(&volley->mutex, NULL);
    pthread_cond_init(&volley->changed, NULL);
    for (size_t i = 0; i < VOLLEY_MAX; i++) {
        struct gunner *gunner = &volley->gunners[i];
        *gunner = (struct gunner){.volley = volley, .index = i, .client = client_new(url)};
        if (pthread_create(&gunner->thread, NULL, serve_gun, gunner) != 0)
            fail_msg("no thread %zu", i);
    }
    return volley;
}

void volley_start(struct volley *volley, struct shot *shots, size_t count)
{
    pthread_mutex_lock(&volley->mutex);
    volley->shots = shots;
    volley->count = count;
    volley->left = VOLLEY_MAX;
    volley->number++;
    pthread_cond_broadcast(&volley->changed);
    pthread_mutex_unlock(&volley->mutex);
}

void volley_wait(struct volley *volley)
{
    pthread_mutex_lock(&volley->mutex);
    while (volley->left > 0)
        pthread_cond_wait(&volley->changed, &volley->mutex);
    pthread_mutex_unlock(&volley->mutex);
}

void volley_fire(struct volley *volley, struct shot *shots, size_t count)
{
    volley_start(volley, shots, count);
    volley_wait(volley);
}

void volley_free(struct volley *volley)
{
    pthread_mutex_lock(&volley->mutex);
    volley->ending = true;
    pthread_cond_broadcast(&volley->changed);
    pthread_mutex_unlock(&volley->mutex);
    for (size_t i = 0; i < VOLLEY_MAX; i++) {
        pthread_join(volley->gunners[i].thread, NULL);
        client_free(&volley->gunners[i].client);
    }
    pthread_cond_destroy(&volley->changed);
    pthread_mutex_destroy(&volley->mutex);
    free(volley);
}
