// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "fault_rows.h"
#include "fault_trace.h"
#include "sinew/kinematics.h"

// Rows of the fault matrix that need more than one fault at one time: places, goals, brakes,
// registers that roll over, arms that stop together.

// each way and seed; `one` returns cycles
static void show_each(const row *w, int (*one)(const row *w, way how, int seed)) {
    shown s = {0};
    for (int how = 0; how < WAYS; how++) {
        for (int seed = 1; w->by[how].runs && seed <= SEEDS; seed++) {
            const int cycles = one(w, (way)how, seed);
            CHECK(cycles >= 0 && cycles <= w->by[how].bound);
            if (cycles > s.worst) s.worst = cycles;
            s.runs++;
            s.ran[how] = true;
        }
    }
    print_row(w, &s);
}

static run *open_running(const setting *s, way how, int seed) {
    run *r = open_run(s, how, seed);
    switch_on(r);
    steps(r, 600 + check_int(0, 400));
    CHECK(state_of(r) == SNW_ARM_ENABLED);
    return r;
}

static const snw_plant_signals *truth_of(const run *r) {
    return snw_exec_drive(r->exec, 0)->signals;
}

// --- A18
// ------------------------------------------------------------------------------------------

static const double wall = 0.33; // y of the workspace's end

// the largest y of the places that the guard watches, by the true arm
static double farthest(const run *r) {
    snw_kin kin;
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&kin, r->arm->model, &arena));
    void *block = aligned_block(arena.needed, &arena);
    CHECK(snw_kin_init(&kin, r->arm->model, &arena) == SNW_OK);
    CHECK(!snw_failed(snw_kin_update(&kin, truth_of(r)->q)));
    double most = -HUGE_VAL;
    for (int l = 0; l < r->arm->model->link_count; l++)
        most = fmax(most, kin.T_world_link[l].p.y);
    free(block);
    return most;
}

// the first axis turns towards the wall at 1.5 rad/s
static snw_status to_the_wall(run *r, snw_component *self, long since) {
    static double q, v;
    if (since == 0) {
        q = self->arm->command.q[0];
        v = self->arm->command.v[0];
    }
    v = fmin(v + 5e-3, 1.5);
    q += 1e-3 * v;
    self->arm->wanted.q[0] = q;
    self->arm->wanted.v[0] = v;
    (void)r;
    return SNW_OK;
}

static int run_to_the_wall(const row *w, way how, int seed) {
    run *r = open_running(&w->cell, how, seed);
    sabotage = w->sabotage;
    sabotaged = 0;
    double most = 0;
    for (int i = 0; i < 3000 && state_of(r) != SNW_ARM_HELD; i++) {
        step(r);
        most = fmax(most, farthest(r));
    }
    CHECK(state_of(r) == SNW_ARM_HELD);
    CHECK(r->guard->signals.cause == SNW_CAUSE_WORKSPACE && r->guard->signals.stops == 1);
    CHECK_TEXT(r->guard->first.rule, "workspace");
    CHECK(most > wall - 0.05 && most <= wall + 1e-3);
    CHECK(oracle_content(&r->judge));
    close_run(r);
    return 0;
}

static void an_arm_comes_to_rest_before_the_end_of_its_workspace(void) {
    show_each(&(row){ROW("A18", "arm moves out of its workspace", "S2 workspace, at rest inside",
                         "before it"),
                     .cell = {.wave = "<wave frequency=\"0.5\" ramp=\"0.4\"><amplitude>0 0 "
                                      "0 0.3 0.3 0.3</amplitude></wave>",
                              .boxes = "<workspace><low>-9 -9 -9</low><high>9 0.33 9</high>"
                                       "</workspace>"},
                     .sabotage = to_the_wall, .by = {[HOLD] = QUIET, [MOTION] = QUIET}},
              run_to_the_wall);
}

// --- A04, A23: goals
// ------------------------------------------------------------------------------

static snw_status tell_source(run *r, const char *text, snw_why *why) {
    char answer[SNW_MESSAGE];
    snw_status status = snw_exec_message(r->exec, "source", text, 0, answer, why);
    CHECK(status == SNW_NOTHING_NEW);
    step(r);
    return snw_exec_message(r->exec, "source", text, 0, answer, why);
}

static int refuse_goals(const row *w, way how, int seed) {
    run *r = open_running(&w->cell, how, seed);
    const snw_arm_limits *limits = &r->arm->limits;
    double rest[SNW_AXES];
    memcpy(rest, r->arm->command.q, sizeof rest);
    for (int i = 0; i < r->arm->count; i++) {
        const double goals[] = {limits->lower[i] - 1e-6, limits->upper[i] + 1e-6, 90};
        for (int k = 0; k < 3; k++) {
            char text[256] = "move";
            for (int a = 0; a < r->arm->count; a++) {
                const size_t used = strlen(text);
                (void)snprintf(text + used, sizeof text - used, " %.9g",
                               a == i ? goals[k] : rest[a]);
            }
            snw_why why = {0};
            CHECK(tell_source(r, text, &why) == SNW_ERR_LIMIT);
            CHECK_TEXT(why.subject, snw_arm_axis_name(r->arm, i));
        }
    }
    steps(r, 50);
    for (int i = 0; i < r->arm->count && how == MOTION; i++)
        CHECK(r->arm->command.q[i] == rest[i]);
    CHECK(state_of(r) == SNW_ARM_ENABLED && r->guard->signals.stops == 0);
    close_run(r);
    return 0;
}

static void a_goal_beyond_a_limit_is_refused_before_any_motion(void) {
    show_each(&(row){ROW("A04, A23", "goal 1e-6 rad beyond each end of each joint; 90 rad",
                         "refused, the joint is named", "1 c"),
                     .cell = {.wave = "<joint_move/>"}, .by = {[MOTION] = QUIET, [TORQUE] = QUIET}},
              refuse_goals);
}

// --- A24
// ------------------------------------------------------------------------------------------

// speed of the tool, from above: each joint moves it by at most the reach of the arm
static double tool_speed(const run *r) {
    double sum = 0;
    for (int i = 0; i < r->arm->count; i++)
        sum += 0.9 * fabs(truth_of(r)->v[i]);
    return sum;
}

static int abort_torques(const row *w, way how, int seed) {
    run *r = open_running(&w->cell, how, seed);
    steps(r, 1000);
    ask(r, SNW_REQUEST_STOP_1);
    step(r);
    CHECK(state_of(r) != SNW_ARM_ENABLED);
    // gravity is carried until the brakes are closed
    for (int i = 0; i < 1000; i++) {
        CHECK(tool_speed(r) < 1e-3);
        if (r->arm->command.enable) CHECK(fabs(r->arm->command.effort[1]) > 1);
        step(r);
    }
    CHECK(state_of(r) == SNW_ARM_LATCHED);
    close_run(r);
    return 0;
}

static void an_abort_by_torque_does_not_let_the_arm_drop(void) {
    show_each(&(row){ROW("A24", "abort in torque mode at rest", "S1; the tool below 1 mm/s", "1 c"),
                     .cell = {.wave = "<hold/>"}, .by = {[TORQUE] = QUIET}},
              abort_torques);
}

// --- C04
// ------------------------------------------------------------------------------------------

static trace run_register(const setting *s, way how, int seed, bool *rolls) {
    trace t;
    trace_begin(&t);
    run *r = open_run(s, how, seed);
    switch_on(r);
    int32_t least = INT32_MAX, most = INT32_MIN;
    for (int i = 0; i < 1500; i++) {
        step(r);
        trace_add(&t, r->arm);
        const int32_t counts = truth_of(r)->counts[0];
        if (counts < least) least = counts;
        if (counts > most) most = counts;
    }
    CHECK(r->guard->signals.stops == 0);
    *rolls = most - least > 60000;
    close_run(r);
    return t;
}

static int roll_over(const row *w, way how, int seed) {
    (void)w;
    const setting plain = {.encoders = "<counts>1000</counts><first_count>50000</first_count>"};
    const setting up = {.sensor = "bits=\"16\"",
                        .encoders = "<counts>1000</counts><first_count>65435</first_count>"};
    const setting down = {.sensor = "bits=\"16\"",
                          .encoders = "<counts>1000</counts><first_count>100</first_count>"};
    bool rolls = false;
    const trace expected_trace = run_register(&plain, how, seed, &rolls);
    CHECK(!rolls);
    CHECK(run_register(&up, how, seed, &rolls).hash == expected_trace.hash && rolls);
    CHECK(run_register(&down, how, seed, &rolls).hash == expected_trace.hash && rolls);
    return 0;
}

static void a_register_that_rolls_over_changes_nothing(void) {
    show_each(&(row){ROW("C04", "register of 16 bits rolls over, up and down",
                         "commands equal to those without", "-"),
                     .by = {[MOTION] = QUIET, [TORQUE] = QUIET}},
              roll_over);
}

// --- C09, C10
// -------------------------------------------------------------------------------------

static int let_it_drop(const row *w, way how, int seed) {
    run *r = open_running(&w->cell, how, seed);
    ask(r, SNW_REQUEST_STOP_1);
    for (int i = 0; i < 2000 && state_of(r) != SNW_ARM_LATCHED; i++)
        step(r);
    steps(r, 100);
    const double rest = r->arm->sensed.q[1];
    CHECK(r->guard->signals.active == SNW_STOP_1);
    tell_drive(r, w->message);
    int seen = -1;
    for (int i = 0; i < 1000; i++) {
        step(r);
        if (seen < 0 && fabs(r->arm->sensed.q[1] - rest) > 0.005) seen = i;
        if (r->guard->signals.active == SNW_STOP_1) continue;
        CHECK(r->guard->signals.active == SNW_STOP_0 && seen >= 0);
        CHECK(r->guard->signals.causes[SNW_CAUSE_DRIFT] == 1);
        CHECK(r->guard->signals.cause == SNW_CAUSE_ASKED); // the first cause remains
        close_run(r);
        return i - seen;
    }
    return -1;
}

static int drift_away(const row *w, way how, int seed) {
    run *r = open_running(&w->cell, how, seed);
    ask(r, SNW_REQUEST_STOP_2);
    for (int i = 0; i < 2000 && state_of(r) != SNW_ARM_HELD; i++)
        step(r);
    steps(r, 100);
    const double rest = r->arm->sensed.q[1];
    tell_drive(r, w->message);
    r->loose = true;
    int seen = -1;
    for (int i = 0; i < 1000; i++) {
        step(r);
        if (seen < 0 && fabs(r->arm->sensed.q[1] - rest) > 0.005) seen = i;
        if (state_of(r) == SNW_ARM_HELD) continue;
        CHECK(r->guard->signals.active == SNW_STOP_1 && seen >= 0);
        CHECK(r->guard->signals.causes[SNW_CAUSE_DRIFT] == 1);
        close_run(r);
        return i - seen;
    }
    return -1;
}

static void an_arm_that_leaves_its_place_is_found(void) {
#define WITHIN {.runs = true, .bound = 20}
    show_each(&(row){ROW("C09", "a brake does not hold, power is off", "S0 drift", "20 c"),
                     .message = "fault 1 brake", .by = ALL_WAYS(WITHIN)},
              let_it_drop);
    show_each(&(row){ROW("C09", "a held arm drifts", "S1 drift", "20 c"),
                     .message = "fault 1 drift 0.2", .by = {[HOLD] = WITHIN, [MOTION] = WITHIN}},
              drift_away);
}

static int stay_off(const row *w, way how, int seed) {
    run *r = open_run(&w->cell, how, seed);
    steps(r, 10);
    ask(r, SNW_REQUEST_ACKNOWLEDGE);
    steps(r, 5);
    CHECK(state_of(r) == SNW_ARM_DISABLED);
    for (int i = 0; i < 20; i++) {
        ask(r, SNW_REQUEST_ENABLE);
        steps(r, 5);
        CHECK(state_of(r) == SNW_ARM_DISABLED && !r->arm->command.enable);
    }
    close_run(r);
    return 0;
}

static void an_arm_that_is_not_homed_is_not_enabled(void) {
    show_each(
        &(row){ROW("C10", "encoders without a reference, home_required", "not enabled", "1 c"),
               .cell = {.sensor = "absolute=\"false\"", .guard = "home_required=\"true\""},
               .by = ALL_WAYS(QUIET)},
        stay_off);
}

// --- C11
// ------------------------------------------------------------------------------------------

static int stop_together(const row *w, way how, int seed) {
    run *r = open_running(&w->cell, how, seed);
    const snw_guard *other = snw_exec_guard(r->exec, 1);
    CHECK(other->signals.state == SNW_ARM_ENABLED);
    char text[64];
    (void)snprintf(text, sizeof text, "fault %d off", r->axis);
    tell_drive(r, text);
    r->loose = true;
    int cycles = 0;
    for (; state_of(r) == SNW_ARM_ENABLED && cycles < 100; cycles++)
        step(r);
    CHECK(r->guard->signals.cause == SNW_CAUSE_DRIVE);
    CHECK(other->signals.state != SNW_ARM_ENABLED); // in the same tick
    CHECK(other->signals.cause == SNW_CAUSE_ASKED && other->signals.active == SNW_STOP_1);
    steps(r, 1000);
    CHECK(!r->arm->command.enable && !snw_exec_arm(r->exec, 1)->command.enable);
    close_run(r);
    return cycles - 1;
}

static void arms_of_a_group_stop_together(void) {
#define SOON {.runs = true, .bound = 2}
    show_each(
        &(row){ROW("C11, C08", "one drive of one of two arms is off", "S1 of both arms", "2 c"),
               .cell = {.pair = true}, .by = ALL_WAYS(SOON)},
        stop_together);
}

// --- what is not shown here
// -----------------------------------------------------------------------

typedef struct pending {
    const char *id, *fault, *where, *reason;
} pending;

static const pending pendings[] = {
    {"A12", "tool leaves its path", "A07, A11", "joints are watched, not the tool: ends as these"},
    {"A13", "singularity ahead", "queue/test_sample_path, parts/test_task_line",
     "moves are refused or slowed down before they begin; jogs are slowed down"},
    {"A14", "no solution of inverse kinematics", "queue/test_sample_path, program/test_reactions",
     "a place out of reach is refused, or stops the arm"},
    {"A15", "inverse kinematics changes its branch", "queue/test_sample_path",
     "a path on which joints would jump is refused"},
    {"A16", "collision ahead", "interlock/test_interlock, test_programs, interlock_fcl",
     "the stop begins before it is too late, S2 clearance"},
    {"B12", "the interlock cannot be made", "exec/test_interlock",
     "arms cannot be enabled, S1 clearance with the reason"},
    {"L05", "two arms in one space", "interlock/test_programs, interlock_fcl",
     "the arm that approaches stops, S2 clearance"},
    {"A17", "unexpected contact", "later: force", "simulated arms touch nothing yet"},
    {"A19", "quaternion that is not a rotation", "parts/test_task", "the command is refused"},
    {"A21", "malformed trajectory", "queue/test_path, teach/test_paths",
     "the file is refused, or the rows are"},
    {"A22", "step of the speed override", "queue/test_commands", "limits hold at any override"},
    {"B03", "loop hangs", "exec/test_watch, exec/test_run", "needs the real clock"},
    {"B04", "process dies", "later: drive", "needs a drive that watches for itself"},
    {"B07", "reader or writer of shared data stalls", "os tests, `./soak transfers`",
     "needs threads"},
    {"B09", "the same where all drives are simulated", "exec/test_slip, teach/test_busy",
     "time slips: every tick comes, nothing stops"},
    {"B11", "subnormal numbers", "not built",
     "flushing them to zero would change the bits of a replay"},
    {"C12", "simulated drive taken for a real one", "exec/test_open",
     "the status of each axis says it, in every recorded tick too"},
    {"C13", "temperature or current rises", "later: actuator", "motors have no heat yet"},
};

static void what_is_not_shown_here_is_listed(void) {
    for (size_t i = 0; matrix != NULL && i < sizeof pendings / sizeof pendings[0]; i++) {
        const pending *p = &pendings[i];
        (void)fprintf(matrix, "| %s | %s | - | - | - | %s | %s |\n", p->id, p->fault, p->reason,
                      p->where);
    }
}

int main(int argc, char **argv) {
    RUN(an_arm_comes_to_rest_before_the_end_of_its_workspace);
    RUN(a_goal_beyond_a_limit_is_refused_before_any_motion);
    RUN(an_abort_by_torque_does_not_let_the_arm_drop);
    RUN(a_register_that_rolls_over_changes_nothing);
    RUN(an_arm_that_leaves_its_place_is_found);
    RUN(an_arm_that_is_not_homed_is_not_enabled);
    RUN(arms_of_a_group_stop_together);
    RUN(what_is_not_shown_here_is_listed);
    return report_rows(argc, argv);
}
