/*
 * Backups of a data folder: one file, a database like spliced.db as it was at one moment, with
 * what else the folder needs, such as its keys, as rows of a table of its own.
 */
#ifndef SERVICE_STORE_BACKUP_H
#define SERVICE_STORE_BACKUP_H

#include "service/store/check.h"

/* A file that goes with the database. */
struct backup_part {
    const char *name;
    const uint8_t *bytes;
    size_t length;
};

/* Who gives the parts of a backup. */
struct backup_giver {
    /* Asked once the database has been copied, so that what goes with it is no older. The parts
     * stay the giver's. False, after a message of its own, to give up. */
    bool (*give)(void *context, const struct backup_part **ret_parts, size_t *ret_count);
    void *context;
};

/* Writes FILE, which must not be there yet, from DATA_FOLDER, whether a server runs on it or not,
 * and checks what it has written. False with RET_MESSAGE (STORE_MESSAGE_BYTES) told, or empty if
 * the giver gave up, and no FILE left. */
bool backup_make(const char *data_folder, const char *file, const struct backup_giver *giver,
                 struct database_count *ret_count, char *ret_message);

/* Who takes the parts of a backup. EACH and KEEP return false, after a message of their own, to
 * give up; what KEEP had done by then it has taken back. */
struct backup_taker {
    bool (*each)(void *context, const struct backup_part *part);
    bool (*keep)(void *context);      /* after all of them, before the database is in its place */
    void (*take_back)(void *context); /* what was kept, since the database did not get there */
    void *context;
};

/* Writes DATA_FOLDER/spliced.db, which must not be there yet, from FILE, any copy of such a
 * database, and checks it. False with RET_MESSAGE told, or empty if the taker gave up. */
bool backup_restore(const char *file, const char *data_folder, const struct backup_taker *taker,
                    struct database_count *ret_count, char *ret_message);

#endif
