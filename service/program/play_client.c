#include "service/program/play_client.h"

#include <ctype.h>
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { URL_BYTES = 2048, HEADER_BYTES = 16384, CONNECT_SECONDS = 5, ANSWER_SECONDS = 120 };

struct play_client {
    CURL *curl;
    char *url;
};

/* What is left of a body that is being sent in chunks. */
struct upload {
    const char *bytes;
    size_t length;
};

struct play_client *play_client_new(const char *url)
{
    struct play_client *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    client->url = strdup(url);
    client->curl = curl_easy_init();
    if (!client->url || !client->curl) {
        play_client_free(client);
        return NULL;
    }
    size_t length = strlen(client->url);
    while (length > 0 && client->url[length - 1] == '/')
        client->url[--length] = '\0';
    return client;
}

void play_client_free(struct play_client *client)
{
    if (!client)
        return;
    curl_easy_cleanup(client->curl);
    free(client->url);
    free(client);
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    struct buffer *buffer = context;
    buffer_append(buffer, bytes, size * count);
    return buffer_failed(buffer) ? 0 : size * count;
}

/* One header line; a status line begins the headers anew (100 Continue comes before another). */
static size_t take_header(char *bytes, size_t size, size_t count, void *context)
{
    struct buffer *buffer = context;
    size_t length = size * count;
    const char *colon = memchr(bytes, ':', length);
    if (length > 5 && memcmp(bytes, "HTTP/", 5) == 0)
        buffer_clear(buffer);
    else if (colon) {
        for (const char *next = bytes; next < colon; next++)
            buffer_char(buffer, (char)tolower((unsigned char)*next));
        while (length > 0 && (bytes[length - 1] == '\r' || bytes[length - 1] == '\n'))
            length--;
        buffer_append(buffer, colon, (size_t)(bytes + length - colon));
        buffer_char(buffer, '\n');
    }
    return buffer_failed(buffer) ? 0 : size * count;
}

static size_t give_body(char *ret_bytes, size_t size, size_t count, void *context)
{
    struct upload *upload = context;
    size_t length = size * count < upload->length ? size * count : upload->length;
    memcpy(ret_bytes, upload->bytes, length);
    upload->bytes += length;
    upload->length -= length;
    return length;
}

static bool add_header(struct curl_slist **headers, const char *format, const char *value)
{
    char line[HEADER_BYTES];
    int length = snprintf(line, sizeof line, format, value);
    if (length < 0 || (size_t)length >= sizeof line)
        return false;
    struct curl_slist *longer = curl_slist_append(*headers, line);
    if (longer)
        *headers = longer;
    return longer != NULL;
}

/* NULL if they do not fit or there is no memory. */
static struct curl_slist *headers_of(const struct play_request *request)
{
    struct curl_slist *headers = NULL;
    bool fine = add_header(&headers, "%s", "Expect:");
    if (request->token)
        fine = fine && add_header(&headers, "Authorization: Bearer %s", request->token);
    if (request->body || request->content_type)
        fine =
            fine && add_header(&headers, "Content-Type: %s",
                               request->content_type ? request->content_type : "application/json");
    if (request->chunked)
        fine = fine && add_header(&headers, "%s", "Transfer-Encoding: chunked");
    for (size_t i = 0; fine && request->headers && request->headers[i]; i++)
        fine = add_header(&headers, "%s", request->headers[i]);
    if (!fine) {
        curl_slist_free_all(headers);
        return NULL;
    }
    return headers;
}

static void set_body(CURL *curl, const struct play_request *request, struct upload *upload)
{
    if (request->chunked) {
        *upload = (struct upload){request->body, request->body_length};
        curl_easy_setopt(curl, CURLOPT_POST, 1L);
        curl_easy_setopt(curl, CURLOPT_READFUNCTION, give_body);
        curl_easy_setopt(curl, CURLOPT_READDATA, upload);
    } else if (request->body) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_length);
    } else if (strcmp(request->method, "POST") == 0) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, "");
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)0);
    }
    if (strcmp(request->method, "HEAD") == 0)
        curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    else
        curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method);
}

bool play_client_send(struct play_client *client, const struct play_request *request,
                      struct play_answer *ret_answer, char *ret_message)
{
    char url[URL_BYTES];
    char reason[CURL_ERROR_SIZE] = "";
    struct upload upload;
    *ret_answer = (struct play_answer){0, buffer_new(65536), buffer_new(CLIENT_ANSWER_MAX)};
    struct curl_slist *headers = headers_of(request);
    int length = snprintf(url, sizeof url, "%s%s", client->url, request->path);
    if (!headers || length < 0 || (size_t)length >= sizeof url) {
        snprintf(ret_message, CLIENT_MESSAGE_BYTES, "the request is too long to be sent");
        curl_slist_free_all(headers);
        return false;
    }
    CURL *curl = client->curl;
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)ANSWER_SECONDS);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, reason);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &ret_answer->headers);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &ret_answer->body);
    set_body(curl, request, &upload);
    CURLcode outcome = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &ret_answer->status);
    if (outcome != CURLE_OK)
        snprintf(ret_message, CLIENT_MESSAGE_BYTES, "%s",
                 reason[0] ? reason : curl_easy_strerror(outcome));
    curl_slist_free_all(headers);
    return outcome == CURLE_OK;
}

void play_answer_free(struct play_answer *answer)
{
    buffer_free(&answer->headers);
    buffer_free(&answer->body);
}

bool play_answer_header(const struct play_answer *answer, const char *name, char *ret_value,
                        size_t size)
{
    const char *next = answer->headers.bytes;
    const char *end = next ? next + answer->headers.length : NULL;
    size_t name_length = strlen(name);
    while (next && next < end) {
        const char *line_end = memchr(next, '\n', (size_t)(end - next));
        const char *value = next + name_length + 1;
        if (value <= line_end && memcmp(next, name, name_length) == 0 && value[-1] == ':') {
            while (value < line_end && *value == ' ')
                value++;
            snprintf(ret_value, size, "%.*s", (int)(line_end - value), value);
            return true;
        }
        next = line_end + 1;
    }
    return false;
}

json_t *play_answer_json(const struct play_answer *answer)
{
    if (answer->body.length == 0)
        return NULL;
    return json_loadb(answer->body.bytes, answer->body.length, JSON_REJECT_DUPLICATES, NULL);
}
