#include "service/http/headers.h"

#include <string.h>
#include <strings.h>

enum { LENGTH_DIGITS_MAX = 18 };

#define NAME(text)                                                                                 \
    {                                                                                              \
        (text), sizeof(text) - 1                                                                   \
    }

static const struct {
    const char *text;
    size_t length;
} header_names[HEADERS_READ] = {
    [HEADER_AUTHORIZATION] = NAME("Authorization"),
    [HEADER_CONTENT_ENCODING] = NAME("Content-Encoding"),
    [HEADER_CONTENT_LENGTH] = NAME("Content-Length"),
    [HEADER_CONTENT_TYPE] = NAME("Content-Type"),
    [HEADER_HOST] = NAME("Host"),
    [HEADER_IDEMPOTENCY_KEY] = NAME("Idempotency-Key"),
    [HEADER_TRANSFER_ENCODING] = NAME("Transfer-Encoding"),
    [HEADER_EXPECT] = NAME("Expect"),
    [HEADER_ORIGIN] = NAME("Origin"),
    [HEADER_PREFLIGHT_METHOD] = NAME("Access-Control-Request-Method"),
    [HEADER_REQUEST_ID] = NAME("X-Request-Id"),
    [HEADER_ACCEPT] = NAME("Accept"),
    [HEADER_FORWARDED_FOR] = NAME("X-Forwarded-For"),
    [HEADER_IF_NONE_MATCH] = NAME("If-None-Match"),
    [HEADER_PREFER] = NAME("Prefer"),
};

struct walk {
    struct headers *headers;
    const char *fault;
};

/* How long NAME is, 0 if it is no token (RFC 9110 section 5.6.2). */
static size_t token_length(const char *name)
{
    static const bool marks[256] = {
        ['!'] = true,  ['#'] = true, ['$'] = true, ['%'] = true, ['&'] = true,
        ['\''] = true, ['*'] = true, ['+'] = true, ['-'] = true, ['.'] = true,
        ['^'] = true,  ['_'] = true, ['`'] = true, ['|'] = true, ['~'] = true};
    const char *end = name;
    while ((*end >= 'a' && *end <= 'z') || (*end >= 'A' && *end <= 'Z') ||
           (*end >= '0' && *end <= '9') || marks[(unsigned char)*end])
        end++;
    return *end == '\0' ? (size_t)(end - name) : 0;
}

/* Whether VALUE stands behind NAME in the line that was received. It does not when the line was
 * folded: the library then joins the continuation to the name. */
static bool is_one_line(const char *name, size_t length, const char *value)
{
    const char *behind = name + length + 1;
    while ((uintptr_t)behind < (uintptr_t)value && (*behind == ' ' || *behind == '\t'))
        behind++;
    return behind == value;
}

static bool is_named(enum header header, const char *name, size_t length)
{
    return length == header_names[header].length &&
           strcasecmp(name, header_names[header].text) == 0;
}

static void keep(struct walk *walk, const char *name, size_t length, const char *value)
{
    struct headers *headers = walk->headers;
    for (enum header i = 0; i < HEADERS_READ; i++) {
        if (!is_named(i, name, length))
            continue;
        if (!headers->values[i])
            headers->values[i] = value;
        else if (i < HEADERS_ONCE)
            walk->fault = "A header that may stand once stands twice.";
        else
            headers->repeated |= 1U << i;
        return;
    }
}

static enum MHD_Result look_at(void *context, enum MHD_ValueKind kind, const char *name,
                               const char *value)
{
    struct walk *walk = context;
    const size_t length = token_length(name);
    (void)kind;
    if (length == 0)
        walk->fault = "The name of a header is not a token.";
    else if (!value || !is_one_line(name, length, value))
        walk->fault = "Write each header in one line.";
    else
        keep(walk, name, length, value);
    return walk->fault ? MHD_NO : MHD_YES;
}

static bool read_length(const char *text, uint64_t *ret_length)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > LENGTH_DIGITS_MAX || text[digits] != '\0')
        return false;
    *ret_length = 0;
    for (size_t i = 0; i < digits; i++)
        *ret_length = *ret_length * 10 + (uint64_t)(text[i] - '0');
    return true;
}

static const char *fault_of_framing(struct headers *headers)
{
    const char *length = headers->values[HEADER_CONTENT_LENGTH];
    const char *coding = headers->values[HEADER_TRANSFER_ENCODING];
    if (length && coding)
        return "Send either Content-Length or Transfer-Encoding.";
    if (length && !read_length(length, &headers->content_length))
        return "Content-Length is not a number of bytes.";
    if (coding && strcasecmp(coding, "chunked") != 0)
        return "The only Transfer-Encoding is chunked.";
    headers->chunked = coding != NULL;
    return NULL;
}

const char *headers_read(struct MHD_Connection *connection, const char *version,
                         struct headers *ret_headers)
{
    struct walk walk = {.headers = ret_headers};
    *ret_headers = (struct headers){.connection = connection};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, look_at, &walk);
    if (walk.fault)
        return walk.fault;
    if (strcmp(version, MHD_HTTP_VERSION_1_0) != 0 && !ret_headers->values[HEADER_HOST])
        return "The header Host is missing.";
    return fault_of_framing(ret_headers);
}

struct visiting {
    enum header header;
    bool (*visit)(void *context, const char *value);
    void *context;
};

static enum MHD_Result visit_line(void *context, enum MHD_ValueKind kind, const char *name,
                                  const char *value)
{
    const struct visiting *visiting = context;
    (void)kind;
    if (!is_named(visiting->header, name, strlen(name)) || !value)
        return MHD_YES;
    return visiting->visit(visiting->context, value) ? MHD_YES : MHD_NO;
}

void headers_each(const struct headers *headers, enum header header,
                  bool (*visit)(void *context, const char *value), void *context)
{
    struct visiting visiting = {header, visit, context};
    if (headers->repeated & 1U << header)
        MHD_get_connection_values(headers->connection, MHD_HEADER_KIND, visit_line, &visiting);
    else if (headers->values[header])
        visit(context, headers->values[header]);
}

struct search {
    bool (*test)(const char *value, const char *argument);
    const char *argument;
    bool found;
};

static bool try_line(void *context, const char *value)
{
    struct search *search = context;
    search->found = search->test(value, search->argument);
    return !search->found;
}

bool headers_any(const struct headers *headers, enum header header,
                 bool (*test)(const char *value, const char *argument), const char *argument)
{
    struct search search = {.test = test, .argument = argument};
    headers_each(headers, header, try_line, &search);
    return search.found;
}

struct weighing {
    int (*weigh)(const char *value, const char *argument);
    const char *argument;
    int greatest;
};

static bool weigh_line(void *context, const char *value)
{
    struct weighing *weighing = context;
    int weight = weighing->weigh(value, weighing->argument);
    if (weight > weighing->greatest)
        weighing->greatest = weight;
    return true;
}

int headers_greatest(const struct headers *headers, enum header header,
                     int (*weigh)(const char *value, const char *argument), const char *argument)
{
    struct weighing weighing = {.weigh = weigh, .argument = argument};
    headers_each(headers, header, weigh_line, &weighing);
    return weighing.greatest;
}
