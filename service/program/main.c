#include <stdio.h>
#include <string.h>

#include "service/program/commands.h"

static int command_version(int argc, char **argv);
static int command_help(int argc, char **argv);

/* The table of subcommands, in the order in which help lists them. */
static const struct subcommand {
    const char *name;
    const char *flag; /* the same as an option, NULL if there is none */
    int (*run)(int argc, char **argv);
    const char *help;
} subcommands[] = {
    {"serve", NULL, command_serve, "run the HTTP service"},
    {"token", NULL, command_token, "print a token for an operator or a creator of games"},
    {"key", NULL, command_key, "list the server's signing keys, or replace one"},
    {"backup", NULL, command_backup, "copy all games and the keys into a file"},
    {"restore", NULL, command_restore, "make a data folder from such a file"},
    {"ready", NULL, command_ready, "ask a server whether it can take commands"},
    {"play", NULL, command_play, "let bots play a draft against a running server"},
    {"verify", NULL, command_verify, "check a game's transcript without the server"},
    {"scenario", NULL, command_scenario, "play scenario files against the rules"},
    {"routes", NULL, command_routes, "print the routes of the HTTP service"},
    {"version", "--version", command_version, "print the version"},
    {"help", "--help", command_help, "print this list"},
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof subcommands[0] };

static int command_version(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    puts("spliced " SPLICED_VERSION);
    return 0;
}

static int command_help(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    puts("usage: spliced COMMAND [OPTIONS]\n");
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        printf("  %-10s %s\n", subcommands[i].name, subcommands[i].help);
    puts("\nspliced COMMAND --help tells the options of a command.");
    return 0;
}

static const struct subcommand *find(const char *name)
{
    for (size_t i = 0; i < SUBCOMMANDS; i++) {
        const struct subcommand *each = &subcommands[i];
        if (strcmp(name, each->name) == 0 || (each->flag != NULL && strcmp(name, each->flag) == 0))
            return each;
    }
    if (strcmp(name, "-h") == 0)
        return find("--help");
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("spliced: name a command; \"spliced help\" lists them\n", stderr);
        return EXIT_USAGE;
    }
    const struct subcommand *subcommand = find(argv[1]);
    if (subcommand == NULL) {
        fprintf(stderr, "spliced: there is no command \"%s\"; \"spliced help\" lists them\n",
                argv[1]);
        return EXIT_USAGE;
    }
    return subcommand->run(argc - 1, argv + 1);
}
