/*
 * The files of the volatile disk: their bytes as programs see them, and as they would be after a
 * power cut. Private to the disk, which keeps others out meanwhile.
 */
#ifndef TESTS_SUPPORT_VOLATILE_FILES_H
#define TESTS_SUPPORT_VOLATILE_FILES_H

#include <stdbool.h>
#include <stdint.h>

enum { VOLATILE_NAME_BYTES = 256, VOLATILE_REGIONS = 64, VOLATILE_SLOTS = 8 };

struct volatile_bytes {
    uint8_t *bytes;
    int64_t size;
    int64_t capacity;
};

/* A write or truncation that was not synced. */
struct volatile_change {
    struct volatile_change *next;
    int64_t at;
    int64_t length; /* -1: cut to AT */
    uint8_t bytes[];
};

struct volatile_inode {
    struct volatile_inode *next; /* of all */
    struct volatile_bytes now;
    struct volatile_bytes kept; /* what is certain to outlive a cut */
    struct volatile_change *first;
    struct volatile_change **last;
    bool syncs_folder; /* its first sync keeps the names too, as SQLite has it for journals */

    /* Locks of the file and the memory shared by who has it open. */
    unsigned shared;
    const void *reserved; /* the file that has this lock, NULL: none */
    const void *pending;
    const void *exclusive;
    unsigned mappers; /* files that have it open; the last one takes the memory with it */
    void *regions[VOLATILE_REGIONS];
    unsigned slot_shared[VOLATILE_SLOTS];
    const void *slot_exclusive[VOLATILE_SLOTS];
};

struct volatile_inode *volatile_file_find(const char *name); /* NULL: there is none */
struct volatile_inode *volatile_file_make(const char *name); /* NULL: a file without a name */
void volatile_file_delete(const char *name, bool sync_folder);

void volatile_file_write(struct volatile_inode *inode, const void *bytes, int64_t length,
                         int64_t at);
void volatile_file_truncate(struct volatile_inode *inode, int64_t size);
void volatile_file_sync(struct volatile_inode *inode);

/* What was not synced counts as if it were, and will be lost. */
void volatile_file_pretend_sync(struct volatile_inode *inode);

/* Lets go of the shared memory. */
void volatile_file_unmap(struct volatile_inode *inode);

/* Forgets all files. */
void volatile_files_format(void);

/* See volatile_disk_cut. */
void volatile_files_cut(uint64_t seed);

#endif
