/*
 * What is unavoidable about streams: connections that sleep, each woken to be sent the same bytes.
 */
#ifndef TESTS_BENCH_BARE_FANOUT_H
#define TESTS_BENCH_BARE_FANOUT_H

#include <microhttpd.h>
#include <stddef.h>

/* Answers CONNECTION with a stream that greets and then sends all that is published. */
enum MHD_Result fanout_answer(struct MHD_Connection *connection);

/* Sends LENGTH bytes to every stream, FANOUT_BYTES_MAX at most; they end with "\n\n". */
void fanout_publish(size_t length);

/* Wakes and ends every stream. */
void fanout_end(void);

enum { FANOUT_BYTES_MAX = 16 * 1024 };

#endif
