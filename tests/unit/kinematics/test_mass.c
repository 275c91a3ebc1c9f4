// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

// --- a cloud of points
// ----------------------------------------------------------------------------

// Six points of equal mass on each link that have its mass, centre and moments: at the centre +- r
// along each axis, with r^2 = 3 S / m, S the second moment each way.
enum { POINTS = 6 };

/// A point mass on a link.
typedef struct grain {
    int link;
    double m;
    snw_vec3 p;
} grain;

/// The mechanism as grains.
typedef struct cloud {
    grain grains[64 * POINTS];
    int count;
} cloud;

// links of random trees have a mass and one moment, so S is one number: I / 2 each way
static void add_grains(cloud *c, const snw_model *m, int link) {
    const snw_inertia A = m->links[link].inertia;
    const snw_vec3 center = snw_inertia_center(A);
    const double second = snw_inertia_central(A).xx / 2;
    const double r = sqrt(3 * second / A.m);
    const snw_vec3 ways[POINTS] = {{r, 0, 0},  {-r, 0, 0}, {0, r, 0},
                                   {0, -r, 0}, {0, 0, r},  {0, 0, -r}};
    for (int i = 0; i < POINTS; i++) {
        c->grains[c->count++] = (grain){link, A.m / POINTS, snw_vec3_add(center, ways[i])};
    }
}

// a tree whose links have centres of mass away from their origins
static snw_robot *shifted(snw_robot *robot) {
    for (int i = 0; i < robot->link_count; i++) {
        robot->links[i].inertial->origin = random_pose();
    }
    return robot;
}

static snw_robot *massive_tree(snw_setup *setup, int most) {
    return shifted(any_tree(setup, most));
}

static void read_cloud(cloud *c, const snw_model *m) {
    c->count = 0;
    for (int i = 0; i < m->link_count; i++) {
        add_grains(c, m, i);
    }
}

static snw_vec3 center_of(const cloud *c, const snw_kin *kin, double *mass) {
    snw_vec3 sum = snw_vec3_zero();
    *mass = 0;
    for (int i = 0; i < c->count; i++) {
        const grain *g = &c->grains[i];
        sum = snw_vec3_add_scaled(sum, snw_kin_point(kin, g->link, g->p), g->m);
        *mass += g->m;
    }
    return snw_vec3_divide(sum, *mass);
}

static void the_centre_and_the_momentum_are_those_of_a_cloud_of_points(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = new_setup();
        stand s;
        static cloud c;
        set_up(&s, massive_tree(setup, 15));
        CHECK(snw_kin_set_base(&s.kin, random_pose()) == SNW_OK);
        random_state(&s);
        read_cloud(&c, &s.c.model);
        CHECK(snw_kin_update_velocity(&s.kin, s.q, s.v) == SNW_OK);
        double mass;
        const snw_vec3 center = center_of(&c, &s.kin, &mass);
        CHECK_NEAR(snw_kin_total_mass(&s.kin), mass, 1e-12);
        CHECK(snw_vec3_near(snw_kin_center(&s.kin), center, 1e-11));
        snw_momentum sum = {snw_vec3_zero(), snw_vec3_zero()};
        for (int i = 0; i < c.count; i++) {
            const grain *g = &c.grains[i];
            const snw_vec3 p = snw_vec3_sub(snw_kin_point(&s.kin, g->link, g->p), center);
            const snw_vec3 mv = snw_vec3_scale(snw_kin_velocity(&s.kin, g->link, g->p).lin, g->m);
            sum.lin = snw_vec3_add(sum.lin, mv);
            sum.ang = snw_vec3_add(sum.ang, snw_vec3_cross(p, mv));
        }
        const snw_momentum h = snw_kin_momentum(&s.kin);
        CHECK(snw_vec3_near(h.lin, sum.lin, 1e-9) && snw_vec3_near(h.ang, sum.ang, 1e-9));

        // and the same as a matrix times rates
        snw_momentum A[RATES];
        memset(A, 0x7f, sizeof A);
        snw_kin_momentum_jacobian(&s.kin, A);
        snw_momentum product = {snw_vec3_zero(), snw_vec3_zero()};
        for (int k = 0; k < s.c.model.nv; k++) {
            product.lin = snw_vec3_add_scaled(product.lin, A[k].lin, s.v[k]);
            product.ang = snw_vec3_add_scaled(product.ang, A[k].ang, s.v[k]);
        }
        CHECK(snw_vec3_near(product.lin, sum.lin, 1e-9));
        CHECK(snw_vec3_near(product.ang, sum.ang, 1e-9));
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void read_center(stand *s, void *context, double *out) {
    (void)context;
    const snw_vec3 c = snw_kin_center(&s->kin);
    out[0] = c.x;
    out[1] = c.y;
    out[2] = c.z;
}

static void the_jacobian_of_the_centre_is_that_of_differences(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, massive_tree(setup, 10));
        random_state(&s);
        snw_vec3 J[RATES];
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        memset(J, 0x7f, sizeof J);
        snw_kin_center_jacobian(&s.kin, J);
        for (int k = 0; k < s.c.model.nv; k++) {
            double unit[RATES] = {0}, expected[3];
            unit[k] = 1;
            differentiate(&s, unit, NULL, (reader){read_center, NULL, 3}, expected);
            CHECK(farthest(&J[k].x, expected, 3) <= 1e-7);
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static bool carries(const snw_model *m, int carrier, int link) {
    while (link > carrier) {
        link = m->links[link].parent;
    }
    return link == carrier;
}

// the grains of all that a link carries, in its frame
static snw_inertia sum_of_grains(const cloud *c, const snw_kin *kin, int link) {
    snw_inertia sum = snw_inertia_zero();
    for (int i = 0; i < c->count; i++) {
        const grain *g = &c->grains[i];
        if (!carries(kin->model, link, g->link)) continue;
        const snw_vec3 world = snw_kin_point(kin, g->link, g->p);
        const snw_vec3 p = snw_pose_apply_inverse(kin->T_world_link[link], world);
        sum = snw_inertia_add(sum, snw_inertia_point(g->m, p));
    }
    return sum;
}

static void composite_bodies_are_the_sums_of_their_points(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        stand s;
        static cloud c;
        set_up(&s, massive_tree(setup, 12));
        random_state(&s);
        read_cloud(&c, &s.c.model);
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        for (int link = 0; link < s.c.model.link_count; link++) {
            const snw_inertia sum = sum_of_grains(&c, &s.kin, link);
            CHECK(snw_inertia_near(snw_kin_composite(&s.kin, link), sum, 1e-9));
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void without_mass_the_centre_is_the_origin_of_the_root(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "light");
    add_link(robot, setup, "base");
    add_link(robot, setup, "arm");
    add_joint(robot, setup, "joint", "base", "arm");
    stand s;
    set_up(&s, robot);
    const snw_pose base = random_pose();
    CHECK(snw_kin_set_base(&s.kin, base) == SNW_OK);
    CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
    CHECK(snw_kin_total_mass(&s.kin) == 0);
    CHECK(snw_vec3_near(snw_kin_center(&s.kin), base.p, 0));
    snw_vec3 J;
    snw_kin_center_jacobian(&s.kin, &J);
    CHECK(snw_vec3_equal(J, snw_vec3_zero()));
    tear_down(&s);
    snw_setup_destroy(setup);
}

// --- what is asked twice
// ----------------------------------------------------------------------------

// everything there is to ask, once
static double ask_all(stand *s) {
    static snw_twist J[RATES];
    static snw_momentum A[RATES];
    static snw_vec3 C[RATES];
    const int last = s->c.model.link_count - 1;
    snw_kin_jacobian(&s->kin, last, snw_vec3_zero(), J);
    snw_kin_jacobian_rate(&s->kin, last, snw_vec3_zero(), J);
    snw_kin_momentum_jacobian(&s->kin, A);
    snw_kin_center_jacobian(&s->kin, C);
    return snw_kin_center(&s->kin).x + snw_kin_momentum(&s->kin).lin.x +
           snw_kin_composite(&s->kin, 1).h.x + snw_kin_total_mass(&s->kin) +
           snw_kin_velocity(&s->kin, last, snw_vec3_zero()).lin.x +
           snw_kin_acceleration(&s->kin, last, snw_vec3_zero()).lin.x;
}

// The passes over the mechanism are counted: questions after the first make none, and a joint that
// changed makes the next question begin anew, with the answers of a workspace that never knew
// another state.
// spec: actin-model:A1-LK-66
static void a_second_question_computes_nothing_and_a_changed_joint_starts_anew(void) {
    snw_setup *setup = new_setup();
    stand s;
    check_seed(7);
    set_up(&s, shifted(random_tree(setup, (tree_options){.links = 12, .only_single = true})));
    CHECK_CASES(100) {
        random_state(&s);
        CHECK(snw_kin_update_acceleration(&s.kin, s.q, s.v, s.a) == SNW_OK);
        const double first = ask_all(&s);
        const snw_kin_passes passes = s.kin.passes;
        CHECK(passes.poses == passes.velocities + 1); // that of init
        CHECK(passes.masses == passes.velocities && passes.accelerations == passes.velocities);
        for (int i = 0; i < 3; i++) {
            CHECK(ask_all(&s) == first);
        }
        CHECK(memcmp(&passes, &s.kin.passes, sizeof passes) == 0);

        s.q[check_int(0, s.c.model.nq - 1)] += 0.1;
        CHECK(snw_kin_update_acceleration(&s.kin, s.q, s.v, s.a) == SNW_OK);
        const double changed = ask_all(&s);
        CHECK(s.kin.passes.masses == passes.masses + 1);
        CHECK(changed != first);
        stand fresh = s;
        fresh.block = new_kin(&fresh.kin, &s.c.model);
        CHECK(snw_kin_update_acceleration(&fresh.kin, s.q, s.v, s.a) == SNW_OK);
        CHECK(ask_all(&fresh) == changed);
        free(fresh.block);
    }
    tear_down(&s);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(the_centre_and_the_momentum_are_those_of_a_cloud_of_points);
    RUN(the_jacobian_of_the_centre_is_that_of_differences);
    RUN(composite_bodies_are_the_sums_of_their_points);
    RUN(without_mass_the_centre_is_the_origin_of_the_root);
    RUN(a_second_question_computes_nothing_and_a_changed_joint_starts_anew);
    return check_report();
}
