#include "service/engine/fold.h"

#include "service/base/log.h"
#include "service/json/event_json.h"

/* Read at a time, so that no read keeps the store from tidying up for long. */
enum { EVENTS_A_PAGE = 256 };

struct folding {
    struct record *record;
    bool damaged;
};

static bool fold_event(void *context, const struct stored_event *event)
{
    struct folding *folding = context;
    struct record *record = folding->record;
    struct log_event line;
    const char *fault = NULL;
    if (event->seq != record->game.version + 1 ||
        !event_read(event->type, event->player, event->at, event->data, event->data_length,
                    event->private_part, event->private_length, &line))
        fault = "a line of a game's log cannot be understood";
    else if (!record_fits(record, &line))
        fault = "a line of a game's log does not follow from those before it";
    if (fault) {
        LOG_EVENT(LOG_LEVEL_ERROR, fault, LOG_TEXT("game", record->id),
                  LOG_NUMBER("seq", event->seq), LOG_TEXT("type", event->type));
        folding->damaged = true;
        return false;
    }
    record_apply(record, &line, event->hash);
    return true;
}

/* What follows in a log ends where a command ended. */
static bool is_whole(const struct record *record)
{
    const char *fault = check(&record->game);
    if (fault)
        LOG_EVENT(LOG_LEVEL_ERROR, "a game's log leads to what cannot be",
                  LOG_TEXT("game", record->id), LOG_NUMBER("version", record->game.version),
                  LOG_TEXT("fault", fault));
    return !fault;
}

static enum store_status fold_into(struct store_reader *reader, struct record *record,
                                   uint32_t version)
{
    struct folding folding = {.record = record};
    uint32_t last = version == 0 ? UINT32_MAX : version;
    for (uint32_t before = UINT32_MAX; before != record->game.version;) {
        before = record->game.version;
        uint32_t left = last - before;
        enum store_status status = store_read_events(reader, record->id, before,
                                                     left < EVENTS_A_PAGE ? left : EVENTS_A_PAGE,
                                                     NULL, fold_event, &folding);
        if (status != STORE_OK)
            return status;
        if (folding.damaged)
            return STORE_UNAVAILABLE;
    }
    if (record->game.version == 0 || record->game.version < version)
        return STORE_NOT_FOUND;
    return is_whole(record) ? STORE_OK : STORE_UNAVAILABLE;
}

enum store_status fold_game(struct store_reader *reader, const char *game, uint32_t version,
                            struct snapshot **ret_snapshot)
{
    struct record *record;
    struct snapshot *snapshot = snapshot_new(&record);
    if (!snapshot)
        return STORE_UNAVAILABLE;
    record_begin(record, game);
    enum store_status status = fold_into(reader, record, version);
    if (status == STORE_OK)
        *ret_snapshot = snapshot;
    else
        snapshot_release(snapshot);
    return status;
}
