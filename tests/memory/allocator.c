/*
 * Has every allocation ask whether there is memory. Without sanitizers all of the process takes
 * these functions for malloc and its kin, the libraries and the C library too. With sanitizers,
 * which have allocators of their own, the linker wraps the calls of our code (--wrap), through
 * which jansson's go too, and SQLite is told what to call.
 */
#include "tests/memory/allocator.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/scarce_memory.h"

/* The names are the linker's and the C library's. */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

#ifdef SCARCE_BY_WRAPPING
#define MALLOC  __wrap_malloc
#define CALLOC  __wrap_calloc
#define REALLOC __wrap_realloc
#define REAL(f) __real_##f
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
#else
#define MALLOC  malloc
#define CALLOC  calloc
#define REALLOC realloc
#define REAL(f) __libc_##f
#endif

void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t count, size_t size);
void *REAL(realloc)(void *memory, size_t size);

static bool is_refused(void)
{
    bool refused = scarce_memory_refuses();
    if (refused)
        errno = ENOMEM;
    return refused;
}

void *MALLOC(size_t size)
{
    return is_refused() ? NULL : REAL(malloc)(size);
}

void *CALLOC(size_t count, size_t size)
{
    return is_refused() ? NULL : REAL(calloc)(count, size);
}

void *REALLOC(void *memory, size_t size)
{
    return is_refused() ? NULL : REAL(realloc)(memory, size);
}

#ifdef SCARCE_BY_WRAPPING
void *__real_reallocarray(void *memory, size_t count, size_t size);
void *__wrap_reallocarray(void *memory, size_t count, size_t size);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);
int __wrap_asprintf(char **ret_text, const char *format, ...) __attribute__((format(printf, 2, 3)));

void *__wrap_reallocarray(void *memory, size_t count, size_t size)
{
    return is_refused() ? NULL : __real_reallocarray(memory, count, size);
}

char *__wrap_strdup(const char *text)
{
    return is_refused() ? NULL : __real_strdup(text);
}

int __wrap_asprintf(char **ret_text, const char *format, ...)
{
    va_list arguments;
    if (is_refused())
        return -1;
    va_start(arguments, format);
    int length = vasprintf(ret_text, format, arguments);
    va_end(arguments);
    return length;
}

static sqlite3_mem_methods real_methods;

static void *database_malloc(int size)
{
    return is_refused() ? NULL : real_methods.xMalloc(size);
}

static void *database_realloc(void *memory, int size)
{
    return is_refused() ? NULL : real_methods.xRealloc(memory, size);
}

void allocator_install(void)
{
    assert_number(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_methods), SQLITE_OK);
    sqlite3_mem_methods methods = real_methods;
    methods.xMalloc = database_malloc;
    methods.xRealloc = database_realloc;
    assert_number(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods), SQLITE_OK);
}
#else
void allocator_install(void)
{
}
#endif

/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
