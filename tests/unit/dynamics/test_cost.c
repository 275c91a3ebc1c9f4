// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Mechanisms of one shape in any size, to measure what their dynamics costs.
//
//   test_cost            checks that each is what it says
//   test_cost measure    computes each once, for tests/cases/dynamics-cost/run, and prints one line
//                        for each: shape, function, joints, pairs of a joint and one that carries
//                        it
#include "sinew/dynamics.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sinew/modelio.h"

enum { MOST = 200, SIZES = 8 };

static const int sizes[SIZES] = {10, 20, 30, 60, 90, 120, 160, 200};

/// Where joint i hangs: on joint i - 1, or on the ground (-1).
typedef struct shape {
    const char *name;
    int branch; ///< joints in a row; 0 for all
} shape;

static const shape shapes[] = {{"chain", 0}, {"branches of ten", 10}};
enum { SHAPES = 2 };

typedef struct mechanism {
    snw_setup *setup;
    snw_model model;
    snw_dyn dyn;
    void *blocks[2];
    int pairs;
} mechanism;

static double q[MOST], v[MOST], a[MOST], tau[MOST], M[MOST * MOST];

// turns about x, y and z in all classes of frames
static char *write_text(const shape *s, int joints, int *pairs) {
    static const char *const axes[] = {"1 0 0", "0 1 0", "0 0 1", "0.6 0 0.8"};
    const size_t size = 1024 + (size_t)joints * 512;
    char *bytes = calloc(1, size);
    CHECK(bytes != NULL);
    snw_text text = snw_text_over(bytes, size);
    snw_text_format(&text, "<robot name='r'><link name='l0'/>");
    *pairs = 0;
    for (int i = 1; i <= joints; i++) {
        const int place = s->branch > 0 ? (i - 1) % s->branch : i - 1;
        *pairs += place + 1;
        snw_text_format(
            &text,
            "<link name='l%d'><inertial><origin xyz='0.05 0.02 0.1'/><mass value='1'/><inertia "
            "ixx='0.02' iyy='0.02' izz='0.01' ixy='0' ixz='0' iyz='0'/></inertial></link><joint "
            "name='j%d' type='continuous'><parent link='l%d'/><child link='l%d'/><origin "
            "xyz='0.1 0 0.2'/><axis xyz='%s'/></joint>",
            i, i, place == 0 ? 0 : i - 1, i, axes[i % 4]);
    }
    snw_text_format(&text, "</robot>");
    CHECK(text.length < size);
    return bytes;
}

static void *block_for(snw_arena *arena) {
    void *block = aligned_alloc(64, (arena->needed + 63) / 64 * 64);
    CHECK(block != NULL);
    *arena = snw_arena_over(block, arena->needed);
    return block;
}

static void make(mechanism *m, const shape *s, int joints) {
    char *bytes = write_text(s, joints, &m->pairs);
    m->setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    CHECK(m->setup != NULL);
    snw_robot *robot = NULL;
    const snw_source source = {bytes, strlen(bytes), "t.urdf", NULL};
    const snw_urdf_options options = {.strictness = SNW_LENIENT};
    CHECK(snw_urdf_read(&source, &options, m->setup, &robot, NULL) >= 0);
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&m->model, robot, &arena, NULL));
    m->blocks[0] = block_for(&arena);
    CHECK(snw_model_compile(&m->model, robot, &arena, NULL) == SNW_OK);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_dyn_init(&m->dyn, &m->model, &arena));
    m->blocks[1] = block_for(&arena);
    CHECK(snw_dyn_init(&m->dyn, &m->model, &arena) == SNW_OK);
    free(bytes);
}

static void drop(mechanism *m) {
    free(m->blocks[0]);
    free(m->blocks[1]);
    snw_setup_destroy(m->setup);
}

typedef snw_status call_fn(mechanism *m);

static snw_status rnea(mechanism *m) {
    return snw_dyn_inverse(&m->dyn, q, v, a, NULL, tau);
}

static snw_status crba(mechanism *m) {
    return snw_dyn_mass_matrix(&m->dyn, q, M);
}

static snw_status aba(mechanism *m) {
    return snw_dyn_forward(&m->dyn, q, v, a, NULL, tau);
}

static const struct {
    const char *name;
    call_fn *call;
} functions[] = {{"rnea", rnea}, {"crba", crba}, {"aba", aba}};
enum { FUNCTIONS = 3 };

snw_status measured_call(call_fn *call, mechanism *m);

// the one function whose cost is counted
__attribute__((noinline)) snw_status measured_call(call_fn *call, mechanism *m) {
    return call(m);
}

static void draw_state(void) {
    check_seed(3);
    for (int i = 0; i < MOST; i++) {
        q[i] = check_real(-3, 3);
        v[i] = check_real(-1, 1);
        a[i] = check_real(-1, 1);
    }
}

static void every_mechanism_is_what_it_says(void) {
    draw_state();
    for (int s = 0; s < SHAPES; s++) {
        mechanism m;
        make(&m, &shapes[s], 20);
        CHECK(m.model.nv == 20);
        CHECK(m.pairs == (s == 0 ? 210 : 110));
        for (int f = 0; f < FUNCTIONS; f++) {
            CHECK(measured_call(functions[f].call, &m) == SNW_OK);
        }
        // pairs are entries of half the mass matrix
        int entries = 0;
        for (int i = 0; i < 20; i++) {
            for (int j = 0; j <= i; j++) {
                entries += M[i + 20 * j] != 0;
            }
        }
        CHECK(entries == m.pairs);
        drop(&m);
    }
}

static int measure(void) {
    draw_state();
    for (int s = 0; s < SHAPES; s++) {
        for (int f = 0; f < FUNCTIONS; f++) {
            for (int k = 0; k < SIZES; k++) {
                mechanism m;
                make(&m, &shapes[s], sizes[k]);
                if (measured_call(functions[f].call, &m) != SNW_OK) return 1;
                (void)printf("%s, %s: %d %d\n", shapes[s].name, functions[f].name, sizes[k],
                             m.pairs);
                drop(&m);
            }
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "measure") == 0) return measure();
    RUN(every_mechanism_is_what_it_says);
    return check_report();
}
