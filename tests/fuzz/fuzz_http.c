/*
 * Whole requests into the running service, over a connection of this machine. An input is either
 * "raw", a line end, and what is sent as it is; or requests, one behind the other, with a line
 * "---" between them:
 *
 *     POST /v1/games/$1/faction_draft/commit 2       the target, and whose token goes with it
 *     Prefer: return=minimal                         headers
 *
 *     {"cards": ["sol"]}                             the body
 *
 * $0 to $4 are the ids of five games (support/games.h), $a to $e the invites of their third
 * players. Tokens are those of 1, 2 and 3, the players of the game that the target names first, h,
 * its host, o, an operator, c, a creator; anything else: none. Host, Content-Length and, for
 * bodies, Content-Type are added.
 *
 * Whatever comes, the service lives on and answers in order: no 500, JSON where it says JSON, and
 * never a nonce or an invite that the request has not brought.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/base/log.h"
#include "tests/fuzz/support/games.h"
#include "tests/fuzz/support/input.h"

enum {
    SENT_MAX = 1 << 20,
    RECEIVED_MAX = 4 << 20,
    REQUESTS_MAX = 12,
    PATIENCE = 40, /* milliseconds without a byte, after which the client gives up */
    NAME_OF_FILE_BYTES = 128
};

static struct whole_service whole;
static struct games games;
static struct test_folder template, data;

static void copy_file(const char *name)
{
    char from[NAME_OF_FILE_BYTES], to[NAME_OF_FILE_BYTES];
    char piece[65536];
    ssize_t length;
    snprintf(from, sizeof from, "%s/%s", template.path, name);
    snprintf(to, sizeof to, "%s/%s", data.path, name);
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    must(in >= 0 && out >= 0, "a file cannot be copied");
    while ((length = read(in, piece, sizeof piece)) > 0)
        must(write(out, piece, (size_t)length) == length, "a file cannot be copied");
    close(in);
    close(out);
}

static void remove_file(const char *name)
{
    char path[NAME_OF_FILE_BYTES];
    snprintf(path, sizeof path, "%s/%s", data.path, name);
    (void)unlink(path);
}

/* Whatever has happened, each input meets the same games. */
static void start_anew(void)
{
    remove_file("spliced.db-wal");
    remove_file("spliced.db-shm");
    copy_file("spliced.db");
    whole_service_start(&whole, data.path, false);
}

static void remove_folders(void)
{
    whole_service_stop(&whole);
    test_folder_remove(&template);
    test_folder_remove(&data);
}

/* In memory, where the machine has that: nothing here is about disks. */
static struct test_folder folder_in_memory(void)
{
    struct test_folder folder = {"/dev/shm/spliced-fuzz-XXXXXX"};
    return mkdtemp(folder.path) ? folder : test_folder_new();
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    must(sodium_init() >= 0, "libsodium does not start");
    log_set_level(LOG_LEVEL_ERROR);
    json_object_seed(1);
    template = folder_in_memory();
    data = folder_in_memory();
    whole_service_start(&whole, template.path, false);
    games_make(&whole, &games);
    whole_service_stop(&whole);
    start_anew();
    (void)atexit(remove_folders);
    return 0;
}

/* Appends TEXT with what stands for games and invites put in. */
static void add_text(struct buffer *sent, const struct input *text)
{
    for (size_t i = 0; i < text->length; i++) {
        char next = i + 1 < text->length ? text->bytes[i + 1] : '\0';
        bool stands_for = text->bytes[i] == '$';
        if (stands_for && next >= '0' && next < '0' + GAMES)
            buffer_text(sent, games.ids[next - '0']);
        else if (stands_for && next >= 'a' && next < 'a' + GAMES)
            buffer_text(sent, games.invites[next - 'a'][2]);
        else
            stands_for = false;
        if (stands_for)
            i++;
        else
            buffer_char(sent, text->bytes[i]);
    }
}

/* The game that TARGET names, the first of all if it names none. */
static const char *game_of(const struct input *target)
{
    for (size_t i = 0; i + 1 < target->length; i++)
        if (target->bytes[i] == '$' && target->bytes[i + 1] >= '0' &&
            target->bytes[i + 1] < '0' + GAMES)
            return games.ids[target->bytes[i + 1] - '0'];
    return games.ids[0];
}

static void add_token(struct buffer *sent, char who, const char *game)
{
    char token[WHOLE_TOKEN_BYTES];
    if (who >= '1' && who <= '3')
        whole_service_token(&whole, ROLE_PLAYER, game, (uint8_t)(who - '1'), token);
    else if (who == 'h')
        whole_service_token(&whole, ROLE_HOST, game, PLAYER_NONE, token);
    else if (who == 'o' || who == 'c')
        whole_service_token(&whole, who == 'o' ? ROLE_OPERATOR : ROLE_CREATOR, game, PLAYER_NONE,
                            token);
    else
        return;
    buffer_text(sent, "Authorization: Bearer ");
    buffer_text(sent, token);
    buffer_text(sent, "\r\n");
}

static void add_body(struct buffer *sent, const struct input *text)
{
    struct buffer body = buffer_new(SENT_MAX);
    char length[32];
    add_text(&body, text);
    snprintf(length, sizeof length, "Content-Length: %zu\r\n", body.length);
    if (body.length > 0)
        buffer_text(sent, "Content-Type: application/json\r\n");
    buffer_text(sent, length);
    buffer_text(sent, "\r\n");
    buffer_append(sent, body.bytes, body.length);
    buffer_free(&body);
}

static void add_request(struct buffer *sent, struct input *request)
{
    struct input line = input_until(request, '\n');
    struct input method = input_until(&line, ' ');
    struct input target = input_until(&line, ' ');
    add_text(sent, &method);
    buffer_char(sent, ' ');
    add_text(sent, &target);
    buffer_text(sent, " HTTP/1.1\r\nHost: localhost\r\n");
    add_token(sent, (char)input_byte(&line), game_of(&target));
    for (struct input header = input_until(request, '\n'); header.length > 0;
         header = input_until(request, '\n')) {
        add_text(sent, &header);
        buffer_text(sent, "\r\n");
    }
    add_body(sent, request);
}

/* All up to the next line "---". */
static struct input next_request(struct input *input)
{
    static const char between[] = "\n---\n";
    const char *end = memmem(input->bytes, input->length, between, sizeof between - 1);
    struct input request = {input->bytes, end ? (size_t)(end - input->bytes) : input->length};
    size_t taken = end ? request.length + sizeof between - 1 : request.length;
    input->bytes += taken;
    input->length -= taken;
    return request;
}

static void write_all_requests(struct buffer *sent, struct input input)
{
    struct input rest = input;
    struct input word = input_until(&rest, '\n');
    if (input_is(&word, "raw")) {
        add_text(sent, &rest);
        return;
    }
    for (size_t i = 0; i < REQUESTS_MAX && input.length > 0; i++) {
        struct input request = next_request(&input);
        add_request(sent, &request);
    }
    buffer_text(sent, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
}

/* The fuzzer's own alarm may come in between: then the connection is made nevertheless. */
static bool has_connected(int client)
{
    struct pollfd made = {.fd = client, .events = POLLOUT};
    int error = EINTR;
    while (error == EINTR)
        error = poll(&made, 1, -1) < 0 ? errno : 0;
    socklen_t length = sizeof error;
    return error == 0 && getsockopt(client, SOL_SOCKET, SO_ERROR, &error, &length) == 0 &&
           error == 0;
}

static int connect_to_server(void)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(server_port(whole.server))};
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool connected =
        client >= 0 && connect(client, (const struct sockaddr *)&name, sizeof name) == 0;
    const char *why = strerror(errno);
    must(connected || (client >= 0 && errno == EINTR && has_connected(client)), why);
    return client;
}

/* Sends and receives until the server closes, or says nothing any more. */
static void talk(const struct buffer *sent, struct buffer *received)
{
    char piece[65536];
    size_t gone = 0;
    int client = connect_to_server();
    struct pollfd ready = {.fd = client};
    for (;;) {
        ready.events = (short)(POLLIN | (gone < sent->length ? POLLOUT : 0));
        int events = poll(&ready, 1, PATIENCE);
        if (events < 0 && errno == EINTR)
            continue;
        if (events <= 0)
            break;
        if (ready.revents & POLLOUT) {
            ssize_t count =
                send(client, sent->bytes + gone, sent->length - gone, MSG_NOSIGNAL | MSG_DONTWAIT);
            gone = count > 0 ? gone + (size_t)count : sent->length;
        }
        if (ready.revents & (POLLIN | POLLHUP | POLLERR)) {
            ssize_t count = recv(client, piece, sizeof piece, MSG_DONTWAIT);
            if (count <= 0)
                break;
            buffer_append(received, piece, (size_t)count);
        }
    }
    close(client);
}

static void head_must_be_sound(const struct input *head)
{
    must(head->length > 12 && memcmp(head->bytes, "HTTP/1.", 7) == 0, "this is no answer");
    const char *status = head->bytes + 9;
    must(memcmp(status, "500", 3) != 0, "an internal error");
    must_be_utf8(head->bytes, head->length, "a head that is not UTF-8");
}

static void body_must_be_sound(const struct input *head, const struct input *body)
{
    if (body->length == 0 || !memmem(head->bytes, head->length, "json\r\n", 6) ||
        memmem(head->bytes, head->length, "ndjson", 6))
        return;
    json_t *value = json_loadb(body->bytes, body->length, JSON_REJECT_DUPLICATES, NULL);
    must(value != NULL, "a body that should be JSON");
    json_decref(value);
}

static size_t length_of_body(const struct input *head)
{
    static const char name[] = "\r\nContent-Length: ";
    const char *found = memmem(head->bytes, head->length, name, sizeof name - 1);
    return found ? strtoul(found + sizeof name - 1, NULL, 10) : 0;
}

/* The first answer only: those behind an answer to HEAD, or to be read by their method, are not
 * taken apart here. */
static void first_answer_must_be_sound(const struct buffer *received, bool is_head)
{
    const char *end =
        received->length > 0 ? memmem(received->bytes, received->length, "\r\n\r\n", 4) : NULL;
    if (!end)
        return;
    struct input head = {received->bytes, (size_t)(end - received->bytes) + 2};
    head_must_be_sound(&head);
    struct input body = {end + 4, received->length - head.length - 2};
    size_t length = length_of_body(&head);
    if (is_head || length > body.length)
        return;
    body.length = length;
    body_must_be_sound(&head, &body);
}

/* Invites of all, except what a reinvite, a create or the request itself brings. */
static void nothing_must_leak(const struct buffer *sent, const struct buffer *received)
{
    for (size_t game = 0; received->length > 0 && game < GAMES; game++) {
        for (size_t player = 0; player < GAME_PLAYERS; player++) {
            const char *invite = games.invites[game][player];
            must(!memmem(received->bytes, received->length, invite, INVITE_LENGTH) ||
                     memmem(sent->bytes, sent->length, invite, INVITE_LENGTH),
                 "an invite got out");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct buffer sent = buffer_new(SENT_MAX), received = buffer_new(RECEIVED_MAX);
    struct engine_counts before = engine_counts(whole.engine);
    write_all_requests(&sent, input_new(bytes, size));
    if (sent.length > 0 && !buffer_failed(&sent)) {
        talk(&sent, &received);
        first_answer_must_be_sound(&received, size > 4 && memcmp(bytes, "HEAD", 4) == 0);
        nothing_must_leak(&sent, &received);
    }
    buffer_free(&sent);
    buffer_free(&received);
    if (engine_counts(whole.engine).commits != before.commits) {
        whole_service_stop(&whole);
        start_anew();
    }
    return 0;
}
