// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "task_rig.h"

// Self-motion through the executive: the tool stays, the elbow is pulled and turned.

static rig r;

typedef struct one {
    const char *model, *q;
} one;

// all arms of the library with seven joints, and those with eight
static const one arms[] = {
    {"panda", "0.3 -0.5 0.2 -2 0.1 1.6 0.4"},
    {"iiwa7", "0.3 0.5 0.2 -1.4 0.1 0.9 0.4"},
    {"wam7", "0.3 0.5 0.2 1.4 0.1 0.6 0.4"},
    {"rrc-k1207i", "0.3 0.5 0.2 -1.2 0.1 0.8 0.4"},
    {"arm8", "0.3 0.5 0.2 0.9 0.1 0.8 0.4 0.3"},
    {"ranger-mk2", "0.3 0.5 0.2 0.9 0.1 0.8 0.4 0.3"},
    {"ranger-dexterous", "0.3 0.5 0.2 0.9 0.1 0.8 0.4 0.3"},
};
enum { ARMS = sizeof arms / sizeof *arms };

// the tool as kinematics has it, against where it was
static double drift_of(snw_pose tool) {
    const snw_twist e = snw_pose_difference(tool, rig_tool(&r));
    CHECK(snw_vec3_norm(e.ang) < 5e-4);
    return snw_vec3_norm(e.lin);
}

// the way that self-motion offers the elbow: across the line from the base to the tool
static snw_vec3 side_of(snw_pose tool, snw_vec3 elbow) {
    const snw_vec3 base = rig_link(&r, r.arm->link[1]).p;
    const snw_vec3 axis = snw_vec3_sub(tool.p, base), arm = snw_vec3_sub(elbow, base);
    return snw_vec3_normalize(snw_vec3_cross(axis, arm));
}

// pulls to one side; the way that the elbow made
static double pull_aside(double sign, double *worst) {
    const int link = r.arm->link[(r.arm->count - 1) / 2];
    const snw_pose tool = rig_tool(&r);
    const snw_vec3 from = rig_link(&r, link).p;
    const snw_vec3 to = snw_vec3_add_scaled(from, side_of(tool, from), sign * 0.3);
    char text[256];
    (void)snprintf(text, sizeof text, "pull %s %.6f %.6f %.6f 0 0 0",
                   r.arm->model->links[link].name, to.x, to.y, to.z);
    double moved = 0;
    for (int k = 0; k < 12000 && moved < 0.1; k++) {
        if (k % 100 == 0) rig_must(&r, text);
        rig_tick(&r);
        *worst = fmax(*worst, drift_of(tool));
        CHECK_NEAR(r.shown->drift, drift_of(tool), 1e-9);
        moved = snw_vec3_distance(rig_link(&r, link).p, from);
    }
    // the way to rest is no exception
    for (int k = 0; k < 2000 && r.arm->taken; k++) {
        rig_tick(&r);
        *worst = fmax(*worst, drift_of(tool));
    }
    CHECK(!r.arm->taken);
    return moved;
}

static void
a_held_tool_stays_within_a_tenth_of_a_millimetre_while_the_elbow_goes_ten_centimetres(void) {
    for (int i = 0; i < ARMS; i++) {
        for (int law = 0; law < 2; law++) {
            rig_open(&r, arms[i].model, arms[i].q,
                     law == 0 ? "<control law=\"qp\"/>" : "<control law=\"nullspace\"/>");
            double worst = 0;
            const double one_way = pull_aside(1, &worst), other = pull_aside(-1, &worst);
            print_message("%s: the elbow went %.3f m and %.3f m, the tool %.1e m\n", arms[i].model,
                          one_way, other, worst);
            CHECK(one_way >= 0.1 && other >= 0.1);
            CHECK(worst <= 1e-4);
            rig_close(&r);
        }
    }
}

// angle of the elbow about the line from shoulder to wrist
static double swivel(snw_vec3 *zero) {
    const int middle = (r.arm->count - 1) / 2;
    const snw_vec3 s = rig_link(&r, r.arm->link[middle - 2]).p;
    const snw_vec3 w = rig_link(&r, r.arm->link[middle + 2]).p;
    const snw_vec3 e = snw_vec3_sub(rig_link(&r, r.arm->link[middle]).p, s);
    const snw_vec3 axis = snw_vec3_normalize(snw_vec3_sub(w, s));
    const snw_vec3 across = snw_vec3_sub(e, snw_vec3_scale(axis, snw_vec3_dot(axis, e)));
    if (snw_vec3_norm(*zero) == 0) *zero = across;
    return atan2(snw_vec3_dot(axis, snw_vec3_cross(*zero, across)), snw_vec3_dot(*zero, across));
}

static double rate_of_all(void) {
    double sum = 0;
    for (int a = 0; a < r.arm->count; a++)
        sum += r.v[a] * r.v[a];
    return sqrt(sum);
}

static void the_elbow_turns_at_its_rate_forward_and_back(void) {
    for (int i = 0; i < 4; i++) {
        rig_open(&r, arms[i].model, arms[i].q, "");
        const snw_pose tool = rig_tool(&r);
        snw_vec3 zero = snw_vec3_zero();
        const double begin = swivel(&zero);
        rig_hold(&r, "turn 0.3", 800);
        CHECK_NEAR(rate_of_all(), 0.3, 1e-3);
        CHECK(swivel(&zero) > begin + 0.02);
        CHECK(drift_of(tool) < 1e-4 && r.shown->mode == SNW_HAND_TURN);
        rig_hold(&r, "turn -0.3", 1600);
        CHECK(swivel(&zero) < begin - 0.005);
        CHECK(drift_of(tool) < 1e-4);
        rig_rest(&r);
        rig_close(&r);
    }
}

static void the_free_range_of_the_turn_is_known_and_true(void) {
    for (int i = 0; i < 4; i++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            rig_open(&r, arms[i].model, arms[i].q, "");
            for (int k = 0; k < 1500; k++)
                rig_tick(&r);
            const double range = sign > 0 ? r.shown->turn_high : -r.shown->turn_low;
            CHECK(range > 0.05);
            // turned until a limit ends it, for 20 s at most
            double way = 0;
            int still = 0;
            const char *text = sign > 0 ? "turn 0.8" : "turn -0.8";
            for (int k = 0; k < 20000 && still < 500; k++) {
                if (k % 100 == 0) {
                    rig_must(&r, text);
                } else {
                    rig_tick(&r);
                }
                const double rate = rate_of_all();
                way += rate * r.dt;
                still = k > 200 && rate < 1e-3 ? still + 1 : 0;
            }
            if (range < 11) {
                print_message("%s: %.3f rad were free, %.3f rad were turned, axis %d\n",
                              arms[i].model, range, way, r.shown->stopper);
                CHECK_NEAR(way, range, 0.005 + 0.005 * range);
                CHECK(r.shown->stopper >= 0);
                CHECK(fabs(sign > 0 ? r.shown->turn_high : r.shown->turn_low) < 0.05);
            }
            rig_close(&r);
        }
    }
}

// a place that the elbow cannot reach: it comes as near as it can, and stays
static void a_pull_ends_where_the_elbow_is_nearest(void) {
    rig_open(&r, "iiwa7", arms[1].q, "");
    const int link = r.arm->link[3];
    const snw_pose tool = rig_tool(&r);
    const snw_vec3 from = rig_link(&r, link).p;
    const snw_vec3 to = snw_vec3_add(snw_vec3_add_scaled(from, side_of(tool, from), 0.1),
                                     snw_vec3_of(0.05, 0.02, 0.1));
    char text[256];
    (void)snprintf(text, sizeof text, "pull %s %.9f %.9f %.9f 0 0 0",
                   r.arm->model->links[link].name, to.x, to.y, to.z);
    rig_hold(&r, text, 4000);
    const double least = snw_vec3_distance(rig_link(&r, link).p, to);
    CHECK(!rig_moves(&r) || fabs(r.v[0]) < 1e-4);
    // no turn of the elbow brings it nearer
    for (int sign = -1; sign <= 1; sign += 2) {
        rig_hold(&r, sign > 0 ? "turn 0.2" : "turn -0.2", 300);
        CHECK(snw_vec3_distance(rig_link(&r, link).p, to) > least);
        rig_hold(&r, text, 4000);
        CHECK_NEAR(snw_vec3_distance(rig_link(&r, link).p, to), least, 1e-5);
    }
    rig_close(&r);
}

// fast self-motion close to singularities, where it bends: a wrist and a shoulder nearly in line
static void the_tool_stays_where_self_motion_bends(void) {
    static const one bent[] = {
        {"arm8", "0.3 0.05 0.2 0.9 0.1 0.05 0.4 0.3"},
        {"rrc-k1207i", "0.3 0.06 0.2 -1.2 0.1 0.06 0.4"},
        {"iiwa7", "0.3 0.05 0.2 -1.4 0.1 0.06 0.4"},
        {"wam7", "0.3 0.05 0.2 1.4 0.1 0.06 0.4"},
    };
    for (int i = 0; i < 4; i++) {
        rig_open(&r, bent[i].model, bent[i].q, "");
        const snw_pose tool = rig_tool(&r);
        double worst = 0;
        for (int k = 0; k < 6000; k++) {
            if (k % 100 == 0) rig_must(&r, k / 1500 % 2 == 0 ? "turn 1" : "turn -1");
            rig_tick(&r);
            worst = fmax(worst, drift_of(tool));
        }
        print_message("%s: the tool drifted %.1e m\n", bent[i].model, worst);
        CHECK(worst <= 1e-4);
        rig_close(&r);
    }
}

int main(void) {
    RUN(a_held_tool_stays_within_a_tenth_of_a_millimetre_while_the_elbow_goes_ten_centimetres);
    RUN(the_elbow_turns_at_its_rate_forward_and_back);
    RUN(the_free_range_of_the_turn_is_known_and_true);
    RUN(the_tool_stays_where_self_motion_bends);
    RUN(a_pull_ends_where_the_elbow_is_nearest);
    return check_report();
}
