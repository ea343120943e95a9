#include "service/engine/snapshot.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/memory.h"

/* USUAL: room in which a view is put together before it is known how much memory it takes. */
enum { VIEW_BYTES_MAX = 1024 * 1024, VIEW_BYTES_USUAL = 32 * 1024 };

/* One view, made once and never changed. */
struct view_bytes {
    size_t common; /* so many bytes at the beginning are the same in the views of all audiences */
    size_t length;
    char bytes[];
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
        free(atomic_load(&snapshot->views[i]));
    free(snapshot);
}

const struct record *snapshot_record(const struct snapshot *snapshot)
{
    return &snapshot->record;
}

/* A view that has been made already; NULL: there is none. */
static const struct view_bytes *any_view(struct snapshot *snapshot)
{
    const struct view_bytes *view = NULL;
    for (size_t i = 0; i < AUDIENCES && !view; i++)
        view = atomic_load(&snapshot->views[i]);
    return view;
}

/* The view that consists of the COMMON bytes at BEGINNING and of REST. */
static struct view_bytes *view_join(const char *beginning, size_t common, const char *rest,
                                    size_t rest_length)
{
    struct view_bytes *view = malloc(sizeof *view + common + rest_length);
    if (!view) {
        memory_note();
        return NULL;
    }
    view->common = common;
    view->length = common + rest_length;
    memcpy(view->bytes, beginning, common);
    memcpy(view->bytes + common, rest, rest_length);
    return view;
}

static struct view_bytes *view_make(struct snapshot *snapshot, enum audience audience)
{
    const struct record *record = &snapshot->record;
    const struct view_bytes *other = any_view(snapshot);
    struct view_bytes *view;
    char room[VIEW_BYTES_USUAL];
    struct buffer buffer = buffer_in(room, sizeof room, VIEW_BYTES_MAX);
    size_t common = 0;
    if (other)
        view_write_own(record, audience, &buffer);
    else
        common = view_write(record, audience, &buffer);
    if (buffer_failed(&buffer))
        view = NULL;
    else if (other)
        view = view_join(other->bytes, other->common, buffer.bytes, buffer.length);
    else
        view = view_join(buffer.bytes, common, buffer.bytes + common, buffer.length - common);
    buffer_free(&buffer);
    return view;
}

const char *snapshot_view(struct snapshot *snapshot, enum audience audience, size_t *ret_length)
{
    _Atomic(struct view_bytes *) *place = &snapshot->views[audience];
    struct view_bytes *view = atomic_load(place);
    if (!view) {
        struct view_bytes *made = view_make(snapshot, audience);
        if (!made)
            return NULL;
        /* Of several who make it at once, the first one's stays: others may hold its bytes. */
        if (atomic_compare_exchange_strong(place, &view, made))
            view = made;
        else
            free(made);
    }
    *ret_length = view->length;
    return view->bytes;
}
