// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/document.h"

static const snw_field entry_fields[] = {
    {SNW_AT(snw_book_entry, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the place."},
    {SNW_AT(snw_book_entry, configuration), .kind = SNW_KIND_STRING,
     .help = "Configuration of the arm there."},
    {SNW_AT(snw_book_entry, pose), .kind = SNW_KIND_POSE, .unit = "m", .range = {-1e6, 1e6},
     .help = "Where it is."},
    {SNW_AT_LIST(snw_book_entry, joints, joint_count, 4096), .kind = SNW_KIND_REAL,
     .range = {-1e9, 1e9}, .help = "Joints of the arm there, if they were kept."},
};
const snw_type snw_book_entry_type = {SNW_TYPE_AS("place", snw_book_entry, entry_fields),
                                      .space = &snw_space_motion, .help = "A named place."};

static const snw_field book_fields[] = {
    {SNW_AT_LIST(snw_book, frames, frame_count, SNW_BOOK_FRAMES), .kind = SNW_KIND_STRUCT,
     .type = &snw_book_entry_type, .item = "place", .help = "Places by their names."},
};
const snw_type snw_book_type = {SNW_TYPE_AS("book", snw_book, book_fields),
                                .space = &snw_space_motion, .help = "Named places of a cell."};

static snw_status out_of_memory(snw_why *why) {
    snw_why_set(why, SNW_ERR_MEMORY, "book", NULL);
    return SNW_ERR_MEMORY;
}

snw_status snw_book_new(snw_setup *setup, snw_book **book, snw_why *why) {
    *book = snw_block_new(&snw_book_type, setup);
    return *book != NULL ? SNW_OK : out_of_memory(why);
}

snw_status snw_book_load(const char *path, snw_setup *setup, snw_book **book, snw_diags *diags) {
    void *object = NULL;
    const snw_status status = snw_document_read(path, &snw_book_type, NULL, setup, &object, diags);
    if (!snw_failed(status)) *book = object;
    return status;
}

snw_status snw_book_save(const char *path, const snw_book *book, snw_why *why) {
    return snw_document_write(path, &snw_book_type, book, NULL, why);
}

static int find(const snw_book *book, const char *name) {
    for (int i = 0; i < book->frame_count; i++) {
        if (strcmp(book->frames[i].name, name) == 0) return i;
    }
    return -1;
}

const snw_book_entry *snw_book_find(const snw_book *book, const char *name) {
    const int i = find(book, name);
    return i >= 0 ? &book->frames[i] : NULL;
}

snw_status snw_book_put(snw_book *book, snw_setup *setup, const char *name, snw_pose pose,
                        const char *configuration, snw_why *why) {
    char kept[SNW_FRAME_NAME];
    snw_status status = snw__frame_name(kept, name, why);
    if (status == SNW_OK) status = snw__frame_pose(&pose, name, why);
    if (status != SNW_OK) return status;
    if (configuration != NULL && strlen(configuration) >= SNW_BOOK_CONFIGURATION) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, name, "its configuration is too long");
        return SNW_ERR_TOO_LARGE;
    }
    int i = find(book, name);
    if (i < 0) {
        i = book->frame_count;
        status = snw_block_resize(&book_fields[0], book, i + 1, setup);
        if (status != SNW_OK) {
            snw_why_set(why, status, "book", NULL);
            return status;
        }
    }
    snw_book_entry *entry = &book->frames[i];
    memcpy(entry->name, kept, sizeof kept);
    entry->pose = pose;
    snw_copy_text(entry->configuration, sizeof entry->configuration,
                  configuration != NULL ? configuration : "");
    return SNW_OK;
}

snw_status snw_book_remove(snw_book *book, const char *name, snw_why *why) {
    const int i = find(book, name);
    if (i < 0) {
        snw_why_set(why, SNW_ERR_UNKNOWN_NAME, name, "the book has no such place");
        return SNW_ERR_UNKNOWN_NAME;
    }
    // lists of entries are announced by their place, so what is in them changes places, not they
    for (int k = i; k + 1 < book->frame_count; k++)
        book->frames[k] = book->frames[k + 1];
    book->frame_count--;
    return SNW_OK;
}

snw_status snw_frame_register(snw_registry *registry, snw_why *why) {
    return snw_registry_add(registry, &snw_book_type, why);
}
