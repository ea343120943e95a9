/*
 * Memory for libraries that do not bear to be without, and whether it has run out. What fails for
 * want of memory often cannot say so: a parser that gets none says that its text is no JSON, and
 * jansson even ends the process. So there is a reserve, and it is noted, thread by thread, that it
 * was needed, for whoever is about to lay the blame on somebody.
 */
#ifndef SERVICE_BASE_MEMORY_H
#define SERVICE_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* As malloc and free, but when there is no memory it is taken from the reserve, which is noted.
 * What was taken is not kept for long: it is the same reserve for all. NULL: it is used up. */
void *memory_take(size_t size);
void memory_give(void *memory);

/* The calling thread got no memory. */
void memory_note(void);

/* Whether the calling thread has been without since it last forgot. */
bool memory_ran_out(void);
void memory_forget(void);

/* How often the calling thread has been without, forgotten or not: for whoever wants to know of one
 * piece of work whether it was. */
unsigned memory_times_out(void);

#endif
