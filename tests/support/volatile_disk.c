#include "tests/support/volatile_disk.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/disk_methods.h"
#include "tests/support/volatile_files.h"

enum { CALL_BYTES_MAX = 0x1ffff }; /* as SQLite's own files have it, silently */

struct volatile_file {
    sqlite3_file file;
    struct volatile_inode *inode;
    int lock;
    bool maps;      /* has the shared memory open */
    unsigned slots; /* of the shared memory that it has locked shared, as bits */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs disk;
static bool syncs_fail;
static size_t syncs_left;

#define LOCKED  pthread_mutex_lock(&mutex)
#define RELEASE pthread_mutex_unlock(&mutex)

static struct volatile_file *of(sqlite3_file *file)
{
    return (struct volatile_file *)file;
}

static int file_unlock(sqlite3_file *file, int lock)
{
    struct volatile_file *self = of(file);
    struct volatile_inode *inode = self->inode;
    LOCKED;
    /* Also those that it holds after only a part of what it asked for was to be had. */
    inode->reserved = inode->reserved == self ? NULL : inode->reserved;
    inode->pending = inode->pending == self ? NULL : inode->pending;
    inode->exclusive = inode->exclusive == self ? NULL : inode->exclusive;
    if (self->lock >= SQLITE_LOCK_SHARED && lock == SQLITE_LOCK_NONE)
        inode->shared--;
    self->lock = lock;
    RELEASE;
    return SQLITE_OK;
}

static int file_close(sqlite3_file *file)
{
    return file_unlock(file, SQLITE_LOCK_NONE);
}

static int file_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 at)
{
    if (length > CALL_BYTES_MAX)
        return SQLITE_IOERR_SHORT_READ;
    LOCKED;
    const struct volatile_bytes *now = &of(file)->inode->now;
    int64_t there = at < now->size ? now->size - at : 0;
    int64_t count = length < there ? length : there;
    if (count > 0)
        memcpy(bytes, now->bytes + at, (size_t)count);
    RELEASE;
    if (count == length)
        return SQLITE_OK;
    memset((char *)bytes + count, 0, (size_t)(length - count));
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
    if (length > CALL_BYTES_MAX)
        return SQLITE_FULL;
    LOCKED;
    volatile_file_write(of(file)->inode, bytes, length, at);
    RELEASE;
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    LOCKED;
    volatile_file_truncate(of(file)->inode, size);
    RELEASE;
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    LOCKED;
    bool fails = syncs_fail && syncs_left == 0;
    if (fails)
        volatile_file_pretend_sync(of(file)->inode);
    else
        volatile_file_sync(of(file)->inode);
    syncs_left -= syncs_left > 0;
    RELEASE;
    return fails ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    LOCKED;
    *size = of(file)->inode->now.size;
    RELEASE;
    return SQLITE_OK;
}

/* Whether SELF may have LOCK on its file; a wish for all of it keeps further ones out. */
static bool take_lock(struct volatile_file *self, int lock)
{
    struct volatile_inode *inode = self->inode;
    if (self->lock == SQLITE_LOCK_NONE) {
        if (inode->pending || inode->exclusive)
            return false;
        inode->shared++;
        return true;
    }
    if (inode->reserved && inode->reserved != self)
        return false;
    if (lock == SQLITE_LOCK_RESERVED) {
        inode->reserved = self;
        return true;
    }
    if (inode->pending && inode->pending != self)
        return false;
    inode->pending = self;
    if (inode->shared > 1)
        return false;
    inode->exclusive = self;
    return true;
}

static int file_lock(sqlite3_file *file, int lock)
{
    struct volatile_file *self = of(file);
    LOCKED;
    bool taken = self->lock >= lock || take_lock(self, lock);
    if (taken && self->lock < lock)
        self->lock = lock;
    RELEASE;
    return taken ? SQLITE_OK : SQLITE_BUSY;
}

static int file_check_lock(sqlite3_file *file, int *reserved)
{
    LOCKED;
    *reserved = of(file)->inode->reserved != NULL;
    RELEASE;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    (void)file;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *file)
{
    (void)file;
    return 4096;
}

/* As for files of Linux: a write touches no bytes but its own. */
static int file_characteristics(sqlite3_file *file)
{
    (void)file;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int memory_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory)
{
    struct volatile_file *self = of(file);
    void **place = &self->inode->regions[region];
    assert_true(region < VOLATILE_REGIONS);
    LOCKED;
    self->inode->mappers += !self->maps;
    self->maps = true;
    if (!*place && extend)
        *place = calloc(1, (size_t)size);
    *memory = *place;
    RELEASE;
    return SQLITE_OK;
}

static bool may_lock_slot(const struct volatile_file *self, int slot, int flags)
{
    const struct volatile_inode *inode = self->inode;
    unsigned own = self->slots >> slot & 1;
    if (inode->slot_exclusive[slot] && inode->slot_exclusive[slot] != self)
        return false;
    return flags & SQLITE_SHM_SHARED || inode->slot_shared[slot] == own;
}

static void set_slot(struct volatile_file *self, int slot, int flags)
{
    struct volatile_inode *inode = self->inode;
    bool has = self->slots >> slot & 1;
    if (flags & SQLITE_SHM_EXCLUSIVE) {
        inode->slot_exclusive[slot] = flags & SQLITE_SHM_LOCK ? self : NULL;
    } else if (has != !!(flags & SQLITE_SHM_LOCK)) {
        inode->slot_shared[slot] += has ? -1U : 1U;
        self->slots ^= 1U << slot;
    }
}

static int memory_lock(sqlite3_file *file, int offset, int count, int flags)
{
    bool may = true;
    LOCKED;
    for (int slot = offset; flags & SQLITE_SHM_LOCK && slot < offset + count; slot++)
        may = may && may_lock_slot(of(file), slot, flags);
    for (int slot = offset; may && slot < offset + count; slot++)
        set_slot(of(file), slot, flags);
    RELEASE;
    return may ? SQLITE_OK : SQLITE_BUSY;
}

static void memory_barrier(sqlite3_file *file)
{
    (void)file;
    LOCKED;
    RELEASE;
}

static int memory_unmap(sqlite3_file *file, int remove)
{
    (void)remove;
    struct volatile_file *self = of(file);
    LOCKED;
    if (self->maps && --self->inode->mappers == 0)
        volatile_file_unmap(self->inode);
    self->maps = false;
    RELEASE;
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = DISK_METHODS;

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *ret_flags)
{
    (void)vfs;
    struct volatile_file *self = of(file);
    LOCKED;
    name = flags & SQLITE_OPEN_DELETEONCLOSE ? NULL : name;
    struct volatile_inode *inode = name ? volatile_file_find(name) : NULL;
    if (!inode && flags & SQLITE_OPEN_CREATE) {
        inode = volatile_file_make(name);
        inode->syncs_folder = flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL);
    }
    *self = (struct volatile_file){.inode = inode};
    self->file.pMethods = inode ? &methods : NULL;
    RELEASE;
    if (ret_flags)
        *ret_flags = flags;
    return inode ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    (void)vfs;
    LOCKED;
    bool there = volatile_file_find(name) != NULL;
    if (there)
        volatile_file_delete(name, sync_folder);
    RELEASE;
    return there ? SQLITE_OK : SQLITE_IOERR_DELETE_NOENT;
}

/* A file of no bytes counts as none, as it does on Unix. */
static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *ret_answer)
{
    (void)vfs;
    LOCKED;
    const struct volatile_inode *inode = volatile_file_find(name);
    *ret_answer = inode && (flags != SQLITE_ACCESS_EXISTS || inode->now.size > 0);
    RELEASE;
    return SQLITE_OK;
}

static int disk_full_path(sqlite3_vfs *vfs, const char *name, int size, char *ret_path)
{
    (void)vfs;
    return snprintf(ret_path, (size_t)size, "%s", name) < size ? SQLITE_OK : SQLITE_CANTOPEN;
}

void volatile_disk_install(void)
{
    const sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    assert_non_null(real);
    disk = *real;
    disk.zName = "volatile";
    disk.mxPathname = VOLATILE_NAME_BYTES;
    disk.szOsFile = sizeof(struct volatile_file);
    disk.xOpen = disk_open;
    disk.xDelete = disk_delete;
    disk.xAccess = disk_access;
    disk.xFullPathname = disk_full_path;
    assert_number(sqlite3_vfs_register(&disk, 1), SQLITE_OK);
}

void volatile_disk_fail_syncs(size_t after)
{
    LOCKED;
    syncs_fail = true;
    syncs_left = after;
    RELEASE;
}

bool volatile_disk_heal(void)
{
    LOCKED;
    bool failed = syncs_fail && syncs_left == 0;
    syncs_fail = false;
    RELEASE;
    return failed;
}

void volatile_disk_format(void)
{
    LOCKED;
    volatile_files_format();
    RELEASE;
}

void volatile_disk_cut(uint64_t seed)
{
    LOCKED;
    volatile_files_cut(seed);
    RELEASE;
}
