/*
 * Bodies of requests as text, and the faults that are found in them.
 */
#ifndef TESTS_SUPPORT_BODIES_H
#define TESTS_SUPPORT_BODIES_H

#include "service/json/reader.h"

/* What a seal, a nonce or entropy may look like; its byte 1 is 0x11, byte 2 is 0x22. */
#define HEX32 "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

/* The object that JSON is, for the caller to free. Fails the test if it is none. */
json_t *body_of(const char *json);

/* That JSON, which was FINE or not, was refused with a fault at POINTER among others. */
void assert_fault_told(const char *json, bool fine, const struct json_faults *faults,
                       const char *pointer);

/* That nothing was found wrong with JSON. */
void assert_no_fault(const char *json, bool fine, const struct json_faults *faults);

#endif
