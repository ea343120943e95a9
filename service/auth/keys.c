#include "service/auth/keys.h"

#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "service/auth/key_files.h"

enum { DAY = 86400 };

void signing_key_make(struct signing_key *ret_key, const uint8_t seed[32])
{
    crypto_sign_seed_keypair(ret_key->public_key, ret_key->secret_key, seed);
    key_id_make(ret_key->public_key, ret_key->id);
}

static bool read_signing_key(const struct key_folder *folder, enum key_file file,
                             const struct random_source *source, struct signing_key *ret_key)
{
    uint8_t seed[KEY_FILE_BYTES];
    if (!key_file_read(folder, key_file_names[file], source, seed))
        return false;
    signing_key_make(ret_key, seed);
    sodium_memzero(seed, sizeof seed);
    return true;
}

static bool read_history(const struct key_folder *folder, struct key_history *ret_history)
{
    uint8_t text[KEY_HISTORY_BYTES_MAX];
    size_t length = 0;
    switch (key_file_load(folder, key_file_names[KEY_FILE_HISTORY], text, sizeof text, &length)) {
    case KEY_MISSING:
        *ret_history = (struct key_history){.count = 0};
        return true;
    case KEY_LOADED:
        return key_history_read((const char *)text, length, ret_history) ||
               key_folder_complain(folder, key_file_names[KEY_FILE_HISTORY],
                                   "the list of retired keys is damaged: take it from a backup; "
                                   "without it, old tokens are not believed");
    case KEY_BAD:
        break;
    }
    return false;
}

static bool write_history(const struct key_folder *folder, const struct key_history *history)
{
    struct buffer text = buffer_new(KEY_HISTORY_BYTES_MAX);
    key_history_write(history, &text);
    bool written =
        !buffer_failed(&text) && key_file_store(folder, key_file_names[KEY_FILE_HISTORY],
                                                (const uint8_t *)text.bytes, text.length);
    buffer_free(&text);
    return written;
}

static bool read_keys(const struct key_folder *folder, const struct random_source *source,
                      struct keys *keys)
{
    return read_signing_key(folder, KEY_FILE_TOKEN, source, &keys->token) &&
           read_signing_key(folder, KEY_FILE_HEAD, source, &keys->head) &&
           key_file_read(folder, key_file_names[KEY_FILE_INVITE], source, keys->invite) &&
           key_file_read(folder, key_file_names[KEY_FILE_DERIVE], source, keys->derive) &&
           read_history(folder, &keys->history);
}

bool keys_open(struct keys *ret_keys, const char *data_folder, const struct random_source *source)
{
    struct key_folder folder;
    if (!key_folder_open(&folder, data_folder))
        return false;
    struct keys keys;
    bool known = read_keys(&folder, source, &keys);
    if (known)
        *ret_keys = keys;
    keys_close(&keys);
    key_folder_close(&folder);
    return known;
}

/* What is written down about the key that goes. */
static bool retire(const struct key_folder *folder, const struct rotation *rotation,
                   struct keys *keys)
{
    struct key_history *history = &keys->history;
    const struct signing_key *key = rotation->purpose == KEY_HEAD ? &keys->head : &keys->token;
    int64_t lifetime =
        rotation->lifetime > history->longest ? rotation->lifetime : history->longest;
    key_history_forget(history, rotation->now);
    if (rotation->at_once)
        key_history_drop(history, rotation->purpose);
    /* A day more, in which a running server may still sign with it. */
    else if (!key_history_add(history, rotation->purpose, key->public_key,
                              rotation->now + lifetime + DAY))
        return key_folder_complain(folder, key_file_names[KEY_FILE_HISTORY],
                                   "there is no room for another retired key: wait until one is "
                                   "dropped, or rotate at once");
    return write_history(folder, history);
}

static bool replace(const struct key_folder *folder, const struct rotation *rotation,
                    const struct random_source *source, struct keys *keys)
{
    uint8_t seed[KEY_FILE_BYTES];
    bool is_head = rotation->purpose == KEY_HEAD;
    enum key_file file = is_head ? KEY_FILE_HEAD : KEY_FILE_TOKEN;
    random_fill(source, seed, sizeof seed);
    bool kept = key_file_store(folder, key_file_names[file], seed, sizeof seed);
    if (kept)
        signing_key_make(is_head ? &keys->head : &keys->token, seed);
    sodium_memzero(seed, sizeof seed);
    return kept;
}

bool keys_rotate(struct keys *ret_keys, const char *data_folder, const struct rotation *rotation,
                 const struct random_source *source)
{
    struct key_folder folder;
    if (!key_folder_open(&folder, data_folder))
        return false;
    struct keys keys;
    bool done = read_keys(&folder, NULL, &keys) && retire(&folder, rotation, &keys) &&
                replace(&folder, rotation, source, &keys);
    if (done)
        *ret_keys = keys;
    keys_close(&keys);
    key_folder_close(&folder);
    return done;
}

bool keys_note_lifetime(const char *data_folder, int64_t lifetime)
{
    struct key_folder folder;
    struct key_history history;
    if (!key_folder_open(&folder, data_folder))
        return false;
    bool done = read_history(&folder, &history);
    if (done && lifetime > history.longest) {
        history.longest = lifetime;
        done = write_history(&folder, &history);
    }
    key_folder_close(&folder);
    return done;
}

bool keys_exist(const char *data_folder)
{
    for (enum key_file file = KEY_FILE_TOKEN; file < KEY_FILE_HISTORY; file++) {
        char path[PATH_MAX];
        int length = snprintf(path, sizeof path, "%s/keys/%s", data_folder, key_file_names[file]);
        if (length < 0 || (size_t)length >= sizeof path)
            return false;
        if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
            return false;
    }
    return true;
}

void keys_close(struct keys *keys)
{
    sodium_memzero(keys, sizeof *keys);
}
