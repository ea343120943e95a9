#include "tests/support/load.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/load_table.h"

struct seat {
    struct load *load;
    struct load_table table;
    pthread_t thread;
    uint64_t reported; /* commands told to the load */
};

struct load {
    size_t count;
    struct seat *seats;
    atomic_bool ending;
    pthread_mutex_t mutex; /* of what follows */
    pthread_cond_t changed;
    uint64_t commands; /* since load_start */
    size_t playing;    /* threads that go on */
};

struct load *load_new(size_t tables, uint64_t seed)
{
    struct load *load = calloc(1, sizeof *load);
    if (!load)
        fail_msg("no memory for the load");
    load->seats = calloc(tables, sizeof *load->seats);
    if (!load->seats)
        fail_msg("no memory for %zu tables", tables);
    load->count = tables;
    pthread_mutex_init(&load->mutex, NULL);
    pthread_cond_init(&load->changed, NULL);
    for (size_t i = 0; i < tables; i++) {
        load->seats[i].load = load;
        load_table_begin(&load->seats[i].table, (unsigned)i, seed * 1000 + i);
    }
    return load;
}

void load_create_with(struct load *load, const char *token)
{
    for (size_t i = 0; i < load->count; i++)
        load->seats[i].table.creator_token = token;
}

void load_free(struct load *load)
{
    for (size_t i = 0; i < load->count; i++)
        load_table_end(&load->seats[i].table);
    pthread_cond_destroy(&load->changed);
    pthread_mutex_destroy(&load->mutex);
    free(load->seats);
    free(load);
}

static void report(struct seat *seat, bool goes_on)
{
    struct load *load = seat->load;
    pthread_mutex_lock(&load->mutex);
    load->commands += seat->table.commands - seat->reported;
    seat->reported = seat->table.commands;
    load->playing -= !goes_on;
    pthread_cond_broadcast(&load->changed);
    pthread_mutex_unlock(&load->mutex);
}

static void *play(void *context)
{
    struct seat *seat = context;
    while (!atomic_load(&seat->load->ending) && load_table_step(&seat->table))
        report(seat, true);
    report(seat, false);
    return NULL;
}

static void *check(void *context)
{
    struct seat *seat = context;
    load_table_check(&seat->table);
    return NULL;
}

static void start_threads(struct load *load, const char *url, void *(*run)(void *))
{
    for (size_t i = 0; i < load->count; i++) {
        struct seat *seat = &load->seats[i];
        seat->table.client = client_new(url);
        if (pthread_create(&seat->thread, NULL, run, seat) != 0)
            fail_msg("no thread for table %zu", i);
    }
}

/* Fails the test when all threads have ended and one of them has found a fault. */
static void end_threads(struct load *load)
{
    for (size_t i = 0; i < load->count; i++) {
        pthread_join(load->seats[i].thread, NULL);
        client_free(&load->seats[i].table.client);
    }
    for (size_t i = 0; i < load->count; i++)
        if (load->seats[i].table.fault[0] != '\0')
            fail_msg("table %zu: %s", i, load->seats[i].table.fault);
}

void load_start(struct load *load, const char *url)
{
    atomic_store(&load->ending, false);
    load->commands = 0;
    load->playing = load->count;
    start_threads(load, url, play);
}

bool load_wait(struct load *load, uint64_t commands)
{
    pthread_mutex_lock(&load->mutex);
    while (load->commands < commands && load->playing > 0)
        pthread_cond_wait(&load->changed, &load->mutex);
    bool reached = load->commands >= commands;
    pthread_mutex_unlock(&load->mutex);
    return reached;
}

void load_stop(struct load *load, bool expect_answers)
{
    atomic_store(&load->ending, true);
    end_threads(load);
    for (size_t i = 0; expect_answers && i < load->count; i++)
        if (load->seats[i].table.unreachable)
            fail_msg("table %zu got no answer", i);
}

void load_check(struct load *load, const char *url)
{
    start_threads(load, url, check);
    end_threads(load);
    for (size_t i = 0; i < load->count; i++)
        if (load->seats[i].table.unreachable)
            fail_msg("table %zu got no answer when it asked for what was acknowledged", i);
}

/* The latency that PART of all requests keep to. */
static double latency_of(const uint32_t latencies[LATENCIES], uint64_t requests, double part)
{
    uint64_t seen = 0;
    size_t place = 0;
    while (place + 1 < LATENCIES && (double)(seen += latencies[place]) < part * (double)requests)
        place++;
    return load_latency(place);
}

struct load_report load_report(struct load *load)
{
    struct load_report sum = {.requests = 0};
    uint32_t latencies[LATENCIES] = {0};
    for (size_t i = 0; i < load->count; i++) {
        struct load_table *table = &load->seats[i].table;
        sum.requests += table->requests;
        sum.commands += table->commands;
        sum.games += table->games;
        sum.unanswered += table->unanswered;
        sum.survived += table->survived;
        for (size_t place = 0; place < LATENCIES; place++)
            latencies[place] += table->latencies[place];
        load->seats[i].reported = 0;
        table->requests = table->commands = table->games = table->unanswered = table->survived = 0;
        memset(table->latencies, 0, sizeof table->latencies);
    }
    sum.p50 = latency_of(latencies, sum.requests, 0.5);
    sum.p99 = latency_of(latencies, sum.requests, 0.99);
    sum.slowest = latency_of(latencies, sum.requests, 1);
    return sum;
}
