// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/model/reference.h"

#include "sinew/kinematics.h"

/// A compiled description with its workspace.
typedef struct stand {
    compiled c;
    snw_kin kin;
    void *block;
    double q[256];
} stand;

static void set_up(stand *s, const snw_robot *robot) {
    CHECK(compile(robot, &s->c, NULL) == SNW_OK);
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&s->kin, &s->c.model, &arena));
    s->block = exact_block(arena.needed);
    arena = snw_arena_over(s->block, arena.needed);
    CHECK(snw_kin_init(&s->kin, &s->c.model, &arena) == SNW_OK);
    CHECK(s->c.model.nq <= 256);
    snw_neutral(&s->c.model, s->q);
}

static void tear_down(stand *s) {
    free(s->block);
    free(s->c.block);
}

static snw_pose link_pose(const stand *s, const char *name) {
    const int link = snw_model_find_link(&s->c.model, name);
    CHECK(link >= 0);
    return s->kin.T_world_link[link];
}

static double distance(snw_pose A, ref_pose B) {
    return ref_distance(ref_from(A), B);
}

// --- closed forms -------------------------------------------------------------------------------

static void a_planar_arm_is_a_sum_of_cosines_and_sines(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "planar");
    add_link(robot, setup, "0");
    const double lengths[] = {0.7, 0.5, 0.3};
    char parent[SNW_NAME], child[SNW_NAME], joint[SNW_NAME];
    for (int i = 1; i <= 3; i++) {
        (void)snprintf(parent, sizeof parent, "%d", i - 1);
        (void)snprintf(child, sizeof child, "%d", i);
        (void)snprintf(joint, sizeof joint, "j%d", i);
        add_link(robot, setup, child);
        snw_joint_description *j = add_joint(robot, setup, joint, parent, child);
        j->axis = snw_vec3_z(1);
        if (i > 1) j->origin = snw_pose_translation(snw_vec3_x(lengths[i - 2]));
    }
    add_attachment(robot, setup, "tip", "3")->origin = snw_pose_translation(snw_vec3_x(lengths[2]));
    stand s;
    set_up(&s, robot);
    const int tip = snw_model_find_frame(&s.c.model, "tip");
    CHECK_CASES(1000) {
        real x = 0, y = 0, angle = 0;
        for (int i = 0; i < 3; i++) {
            s.q[i] = check_real(-7, 7);
            angle += (real)s.q[i];
            x += (real)lengths[i] * cosl(angle);
            y += (real)lengths[i] * sinl(angle);
        }
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        const snw_pose T = snw_kin_frame(&s.kin, tip);
        CHECK_NEAR(T.p.x, (double)x, 1e-14);
        CHECK_NEAR(T.p.y, (double)y, 1e-14);
        CHECK(T.p.z == 0);
        CHECK_NEAR(T.R.x.x, (double)cosl(angle), 1e-14);
        CHECK_NEAR(T.R.x.y, (double)sinl(angle), 1e-14);
        const snw_vec3 p = snw_kin_point(&s.kin, 3, snw_vec3_x(lengths[2]));
        CHECK(snw_vec3_near(p, T.p, 1e-15));
    }
    tear_down(&s);
    snw_setup_destroy(setup);
}

// one joint of a kind about z, its origin in the world's
static void one_joint(stand *s, snw_setup *setup, snw_joint_kind kind) {
    snw_robot *robot = new_robot(setup, "one");
    add_link(robot, setup, "base");
    add_link(robot, setup, "body");
    snw_joint_description *joint = add_joint(robot, setup, "joint", "base", "body");
    joint->kind = kind;
    joint->axis = snw_vec3_z(1);
    if (kind == SNW_JOINT_SCREW) joint->pitch = 0.25;
    if (kind == SNW_JOINT_LAW) *add_rail(joint, setup) = (helical_rail){0.5, 0.1, 0};
    set_up(s, robot);
}

// spec: actin-model:A1-LK-04
static void rotational_prismatic_screw_and_rail_joints_follow_their_closed_forms(void) {
    const snw_joint_kind kinds[] = {SNW_JOINT_REVOLUTE, SNW_JOINT_PRISMATIC, SNW_JOINT_SCREW,
                                    SNW_JOINT_LAW};
    for (int k = 0; k < 4; k++) {
        snw_setup *setup = new_setup();
        stand s;
        one_joint(&s, setup, kinds[k]);
        CHECK_CASES(1000) {
            s.q[0] = check_real(-6, 6);
            const real q = (real)s.q[0];
            CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
            ref_pose T = ref_identity();
            if (kinds[k] != SNW_JOINT_PRISMATIC) {
                T.R[0][0] = T.R[1][1] = cosl(q);
                T.R[1][0] = sinl(q);
                T.R[0][1] = -sinl(q);
            }
            if (kinds[k] == SNW_JOINT_PRISMATIC) T.p[2] = q;
            if (kinds[k] == SNW_JOINT_SCREW) T.p[2] = q / 4;
            if (kinds[k] == SNW_JOINT_LAW) {
                T.p[0] = cosl(q) / 2;
                T.p[1] = sinl(q) / 2;
                T.p[2] = (real)0.1 * q;
            }
            CHECK(distance(link_pose(&s, "body"), T) <= 1e-13);
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// R v = v cos + (a x v) sin + a (a . v) (1 - cos), Rodrigues, in long double
// spec: actin-model:A1-LK-07
static void joints_about_arbitrary_axes_follow_rodrigues_formula(void) {
    CHECK_CASES(300) {
        snw_setup *setup = new_setup();
        snw_robot *robot = new_robot(setup, "one");
        add_link(robot, setup, "base");
        add_link(robot, setup, "body");
        snw_joint_description *joint = add_joint(robot, setup, "joint", "base", "body");
        joint->axis = random_axis();
        const bool slides = check_case % 2 == 1;
        if (slides) joint->kind = SNW_JOINT_PRISMATIC;
        stand s;
        set_up(&s, robot);
        s.q[0] = check_real(-3, 3);
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        real a[3] = {(real)joint->axis.x, (real)joint->axis.y, (real)joint->axis.z};
        const real n = sqrtl(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        const real c = slides ? 1 : cosl((real)s.q[0]), sine = slides ? 0 : sinl((real)s.q[0]);
        ref_pose T = ref_identity();
        for (int k = 0; k < 3; k++) {
            a[k] /= n;
            if (slides) T.p[k] = a[k] * (real)s.q[0];
        }
        for (int j = 0; j < 3; j++) {
            const real v[3] = {j == 0, j == 1, j == 2};
            for (int i = 0; i < 3; i++) {
                const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
                const real cross = a[i1] * v[i2] - a[i2] * v[i1];
                T.R[i][j] = v[i] * c + cross * sine + a[i] * a[j] * (1 - c);
            }
        }
        CHECK(distance(link_pose(&s, "body"), T) <= 1e-14);
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// --- trees --------------------------------------------------------------------------------------

static void compare_with_reference(stand *s, const snw_robot *robot, snw_pose T_world_base) {
    ref_places places;
    ref_read(&s->c.model, robot, s->q, &places);
    const ref_pose base = ref_from(T_world_base);
    for (int i = 0; i < robot->link_count; i++) {
        const ref_pose T = ref_mul(base, ref_link(robot, &places, robot->links[i].name));
        CHECK(distance(link_pose(s, robot->links[i].name), T) <= 1e-12);
    }
    for (int i = 0; i < robot->attachment_count; i++) {
        const ref_pose T = ref_mul(base, ref_frame(robot, &places, &robot->attachments[i]));
        const int frame = snw_model_find_frame(&s->c.model, robot->attachments[i].name);
        CHECK(distance(snw_kin_frame(&s->kin, frame), T) <= 1e-12);
    }
}

static void random_trees_of_every_kind_agree_with_a_recursion_in_long_double(void) {
    CHECK_CASES(check_scaled(1000)) {
        snw_setup *setup = new_setup();
        const tree_options options = {.links = check_int(1, 30),
                                      .laws = true,
                                      .mimics = true,
                                      .floating = check_case % 3 == 0};
        const snw_robot *robot = random_tree(setup, options);
        stand s;
        set_up(&s, robot);
        const snw_pose T_world_base = random_pose();
        CHECK(snw_kin_set_base(&s.kin, T_world_base) == SNW_OK);
        for (int i = 0; i < 3; i++) {
            random_q(&s.c.model, s.q);
            CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
            compare_with_reference(&s, robot, T_world_base);
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// of src/robot/kinematics: the kernel without wide vectors, which other machines use
bool snw__kin_frames_f64_baseline(snw_kin *kin, const double *q);

static void the_kernels_of_all_instruction_sets_agree(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = new_setup();
        const tree_options options = {.links = check_int(1, 30),
                                      .laws = true,
                                      .mimics = true,
                                      .floating = check_case % 3 == 0};
        const snw_robot *robot = random_tree(setup, options);
        stand s;
        set_up(&s, robot);
        s.kin.frames_of = snw__kin_frames_f64_baseline;
        random_q(&s.c.model, s.q);
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        compare_with_reference(&s, robot, snw_pose_identity());
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void a_deep_chain_stays_exact(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "snake");
    add_link(robot, setup, "0");
    char parent[SNW_NAME], child[SNW_NAME], name[SNW_NAME];
    for (int i = 1; i < 60; i++) {
        (void)snprintf(parent, sizeof parent, "%d", i - 1);
        (void)snprintf(child, sizeof child, "%d", i);
        (void)snprintf(name, sizeof name, "j%d", i);
        add_link(robot, setup, child);
        snw_joint_description *joint = add_joint(robot, setup, name, parent, child);
        joint->axis = random_axis();
        joint->origin = random_pose();
    }
    stand s;
    set_up(&s, robot);
    random_q(&s.c.model, s.q);
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
    compare_with_reference(&s, robot, snw_pose_identity());
    tear_down(&s);
    snw_setup_destroy(setup);
}

// --- frames -------------------------------------------------------------------------------------

// The frame in which a child begins is its parent's link frame: with nothing between them it is the
// same, bit by bit, however the parent moves. A place on a link keeps its offset from it.
// spec: actin-model:A1-LK-02
static void a_child_begins_in_its_parents_frame_and_places_keep_their_offset(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = random_tree(setup, (tree_options){.links = 12, .laws = true});
    char name[SNW_NAME], joint[SNW_NAME], parent[SNW_NAME];
    for (int i = 0; i < 12; i++) {
        (void)snprintf(parent, sizeof parent, "%d", i);
        (void)snprintf(name, sizeof name, "child%d", i);
        (void)snprintf(joint, sizeof joint, "start%d", i);
        add_link(robot, setup, name);
        add_joint(robot, setup, joint, parent, name)->kind = SNW_JOINT_FIXED;
    }
    stand s;
    set_up(&s, robot);
    CHECK_CASES(200) {
        random_q(&s.c.model, s.q);
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        for (int i = 0; i < 12; i++) {
            (void)snprintf(parent, sizeof parent, "%d", i);
            (void)snprintf(name, sizeof name, "child%d", i);
            CHECK(snw_pose_near(link_pose(&s, name), link_pose(&s, parent), 0));
        }
        for (int f = 0; f < s.c.model.frame_count; f++) {
            const snw_model_frame *frame = &s.c.model.frames[f];
            const snw_pose offset =
                snw_pose_inverse_mul(s.kin.T_world_link[frame->link], snw_kin_frame(&s.kin, f));
            CHECK(snw_pose_near(offset, frame->T_link_frame, 1e-13));
        }
    }
    tear_down(&s);
    snw_setup_destroy(setup);
}

// universal > system > static base > base link, the last of which is part of the state
// spec: actin-model:A1-MN-03
static void the_base_of_a_floating_mechanism_stands_behind_four_frames(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = random_tree(setup, (tree_options){.links = 5, .floating = true});
    stand s;
    set_up(&s, robot);
    CHECK_CASES(1000) {
        const snw_pose T_universal_system = random_pose(), T_system_static = random_pose();
        CHECK(snw_kin_set_base(&s.kin, snw_pose_mul(T_universal_system, T_system_static)) ==
              SNW_OK);
        random_q(&s.c.model, s.q);
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        const ref_pose T = ref_mul(ref_mul(ref_from(T_universal_system), ref_from(T_system_static)),
                                   ref_free_at(s.q));
        CHECK(distance(s.kin.T_world_link[0], T) <= 1e-14);
    }
    tear_down(&s);
    snw_setup_destroy(setup);
}

// spec: actin-model:A1-MN-01
static void every_query_of_a_link_works_on_the_base(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_inertial(add_link(robot, setup, "base"), setup, 12, 0.5);
    add_inertial(add_link(robot, setup, "upper"), setup, 3, 0.1);
    add_joint(robot, setup, "shoulder", "base", "upper");
    add_attachment(robot, setup, "plate", "base")->origin = snw_pose_translation(snw_vec3_z(0.3));
    stand s;
    set_up(&s, robot);
    const snw_model *m = &s.c.model;
    CHECK(snw_model_find_link(m, "base") == 0);
    const snw_link *base = snw_model_link(m, 0);
    CHECK_TEXT(base->name, "base");
    CHECK(base->parent == -1 && base->q_index == -1 && base->nq == 0);
    CHECK(base->inertia.m == 12); // a root with mass keeps it
    CHECK(snw_model_subtree_count(m, 0) == 2 && snw_model_first_child(m, 0) == 1);
    CHECK(snw_model_next_child(m, 0) == -1);
    CHECK_TEXT(m->links[1].name, "upper");

    const snw_pose T_world_base = snw_pose_of(snw_mat3_rot_z(0.5), snw_vec3_of(1, 2, 3));
    CHECK(snw_kin_set_base(&s.kin, T_world_base) == SNW_OK);
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
    CHECK(snw_pose_near(s.kin.T_world_link[0], T_world_base, 0));
    CHECK(snw_vec3_near(snw_kin_point(&s.kin, 0, snw_vec3_z(1)), snw_vec3_of(1, 2, 4), 1e-15));
    CHECK(snw_vec3_near(snw_kin_frame(&s.kin, 0).p, snw_vec3_of(1, 2, 3.3), 1e-15));
    CHECK(snw_pose_near(snw_kin_between(&s.kin, 0, 0), snw_pose_identity(), 1e-15));
    tear_down(&s);
    snw_setup_destroy(setup);
}

static void the_pose_between_two_links_does_not_depend_on_the_base(void) {
    snw_setup *setup = new_setup();
    stand s;
    set_up(&s, random_tree(setup, (tree_options){.links = 10}));
    random_q(&s.c.model, s.q);
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
    const snw_pose before = snw_kin_between(&s.kin, 3, 8);
    CHECK(snw_kin_set_base(&s.kin, random_pose()) == SNW_OK);
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
    CHECK(snw_pose_near(snw_kin_between(&s.kin, 3, 8), before, 1e-13));
    tear_down(&s);
    snw_setup_destroy(setup);
}

// --- refusals -----------------------------------------------------------------------------------

static void keep_poses(const stand *s, snw_pose *kept) {
    memcpy(kept, s->kin.T_world_link, (size_t)s->c.model.link_count * sizeof *kept);
}

static bool are_kept(const stand *s, const snw_pose *kept) {
    return memcmp(kept, s->kin.T_world_link, (size_t)s->c.model.link_count * sizeof *kept) == 0;
}

static void a_configuration_that_is_not_finite_is_refused_and_the_poses_stay(void) {
    snw_setup *setup = new_setup();
    stand s;
    set_up(&s, random_tree(setup, (tree_options){.links = 20, .laws = true, .floating = true}));
    random_q(&s.c.model, s.q);
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
    snw_pose kept[20];
    keep_poses(&s, kept);
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < s.c.model.nq; i++) {
        for (int k = 0; k < 3; k++) {
            const double good = s.q[i];
            s.q[i] = bad[k];
            CHECK(snw_kin_update(&s.kin, s.q) == SNW_ERR_NOT_FINITE);
            CHECK(are_kept(&s, kept));
            s.q[i] = good;
        }
    }
    // a quaternion that is none
    for (int k = 3; k < 7; k++) {
        s.q[k] *= 1.01;
    }
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_ERR_RANGE);
    CHECK(are_kept(&s, kept));
    for (int k = 3; k < 7; k++) {
        s.q[k] = 0;
    }
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_ERR_RANGE);
    CHECK(are_kept(&s, kept));
    tear_down(&s);
    snw_setup_destroy(setup);
}

static void a_quaternion_that_has_drifted_a_little_is_normalised(void) {
    snw_setup *setup = new_setup();
    stand s;
    one_joint(&s, setup, SNW_JOINT_SPHERICAL);
    s.q[0] = 0.6 * 1.0004;
    s.q[3] = 0.8 * 1.0004;
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
    CHECK(snw_mat3_drift(link_pose(&s, "body").R) <= 1e-15);
    CHECK_NEAR(link_pose(&s, "body").R.y.y, 0.28, 1e-15); // cos of twice the angle of 0.8
    tear_down(&s);
    snw_setup_destroy(setup);
}

static snw_pose ending(const void *law, double q) {
    const helical_rail *rail = (const helical_rail *)law;
    return snw_pose_translation(snw_vec3_x(sqrt(rail->radius - q)));
}

static void a_law_that_has_no_pose_there_is_refused_and_the_poses_stay(void) {
    static const snw_joint_law functions = {.head = {sizeof(snw_joint_law), SNW_JOINT_LAW_VERSION},
                                            .transform = ending};
    snw_type type = rail_type;
    type.functions = &functions.head;
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "two");
    add_link(robot, setup, "0");
    add_link(robot, setup, "1");
    add_link(robot, setup, "2");
    add_joint(robot, setup, "turn", "0", "1");
    snw_joint_description *last = add_joint(robot, setup, "end", "1", "2");
    add_rail(last, setup)->radius = 1;
    last->law.type = &type;
    stand s;
    set_up(&s, robot);
    s.q[0] = 0.3;
    s.q[1] = 0.5;
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
    snw_pose kept[3];
    keep_poses(&s, kept);
    s.q[0] = 0.7;
    s.q[1] = 1.5;
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_ERR_NOT_FINITE);
    CHECK(are_kept(&s, kept));
    tear_down(&s);
    snw_setup_destroy(setup);
}

// joints that turn, slide and follow, nothing else: here the kernel itself looks at the numbers
static void an_arm_of_plain_joints_refuses_each_number_that_is_not_finite(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_link(robot, setup, "0");
    char parent[SNW_NAME], child[SNW_NAME], name[SNW_NAME];
    for (int i = 1; i <= 7; i++) {
        (void)snprintf(parent, sizeof parent, "%d", i - 1);
        (void)snprintf(child, sizeof child, "%d", i);
        (void)snprintf(name, sizeof name, "j%d", i);
        add_link(robot, setup, child);
        snw_joint_description *joint = add_joint(robot, setup, name, parent, child);
        joint->kind = i == 3 ? SNW_JOINT_PRISMATIC : SNW_JOINT_REVOLUTE;
        if (i == 7) add_mimic(joint, setup, "j2", 2, 0.1);
    }
    stand s;
    set_up(&s, robot);
    random_q(&s.c.model, s.q);
    snw_pose before[8];
    const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY};
    for (int kernel = 0; kernel < 2; kernel++) {
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        memcpy(before, s.kin.T_world_link, sizeof before);
        for (int i = 0; i < 6; i++) {
            for (int k = 0; k < 3; k++) {
                double q[6];
                memcpy(q, s.q, sizeof q);
                q[(i + 1) % 6] += 0.1;
                q[i] = bad[k];
                CHECK(snw_kin_update(&s.kin, q) == SNW_ERR_NOT_FINITE);
                for (int link = 0; link < 8; link++) {
                    CHECK(snw_pose_near(before[link], s.kin.T_world_link[link], 0));
                }
            }
        }
        // twice this is infinite
        double far[6] = {0, 1e308};
        CHECK(snw_kin_update(&s.kin, far) == SNW_ERR_NOT_FINITE);
        s.kin.frames_of = snw__kin_frames_f64_baseline;
    }
    tear_down(&s);
    snw_setup_destroy(setup);
}

static void a_base_that_is_no_pose_is_refused_and_the_old_one_stays(void) {
    snw_setup *setup = new_setup();
    stand s;
    one_joint(&s, setup, SNW_JOINT_REVOLUTE);
    const snw_pose good = random_pose();
    CHECK(snw_kin_set_base(&s.kin, good) == SNW_OK);
    snw_pose bad = good;
    bad.p.y = (double)NAN;
    CHECK(snw_kin_set_base(&s.kin, bad) == SNW_ERR_NOT_FINITE);
    bad = good;
    bad.R = snw_mat3_scale(bad.R, 1.001);
    CHECK(snw_kin_set_base(&s.kin, bad) == SNW_ERR_RANGE);
    bad = good;
    bad.R.z = snw_vec3_neg(bad.R.z);
    CHECK(snw_kin_set_base(&s.kin, bad) == SNW_ERR_RANGE);
    CHECK(snw_pose_near(s.kin.T_world_base, good, 0));
    tear_down(&s);
    snw_setup_destroy(setup);
}

// --- memory -------------------------------------------------------------------------------------

static void init_needs_exactly_what_it_measures(void) {
    snw_setup *setup = new_setup();
    const snw_robot *robot =
        random_tree(setup, (tree_options){.links = 6, .laws = true, .floating = true});
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    snw_kin kin;
    snw_arena arena = {0};
    CHECK(snw_kin_init(&kin, &c.model, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        CHECK(snw_kin_init(&kin, &c.model, &arena) ==
              (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(a_planar_arm_is_a_sum_of_cosines_and_sines);
    RUN(rotational_prismatic_screw_and_rail_joints_follow_their_closed_forms);
    RUN(joints_about_arbitrary_axes_follow_rodrigues_formula);
    RUN(random_trees_of_every_kind_agree_with_a_recursion_in_long_double);
    RUN(the_kernels_of_all_instruction_sets_agree);
    RUN(a_deep_chain_stays_exact);
    RUN(a_child_begins_in_its_parents_frame_and_places_keep_their_offset);
    RUN(the_base_of_a_floating_mechanism_stands_behind_four_frames);
    RUN(every_query_of_a_link_works_on_the_base);
    RUN(the_pose_between_two_links_does_not_depend_on_the_base);
    RUN(a_configuration_that_is_not_finite_is_refused_and_the_poses_stay);
    RUN(a_quaternion_that_has_drifted_a_little_is_normalised);
    RUN(a_law_that_has_no_pose_there_is_refused_and_the_poses_stay);
    RUN(an_arm_of_plain_joints_refuses_each_number_that_is_not_finite);
    RUN(a_base_that_is_no_pose_is_refused_and_the_old_one_stays);
    RUN(init_needs_exactly_what_it_measures);
    return check_report();
}
