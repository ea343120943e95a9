#include <stdio.h>

#include "service/http/call.h"
#include "service/program/commands.h"

/* For the check that the API's description and the service have the same routes: "GET /healthz",
 * one a line. */
int command_routes(int argc, char **argv)
{
    static const char *const methods[METHODS] = {[METHOD_GET] = "GET",
                                                 [METHOD_POST] = "POST",
                                                 [METHOD_PUT] = "PUT",
                                                 [METHOD_DELETE] = "DELETE"};
    (void)argc;
    (void)argv;
    for (size_t i = 0; i < route_count; i++)
        printf("%s %s\n", methods[routes[i].method], routes[i].path);
    return 0;
}
