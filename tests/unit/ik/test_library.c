// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/kinematics/library.h"

#include "sinew/ik.h"

// The robots of models/: each is read from its files alone, and the same calls solve them all.

static const double pi = 3.141592653589793;

typedef struct known {
    const char *folder;
    snw_ik_form form;
} known;

static const known table[] = {
    {"microbo-ecureuil", SNW_IK_SPHERICAL_WRIST},
    {"puma560-lee", SNW_IK_SPHERICAL_WRIST},
    {"puma560-corke", SNW_IK_SPHERICAL_WRIST},
    {"puma260", SNW_IK_SPHERICAL_WRIST},
    {"ur5", SNW_IK_THREE_PARALLEL},
    {"iiwa7", SNW_IK_ELBOW},
    {"wam7", SNW_IK_ELBOW},
    {"ranger-dexterous", SNW_IK_ELBOW_FOUR},
    {"panda", SNW_IK_LAST_HELD},
};

static double error_of(snw_pose A, snw_pose B) {
    double worst = snw_vec3_distance(A.p, B.p);
    worst = fmax(worst, snw_vec3_distance(A.R.x, B.R.x));
    worst = fmax(worst, snw_vec3_distance(A.R.y, B.R.y));
    return fmax(worst, snw_vec3_distance(A.R.z, B.R.z));
}

static int tool_of(const snw_model *model) {
    const int tool = snw_model_find_frame(model, "tool");
    return tool >= 0 ? tool : snw_model_find_frame(model, "flange");
}

static void random_joints(const snw_model *m, double *q) {
    for (int i = 0; i < m->nq; i++) {
        q[i] = isfinite(m->lower[i]) ? check_real(m->lower[i], m->upper[i]) : check_real(-pi, pi);
    }
}

// analyses a robot and solves `cases` of its own poses; how far the worst branch is from its pose
static double round_trips(loaded *l, snw_ik_form form, long cases) {
    const snw_model *m = &l->c.model;
    const int tool = tool_of(m);
    CHECK(tool >= 0);
    snw_ik_closed closed;
    CHECK(snw_ik_analyze(m, -1, tool, &closed, NULL) == SNW_OK);
    CHECK(closed.form == form);
    double worst = 0;
    for (long i = 0; i < cases; i++) {
        double q[LIBRARY_JOINTS], own[2] = {0, 0};
        int branch;
        random_joints(m, q);
        CHECK(snw_kin_update(&l->kin, q) == SNW_OK);
        const snw_pose T = snw_kin_frame(&l->kin, tool);
        if (snw_ik_branch_of(&closed, q, &branch, own) != SNW_OK) continue;
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&closed, T, own, q, &found, NULL) == SNW_OK);
        CHECK(snw_ik_named(&found, branch) >= 0);
        for (int k = 0; k < found.count; k++) {
            double at[LIBRARY_JOINTS];
            memcpy(at, q, sizeof at);
            for (int j = 0; j < closed.chain.count; j++) {
                at[closed.q_index[j]] = found.items[k].q[j];
            }
            CHECK(snw_kin_update(&l->kin, at) == SNW_OK);
            worst = fmax(worst, error_of(snw_kin_frame(&l->kin, tool), T));
        }
    }
    return worst;
}

static void every_robot_with_a_known_form_is_solved(void) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        loaded l;
        load(&l, table[i].folder, table[i].folder);
        check_seed((long)i);
        const double worst = round_trips(&l, table[i].form, check_scaled(2000));
        if (worst > 1e-7) print_error("%s\n", table[i].folder);
        CHECK_NEAR(worst, 0, 1e-7);
        unload(&l);
    }
}

// no word of the core, in any letters
static void check_no_robot_is_named_in(const char *folder) {
    static const char *const names[] = {"microbo", "puma", "ecureuil"};
    static char text[1 << 20];
    char path[LIBRARY_PATH];
    (void)snprintf(path, sizeof path, "%s/%s", SNW_SOURCE_DIR, folder);
    snw_directory files;
    CHECK(snw_directory_list(path, 1000, &files, NULL) == SNW_OK);
    CHECK(files.count > 5);
    for (int i = 0; i < files.count; i++) {
        if (!ends_in(files.entries[i].name, ".c") && !ends_in(files.entries[i].name, ".h"))
            continue;
        char file[LIBRARY_PATH + SNW_NAME];
        (void)snprintf(file, sizeof file, "%s/%s", path, files.entries[i].name);
        FILE *stream = fopen(file, "r");
        CHECK(stream != NULL);
        const size_t length = fread(text, 1, sizeof text - 1, stream);
        (void)fclose(stream);
        for (size_t k = 0; k < length; k++) {
            if (text[k] >= 'A' && text[k] <= 'Z') text[k] = (char)(text[k] - 'A' + 'a');
        }
        text[length] = 0;
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            if (strstr(text, names[k]) != NULL) print_error("%s names %s\n", file, names[k]);
            CHECK(strstr(text, names[k]) == NULL);
        }
    }
    snw_directory_free(&files);
}

// spec: rccl:KIN-10
static void three_robots_are_data_and_the_core_names_none(void) {
    const char *const robots[] = {"microbo-ecureuil", "puma560-lee", "puma260"};
    for (int i = 0; i < 3; i++) {
        loaded l;
        load(&l, robots[i], robots[i]);
        const snw_model *m = &l.c.model;
        // forward and inverse
        check_seed(i);
        CHECK_NEAR(round_trips(&l, SNW_IK_SPHERICAL_WRIST, check_scaled(2000)), 0, 1e-9);
        // limits, finite, in SI units
        for (int k = 0; k < m->nq; k++) {
            CHECK(isfinite(m->lower[k]) && m->lower[k] < m->upper[k] && m->upper[k] < 10);
        }
        // the Jacobian against differences of poses
        double q[LIBRARY_JOINTS];
        snw_twist J[LIBRARY_JOINTS];
        const int tool = tool_of(m);
        random_joints(m, q);
        CHECK(snw_kin_update(&l.kin, q) == SNW_OK);
        snw_kin_frame_jacobian(&l.kin, tool, J);
        for (int k = 0; k < m->nq; k++) {
            const double h = 1e-6, at = q[k];
            q[k] = at + h;
            CHECK(snw_kin_update(&l.kin, q) == SNW_OK);
            const snw_vec3 above = snw_kin_frame(&l.kin, tool).p;
            q[k] = at - h;
            CHECK(snw_kin_update(&l.kin, q) == SNW_OK);
            const snw_vec3 below = snw_kin_frame(&l.kin, tool).p;
            q[k] = at;
            const snw_vec3 slope = snw_vec3_divide(snw_vec3_sub(above, below), 2 * h);
            CHECK_NEAR(snw_vec3_distance(slope, J[k].lin), 0, 1e-8);
        }
        unload(&l);
    }
    check_no_robot_is_named_in("src/robot/ik");
    check_no_robot_is_named_in("src/robot/kinematics");
}

static void robots_without_a_form_say_why(void) {
    const char *const robots[] = {"planar3r", "wam4", "imi-2link", "arm8"};
    for (int i = 0; i < 4; i++) {
        loaded l;
        load(&l, robots[i], robots[i]);
        snw_ik_closed closed;
        snw_why why = {0};
        const int last = l.c.model.link_count - 1;
        CHECK(snw_ik_analyze(&l.c.model, last, -1, &closed, &why) == SNW_ERR_UNSUPPORTED);
        CHECK(why.text[0] != 0 && why.fix[0] != 0);
        unload(&l);
    }
}

int main(void) {
    RUN(every_robot_with_a_known_form_is_solved);
    RUN(three_robots_are_data_and_the_core_names_none);
    RUN(robots_without_a_form_say_why);
    return check_report();
}
