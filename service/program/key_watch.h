/*
 * The keys of a running server: other programs replace them in the data folder (`spliced key
 * rotate`), and the server takes the new ones when it looks.
 */
#ifndef SERVICE_PROGRAM_KEY_WATCH_H
#define SERVICE_PROGRAM_KEY_WATCH_H

#include <time.h>

#include "service/auth/keys.h"

struct key_set;

struct key_watch {
    const char *data_folder; /* borrowed */
    struct timespec changed; /* when the folder of the keys was, as far as it has been looked at */
    struct key_set *newest;  /* and behind it all earlier ones, which calls may still use */
};

/* Reads the keys, making those that are missing. False after a message on standard error, with
 * nothing to close. */
bool key_watch_open(struct key_watch *ret_watch, const char *data_folder,
                    const struct random_source *source);

/* Those in force. They stay where they are until key_watch_close. */
const struct keys *key_watch_keys(const struct key_watch *watch);

/* Takes the keys that the folder has now. Returns them, NULL if they are the same as before; keys
 * that cannot be taken are told on standard error and change nothing. Costs next to nothing as
 * long as nobody touches the folder. */
const struct keys *key_watch_look(struct key_watch *watch);

void key_watch_close(struct key_watch *watch); /* wipes all of them */

#endif
