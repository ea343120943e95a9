#include "tests/support/faulty_disk.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

/* The real file stands behind this one in the memory that SQLite gives. */
struct faulty_file {
    sqlite3_file file;
    sqlite3_file *real;
};

enum { FRONT_BYTES = (sizeof(struct faulty_file) + 15) / 16 * 16 };

struct fault {
    atomic_int result; /* SQLITE_OK: none is set */
    atomic_size_t after;
};

static struct fault faults[DISK_CALLS];
static sqlite3_vfs *real_disk;
static sqlite3_vfs disk;

/* What CALL is to answer, SQLITE_OK when it is to do its work. */
static int due(enum disk_call call)
{
    struct fault *fault = &faults[call];
    int result = atomic_load(&fault->result);
    if (result == SQLITE_OK)
        return SQLITE_OK;
    size_t after = atomic_load(&fault->after);
    if (after == 0)
        return result;
    atomic_store(&fault->after, after - 1);
    return SQLITE_OK;
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

static int file_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
    int result = due(DISK_WRITE);
    return result ? result : real_of(file)->pMethods->xWrite(real_of(file), bytes, length, at);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    int result = due(DISK_SYNC);
    return result ? result : real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
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
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, memory);
}

static int memory_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void memory_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int memory_unmap(sqlite3_file *file, int remove)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = memory_map,
    .xShmLock = memory_lock,
    .xShmBarrier = memory_barrier,
    .xShmUnmap = memory_unmap,
};

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *ret_flags)
{
    (void)vfs;
    struct faulty_file *faulty = (struct faulty_file *)file;
    faulty->real = (sqlite3_file *)(void *)((char *)file + FRONT_BYTES);
    faulty->file.pMethods = NULL;
    int result = real_disk->xOpen(real_disk, name, faulty->real, flags, ret_flags);
    if (result == SQLITE_OK)
        faulty->file.pMethods = &methods;
    return result;
}

void faulty_disk_install(void)
{
    real_disk = sqlite3_vfs_find(NULL);
    assert_non_null(real_disk);
    disk = *real_disk;
    disk.zName = "faulty";
    disk.szOsFile = FRONT_BYTES + real_disk->szOsFile;
    disk.xOpen = disk_open;
    assert_number(sqlite3_vfs_register(&disk, 1), SQLITE_OK);
}

void faulty_disk_break(enum disk_call call, size_t after, int result)
{
    atomic_store(&faults[call].after, after);
    atomic_store(&faults[call].result, result);
}

void faulty_disk_heal(void)
{
    for (size_t call = 0; call < DISK_CALLS; call++)
        atomic_store(&faults[call].result, SQLITE_OK);
}
