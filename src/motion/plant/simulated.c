// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "body.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "sinew/model/names.h"

// steps of one tick at most: a longer tick has longer steps, so that its cost is bounded
enum { STEPS = 4096 };

// how much more inertia than its own holds an axis: it gives way by this share only
static const double LOCK = 1e7;

// the rate of a sticking axis that is left to itself, where no spring and damper are given [rad/s]
static const double STICK_RATE = 200;

// --- set-up --------------------------------------------------------------------------------------

static snw_status check_counts(const snw_drive *drive, snw_why *why) {
    const snw_simulated_arm *c = drive->config;
    const snw_plant_sensor *s = &c->sensor;
    const struct {
        const char *field;
        int count;
    } all[] = {
        {"rotor_inertia", c->rotor_inertia_count},
        {"gear_ratio", c->gear_ratio_count},
        {"viscous", c->viscous_count},
        {"dry", c->dry_count},
        {"kinetic", c->kinetic_count},
        {"stick_stiffness", c->stick_stiffness_count},
        {"stick_damping", c->stick_damping_count},
        {"stick_velocity", c->stick_velocity_count},
        {"effort", c->effort_count},
        {"stop_zone", c->stop_zone_count},
        {"stop_stiffness", c->stop_stiffness_count},
        {"stop_damping", c->stop_damping_count},
        {"brake_effort", c->brake_effort_count},
        {"sensor/counts", s->counts_count},
        {"sensor/offset", s->offset_count},
        {"sensor/first_count", s->first_count_count},
        {"sensor/noise", s->noise_count},
        {"sensor/velocity_noise", s->velocity_noise_count},
        {"sensor/effort_noise", s->effort_noise_count},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const snw_status status = snw__check_count(drive, all[i].field, all[i].count, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

// the actuator of an axis: what the model says, and what the settings say instead
static snw_plant_axis settled_axis(const snw_drive *drive, int i) {
    const snw_simulated_arm *c = drive->config;
    snw_plant_axis a = snw__plant_axis_of(drive->arm, i);
    const double gear = snw__pick(c->gear_ratio, c->gear_ratio_count, i, a.gear);
    if (c->rotor_inertia_count > 0) {
        a.rotor = gear * gear * snw__pick(c->rotor_inertia, c->rotor_inertia_count, i, 0);
    }
    a.gear = gear;
    a.viscous = snw__pick(c->viscous, c->viscous_count, i, a.viscous);
    a.dry = snw__pick(c->dry, c->dry_count, i, a.dry);
    a.kinetic = snw__pick(c->kinetic, c->kinetic_count, i, a.kinetic);
    a.stick_stiffness = snw__pick(c->stick_stiffness, c->stick_stiffness_count, i, 0);
    a.stick_damping = snw__pick(c->stick_damping, c->stick_damping_count, i, 0);
    a.stick_velocity = snw__pick(c->stick_velocity, c->stick_velocity_count, i, a.stick_velocity);
    a.effort_max = snw__pick(c->effort, c->effort_count, i, a.effort_max);
    a.effort_min = -snw__pick(c->effort, c->effort_count, i, -a.effort_min);
    a.stop_zone = snw__pick(c->stop_zone, c->stop_zone_count, i, a.stop_zone);
    a.stop_stiffness = snw__pick(c->stop_stiffness, c->stop_stiffness_count, i, a.stop_stiffness);
    a.stop_damping = snw__pick(c->stop_damping, c->stop_damping_count, i, a.stop_damping);
    return a;
}

static void settle_joint(const snw_drive *drive, int i, double inertia, snw__joint *joint) {
    const snw_simulated_arm *c = drive->config;
    snw_plant_axis *a = &joint->drive;
    joint->stops = a->stop_zone > 0 || a->stop_stiffness > 0 || a->stop_damping > 0;
    joint->inertia = inertia;
    joint->brake_effort = snw__pick(c->brake_effort, c->brake_effort_count, i, HUGE_VAL);
    if (a->stick_stiffness == 0) a->stick_stiffness = inertia * STICK_RATE * STICK_RATE;
    if (a->stick_damping == 0) a->stick_damping = 2 * inertia * STICK_RATE;
    joint->lock = LOCK * inertia;
    // critically damped
    const double w = 2 * SNW_PI * c->bandwidth;
    joint->kp = inertia * w * w;
    joint->kd = 2 * inertia * w;
}

static void lay_out_body(snw__body *body, snw_arena *arena) {
    const snw_model *model = body->arm->model;
    const int links = model->link_count, nv = model->nv;
    SNW_IGNORE(snw_dyn_init(&body->dyn, model, arena));
    if (body->config->integrator == SNW_PLANT_RK4) {
        snw_stepper_settings settings = snw_stepper_defaults();
        SNW_IGNORE(snw_stepper_init(&body->stepper, model, settings, arena));
    }
    body->joints = SNW_ARENA_ARRAY(arena, snw__joint, body->arm->count);
    body->q = SNW_ARENA_ARRAY(arena, double, model->nq);
    body->v = SNW_ARENA_ARRAY(arena, double, nv);
    body->a = SNW_ARENA_ARRAY(arena, double, nv);
    body->tau = SNW_ARENA_ARRAY(arena, double, nv);
    body->bias = SNW_ARENA_ARRAY(arena, double, nv);
    body->pushes = SNW_ARENA_ARRAY(arena, snw_wrench, links);
    body->pushes_next = SNW_ARENA_ARRAY(arena, snw_wrench, links);
    body->push_ends = SNW_ARENA_ARRAY(arena, int64_t, links);
    body->push_lengths = SNW_ARENA_ARRAY(arena, int64_t, links);
    body->push_pending = SNW_ARENA_ARRAY(arena, bool, links);
    body->own = SNW_ARENA_ARRAY(arena, snw_inertia, links);
    body->payloads = SNW_ARENA_ARRAY(arena, snw_inertia, links);
    body->attached = SNW_ARENA_ARRAY(arena, snw_inertia, links);
    body->load_pending = SNW_ARENA_ARRAY(arena, bool, links);
}

// a link and what it carries
static snw_status load_link(snw__body *body, int link) {
    const snw_inertia carried = snw_inertia_add(body->payloads[link], body->attached[link]);
    return snw_dyn_set_inertia(&body->dyn, link, snw_inertia_add(body->own[link], carried));
}

static snw_status put_payload(const snw_drive *drive, snw__body *body, snw_why *why) {
    const snw_simulated_arm *c = drive->config;
    if (c->payload_link[0] == 0) return SNW_OK;
    const int link = snw_model_find_link(body->arm->model, c->payload_link);
    if (link < 0) {
        SNW_IGNORE(snw__model_check_place(body->arm->model, c->payload_link, false, why));
        return snw__name_owner(why, body->arm->name, "drive/payload_link", NULL);
    }
    body->payloads[link] = snw_inertia_point(c->payload, c->payload_at);
    return load_link(body, link);
}

// weight, rotors, loads, and the inertia that each axis feels
static snw_status weigh(const snw_drive *drive, snw__body *body, double *M, snw_why *why) {
    const snw_arm *arm = drive->arm;
    const snw_simulated_arm *c = drive->config;
    const int nv = arm->model->nv;
    for (int l = 0; l < arm->model->link_count; l++) {
        body->own[l] = snw_dyn_inertia(&body->dyn, l);
    }
    snw_status status = put_payload(drive, body, why);
    if (snw_failed(status)) return status;
    status = snw_dyn_set_base(&body->dyn, arm->T_world_base);
    if (snw_failed(status)) {
        return snw_refuse(why, status, arm->name, "the base of the arm is not a pose", NULL);
    }
    status = snw_dyn_set_gravity(&body->dyn, c->gravity ? arm->gravity : snw_vec3_zero());
    if (snw_failed(status)) {
        return snw_refuse(why, status, arm->name, "gravity is not finite", NULL);
    }
    for (int i = 0; i < arm->count; i++) {
        body->joints[i].drive = settled_axis(drive, i);
        status = snw_dyn_set_rotor(&body->dyn, arm->v_index[i], body->joints[i].drive.rotor);
        if (snw_failed(status)) return status;
    }
    status = snw_dyn_mass_matrix(&body->dyn, body->q, M);
    if (snw_failed(status)) {
        return snw_refuse(why, status, arm->name, "the start of the arm is not valid", NULL);
    }
    for (int i = 0; i < arm->count; i++) {
        const double inertia = M[(ptrdiff_t)arm->v_index[i] * (nv + 1)];
        settle_joint(drive, i, inertia, &body->joints[i]);
    }
    status = snw_dyn_factor(&body->dyn, body->q);
    if (snw_failed(status)) {
        return snw_refuse(why, status, arm->name, "a moving link has no inertia",
                          "give each moving link a mass, or its joint a rotor");
    }
    return SNW_OK;
}

static void set_sensor(const snw_drive *drive, snw__plant *plant, const double *q) {
    const snw_plant_sensor *s = &((const snw_simulated_arm *)drive->config)->sensor;
    plant->delay = s->delay_ticks;
    plant->rate = s->rate;
    plant->measures_effort = s->effort;
    for (int i = 0; i < plant->count; i++) {
        const double gear = fabs(plant->body->joints[i].drive.gear);
        const double counts = snw__pick(s->counts, s->counts_count, i, 0);
        snw__encoder *encoder = &plant->encoders[i];
        *encoder = (snw__encoder){.homed = s->absolute};
        encoder->per_unit = counts * gear / (2 * SNW_PI);
        encoder->index_way = gear > 0 ? 2 * SNW_PI / gear : 0;
        encoder->offset = snw__pick(s->offset, s->offset_count, i, 0);
        encoder->mask = s->bits >= 32 ? UINT32_MAX : (UINT32_C(1) << s->bits) - 1;
        encoder->noise = snw__pick(s->noise, s->noise_count, i, 0);
        encoder->velocity_noise = snw__pick(s->velocity_noise, s->velocity_noise_count, i, 0);
        encoder->effort_noise = snw__pick(s->effort_noise, s->effort_noise_count, i, 0);
        const double first =
            snw__pick(s->first_count, s->first_count_count, i, floor(q[i] * encoder->per_unit));
        snw__encoder_start(encoder, floor(first), q[i]);
    }
}

static snw_status simulated_init(snw_drive *drive, const double *q, snw_arena *arena,
                                 snw_why *why) {
    const snw_simulated_arm *c = drive->config;
    const snw_arm *arm = drive->arm;
    snw_status status = check_counts(drive, why);
    if (snw_failed(status)) return status;
    snw__body *body = SNW_ARENA_ARRAY(arena, snw__body, 1);
    double *M = SNW_ARENA_ARRAY(arena, double, arm->model->nv * arm->model->nv);
    snw__body all = {.arm = arm, .config = c};
    lay_out_body(&all, arena);
    snw__plant *plant = snw__plant_lay_out(drive, q, arena);
    drive->work = plant;
    if (plant == NULL) return SNW_ERR_MEMORY;

    *body = all;
    body->plant = plant;
    plant->body = body;
    plant->power_ticks = c->power_ticks;
    plant->watchdog_ticks = c->watchdog_ticks;
    const snw_model *model = arm->model;
    body->plain = model->nq == model->nv && !model->floating;
    snw_neutral(model, body->q);
    snw_arm_to_q(arm, q, body->q);
    if (model->floating) memcpy(body->q, plant->base, sizeof plant->base);
    status = weigh(drive, body, M, why);
    if (!snw_failed(status)) status = snw__stand_set(body, M);
    if (snw_failed(status)) return status;
    set_sensor(drive, plant, q);
    snw__plant_show(drive);
    return SNW_OK;
}

// --- ticks ---------------------------------------------------------------------------------------

static int64_t end_of(int64_t t_ns, int64_t length_ns) {
    return length_ns > 0 ? t_ns + length_ns : INT64_MAX;
}

// what is pushed from outside begins and ends
static void take_pushes(snw__body *body, int64_t t_ns) {
    for (int i = 0; i < body->arm->count; i++) {
        snw__push *push = &body->joints[i].push;
        if (push->effort != 0 && t_ns >= push->end_ns) push->effort = 0;
        if (!push->pending) continue;
        push->pending = false;
        push->effort = push->next;
        push->end_ns = end_of(t_ns, push->seconds_ns);
    }
    body->pushed = false;
    for (int l = 0; l < body->arm->model->link_count; l++) {
        if (t_ns >= body->push_ends[l]) body->pushes[l] = snw_wrench_zero();
        if (body->push_pending[l]) {
            body->push_pending[l] = false;
            body->pushes[l] = body->pushes_next[l];
            body->push_ends[l] = end_of(t_ns, body->push_lengths[l]);
        }
        const snw_wrench w = body->pushes[l];
        body->pushed = body->pushed || snw_vec3_norm(w.force) > 0 || snw_vec3_norm(w.torque) > 0;
    }
}

static snw_status take_loads(snw__body *body) {
    snw_status status = SNW_OK;
    if (!body->loaded) return status;
    body->loaded = false;
    for (int l = 0; l < body->arm->model->link_count && !snw_failed(status); l++) {
        if (!body->load_pending[l]) continue;
        body->load_pending[l] = false;
        status = load_link(body, l);
    }
    return status;
}

snw_status snw__body_tick(snw__body *body, int64_t t_ns) {
    take_pushes(body, t_ns);
    return take_loads(body);
}

// friction at the rate that is followed; what sticks is left to the loop
static double friction_at(const snw_plant_axis *drive, double v) {
    const bool moves = fabs(v) >= drive->stick_velocity;
    return snw__plant_viscous(drive, v) + (moves ? snw__plant_dry(drive, 0, 0, v) : 0);
}

void snw__body_place(snw__body *body, const double *base) {
    memcpy(body->q, base, sizeof *base * SNW__BASE_Q);
    memset(body->v, 0, sizeof *body->v * SNW__BASE_V);
    memcpy(body->stand.base, base, sizeof body->stand.base);
}

// what the loops of the drives follow in this tick, and what they feed forward
static snw_status set_goals(snw__body *body, double dt) {
    const snw_arm *arm = body->arm;
    bool loops = false;
    memset(body->tau, 0, sizeof *body->tau * (size_t)arm->model->nv);
    for (int i = 0; i < arm->count; i++) {
        const snw__axis *axis = &body->plant->axes[i];
        snw__joint *joint = &body->joints[i];
        const bool follows = axis->enabled && axis->mode != SNW_AXIS_EFFORT;
        // the acceleration of the goal is known from the second tick on
        joint->a = follows && !axis->fresh_mode ? (axis->v - joint->v) / dt : 0;
        joint->q = axis->q;
        joint->v = axis->v;
        joint->forward = 0;
        loops = loops || follows;
        if (follows) body->tau[arm->v_index[i]] = joint->a;
        const snw_status status =
            snw_dyn_set_rotor(&body->dyn, arm->v_index[i], joint->drive.rotor);
        if (snw_failed(status)) return status;
    }
    if (!loops || !body->config->compensation) return SNW_OK;
    const snw_status status =
        snw_dyn_inverse(&body->dyn, body->q, body->v, body->tau, NULL, body->bias);
    if (snw_failed(status)) return status;
    for (int i = 0; i < arm->count; i++) {
        const snw__axis *axis = &body->plant->axes[i];
        snw__joint *joint = &body->joints[i];
        if (!axis->enabled || axis->mode == SNW_AXIS_EFFORT) continue;
        joint->forward = body->bias[arm->v_index[i]] - friction_at(&joint->drive, joint->v);
    }
    return SNW_OK;
}

static void show_support(const snw__body *body, snw_plant_signals *signals) {
    const snw_wrench w = body->stand.wrench;
    const double numbers[] = {w.force.x, w.force.y, w.force.z, w.torque.x, w.torque.y, w.torque.z};
    signals->support_count = body->stand.there ? SNW__BASE_V : 0;
    for (int i = 0; i < signals->support_count; i++)
        signals->support[i] = numbers[i];
}

static void show(const snw_drive *drive) {
    snw__plant *plant = drive->work;
    const snw__body *body = plant->body;
    const snw_arm *arm = drive->arm;
    for (int i = 0; i < arm->count; i++) {
        plant->q[i] = body->q[arm->q_index[i]];
        plant->v[i] = body->v[arm->v_index[i]];
        plant->a[i] = body->a[arm->v_index[i]];
        plant->motor[i] = body->joints[i].terms[SNW__MOTOR].effort;
    }
    if (plant->floats) {
        memcpy(plant->base, body->q, sizeof plant->base);
        memcpy(plant->base_rate, body->v, sizeof plant->base_rate);
    }
    snw__plant_show(drive);
    snw_plant_signals *signals = drive->signals;
    if (signals == NULL) return;
    signals->retries = body->retries;
    show_support(body, signals);
    for (int i = 0; i < arm->count; i++) {
        const snw__joint *joint = &body->joints[i];
        signals->viscous[i] = joint->terms[SNW__VISCOUS].effort;
        signals->dry[i] = joint->terms[SNW__DRY].effort;
        signals->stop[i] = joint->terms[SNW__STOP].effort;
        signals->brake[i] = joint->terms[SNW__BRAKE].effort;
        signals->outside[i] = joint->terms[SNW__OUTSIDE].effort;
        signals->sticks[i] = joint->sticks;
        signals->limit[i] = snw__body_at_limit(joint, plant->q[i]);
    }
}

static snw_status simulated_act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                                const snw_arm_command *command) {
    snw__plant *plant = drive->work;
    snw__body *body = plant->body;
    snw_status status = snw__plant_hear(plant, t_ns, dt_ns, command);
    if (snw_failed(status)) return status;
    const double dt = 1e-9 * (double)dt_ns;
    status = set_goals(body, dt);
    body->retries = 0;
    // a whole number of steps that are not longer than asked for, but for rounding
    const double wanted = ceil(dt / body->config->step - 1e-6);
    const int steps = wanted >= STEPS ? STEPS : wanted < 1 ? 1 : (int)wanted;
    body->h = dt / steps;
    for (int s = 0; s < steps && !snw_failed(status); s++) {
        body->to_go = body->h * (steps - 1 - s);
        status = snw__body_step(body);
    }
    show(drive);
    return status;
}

const snw_drive_functions snw__simulated_functions = {
    .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION},
    .simulated = true,
    .signals = &snw_plant_signals_type,
    .init = simulated_init,
    .sense = snw__plant_sense,
    .act = simulated_act,
    SNW__PLANT_FUNCTIONS,
};

// --- from outside --------------------------------------------------------------------------------

static snw__body *body_of(const snw_drive *drive, snw_status *status) {
    const snw__plant *plant = snw__plant_of(drive);
    *status = plant == NULL ? SNW_ERR_ARGUMENT : SNW_ERR_UNSUPPORTED;
    return plant == NULL ? NULL : plant->body;
}

static bool is_time(double seconds) {
    return seconds >= 0 && seconds <= 1e9;
}

snw_status snw__plant_set_force(snw_drive *drive, int axis, double effort, double seconds) {
    snw_status status = SNW_OK;
    snw__body *body = body_of(drive, &status);
    if (body == NULL) return status;
    if (axis < 0 || axis >= body->arm->count) return SNW_ERR_ARGUMENT;
    if (!isfinite(effort) || !isfinite(seconds)) return SNW_ERR_NOT_FINITE;
    if (!is_time(seconds)) return SNW_ERR_RANGE;
    snw__push *push = &body->joints[axis].push;
    push->next = effort;
    push->seconds_ns = (int64_t)(seconds * 1e9);
    push->pending = true;
    return SNW_OK;
}

snw_status snw__plant_set_push(snw_drive *drive, int link, snw_wrench wrench, double seconds) {
    snw_status status = SNW_OK;
    snw__body *body = body_of(drive, &status);
    if (body == NULL) return status;
    if (link < 0 || link >= body->arm->model->link_count) return SNW_ERR_ARGUMENT;
    const bool finite = snw_vec3_is_finite(wrench.force) && snw_vec3_is_finite(wrench.torque);
    if (!finite || !isfinite(seconds)) return SNW_ERR_NOT_FINITE;
    if (!is_time(seconds)) return SNW_ERR_RANGE;
    body->pushes_next[link] = wrench;
    body->push_lengths[link] = (int64_t)(seconds * 1e9);
    body->push_pending[link] = true;
    return SNW_OK;
}

snw_status snw__plant_set_payload(snw_drive *drive, int link, double mass, snw_vec3 p_link) {
    snw_status status = SNW_OK;
    snw__body *body = body_of(drive, &status);
    if (body == NULL) return status;
    if (link < 0 || link >= body->arm->model->link_count) return SNW_ERR_ARGUMENT;
    if (!isfinite(mass) || !snw_vec3_is_finite(p_link)) return SNW_ERR_NOT_FINITE;
    if (mass < 0) return SNW_ERR_RANGE;
    body->payloads[link] = snw_inertia_point(mass, p_link);
    body->load_pending[link] = body->loaded = true;
    return SNW_OK;
}

snw_status snw__plant_set_attached(snw_drive *drive, int link, snw_inertia inertia) {
    snw_status status = SNW_OK;
    snw__body *body = body_of(drive, &status);
    if (body == NULL) return status;
    if (link < 0 || link >= body->arm->model->link_count) return SNW_ERR_ARGUMENT;
    // as snw_dyn_set_inertia() will ask of the sum
    status = snw_inertia_check(inertia, 1e-9, NULL);
    if (snw_failed(status)) return status;
    body->attached[link] = inertia;
    body->load_pending[link] = body->loaded = true;
    return SNW_OK;
}

snw_status snw__plant_attached(const snw_drive *drive, int link, snw_inertia *inertia) {
    snw_status status = SNW_OK;
    const snw__body *body = body_of(drive, &status);
    if (body == NULL) return status;
    if (link < 0 || link >= body->arm->model->link_count) return SNW_ERR_ARGUMENT;
    *inertia = body->attached[link];
    return SNW_OK;
}
