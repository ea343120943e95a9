/*
 * A disk in memory that knows what has been synced. When the power is cut, what was not synced is
 * lost, or is there, or is there in part, each sector of a write by itself: sometimes in the order
 * in which it was written, up to some point, sometimes in none. Names of files come and go in the
 * order in which they were made and deleted, as far as chance has it.
 */
#ifndef TESTS_SUPPORT_VOLATILE_DISK_H
#define TESTS_SUPPORT_VOLATILE_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From now on databases are opened on this disk, which is empty. Once a program. */
void volatile_disk_install(void);

/* The AFTER-th sync from now (0: the next) and all later ones fail, as Linux does it: what was to
 * be synced is in memory for all to read, counts as synced from then on, and is not. */
void volatile_disk_fail_syncs(size_t after);

/* Syncs work again. True if any has failed. */
bool volatile_disk_heal(void);

/* Empties it. No file is open. */
void volatile_disk_format(void);

/* Decides by SEED what is left of all that was not synced. No file is open. */
void volatile_disk_cut(uint64_t seed);

#endif
