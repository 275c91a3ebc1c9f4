// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/describe.h"
#include "sinew/document.h"
#include "sinew/queue/path.h"
#include "sinew/store.h"

/// A path as its file has it: poses as twelve numbers, the columns of the rotation and the origin.
typedef struct path_sheet {
    int scalars, poses;
    int64_t spacing_ns;
    int64_t *times_ns;
    int time_count;
    double *values;
    int value_count;
    double *places;
    int place_count;
} path_sheet;

enum { NUMBERS = 1 << 28 };

static const snw_field sheet_fields[] = {
    {SNW_AT(path_sheet, scalars), .kind = SNW_KIND_INT, .range = {0, SNW_PATH_COLUMNS},
     .help = "Number of scalars in a record."},
    {SNW_AT(path_sheet, poses), .kind = SNW_KIND_INT, .range = {0, SNW_PATH_COLUMNS},
     .help = "Number of poses in a record."},
    {SNW_AT(path_sheet, spacing_ns), .kind = SNW_KIND_INT, .unit = "ns", .range = {0, 9e18},
     .help = "Smallest time between two records."},
    {SNW_AT_LIST(path_sheet, times_ns, time_count, SNW_PATH_RECORDS), .kind = SNW_KIND_INT,
     .unit = "ns", .range = {-4e18, 4e18}, .help = "Time of each record."},
    {SNW_AT_LIST(path_sheet, values, value_count, NUMBERS), .kind = SNW_KIND_REAL,
     .range = {-1e300, 1e300}, .help = "Scalars, record by record."},
    {SNW_AT_LIST(path_sheet, places, place_count, NUMBERS), .kind = SNW_KIND_REAL,
     .range = {-1e300, 1e300},
     .help = "Poses, record by record: x, y and z axis, then the origin, of each."},
};

static const snw_type sheet_type = {SNW_TYPE_AS("path", path_sheet, sheet_fields),
                                    .space = &snw_space_motion, .help = "A recorded path."};

snw_status snw_path_save(const char *file, const snw_path *path, snw_why *why) {
    const int n = path->count;
    path_sheet sheet = {.scalars = path->config.scalars,
                        .poses = path->config.poses,
                        .spacing_ns = path->config.spacing_ns,
                        .times_ns = path->times,
                        .time_count = n,
                        .values = path->scalars,
                        .value_count = n * path->config.scalars,
                        .place_count = 12 * n * path->config.poses};
    // a pose is twelve numbers in this order and nothing else
    _Static_assert(sizeof(snw_pose) == 12 * sizeof(double), "a pose is twelve numbers");
    if (path->poses != NULL) sheet.places = &path->poses[0].R.x.x;
    return snw_document_write(file, &sheet_type, &sheet, NULL, why);
}

static snw_status refuse_file(snw_diags *diags, const char *file, const char *text,
                              const char *fix) {
    snw_why why;
    const snw_status status = snw_refuse(&why, SNW_ERR_SIZE, "path", text, fix);
    snw_why_at(&why, file, 0, 0);
    snw_diags_add(diags, &why);
    return status;
}

static snw_status add_records(snw_path *path, const path_sheet *sheet) {
    const int n = sheet->scalars, m = sheet->poses;
    path->config.spacing_ns = 0;
    snw_status status = SNW_OK;
    for (int k = 0; k < sheet->time_count && status == SNW_OK; k++) {
        snw_pose poses[SNW_PATH_COLUMNS];
        if (m > 0) {
            memcpy(poses, sheet->places + (ptrdiff_t)12 * k * m, sizeof *poses * (size_t)m);
        }
        const double *values = n > 0 ? sheet->values + (ptrdiff_t)k * n : NULL;
        status = snw_path_add(path, sheet->times_ns[k], values, poses);
    }
    path->config.spacing_ns = sheet->spacing_ns;
    return status;
}

snw_status snw_path_load(const char *file, bool smooth, snw_path *path, snw_arena *arena,
                         snw_diags *diags) {
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    if (setup == NULL) return SNW_ERR_MEMORY;
    void *object = NULL;
    snw_status status = snw_document_read(file, &sheet_type, NULL, setup, &object, diags);
    const path_sheet *sheet = (const path_sheet *)object;
    if (!snw_failed(status)) {
        const int64_t records = sheet->time_count;
        if (records * sheet->scalars != sheet->value_count ||
            12 * records * sheet->poses != sheet->place_count) {
            status =
                refuse_file(diags, file, "it does not hold as many numbers as its records need",
                            "write it with snw_path_save()");
        }
    }
    if (!snw_failed(status)) {
        const snw_path_config config = {.scalars = sheet->scalars,
                                        .poses = sheet->poses,
                                        .capacity = sheet->time_count > 0 ? sheet->time_count : 1,
                                        .spacing_ns = sheet->spacing_ns,
                                        .smooth = smooth};
        status = snw_path_init(path, &config, arena);
    }
    if (!snw_failed(status)) {
        status = add_records(path, sheet);
        if (snw_failed(status)) {
            snw_why why;
            SNW_IGNORE(snw_refuse(&why, status, "path", "the times of its records do not increase",
                                  "sort its records by time"));
            snw_why_add(&why, "record", path->count + 1, "");
            snw_why_at(&why, file, 0, 0);
            snw_diags_add(diags, &why);
        }
    }
    snw_setup_destroy(setup);
    return status;
}

snw_status snw_path_register(snw_registry *registry, snw_why *why) {
    return snw_registry_add(registry, &sheet_type, why);
}
