// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/cloud.h"

// Commands of obstacles. A file is read beside the loop and beside the doors: into the map that the
// loop does not use, which it then takes in its next tick.

typedef struct file_order {
    char file[SNW_COMMAND_TEXT / 2];
} file_order;

typedef struct load_answer {
    int points, cells;
} load_answer;

// the first error among what was found in a file, with the place as its subject
static snw_status refuse_file(const char *file, const snw_diags *found, snw_status status,
                              snw_why *why) {
    for (int i = 0; i < found->count && why != NULL; i++) {
        if (found->items[i].severity != SNW_ERROR) continue;
        *why = found->items[i];
        const char *slash = strrchr(file, '/');
        snw_text line = snw_text_over(why->subject, sizeof why->subject);
        snw_text_format(&line, "%s", slash != NULL ? slash + 1 : file);
        if (why->line > 0) snw_text_format(&line, ":%d", why->line);
        break;
    }
    return status;
}

static snw_status fill_map(const snw_component *self, const snw_cloud *cloud, load_answer *out) {
    snw__obstacles *o = self->work;
    snw_voxel_map *map = &o->maps[1 - o->live];
    snw_voxel_map_clear(map);
    const int64_t now_ns = snw_exec_time_ns(self->exec);
    out->points = cloud->point_count;
    const int held = snw_voxel_map_insert(map, cloud->points, cloud->point_count, now_ns);
    out->cells = map->cell_count;
    return held > 0 || cloud->point_count == 0 ? SNW_OK : SNW_ERR_RANGE;
}

static snw_status read_map(const snw_component *self, const char *file, load_answer *answer,
                           snw_why *why) {
    enum { FOUND = 8 };
    snw_setup *setup = snw_setup_create((size_t)2 << 30);
    if (setup == NULL) return SNW_ERR_MEMORY;
    snw_why items[FOUND];
    snw_diags found = {.items = items, .capacity = FOUND};
    snw_cloud_file points;
    snw_status status = snw_cloud_read_file(file, setup, &points, &found);
    if (snw_failed(status)) {
        status = refuse_file(file, &found, status, why);
    } else {
        status = fill_map(self, points.cloud, answer);
        if (snw_failed(status)) {
            status = snw_refuse_rule(why, status, "obstacles", file,
                                     "no point of the file lies in the mapped box",
                                     "check its unit and frame, or map a larger box");
        }
    }
    snw_setup_destroy(setup);
    return status;
}

// One file at a time, of all who ask: the other map belongs to whoever turns `loaded` from 0 to -1,
// until he leaves it to the loop by 1.
static snw_status load_file(const void *component, const void *signals, const void *arguments,
                            void *answer, snw_why *why) {
    (void)signals;
    const snw_component *self = component;
    snw__obstacles *o = self->work;
    int32_t expected = 0;
    if (!__atomic_compare_exchange_n(&o->loaded, &expected, -1, false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED)) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "obstacles", self->name,
                               expected < 0 ? "another file is being read"
                                            : "the file before this one was not taken yet",
                               "start the component, or ask again");
    }
    const snw_status status = read_map(self, ((const file_order *)arguments)->file, answer, why);
    __atomic_store_n(&o->loaded, snw_failed(status) ? 0 : 1, __ATOMIC_RELEASE);
    return status;
}

static snw_status clear_map(void *component, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer, (void)why;
    snw__obstacles *o = ((snw_component *)component)->work;
    snw_voxel_map_clear(&o->maps[o->live]);
    return SNW_OK;
}

// file names may have blanks
static snw_status read_name(const void *self, const char *text, void *arguments, snw_why *why) {
    file_order *order = arguments;
    while (*text == ' ')
        text++;
    if (*text == '\0' || strlen(text) >= sizeof order->file) {
        return snw_refuse_rule(why, SNW_ERR_SYNTAX, "obstacles",
                               ((const snw_component *)self)->name,
                               "this is not the name of a file", "load FILE");
    }
    snw_copy_text(order->file, sizeof order->file, text);
    return SNW_OK;
}

static void print_name(const void *self, const void *arguments, char *text) {
    (void)self;
    snw_copy_text(text, SNW_COMMAND_TEXT, ((const file_order *)arguments)->file);
}

static const snw_field file_fields[] = {{SNW_AT(file_order, file), .kind = SNW_KIND_STRING,
                                         .flags = SNW_REQUIRED,
                                         .help = "Name of a PCD or PLY file, in the world frame."}};
static const snw_type file_type = {SNW_TYPE_AS("obstacles_file", file_order, file_fields),
                                   .space = &snw_space_cell, .help = "A file of points."};
static const snw_field load_fields[] = {
    {SNW_AT(load_answer, points), .kind = SNW_KIND_INT, .help = "Number of points in the file."},
    {SNW_AT(load_answer, cells), .kind = SNW_KIND_INT, .help = "Number of cells that they fill."}};
static const snw_type load_type = {SNW_TYPE_AS("obstacles_loaded", load_answer, load_fields),
                                   .space = &snw_space_cell, .help = "What a file held."};

const snw_command snw__obstacles_commands[SNW__OBSTACLES_COMMANDS] = {
    {.word = "load",
     .kind = SNW_COMMAND_ASK,
     .role = SNW_COMMAND_ENGINEER,
     .arguments = &file_type,
     .answer = &load_type,
     .ask = load_file,
     .reads_file = true,
     .help = "Replace the map by the points of a PCD or PLY file.",
     .usage = "FILE",
     .read = read_name,
     .print = print_name},
    {.word = "clear", .kind = SNW_COMMAND_SET, .act = clear_map, .help = "Clear all cells."},
};
