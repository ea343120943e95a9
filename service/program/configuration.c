#include "service/program/configuration.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "service/base/characters.h"
#include "service/http/cors.h"

enum { MONTH_SECONDS = 31 * 24 * 60 * 60 };

/* Settings that need more than a conversion, as they were told. */
struct told {
    const char *listen;
    const char *origins;
    const char *rate_limit;
    const char *proxies;
    const char *log;
};

static bool complain(const char *flag, const char *wanted)
{
    fprintf(stderr, "spliced serve: %s wants %s; see \"spliced serve --help\"\n", flag, wanted);
    return false;
}

static bool read_port(const char *text, uint16_t *ret_port)
{
    char *end;
    unsigned long port = strtoul(text, &end, 10);
    *ret_port = (uint16_t)port;
    return is_digit(text[0]) && *end == '\0' && port <= UINT16_MAX;
}

/* Names are not looked up: it would not be said which of their addresses is meant. */
static bool is_address(const char *text)
{
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST};
    struct addrinfo *found = NULL;
    if (getaddrinfo(text, NULL, &hints, &found) != 0)
        return false;
    freeaddrinfo(found);
    return true;
}

/* "127.0.0.1:8080", "[::1]:8080". */
static bool read_listen(const char *text, struct configuration *configuration)
{
    const char *colon = strrchr(text, ':');
    if (colon == NULL || !read_port(colon + 1, &configuration->port))
        return complain("--listen", "ADDRESS:PORT, like 127.0.0.1:8080 or [::1]:8080");
    size_t length = (size_t)(colon - text);
    if (length >= 2 && text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    if (length == 0 || length >= ADDRESS_BYTES)
        return complain("--listen", "an IP address before the port");
    memcpy(configuration->address, text, length);
    configuration->address[length] = '\0';
    return is_address(configuration->address) ||
           complain("--listen", "an IP address, like 127.0.0.1 or [::1], not a name");
}

/* "https://a.example,https://b.example", "*": the text is copied and cut at its commas and blanks.
 */
static bool read_origins(const char *text, struct configuration *configuration)
{
    if (strlen(text) >= ORIGINS_BYTES)
        return complain("--origins", "a shorter list");
    memcpy(configuration->origin_bytes, text, strlen(text) + 1);
    size_t count = 0;
    char *rest = NULL;
    for (char *each = strtok_r(configuration->origin_bytes, ", ", &rest); each != NULL;
         each = strtok_r(NULL, ", ", &rest)) {
        if (count == ORIGINS_MAX)
            return complain("--origins", "a shorter list");
        if (!cors_origin_valid(each))
            return complain("--origins", "origins as browsers send them, like https://a.example or "
                                         "http://localhost:5173: lower case, without a path or a "
                                         "slash at the end");
        configuration->origins[count++] = each;
    }
    configuration->origins[count] = NULL;
    return true;
}

static bool read_rate_limit(const char *text, struct configuration *configuration)
{
    configuration->rate_limit = strcmp(text, "on") == 0;
    return configuration->rate_limit || strcmp(text, "off") == 0 ||
           complain("--rate-limit", "on or off");
}

/* "192.0.2.1,2001:db8::1" */
static bool read_proxies(const char *text, struct configuration *configuration)
{
    struct proxies *proxies = &configuration->proxies;
    proxies->count = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        if (proxies->count == PROXIES_MAX)
            return complain("--trusted-proxies", "a shorter list");
        if (!address_read(text, length, &proxies->list[proxies->count++]))
            return complain("--trusted-proxies", "IP addresses, separated by commas");
        text += length;
        text += *text == ',';
    }
    return true;
}

static bool read_log_level(const char *text, struct configuration *configuration)
{
    static const char *const levels[] = {[LOG_LEVEL_ERROR] = "error",
                                         [LOG_LEVEL_WARNING] = "warning",
                                         [LOG_LEVEL_INFO] = "info",
                                         [LOG_LEVEL_DEBUG] = "debug"};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        if (strcmp(text, levels[i]) == 0) {
            configuration->log_level = (enum log_level)i;
            return true;
        }
    }
    return complain("--log", "error, warning, info or debug");
}

/* Workers as many as cores, which is all that non-blocking ones can use. */
static long default_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > 16 ? 16 : cores;
}

/* What was told in words. */
static bool understand(const struct told *told, struct configuration *configuration)
{
    if (configuration->threads == 0)
        configuration->threads = default_threads();
    return read_listen(told->listen, configuration) && read_origins(told->origins, configuration) &&
           read_rate_limit(told->rate_limit, configuration) &&
           read_proxies(told->proxies, configuration) && read_log_level(told->log, configuration);
}

enum settings_outcome configuration_read(struct configuration *ret_configuration, int argc,
                                         char **argv)
{
    struct configuration *to = ret_configuration;
    struct told told;
    const struct setting settings[] = {
        {"--listen", "SPLICED_LISTEN", "ADDRESS:PORT", "127.0.0.1:8080",
         "where to listen; port 0 takes a free one", SETTING_TEXT, 0, 0, &told.listen},
        {"--data", "SPLICED_DATA", "FOLDER", "data",
         "where games and keys are kept; made if missing", SETTING_TEXT, 0, 0, &to->data},
        {"--open", "SPLICED_OPEN", NULL, "0", "let anyone create games, without a token",
         SETTING_SWITCH, 0, 0, &to->open},
        {"--origins", "SPLICED_ORIGINS", "LIST", "",
         "web origins that browsers may call from, separated by commas; * is all", SETTING_TEXT, 0,
         0, &told.origins},
        {"--webhook-allow-private", "SPLICED_WEBHOOK_ALLOW_PRIVATE", NULL, "0",
         "let webhooks call plain http, this machine and private networks", SETTING_SWITCH, 0, 0,
         &to->webhook_allow_private},
        {"--cache-games", "SPLICED_CACHE_GAMES", "NUMBER", "1000", "games that are kept in memory",
         SETTING_NUMBER, 1, 1000000, &to->cached_games},
        {"--threads", "SPLICED_THREADS", "NUMBER", "0",
         "threads that answer; 0 takes one for each core, but at most 16", SETTING_NUMBER, 0, 64,
         &to->threads},
        {"--streams", "SPLICED_STREAMS", "NUMBER", "1024",
         "streams and long polls at a time; as many connections again are for other calls",
         SETTING_NUMBER, 1, 100000, &to->streams},
        {"--heartbeat", "SPLICED_HEARTBEAT", "SECONDS", "15",
         "after which a stream without news says that it is still there", SETTING_NUMBER, 1, 60,
         &to->heartbeat},
        {"--restart-grace", "SPLICED_RESTART_GRACE", "DURATION", "PT1H",
         "after which deadlines run out that went by while the service was down", SETTING_DURATION,
         0, MONTH_SECONDS, &to->restart_grace},
        {"--rate-limit", "SPLICED_RATE_LIMIT", "on|off", "on",
         "whether callers are held to a number of requests a minute", SETTING_TEXT, 0, 0,
         &told.rate_limit},
        {"--trusted-proxies", "SPLICED_TRUSTED_PROXIES", "LIST", "",
         "addresses, separated by commas, of proxies whose X-Forwarded-For is believed",
         SETTING_TEXT, 0, 0, &told.proxies},
        {"--log", "SPLICED_LOG", "LEVEL", "info", "error, warning, info or debug", SETTING_TEXT, 0,
         0, &told.log},
    };
    enum settings_outcome outcome = settings_read(
        settings, sizeof settings / sizeof settings[0],
        "Runs the HTTP service until it is told to end (SIGTERM, SIGINT).", argc, argv);
    if (outcome != SETTINGS_READ)
        return outcome;
    return understand(&told, to) ? SETTINGS_READ : SETTINGS_WRONG;
}

bool configuration_is_loopback(const struct configuration *configuration)
{
    return strncmp(configuration->address, "127.", 4) == 0 ||
           strcmp(configuration->address, "::1") == 0;
}
