#include <stdio.h>
#include <string.h>

#include "service/http/router.h"
#include "service/program/commands.h"

static const char usage[] = "usage: spliced routes\n"
                            "\n"
                            "Prints the routes of the service, one a line: \"GET /healthz\".\n";

/* The check that the API's description has the same routes reads this. */
int command_routes(int argc, char **argv)
{
    if (argc > 1) {
        bool helps = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
        fputs(usage, helps ? stdout : stderr);
        return helps ? 0 : EXIT_USAGE;
    }
    for (size_t i = 0; i < route_count; i++)
        printf("%s %s\n", method_name(routes[i].method), routes[i].path);
    return 0;
}
