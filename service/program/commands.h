/*
 * The program's subcommands: each takes the arguments that follow its name (ARGV[0] is the name)
 * and returns the exit code. 0: done; 1: it could not be done, standard error says why; 2: wrong
 * usage, standard error says what to do.
 */
#ifndef SERVICE_PROGRAM_COMMANDS_H
#define SERVICE_PROGRAM_COMMANDS_H

enum { EXIT_USAGE = 2, EXIT_BROKEN = 70 };

int command_serve(int argc, char **argv);
int command_token(int argc, char **argv);
int command_key(int argc, char **argv);
int command_backup(int argc, char **argv);
int command_restore(int argc, char **argv);
int command_ready(int argc, char **argv);
int command_play(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_scenario(int argc, char **argv);
int command_routes(int argc, char **argv);

#endif
