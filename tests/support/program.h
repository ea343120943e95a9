/*
 * The real program as a child process: started on a free port with a data folder of its own,
 * stopped, killed, started again. A child that is left running when a test fails ends with the
 * test's process.
 */
#ifndef TESTS_SUPPORT_PROGRAM_H
#define TESTS_SUPPORT_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct program {
    pid_t pid;
    int output;   /* the read end of its standard output */
    char url[64]; /* http://127.0.0.1:PORT */
};

/* Starts PATH serve on a free port with the data of FOLDER and the further arguments (NULL:
 * "--open" alone, otherwise NULL-terminated), and waits until it listens. Callers are not limited
 * unless ARGUMENTS say so. Fails the test if it does not. */
struct program program_start(const char *path, const char *folder, const char *const *arguments);

/* kill -9: nothing is flushed, nothing is said. */
void program_kill(struct program *program);

/* Starts the program like program_start and kills it NANOSECONDS (under a second) later, wherever
 * its start has come by then. */
void program_start_and_kill(const char *path, const char *folder, const char *const *arguments,
                            uint32_t nanoseconds);

/* SIGTERM; fails the test unless it ends with 0. */
void program_stop(struct program *program);

/* Waits until it ends by itself. Returns its exit status. */
int program_wait(struct program *program);

/* The memory that it has now, in MiB. Fails the test if it has ended. */
double program_resident(const struct program *program);

/* Runs PATH with arguments (ARGUMENTS[0] is the subcommand, NULL-terminated) to its end. Returns
 * its exit status; RET_OUTPUT (SIZE bytes, NUL-terminated) is what it wrote, standard output and
 * standard error alike, cut to fit. */
int program_run(const char *path, const char *const *arguments, char *ret_output, size_t size);

#endif
