#include "tests/support/program.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/resident.h"

enum { ARGUMENTS_MAX = 24, START_SECONDS = 60, END_SECONDS = 60 };

static int64_t milliseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Starts a child whose standard output, and if ALL its standard error too, is a pipe. */
static pid_t spawn(const char *const *argv, bool all, int *ret_output)
{
    int ends[2];
    if (pipe(ends) != 0)
        fail_msg("no pipe: %s", strerror(errno));
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid < 0)
        fail_msg("no child: %s", strerror(errno));
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        dup2(ends[1], STDOUT_FILENO);
        if (all)
            dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    close(ends[1]);
    *ret_output = ends[0];
    return pid;
}

/* Reads until the end of a line, the end of the output, or the deadline. */
static bool read_line(int output, char *ret_line, size_t size, int64_t deadline)
{
    size_t length = 0;
    while (length + 1 < size) {
        struct pollfd wait = {.fd = output, .events = POLLIN};
        int64_t left = deadline - milliseconds_now();
        if (left <= 0 || poll(&wait, 1, (int)left) <= 0 || read(output, ret_line + length, 1) != 1)
            break;
        if (ret_line[length++] == '\n') {
            ret_line[length - 1] = '\0';
            return true;
        }
    }
    ret_line[length] = '\0';
    return false;
}

static pid_t spawn_server(const char *path, const char *folder, const char *const *arguments,
                          int *ret_output)
{
    static const char *const open_alone[] = {"--open", NULL};
    const char *argv[ARGUMENTS_MAX] = {path,   "serve", "--listen", "127.0.0.1:0",  "--data",
                                       folder, "--log", "error",    "--rate-limit", "off"};
    size_t count = 10;
    for (const char *const *next = arguments ? arguments : open_alone; *next; next++)
        argv[count++] = *next;
    return spawn(argv, false, ret_output);
}

struct program program_start(const char *path, const char *folder, const char *const *arguments)
{
    struct program program = {.pid = 0};
    char line[256];
    program.pid = spawn_server(path, folder, arguments, &program.output);
    if (!read_line(program.output, line, sizeof line, milliseconds_now() + START_SECONDS * 1000) ||
        sscanf(line, "spliced listens on %63s", program.url) != 1) {
        kill(program.pid, SIGKILL);
        waitpid(program.pid, NULL, 0);
        fail_msg("the program does not say where it listens, but: %s", line);
    }
    return program;
}

void program_kill(struct program *program)
{
    kill(program->pid, SIGKILL);
    waitpid(program->pid, NULL, 0);
    close(program->output);
    program->pid = 0;
}

void program_start_and_kill(const char *path, const char *folder, const char *const *arguments,
                            uint32_t nanoseconds)
{
    struct program program;
    const struct timespec moment = {.tv_nsec = (long)nanoseconds};
    program.pid = spawn_server(path, folder, arguments, &program.output);
    nanosleep(&moment, NULL);
    program_kill(&program);
}

/* Waits for the end of a child, as long as it may take. */
static int wait_for(pid_t pid)
{
    int status = 0;
    int64_t deadline = milliseconds_now() + END_SECONDS * 1000;
    const struct timespec pause = {.tv_nsec = 2000000};
    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (milliseconds_now() > deadline) {
            kill(pid, SIGKILL);
            waitpid(pid, NULL, 0);
            fail_msg("the program does not end");
        }
        nanosleep(&pause, NULL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int program_wait(struct program *program)
{
    int status = wait_for(program->pid);
    close(program->output);
    program->pid = 0;
    return status;
}

void program_stop(struct program *program)
{
    if (program->pid == 0) /* it did not start again; 0 would be all processes of the test */
        fail_msg("the program does not run");
    kill(program->pid, SIGTERM);
    int status = program_wait(program);
    if (status != 0)
        fail_msg("the program ends with %d when it is told to end", status);
}

double program_resident(const struct program *program)
{
    long bytes = process_resident(program->pid);
    if (bytes < 0)
        fail_msg("the service has ended");
    return (double)bytes / (1 << 20);
}

int program_run(const char *path, const char *const *arguments, char *ret_output, size_t size)
{
    const char *argv[ARGUMENTS_MAX] = {path};
    size_t length = 0;
    int output;
    char rest[4096];
    for (size_t i = 0; arguments[i]; i++)
        argv[i + 1] = arguments[i];
    pid_t pid = spawn(argv, true, &output);
    for (;;) {
        bool full = length + 1 >= size;
        ssize_t got =
            read(output, full ? rest : ret_output + length, full ? sizeof rest : size - 1 - length);
        if (got <= 0)
            break;
        length += full ? 0 : (size_t)got;
    }
    ret_output[length] = '\0';
    close(output);
    return wait_for(pid);
}
