/*
 * A disk that fails when a test wants it to: stands between SQLite and the files, and lets a
 * chosen call answer with an error instead of doing its work.
 */
#ifndef TESTS_SUPPORT_FAULTY_DISK_H
#define TESTS_SUPPORT_FAULTY_DISK_H

#include <stddef.h>

enum disk_call { DISK_READ, DISK_WRITE, DISK_SYNC, DISK_CALLS };

/* From now on databases are opened on this disk, which works. Once a program. */
void faulty_disk_install(void);

/* The AFTER-th call from now (0: the next) and all later ones answer RESULT, an SQLite code. */
void faulty_disk_break(enum disk_call call, size_t after, int result);

/* Everything works again. */
void faulty_disk_heal(void);

#endif
