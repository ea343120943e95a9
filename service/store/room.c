#include "service/store/room.h"

#include <sqlite3.h>
#include <stdlib.h>

enum { CHUNK_BYTES = 64 * 1024, CHUNKS = 8 };

static int fill(sqlite3_file *file)
{
    char *chunk = calloc(1, CHUNK_BYTES);
    int result = chunk ? SQLITE_OK : SQLITE_NOMEM;
    for (int i = 0; result == SQLITE_OK && i < CHUNKS; i++)
        result = file->pMethods->xWrite(file, chunk, CHUNK_BYTES, (sqlite3_int64)i * CHUNK_BYTES);
    free(chunk);
    return result;
}

/* The file is gone when it is closed, or when the process ends. */
static int fill_new_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE |
                      SQLITE_OPEN_DELETEONCLOSE | SQLITE_OPEN_TEMP_JOURNAL;
    file->pMethods = NULL;
    int result = vfs->xOpen(vfs, name, file, flags, NULL);
    if (result == SQLITE_OK)
        result = fill(file);
    if (file->pMethods)
        file->pMethods->xClose(file);
    return result;
}

int room_try(const char *path)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    char *name = sqlite3_mprintf("%s-room", path);
    sqlite3_file *file = vfs ? malloc((size_t)vfs->szOsFile) : NULL;
    int result = name && file ? fill_new_file(vfs, name, file) : SQLITE_NOMEM;
    free(file);
    sqlite3_free(name);
    return result;
}
