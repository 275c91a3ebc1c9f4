// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/plant/inside.h"
#include "sinew/dynamics.h"

// What a simulated arm carries, against forward dynamics of another model: the composite of each
// link is described, and compiled anew.

static rig r;
static snw_simulated_arm config;

// accelerations of the arm as if it were built with these loads, at rest under efforts[count]
static void expect(const double *q_axes, const double *efforts, const snw_inertia *loads,
                   double *a_axes) {
    for (int l = 0; l < r.c.model.link_count; l++) {
        const snw_link *link = &r.c.model.links[l];
        const snw_inertia sum = snw_inertia_add(link->inertia, loads[l]);
        const snw_sym3 I = snw_inertia_central(sum);
        snw_inertial *body = r.robot->links[link->described_link].inertial;
        if (body == NULL) continue;
        body->mass = sum.m;
        body->origin = snw_pose_translation(snw_inertia_center(sum));
        body->ixx = I.xx, body->iyy = I.yy, body->izz = I.zz;
        body->ixy = I.xy, body->ixz = I.xz, body->iyz = I.yz;
    }
    compiled c;
    CHECK(compile(r.robot, &c, NULL) == SNW_OK);
    snw_dyn dyn;
    snw_arena arena = {0};
    SNW_IGNORE(snw_dyn_init(&dyn, &c.model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_dyn_init(&dyn, &c.model, &arena) == SNW_OK);
    CHECK(snw_dyn_set_actuators(&dyn, r.robot) == SNW_OK);
    CHECK(snw_dyn_set_base(&dyn, r.arm.T_world_base) == SNW_OK);
    CHECK(snw_dyn_set_gravity(&dyn, r.arm.gravity) == SNW_OK);
    double q[SNW_AXES] = {0}, v[SNW_AXES] = {0}, tau[SNW_AXES] = {0};
    snw_arm_to_q(&r.arm, q_axes, q);
    snw_arm_to_v(&r.arm, efforts, tau);
    CHECK(snw_dyn_forward(&dyn, q, v, tau, NULL, tau) == SNW_OK);
    snw_arm_from_v(&r.arm, tau, a_axes);
    free(block);
    free(c.block);
}

static void no_friction(void) {
    config = simulated();
    config.step = 1e-3;
    SET(&config, viscous, 0);
    SET(&config, dry, 0);
    SET(&config, kinetic, 0);
}

static snw_inertia random_body(void) {
    const snw_vec3 size =
        snw_vec3_of(check_real(0.02, 0.4), check_real(0.02, 0.4), check_real(0.02, 0.4));
    snw_pose T = random_pose();
    T.p = snw_vec3_scale(T.p, 0.3);
    return snw_inertia_transform(T, snw_inertia_box(check_real(0.1, 5), size));
}

// the words of an executive for a body
static void tell_attached(int link, snw_inertia body) {
    const snw_vec3 c = snw_inertia_center(body);
    const snw_sym3 I = snw_inertia_central(body);
    const char *name = r.c.model.links[link].name;
    char text[SNW_COMMAND_TEXT];
    (void)snprintf(text, sizeof text, "attached %s %.17g %.17g %.17g %.17g", name, body.m, c.x, c.y,
                   c.z);
    CHECK(rig_tell(&r, text) == SNW_OK);
    (void)snprintf(text, sizeof text, "moments %s %.17g %.17g %.17g %.17g %.17g %.17g", name, I.xx,
                   I.yy, I.zz, I.xy, I.xz, I.yz);
    CHECK(rig_tell(&r, text) == SNW_OK);
}

// Attached by words or by the function, on some links, beside payloads on others.
static void what_is_attached_moves_as_if_the_link_were_built_with_it(void) {
    CHECK_CASES(check_scaled(400)) {
        rig_tree(&r, check_int(2, 9));
        r.arm.T_world_base = random_pose();
        r.arm.gravity = random_vec3(10);
        no_friction();
        double q[SNW_AXES];
        for (int i = 0; i < r.arm.count; i++)
            q[i] = check_real(-0.4, 0.4);
        rig_begin(&r, &snw_simulated_arm_type, &config, q);
        rig_mode(&r, SNW_AXIS_EFFORT);
        snw_inertia loads[64] = {{0}};
        for (int l = 0; l < r.c.model.link_count; l++) {
            const int kind = check_int(0, 3);
            if (kind == 0) continue;
            const snw_inertia body = random_body();
            if (kind == 1) {
                tell_attached(l, body);
            } else {
                CHECK(snw__plant_set_attached(&r.drive, l, body) == SNW_OK);
            }
            loads[l] = body;
            if (kind != 3) continue;
            const double mass = check_real(0.1, 2);
            const snw_vec3 p = random_vec3(0.2);
            CHECK(snw__plant_set_payload(&r.drive, l, mass, p) == SNW_OK);
            loads[l] = snw_inertia_add(body, snw_inertia_point(mass, p));
        }
        for (int i = 0; i < r.arm.count; i++)
            r.command.effort[i] = check_real(-5, 5);
        rig_tick(&r);
        double a[SNW_AXES];
        expect(q, r.command.effort, loads, a);
        for (int i = 0; i < r.arm.count; i++)
            CHECK_NEAR(r.signals.a[i], a[i], 1e-9 * (1 + fabs(a[i])));
        rig_free(&r);
    }
}

// a pendulum that is loaded and unloaded pulls as the closed form says, each time
static void a_load_comes_and_goes_between_two_ticks(void) {
    rig_pendulum(&r, 2, 0.4, 0.1);
    rig_compile(&r);
    no_friction();
    const double q = SNW_PI / 2, bare = 9.81 * 2 * 0.4;
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    rig_mode(&r, SNW_AXIS_EFFORT);
    r.command.effort[0] = bare;
    rig_tick(&r);
    CHECK_NEAR(r.signals.a[0], 0, 1e-12);
    CHECK(rig_tell(&r, "attached bob 3 0 0 -0.5") == SNW_OK);
    CHECK(rig_tell(&r, "moments bob 0.02 0.03 0.04") == SNW_OK);
    r.command.effort[0] = bare + 9.81 * 3 * 0.5;
    rig_tick(&r);
    CHECK_NEAR(r.signals.a[0], 0, 1e-12);
    // 0.1 N.m more turns the moment of all: the bob's, the load's own, and that of its place
    r.command.effort[0] += 0.1;
    rig_tick(&r);
    CHECK_NEAR(r.signals.a[0], 0.1 / (0.1 + 2 * 0.16 + 0.02 + 3 * 0.25), 1e-9);
    snw_inertia held;
    CHECK(snw__plant_attached(&r.drive, 1, &held) == SNW_OK && held.m == 3);
    rig_end(&r);
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    rig_mode(&r, SNW_AXIS_EFFORT);
    r.command.effort[0] = bare;
    CHECK(rig_tell(&r, "attached bob 3 0 0 -0.5") == SNW_OK);
    CHECK(rig_tell(&r, "attached bob 0") == SNW_OK);
    rig_tick(&r);
    CHECK_NEAR(r.signals.a[0], 0, 1e-12);
    rig_free(&r);
}

static void bodies_that_cannot_be_are_refused(void) {
    rig_pendulum(&r, 2, 0.4, 0.1);
    rig_compile(&r);
    no_friction();
    const double q = 0;
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    static const struct {
        const char *text;
        snw_status status;
    } wrong[] = {
        {"attached nothing 1", SNW_ERR_UNKNOWN_NAME},
        {"attached bob", SNW_ERR_SYNTAX},
        {"attached bob 1 2", SNW_ERR_SYNTAX},
        {"attached bob 1 for 2", SNW_ERR_SYNTAX},
        {"attached bob -1", SNW_ERR_RANGE},
        {"moments bob 1 1 1", SNW_ERR_RANGE}, // of nothing
        {"moments bob 1 1", SNW_ERR_SYNTAX},
        {"moments nothing 1 1 1", SNW_ERR_UNKNOWN_NAME},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char answer[SNW_COMMAND_TEXT];
        snw_why why = {0};
        const snw_status status = rig_say(&r, wrong[i].text, answer, &why);
        if (status != wrong[i].status) print_error("\"%s\" %d\n", wrong[i].text, (int)status);
        CHECK(status == wrong[i].status && why.text[0] != 0);
    }
    snw_inertia body = snw_inertia_box(1, snw_vec3_of(0.1, 0.1, 0.1));
    CHECK(snw__plant_set_attached(&r.drive, 2, body) == SNW_ERR_ARGUMENT);
    CHECK(snw__plant_set_attached(&r.drive, -1, body) == SNW_ERR_ARGUMENT);
    CHECK(snw__plant_attached(&r.drive, 2, &body) == SNW_ERR_ARGUMENT);
    body.I.xx = 10;
    CHECK(snw__plant_set_attached(&r.drive, 1, body) == SNW_ERR_RANGE);
    body.m = (double)NAN;
    CHECK(snw_failed(snw__plant_set_attached(&r.drive, 1, body)));
    CHECK(snw__plant_attached(&r.drive, 1, &body) == SNW_OK && body.m == 0);
    CHECK(rig_tell(&r, "attached bob 1") == SNW_OK);
    CHECK(rig_tell(&r, "moments bob 1 1 9") == SNW_ERR_RANGE);
    rig_free(&r);

    // arms without mass carry nothing
    rig_pendulum(&r, 2, 0.4, 0.1);
    rig_compile(&r);
    snw_ideal_arm ideal;
    snw_block_defaults(&snw_ideal_arm_type, &ideal);
    rig_begin(&r, &snw_ideal_arm_type, &ideal, &q);
    CHECK(rig_tell(&r, "attached bob 1") == SNW_ERR_UNSUPPORTED);
    CHECK(rig_tell(&r, "moments bob 1 1 1") == SNW_ERR_UNSUPPORTED);
    rig_free(&r);
}

int main(void) {
    RUN(what_is_attached_moves_as_if_the_link_were_built_with_it);
    RUN(a_load_comes_and_goes_between_two_ticks);
    RUN(bodies_that_cannot_be_are_refused);
    return check_report();
}
