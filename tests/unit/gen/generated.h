// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_GEN_GENERATED_H
#define SINEW_TESTS_GEN_GENERATED_H

/// @file
/// Code that is generated, compiled by the compiler of the system, loaded, and compared with the
/// library.
///
/// Include it first.

#include "unit/dynamics/stand.h"

#include "unit/kinematics/library.h"

#include <dlfcn.h>
#include <unistd.h>

#include "sinew/gen.h"
#include "sinew/os.h"

enum { SOURCE_SIZE = 8 << 20, HEADER_SIZE = 1 << 16, GENERATED_PATH = 512 };

typedef void q_fn(const double *q, double *out);
typedef void rnea_fn(const double *q, const double *v, const double *a, double *tau);
typedef void q_lanes_fn(int blocks, const double *q, double *out);
typedef void rnea_lanes_fn(int blocks, const double *q, const double *v, const double *a,
                           double *tau);

/// The functions of one robot.
typedef struct generated {
    void *library;
    q_fn *fk, *poses, *jacobian, *crba, *gravity;
    rnea_fn *rnea, *aba;
    q_lanes_fn *fk_lanes, *poses_lanes, *jacobian_lanes, *crba_lanes, *gravity_lanes;
    rnea_lanes_fn *rnea_lanes, *aba_lanes;
} generated;

static char generated_folder[GENERATED_PATH];

static void generated_path(char out[GENERATED_PATH], const char *name, const char *ending) {
    const int length = snprintf(out, GENERATED_PATH, "%s/%s%s", generated_folder, name, ending);
    CHECK(0 < length && length < GENERATED_PATH);
}

__attribute__((unused)) static void generated_open(void) {
    (void)snprintf(generated_folder, sizeof generated_folder, "%s/gen-XXXXXX", SNW_BINARY_DIR);
    CHECK(mkdtemp(generated_folder) != NULL);
}

__attribute__((unused)) static void generated_close(void) {
    CHECK(rmdir(generated_folder) == 0);
}

static void generated_remove(const char *name, const char *ending) {
    char path[GENERATED_PATH];
    generated_path(path, name, ending);
    SNW_IGNORE(snw_file_remove(path, NULL));
}

static void generated_write(const char *name, const char *ending, const snw_text *text) {
    char path[GENERATED_PATH];
    CHECK(!snw_text_is_cut(text));
    generated_path(path, name, ending);
    CHECK(snw_file_write(path, text->data, text->length, NULL) == SNW_OK);
}

/// Writes NAME.c and NAME.h.
__attribute__((unused)) static void generate(const snw_model *model,
                                             const snw_gen_options *options) {
    static char source[SOURCE_SIZE], header[HEADER_SIZE];
    snw_text s = snw_text_over(source, sizeof source), h = snw_text_over(header, sizeof header);
    snw_why why = {0};
    const snw_status status = snw_gen_c(model, options, &s, &h, &why);
    if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    generated_write(options->name, ".c", &s);
    generated_write(options->name, ".h", &h);
}

/// Compiles NAME.c, without warnings, into a library. `machine` says for which vectors; those of
/// another width than the machine's only concern calls between files, which there are none of.
__attribute__((unused)) static void compile_generated(const char *name, const char *level,
                                                      const char *machine) {
    char source[GENERATED_PATH], library[GENERATED_PATH];
    generated_path(source, name, ".c");
    generated_path(library, name, ".so");
    const char *const arguments[] = {
        "cc",           level,     machine,   "-Wno-psabi", "-ffp-contract=fast",
        "-std=c17",     "-Wall",   "-Wextra", "-Werror",    "-pedantic",
        "-Wconversion", "-shared", "-fPIC",   "-o",         library,
        source,         "-lm",     NULL};
    const snw_process_config how = {
        .arguments = arguments, .limit_ns = -1, .output_limit = HEADER_SIZE};
    snw_process_result result;
    CHECK(snw_process_run(&how, &result, NULL) == SNW_OK);
    if (result.exit_code != 0) print_error("%s\n", result.words);
    CHECK(result.exit_code == 0);
    snw_process_free(&result);
}

static void take_function(void *library, const char *name, const char *function, void *place) {
    char symbol[2 * SNW_GEN_NAME];
    (void)snprintf(symbol, sizeof symbol, "%s_%s", name, function);
    void *found = dlsym(library, symbol);
    CHECK(found != NULL);
    memcpy(place, &found, sizeof found);
}

__attribute__((unused)) static void load_generated(generated *g, const char *name) {
    char path[GENERATED_PATH];
    generated_path(path, name, ".so");
    g->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CHECK(g->library != NULL);
    take_function(g->library, name, "fk", &g->fk);
    take_function(g->library, name, "poses", &g->poses);
    take_function(g->library, name, "jacobian", &g->jacobian);
    take_function(g->library, name, "rnea", &g->rnea);
    take_function(g->library, name, "crba", &g->crba);
    take_function(g->library, name, "aba", &g->aba);
    take_function(g->library, name, "gravity", &g->gravity);
    take_function(g->library, name, "fk_lanes", &g->fk_lanes);
    take_function(g->library, name, "poses_lanes", &g->poses_lanes);
    take_function(g->library, name, "jacobian_lanes", &g->jacobian_lanes);
    take_function(g->library, name, "rnea_lanes", &g->rnea_lanes);
    take_function(g->library, name, "crba_lanes", &g->crba_lanes);
    take_function(g->library, name, "aba_lanes", &g->aba_lanes);
    take_function(g->library, name, "gravity_lanes", &g->gravity_lanes);
}

__attribute__((unused)) static void unload_generated(generated *g, const char *name) {
    CHECK(dlclose(g->library) == 0);
    generated_remove(name, ".c");
    generated_remove(name, ".h");
    generated_remove(name, ".so");
}

// --- against the library ------------------------------------------------------------------------

/// Numbers of one state.
typedef struct trial {
    double q[RATES], v[RATES], a[RATES], tau[RATES];
} trial;

static void numbers_of_pose(snw_pose T, double *out) {
    const snw_vec3 columns[] = {T.R.x, T.R.y, T.R.z, T.p};
    for (int i = 0; i < 4; i++) {
        out[3 * i] = columns[i].x;
        out[3 * i + 1] = columns[i].y;
        out[3 * i + 2] = columns[i].z;
    }
}

__attribute__((unused)) static void random_trial(const snw_model *model, trial *x) {
    random_q(model, x->q);
    for (int i = 0; i < model->nv; i++) {
        x->v[i] = check_real(-1, 1);
        x->a[i] = check_real(-1, 1);
        x->tau[i] = check_real(-5, 5);
    }
}

/// A floating root gets a quaternion that is not quite of length 1, as the library allows.
__attribute__((unused)) static void stretch_root(const snw_model *model, trial *x) {
    const double length = check_real(0.9995, 1.0005);
    for (int i = 3; model->floating && i < 7; i++) {
        x->q[i] *= length;
    }
}

static void compare_kinematics(const generated *g, snw_kin *kin, int tip, snw_pose T_link_tip,
                               const double *q) {
    static double J[6 * RATES], poses[12 * LINKS + 1], pose[13], expected[12];
    const double untouched = 77;
    static snw_twist columns[RATES];
    const snw_model *m = kin->model;
    CHECK(snw_kin_update(kin, q) == SNW_OK);
    pose[12] = poses[12 * m->link_count] = untouched;
    g->fk(q, pose);
    numbers_of_pose(snw_pose_mul(kin->T_world_link[tip], T_link_tip), expected);
    CHECK(farthest(pose, expected, 12) <= 1e-12 * scale_of(expected, 12));
    g->poses(q, poses);
    CHECK(pose[12] == untouched && poses[12 * m->link_count] == untouched);
    for (int i = 0; i < m->link_count; i++) {
        numbers_of_pose(kin->T_world_link[i], expected);
        CHECK(farthest(poses + (ptrdiff_t)12 * i, expected, 12) <= 1e-12 * scale_of(expected, 12));
    }
    g->jacobian(q, J);
    snw_kin_jacobian(kin, tip, T_link_tip.p, columns);
    for (int i = 0; i < m->nv; i++) {
        const snw_twist c = columns[i];
        const double numbers[] = {c.lin.x, c.lin.y, c.lin.z, c.ang.x, c.ang.y, c.ang.z};
        CHECK(farthest(J + (ptrdiff_t)6 * i, numbers, 6) <= 1e-12 * scale_of(numbers, 6));
    }
}

/// Each function for one state.
__attribute__((unused)) static void compare_generated(const generated *g, snw_dyn *dyn, int tip,
                                                      snw_pose T_link_tip, const trial *x) {
    static double got[RATES * 16], M[RATES * 16], expected[RATES];
    const int nv = dyn->model->nv;
    CHECK(nv * nv <= RATES * 16);
    compare_kinematics(g, &dyn->kin, tip, T_link_tip, x->q);
    g->rnea(x->q, x->v, x->a, got);
    CHECK(snw_dyn_inverse(dyn, x->q, x->v, x->a, NULL, expected) == SNW_OK);
    CHECK(farthest(got, expected, nv) <= 1e-12 * scale_of(expected, nv));
    g->gravity(x->q, got);
    CHECK(snw_dyn_gravity(dyn, x->q, expected) == SNW_OK);
    CHECK(farthest(got, expected, nv) <= 1e-12 * scale_of(expected, nv));
    g->crba(x->q, got);
    CHECK(snw_dyn_mass_matrix(dyn, x->q, M) == SNW_OK);
    CHECK(farthest(got, M, nv * nv) <= 1e-12 * scale_of(M, nv * nv));
    g->aba(x->q, x->v, x->tau, got);
    CHECK(snw_dyn_forward(dyn, x->q, x->v, x->tau, NULL, expected) == SNW_OK);
    CHECK(farthest(got, expected, nv) <= 1e-12 * scale_of(expected, nv));
}

// --- many states --------------------------------------------------------------------------------

enum { LANES = 8, BLOCKS = 3, STATES = LANES * BLOCKS };

/// Blocks of all arrays, as large as the largest robot needs them.
typedef struct blocks {
    double q[STATES * RATES], v[STATES * RATES], a[STATES * RATES], tau[STATES * RATES];
    double out[STATES * RATES * 16 + 1];
} blocks;

static void to_lane(double *to, const double *x, int count, int state) {
    for (int j = 0; j < count; j++) {
        to[(state / LANES * count + j) * LANES + state % LANES] = x[j];
    }
}

/// The results of all states, which `one` gives for each, agree to the last few bits.
static void compare_lanes(const double *lanes, int count, int state, const double *one) {
    static double row[RATES * 16];
    for (int j = 0; j < count; j++) {
        row[j] = lanes[(state / LANES * count + j) * LANES + state % LANES];
    }
    CHECK(farthest(row, one, count) <= 1e-12 * scale_of(one, count));
}

static void compare_q_lanes(const blocks *b, double *out, q_lanes_fn *lanes, q_fn *one, int count,
                            const trial *x) {
    static double expected[RATES * 16];
    const double untouched = 77;
    out[STATES * count] = untouched;
    lanes(BLOCKS, b->q, out);
    CHECK(out[STATES * count] == untouched);
    for (int i = 0; i < STATES; i++) {
        one(x[i].q, expected);
        compare_lanes(out, count, i, expected);
    }
}

/// The functions in lanes against those of one state, of which compare_generated() knows that they
/// are right; efforts and accelerations against the library itself.
__attribute__((unused)) static void compare_generated_lanes(const generated *g, snw_dyn *dyn,
                                                            const trial *x) {
    static blocks b;
    static double expected[RATES];
    const int nq = dyn->model->nq, nv = dyn->model->nv;
    CHECK(nv * nv <= RATES * 16 && 12 * dyn->model->link_count <= RATES * 16);
    for (int i = 0; i < STATES; i++) {
        to_lane(b.q, x[i].q, nq, i);
        to_lane(b.v, x[i].v, nv, i);
        to_lane(b.a, x[i].a, nv, i);
        to_lane(b.tau, x[i].tau, nv, i);
    }
    compare_q_lanes(&b, b.out, g->fk_lanes, g->fk, 12, x);
    compare_q_lanes(&b, b.out, g->poses_lanes, g->poses, 12 * dyn->model->link_count, x);
    compare_q_lanes(&b, b.out, g->jacobian_lanes, g->jacobian, 6 * nv, x);
    compare_q_lanes(&b, b.out, g->crba_lanes, g->crba, nv * nv, x);
    compare_q_lanes(&b, b.out, g->gravity_lanes, g->gravity, nv, x);
    g->rnea_lanes(BLOCKS, b.q, b.v, b.a, b.out);
    for (int i = 0; i < STATES; i++) {
        CHECK(snw_dyn_inverse(dyn, x[i].q, x[i].v, x[i].a, NULL, expected) == SNW_OK);
        compare_lanes(b.out, nv, i, expected);
    }
    g->aba_lanes(BLOCKS, b.q, b.v, b.tau, b.out);
    for (int i = 0; i < STATES; i++) {
        CHECK(snw_dyn_forward(dyn, x[i].q, x[i].v, x[i].tau, NULL, expected) == SNW_OK);
        compare_lanes(b.out, nv, i, expected);
    }
}

/// Both forms for many random states.
__attribute__((unused)) static void compare_states(const generated *g, snw_dyn *dyn, int tip,
                                                   snw_pose T_link_tip) {
    static trial x[STATES];
    for (int i = 0; i < STATES; i++) {
        random_trial(dyn->model, &x[i]);
        stretch_root(dyn->model, &x[i]);
        compare_generated(g, dyn, tip, T_link_tip, &x[i]);
    }
    compare_generated_lanes(g, dyn, x);
}

#endif // SINEW_TESTS_GEN_GENERATED_H
