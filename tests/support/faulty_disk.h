/*
 * A disk that fails when a test wants it to: stands between SQLite and the files, and lets chosen
 * calls answer with an error instead of doing their work. Stands on whatever disk SQLite would use
 * otherwise.
 */
#ifndef TESTS_SUPPORT_FAULTY_DISK_H
#define TESTS_SUPPORT_FAULTY_DISK_H

#include <stdbool.h>
#include <stddef.h>

enum disk_call {
    DISK_READ,
    DISK_WRITE,
    DISK_SYNC,
    DISK_OPEN,
    DISK_TRUNCATE,
    DISK_SIZE,
    DISK_DELETE,
    DISK_ACCESS,
    DISK_MAP,  /* of the memory that connections share */
    DISK_LOCK, /* of that memory; letting go never fails */
    DISK_CALLS
};

/* From now on databases are opened on this disk, which works. Once a program. */
void faulty_disk_install(void);

/* What is set and counted is that of the file at PATH, made if missing: processes that share it
 * have the same faults. */
void faulty_disk_share(const char *path);

/* The AFTER-th call from now (0: the next) and all later ones answer RESULT, an SQLite code. */
void faulty_disk_break(enum disk_call call, size_t after, int result);

/* The same for one call alone; later ones work again. */
void faulty_disk_break_once(enum disk_call call, size_t after, int result);

/* From the AFTER-th such CALL on (DISK_CALLS: of whatever kind) nothing works any more. */
void faulty_disk_stop(enum disk_call call, size_t after);

/* No file becomes larger any more; what it has may be written over. */
void faulty_disk_fill(void);

/* Everything works again. */
void faulty_disk_heal(void);

/* Whether a call has failed since the disk was healed. */
bool faulty_disk_has_failed(void);

#endif
