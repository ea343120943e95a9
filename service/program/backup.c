#include <stdio.h>
#include <string.h>

#include "service/auth/key_copies.h"
#include "service/program/commands.h"
#include "service/program/folder.h"
#include "service/program/settings.h"
#include "service/store/backup.h"

/* What both commands are told: the file, which is the first argument, and the settings. */
struct wanted {
    const char *file;
    const char *data;
    bool without_keys;
};

static const char backup_summary[] =
    "Writes FILE, which must not be there yet: all games as they are now, and the keys. The "
    "server\n"
    "may run meanwhile. The copy is checked; FILE is there only when it is whole. It holds hidden\n"
    "cards and the keys to everything: keep it as safe as the data folder.";

static const char restore_summary[] =
    "Makes a data folder from FILE, which \"spliced backup\" wrote, checks it, and leaves FILE as\n"
    "it is. The folder must have no games and no keys yet.";

static bool is_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

/* FILE comes first; the table of settings knows nothing of it. */
static enum settings_outcome wanted_read(struct wanted *ret_wanted, const char *summary, int argc,
                                         char **argv)
{
    *ret_wanted = (struct wanted){.file = NULL};
    const bool is_backup = strcmp(argv[0], "backup") == 0;
    const struct setting settings[] = {
        {"--data", "SPLICED_DATA", "FOLDER", "data", "the data folder", SETTING_TEXT, 0, 0,
         &ret_wanted->data},
        {"--without-keys", NULL, NULL, "0",
         "leave the keys out: they are kept elsewhere, and a folder without them is worth nothing "
         "to those who have tokens and invites",
         SETTING_SWITCH, 0, 0, &ret_wanted->without_keys},
    };
    const size_t count = is_backup ? 2 : 1;
    if (argc > 1 && is_help(argv[1])) {
        char usage[32];
        snprintf(usage, sizeof usage, "%s FILE", argv[0]);
        return settings_read(settings, count, summary, 2, (char *[]){usage, argv[1], NULL});
    }
    if (argc < 2 || argv[1][0] == '-') {
        fprintf(stderr, "spliced %s: name a FILE first; see \"spliced %s --help\"\n", argv[0],
                argv[0]);
        return SETTINGS_WRONG;
    }
    ret_wanted->file = argv[1];
    argv[1] = argv[0];
    return settings_read(settings, count, summary, argc - 1, argv + 1);
}

/* The keys that a backup is given. */
struct given {
    const struct wanted *wanted;
    struct key_copies copies;
    struct backup_part parts[KEY_FILES];
};

static bool give_keys(void *context, const struct backup_part **ret_parts, size_t *ret_count)
{
    struct given *given = context;
    *ret_parts = given->parts;
    *ret_count = 0;
    if (given->wanted->without_keys)
        return true;
    if (!key_copies_read(&given->copies, given->wanted->data))
        return false;
    for (enum key_file file = KEY_FILE_TOKEN; file < KEY_FILES; file++) {
        const struct key_copy *copy = &given->copies.files[file];
        if (copy->is_there)
            given->parts[(*ret_count)++] =
                (struct backup_part){key_file_names[file], copy->bytes, copy->length};
    }
    return true;
}

static void print_done(const char *where, const struct database_count *count, const char *keys)
{
    printf("%s holds %lld game%s, %lld events, every one with its hash, and %s keys\n", where,
           (long long)count->games, count->games == 1 ? "" : "s", (long long)count->events, keys);
}

static int complain(const char *command, const char *message)
{
    if (message[0] != '\0')
        fprintf(stderr, "spliced %s: %s\n", command, message);
    return 1;
}

int command_backup(int argc, char **argv)
{
    struct wanted wanted;
    enum settings_outcome outcome = wanted_read(&wanted, backup_summary, argc, argv);
    if (outcome != SETTINGS_READ)
        return outcome == SETTINGS_HELPED ? 0 : EXIT_USAGE;
    if (!secrets_prepare() || !data_folder_has_keys(wanted.data, "backup"))
        return 1;
    static struct given given;
    given.wanted = &wanted;
    const struct backup_giver giver = {give_keys, &given};
    struct database_count count;
    char message[STORE_MESSAGE_BYTES];
    bool made = backup_make(wanted.data, wanted.file, &giver, &count, message);
    key_copies_wipe(&given.copies);
    if (!made)
        return complain("backup", message);
    print_done(wanted.file, &count, wanted.without_keys ? "no" : "the");
    return fflush(stdout) == 0 ? 0 : 1;
}

/* What a restoration has come by. */
struct restored {
    const char *data;
    struct key_copies copies;
};

static bool take_part(void *context, const struct backup_part *part)
{
    struct restored *restored = context;
    if (part->name && part->bytes &&
        key_copies_add(&restored->copies, part->name, part->bytes, part->length))
        return true;
    fputs("spliced restore: the backup holds a file that this version does not know: restore it "
          "with the version that made it\n",
          stderr);
    return false;
}

static bool write_keys(void *context)
{
    struct restored *restored = context;
    return !key_copies_any(&restored->copies) ||
           key_copies_write(&restored->copies, restored->data);
}

static void take_keys_back(void *context)
{
    const struct restored *restored = context;
    if (key_copies_any(&restored->copies))
        key_copies_take_back(&restored->copies, restored->data);
}

int command_restore(int argc, char **argv)
{
    struct wanted wanted;
    enum settings_outcome outcome = wanted_read(&wanted, restore_summary, argc, argv);
    if (outcome != SETTINGS_READ)
        return outcome == SETTINGS_HELPED ? 0 : EXIT_USAGE;
    if (!secrets_prepare() || !data_folder_make(wanted.data))
        return 1;
    static struct restored restored;
    restored.data = wanted.data;
    const struct backup_taker taker = {take_part, write_keys, take_keys_back, &restored};
    struct database_count count;
    char message[STORE_MESSAGE_BYTES] = "";
    bool done = backup_restore(wanted.file, wanted.data, &taker, &count, message);
    bool has_keys = key_copies_any(&restored.copies);
    key_copies_wipe(&restored.copies);
    if (!done)
        return complain("restore", message);
    print_done(wanted.data, &count, has_keys ? "the" : "no");
    if (!has_keys)
        fputs("spliced restore: there were no keys in the backup: put the folder \"keys\" there "
              "before the server starts, or it makes new ones, and all tokens and invites die\n",
              stderr);
    return fflush(stdout) == 0 ? 0 : 1;
}
