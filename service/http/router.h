/*
 * The router: finds the route of a method and a raw path, and what the path names. The path is
 * split first and decoded afterwards, so that an escaped slash is never a slash.
 */
#ifndef SERVICE_HTTP_ROUTER_H
#define SERVICE_HTTP_ROUTER_H

#include "service/http/call.h"

enum { PATH_MAX_BYTES = 1024 };

/* METHODS in what is sought: none of ours. */
struct sought {
    enum method method;
    const char *path; /* raw, as sent, without the query */
    size_t length;
};

/* What the placeholders of a template stand for: {game} a ULID, {player} p1 to p8, {n} a number
 * of up to nine digits, any other one a word of letters, digits, "_", "-" and ".". */
struct path_names {
    char game[ULID_LENGTH + 1]; /* "" if the template has none; likewise word */
    uint8_t player;             /* 255 if the template has none */
    char word[PATH_WORD_BYTES];
};

struct found {
    const struct route *route; /* NULL: there is no such path, or it has no such method */
    unsigned allowed;          /* bit (1 << method) for each method that the path has */
    const char *pattern;       /* the template of that path; NULL: there is no such path */
    struct path_names names;
};

/* A table of routes whose templates have been taken apart, so that finding one's way takes no
 * longer than telling segments apart. The table outlives it. */
enum { SEGMENTS_MAX = 8, ROUTES_MAX = 192 };

struct pattern_segment {
    const char *text; /* not NUL-terminated; of a placeholder, with its braces */
    size_t length;
    unsigned kind; /* 0: TEXT itself is meant */
};

struct pattern {
    const struct pattern *next; /* of those with as many segments, in the order of the table */
    size_t count;
    struct pattern_segment list[SEGMENTS_MAX];
};

struct router {
    const struct route *table;
    const struct pattern *of_count[SEGMENTS_MAX + 1]; /* the first with so many segments */
    struct pattern patterns[ROUTES_MAX];
};

/* TABLE has at most ROUTES_MAX routes, of at most SEGMENTS_MAX segments each. */
void router_begin(struct router *router, const struct route *table, size_t count);

struct found router_find(const struct router *router, const struct sought *sought);

/* The value of Allow for a set of methods: HEAD comes with GET, OPTIONS with all. */
enum { ALLOW_BYTES = 64 };
void router_allow(unsigned allowed, char ret_allow[ALLOW_BYTES]);

const char *method_name(enum method method);
enum method method_find(const char *name); /* HEAD is METHOD_GET; METHODS if it is none of ours */

#endif
