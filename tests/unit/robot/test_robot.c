// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/robot.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "sinew/modelio.h"

#define PANDA SNW_SOURCE_DIR "/models/panda/panda.xml"
#define PLANAR SNW_SOURCE_DIR "/tests/cases/fk/planar2r.urdf"

static void a_file_becomes_a_model(void) {
    snw_model *model = NULL;
    snw_why why;
    CHECK(snw_model_load(PANDA, &model, &why) == SNW_OK);
    CHECK(model->nq == 7 && model->nv == 7);
    CHECK_TEXT(model->name, "panda");
    snw_model_free(model);
    snw_model_free(NULL);
}

static void what_cannot_be_read_is_refused_with_its_reason(void) {
    snw_model *model = NULL;
    snw_robot_solver *arm = NULL;
    snw_why why;
    CHECK(snw_model_load("absent.urdf", &model, &why) == SNW_ERR_NOT_FOUND);
    CHECK(model == NULL && why.code == SNW_ERR_NOT_FOUND && why.file[0] != '\0');
    CHECK(snw_model_load("absent.urdf", &model, NULL) == SNW_ERR_NOT_FOUND);
    CHECK(snw_robot_create("absent.urdf", NULL, &arm, &why) == SNW_ERR_NOT_FOUND);
    CHECK(snw_robot_create(PANDA, "no_such_frame", &arm, &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_robot_create(PANDA, "base", &arm, &why) == SNW_ERR_SIZE);
    CHECK(arm == NULL);
    snw_robot_destroy(NULL);
}

// two links of 0.4 and 0.3 m in a plane
static void a_planar_arm_matches_its_closed_form(void) {
    snw_robot_solver *arm = NULL;
    snw_why why;
    CHECK(snw_robot_create(PLANAR, NULL, &arm, &why) == SNW_OK);
    CHECK(arm->model->nq == 2);
    CHECK_CASES(check_scaled(100)) {
        const double q[] = {check_real(-2, 2), check_real(-2.5, 2.5)};
        const double fore = q[0] + q[1];
        const double x = 0.4 * cos(q[0]) + 0.3 * cos(fore), y = 0.4 * sin(q[0]) + 0.3 * sin(fore);
        snw_pose pose;
        snw_twist J[2];
        CHECK(snw_robot_fk(arm, q, &pose) == SNW_OK);
        CHECK(snw_robot_jacobian(arm, q, J) == SNW_OK);
        CHECK_NEAR(pose.p.x, x, 1e-15);
        CHECK_NEAR(pose.p.y, y, 1e-15);
        CHECK_NEAR(J[0].lin.x, -y, 1e-15);
        CHECK_NEAR(J[0].lin.y, x, 1e-15);
        CHECK_NEAR(J[1].lin.x, -0.3 * sin(fore), 1e-15);
        CHECK_NEAR(J[1].ang.z, 1, 0);
    }
    snw_robot_destroy(arm);
}

// --- the long way -------------------------------------------------------------------------------

typedef struct long_way {
    snw_setup *setup;
    snw_model model;
    snw_kin kin;
    snw_dyn dyn;
    snw_ik ik;
    int tool;
} long_way;

static void lay_out_by_hand(long_way *w) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 20];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_robot *robot = NULL;
    w->setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    CHECK(snw_robot_load(PANDA, NULL, w->setup, &robot, NULL) == SNW_OK);
    CHECK(snw_model_compile(&w->model, robot, &arena, NULL) == SNW_OK);
    w->tool = snw_model_find_frame(&w->model, "tool");
    CHECK(w->tool >= 0);
    CHECK(snw_kin_init(&w->kin, &w->model, &arena) == SNW_OK);
    CHECK(snw_dyn_init(&w->dyn, &w->model, &arena) == SNW_OK);
    CHECK(snw_ik_init(&w->ik, &w->model, -1, w->tool, &arena) == SNW_OK);
}

static void all_numbers_are_those_of_the_long_way(void) {
    static long_way w;
    lay_out_by_hand(&w);
    snw_robot_solver *arm = NULL;
    CHECK(snw_robot_create(PANDA, "tool", &arm, NULL) == SNW_OK);
    CHECK_CASES(check_scaled(50)) {
        double q[7], v[7], a[7], x[7], y[7], start[7];
        for (int i = 0; i < 7; i++) {
            q[i] = check_real(w.model.lower[i], w.model.upper[i]);
            start[i] = check_real(w.model.lower[i], w.model.upper[i]);
            v[i] = check_real(-1, 1);
            a[i] = check_real(-1, 1);
        }
        snw_pose pose;
        snw_twist J[7], by_hand[7];
        CHECK(snw_robot_fk(arm, q, &pose) == SNW_OK);
        CHECK(snw_robot_jacobian(arm, q, J) == SNW_OK);
        CHECK(snw_kin_update(&w.kin, q) == SNW_OK);
        const snw_pose expected = snw_kin_frame(&w.kin, w.tool);
        const snw_model_frame *frame = &w.model.frames[w.tool];
        snw_kin_jacobian(&w.kin, frame->link, frame->T_link_frame.p, by_hand);
        CHECK(memcmp(&pose, &expected, sizeof pose) == 0);
        CHECK(memcmp(J, by_hand, sizeof J) == 0);

        CHECK(snw_robot_efforts(arm, q, v, a, x) == SNW_OK);
        CHECK(snw_dyn_inverse(&w.dyn, q, v, a, NULL, y) == SNW_OK);
        CHECK(memcmp(x, y, sizeof x) == 0);
        CHECK(snw_robot_accelerations(arm, q, v, a, x) == SNW_OK);
        CHECK(snw_dyn_forward(&w.dyn, q, v, a, NULL, y) == SNW_OK);
        CHECK(memcmp(x, y, sizeof x) == 0);

        const snw_ik_target target = snw_ik_target_pose(pose);
        snw_ik_result result;
        memcpy(x, start, sizeof x);
        snw_ik_solve(&w.ik, &target, NULL, start, y, &result);
        CHECK((snw_robot_ik(arm, pose, x, NULL) == SNW_OK) == (result.status == SNW_IK_OK));
        CHECK(memcmp(x, result.status == SNW_IK_OK ? y : start, sizeof x) == 0);
    }
    snw_robot_destroy(arm);
    snw_setup_destroy(w.setup);
}

static void nan_is_refused_and_changes_nothing(void) {
    snw_robot_solver *arm = NULL;
    CHECK(snw_robot_create(PANDA, NULL, &arm, NULL) == SNW_OK);
    double q[7], zero[7] = {0}, out[7] = {1, 2, 3, 4, 5, 6, 7};
    snw_pose pose = snw_pose_identity();
    snw_twist J[7] = {0};
    snw_midpoint(arm->model, q);
    q[3] = (double)NAN;
    CHECK(snw_robot_fk(arm, q, &pose) == SNW_ERR_NOT_FINITE);
    CHECK(snw_robot_jacobian(arm, q, J) == SNW_ERR_NOT_FINITE);
    CHECK(snw_robot_efforts(arm, q, zero, zero, out) == SNW_ERR_NOT_FINITE);
    CHECK(snw_robot_accelerations(arm, zero, zero, q, out) == SNW_ERR_NOT_FINITE);
    CHECK(snw_robot_ik(arm, snw_pose_identity(), q, NULL) < 0);
    CHECK(pose.p.x == 0 && J[0].ang.z == 0 && out[0] == 1 && out[6] == 7 && isnan(q[3]));
    snw_robot_destroy(arm);
}

static void pose_jacobian_and_dynamics_agree_with_each_other(void) {
    snw_robot_solver *arm = NULL;
    snw_why why;
    CHECK(snw_robot_create(PANDA, NULL, &arm, &why) == SNW_OK);
    CHECK_CASES(check_scaled(20)) {
        double q[7], v[7], a[7], tau[7], back[7];
        snw_twist J[7];
        for (int i = 0; i < 7; i++) {
            q[i] = check_real(arm->model->lower[i], arm->model->upper[i]);
            v[i] = check_real(-1, 1);
            a[i] = check_real(-1, 1);
        }
        // the Jacobian is the derivative of the pose
        CHECK(snw_robot_jacobian(arm, q, J) == SNW_OK);
        for (int i = 0; i < 7; i++) {
            const double h = 1e-6, here = q[i];
            snw_pose plus, minus;
            q[i] = here + h;
            CHECK(snw_robot_fk(arm, q, &plus) == SNW_OK);
            q[i] = here - h;
            CHECK(snw_robot_fk(arm, q, &minus) == SNW_OK);
            q[i] = here;
            CHECK_NEAR(J[i].lin.x, (plus.p.x - minus.p.x) / (2 * h), 1e-8);
            CHECK_NEAR(J[i].lin.z, (plus.p.z - minus.p.z) / (2 * h), 1e-8);
        }
        // forward dynamics undo inverse dynamics
        CHECK(snw_robot_efforts(arm, q, v, a, tau) == SNW_OK);
        CHECK(snw_robot_accelerations(arm, q, v, tau, back) == SNW_OK);
        for (int i = 0; i < 7; i++) {
            CHECK_NEAR(back[i], a[i], 1e-8);
        }
    }
    snw_robot_destroy(arm);
}

static void ik_reaches_what_fk_says_and_refuses_the_rest(void) {
    snw_robot_solver *arm = NULL;
    snw_why why;
    CHECK(snw_robot_create(PANDA, NULL, &arm, &why) == SNW_OK);
    double q[7], start[7];
    snw_midpoint(arm->model, start);
    CHECK_CASES(check_scaled(20)) {
        snw_pose goal, reached;
        for (int i = 0; i < 7; i++) {
            q[i] = check_real(arm->model->lower[i], arm->model->upper[i]);
        }
        CHECK(snw_robot_fk(arm, q, &goal) == SNW_OK);
        memcpy(q, start, sizeof q);
        CHECK(snw_robot_ik(arm, goal, q, &why) == SNW_OK);
        CHECK(snw_robot_fk(arm, q, &reached) == SNW_OK);
        CHECK(snw_vec3_distance(goal.p, reached.p) < 2e-5);
    }
    memcpy(q, start, sizeof q);
    CHECK(snw_robot_ik(arm, snw_pose_translation(snw_vec3_of(9, 0, 0)), q, &why) < 0);
    CHECK(memcmp(q, start, sizeof q) == 0);
    CHECK(why.code < 0);
    const snw_pose nowhere = snw_pose_translation(snw_vec3_of((double)NAN, 0, 0));
    CHECK(snw_robot_ik(arm, nowhere, q, &why) < 0);
    snw_robot_destroy(arm);
}

int main(void) {
    RUN(a_file_becomes_a_model);
    RUN(what_cannot_be_read_is_refused_with_its_reason);
    RUN(a_planar_arm_matches_its_closed_form);
    RUN(all_numbers_are_those_of_the_long_way);
    RUN(nan_is_refused_and_changes_nothing);
    RUN(pose_jacobian_and_dynamics_agree_with_each_other);
    RUN(ik_reaches_what_fk_says_and_refuses_the_rest);
    return check_report();
}
