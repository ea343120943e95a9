#include "service/engine/snapshot.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "service/base/memory.h"

/* USUAL: room to begin with, so that a view does not move while it grows. */
enum { VIEW_BYTES_MAX = 1024 * 1024, VIEW_BYTES_USUAL = 8 * 1024 };

/* Bytes of one view, made once and never changed. */
struct view_bytes {
    char *bytes;
    size_t length;
};

struct snapshot {
    atomic_uint holders;
    _Atomic(struct view_bytes *) views[AUDIENCES]; /* NULL until somebody asks */
    struct record record;
};

struct snapshot *snapshot_new(struct record **ret_record)
{
    struct snapshot *snapshot = malloc(sizeof *snapshot);
    if (!snapshot) {
        memory_note();
        return NULL;
    }
    atomic_init(&snapshot->holders, 1);
    for (size_t i = 0; i < AUDIENCES; i++)
        atomic_init(&snapshot->views[i], NULL);
    *ret_record = &snapshot->record;
    return snapshot;
}

static void view_free(struct view_bytes *view)
{
    if (view)
        free(view->bytes);
    free(view);
}

void snapshot_hold(struct snapshot *snapshot)
{
    atomic_fetch_add_explicit(&snapshot->holders, 1, memory_order_relaxed);
}

void snapshot_release(struct snapshot *snapshot)
{
    /* The last one to let go must see all that the others have done with it. */
    if (!snapshot || atomic_fetch_sub_explicit(&snapshot->holders, 1, memory_order_acq_rel) > 1)
        return;
    for (size_t i = 0; i < AUDIENCES; i++)
        view_free(atomic_load(&snapshot->views[i]));
    free(snapshot);
}

const struct record *snapshot_record(const struct snapshot *snapshot)
{
    return &snapshot->record;
}

static struct view_bytes *view_make(const struct record *record, enum audience audience)
{
    struct view_bytes *view = malloc(sizeof *view);
    struct buffer buffer = buffer_new(VIEW_BYTES_MAX);
    (void)buffer_grow(&buffer, VIEW_BYTES_USUAL);
    view_write(record, audience, &buffer);
    char *bytes = view ? buffer_take(&buffer, &view->length) : NULL;
    buffer_free(&buffer);
    if (!bytes) {
        free(view);
        return NULL;
    }
    view->bytes = bytes;
    return view;
}

const char *snapshot_view(struct snapshot *snapshot, enum audience audience, size_t *ret_length)
{
    _Atomic(struct view_bytes *) *place = &snapshot->views[audience];
    struct view_bytes *view = atomic_load(place);
    if (!view) {
        struct view_bytes *made = view_make(&snapshot->record, audience);
        if (!made)
            return NULL;
        /* Of several who make it at once, the first one's stays: others may hold its bytes. */
        if (atomic_compare_exchange_strong(place, &view, made))
            view = made;
        else
            view_free(made);
    }
    *ret_length = view->length;
    return view->bytes;
}
