#include "service/program/verify.h"

#include <errno.h>
#include <getopt.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "service/program/commands.h"

static const char usage[] =
    "usage: spliced verify FILE [--public-key KEY]\n"
    "\n"
    "Checks a transcript (GET /v1/games/{game}/transcript) without the server: every hash, the\n"
    "signed head, and, once the game has disclosed its seed, every deal, pick and turn.\n"
    "\n"
    "  FILE              the transcript; - reads standard input\n"
    "  --public-key KEY  the server's head key in base64url, known from elsewhere: the head must\n"
    "                    be signed by it (\"x\" of /.well-known/jwks.json)\n"
    "  --help, -h        this text\n"
    "\n"
    "Exit status: 0 it holds, 1 it does not, 2 it could not be read.\n";

struct arguments {
    const char *file;
    bool has_key;
    uint8_t key[PUBLIC_KEY_BYTES];
};

static bool read_key(const char *text, uint8_t ret_key[PUBLIC_KEY_BYTES])
{
    size_t length = 0;
    return base64url_decode(text, strlen(text), ret_key, PUBLIC_KEY_BYTES, &length) &&
           length == PUBLIC_KEY_BYTES;
}

/* 0 to go on, otherwise the exit status plus one. */
static int read_arguments(int argc, char **argv, struct arguments *arguments)
{
    static const struct option options[] = {{"public-key", required_argument, NULL, 'k'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    optind = 1;
    for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        if (option == 'h') {
            fputs(usage, stdout);
            return 1;
        }
        if (option != 'k') {
            fputs(usage, stderr);
            return EXIT_USAGE + 1;
        }
        arguments->has_key = read_key(optarg, arguments->key);
        if (!arguments->has_key) {
            fprintf(stderr, "spliced verify: --public-key takes 32 bytes in base64url\n");
            return EXIT_USAGE + 1;
        }
    }
    if (optind + 1 != argc) {
        fputs(usage, stderr);
        return EXIT_USAGE + 1;
    }
    arguments->file = argv[optind];
    return 0;
}

/* The whole stream, up to the limit of a transcript. */
static bool read_stream(FILE *stream, const char *name, struct buffer *buffer)
{
    char piece[16384];
    size_t length;
    while ((length = fread(piece, 1, sizeof piece, stream)) > 0)
        buffer_append(buffer, piece, length);
    if (ferror(stream)) {
        fprintf(stderr, "spliced verify: %s: %s\n", name, strerror(errno));
        return false;
    }
    if (buffer_failed(buffer)) {
        fprintf(stderr, "spliced verify: %s is larger than a transcript can be (%d MiB)\n", name,
                TRANSCRIPT_BYTES_MAX >> 20);
        return false;
    }
    return true;
}

static bool read_file(const char *name, struct buffer *buffer)
{
    if (strcmp(name, "-") == 0)
        return read_stream(stdin, "standard input", buffer);
    FILE *stream = fopen(name, "re");
    if (!stream) {
        fprintf(stderr, "spliced verify: %s: %s\n", name, strerror(errno));
        return false;
    }
    bool fine = read_stream(stream, name, buffer);
    fclose(stream);
    return fine;
}

int command_verify(int argc, char **argv)
{
    struct arguments arguments = {.file = NULL};
    int status = read_arguments(argc, argv, &arguments);
    if (status != 0)
        return status - 1;
    if (sodium_init() < 0) {
        fprintf(stderr, "spliced verify: libsodium does not start\n");
        return EXIT_USAGE;
    }
    struct buffer buffer = buffer_new(TRANSCRIPT_BYTES_MAX);
    status = EXIT_USAGE;
    if (read_file(arguments.file, &buffer)) {
        struct verify_report report;
        bool holds = verify_transcript(buffer.bytes, buffer.length,
                                       arguments.has_key ? arguments.key : NULL, &report);
        verify_print(&report, strcmp(arguments.file, "-") == 0 ? "the transcript" : arguments.file,
                     holds ? stdout : stderr);
        status = holds ? 0 : 1;
    }
    buffer_free(&buffer);
    return status;
}
