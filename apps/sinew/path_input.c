// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "path_input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_input.h"
#include "record_command.h"

const char *const path_interpolations[] = {"c2", "linear", "slerp", "nearest", NULL};

static const char *const parts[7] = {"x", "y", "z", "qx", "qy", "qz", "qw"};

const char *path_ending(const char *file) {
    const char *dot = strrchr(file, '.');
    return dot != NULL && strchr(dot, '/') == NULL ? dot : "";
}

bool path_is_recording(const char *file) {
    return strcmp(path_ending(file), ".mcap") == 0;
}

static bool is_path_file(const char *file) {
    const char *ending = path_ending(file);
    return strcmp(ending, ".xml") == 0 || strcmp(ending, ".json") == 0;
}

void path_close(path_input *input) {
    free(input->names);
    free(input->units);
    free(input->memory);
    input->names = input->units = NULL;
    input->memory = NULL;
}

static snw_status make_names(path_input *input, int scalars, snw_why *why) {
    input->names = calloc((size_t)scalars + 1, sizeof *input->names);
    input->units = calloc((size_t)scalars + 1, sizeof *input->units);
    if (input->names == NULL || input->units == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "path", NULL, NULL);
    }
    for (int i = 0; i < scalars; i++) {
        snw_text text = snw_text_over(input->names[i], PATH_NAME);
        snw_text_format(&text, "q[%d]", i);
    }
    return SNW_OK;
}

snw_status path_like(path_input *input, const path_input *other, int scalars, int poses,
                     int records, snw_why *why) {
    *input = (path_input){.interpolation = other->interpolation};
    snw_status status = make_names(input, scalars, why);
    const snw_path_config config = {
        .scalars = scalars, .poses = poses, .capacity = records, .smooth = true};
    snw_arena arena = {0};
    SNW_IGNORE(snw_path_init(&input->path, &config, &arena));
    if (status == SNW_OK) input->memory = model_block(arena.needed, &arena, why);
    if (input->memory == NULL) status = SNW_ERR_MEMORY;
    if (status == SNW_OK) status = snw_path_init(&input->path, &config, &arena);
    for (int i = 0; status == SNW_OK && i < scalars && i < other->path.config.scalars; i++) {
        snw_copy_text(input->names[i], PATH_NAME, other->names[i]);
        snw_copy_text(input->units[i], PATH_NAME, other->units[i]);
    }
    if (snw_failed(status)) {
        if (why->code == SNW_OK) snw_why_set(why, status, "path", "too many records or columns");
        path_close(input);
    }
    return status;
}

// --- path files ---------------------------------------------------------------------------------

static snw_status read_file(path_input *input, const char *file, snw_why *why) {
    snw_diags diags;
    void *memory = NULL;
    snw_status status = model_diags(&diags, &memory, why);
    if (snw_failed(status)) return status;
    // once to measure
    snw_arena arena = {0};
    status = snw_path_load(file, true, &input->path, &arena, &diags);
    if (status == SNW_ERR_MEMORY) {
        input->memory = model_block(arena.needed, &arena, why);
        if (input->memory != NULL) {
            status = snw_path_load(file, true, &input->path, &arena, &diags);
        }
    }
    if (snw_failed(status)) {
        if (diags.count > 0) *why = diags.items[0];
        if (why->code == SNW_OK) snw_why_set(why, status, file, NULL);
        // a file that cannot be read is not a file that is wrong
        if (strcmp(why->rule, "file") != 0) status = model_status(status);
    }
    free(memory);
    return snw_failed(status) ? status : make_names(input, input->path.config.scalars, why);
}

// --- tables and recordings ----------------------------------------------------------------------

/// Rows of a series, as they come.
typedef struct sheet {
    snw_series *series;
    int columns[SNW_PATH_COLUMNS]; ///< of the series, for each scalar, then for each part of a pose
    double factor[SNW_PATH_COLUMNS]; ///< of each of these columns, to rad or m
    int scalars, poses;
    int64_t *times;
    double *values; ///< [count][scalars + 7 poses]
    int count, room;
} sheet;

// the number in "pose3/" and which part it is; false for another column
static bool is_pose(const char *path, int *pose, int *part) {
    const char *slash = strchr(path, '/');
    if (strncmp(path, "pose", 4) != 0 || slash == NULL || slash == path + 4) return false;
    int64_t number = 0;
    if (snw_failed(snw_int_parse(path + 4, (size_t)(slash - path - 4), &number, NULL))) {
        return false;
    }
    for (int i = 0; i < 7; i++) {
        if (strcmp(slash + 1, parts[i]) != 0) continue;
        *pose = number >= 0 && number < SNW_PATH_COLUMNS / 8 ? (int)number : -1;
        *part = i;
        return *pose >= 0;
    }
    return false;
}

// Angles are in rad and lengths in m inside of a path, whatever the table has; every other unit
// stays. Returns the unit of the path.
static const char *convert_unit(const char *unit, double *factor) {
    static const char *const own[] = {"rad", "m"};
    for (int i = 0; i < 2; i++) {
        if (!snw_failed(snw_unit_factor(unit, strlen(unit), own[i], factor))) return own[i];
    }
    *factor = 1;
    return unit;
}

// Of a recording, what the drives were told; where they are told efforts, what the law follows.
static snw_status select_standard(sheet *s, const char *member, const char *file, snw_why *why) {
    static const char *const images[] = {"command", "target"};
    snw_status status = SNW_OK;
    for (int i = 0; i < 2; i++) {
        char pattern[SNW_FIELD_PATH];
        const char *const one = pattern;
        snw_text text = snw_text_over(pattern, sizeof pattern);
        snw_text_format(&text, "%s/%s/q[*]", member != NULL ? member : "*", images[i]);
        status = snw_series_select(s->series, &one, 1, why);
        if (!snw_failed(status)) {
            if (why != NULL) *why = (snw_why){0};
            return status;
        }
    }
    return snw_refuse(why, status, file, "the recording has no positions of the arm's joints",
                      "name signals with --signal; 'sinew record show --signals' lists them");
}

static snw_status choose(sheet *s, path_input *input, const cli_values *values,
                         const path_source *from, snw_why *why) {
    int count = 0, columns = 0, pose, part;
    const char *file = from->file;
    const char *const *wanted = cli_texts(values, "signal", &count);
    snw_status status = SNW_OK;
    if (count > 0) status = snw_series_select(s->series, wanted, count, why);
    if (count == 0 && path_is_recording(file)) {
        status = select_standard(s, from->member, file, why);
    }
    if (snw_failed(status)) return status;
    const snw_series_column *all = snw_series_columns(s->series, &columns);
    for (int i = 0; i < columns; i++) {
        if (!all[i].selected) continue;
        if (is_pose(all[i].path, &pose, &part)) {
            s->poses = pose >= s->poses ? pose + 1 : s->poses;
        } else if (s->scalars < SNW_PATH_COLUMNS) {
            s->columns[s->scalars++] = i;
        }
    }
    if (s->scalars + 7 * s->poses > SNW_PATH_COLUMNS || s->scalars + s->poses == 0) {
        snw_why_set(why, SNW_ERR_SIZE, file, "a path has 1 to 1,024 columns");
        snw_why_fix(why, "name fewer with --signal");
        return model_status(SNW_ERR_SIZE);
    }
    for (int i = 0; i < 7 * s->poses; i++) {
        s->columns[s->scalars + i] = -1;
        s->factor[s->scalars + i] = 1;
    }
    for (int i = 0; i < columns; i++) {
        if (!all[i].selected || !is_pose(all[i].path, &pose, &part)) continue;
        s->columns[s->scalars + 7 * pose + part] = i;
        if (part < 3) (void)convert_unit(all[i].unit, &s->factor[s->scalars + 7 * pose + part]);
    }
    status = make_names(input, s->scalars, why);
    for (int i = 0; status == SNW_OK && i < s->scalars; i++) {
        snw_copy_text(input->names[i], PATH_NAME, all[s->columns[i]].path);
        const char *unit = convert_unit(all[s->columns[i]].unit, &s->factor[i]);
        snw_copy_text(input->units[i], PATH_NAME, unit);
    }
    return status;
}

static snw_status keep(sheet *s, const snw_series_row *row, const char *file, snw_why *why) {
    const int width = s->scalars + 7 * s->poses;
    if (s->count == s->room) {
        const int room = s->room == 0 ? 1024 : 2 * s->room;
        int64_t *times = realloc(s->times, sizeof *times * (size_t)room);
        if (times != NULL) s->times = times;
        double *more = realloc(s->values, sizeof *more * (size_t)room * (size_t)width);
        if (more != NULL) s->values = more;
        if (times == NULL || more == NULL) {
            return snw_refuse(why, SNW_ERR_MEMORY, "path", NULL, NULL);
        }
        s->room = room;
    }
    double *to = s->values + (size_t)s->count * (size_t)width;
    for (int i = 0; i < width; i++) {
        const int column = s->columns[i];
        to[i] =
            column >= 0 && row->present[column] ? s->factor[i] * row->values[column] : (double)NAN;
        if (isfinite(to[i])) continue;
        snw_why_set(why, SNW_ERR_SYNTAX, file, "a record has no number in a column");
        snw_why_add(why, "record", s->count + 1, "");
        snw_why_add(why, "t", 1e-9 * (double)row->t_ns, "s");
        snw_why_add(why, "column", i + 1, "");
        return model_status(SNW_ERR_SYNTAX);
    }
    s->times[s->count++] = row->t_ns;
    return SNW_OK;
}

static snw_status read_rows(sheet *s, const char *file, snw_why *why) {
    for (;;) {
        snw_series_row row;
        snw_status status = snw_series_next(s->series, &row, why);
        if (status == SNW_DONE) return SNW_OK;
        if (!snw_failed(status)) status = keep(s, &row, file, why);
        if (snw_failed(status)) return status;
        if (s->count > SNW_PATH_RECORDS) {
            snw_why_set(why, SNW_ERR_TOO_LARGE, file, "too many records for a path");
            return model_status(SNW_ERR_TOO_LARGE);
        }
    }
}

static snw_status fill(path_input *input, const sheet *s, const char *file, snw_why *why) {
    const int width = s->scalars + 7 * s->poses;
    for (int k = 0; k < s->count; k++) {
        const double *row = s->values + (size_t)k * (size_t)width;
        snw_pose poses[SNW_PATH_COLUMNS / 8];
        snw_status status = SNW_OK;
        for (int i = 0; i < s->poses && status == SNW_OK; i++) {
            const double *x = row + s->scalars + (ptrdiff_t)7 * i;
            snw_quat q;
            status = snw_quat_normalize(snw_quat_of(x[6], x[3], x[4], x[5]), &q);
            if (status == SNW_OK) {
                poses[i] = snw_pose_of(snw_quat_to_mat3(q), snw_vec3_of(x[0], x[1], x[2]));
            }
        }
        if (status == SNW_OK) status = snw_path_add(&input->path, s->times[k], row, poses);
        if (status == SNW_OK) continue;
        const bool time = status == SNW_ERR_RANGE;
        snw_why_set(why, status, file,
                    time ? "the time of the record is not later than the one before"
                         : "the quaternion of the record is zero");
        if (time && (s->times[k] > SNW_PATH_TIME || s->times[k] < -SNW_PATH_TIME)) {
            snw_why_set(why, status, file, "the time of the record is out of range");
        }
        snw_why_add(why, "record", k + 1, "");
        snw_why_add(why, "t", 1e-9 * (double)s->times[k], "s");
        return model_status(SNW_ERR_SYNTAX);
    }
    return SNW_OK;
}

static snw_status read_series(path_input *input, const path_source *from, const cli_values *values,
                              cli_io *io, snw_why *why) {
    const char *file = from->file;
    record_damage damage = {.io = io};
    sheet s = {0};
    path_input names = {0};
    snw_status status = snw_series_open(&s.series, file, record_tell_damage, &damage, why);
    if (!snw_failed(status)) status = choose(&s, &names, values, from, why);
    if (!snw_failed(status)) status = read_rows(&s, file, why);
    record_tell_rest(&damage);
    if (!snw_failed(status)) {
        names.path.config.scalars = s.scalars;
        status = path_like(input, &names, s.scalars, s.poses, s.count > 0 ? s.count : 1, why);
    }
    if (!snw_failed(status)) status = fill(input, &s, file, why);
    input->chosen = true;
    path_close(&names);
    snw_series_close(s.series);
    free(s.times);
    free(s.values);
    return status;
}

snw_status path_open(path_input *input, const path_source *from, const cli_values *values,
                     cli_io *io, snw_why *why) {
    const char *file = from->file;
    *input = (path_input){0};
    snw_status status = is_path_file(file) ? read_file(input, file, why)
                                           : read_series(input, from, values, io, why);
    const char *how = cli_text(values, "interpolate");
    input->interpolation = strcmp(how, "c2") == 0        ? SNW_PATH_SMOOTH
                           : strcmp(how, "nearest") == 0 ? SNW_PATH_NEAREST
                                                         : SNW_PATH_LINEAR;
    if (!snw_failed(status) && input->path.count == 0) {
        snw_why_set(why, SNW_ERR_NOT_FOUND, file, "the path has no records");
        status = model_status(SNW_ERR_SYNTAX);
    }
    if (!snw_failed(status)) status = snw_path_smooth(&input->path);
    if (snw_failed(status)) path_close(input);
    return status;
}

// --- writing ------------------------------------------------------------------------------------

static void render_table(snw_text *text, const void *context) {
    const path_input *input = context;
    const snw_path *path = &input->path;
    const int n = path->config.scalars, m = path->config.poses;
    snw_text_format(text, "t [s]");
    for (int i = 0; i < n; i++) {
        const char *unit = input->units[i];
        snw_text_format(text, ",%s%s%s%s", input->names[i], unit[0] != '\0' ? " [" : "", unit,
                        unit[0] != '\0' ? "]" : "");
    }
    for (int i = 0; i < 7 * m; i++) {
        snw_text_format(text, ",pose%d/%s%s", i / 7, parts[i % 7], i % 7 < 3 ? " [m]" : "");
    }
    for (int k = 0; k < path->count; k++) {
        // nanoseconds as they are
        const int64_t t = path->times[k], whole = t / 1000000000, rest = t % 1000000000;
        snw_text_format(text, "\n%s%lld.%09lld", t < 0 ? "-" : "", llabs((long long)whole),
                        llabs((long long)rest));
        for (int i = 0; i < n; i++) {
            snw_text_format(text, ",");
            snw_text_real(text, path->scalars[(ptrdiff_t)k * n + i]);
        }
        for (int i = 0; i < m; i++) {
            const snw_pose T = path->poses[(ptrdiff_t)k * m + i];
            double q[4];
            model_quat_xyzw(T, q);
            const double all[7] = {T.p.x, T.p.y, T.p.z, q[0], q[1], q[2], q[3]};
            for (int c = 0; c < 7; c++) {
                snw_text_format(text, ",");
                snw_text_real(text, all[c]);
            }
        }
    }
    snw_text_format(text, "\n");
}

snw_status path_write(const char *file, const path_input *input, snw_why *why) {
    if (is_path_file(file)) return snw_path_save(file, &input->path, why);
    size_t length = 0;
    char *text = model_composed(render_table, input, &length, why);
    if (text == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_file_write(file, text, length, why);
    free(text);
    return status;
}
