#include "service/json/catalogue_json.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/base/parse.h"
#include "service/base/text.h"
#include "service/json/embedded.h"
#include "service/json/writer.h"

enum { PAGE_BYTES_MAX = 1 << 20 };

/* The index, then the kinds in ASCII order. */
static struct catalogue_page pages[] = {
    {.kind = ""},
    {.kind = "abilities"},
    {.kind = "action_cards"},
    {.kind = "echo_cards"},
    {.kind = "edicts"},
    {.kind = "factions"},
    {.kind = "genomes"},
    {.kind = "kings"},
    {.kind = "layouts"},
    {.kind = "paradigms"},
    {.kind = "strategy_cards"},
    {.kind = "tiles"},
    {.kind = "unit_upgrades"},
};

enum { PAGES = sizeof pages / sizeof pages[0] };

/* Takes over what BUFFER holds as the bytes of PAGE. */
static bool finish_page(struct catalogue_page *page, struct buffer *buffer)
{
    page->bytes = buffer_take(buffer, &page->length);
    if (!page->bytes)
        return false;
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)page->bytes, page->length);
    hex_encode(hash, (CATALOGUE_TAG_BYTES - 1) / 2, page->tag);
    return true;
}

static bool count_rows(const struct embedded_file *file, size_t *ret_count)
{
    json_t *rows = parse_json((const char *)file->bytes, file->length, 0, NULL);
    *ret_count = json_array_size(rows);
    bool is_array = json_is_array(rows);
    json_decref(rows);
    return is_array;
}

/* The facts are an array already, which is not written anew. */
static bool make_page(struct catalogue_page *page)
{
    char path[64];
    snprintf(path, sizeof path, "rules/data/%s.json", page->kind);
    const struct embedded_file *file = embedded_find(path);
    if (!file || !count_rows(file, &page->count))
        return false;
    struct buffer buffer = buffer_new(PAGE_BYTES_MAX);
    struct json_writer writer = json_writer_start(&buffer);
    write_object(&writer);
    write_key(&writer, "items");
    write_raw(&writer, (const char *)file->bytes, file->length);
    write_member_null(&writer, "next");
    write_object_end(&writer);
    return finish_page(page, &buffer);
}

static bool make_index(struct catalogue_page *index)
{
    struct buffer buffer = buffer_new(PAGE_BYTES_MAX);
    struct json_writer writer = json_writer_start(&buffer);
    index->count = PAGES - 1;
    write_object(&writer);
    write_key(&writer, "items");
    write_array(&writer);
    for (size_t i = 1; i < PAGES; i++) {
        char href[64];
        snprintf(href, sizeof href, "/v1/catalogue/%s", pages[i].kind);
        write_object(&writer);
        write_member_text(&writer, "kind", pages[i].kind);
        write_member_number(&writer, "count", (int64_t)pages[i].count);
        write_member_text(&writer, "href", href);
        write_object_end(&writer);
    }
    write_array_end(&writer);
    write_member_null(&writer, "next");
    write_object_end(&writer);
    return finish_page(index, &buffer);
}

bool catalogue_open(void)
{
    bool fine = true;
    for (size_t i = 1; i < PAGES && fine; i++)
        fine = make_page(&pages[i]);
    fine = fine && make_index(&pages[0]);
    if (!fine)
        catalogue_close();
    return fine;
}

void catalogue_close(void)
{
    for (size_t i = 0; i < PAGES; i++) {
        free(pages[i].bytes);
        pages[i].bytes = NULL;
        pages[i].length = 0;
    }
}

const struct catalogue_page *catalogue_page(const char *kind)
{
    for (size_t i = 0; i < PAGES; i++)
        if (strcmp(pages[i].kind, kind) == 0)
            return &pages[i];
    return NULL;
}
