#include "service/store/wal.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "service/store/store.h"

enum { CHUNK_BYTES = 64 * 1024 }; /* SQLite reads and writes less than twice as much in one call */

static int rewrite_chunks(sqlite3_file *file, char *chunk)
{
    sqlite3_int64 size = 0;
    int result = file->pMethods->xFileSize(file, &size);
    for (sqlite3_int64 at = 0; result == SQLITE_OK && at < size; at += CHUNK_BYTES) {
        int length = size - at < CHUNK_BYTES ? (int)(size - at) : CHUNK_BYTES;
        result = file->pMethods->xRead(file, chunk, length, at);
        if (result == SQLITE_OK)
            result = file->pMethods->xWrite(file, chunk, length, at);
    }
    return result == SQLITE_OK ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) : result;
}

/* FILE has the room that VFS wants for one. */
static int rewrite_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file)
{
    file->pMethods = NULL;
    int result = vfs->xOpen(vfs, name, file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_WAL, NULL);
    if (result == SQLITE_OK) {
        char *chunk = malloc(CHUNK_BYTES);
        result = chunk ? rewrite_chunks(file, chunk) : SQLITE_NOMEM;
        free(chunk);
    }
    if (file->pMethods)
        file->pMethods->xClose(file);
    return result;
}

static int rewrite(sqlite3_vfs *vfs, const char *name)
{
    int exists = 0;
    int result = vfs->xAccess(vfs, name, SQLITE_ACCESS_EXISTS, &exists);
    if (result != SQLITE_OK || !exists)
        return result;
    sqlite3_file *file = malloc((size_t)vfs->szOsFile);
    result = file ? rewrite_file(vfs, name, file) : SQLITE_NOMEM;
    free(file);
    return result;
}

bool wal_rewrite(const char *path, char *ret_message)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    char *wal = sqlite3_mprintf("%s-wal", path);
    const char *name = wal ? sqlite3_create_filename(path, "", wal, 0, NULL) : NULL;
    int result = name && vfs ? rewrite(vfs, sqlite3_filename_wal(name)) : SQLITE_NOMEM;
    sqlite3_free_filename(name);
    sqlite3_free(wal);
    if (result == SQLITE_OK)
        return true;
    snprintf(ret_message, STORE_MESSAGE_BYTES,
             "cannot write the log of the database %s once more: %s", path, sqlite3_errstr(result));
    return false;
}
