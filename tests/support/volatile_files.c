#include "tests/support/volatile_files.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/repeats.h"

enum { SECTOR_BYTES = 512, NAMES_MAX = 16, PENDING_MAX = 4096 };

struct name {
    char name[VOLATILE_NAME_BYTES];
    struct volatile_inode *inode; /* NULL: no such file */
};

/* The folder as it is seen, as it would be at least, and what has happened to it in between. */
static struct name now[NAMES_MAX];
static struct name kept[NAMES_MAX];
static struct name pending[PENDING_MAX];
static size_t pending_count;
static struct volatile_inode *inodes;

static void *must_have(void *memory)
{
    if (!memory)
        fail_msg("no memory for a disk in memory");
    return memory;
}

static struct name *place_of(struct name names[NAMES_MAX], const char *name)
{
    struct name *free_place = NULL;
    for (size_t i = 0; i < NAMES_MAX; i++) {
        if (names[i].inode && strcmp(names[i].name, name) == 0)
            return &names[i];
        if (!names[i].inode)
            free_place = &names[i];
    }
    if (!free_place)
        fail_msg("more than %d files", NAMES_MAX);
    return free_place;
}

static void copy_name(char ret_name[VOLATILE_NAME_BYTES], const char *name)
{
    size_t length = strnlen(name, VOLATILE_NAME_BYTES - 1);
    memmove(ret_name, name, length);
    ret_name[length] = '\0';
}

static void set_name(struct name names[NAMES_MAX], const char *name, struct volatile_inode *inode)
{
    struct name *place = place_of(names, name);
    copy_name(place->name, name);
    place->inode = inode;
}

static void keep_names(size_t count)
{
    for (size_t i = 0; i < count; i++)
        set_name(kept, pending[i].name, pending[i].inode);
    pending_count = 0;
}

static void change_name(const char *name, struct volatile_inode *inode)
{
    set_name(now, name, inode);
    if (pending_count == PENDING_MAX)
        fail_msg("more than %d names that were not synced", PENDING_MAX);
    copy_name(pending[pending_count].name, name);
    pending[pending_count++].inode = inode;
}

struct volatile_inode *volatile_file_find(const char *name)
{
    return place_of(now, name)->inode;
}

struct volatile_inode *volatile_file_make(const char *name)
{
    struct volatile_inode *inode = must_have(calloc(1, sizeof *inode));
    inode->last = &inode->first;
    inode->next = inodes;
    inodes = inode;
    if (name)
        change_name(name, inode);
    return inode;
}

void volatile_file_delete(const char *name, bool sync_folder)
{
    change_name(name, NULL);
    if (sync_folder)
        keep_names(pending_count);
}

static void resize(struct volatile_bytes *file, int64_t size)
{
    if (size > file->capacity) {
        file->capacity = 2 * size;
        file->bytes = must_have(realloc(file->bytes, (size_t)file->capacity));
    }
    if (size > file->size)
        memset(file->bytes + file->size, 0, (size_t)(size - file->size));
    file->size = size;
}

static void put(struct volatile_bytes *file, const uint8_t *bytes, int64_t length, int64_t at)
{
    if (length == 0)
        return;
    if (at + length > file->size)
        resize(file, at + length);
    memcpy(file->bytes + at, bytes, (size_t)length);
}

static struct volatile_change *add_change(struct volatile_inode *inode, int64_t at, int64_t length)
{
    size_t bytes = length > 0 ? (size_t)length : 0;
    struct volatile_change *change = must_have(malloc(sizeof *change + bytes));
    *change = (struct volatile_change){.at = at, .length = length};
    *inode->last = change;
    inode->last = &change->next;
    return change;
}

void volatile_file_write(struct volatile_inode *inode, const void *bytes, int64_t length,
                         int64_t at)
{
    put(&inode->now, bytes, length, at);
    memcpy(add_change(inode, at, length)->bytes, bytes, (size_t)length);
}

void volatile_file_truncate(struct volatile_inode *inode, int64_t size)
{
    resize(&inode->now, size);
    add_change(inode, size, -1);
}

static void forget_changes(struct volatile_inode *inode)
{
    while (inode->first) {
        struct volatile_change *change = inode->first;
        inode->first = change->next;
        free(change);
    }
    inode->last = &inode->first;
}

void volatile_file_sync(struct volatile_inode *inode)
{
    for (const struct volatile_change *change = inode->first; change; change = change->next) {
        if (change->length < 0)
            resize(&inode->kept, change->at);
        else
            put(&inode->kept, change->bytes, change->length, change->at);
    }
    forget_changes(inode);
    if (inode->syncs_folder)
        keep_names(pending_count);
    inode->syncs_folder = false;
}

void volatile_file_pretend_sync(struct volatile_inode *inode)
{
    forget_changes(inode);
}

/* A sector that was under way is as it was, as it was to be, or, rarely, neither. */
static void put_sector(struct volatile_inode *inode, const struct volatile_change *change,
                       int64_t from, int64_t to, struct repeats *chance)
{
    uint8_t noise[SECTOR_BYTES];
    uint32_t fate = repeats_below(chance, 16);
    if (fate < 8)
        put(&inode->kept, change->bytes + from, to - from, change->at + from);
    if (fate != 15)
        return;
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (uint8_t)repeats_below(chance, 256);
    put(&inode->kept, noise, to - from, change->at + from);
}

static void put_in_part(struct volatile_inode *inode, const struct volatile_change *change,
                        struct repeats *chance)
{
    for (int64_t from = 0; from < change->length;) {
        int64_t to = from + SECTOR_BYTES - (change->at + from) % SECTOR_BYTES;
        to = to < change->length ? to : change->length;
        put_sector(inode, change, from, to, chance);
        from = to;
    }
}

/* Any of the changes may be there, whatever came before. */
static void keep_any(struct volatile_inode *inode, struct repeats *chance)
{
    for (const struct volatile_change *change = inode->first; change; change = change->next) {
        uint32_t fate = repeats_below(chance, 3);
        if (change->length >= 0 && fate == 0)
            put(&inode->kept, change->bytes, change->length, change->at);
        else if (change->length >= 0 && fate == 1)
            put_in_part(inode, change, chance);
        else if (change->length < 0 && fate == 0)
            resize(&inode->kept, change->at);
    }
}

/* The changes are there in order up to some point, which often is the end. */
static void keep_first(struct volatile_inode *inode, struct repeats *chance)
{
    const struct volatile_change *change = inode->first;
    bool all = repeats_below(chance, 2) == 0;
    for (; change && (all || repeats_below(chance, 12) > 0); change = change->next) {
        if (change->length < 0)
            resize(&inode->kept, change->at);
        else
            put(&inode->kept, change->bytes, change->length, change->at);
    }
    if (change && change->length >= 0)
        put_in_part(inode, change, chance);
}

static void cut_file(struct volatile_inode *inode, bool in_order, struct repeats *chance)
{
    if (in_order)
        keep_first(inode, chance);
    else
        keep_any(inode, chance);
    forget_changes(inode);
    inode->now.size = 0;
    put(&inode->now, inode->kept.bytes, inode->kept.size, 0);
}

void volatile_file_unmap(struct volatile_inode *inode)
{
    for (size_t i = 0; i < VOLATILE_REGIONS; i++)
        free(inode->regions[i]);
    memset(inode->regions, 0, sizeof inode->regions);
    inode->mappers = 0;
}

static void free_inode(struct volatile_inode *inode)
{
    forget_changes(inode);
    volatile_file_unmap(inode);
    free(inode->now.bytes);
    free(inode->kept.bytes);
    free(inode);
}

static bool is_named(const struct volatile_inode *inode)
{
    for (size_t i = 0; i < NAMES_MAX; i++)
        if (now[i].inode == inode)
            return true;
    return false;
}

static void free_unnamed(void)
{
    for (struct volatile_inode **place = &inodes; *place;) {
        struct volatile_inode *inode = *place;
        if (is_named(inode)) {
            place = &inode->next;
            continue;
        }
        *place = inode->next;
        free_inode(inode);
    }
}

void volatile_files_cut(uint64_t seed)
{
    struct repeats chance = {.state = seed};
    keep_names(repeats_below(&chance, (uint32_t)pending_count + 1));
    memcpy(now, kept, sizeof now);
    free_unnamed();
    bool in_order = repeats_below(&chance, 2) == 0;
    for (struct volatile_inode *inode = inodes; inode; inode = inode->next) {
        cut_file(inode, in_order, &chance);
        volatile_file_unmap(inode);
        inode->syncs_folder = false;
        inode->shared = 0;
        inode->reserved = inode->pending = inode->exclusive = NULL;
        memset(inode->slot_shared, 0, sizeof inode->slot_shared);
        memset(inode->slot_exclusive, 0, sizeof inode->slot_exclusive);
    }
}

void volatile_files_format(void)
{
    memset(now, 0, sizeof now);
    memset(kept, 0, sizeof kept);
    pending_count = 0;
    free_unnamed();
}
