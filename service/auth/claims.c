#include "service/auth/claims.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "service/base/parse.h"

static const char NAME_OF_SERVICE[] = "spliced"; /* iss and aud */

/* Beyond it JavaScript does not read integers exactly. */
static const json_int_t TIME_MAX = (INT64_C(1) << 53) - 1;

enum { PLAYERS = 8, LEEWAY = 60 };

const char *role_id(enum role role)
{
    static const char *const ids[] = {"none", "operator", "creator", "host", "player"};
    return (unsigned)role < sizeof ids / sizeof ids[0] ? ids[role] : ids[ROLE_NONE];
}

/* The sub that goes with the claims; for operators and creators the one they have. */
static void subject_of(const struct claims *claims, char ret_subject[NAME_BYTES])
{
    if (claims->role == ROLE_PLAYER)
        snprintf(ret_subject, NAME_BYTES, "%s:p%d", claims->game, claims->player + 1);
    else if (claims->role == ROLE_HOST)
        snprintf(ret_subject, NAME_BYTES, "%s:host", claims->game);
    else
        snprintf(ret_subject, NAME_BYTES, "%s", claims->subject);
}

static bool put(json_t *object, const char *name, json_t *value)
{
    return json_object_set_new(object, name, value) == 0;
}

static bool put_game(json_t *object, const struct claims *claims)
{
    char player[8];
    snprintf(player, sizeof player, "p%d", claims->player + 1);
    return put(object, "game", json_string(claims->game)) &&
           (claims->role == ROLE_HOST || put(object, "player", json_string(player))) &&
           put(object, "gen", json_integer(claims->generation));
}

static bool put_claims(json_t *object, const struct claims *claims)
{
    char subject[NAME_BYTES];
    subject_of(claims, subject);
    bool in_game = claims->role == ROLE_HOST || claims->role == ROLE_PLAYER;
    return put(object, "iss", json_string(NAME_OF_SERVICE)) &&
           put(object, "aud", json_string(NAME_OF_SERVICE)) &&
           put(object, "sub", json_string(subject)) &&
           put(object, "role", json_string(role_id(claims->role))) &&
           (!in_game || put_game(object, claims)) &&
           put(object, "iat", json_integer(claims->issued_at)) &&
           put(object, "exp", json_integer(claims->expires_at)) &&
           put(object, "jti", json_string(claims->id)) &&
           (claims->origin[0] == '\0' || put(object, "origin", json_string(claims->origin)));
}

size_t claims_write(const struct claims *claims, char *ret_text, size_t size)
{
    json_t *object = json_object();
    size_t length =
        put_claims(object, claims) ? json_dumpb(object, ret_text, size, JSON_COMPACT) : 0;
    json_decref(object);
    struct claims read_back;
    if (length > size || !claims_read(ret_text, length, &read_back))
        return 0;
    return length;
}

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static bool has_text(const json_t *object, const char *name, const char *want)
{
    const char *text = text_of(object, name);
    return text && strcmp(text, want) == 0;
}

static bool read_number(const json_t *object, const char *name, json_int_t maximum,
                        int64_t *ret_number)
{
    const json_t *value = json_object_get(object, name);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number > maximum)
        return false;
    *ret_number = number;
    return true;
}

static enum role read_role(const json_t *object)
{
    for (enum role role = ROLE_OPERATOR; role <= ROLE_PLAYER; role++)
        if (has_text(object, "role", role_id(role)))
            return role;
    return ROLE_NONE;
}

static bool read_times(const json_t *object, struct claims *claims)
{
    int64_t not_before = 0;
    if (!read_number(object, "iat", TIME_MAX, &claims->issued_at) ||
        !read_number(object, "exp", TIME_MAX, &claims->expires_at))
        return false;
    if (json_object_get(object, "nbf") && !read_number(object, "nbf", TIME_MAX, &not_before))
        return false;
    claims->not_before = not_before > claims->issued_at ? not_before : claims->issued_at;
    return true;
}

static bool read_id(const json_t *object, const char *name, char ret_id[TOKEN_ID_LENGTH + 1])
{
    const char *id = text_of(object, name);
    size_t length = id ? strlen(id) : 0;
    if (length == 0 || length > TOKEN_ID_LENGTH)
        return false;
    for (size_t i = 0; i < length; i++)
        if (id[i] < '!' || id[i] > '~')
            return false;
    memcpy(ret_id, id, length + 1);
    return true;
}

static bool read_ids(const json_t *object, struct claims *claims)
{
    return read_id(object, "jti", claims->id) &&
           (!json_object_get(object, "origin") || read_id(object, "origin", claims->origin));
}

static bool read_player(const json_t *object, struct claims *claims)
{
    const char *player = text_of(object, "player");
    if (!player || player[0] != 'p' || player[1] < '1' || player[1] >= '1' + PLAYERS || player[2])
        return false;
    claims->player = (uint8_t)(player[1] - '1');
    return true;
}

/* Game, player and generation: all that the role needs and nothing that it has not. */
static bool read_place(const json_t *object, struct claims *claims)
{
    bool in_game = claims->role == ROLE_HOST || claims->role == ROLE_PLAYER;
    if (!in_game)
        return !json_object_get(object, "game") && !json_object_get(object, "player") &&
               !json_object_get(object, "gen");
    const char *game = text_of(object, "game");
    int64_t generation;
    if (!game || !ulid_valid(game, strlen(game)) ||
        !read_number(object, "gen", UINT32_MAX, &generation))
        return false;
    memcpy(claims->game, game, ULID_LENGTH + 1);
    claims->generation = (uint32_t)generation;
    return claims->role == ROLE_PLAYER ? read_player(object, claims)
                                       : !json_object_get(object, "player");
}

static bool read_subject(const json_t *object, struct claims *claims)
{
    const char *subject = text_of(object, "sub");
    if (!subject || text_check(subject, strlen(subject), NAME_POINTS_MAX) != TEXT_FINE)
        return false;
    memcpy(claims->subject, subject, strlen(subject) + 1);
    char right[NAME_BYTES];
    subject_of(claims, right);
    return strcmp(subject, right) == 0;
}

static bool read_object(const json_t *object, struct claims *claims)
{
    return has_text(object, "iss", NAME_OF_SERVICE) && has_text(object, "aud", NAME_OF_SERVICE) &&
           claims->role != ROLE_NONE && read_times(object, claims) && read_ids(object, claims) &&
           read_place(object, claims) && read_subject(object, claims);
}

bool claims_read(const char *text, size_t length, struct claims *ret_claims)
{
    json_t *object = parse_json(text, length, JSON_REJECT_DUPLICATES, NULL);
    struct claims claims = {.role = read_role(object), .player = UINT8_MAX};
    bool valid = read_object(object, &claims);
    json_decref(object);
    if (valid)
        *ret_claims = claims;
    return valid;
}

bool claims_current(const struct claims *claims, int64_t now)
{
    return now >= claims->not_before - LEEWAY && now < claims->expires_at + LEEWAY;
}
