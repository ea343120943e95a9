#include "service/auth/key_history.h"

#include <string.h>

#include "service/base/text.h"

enum { MILLISECONDS = 1000, NUMBER_MAX = 11 /* digits */ };

static const char first_line[] = "spliced-keys-v1";
static const char longest_word[] = "longest ";

/* What is still to be read. */
struct rest {
    const char *text;
    size_t length;
};

const char *key_purpose_name(enum key_purpose purpose)
{
    return purpose == KEY_HEAD ? "head" : "token";
}

/* Takes the next line, without its end. False when there is none, or it does not end. */
static bool take_line(struct rest *rest, struct rest *ret_line)
{
    const char *end = memchr(rest->text, '\n', rest->length);
    if (!end)
        return false;
    size_t length = (size_t)(end - rest->text);
    *ret_line = (struct rest){rest->text, length};
    rest->text += length + 1;
    rest->length -= length + 1;
    return true;
}

/* Takes WORD from the beginning of a line. */
static bool take_word(struct rest *line, const char *word)
{
    size_t length = strlen(word);
    if (line->length < length || memcmp(line->text, word, length) != 0)
        return false;
    line->text += length;
    line->length -= length;
    return true;
}

static bool read_longest(struct rest line, int64_t *ret_longest)
{
    if (!take_word(&line, longest_word) || line.length == 0 || line.length > NUMBER_MAX)
        return false;
    int64_t number = 0;
    for (size_t i = 0; i < line.length; i++) {
        if (line.text[i] < '0' || line.text[i] > '9')
            return false;
        number = 10 * number + (line.text[i] - '0');
    }
    *ret_longest = number;
    return true;
}

static bool read_until(struct rest line, int64_t *ret_until)
{
    int64_t milliseconds;
    if (!take_word(&line, " ") || !time_parse(line.text, line.length, &milliseconds) ||
        milliseconds < MILLISECONDS)
        return false;
    *ret_until = milliseconds / MILLISECONDS;
    return true;
}

static bool read_key(struct rest line, struct retired_key *ret_key)
{
    *ret_key = (struct retired_key){.purpose = KEY_TOKEN};
    if (take_word(&line, "head "))
        ret_key->purpose = KEY_HEAD;
    else if (!take_word(&line, "token "))
        return false;
    if (line.length < KEY_ID_LENGTH || !key_parse(line.text, KEY_ID_LENGTH, ret_key->public_key))
        return false;
    line.text += KEY_ID_LENGTH;
    line.length -= KEY_ID_LENGTH;
    key_id_make(ret_key->public_key, ret_key->id);
    return ret_key->purpose == KEY_HEAD ? line.length == 0 : read_until(line, &ret_key->until);
}

bool key_history_read(const char *text, size_t length, struct key_history *ret_history)
{
    struct rest rest = {text, length};
    struct rest line;
    *ret_history = (struct key_history){.count = 0};
    if (!take_line(&rest, &line) || !take_word(&line, first_line) || line.length > 0 ||
        !take_line(&rest, &line) || !read_longest(line, &ret_history->longest))
        return false;
    while (rest.length > 0) {
        if (ret_history->count == RETIRED_KEYS_MAX || !take_line(&rest, &line) ||
            !read_key(line, &ret_history->retired[ret_history->count++]))
            return false;
    }
    return true;
}

static void write_key(const struct retired_key *key, struct buffer *buffer)
{
    char text[KEY_ID_LENGTH + 1];
    key_write(key->public_key, text);
    buffer_text(buffer, key_purpose_name(key->purpose));
    buffer_char(buffer, ' ');
    buffer_text(buffer, text);
    if (key->purpose == KEY_TOKEN) {
        char until[TIME_LENGTH + 1];
        time_format(key->until * MILLISECONDS, until);
        buffer_char(buffer, ' ');
        buffer_text(buffer, until);
    }
    buffer_char(buffer, '\n');
}

void key_history_write(const struct key_history *history, struct buffer *buffer)
{
    buffer_text(buffer, first_line);
    buffer_char(buffer, '\n');
    buffer_text(buffer, longest_word);
    buffer_number(buffer, history->longest);
    buffer_char(buffer, '\n');
    for (size_t i = 0; i < history->count; i++)
        write_key(&history->retired[i], buffer);
}

bool retired_key_holds(const struct retired_key *key, int64_t now)
{
    return key->purpose == KEY_HEAD || now < key->until;
}

void key_history_forget(struct key_history *history, int64_t now)
{
    size_t kept = 0;
    for (size_t i = 0; i < history->count; i++)
        if (retired_key_holds(&history->retired[i], now))
            history->retired[kept++] = history->retired[i];
    history->count = kept;
}

void key_history_drop(struct key_history *history, enum key_purpose purpose)
{
    size_t kept = 0;
    for (size_t i = 0; i < history->count; i++)
        if (history->retired[i].purpose != purpose)
            history->retired[kept++] = history->retired[i];
    history->count = kept;
}

/* The same key, from a rotation that broke off. */
static void leave_out(struct key_history *history, enum key_purpose purpose,
                      const uint8_t public_key[PUBLIC_KEY_BYTES])
{
    size_t kept = 0;
    for (size_t i = 0; i < history->count; i++) {
        const struct retired_key *key = &history->retired[i];
        if (key->purpose != purpose || memcmp(key->public_key, public_key, PUBLIC_KEY_BYTES) != 0)
            history->retired[kept++] = *key;
    }
    history->count = kept;
}

bool key_history_add(struct key_history *history, enum key_purpose purpose,
                     const uint8_t public_key[PUBLIC_KEY_BYTES], int64_t until)
{
    leave_out(history, purpose, public_key);
    if (history->count == RETIRED_KEYS_MAX)
        return false;
    struct retired_key *first = &history->retired[0];
    memmove(first + 1, first, history->count * sizeof *first);
    *first = (struct retired_key){.purpose = purpose, .until = purpose == KEY_TOKEN ? until : 0};
    memcpy(first->public_key, public_key, PUBLIC_KEY_BYTES);
    key_id_make(public_key, first->id);
    history->count++;
    return true;
}
