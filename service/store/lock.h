/*
 * One process a data folder: a lock that the kernel lets go when the process ends, however it
 * ends.
 */
#ifndef SERVICE_STORE_LOCK_H
#define SERVICE_STORE_LOCK_H

/* Locks DATA_FOLDER. Returns a descriptor for lock_release, or -1 with RET_MESSAGE
 * (STORE_MESSAGE_BYTES) told. */
int lock_take(const char *data_folder, char *ret_message);
void lock_release(int lock);

#endif
