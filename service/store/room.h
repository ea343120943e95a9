/*
 * Whether there is room on the disk again after it was full. A small write says nothing: it may fit
 * where the write that failed has left off.
 */
#ifndef SERVICE_STORE_ROOM_H
#define SERVICE_STORE_ROOM_H

/* Writes some hundred kilobytes beside the database at PATH and takes them away again. Returns an
 * SQLite code, SQLITE_OK if there was room for them. */
int room_try(const char *path);

#endif
