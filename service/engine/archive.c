#include "service/engine/archive.h"

#include "service/base/log.h"
#include "service/engine/fold.h"

bool archive_begin(struct archive *archive, struct store *store, size_t cached_games,
                   void (*tell_broken)(void *context), void *broken_context)
{
    *archive = (struct archive){.tell_broken = tell_broken, .broken_context = broken_context};
    archive->games = games_new(cached_games);
    if (!archive->games)
        return false;
    if (readers_begin(&archive->readers, store))
        return true;
    games_free(archive->games);
    return false;
}

void archive_end(struct archive *archive)
{
    readers_end(&archive->readers);
    games_free(archive->games);
}

static enum store_status fold(struct archive *archive, const char *game, uint32_t version,
                              struct snapshot **ret_snapshot)
{
    struct store_reader *reader = readers_take(&archive->readers);
    if (!reader)
        return STORE_UNAVAILABLE;
    enum store_status status = fold_game(reader, game, version, ret_snapshot);
    readers_give(&archive->readers, reader);
    if (status == STORE_BROKEN)
        archive_break(archive);
    return status;
}

enum store_status archive_find(struct archive *archive, const char *game, uint32_t version,
                               struct snapshot **ret_snapshot)
{
    uint64_t mark;
    struct snapshot *newest = games_find(archive->games, game, &mark);
    if (newest && (version == 0 || snapshot_record(newest)->game.version == version)) {
        tally_add(&archive->hits, 1);
        *ret_snapshot = newest;
        return STORE_OK;
    }
    snapshot_release(newest);
    tally_add(&archive->misses, 1);
    enum store_status status = fold(archive, game, version, ret_snapshot);
    if (status == STORE_OK && version == 0)
        games_offer(archive->games, *ret_snapshot, mark);
    return status;
}

void archive_break(struct archive *archive)
{
    if (atomic_exchange(&archive->broken, true))
        return;
    LOG_EVENT(LOG_LEVEL_ERROR, "the store is broken: the service has to be started anew",
              LOG_NUMBER("cached_games", games_count(archive->games)));
    archive->tell_broken(archive->broken_context);
}

bool archive_broken(const struct archive *archive)
{
    return atomic_load(&archive->broken);
}
