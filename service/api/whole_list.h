/*
 * Lists that are short enough to be answered whole.
 */
#ifndef SERVICE_API_WHOLE_LIST_H
#define SERVICE_API_WHOLE_LIST_H

#include "service/http/call.h"

/* Answers {"items": […], "next": null} with the items that READ writes. */
enum call_state whole_list(struct call *call, enum store_status (*read)(const struct call *call,
                                                                        struct store_reader *reader,
                                                                        struct json_writer *items));

#endif
