/*
 * What is wrong with a map, in words for people and codes for programs.
 */
#ifndef SERVICE_JSON_MAP_FAULTS_H
#define SERVICE_JSON_MAP_FAULTS_H

#include "rules/map_check.h"
#include "service/json/reader.h"
#include "service/json/writer.h"

enum { MAP_ENTRY_BYTES = 17, MAP_DETAIL_BYTES = 192 };

/* One fault. ENTRY is what stands there, "" when that is too long or not plain. POSITION_NONE: the
 * map as a whole. */
struct told_map_fault {
    const char *code; /* static */
    uint8_t position;
    char entry[MAP_ENTRY_BYTES];
    char detail[MAP_DETAIL_BYTES]; /* one sentence: names the position and the entry */
};

struct map_faults_told {
    size_t count;
    struct told_map_fault list[MAP_FAULTS_MAX];
};

/* Adds FAULTS to RET_TOLD, as many as there is room for. Entries are quoted from TEXT, the string
 * that was parsed, or, for a map that map_check found fault with (TEXT is NULL), from GALAXY. */
void map_faults_tell(const struct map_faults *faults, const char *text, const struct galaxy *galaxy,
                     struct map_faults_told *ret_told);

/* That there is no layout of the name that was sent. */
void map_faults_tell_layout(struct map_faults_told *ret_told);

/* The same as faults of the member at POINTER. */
void map_faults_list(const struct map_faults_told *told, const char *pointer,
                     struct json_faults *ret_faults);

/* The array "faults" of a check, and the array "warnings": neighbours in GALAXY that are no reason
 * to refuse a map but worth a look. */
void map_faults_write(const struct map_faults_told *told, struct json_writer *writer);
void map_warnings_write(const struct galaxy *galaxy, bool hyperlanes, struct json_writer *writer);

#endif
