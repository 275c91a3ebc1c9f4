// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/document.h"
#include "sinew/os/file_lock.h"
#include "sinew/store.h"

static const snw_field entry_fields[] = {
    {SNW_AT(snw_book_entry, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the place."},
    {SNW_AT(snw_book_entry, configuration), .kind = SNW_KIND_STRING,
     .help = "Arm configuration at the place, e.g. run for right, up, no flip."},
    {SNW_AT(snw_book_entry, pose), .kind = SNW_KIND_POSE, .unit = "m", .range = {-1e6, 1e6},
     .help = "Pose of the place, in the base of the arm."},
    {SNW_AT_LIST(snw_book_entry, joints, joint_count, 4096), .kind = SNW_KIND_REAL,
     .range = {-1e9, 1e9}, .help = "Joint positions at the place, if they were stored [rad or m]."},
};
const snw_type snw_book_entry_type = {SNW_TYPE_AS("place", snw_book_entry, entry_fields),
                                      .space = &snw_space_motion, .help = "A named place."};

static const snw_field book_fields[] = {
    {SNW_AT_LIST(snw_book, frames, frame_count, SNW_BOOK_FRAMES), .kind = SNW_KIND_STRUCT,
     .type = &snw_book_entry_type, .item = "place", .help = "Places with their names."},
};
const snw_type snw_book_type = {SNW_TYPE_AS("book", snw_book, book_fields),
                                .space = &snw_space_motion, .help = "Named places of a cell."};

snw_status snw_book_new(snw_setup *setup, snw_book **book, snw_why *why) {
    *book = snw_block_new(&snw_book_type, setup);
    return *book != NULL ? SNW_OK : snw_refuse(why, SNW_ERR_MEMORY, "book", NULL, NULL);
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

// the entry of a name, which is made if it is not there
static snw_status make_entry(snw_book *book, snw_setup *setup, const char *name,
                             snw_book_entry **entry, snw_why *why) {
    char kept[SNW_FRAME_NAME];
    const snw_status status = snw__frame_name(kept, name, why);
    if (snw_failed(status)) return status;
    int i = find(book, name);
    if (i < 0) {
        i = book->frame_count;
        const snw_status resized = snw_block_resize(&book_fields[0], book, i + 1, setup);
        if (snw_failed(resized)) return snw_refuse(why, resized, "book", NULL, NULL);
    }
    *entry = &book->frames[i];
    memcpy((*entry)->name, kept, sizeof kept);
    return SNW_OK;
}

snw_status snw_book_put(snw_book *book, snw_setup *setup, const char *name, snw_pose pose,
                        const char *configuration, snw_why *why) {
    snw_status status = snw__frame_pose(&pose, name, why);
    if (snw_failed(status)) return status;
    if (configuration != NULL && strlen(configuration) >= SNW_BOOK_CONFIGURATION) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, name, "its configuration is too long", NULL);
    }
    snw_book_entry *entry = NULL;
    status = make_entry(book, setup, name, &entry, why);
    if (snw_failed(status)) return status;
    entry->pose = pose;
    snw_copy_text(entry->configuration, sizeof entry->configuration,
                  configuration != NULL ? configuration : "");
    return SNW_OK;
}

snw_status snw_book_take(snw_book *book, snw_setup *setup, const snw_book_entry *entry,
                         const char *name, snw_why *why) {
    // joints are copied first: `entry` may be one of this book, whose list may move
    const snw_book_entry from = *entry;
    const size_t bytes = (size_t)from.joint_count * sizeof *from.joints;
    double *joints = NULL;
    if (bytes > 0) {
        joints = snw_setup_take(setup, bytes, _Alignof(double));
        if (joints == NULL) return snw_refuse(why, SNW_ERR_MEMORY, "book", NULL, NULL);
        memcpy(joints, from.joints, bytes);
    }
    const snw_status status = snw_book_put(book, setup, name, from.pose, from.configuration, why);
    if (snw_failed(status)) return status;
    snw_book_entry *to = &book->frames[find(book, name)];
    to->joints = joints;
    to->joint_count = from.joint_count;
    return SNW_OK;
}

snw_status snw_book_need(const snw_book *book, const char *name, const snw_book_entry **entry,
                         snw_why *why) {
    const snw_book_entry *found = snw_book_find(book, name);
    if (found != NULL) {
        *entry = found;
        return SNW_OK;
    }
    // a list of a few names is enough for a hint
    enum { LOOKED_AT = 64 };
    const char *names[LOOKED_AT];
    int count = 0;
    for (; count < LOOKED_AT && count < book->frame_count; count++)
        names[count] = book->frames[count].name;
    const char *closest = count > 0 ? snw_closest_name(name, names, count) : NULL;
    char fix[SNW_FRAME_NAME + 32];
    snw_text text = snw_text_over(fix, sizeof fix);
    if (closest != NULL) {
        snw_text_format(&text, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&text, "'sinew book list FILE' lists the names");
    }
    return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, name, "the book has no such place", fix);
}

snw_status snw_book_copy(snw_book *book, snw_setup *setup, const char *name, const char *to,
                         snw_why *why) {
    const snw_book_entry *entry = NULL;
    const snw_status status = snw_book_need(book, name, &entry, why);
    if (snw_failed(status)) return status;
    if (snw_book_find(book, to) != NULL) {
        return snw_refuse(why, SNW_ERR_DUPLICATE, to, "the book has a place of this name",
                          "choose another name, or delete that place first");
    }
    return snw_book_take(book, setup, entry, to, why);
}

snw_status snw_book_rename(snw_book *book, snw_setup *setup, const char *name, const char *to,
                           snw_why *why) {
    const snw_status status = snw_book_copy(book, setup, name, to, why);
    return snw_failed(status) ? status : snw_book_remove(book, name, why);
}

snw_status snw_book_remove(snw_book *book, const char *name, snw_why *why) {
    const snw_book_entry *entry = NULL;
    const snw_status status = snw_book_need(book, name, &entry, why);
    if (snw_failed(status)) return status;
    const int i = (int)(entry - book->frames);
    // lists of entries are announced by their place, so what is in them changes places, not they
    for (int k = i; k + 1 < book->frame_count; k++)
        book->frames[k] = book->frames[k + 1];
    book->frame_count--;
    return SNW_OK;
}

// --- files that several programs change ---------------------------------------------------------

enum { BOOK_MEMORY = 1 << 28 };
static const int64_t LOCK_WAIT_NS = 5000000000;

static snw_status change_locked(const char *path, snw_book_change_fn *change, void *context,
                                snw_setup *setup, snw_why *why) {
    snw_book *book = NULL;
    snw_why found = {0};
    snw_diags diags = {.items = &found, .capacity = 1};
    snw_status status = snw_book_load(path, setup, &book, &diags);
    if (status == SNW_ERR_NOT_FOUND) {
        status = snw_book_new(setup, &book, why);
    } else if (snw_failed(status) && why != NULL) {
        *why = found;
    }
    if (!snw_failed(status)) status = change(book, setup, context, why);
    return snw_failed(status) ? status : snw_book_save(path, book, why);
}

snw_status snw_book_change(const char *path, snw_book_change_fn *change, void *context,
                           snw_why *why) {
    snw_file_lock lock;
    snw_status status = snw_file_lock_take(&lock, path, LOCK_WAIT_NS, why);
    if (snw_failed(status)) return status;
    snw_setup *setup = snw_setup_create(BOOK_MEMORY);
    status = setup != NULL ? change_locked(path, change, context, setup, why)
                           : snw_refuse(why, SNW_ERR_MEMORY, "book", NULL, NULL);
    snw_setup_destroy(setup);
    snw_file_lock_give(&lock);
    return status;
}

snw_status snw_frame_register(snw_registry *registry, snw_why *why) {
    return snw_registry_add(registry, &snw_book_type, why);
}
