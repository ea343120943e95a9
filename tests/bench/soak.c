/*
 * A long life: mixed load for as long as wanted, with the service ended and killed now and then;
 * each minute what it takes of memory, descriptors and disk, and how long answers take. At the end
 * it is judged whether any of this has grown. Run by script/soak.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/load.h"
#include "tests/support/repeats.h"
#include "tests/support/stand.h"
#include "tests/support/stream_reader.h"

enum {
    TABLES = 8,
    STREAMS = 4,
    MINUTES = 30,
    MINUTES_MAX = 24 * 60,
    LIFE = 10,             /* minutes between restarts */
    WARM = 3,              /* minutes until a life has all the memory that it will use */
    WAL_MEGABYTES_MAX = 64 /* to which SQLite cuts it back */
};

struct minute {
    unsigned age;                   /* of the process */
    double resident, wal, database; /* MiB */
    unsigned descriptors;
    struct load_report load;
};

struct soak {
    struct stand stand;
    struct load *load;
    struct stream_reader *streams[STREAMS];
    struct minute minutes[MINUTES_MAX];
    unsigned count;
};

static const char *const arguments[] = {"--open", "--webhook-allow-private", NULL};

static unsigned descriptors(pid_t pid)
{
    char path[64];
    unsigned count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(path);
    if (!folder)
        fail_msg("the service has ended");
    while (readdir(folder))
        count++;
    closedir(folder);
    return count - 2;
}

static double megabytes(struct soak *soak, const char *name)
{
    struct stat status;
    return stat(test_folder_path(&soak->stand.folder, name), &status) == 0
               ? (double)status.st_size / (1024 * 1024)
               : 0;
}

/* Somebody follows all games; what comes is left to the kernel until the service lets go. */
static void follow(struct soak *soak)
{
    uint16_t port = stream_port(soak->stand.program.url);
    for (size_t i = 0; i < STREAMS; i++)
        soak->streams[i] = stream_open(port, "/v1/events",
                                       stream_headers(ACCEPT_LINES, soak->stand.operator_token), 0);
}

static void leave(struct soak *soak)
{
    for (size_t i = 0; i < STREAMS; i++)
        stream_close(soak->streams[i]);
}

static void restart(struct soak *soak, bool kill)
{
    leave(soak);
    if (kill) {
        load_start(soak->load, soak->stand.program.url);
        load_wait(soak->load, 100);
        program_kill(&soak->stand.program);
        load_stop(soak->load, false);
    } else {
        program_stop(&soak->stand.program);
    }
    soak->stand.program = program_start(soak->stand.path, soak->stand.folder.path, arguments);
    load_check(soak->load, soak->stand.program.url);
    (void)load_report(soak->load);
    follow(soak);
}

static void live_a_minute(struct soak *soak, unsigned age)
{
    const struct timespec minute = {.tv_sec = 60};
    load_start(soak->load, soak->stand.program.url);
    nanosleep(&minute, NULL);
    pid_t pid = soak->stand.program.pid;
    struct minute *now = &soak->minutes[soak->count++];
    *now = (struct minute){.age = age,
                           .resident = program_resident(&soak->stand.program),
                           .wal = megabytes(soak, "spliced.db-wal"),
                           .database = megabytes(soak, "spliced.db"),
                           .descriptors = descriptors(pid)};
    load_stop(soak->load, true);
    now->load = load_report(soak->load);
    printf("%6u %4u %7.1f %5u %7.1f %8.1f %9llu %6llu %8.2f %8.2f %9.1f\n", soak->count, age,
           now->resident, now->descriptors, now->wal, now->database,
           (unsigned long long)now->load.requests, (unsigned long long)now->load.games,
           now->load.p50, now->load.p99, now->load.slowest);
    fflush(stdout);
}

static int compare(const void *a, const void *b)
{
    double first = *(const double *)a;
    double second = *(const double *)b;
    return (first > second) - (first < second);
}

/* The median, over the warm minutes of the first (0) to last (2) third, of a double at OFFSET; 0 if
 * there is none. */
static double median(const struct soak *soak, unsigned third, size_t offset)
{
    static double values[MINUTES_MAX];
    size_t count = 0;
    for (unsigned i = soak->count * third / 3; i < soak->count * (third + 1) / 3; i++)
        if (soak->minutes[i].age >= WARM)
            memcpy(&values[count++], (const char *)&soak->minutes[i] + offset, sizeof values[0]);
    qsort(values, count, sizeof values[0], compare);
    return count > 0 ? values[count / 2] : 0;
}

static bool judge(const char *what, double first, double last, double limit)
{
    bool flat = last <= limit;
    const char *verdict = flat ? "flat" : "GROWN";
    printf("%-28s %8.2f at first, %8.2f at last: %s\n", what, first, last,
           first > 0 ? verdict : "too short to say");
    return flat;
}

static bool judge_all(const struct soak *soak)
{
    double wal = 0;
    double most = 0;
    double memory = median(soak, 0, offsetof(struct minute, resident));
    double p50 = median(soak, 0, offsetof(struct minute, load.p50));
    double p99 = median(soak, 0, offsetof(struct minute, load.p99));
    for (unsigned i = 0; i < soak->count; i++) {
        wal = soak->minutes[i].wal > wal ? soak->minutes[i].wal : wal;
        most = soak->minutes[i].descriptors > most ? soak->minutes[i].descriptors : most;
    }
    bool flat = judge("memory, MiB", memory, median(soak, 2, offsetof(struct minute, resident)),
                      memory * 1.15 + 4);
    flat &= judge("median latency, ms", p50, median(soak, 2, offsetof(struct minute, load.p50)),
                  p50 * 1.5 + 0.2);
    flat &= judge("99th percentile, ms", p99, median(soak, 2, offsetof(struct minute, load.p99)),
                  p99 * 1.5 + 2);
    flat &= judge("descriptors, most", soak->minutes[0].descriptors, most,
                  soak->minutes[0].descriptors + 8);
    flat &= judge("write-ahead log, most, MiB", soak->minutes[0].wal, wal, WAL_MEGABYTES_MAX);
    return flat;
}

int main(int argc, char **argv)
{
    static struct soak soak;
    unsigned minutes = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : MINUTES;
    if (minutes == 0 || minutes > MINUTES_MAX) {
        fprintf(stderr, "usage: soak [MINUTES], at most %d\n", MINUTES_MAX);
        return 2;
    }
    stand_begin(&soak.stand, SPLICED_PROGRAM, NULL, arguments);
    soak.load = load_new(TABLES, minutes);
    follow(&soak);
    puts("minute  age     RSS   fds     WAL database  requests  games   p50 ms   p99 ms "
         "slowest ms");
    for (unsigned minute = 0; minute < minutes; minute++) {
        if (minute > 0 && minute % LIFE == 0)
            restart(&soak, minute / LIFE % 2 == 1);
        live_a_minute(&soak, minute % LIFE);
    }
    bool flat = judge_all(&soak);
    leave(&soak);
    load_free(soak.load);
    stand_end(&soak.stand);
    return flat ? 0 : 1;
}
