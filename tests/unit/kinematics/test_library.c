// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "library.h"

// --- every file ---------------------------------------------------------------------------------

// does expected.txt of the folder name this finding? Lines are "rule subject".
static bool is_expected(const loaded *l, const snw_why *why, int *lines) {
    char path[LIBRARY_PATH], line[512], wanted[256];
    library_path(path, l->folder, "expected", ".txt");
    (void)snprintf(wanted, sizeof wanted, "%s %s", why->rule, why->subject);
    *lines = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) return false;
    bool is = false;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = 0;
        if (line[0] == 0 || line[0] == '#') continue;
        (*lines)++;
        is = is || strcmp(line, wanted) == 0;
    }
    (void)fclose(file);
    return is;
}

static void check_quiet(loaded *l) {
    int lines = 0, expected = 0;
    (void)is_expected(l, &(snw_why){0}, &lines);
    for (int i = 0; i < l->diags.count; i++) {
        const bool is = is_expected(l, &l->found[i], &lines);
        if (!is) print_findings(l);
        CHECK(is);
        expected++;
    }
    CHECK(l->diags.dropped == 0 && l->diags.errors == 0);
    CHECK(expected == lines); // what is expected is found, too
    CHECK(l->robot->name[0] != 0 && l->c.model.nv > 0);
}

static void every_robot_loads_without_a_word_but_those_expected(void) {
    CHECK(for_library(check_quiet) >= 14);
}

static void check_names(loaded *l) {
    const snw_robot *r = l->robot;
    for (int i = 0; i < r->link_count; i++) {
        for (int k = 0; k < i; k++) {
            CHECK(strcmp(r->links[i].name, r->links[k].name) != 0);
        }
    }
    for (int i = 0; i < r->joint_count; i++) {
        for (int k = 0; k < i; k++) {
            CHECK(strcmp(r->joints[i].name, r->joints[k].name) != 0);
        }
    }
}

static void names_of_links_and_joints_are_unique(void) {
    (void)for_library(check_names);
}

// A body with density >= 0 has the second moments S = tr(I)/2 - I, a matrix that is positive
// semidefinite: its leading minors and diagonal are not negative (Sylvester), within `tiny`.
static bool has_second_moments(const snw_inertial *I, double tiny) {
    const double half = (I->ixx + I->iyy + I->izz) / 2;
    const double a = half - I->ixx, b = half - I->iyy, c = half - I->izz;
    const double d = -I->ixy, e = -I->ixz, f = -I->iyz;
    const double scale = fmax(half, 1e-12), t = tiny * scale;
    const double minor = a * b - d * d;
    const double whole = a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e);
    return a >= -t && b >= -t && c >= -t && minor >= -t * scale && a * c - e * e >= -t * scale &&
           b * c - f * f >= -t * scale && whole >= -t * scale * scale;
}

static void check_mass(loaded *l) {
    for (int i = 0; i < l->robot->link_count; i++) {
        const snw_link_description *link = &l->robot->links[i];
        const snw_inertial *I = link->inertial;
        if (I == NULL) continue;
        snw_why why = {0};
        int lines = 0;
        (void)snprintf(why.rule, sizeof why.rule, "inertia-triangle");
        (void)snprintf(why.subject, sizeof why.subject, "%.30s/links[%.30s]", l->robot->name,
                       link->name);
        CHECK(0 < I->mass && I->mass < 500);
        CHECK(snw_vec3_norm(I->origin.p) < 2);
        CHECK(I->ixx > 0 && I->iyy > 0 && I->izz > 0);
        CHECK(has_second_moments(I, 1e-4) || is_expected(l, &why, &lines));
    }
}

static void masses_are_those_of_bodies(void) {
    (void)for_library(check_mass);
}

static void check_boxes(const snw_body_shape *shapes, int count, snw_setup *setup) {
    for (int i = 0; i < count; i++) {
        snw_bounds box;
        CHECK(snw_shape_prepare(&shapes[i].shape, setup, NULL) == SNW_OK);
        CHECK(snw_shape_box(&shapes[i].shape, &box, NULL) == SNW_OK);
        const snw_vec3 size = snw_bounds_size(box);
        CHECK(size.x >= 1e-3 && size.y >= 1e-3 && size.z >= 1e-3);
        CHECK(size.x <= 5 && size.y <= 5 && size.z <= 5);
        CHECK(snw_vec3_norm(shapes[i].origin.p) <= 5);
    }
}

static void check_shapes(loaded *l) {
    int visuals = 0, collisions = 0;
    for (int i = 0; i < l->robot->link_count; i++) {
        const snw_link_description *link = &l->robot->links[i];
        check_boxes(link->visuals, link->visual_count, l->setup);
        check_boxes(link->collisions, link->collision_count, l->setup);
        visuals += link->visual_count;
        collisions += link->collision_count;
    }
    CHECK(visuals > 0 && collisions > 0); // it can be seen, and can collide
}

static void shapes_measure_between_a_millimetre_and_five_metres(void) {
    (void)for_library(check_shapes);
}

static void check_limits(loaded *l) {
    const snw_model *m = &l->c.model;
    double q[LIBRARY_JOINTS];
    snw_midpoint(m, q);
    CHECK(snw_in_limits(m, q, NULL) == SNW_OK);
    for (int i = 0; i < m->nq; i++) {
        CHECK(m->lower[i] < m->upper[i]);
        CHECK((isinf(m->lower[i]) != 0) == (isinf(m->upper[i]) != 0));
        // no joint of the library turns more than two and a half times, or slides farther than 5 m
        CHECK(isinf(m->upper[i]) || m->upper[i] - m->lower[i] < 5 * SNW_PI);
    }
    CHECK(snw_kin_update(&l->kin, q) == SNW_OK);
}

static void limits_enclose_the_midpoint(void) {
    (void)for_library(check_limits);
}

// --- golden vectors -----------------------------------------------------------------------------

static double rotation_error(snw_mat3 R, const golden *g) {
    if (g->rotation_count == 4) {
        // the printed quaternion, or its negative
        const snw_quat q = snw_quat_from_mat3(R);
        const double got[4] = {q.x, q.y, q.z, q.w};
        double same = 0, other = 0;
        for (int i = 0; i < 4; i++) {
            same = fmax(same, fabs(got[i] - g->rotation[i]));
            other = fmax(other, fabs(got[i] + g->rotation[i]));
        }
        return fmin(same, other);
    }
    const ref_pose T = ref_from(snw_pose_rotation(R));
    double worst = 0;
    for (int i = 0; i < g->rotation_count; i++) {
        worst = fmax(worst, fabs((double)T.R[i / 3][i % 3] - g->rotation[i]));
    }
    return worst;
}

static void check_vector(loaded *l, const golden *g) {
    CHECK(g->q_count == l->c.model.nq);
    const snw_pose T = frame_of(l, g->q, g->frame);
    const double p[3] = {T.p.x, T.p.y, T.p.z};
    double worst = rotation_error(T.R, g);
    for (int i = 0; i < 3; i++) {
        worst = fmax(worst, fabs(p[i] - g->position[i]));
    }
    if (!(worst <= g->tolerance)) {
        print_error("%s/%s: %s is off by %.3g, allowed %.3g\n", l->folder, l->file, g->frame, worst,
                    g->tolerance);
    }
    CHECK(worst <= g->tolerance);
}

static int check_vectors_of(loaded *l) {
    char path[LIBRARY_PATH];
    library_path(path, l->folder, "golden", ".csv");
    FILE *file = fopen(path, "r");
    if (file == NULL) print_error("%s is missing\n", path);
    CHECK(file != NULL);
    static golden g;
    CHECK(fgets(g.line, sizeof g.line, file) != NULL);
    const bool has_file = strncmp(g.line, "file,", 5) == 0;
    CHECK(strncmp(g.line + (has_file ? 5 : 0), "frame,q,position,rotation,tolerance,source", 42) ==
          0);
    int count = 0;
    while (fgets(g.line, sizeof g.line, file) != NULL) {
        if (g.line[0] == '#' || g.line[0] == '\n') continue;
        golden_parse(&g, has_file);
        if (has_file && strcmp(g.file, l->file) != 0) continue;
        check_vector(l, &g);
        count++;
    }
    (void)fclose(file);
    return count;
}

static void check_vectors(loaded *l) {
    CHECK(check_vectors_of(l) > 0);
}

static void every_golden_vector_holds(void) {
    (void)for_library(check_vectors);
}

// --- tables -------------------------------------------------------------------------------------

// the robot of a table has the joints of the file, and their limits as far as the table has any
static void check_same_joints(const snw_model *file, const snw_model *table) {
    CHECK(file->nq == table->nq && file->nv == table->nv);
    for (int i = 0; i < file->nq; i++) {
        const int link = snw_model_find_joint(file, table->links[i + 1].joint_name);
        CHECK(link > 0 && file->links[link].q_index == i);
        CHECK_NEAR(table->lower[i], file->lower[i], 1e-15 * fabs(file->lower[i]));
        CHECK_NEAR(table->upper[i], file->upper[i], 1e-15 * fabs(file->upper[i]));
        CHECK(isinf(table->velocity[i]) || table->velocity[i] == file->velocity[i]);
        CHECK(isinf(table->acceleration[i]) || table->acceleration[i] == file->acceleration[i]);
        CHECK(isinf(table->effort[i]) || table->effort[i] == file->effort[i]);
    }
}

static int tables;

static void check_table(loaded *l) {
    char path[LIBRARY_PATH];
    library_path(path, l->folder, l->file, ".dh.csv");
    if (!file_exists(path)) return;
    tables++;
    const snw_dh_sheet *sheet = sheet_of(l);
    CHECK_TEXT(sheet->name, l->robot->name);
    loaded made;
    memset(&made, 0, sizeof made);
    CHECK(snw_dh_to_robot(sheet, l->setup, &made.robot, NULL) == SNW_OK);
    CHECK(compile(made.robot, &made.c, NULL) == SNW_OK);
    prepare_kin(&made);
    check_same_joints(&l->c.model, &made.c.model);
    // both against the printed matrices, and so against each other
    CHECK_CASES(check_scaled(1000)) {
        double q[LIBRARY_JOINTS];
        for (int i = 0; i < l->c.model.nq; i++) {
            q[i] = check_real(-4, 4);
        }
        check_product(l, sheet, q);
        check_product(&made, sheet, q);
    }
    check_case = -1;
    free(made.kin_block);
    free(made.c.block);
}

static void robots_are_the_products_of_their_tables(void) {
    tables = 0;
    (void)for_library(check_table);
    CHECK(tables >= 14);
}

int main(void) {
    RUN(every_robot_loads_without_a_word_but_those_expected);
    RUN(names_of_links_and_joints_are_unique);
    RUN(masses_are_those_of_bodies);
    RUN(shapes_measure_between_a_millimetre_and_five_metres);
    RUN(limits_enclose_the_midpoint);
    RUN(every_golden_vector_holds);
    RUN(robots_are_the_products_of_their_tables);
    return check_report();
}
