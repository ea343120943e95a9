/*
 * Measures the service against bare programs that do only the unavoidable work, and prints a table.
 * script/bench builds it, runs it and says what the options are.
 */
#include "tests/bench/bench.h"

#include <errno.h>
#include <ftw.h>
#include <getopt.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/bench/measure.h"

struct sample bench_sample(const struct child *server, struct load *load,
                           const struct load_script *script)
{
    int64_t worked = processor_time(server->pid);
    struct load_result result = load_run(load, script);
    worked = processor_time(server->pid) - worked;
    double requests = (double)result.requests;
    return (struct sample){.rate = requests / result.seconds,
                           .processor = (double)worked / requests,
                           .p50 = result.p50,
                           .p99 = result.p99,
                           .load = result.load_microseconds};
}

struct child bench_start_real(const char *folder, const char *const *more)
{
    const char *argv[24] = {SPLICED_PROGRAM, "serve", "--listen", "127.0.0.1:0",
                            "--data",        folder,  "--open",   "--rate-limit",
                            "off",           "--log", "error"};
    size_t count = 11;
    for (; more && *more; more++)
        argv[count++] = *more;
    return child_start(argv);
}

struct child bench_start_bare(const struct bench *bench)
{
    char folder[FOLDER_BYTES];
    char file[FOLDER_BYTES + 16];
    bench_new_folder(bench, "bare", folder);
    snprintf(file, sizeof file, "%s/bare.db", folder);
    const char *const argv[] = {BARE_PROGRAM, file, NULL};
    return child_start(argv);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void bench_new_folder(const struct bench *bench, const char *name, char *ret_path)
{
    snprintf(ret_path, FOLDER_BYTES, "%s/%s", bench->folder, name);
    nftw(ret_path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (mkdir(ret_path, 0700) != 0)
        bench_fail("cannot make %s: %s", ret_path, strerror(errno));
}

/* As many descriptors as we may have, for the children too. */
static void raise_descriptors(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* What to measure; all of it when none is named. */
static const struct {
    const char *name;
    void (*measure)(const struct bench *bench);
} groups[] = {{"views", bench_views},   {"commits", bench_commits}, {"drafts", bench_drafts},
              {"stored", bench_stored}, {"streams", bench_streams}, {"memory", bench_memory}};

enum { GROUPS = sizeof groups / sizeof *groups };

static const struct bench usual = {.rounds = 5,
                                   .microseconds = 1000000,
                                   .drafts = 96,
                                   .readers = 1000,
                                   .publications = 20,
                                   .cached = 1000,
                                   .sizes = 4,
                                   .games = {1000, 10000, 100000, 1000000}};
static const struct bench quick = {.rounds = 3,
                                   .microseconds = 300000,
                                   .drafts = 64,
                                   .readers = 1000,
                                   .publications = 10,
                                   .cached = 600,
                                   .sizes = 4,
                                   .games = {1000, 10000, 100000, 1000000}};
static const struct bench smoke = {.rounds = 1,
                                   .microseconds = 20000,
                                   .drafts = 2,
                                   .readers = 20,
                                   .publications = 2,
                                   .cached = 20,
                                   .sizes = 2,
                                   .games = {200, 300}};

static int usage(void)
{
    fputs("usage: bench [--quick | --smoke] [--folder FOLDER] [--rounds NUMBER] [--picture FILE] "
          "[GROUP…]\n",
          stderr);
    return 2;
}

static bool read_options(int argc, char **argv, struct bench *ret_bench)
{
    static const struct option options[] = {
        {"quick", no_argument, NULL, 'q'},         {"smoke", no_argument, NULL, 's'},
        {"folder", required_argument, NULL, 'f'},  {"rounds", required_argument, NULL, 'r'},
        {"picture", required_argument, NULL, 'p'}, {NULL, 0, NULL, 0}};
    size_t rounds = 0;
    int option;
    *ret_bench = usual;
    const char *folder = NULL;
    const char *picture = NULL;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'q')
            *ret_bench = quick;
        else if (option == 's')
            *ret_bench = smoke;
        else if (option == 'f')
            folder = optarg;
        else if (option == 'p')
            picture = optarg;
        else if (option == 'r')
            rounds = strtoul(optarg, NULL, 10);
        else
            return false;
    }
    ret_bench->folder = folder;
    ret_bench->picture = picture;
    ret_bench->rounds = rounds ? rounds : ret_bench->rounds;
    return folder && ret_bench->rounds <= ROUNDS_MAX;
}

static bool is_wanted(const char *name, char **wanted)
{
    bool any = *wanted == NULL;
    for (; *wanted; wanted++)
        any = any || strcmp(*wanted, name) == 0;
    return any;
}

static bool are_groups(char **names)
{
    for (; *names; names++) {
        size_t i = 0;
        while (i < GROUPS && strcmp(groups[i].name, *names) != 0)
            i++;
        if (i == GROUPS)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct bench bench;
    if (!read_options(argc, argv, &bench) || !are_groups(argv + optind) || sodium_init() < 0)
        return usage();
    signal(SIGPIPE, SIG_IGN);
    raise_descriptors();
    if (mkdir(bench.folder, 0700) != 0 && errno != EEXIST)
        bench_fail("cannot make %s: %s", bench.folder, strerror(errno));
    report_heading();
    for (size_t i = 0; i < GROUPS; i++)
        if (is_wanted(groups[i].name, argv + optind))
            groups[i].measure(&bench);
    return 0;
}
