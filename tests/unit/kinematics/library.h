// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_KINEMATICS_LIBRARY_H
#define SINEW_TESTS_KINEMATICS_LIBRARY_H

/// @file
/// The robots of models/: found by scanning the folders, loaded from their files, asked for poses.
///
///   models/<folder>/<file>.xml   a robot
///   <file>.dh.csv                its Denavit-Hartenberg table, when it has one
///   golden.csv                   poses that are known from elsewhere
///   expected.txt                 warnings of the folder: one per line, rule and subject

#include "unit/model/reference.h"

#include "sinew/document.h"
#include "sinew/kinematics.h"
#include "sinew/modelio.h"
#include "sinew/os.h"
#include "sinew/shape.h"

enum { LIBRARY_PATH = 1024, LIBRARY_JOINTS = 64, LIBRARY_FINDINGS = 32 };

#define LIBRARY_FOLDER SNW_SOURCE_DIR "/models"

/// A robot as its file gives it, compiled and ready to be asked.
typedef struct loaded {
    char folder[SNW_NAME], file[SNW_NAME]; ///< file without its ending
    snw_setup *setup;
    snw_robot *robot;
    compiled c;
    snw_kin kin;
    void *kin_block;
    snw_why found[LIBRARY_FINDINGS]; ///< of reading and of compiling
    snw_diags diags;
} loaded;

static void library_path(char out[LIBRARY_PATH], const char *folder, const char *file,
                         const char *ending) {
    const int length =
        snprintf(out, LIBRARY_PATH, "%s/%s/%s%s", LIBRARY_FOLDER, folder, file, ending);
    CHECK(0 < length && length < LIBRARY_PATH);
}

__attribute__((unused)) static bool file_exists(const char *path) {
    FILE *file = fopen(path, "r");
    if (file != NULL) (void)fclose(file);
    return file != NULL;
}

__attribute__((unused)) static bool ends_in(const char *text, const char *ending) {
    const size_t n = strlen(text), m = strlen(ending);
    return n >= m && strcmp(text + n - m, ending) == 0;
}

static void print_findings(const loaded *l) {
    char line[1024];
    for (int i = 0; i < l->diags.count; i++) {
        (void)snw_why_sentence(&l->found[i], line, sizeof line);
        print_error("%s\n", line);
    }
}

static snw_status read_robot(loaded *l, const char *path) {
    snw_arena arena = {0};
    snw_registry registry;
    SNW_IGNORE(snw_registry_init(&registry, 64, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_registry_init(&registry, 64, &arena) == SNW_OK);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    CHECK(snw_modelio_register(&registry, NULL) == SNW_OK);
    const snw_read_options how = {.registry = &registry, .check_references = true};
    void *object = NULL;
    const snw_status status =
        snw_document_read(path, &snw_robot_type, &how, l->setup, &object, &l->diags);
    l->robot = object;
    free(block);
    return status;
}

static void prepare_kin(loaded *l) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&l->kin, &l->c.model, &arena));
    l->kin_block = exact_block(arena.needed);
    arena = snw_arena_over(l->kin_block, arena.needed);
    CHECK(snw_kin_init(&l->kin, &l->c.model, &arena) == SNW_OK);
}

/// Loads and compiles; a refusal is printed and fails the test.
__attribute__((unused)) static void load(loaded *l, const char *folder, const char *file) {
    memset(l, 0, sizeof *l);
    snw_copy_text(l->folder, SNW_NAME, folder);
    snw_copy_text(l->file, SNW_NAME, file);
    l->diags = (snw_diags){.items = l->found, .capacity = LIBRARY_FINDINGS};
    l->setup = new_setup();
    char path[LIBRARY_PATH];
    library_path(path, folder, file, ".xml");
    snw_status status = read_robot(l, path);
    if (status >= 0) status = compile(l->robot, &l->c, &l->diags);
    if (status < 0) {
        print_error("%s:\n", path);
        print_findings(l);
    }
    CHECK(status == SNW_OK);
    CHECK(l->c.model.nq <= LIBRARY_JOINTS);
    prepare_kin(l);
}

__attribute__((unused)) static void unload(loaded *l) {
    free(l->kin_block);
    free(l->c.block);
    snw_setup_destroy(l->setup);
}

/// Where an attachment, or a link, is for q.
__attribute__((unused)) static snw_pose frame_of(loaded *l, const double *q, const char *name) {
    CHECK(snw_kin_update(&l->kin, q) == SNW_OK);
    const int frame = snw_model_find_frame(&l->c.model, name);
    if (frame >= 0) return snw_kin_frame(&l->kin, frame);
    const int link = snw_model_find_link(&l->c.model, name);
    if (link < 0) print_error("%s/%s has no '%s'\n", l->folder, l->file, name);
    CHECK(link >= 0);
    return l->kin.T_world_link[link];
}

typedef void library_fn(loaded *l);

static int for_folder(const char *folder, library_fn *run) {
    char path[LIBRARY_PATH], file[SNW_NAME];
    library_path(path, folder, "", "");
    snw_directory files;
    CHECK(snw_directory_list(path, 1000, &files, NULL) == SNW_OK);
    int count = 0;
    for (int i = 0; i < files.count; i++) {
        const char *name = files.entries[i].name;
        if (!ends_in(name, ".xml") || ends_in(name, ".dh.xml")) continue;
        snw_copy_text(file, sizeof file, name);
        file[strlen(file) - strlen(".xml")] = 0;
        loaded l;
        load(&l, folder, file);
        run(&l);
        unload(&l);
        count++;
    }
    snw_directory_free(&files);
    return count;
}

/// Runs a function for every robot of the library; how many there are.
__attribute__((unused)) static int for_library(library_fn *run) {
    snw_directory folders;
    CHECK(snw_directory_list(LIBRARY_FOLDER, 1000, &folders, NULL) == SNW_OK);
    int count = 0;
    for (int i = 0; i < folders.count; i++) {
        if (!folders.entries[i].is_directory) continue;
        const int here = for_folder(folders.entries[i].name, run);
        if (here == 0) print_error("models/%s has no robot\n", folders.entries[i].name);
        CHECK(here > 0);
        count += here;
    }
    snw_directory_free(&folders);
    return count;
}

// --- golden vectors -----------------------------------------------------------------------------

enum { GOLDEN_LINE = 4096 };

/// One line of golden.csv.
typedef struct golden {
    char line[GOLDEN_LINE];
    const char *file, *frame; ///< file is "" where the folder has one
    double q[LIBRARY_JOINTS + 1], position[4], rotation[10];
    int q_count, rotation_count; ///< 9: a matrix by rows, 4: a quaternion x y z w, 0: not known
    double tolerance;
} golden;

// numbers between blanks, at most `most`; anything else fails
static int numbers(const char *cell, double *out, int most) {
    int count = 0;
    for (char *end = NULL; *cell != 0; cell = end) {
        while (*cell == ' ')
            cell++;
        if (*cell == 0) break;
        CHECK(count < most);
        out[count++] = strtod(cell, &end);
        CHECK(end != cell && (*end == ' ' || *end == 0));
    }
    return count;
}

// cuts a line at its commas; the last cell takes the rest
static int cells(char *line, char **cell, int most) {
    line[strcspn(line, "\r\n")] = 0;
    int count = 1;
    cell[0] = line;
    for (char *at = strchr(line, ','); at != NULL && count < most; at = strchr(at + 1, ',')) {
        *at = 0;
        cell[count++] = at + 1;
    }
    return count;
}

__attribute__((unused)) static void golden_parse(golden *g, bool has_file) {
    char *cell[7] = {0};
    const int first = has_file ? 1 : 0;
    CHECK(cells(g->line, cell, 6 + first) == 6 + first);
    g->file = has_file ? cell[0] : "";
    g->frame = cell[first];
    g->q_count = numbers(cell[first + 1], g->q, LIBRARY_JOINTS + 1);
    CHECK(numbers(cell[first + 2], g->position, 4) == 3);
    g->rotation_count = numbers(cell[first + 3], g->rotation, 10);
    CHECK(g->rotation_count == 0 || g->rotation_count == 4 || g->rotation_count == 9);
    CHECK(numbers(cell[first + 4], &g->tolerance, 1) == 1);
    CHECK(0 < g->tolerance && g->tolerance < 1e-3);
    CHECK(cell[first + 5][0] != 0); // a number without a source is none
}

// --- Denavit-Hartenberg tables ---------------------------------------------------------------

__attribute__((unused)) static const snw_dh_sheet *sheet_of(loaded *l) {
    char path[LIBRARY_PATH];
    library_path(path, l->folder, l->file, ".dh.csv");
    snw_dh_sheet *sheet = NULL;
    CHECK(snw_dh_read_file(path, NULL, l->setup, &sheet, &l->diags) == SNW_OK);
    return sheet;
}

// [ct, -st ca, st sa, a ct], [st, ct ca, -ct sa, a st], [0, sa, ca, d]  (Paul 1981)
static ref_pose paul(real a, real al, real d, real th) {
    const real ct = cosl(th), st = sinl(th), ca = cosl(al), sa = sinl(al);
    const ref_pose T = {{{ct, -st * ca, st * sa}, {st, ct * ca, -ct * sa}, {0, sa, ca}},
                        {a * ct, a * st, d}};
    return T;
}

// [ct, -st, 0, a], [st ca, ct ca, -sa, -d sa], [st sa, ct sa, ca, d ca]  (Craig 1989)
static ref_pose craig(real a, real al, real d, real th) {
    const real ct = cosl(th), st = sinl(th), ca = cosl(al), sa = sinl(al);
    const ref_pose T = {{{ct, -st, 0}, {st * ca, ct * ca, -sa}, {st * sa, ct * sa, ca}},
                        {a, -d * sa, d * ca}};
    return T;
}

static ref_pose row_matrix(const snw_dh_sheet *sheet, const snw_dh_row *row, double q) {
    const bool slides = row->kind == SNW_DH_PRISMATIC;
    const real moved = (real)row->offset + (real)q;
    const real d = (real)row->d + (slides ? moved : 0),
               th = (real)row->theta + (slides ? 0 : moved);
    return sheet->convention == SNW_DH_STANDARD ? paul((real)row->a, (real)row->alpha, d, th)
                                                : craig((real)row->a, (real)row->alpha, d, th);
}

// the product of the printed matrices against the robot of the file, frame by frame
__attribute__((unused)) static void check_product(loaded *l, const snw_dh_sheet *sheet,
                                                  const double *q) {
    ref_pose T = ref_from(sheet->base);
    int joints = 0;
    for (int i = 0; i < sheet->row_count; i++) {
        const snw_dh_row *row = &sheet->rows[i];
        const bool moves = row->kind < SNW_DH_BASE;
        T = ref_mul(T, row_matrix(sheet, row, moves ? q[joints] : 0));
        if (!moves) continue;
        char name[SNW_NAME];
        (void)snprintf(name, sizeof name, "dh%d", ++joints);
        CHECK(ref_distance(ref_from(frame_of(l, q, name)), T) <= 1e-12);
    }
    CHECK(joints == l->c.model.nq);
    T = ref_mul(T, ref_from(sheet->tool));
    CHECK(ref_distance(ref_from(frame_of(l, q, "tool")), T) <= 1e-12);
}

#endif // SINEW_TESTS_KINEMATICS_LIBRARY_H
