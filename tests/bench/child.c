#include "tests/bench/child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/measure.h"

static pid_t spawn(const char *const *argv, int *ret_output)
{
    int ends[2];
    if (pipe(ends) != 0)
        bench_fail("no pipe: %s", strerror(errno));
    pid_t pid = fork();
    if (pid < 0)
        bench_fail("no child: %s", strerror(errno));
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    close(ends[1]);
    *ret_output = ends[0];
    return pid;
}

static uint16_t read_port(int output, const char *program)
{
    static const char address[] = "http://127.0.0.1:";
    char line[256];
    size_t length = 0;
    while (length + 1 < sizeof line && read(output, line + length, 1) == 1)
        if (line[length++] == '\n')
            break;
    line[length] = '\0';
    const char *found = strstr(line, address);
    if (!found)
        bench_fail("%s does not say where it listens, but: %s", program, line);
    return (uint16_t)strtoul(found + sizeof address - 1, NULL, 10);
}

struct child child_start(const char *const *argv)
{
    struct child child = {.pid = 0};
    int64_t begun = microseconds_now();
    child.pid = spawn(argv, &child.output);
    child.port = read_port(child.output, argv[0]);
    child.started = microseconds_now() - begun;
    return child;
}

void child_stop(struct child *child)
{
    int status = 0;
    kill(child->pid, SIGTERM);
    if (waitpid(child->pid, &status, 0) != child->pid || status != 0)
        bench_fail("a server ends with status %d when it is told to end", status);
    close(child->output);
    child->pid = 0;
}
