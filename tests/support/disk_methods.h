/*
 * The table by which SQLite calls a file, for the disks that stand in for real ones: each has all
 * of it, since databases with a write-ahead log use all of it.
 */
#ifndef TESTS_SUPPORT_DISK_METHODS_H
#define TESTS_SUPPORT_DISK_METHODS_H

#include <sqlite3.h>

/* Of the functions file_close, file_read, … and memory_map, … of the file that includes this. */
#define DISK_METHODS                                                                               \
    {                                                                                              \
        .iVersion = 2, .xClose = file_close, .xRead = file_read, .xWrite = file_write,             \
        .xTruncate = file_truncate, .xSync = file_sync, .xFileSize = file_size,                    \
        .xLock = file_lock, .xUnlock = file_unlock, .xCheckReservedLock = file_check_lock,         \
        .xFileControl = file_control, .xSectorSize = file_sector_size,                             \
        .xDeviceCharacteristics = file_characteristics, .xShmMap = memory_map,                     \
        .xShmLock = memory_lock, .xShmBarrier = memory_barrier, .xShmUnmap = memory_unmap,         \
    }

#endif
