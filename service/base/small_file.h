/*
 * Files that are read as a whole, into memory that is there already.
 */
#ifndef SERVICE_BASE_SMALL_FILE_H
#define SERVICE_BASE_SMALL_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Reads FILE, which is open, from where it stands to its end, but SIZE bytes at most. Returns how
 * many there were; -1 with errno set when they cannot be read. */
ssize_t small_file_read(int file, uint8_t *ret_bytes, size_t size);

#endif
