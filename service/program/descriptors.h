/*
 * File descriptors: how many the process may have, and how many connections that is enough for.
 * The HTTP library waits busily when there are none left.
 */
#ifndef SERVICE_PROGRAM_DESCRIPTORS_H
#define SERVICE_PROGRAM_DESCRIPTORS_H

/* Raises the limit of the process as far as it may, and returns how many connections are served at
 * a time: WANTED or, after a warning in the log, as many as there are descriptors for beside those
 * that the store and THREADS need. */
unsigned descriptors_connections(unsigned wanted, unsigned threads);

#endif
