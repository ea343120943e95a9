/*
 * The service as it is, but on the faulty disk; what fails stands in the file that SPLICED_FAULTS
 * names, which the test shares.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/program/commands.h"
#include "tests/support/faulty_disk.h"

int main(int argc, char **argv)
{
    const char *faults = getenv("SPLICED_FAULTS");
    if (argc < 2 || !faults) {
        fputs("usage: SPLICED_FAULTS=FILE spliced_on_faulty_disk serve|token|verify …\n", stderr);
        return EXIT_USAGE;
    }
    faulty_disk_install();
    faulty_disk_share(faults);
    if (strcmp(argv[1], "token") == 0)
        return command_token(argc - 1, argv + 1);
    if (strcmp(argv[1], "verify") == 0)
        return command_verify(argc - 1, argv + 1);
    return command_serve(argc - 1, argv + 1);
}
