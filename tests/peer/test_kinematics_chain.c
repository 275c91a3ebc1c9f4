// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "kdl.h"
#include "random_urdf.h"

// Before KDL judges sinew: its solvers are asked about random chains and must agree with each other
// and with differences, so that order, signs, axes and layouts behind kdl.h are what kdl.h says.

enum { MOST = RANDOM_LINKS };

static random_urdf u;

typedef struct chain_case {
    peer_robot *robot;
    peer_chain *chain;
    int joints, segments;
    double q[MOST], qd[MOST], qdd[MOST];
    char tip[16];
} chain_case;

// a random robot without followers, and the way from its root to a random link with joints on it
static void open_case(chain_case *c) {
    do {
        random_robot(&u);
    } while (strstr(u.text, "<mimic") != NULL);
    c->robot = peer_urdf(u.text);
    CHECK(c->robot != NULL);
    (void)snprintf(c->tip, sizeof c->tip, "l%d", check_int(0, u.links - 1));
    c->chain = peer_chain_create(c->robot, "l0", c->tip, NULL);
    CHECK(c->chain != NULL);
    c->joints = peer_chain_joint_count(c->chain);
    c->segments = peer_chain_segment_count(c->chain);
    for (int i = 0; i < c->joints; i++) {
        c->q[i] = check_real(-2, 2);
        c->qd[i] = check_real(-1, 1);
        c->qdd[i] = check_real(-1, 1);
    }
}

static void close_case(chain_case *c) {
    peer_chain_free(c->chain);
    peer_free(c->robot);
}

// the chain's values at their places, zeros elsewhere
static void robot_q(const chain_case *c, double *q) {
    const char *names[MOST];
    int count = 0;
    for (int i = 0; i < c->joints; i++) {
        names[count++] = peer_chain_joint(c->chain, i);
    }
    static char others[MOST][16];
    for (int i = 1; i < u.links; i++) {
        (void)snprintf(others[i], sizeof others[i], "j%d", i);
        bool known = u.kind[i] == 'f';
        for (int k = 0; k < c->joints; k++) {
            known = known || strcmp(names[k], others[i]) == 0;
        }
        if (!known) names[count++] = others[i];
    }
    CHECK(count == peer_joint_count(c->robot));
    CHECK(peer_set_joints(c->robot, names, count) == 0);
    memset(q, 0, MOST * sizeof *q);
    memcpy(q, c->q, (size_t)c->joints * sizeof *q);
}

static void check_pose(const peer_pose *a, const peer_pose *b, double tolerance) {
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(a->R[i], b->R[i], tolerance);
    }
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(a->p[i], b->p[i], tolerance);
    }
}

static void the_frames_of_a_chain_are_those_of_its_tree(void) {
    chain_case c;
    CHECK_CASES(check_scaled(100)) {
        open_case(&c);
        static peer_pose frames[MOST], one;
        double q[MOST];
        robot_q(&c, q);
        CHECK(peer_chain_fk(c.chain, c.q, frames) == 0);
        for (int i = 0; i < c.segments; i++) {
            CHECK(peer_fk(c.robot, q, peer_chain_segment(c.chain, i), &one) == 0);
            check_pose(&frames[i], &one, 1e-12);
            const peer_pose kept = peer_chain_pose(c.chain, i);
            check_pose(&kept, &one, 1e-12);
        }
        if (c.segments > 0) {
            CHECK_TEXT(peer_chain_segment(c.chain, c.segments - 1), c.tip);
            CHECK(peer_chain_fk_tip(c.chain, c.q, &one) == 0);
            check_pose(&one, &frames[c.segments - 1], 1e-12);
        }
        close_case(&c);
    }
}

// twist of the tip between q - h qd and q + h qd: linear part, and the axial part of R_dot R^T
static void twist_by_difference(chain_case *c, const double *qd, double twist[6]) {
    const double h = 1e-6;
    double a[MOST], b[MOST];
    for (int i = 0; i < c->joints; i++) {
        a[i] = c->q[i] - h * qd[i];
        b[i] = c->q[i] + h * qd[i];
    }
    peer_pose A, B, T;
    CHECK(peer_chain_fk_tip(c->chain, a, &A) == 0 && peer_chain_fk_tip(c->chain, b, &B) == 0);
    CHECK(peer_chain_fk_tip(c->chain, c->q, &T) == 0);
    double W[3][3] = {{0}};
    for (int i = 0; i < 3; i++) {
        twist[i] = (B.p[i] - A.p[i]) / (2 * h);
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++) {
                W[i][j] += (B.R[3 * i + k] - A.R[3 * i + k]) / (2 * h) * T.R[3 * j + k];
            }
        }
    }
    twist[3] = (W[2][1] - W[1][2]) / 2;
    twist[4] = (W[0][2] - W[2][0]) / 2;
    twist[5] = (W[1][0] - W[0][1]) / 2;
}

static void the_jacobian_and_its_rate_are_those_of_differences(void) {
    chain_case c;
    CHECK_CASES(check_scaled(60)) {
        open_case(&c);
        double J[6 * MOST], J_dot[6 * MOST], left[6 * MOST], right[6 * MOST], twist[6], given[6];
        CHECK(peer_chain_jacobian(c.chain, c.q, J) == 0);
        CHECK(peer_chain_velocity(c.chain, c.q, c.qd, given) == 0);
        twist_by_difference(&c, c.qd, twist);
        for (int row = 0; row < 6; row++) {
            double sum = 0;
            for (int i = 0; i < c.joints; i++) {
                sum += J[6 * i + row] * c.qd[i];
            }
            CHECK_NEAR(given[row], sum, 1e-11);
            CHECK_NEAR(twist[row], sum, 1e-6);
        }
        // one joint alone: that a column is its own
        for (int i = 0; i < c.joints; i++) {
            double unit[MOST] = {0};
            unit[i] = 1;
            twist_by_difference(&c, unit, twist);
            for (int row = 0; row < 6; row++) {
                CHECK_NEAR(J[6 * i + row], twist[row], 1e-6);
            }
        }
        const double h = 1e-6;
        double a[MOST], b[MOST];
        for (int i = 0; i < c.joints; i++) {
            a[i] = c.q[i] - h * c.qd[i];
            b[i] = c.q[i] + h * c.qd[i];
        }
        CHECK(peer_chain_jacobian_rate(c.chain, c.q, c.qd, J_dot) == 0);
        CHECK(peer_chain_jacobian(c.chain, a, left) == 0);
        CHECK(peer_chain_jacobian(c.chain, b, right) == 0);
        for (int k = 0; k < 6 * c.joints; k++) {
            CHECK_NEAR(J_dot[k], (right[k] - left[k]) / (2 * h), 1e-5);
        }
        close_case(&c);
    }
}

static void newton_and_euler_give_the_mass_matrix_and_the_efforts(void) {
    chain_case c;
    CHECK_CASES(check_scaled(60)) {
        open_case(&c);
        const double zero[MOST] = {0};
        static double M[MOST * MOST];
        double tau[MOST], gravity[MOST], coriolis[MOST], expected[MOST];
        CHECK(peer_chain_mass_matrix(c.chain, c.q, M) == 0);
        CHECK(peer_chain_gravity(c.chain, c.q, gravity) == 0);
        CHECK(peer_chain_coriolis(c.chain, c.q, c.qd, coriolis) == 0);
        CHECK(peer_chain_rne(c.chain, c.q, zero, zero, tau) == 0);
        double size = 1;
        for (int i = 0; i < c.joints; i++) {
            CHECK_NEAR(tau[i], gravity[i], 1e-9 * fmax(1, fabs(gravity[i])));
        }
        CHECK(peer_chain_rne(c.chain, c.q, c.qd, c.qdd, tau) == 0);
        for (int i = 0; i < c.joints; i++) {
            expected[i] = gravity[i] + coriolis[i];
            for (int j = 0; j < c.joints; j++) {
                CHECK_NEAR(M[c.joints * j + i], M[c.joints * i + j], 1e-9 * fabs(M[0]) + 1e-9);
                expected[i] += M[c.joints * j + i] * c.qdd[j];
            }
            size = fmax(size, fabs(expected[i]));
        }
        for (int i = 0; i < c.joints; i++) {
            CHECK_NEAR(tau[i], expected[i], 1e-9 * size);
        }
        close_case(&c);
    }
}

// from a little beside the answer, where six joints or more let it be reached
static void the_inverse_brings_the_tip_back(void) {
    static const char arm[] = "<robot name='arm'><link name='l0'/>"
#define AXIS(n, parent, origin, axis)                                                              \
    "<link name='l" n "'/><joint name='j" n "' type='continuous'><parent link='l" parent "'/>"     \
    "<child link='l" n "'/><origin xyz='" origin "'/><axis xyz='" axis "'/></joint>"
        AXIS("1", "0", "0 0 0.3", "0 0 1") AXIS("2", "1", "0 0.1 0", "0 1 0")
            AXIS("3", "2", "0.4 0 0", "0 1 0") AXIS("4", "3", "0.1 0 0.05", "1 0 0")
                AXIS("5", "4", "0.3 0 0", "0 1 0") AXIS("6", "5", "0.1 0 0", "1 0 0") "</robot>";
    peer_robot *robot = peer_urdf(arm);
    CHECK(robot != NULL);
    peer_chain *chain = peer_chain_create(robot, "l0", "l6", NULL);
    CHECK(chain != NULL && peer_chain_joint_count(chain) == 6);
    int solved = 0;
    CHECK_CASES(100) {
        double q[6], start[6], found[6];
        for (int i = 0; i < 6; i++) {
            q[i] = check_real(-2, 2);
            start[i] = q[i] + check_real(-0.1, 0.1);
        }
        peer_pose target, reached;
        CHECK(peer_chain_fk_tip(chain, q, &target) == 0);
        if (peer_ik_lma(chain, start, &target, found) < 0) continue;
        solved++;
        CHECK(peer_chain_fk_tip(chain, found, &reached) == 0);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(reached.p[i], target.p[i], 1e-6);
        }
        // rotations count a hundredth
        check_pose(&reached, &target, 1e-4);
    }
    check_case = -1;
    CHECK(solved >= 95);
    CHECK(peer_chain_create(robot, "l0", "nobody", NULL) == NULL);
    peer_chain_free(chain);
    peer_free(robot);
}

int main(void) {
    RUN(the_frames_of_a_chain_are_those_of_its_tree);
    RUN(the_jacobian_and_its_rate_are_those_of_differences);
    RUN(newton_and_euler_give_the_mass_matrix_and_the_efforts);
    RUN(the_inverse_brings_the_tip_back);
    return check_report();
}
