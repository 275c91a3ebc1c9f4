// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "sinew/dynamics.h"
#include "task_internal.h"

enum { PORT_POSE, PORTS };

static const snw_port ports[PORTS] = {
    {"pose", false, SNW_PORT_LATEST, "pose", sizeof(snw_pose_setpoint), 1, false,
     "Target pose and velocity of the tool; the law computes the joint motion."},
};

// --- set-up --------------------------------------------------------------------------------------

// where the description has no end effectors, the link of the last axis is the tool
static void take_description(snw__manual *h) {
    const snw_arm *arm = h->arm;
    h->law = h->config->control;
    if (h->law.effector_count > 0) return;
    snw_block_defaults(&snw_frame_effector_type, &h->tool);
    snw_copy_text(h->tool.name, SNW_NAME, "tool");
    snw_copy_text(h->tool.link, SNW_NAME, arm->model->links[arm->link[arm->count - 1]].name);
    h->tool_child = (snw_child){&snw_frame_effector_type, &h->tool};
    h->law.effectors = &h->tool_child;
    h->law.effector_count = 1;
}

static snw_status lay_out(snw__manual *h, snw_arena *arena) {
    const snw_model *model = h->arm->model;
    const int n = h->n;
    double **const arrays[] = {&h->lower,      &h->upper,        &h->q,    &h->v,
                               &h->a,          &h->self,         &h->last, &h->q_shown,
                               &h->wish.rates, &h->wish.place_of};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = SNW_ARENA_ARRAY(arena, double, n);
    h->columns = SNW_ARENA_ARRAY(arena, snw_twist, n);
    // what follows was looked at: it can only lack memory, which the arena tells
    SNW_IGNORE(snw__manual_shape_init(&h->hand, 6, arena));
    SNW_IGNORE(snw__manual_shape_init(&h->joints, n, arena));
    SNW_IGNORE(snw_kin_init(&h->shown, model, arena));
    SNW_IGNORE(snw__manual_scout_init(&h->scout, model, h->room, arena));
    SNW_IGNORE(snw_triple_init(&h->present, sizeof(snw_task_present), arena));
    snw__manual_banks_init(h, arena);
    return snw_arena_status(arena);
}

static snw_status place(snw_component *self, snw__manual *h, snw_why *why) {
    const snw_arm *arm = h->arm;
    snw_task *task = &h->control.task;
    snw_status status = snw_dyn_set_gravity(&task->dyn, arm->gravity);
    if (!snw_failed(status)) status = snw_task_set_base(task, arm->T_world_base);
    if (!snw_failed(status)) status = snw_task_set_base(&h->scout.task, arm->T_world_base);
    if (!snw_failed(status)) status = snw_kin_set_base(&h->shown, arm->T_world_base);
    if (snw_failed(status)) {
        return snw__manual_refuse(self, status, "the pose of the arm is not known", NULL, why);
    }
    status = snw__manual_described_limits(self, why);
    if (!snw_failed(status)) status = snw__manual_take_set(self, 0, why);
    if (snw_failed(status)) return status;
    snw__manual_take_limits(h, (double)snw_exec_period_ns(self->exec) * 1e-9);
    snw__manual_find_elbow(h, &h->shown);
    snw__manual_publish(self);
    return SNW_OK;
}

static snw_status configure(snw_component *self, snw_arena *arena, snw_why *why) {
    snw__manual measured, *made = SNW_ARENA_ARRAY(arena, snw__manual, 1);
    snw__manual *h = made != NULL ? made : &measured;
    memset(h, 0, sizeof *h);
    self->work = made;
    h->config = self->config;
    h->arm = self->arm;
    h->n = self->arm->count;
    h->guard = snw_exec_guard(self->exec, snw_exec_find_arm(self->exec, self->arm->name));
    const snw_model *model = self->arm->model;
    if (h->n == 0 || model->nv != h->n || model->nq != h->n) {
        return snw__manual_refuse(self, SNW_ERR_UNSUPPORTED,
                                  "the mechanism has coordinates without a drive",
                                  "a task component requires an arm on a fixed base", why);
    }
    take_description(h);
    snw_status status = snw__manual_check_names(self, h, why);
    if (!snw_failed(status)) status = snw__manual_find_room(self, h, why);
    if (snw_failed(status)) return status;
    status = snw_control_init_room(&h->control, &h->law, model, h->room, arena, why);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    status = snw__manual_around_init(self, h, arena, why);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    status = lay_out(h, arena);
    return snw_failed(status) ? status : place(self, h, why);
}

// --- the target ----------------------------------------------------------------------------------

// the arm belongs to its source
static void let_go(snw__manual *h) {
    h->arm->taken = false;
    h->mode = SNW_HAND_IDLE;
    h->shaped = h->holding = h->goal_guard.known = false;
    h->pace[0] = h->pace[1] = HUGE_VAL;
    h->stopper = -1;
    memset(&h->control.report, 0, sizeof h->control.report);
}

static void begin_at(snw__manual *h, const double *q) {
    snw_arm_to_q(h->arm, q, h->q);
    memset(h->v, 0, sizeof(double) * (size_t)h->n);
    memset(h->a, 0, sizeof(double) * (size_t)h->n);
}

// remembers what goes through
static void pass(snw__manual *h, double dt) {
    const snw_arm_target *target = &h->arm->target;
    const bool there = target->mode == SNW_AXIS_POSITION && h->begun;
    h->mode = target->mode == SNW_AXIS_OFF ? SNW_HAND_IDLE : SNW_HAND_FOLLOW;
    if (!there) {
        const bool position = target->mode == SNW_AXIS_POSITION;
        begin_at(h, position ? target->q : snw__parts_origin(h->arm));
        h->begun = true;
        return;
    }
    for (int a = 0; a < h->arm->count; a++) {
        const int i = h->arm->v_index[a];
        const double v = (target->q[a] - h->q[i]) / dt;
        h->a[i] = (v - h->v[i]) / dt;
        h->v[i] = v;
        h->q[i] = target->q[a];
    }
}

// where the guard has changed a wish, the motion goes on from what the drives were told
static void heed_guard(snw__manual *h) {
    const snw_guard_signals *said = &h->guard->signals;
    const bool changed = said->clamps != h->clamps || said->refusals != h->refusals;
    h->clamps = said->clamps;
    h->refusals = said->refusals;
    if (!changed) return;
    for (int a = 0; a < h->arm->count; a++) {
        const int i = h->arm->v_index[a];
        if (h->arm->command.mode[a] != SNW_AXIS_POSITION) continue;
        h->q[i] = h->arm->command.q[a];
        h->v[i] = h->arm->command.v[a];
        h->a[i] = 0;
    }
}

// --- ticks ---------------------------------------------------------------------------------------

static void count_time(snw__manual *h, double dt) {
    h->age += dt;
    if (h->mode != SNW_HAND_BRAKE && h->age > h->config->timeout + 1e-9) h->mode = SNW_HAND_BRAKE;
    h->braking = h->mode == SNW_HAND_BRAKE ? h->braking + dt : 0;
}

// slow enough to stand still in the next tick
static bool is_slow(const snw__manual *h, const double *qd, double most, double dt) {
    for (int i = 0; i < h->n; i++) {
        const double step = 0.5 * h->control.limits.deceleration[i] * dt;
        if (!(fabs(qd[i]) <= fmin(most, step))) return false;
    }
    return true;
}

// the rates of this tick; whatever the law says, there are some
static void find_rates(snw__manual *h, double dt, double *qd) {
    const double LONGEST = 2, SLOW = 1e-4; // s that a brake may take; rad/s that are rest
    snw_status status = SNW_ERR_STATE;
    snw__manual_limits(h);
    if (h->braking <= LONGEST) {
        status = h->space == SNW__MANUAL_TOOL     ? snw__manual_move_tool(h, dt, qd)
                 : h->space == SNW__MANUAL_JOINTS ? snw__manual_move_joints(h, dt, qd)
                                                  : snw__manual_move_elbow(h, dt, qd);
    }
    if (snw_failed(status)) {
        h->control.report.status = status;
        h->shaped = false;
        snw__manual_brake(h, dt, qd);
    }
    const bool rest =
        h->mode == SNW_HAND_BRAKE && is_slow(h, qd, SLOW, dt) && is_slow(h, h->v, SLOW, dt);
    if (rest) memset(qd, 0, sizeof(double) * (size_t)h->n);
}

// the target of this tick
static void advance(snw__manual *h, double dt, const double *qd) {
    snw_arm_target *target = &h->arm->target;
    target->mode = SNW_AXIS_POSITION;
    for (int a = 0; a < h->arm->count; a++) {
        const int i = h->arm->v_index[a];
        h->a[i] = (qd[i] - h->v[i]) / dt;
        h->v[i] = qd[i];
        h->q[i] += qd[i] * dt;
        target->q[a] = h->q[i];
        target->v[a] = h->v[i];
        target->a[a] = h->a[i];
        target->effort[a] = 0;
    }
}

static void move(snw__manual *h, double dt) {
    double qd[SNW_LINALG_MAX];
    heed_guard(h);
    count_time(h, dt);
    if (h->mode != SNW_HAND_DRAG) h->goal_guard.known = false;
    if (h->space != SNW__MANUAL_TOOL) h->pace[0] = h->pace[1] = HUGE_VAL;
    find_rates(h, dt, qd);
    advance(h, dt, qd);
    if (h->mode == SNW_HAND_BRAKE && is_slow(h, qd, 0, dt)) let_go(h);
}

// a source that writes poses moves the tool, and the law finds the joints
static void be_led(snw_component *self, double dt) {
    snw__manual *h = self->work;
    snw_pose_setpoint *to = &h->setpoint;
    double qd[SNW_LINALG_MAX], V[2 * SNW_LINALG_MAX];
    const bool news = snw_port_read(self, PORT_POSE, to) == SNW_OK;
    h->led = h->led || news;
    if (!h->led || snw__manual_tool_rows(h) == 0) {
        pass(h, dt);
        return;
    }
    // without news the tool is to be where it was meant to be
    if (!news) to->twist = snw_twist_zero();
    h->mode = SNW_HAND_FOLLOW;
    h->law.alpha = h->config->control.alpha;
    heed_guard(h);
    snw__manual_limits(h);
    snw_status status = snw_task_update(&h->control.task, h->q);
    if (!snw_failed(status)) {
        snw__manual_lead(h, to, dt, V);
        status = snw__manual_rates(h, V, dt, qd);
    }
    if (snw_failed(status)) snw__manual_brake(h, dt, qd);
    advance(h, dt, qd);
    h->control.task.guides[0] = to->pose;
}

// --- what is shown -------------------------------------------------------------------------------

static void show_pose(snw_pose pose, double out[7]) {
    const snw_quat turn = snw_quat_from_mat3(pose.R);
    const double numbers[7] = {pose.p.x, pose.p.y, pose.p.z, turn.x, turn.y, turn.z, turn.w};
    memcpy(out, numbers, sizeof numbers);
}

static snw_pose find_tool(snw__manual *h, const double *q) {
    const snw_effector_slot *tool = &h->control.task.set->slots[0];
    snw_arm_to_q(h->arm, q, h->q_shown);
    // a state that is refused leaves the last one
    SNW_IGNORE(snw_kin_update(&h->shown, h->q_shown));
    return snw_pose_mul(h->shown.T_world_link[tool->link], tool->T_link_frame);
}

static void show_poses(snw__manual *h, snw_task_signals *s) {
    const int rows = snw__manual_tool_rows(h);
    for (int i = 0; rows == 0 && i < 7; i++)
        s->desired[i] = s->actual[i] = (double)NAN;
    s->drift = s->drift_angle = 0;
    if (rows == 0) return;
    const bool stays = h->arm->taken && h->holding, led = !h->arm->taken && h->led;
    if (h->arm->estimate.valid) show_pose(find_tool(h, h->arm->estimate.q), s->actual);
    const snw_pose target = find_tool(h, h->begun ? h->arm->target.q : h->arm->estimate.q);
    snw_pose goal = h->mode == SNW_HAND_DRAG ? h->wish.goal
                    : stays || led           ? h->control.task.guides[0]
                                             : target;
    // a point has no orientation of its own
    if (rows < 6) goal.R = target.R;
    const snw_twist e = snw_pose_difference(target, goal);
    show_pose(goal, s->desired);
    // of the two quaternions of a rotation the one that is near what is shown as wanted
    double same = 0;
    for (int i = 3; i < 7; i++)
        same += s->actual[i] * s->desired[i];
    for (int i = 3; i < 7 && same < 0; i++)
        s->actual[i] = -s->actual[i];
    s->drift = stays || led ? snw_vec3_norm(e.lin) : 0;
    s->drift_angle = stays || led ? snw_vec3_norm(e.ang) : 0;
}

static void show(snw_component *self) {
    snw__manual *h = self->work;
    snw_task_signals *s = self->signals;
    s->mode = h->mode;
    s->law = h->law.law;
    s->set = h->set;
    s->effectors = h->banks[h->bank].count;
    s->point = snw__manual_tool_rows(h) == 3;
    s->changes = h->changes;
    s->stopper = h->stopper;
    s->violations = h->violations;
    s->report = h->control.report;
    s->turn_low = h->scout.shown_low;
    s->turn_high = h->scout.shown_high;
    show_poses(h, s);
}

static snw_status start(snw_component *self, snw_why *why) {
    snw__manual *h = self->work;
    (void)why;
    let_go(h);
    h->begun = false;
    return SNW_OK;
}

static void stop(snw_component *self) {
    let_go(self->work);
}

static snw_status update(snw_component *self, const snw_tick *tick) {
    snw__manual *h = self->work;
    snw_arm *arm = self->arm;
    h->config = self->config; // the newest
    snw__manual_look_around(h, self, tick->dt);
    if (!arm->follows) {
        let_go(h);
        begin_at(h, snw__parts_origin(arm));
        h->begun = true;
        h->led = false;
    } else if (arm->taken) {
        move(h, tick->dt);
        if (h->goal_guard.tell) snw_component_event(self, &h->goal_guard.why);
        h->goal_guard.tell = false;
    } else if (snw__parts_is_connected(self, PORT_POSE) && h->begun) {
        be_led(self, tick->dt);
    } else {
        pass(h, tick->dt);
    }
    snw__manual_scout(h, tick->dt);
    show(self);
    return SNW_OK;
}

// --- tables --------------------------------------------------------------------------------------

static const snw_field set_fields[] = {
    {SNW_AT(snw_task_set, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name by which the command effectors selects the set."},
    {SNW_AT_LIST(snw_task_set, effectors, effector_count, SNW_EFFECTORS), .kind = SNW_KIND_CHILD,
     .base = "end_effector",
     .help = "End effectors of the set; the first is the tool, a frame or a point."},
};
const snw_type snw_task_set_type = {SNW_TYPE_AS("task_set", snw_task_set, set_fields),
                                    .space = &snw_space_motion,
                                    .help = "A set of end effectors of a task component."};

static const snw_field limit_fields[] = {
    {SNW_AT(snw_task_limit, joint), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Joint whose range is restricted."},
    {SNW_AT(snw_task_limit, lower), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED,
     .help = "Lower position limit [rad or m]."},
    {SNW_AT(snw_task_limit, upper), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED,
     .help = "Upper position limit [rad or m]."},
};
const snw_type snw_task_limit_type = {SNW_TYPE_AS("task_limit", snw_task_limit, limit_fields),
                                      .space = &snw_space_motion,
                                      .help = "A joint range narrower than in the model."};

#define NUMBER(member, of_unit, low, high, value, words)                                           \
    {                                                                                              \
        SNW_AT(snw_task_stage, member), .kind = SNW_KIND_REAL, .unit = (of_unit),                  \
                                        .range = {low, high}, .initial = (value), .help = (words)  \
    }

static const snw_field stage_fields[] = {
    {SNW_AT(snw_task_stage, control), .kind = SNW_KIND_STRUCT, .type = &snw_control_config_type,
     .help = "Control law; its first end effector is the tool."},
    {SNW_AT_LIST(snw_task_stage, sets, set_count, 8), .kind = SNW_KIND_STRUCT,
     .type = &snw_task_set_type, .item = "set", .help = "Alternative sets of end effectors."},
    {SNW_AT(snw_task_stage, spare), .kind = SNW_KIND_INT, .range = {0, SNW_EFFECTORS},
     .initial = "4", .help = "Number of end effectors that can be added while running."},
    {SNW_AT_LIST(snw_task_stage, limits, limit_count, SNW_AXES), .kind = SNW_KIND_STRUCT,
     .type = &snw_task_limit_type, .item = "limit", .help = "Restricted joint ranges."},
    NUMBER(timeout, "s", 1e-3, 60, "0.15", "A command expires after this time."),
    NUMBER(speed, "m/s", 1e-6, 100, "0.25", "Largest linear speed of the tool."),
    NUMBER(spin, "rad/s", 1e-6, 100, "1", "Largest angular speed of the tool."),
    NUMBER(acceleration, "m/s^2", 1e-6, 1e4, "2", "Largest linear acceleration of the tool."),
    NUMBER(spin_up, "rad/s^2", 1e-6, 1e4, "8", "Largest angular acceleration of the tool."),
    NUMBER(jerk, "m/s^3", 1e-6, 1e6, "20", "Largest linear jerk of the tool."),
    NUMBER(spin_jerk, "rad/s^3", 1e-6, 1e6, "80", "Largest angular jerk of the tool."),
    NUMBER(joint_share, "", 0, 1, "0.25", "Joint jog speed as a fraction of the velocity limits."),
    NUMBER(joint_jerk, "rad/s^3", 1e-6, 1e9, "100",
           "Jerk limit of joints that have none in the model."),
    NUMBER(hold_gain, "Hz", 0, 1e3, "50", "Gain that holds the tool in place: speed per drift."),
    NUMBER(pull_gain, "Hz", 0, 1e3, "6", "Gain of a pulled link: speed per distance."),
    NUMBER(pull_speed, "m/s", 1e-6, 100, "0.25", "Largest speed of a pulled link."),
    NUMBER(turn_rate, "rad/s", 1e-6, 100, "1", "Largest speed of self-motion, over all joints."),
    NUMBER(guard_position, "", 0, 1e3, "1", "Weight of 1 m in the distance to a dragged goal."),
    NUMBER(guard_rotation, "", 0, 1e3, "1", "Weight of 1 rad in the distance to a dragged goal."),
    NUMBER(guard_allowance, "", 1e-6, 1e3, "0.01",
           "Distance that counts as arrived, and increase from the nearest that holds the tool."),
};

static const snw_choice modes[] = {
    {"idle", SNW_HAND_IDLE, "No source gives a target."},
    {"follow", SNW_HAND_FOLLOW, "The target of the source is followed."},
    {"jog", SNW_HAND_JOG, "The tool or the joints are jogged."},
    {"drag", SNW_HAND_DRAG, "The tool is dragged to a pose."},
    {"pull", SNW_HAND_PULL, "A link is pulled; the tool stays in place."},
    {"turn", SNW_HAND_TURN, "Self-motion; the tool stays in place."},
    {"brake", SNW_HAND_BRAKE, "The arm brakes."},
    {"reach", SNW_HAND_REACH, "The joints move to positions."},
};
static const snw_choice laws[] = {
    {"nullspace", SNW_LAW_NULLSPACE, "Meets the task at any velocity."},
    {"qp", SNW_LAW_QP, "Keeps the limits."},
};

#define SIGNAL(member, of_kind)                                                                    \
    SNW_AT(snw_task_signals, member), .kind = (of_kind), .role = SNW_SIGNAL
#define SIGNALS(member)                                                                            \
    SNW_AT_ARRAY(snw_task_signals, member), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL

static const snw_field signal_fields[] = {
    {SIGNAL(mode, SNW_KIND_ENUM), SNW_CHOICES(modes), .help = "Current mode."},
    {SIGNAL(law, SNW_KIND_ENUM), SNW_CHOICES(laws), .help = "Control law in use."},
    {SIGNAL(set, SNW_KIND_INT),
     .help = "Set of end effectors in use: 0 is the first, otherwise 1 + its index."},
    {SIGNAL(effectors, SNW_KIND_INT),
     .help = "Number of end effectors; 0 means that there is no tool."},
    {SIGNAL(point, SNW_KIND_BOOL), .help = "The tool is a point, without an orientation."},
    {SIGNAL(changes, SNW_KIND_UINT),
     .help = "Number of changes of end effectors and limits since the start."},
    {SIGNALS(desired),
     .help = "Target pose of the tool in the world: x y z [m], quaternion x y z w."},
    {SIGNALS(actual),
     .help = "Actual pose of the tool in the world: x y z [m], quaternion x y z w."},
    {SIGNAL(drift, SNW_KIND_REAL), .unit = "m",
     .help = "Position drift of a tool that is held, or its distance from the setpoint."},
    {SIGNAL(drift_angle, SNW_KIND_REAL), .unit = "rad",
     .help = "Angular drift of a tool that is held, or its angle from the setpoint."},
    {SIGNAL(turn_low, SNW_KIND_REAL), .unit = "rad",
     .help = "Possible self-motion backwards until a joint limit; 0 if unknown."},
    {SIGNAL(turn_high, SNW_KIND_REAL), .unit = "rad",
     .help = "Possible self-motion forwards until a joint limit; 0 if unknown."},
    {SIGNAL(stopper, SNW_KIND_INT),
     .help = "Axis whose limit slows the self-motion; -1 if none does."},
    {SIGNAL(violations, SNW_KIND_UINT),
     .help = "Number of ticks in which the law exceeded limits."},
    {SIGNAL(report, SNW_KIND_STRUCT), .type = &snw_control_report_type,
     .help = "Status of the control law."},
};
const snw_type snw_task_signals_type = {
    SNW_TYPE_AS("task_signals", snw_task_signals, signal_fields), .space = &snw_space_motion,
    .help = "Signals of a task component."};

static const snw_component_functions functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_TASK,
    .needs_arm = true,
    .signals = &snw_task_signals_type,
    .ports = ports,
    .port_count = PORTS,
    .commands = snw__manual_commands,
    .command_count = SNW__MANUAL_COMMANDS,
    .configure = configure,
    .start = start,
    .update = update,
    .stop = stop,
};
const snw_type snw_task_stage_type = {SNW_TYPE_AS("task", snw_task_stage, stage_fields),
                                      .base = "component", .space = &snw_space_motion,
                                      .functions = &functions.head,
                                      .help = "Task-space control: jog, drag and self-motion."};

const snw_type *const snw__parts_task[] = {&snw_task_stage_type, NULL};
