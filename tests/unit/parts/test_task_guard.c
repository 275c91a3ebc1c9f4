// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "task_rig.h"

// Goals of a drag that the tool cannot come to: it goes as near as it can and stays there, no
// faster than described, and the event "ik-divergence" comes, once.

typedef struct drag_case {
    const char *model, *q;
} drag_case;

static const drag_case cases[] = {
    {"panda/panda", "0 -0.6 0 -2.2 0 1.6 0.8"},
    {"iiwa7/iiwa7", "0 0.5 0 -1.2 0 0.8 0"},
    {"puma560-corke/puma560-corke", "0 0.8 -0.8 0 0.6 0"},
    // with a level tool
    {"ranger-mk1/nominal", "-1.5708 1.3246 1.0259 0 2.3619 0"},
};
enum { PANDA, IIWA, PUMA, RANGER, CASES };

static const char format[] =
    "<cell name=\"rig\"><mechanisms><mechanism name=\"m\" file=\"package://models/%s.xml\"/>"
    "</mechanisms><members><member name=\"arm\" mechanism=\"m\"/></members>"
    "<states><state name=\"ready\"><members><member member=\"arm\"><q>%s</q></member></members>"
    "</state></states><control><loop period=\"10 ms\"><arms><arm member=\"arm\">"
    "<drive><ideal_arm/></drive></arm></arms><components>"
    "<component name=\"move\" member=\"arm\"><type><joint_move/></type></component>"
    "<component name=\"task\" member=\"arm\"><type><task><control law=\"%s\"/><speed>%g</speed>"
    "<timeout>1</timeout>%s</task></type></component></components></loop></control></cell>";

static const double SPEED = 0.1; // [m/s]

static long divergences(rig *r) {
    snw_event event;
    long count = 0;
    while (snw_exec_event(r->h.exec, &event) == SNW_OK)
        count += strcmp(event.why.rule, "ik-divergence") == 0;
    return count;
}

static void open_arm(rig *r, const drag_case *one, const char *law, const char *more) {
    char text[4096];
    const int length = snprintf(text, sizeof text, format, one->model, one->q, law, SPEED, more);
    CHECK(length > 0 && (size_t)length < sizeof text);
    memset(r, 0, sizeof *r);
    const snw_status status = open_cell(&r->h, "rig.cell.xml", text);
    if (snw_failed(status)) tell(&r->h);
    CHECK(!snw_failed(status));
    rig_begin(r);
    (void)divergences(r);
}

typedef struct drag_end {
    double nearest, last;             // distances, 1 m as 1 rad
    double nearest_place, last_place; // [m]
    double fastest;                   // tool [m/s]
    long events;
} drag_end;

static drag_end drag_for(rig *r, snw_pose goal, int cycles) {
    char text[256];
    const snw_quat turn = snw_quat_from_mat3(goal.R);
    (void)snprintf(text, sizeof text, "drag %.12g %.12g %.12g %.12g %.12g %.12g %.12g", goal.p.x,
                   goal.p.y, goal.p.z, turn.x, turn.y, turn.z, turn.w);
    drag_end end = {.nearest = HUGE_VAL, .nearest_place = HUGE_VAL};
    snw_pose before = rig_tool(r);
    for (int k = 0; k < cycles; k++) {
        rig_hold(r, text, 1);
        const snw_pose now = rig_tool(r);
        const snw_twist e = snw_pose_difference(now, goal);
        const double step = snw_vec3_norm(snw_vec3_sub(now.p, before.p));
        end.fastest = fmax(end.fastest, step / r->dt);
        end.last_place = snw_vec3_norm(e.lin);
        end.last = end.last_place + snw_vec3_norm(e.ang);
        end.nearest = fmin(end.nearest, end.last);
        end.nearest_place = fmin(end.nearest_place, end.last_place);
        end.events += divergences(r);
        before = now;
    }
    return end;
}

static snw_pose goal_at(rig *r, double angle, double height, bool turned) {
    snw_pose goal = rig_tool(r);
    goal.p = snw_vec3_of(4 * cos(angle), 4 * sin(angle), height);
    if (turned) goal.R = snw_mat3_mul(goal.R, snw_mat3_from_rpy((snw_rpy){0.8, -0.7, 0}));
    return goal;
}

static void check_end(const drag_end *end) {
    if (end->events != 1 || end->last > end->nearest + 0.02) {
        print_error("events %ld, nearest %.4f, last %.4f\n", end->events, end->nearest, end->last);
    }
    CHECK(end->events == 1);
    CHECK(end->last <= end->nearest + 0.02);
}

// the test of the author: a level tool, on a straight line at 0.1 m/s, 100 cycles a second, from
// 0 0.62 0.52 to -0.5 4.0 0.7
static void a_level_tool_stops_near_full_extension(void) {
    rig r;
    open_arm(&r, &cases[RANGER], "qp", "");
    snw_pose goal = rig_tool(&r);
    goal.p = snw_vec3_add(goal.p, snw_vec3_of(-0.5, 3.38, 0.18));
    const drag_end end = drag_for(&r, goal, 3000);
    check_end(&end);
    CHECK(end.fastest * r.dt <= 2e-3);
    CHECK_NEAR(end.last_place, 2.696, 0.05);
    rig_close(&r);
}

// in all directions, some of them with another orientation
static void a_tool_that_cannot_arrive_stays_as_near_as_it_came_and_says_so(void) {
    CHECK_CASES(check_scaled(20)) {
        rig r;
        open_arm(&r, &cases[check_int(0, CASES - 1)], "qp", "");
        const double angle = check_real(0, 6.28), height = check_real(-0.5, 0.9);
        const drag_end end = drag_for(&r, goal_at(&r, angle, height, check_int(0, 1) != 0), 3000);
        check_end(&end);
        CHECK(end.fastest * r.dt <= 2e-3);
        rig_close(&r);
    }
}

// where the law itself would let the tool go faster, and then back from its goal
static void no_tool_is_faster_than_described_and_one_that_goes_away_is_held(void) {
    static const struct {
        int arm;
        double angle, height;
        bool turned, held;
    } goals[] = {{IIWA, 1.01621, -0.398622, true, false},
                 {PUMA, 3.29223, -0.377201, false, false},
                 {PUMA, 0.932303, -0.0224249, false, true}};
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        rig r;
        open_arm(&r, &cases[goals[i].arm], "qp", "");
        const snw_pose start = rig_tool(&r);
        const snw_pose goal = goal_at(&r, goals[i].angle, goals[i].height, goals[i].turned);
        drag_end end = drag_for(&r, goal, 3000);
        check_end(&end);
        CHECK(end.fastest <= 1.01 * SPEED);
        CHECK(!goals[i].held || !rig_moves(&r));
        // another goal is a new one
        end = drag_for(&r, start, 3000);
        if (goals[i].held) CHECK(end.last < 1e-3 && end.events == 0);
        rig_close(&r);
    }
}

static double place_lost(const char *weights) {
    rig r;
    open_arm(&r, &cases[PANDA], "qp", weights);
    const drag_end end = drag_for(&r, goal_at(&r, 0.410848, 0.327154, true), 3000);
    CHECK(end.events == 1);
    rig_close(&r);
    return end.last_place - end.nearest_place;
}

// a tool that still turns to its goal gives up some of the way; by weights that counts or not
static void weights_say_what_nearer_means(void) {
    CHECK(place_lost("") > 0.015);
    CHECK(place_lost("<guard_rotation>0</guard_rotation>") < 0.012);
    CHECK(place_lost("<guard_allowance>0.002</guard_allowance>"
                     "<guard_rotation>0</guard_rotation>") < 0.004);
}

static void a_tool_that_arrives_says_nothing(void) {
    CHECK_CASES(check_scaled(20)) {
        rig r;
        open_arm(&r, &cases[check_int(0, PUMA)], check_int(0, 1) ? "qp" : "nullspace", "");
        snw_pose goal = rig_tool(&r);
        const double x = check_real(-0.05, 0.05), y = check_real(-0.05, 0.05);
        goal.p = snw_vec3_add(goal.p, snw_vec3_of(x, y, check_real(-0.05, 0.05)));
        const snw_rpy turn = {check_real(-0.2, 0.2), check_real(-0.2, 0.2), 0};
        goal.R = snw_mat3_mul(goal.R, snw_mat3_from_rpy(turn));
        drag_end end = drag_for(&r, goal, 400);
        CHECK(end.last < 1e-3 && end.events == 0);
        // as a pointer draws it, there and back
        for (int k = 0; k < 120; k++) {
            goal.p.z += k < 30 || k >= 90 ? 1e-3 : -1e-3;
            end = drag_for(&r, goal, 2);
            CHECK(end.events == 0);
        }
        end = drag_for(&r, goal, 200);
        CHECK(end.last < 1e-3 && end.events == 0);
        rig_close(&r);
    }
}

int main(void) {
    RUN(a_level_tool_stops_near_full_extension);
    RUN(a_tool_that_cannot_arrive_stays_as_near_as_it_came_and_says_so);
    RUN(no_tool_is_faster_than_described_and_one_that_goes_away_is_held);
    RUN(weights_say_what_nearer_means);
    RUN(a_tool_that_arrives_says_nothing);
    return check_report();
}
