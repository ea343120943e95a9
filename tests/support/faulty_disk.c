#include "tests/support/faulty_disk.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/disk_methods.h"

/* The real file stands behind this one in the memory that SQLite gives. */
struct faulty_file {
    sqlite3_file file;
    sqlite3_file *real;
};

enum { FRONT_BYTES = (sizeof(struct faulty_file) + 15) / 16 * 16 };

struct fault {
    atomic_int result; /* SQLITE_OK: none is set */
    atomic_size_t after;
    atomic_bool once;
    atomic_size_t calls;
};

/* All that a test sets and looks at; may lie in memory that several processes share. */
struct state {
    struct fault faults[DISK_CALLS];
    atomic_bool stops;
    atomic_bool has_stopped;
    atomic_int stopping_call;
    atomic_size_t stops_after;
    atomic_bool has_failed;
    atomic_bool is_full;
};

static struct state own;
static struct state *state = &own;
static sqlite3_vfs *real_disk;
static sqlite3_vfs disk;

/* Counts down to 0; true when it is there. */
static bool count_down(atomic_size_t *left)
{
    size_t now = atomic_load(left);
    while (now > 0 && !atomic_compare_exchange_weak(left, &now, now - 1))
        ;
    return now == 0;
}

static bool is_stopped(enum disk_call call)
{
    if (!atomic_load(&state->stops) || atomic_load(&state->has_stopped))
        return atomic_load(&state->has_stopped);
    int counted = atomic_load(&state->stopping_call);
    if (counted == DISK_CALLS || counted == (int)call)
        atomic_store(&state->has_stopped, count_down(&state->stops_after));
    return atomic_load(&state->has_stopped);
}

static int result_of(enum disk_call call)
{
    struct fault *fault = &state->faults[call];
    atomic_fetch_add(&fault->calls, 1);
    if (is_stopped(call))
        return SQLITE_IOERR;
    int result = atomic_load(&fault->result);
    if (result == SQLITE_OK || !count_down(&fault->after))
        return SQLITE_OK;
    if (atomic_load(&fault->once))
        atomic_store(&fault->result, SQLITE_OK);
    return result;
}

/* What CALL is to answer, SQLITE_OK when it is to do its work. */
static int due(enum disk_call call)
{
    int result = result_of(call);
    if (result != SQLITE_OK)
        atomic_store(&state->has_failed, true);
    return result;
}

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct faulty_file *)file)->real;
}

static int file_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int file_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 at)
{
    int result = due(DISK_READ);
    return result ? result : real_of(file)->pMethods->xRead(real_of(file), bytes, length, at);
}

/* Whether there is no room for a file of SIZE. */
static bool grows(sqlite3_file *file, sqlite3_int64 size)
{
    sqlite3_int64 now = 0;
    return atomic_load(&state->is_full) &&
           real_of(file)->pMethods->xFileSize(real_of(file), &now) == SQLITE_OK && size > now;
}

static int file_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
    int result = due(DISK_WRITE);
    if (result == SQLITE_OK && grows(file, at + length))
        result = SQLITE_FULL;
    return result ? result : real_of(file)->pMethods->xWrite(real_of(file), bytes, length, at);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int result = due(DISK_TRUNCATE);
    return result ? result : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    int result = due(DISK_SYNC);
    return result ? result : real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    int result = due(DISK_SIZE);
    return result ? result : real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int lock)
{
    return real_of(file)->pMethods->xLock(real_of(file), lock);
}

static int file_unlock(sqlite3_file *file, int lock)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), lock);
}

static int file_check_lock(sqlite3_file *file, int *reserved)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), reserved);
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int file_characteristics(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int memory_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
    int result = due(DISK_MAP);
    *memory = NULL;
    return result ? result
                  : real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, memory);
}

static int memory_lock(sqlite3_file *file, int offset, int count, int flags)
{
    int result = flags & SQLITE_SHM_LOCK ? due(DISK_LOCK) : SQLITE_OK;
    return result ? result : real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void memory_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int memory_unmap(sqlite3_file *file, int remove)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static const sqlite3_io_methods methods = DISK_METHODS;

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *ret_flags)
{
    (void)vfs;
    struct faulty_file *faulty = (struct faulty_file *)file;
    faulty->real = (sqlite3_file *)(void *)((char *)file + FRONT_BYTES);
    faulty->file.pMethods = NULL;
    int result = due(DISK_OPEN);
    if (result == SQLITE_OK)
        result = real_disk->xOpen(real_disk, name, faulty->real, flags, ret_flags);
    if (result == SQLITE_OK)
        faulty->file.pMethods = &methods;
    return result;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    (void)vfs;
    int result = due(DISK_DELETE);
    return result ? result : real_disk->xDelete(real_disk, name, sync_folder);
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *ret_answer)
{
    (void)vfs;
    int result = due(DISK_ACCESS);
    return result ? result : real_disk->xAccess(real_disk, name, flags, ret_answer);
}

void faulty_disk_install(void)
{
    real_disk = sqlite3_vfs_find(NULL);
    assert_non_null(real_disk);
    disk = *real_disk;
    disk.zName = "faulty";
    disk.szOsFile = FRONT_BYTES + real_disk->szOsFile;
    disk.xOpen = disk_open;
    disk.xDelete = disk_delete;
    disk.xAccess = disk_access;
    assert_number(sqlite3_vfs_register(&disk, 1), SQLITE_OK);
}

void faulty_disk_share(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, sizeof *state) != 0)
        fail_msg("%s cannot be made", path);
    void *memory = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED)
        fail_msg("%s cannot be mapped", path);
    close(file);
    state = memory;
}

static void set_fault(enum disk_call call, size_t after, int result, bool once)
{
    atomic_store(&state->faults[call].after, after);
    atomic_store(&state->faults[call].once, once);
    atomic_store(&state->faults[call].result, result);
}

void faulty_disk_break(enum disk_call call, size_t after, int result)
{
    set_fault(call, after, result, false);
}

void faulty_disk_break_once(enum disk_call call, size_t after, int result)
{
    set_fault(call, after, result, true);
}

void faulty_disk_stop(enum disk_call call, size_t after)
{
    atomic_store(&state->stopping_call, call);
    atomic_store(&state->stops_after, after);
    atomic_store(&state->stops, true);
}

void faulty_disk_fill(void)
{
    atomic_store(&state->is_full, true);
}

void faulty_disk_heal(void)
{
    atomic_store(&state->is_full, false);
    atomic_store(&state->stops, false);
    atomic_store(&state->has_stopped, false);
    for (size_t call = 0; call < DISK_CALLS; call++) {
        atomic_store(&state->faults[call].result, SQLITE_OK);
        atomic_store(&state->faults[call].calls, 0);
    }
    atomic_store(&state->has_failed, false);
}

bool faulty_disk_has_failed(void)
{
    return atomic_load(&state->has_failed);
}
