// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "allocations.h"
#include "mesh_test.h"

// a closed surface of 2 n^2 triangles: a torus
static snw_mesh *torus(int n, snw_setup *setup) {
    snw_vec3 *p = malloc((size_t)n * (size_t)n * sizeof *p);
    int *t = malloc(6 * (size_t)n * (size_t)n * sizeof *t);
    CHECK(p != NULL && t != NULL);
    int count = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            const double a = 2 * 3.14159265358979 * i / n, b = 2 * 3.14159265358979 * k / n;
            const double r = 1 + 0.25 * cos(b);
            p[i * n + k] =
                snw_vec3_of(narrow(r * cos(a)), narrow(r * sin(a)), narrow(0.25 * sin(b)));
            const int corner[4] = {i * n + k, (i + 1) % n * n + k, (i + 1) % n * n + (k + 1) % n,
                                   i * n + (k + 1) % n};
            const int order[6] = {0, 1, 2, 0, 2, 3};
            for (int c = 0; c < 6; c++) {
                t[count++] = corner[order[c]];
            }
        }
    }
    snw_mesh *mesh = new_mesh(p, n * n, t, count / 3, setup);
    free(p);
    free(t);
    return mesh;
}

// the most that reading holds at once, in bytes per byte of the file; the file itself not counted
static double cost(form f, bytes b) {
    snw_setup *setup = test_setup();
    snw_mesh *mesh = NULL;
    const snw_source source = {b.data, b.size, "t", NULL};
    const size_t before = held_bytes;
    peak_bytes = held_bytes;
    CHECK(reader_of(f)(&source, NULL, setup, &mesh, NULL) == SNW_OK);
    const size_t most = peak_bytes - before;
    snw_setup_destroy(setup);
    return ((double)most - 65536) / (double)b.size;
}

// Memory grows no faster than the file: bytes per byte stay below a bound for each form and size,
// for closed surfaces, and for triangles that share nothing.
static void memory_is_linear_in_the_file(void) {
    static const double bounds[2][FORMS] = {{2, 1, 4, 6}, {7, 2, 3, 7}};
    for (int kind = 0; kind < 2; kind++) {
        for (int n = 32; n <= (COUNTING ? 128 : 32); n *= 2) {
            snw_setup *setup = test_setup();
            snw_mesh *mesh = kind == 0 ? torus(n, setup) : random_soup(2 * n * n, setup);
            for (int f = 0; f < FORMS; f++) {
                bytes b = write_mesh((form)f, mesh);
                const double found = cost((form)f, b);
                CHECK(!COUNTING || found < bounds[kind][f]);
                free(b.data);
            }
            snw_setup_destroy(setup);
        }
    }
}

// A file of a few bytes that announces 2^32 triangles makes nobody allocate.
static void announced_counts_cost_nothing(void) {
    char header[84] = {0};
    memset(header + 80, 0xFF, 4);
    snw_mesh *mesh = NULL;
    const snw_source source = {header, sizeof header, "t", NULL};
    const long before = blocks_taken;
    CHECK(snw_stl_read(&source, NULL, NULL, &mesh, NULL) == SNW_ERR_SYNTAX);
    CHECK(!COUNTING || blocks_taken == before);
}

// Where many triangles meet in one point, nothing is compared with each of them: the steps are
// counted by the blocks that are taken, and by the time limit of the test run.
static void a_fan_of_many_triangles_is_no_burden(void) {
    const int blades = (int)check_scaled(200000);
    snw_setup *setup = test_setup();
    snw_vec3 *p = malloc(((size_t)blades + 1) * sizeof *p);
    int *t = malloc(3 * (size_t)blades * sizeof *t);
    CHECK(p != NULL && t != NULL);
    p[0] = snw_vec3_zero();
    for (int i = 0; i < blades; i++) {
        // in all directions, so that no two blades are alike
        p[i + 1] = snw_vec3_of(cos(i), sin(i), cos(0.7 * i));
        t[3 * i] = 0;
        t[3 * i + 1] = i + 1;
        t[3 * i + 2] = (i + 1) % blades + 1;
    }
    snw_mesh *mesh = new_mesh(p, blades + 1, t, blades, setup);
    bytes b = write_mesh(GLB, mesh);
    reading r;
    open_reading(&r, snw_glb_read, b, NULL);
    CHECK(r.status == SNW_OK && r.mesh->index_count == 3 * blades);
    close_reading(&r);
    free(b.data);
    free(p);
    free(t);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(memory_is_linear_in_the_file);
    RUN(announced_counts_cost_nothing);
    RUN(a_fan_of_many_triangles_is_no_burden);
    return check_report();
}
