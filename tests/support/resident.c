#include "tests/support/resident.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long process_resident(pid_t pid)
{
    static const char name[] = "VmRSS:";
    char path[64];
    char line[256];
    long kibibytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return -1;
    while (kibibytes == 0 && fgets(line, sizeof line, file))
        if (strncmp(line, name, sizeof name - 1) == 0)
            kibibytes = strtol(line + sizeof name - 1, NULL, 10);
    fclose(file);
    return kibibytes * 1024;
}
