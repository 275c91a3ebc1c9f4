// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/position.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

// --- set-up --------------------------------------------------------------------------------------

static bool is_plain(const snw_child *child) {
    return child->type == &snw_position_config_type && child->block != NULL;
}

static snw_status take_controller(snw_position *p, const snw_child *controller, snw_why *why) {
    if (is_plain(controller)) {
        p->config = controller->block;
        return SNW_OK;
    }
    if (controller->type != &snw_look_forward_type || controller->block == NULL) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "position-control", "position",
                               "this is not the type of a position controller", NULL);
    }
    p->look = controller->block;
    p->config = p->simulated_config = &p->look->position;
    if (p->look->simulation.type == NULL) return SNW_OK;
    if (!is_plain(&p->look->simulation)) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "position-control", "position",
                               "the simulated controller must not look forward itself", NULL);
    }
    p->simulated_config = p->look->simulation.block;
    return SNW_OK;
}

snw_status snw_position_init(snw_position *position, const snw_position_setup *setup,
                             const double *q0, snw_arena *arena, snw_why *why) {
    memset(position, 0, sizeof *position);
    const snw_model *model = setup->model;
    snw_status status = take_controller(position, &setup->controller, why);
    if (status) return status;
    position->halt = snw__position_halt;
    double **const places[] = {&position->q, &position->q_start, &position->q_next,
                               &position->q_simulated};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        *places[i] = SNW_ARENA_ARRAY(arena, double, model->nq);
    double **const rates[] = {&position->v, &position->first, &position->second,
                              &position->v_simulated};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        *rates[i] = SNW_ARENA_ARRAY(arena, double, model->nv);
    status = snw_control_init(&position->control, setup->control, model, arena, why);
    if (status && status != SNW_ERR_MEMORY) return status;
    if (position->look != NULL) {
        status = snw_control_init(&position->simulated, setup->control, model, arena, why);
        if (status && status != SNW_ERR_MEMORY) return status;
    }
    if (snw_arena_status(arena)) return SNW_ERR_MEMORY;
    status = snw_configuration_check(model, q0);
    if (status) return status;
    memcpy(position->q_start, q0, sizeof(double) * (size_t)model->nq);
    snw__position_reset(position);
    return SNW_OK;
}

void snw__position_reset(snw_position *position) {
    const snw_model *model = position->control.task.model;
    memcpy(position->q, position->q_start, sizeof(double) * (size_t)model->nq);
    memset(position->v, 0, sizeof(double) * (size_t)model->nv);
    position->time = position->origin = 0;
    position->steps = position->last_steps = 0;
    snw_control_reset(&position->control);
    // it was a configuration at init
    SNW_IGNORE(snw_control_hold(&position->control, position->q));
}

void snw__position_set_time(snw_position *position, double time) {
    position->origin = position->time = time;
    position->steps = 0;
}

// --- a step of control ---------------------------------------------------------------------------

// One mechanism on its way; the real one, or the one that is simulated.
typedef struct motion {
    snw_control *control;
    const snw_position_config *config;
    double *q, *v;
    double *q_next, *first, *second;
    snw_depth_fn *depth;
    void *depth_context;
    bool singular, limited, collided;
} motion;

static bool lost_rows(const snw_control *control) {
    return control->config->law == SNW_LAW_NULLSPACE && control->report.rank < control->set.rows;
}

// rates of the step: those at its beginning, or the mean with those at its end (Heun)
static snw_status find_rates(motion *m) {
    const int nv = m->control->task.model->nv;
    const double dt = m->config->time_step;
    snw_control_input input = {m->q, m->v, NULL, dt};
    snw_status status = snw_control_rates(m->control, &input, m->first, NULL);
    if (snw_failed(status)) return status;
    m->singular = lost_rows(m->control);
    if (!m->config->two_passes) return SNW_OK;
    double low[SNW_LINALG_MAX], high[SNW_LINALG_MAX];
    memcpy(low, m->control->limits.low, sizeof(double) * (size_t)nv);
    memcpy(high, m->control->limits.high, sizeof(double) * (size_t)nv);
    status = snw_integrate(m->control->task.model, m->q, m->first, dt, m->q_next);
    if (snw_failed(status)) return status;
    input = (snw_control_input){m->q_next, m->first, NULL, dt};
    status = snw_control_rates(m->control, &input, m->second, NULL);
    if (snw_failed(status)) return status;
    m->singular = m->singular || lost_rows(m->control);
    for (int i = 0; i < nv; i++) {
        m->first[i] = (m->first[i] + m->second[i]) / 2;
        // a mean of rates that each had their bounds keeps those of the step
        if (m->control->config->law == SNW_LAW_QP) {
            m->first[i] = fmin(fmax(m->first[i], low[i]), high[i]);
        }
    }
    return SNW_OK;
}

static void stand_still(motion *m) {
    memset(m->v, 0, sizeof(double) * (size_t)m->control->task.model->nv);
}

// a start outside the limits may come back, but a step must not lead out of them
static bool leaves_limits(const motion *m) {
    const snw_model *model = m->control->task.model;
    return snw_failed(snw_in_limits(model, m->q_next, NULL)) &&
           snw_in_limits(model, m->q, NULL) == SNW_OK;
}

// A step must not lead into a body, nor deeper into one; out of it it may. Who asks for that
// without a world to look at does not move.
static bool runs_into_body(const motion *m) {
    if (m->config->collision == SNW_COLLISION_OFF) return false;
    if (m->depth == NULL) return true;
    const double next = m->depth(m->config, m->q_next, m->depth_context);
    if (next == 0) return false;
    return !(next <= m->depth(m->config, m->q, m->depth_context));
}

static snw_status take_step(motion *m) {
    const snw_model *model = m->control->task.model;
    m->limited = m->singular = m->collided = false;
    snw_status status = find_rates(m);
    if (!snw_failed(status) && !m->singular) {
        status = snw_integrate(model, m->q, m->first, m->config->time_step, m->q_next);
        m->limited = status == SNW_OK && leaves_limits(m);
        m->collided = status == SNW_OK && !m->limited && runs_into_body(m);
    }
    if (snw_failed(status) || m->singular || m->limited || m->collided) {
        stand_still(m);
        return status;
    }
    memcpy(m->q, m->q_next, sizeof(double) * (size_t)model->nq);
    memcpy(m->v, m->first, sizeof(double) * (size_t)model->nv);
    return SNW_OK;
}

static motion real_motion(snw_position *p) {
    const motion m = {.control = &p->control,
                      .config = p->config,
                      .q = p->q,
                      .v = p->v,
                      .q_next = p->q_next,
                      .first = p->first,
                      .second = p->second,
                      .depth = p->depth,
                      .depth_context = p->depth_context};
    return m;
}

snw_status snw_position_state(snw_position *position, double t, double *q, double *v) {
    const snw_position_config *c = position->config;
    const snw_model *model = position->control.task.model;
    if (!isfinite(t)) return SNW_ERR_NOT_FINITE;
    motion m = real_motion(position);
    snw_status status = SNW_OK;
    int count = 0;
    // a step is due when its end is not beyond t; counted in whole steps, so that none is lost to
    // rounding
    const double due = floor((t - position->origin) / c->time_step + 1e-9);
    while (c->on && !snw_failed(status) && (double)position->steps < due &&
           count < c->max_iterations) {
        status = take_step(&m);
        position->steps++;
        count++;
        position->time = position->origin + (double)position->steps * c->time_step;
        position->singular = m.singular;
        position->limited = m.limited;
        position->collided = m.collided;
    }
    position->last_steps = count;
    const bool late = c->on && (double)position->steps < due;
    const double most = c->max_propagation * c->time_step;
    const double ahead = late ? fmin(t - position->time, most) : 0;
    position->asked = late ? position->time + ahead : t;
    if (v != NULL) memcpy(v, position->v, sizeof(double) * (size_t)model->nv);
    const snw_status moved = snw_integrate(model, position->q, position->v, ahead, q);
    if (snw_failed(status)) return status;
    return moved ? moved : late ? SNW_SATURATED : SNW_OK;
}

// --- placements ----------------------------------------------------------------------------------

snw_pose snw_position_desired(const snw_position *position, int effector) {
    return position->control.task.guides[effector];
}

snw_pose snw_position_actual(snw_position *position, int effector) {
    // passes may have left the workspace at the end of a step
    SNW_IGNORE(snw_task_update(&position->control.task, position->q));
    return snw_task_placement(&position->control.task, effector);
}

void snw__position_halt(snw_position *position, void *context) {
    (void)context;
    SNW_IGNORE(snw_control_hold(&position->control, position->q));
}

// does a simulation of the commands in `simulated` arrive?
static bool arrives(snw_position *p) {
    const snw_look_forward *look = p->look;
    snw_control *control = &p->simulated;
    const snw_model *model = control->task.model;
    memcpy(p->q_simulated, p->q, sizeof(double) * (size_t)model->nq);
    memcpy(p->v_simulated, p->v, sizeof(double) * (size_t)model->nv);
    snw_control_reset(control);
    if (snw_failed(snw_task_update(&control->task, p->q))) return false;
    const double estimate = look->run_scale * snw__task_minimum_time(&control->task);
    p->horizon = look->run_time > 0 ? look->run_time : estimate;
    const double dt = p->simulated_config->time_step;
    motion m = {.control = control,
                .config = p->simulated_config,
                .q = p->q_simulated,
                .v = p->v_simulated,
                .q_next = p->q_next,
                .first = p->first,
                .second = p->second,
                .depth = p->depth,
                .depth_context = p->depth_context};
    double done = 0;
    for (p->looked = 0; p->looked < look->steps;) {
        p->looked++;
        const double until = p->horizon * p->looked / look->steps;
        for (int k = 0; k < p->simulated_config->max_iterations && done + dt <= until; k++) {
            if (snw_failed(take_step(&m))) return false;
            done += dt;
        }
        if (snw_failed(snw_task_update(&control->task, p->q_simulated))) return false;
        if (snw__task_difference(&control->task) <= look->tolerance) return true;
    }
    return false;
}

static snw_status check_pose(snw_pose T) {
    if (!snw_pose_is_finite(T)) return SNW_ERR_NOT_FINITE;
    return snw_mat3_drift(T.R) <= 1e-6 && snw_mat3_det(T.R) > 0 ? SNW_OK : SNW_ERR_RANGE;
}

snw_status snw__position_set_all_desired(snw_position *position, const snw_pose *placements,
                                         snw_why *why) {
    const int count = position->control.task.set->count;
    for (int i = 0; i < count; i++) {
        const snw_status status = check_pose(placements[i]);
        if (status) {
            return snw_refuse_rule(why, status, "position-control", "position",
                                   "a target is not a pose", NULL);
        }
    }
    const size_t bytes = sizeof(snw_pose) * (size_t)count;
    if (position->look != NULL) {
        memmove(position->simulated.task.guides, placements, bytes);
        if (!arrives(position)) {
            position->halt(position, position->halt_context);
            return snw_refuse_rule(why, SNW_ERR_UNREACHABLE, "position-control", "position",
                                   "the simulation does not arrive there; the arm stays", NULL);
        }
    }
    memmove(position->control.task.guides, placements, bytes);
    return SNW_OK;
}

snw_status snw_position_set_desired(snw_position *position, int effector, snw_pose placement,
                                    snw_why *why) {
    const int count = position->control.task.set->count;
    if (effector < 0 || effector >= count) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "position-control", "position",
                               "there is no such end effector", NULL);
    }
    snw_pose all[SNW_EFFECTORS];
    memcpy(all, position->control.task.guides, sizeof(snw_pose) * (size_t)count);
    all[effector] = placement;
    return snw__position_set_all_desired(position, all, why);
}

// --- what is sensed ------------------------------------------------------------------------------

double snw__assimilation(double share, double dt) {
    return 1 - pow(1 - share, dt);
}

snw_status snw_position_assimilate(snw_position *position, const double *sensed, double dt) {
    if (!(dt >= 0)) return SNW_ERR_RANGE;
    const double part = snw__assimilation(position->config->assimilation, dt);
    return snw_interpolate(position->control.task.model, position->q, sensed, part, position->q);
}

// --- types ---------------------------------------------------------------------------------------

const snw_base snw_position_base = {"position_controller", NULL,
                                    "Moves end effectors to desired poses."};

#define PARAMETERS(structure, path)                                                                \
    {.name = "on",                                                                                 \
     .offset = offsetof(structure, path on),                                                       \
     .size = sizeof(bool),                                                                         \
     .member = SNW_MEMBER_BOOL,                                                                    \
     .kind = SNW_KIND_BOOL,                                                                        \
     .initial = "true",                                                                            \
     .help = "The controller is active."},                                                         \
        {.name = "time_step",                                                                      \
         .offset = offsetof(structure, path time_step),                                            \
         .size = sizeof(double),                                                                   \
         .member = SNW_MEMBER_REAL,                                                                \
         .kind = SNW_KIND_REAL,                                                                    \
         .unit = "s",                                                                              \
         .range = {1e-6, 10},                                                                      \
         .initial = "0.012",                                                                       \
         .help = "Control period."},                                                               \
        {.name = "max_iterations",                                                                 \
         .offset = offsetof(structure, path max_iterations),                                       \
         .size = sizeof(int),                                                                      \
         .member = SNW_MEMBER_INT,                                                                 \
         .kind = SNW_KIND_INT,                                                                     \
         .range = {1, 1e6},                                                                        \
         .initial = "16",                                                                          \
         .help = "Largest number of control steps per update."},                                   \
        {.name = "max_propagation",                                                                \
         .offset = offsetof(structure, path max_propagation),                                      \
         .size = sizeof(int),                                                                      \
         .member = SNW_MEMBER_INT,                                                                 \
         .kind = SNW_KIND_INT,                                                                     \
         .range = {0, 1e6},                                                                        \
         .initial = "2",                                                                           \
         .help = "Largest number of steps by which a state is extrapolated."},                     \
        {.name = "two_passes",                                                                     \
         .offset = offsetof(structure, path two_passes),                                           \
         .size = sizeof(bool),                                                                     \
         .member = SNW_MEMBER_BOOL,                                                                \
         .kind = SNW_KIND_BOOL,                                                                    \
         .initial = "true",                                                                        \
         .help = "Use the mean of the velocities at both ends of a step."},                        \
    {                                                                                              \
        .name = "assimilation", .offset = offsetof(structure, path assimilation),                  \
        .size = sizeof(double), .member = SNW_MEMBER_REAL, .kind = SNW_KIND_REAL, .range = {0, 1}, \
        .help = "Fraction of the measured state that is blended in per second."                    \
    }

// which collisions stop a step: of both types
static const snw_choice collisions[] = {
    {"off", SNW_COLLISION_OFF, "Collisions are not looked for."},
    {"self", SNW_COLLISION_SELF, "Collisions of links with each other stop the motion."},
    {"all", SNW_COLLISION_ALL, "Collisions with other members and obstacles stop it, too."},
};

#define COLLISIONS(structure, path)                                                                \
    {.name = "collision",                                                                          \
     .offset = offsetof(structure, path collision),                                                \
     .size = sizeof(snw_collision_mode),                                                           \
     .member = SNW_MEMBER_INT,                                                                     \
     .kind = SNW_KIND_ENUM,                                                                        \
     SNW_CHOICES(collisions),                                                                      \
     .help = "Collisions that stop the motion."},                                                  \
        {.name = "breakdown",                                                                      \
         .offset = offsetof(structure, path breakdown),                                            \
         .size = sizeof(double),                                                                   \
         .member = SNW_MEMBER_REAL,                                                                \
         .kind = SNW_KIND_REAL,                                                                    \
         .range = {0, 1},                                                                          \
         .initial = "1",                                                                           \
         .help = "Bodies are passed through if the metric of their materials is larger."},         \
    {                                                                                              \
        .name = "precision", .offset = offsetof(structure, path precision), .size = sizeof(int),   \
        .member = SNW_MEMBER_INT, .kind = SNW_KIND_INT, .range = {0, 2},                           \
        .help = "Detail of collisions: 0 exact shapes, 1 a ball around each shape, 2 a ball "      \
                "around each link."                                                                \
    }

static const snw_field position_fields[] = {PARAMETERS(snw_position_config, ),
                                            COLLISIONS(snw_position_config, )};
const snw_type snw_position_config_type = {
    SNW_TYPE_AS("position_control", snw_position_config, position_fields),
    .base = "position_controller", .space = &snw_space_motion,
    .help = "Moves to a pose as far as possible."};

static const snw_field look_fields[] = {
    PARAMETERS(snw_look_forward, position.),
    COLLISIONS(snw_look_forward, position.),
    {SNW_AT(snw_look_forward, run_time), .kind = SNW_KIND_REAL, .unit = "s", .range = {0, 1e6},
     .help = "Time that is simulated ahead; 0 estimates it."},
    {SNW_AT(snw_look_forward, run_scale), .kind = SNW_KIND_REAL, .range = {0, 1e6}, .initial = "10",
     .help = "Factor on the shortest possible time that gives the estimate."},
    {SNW_AT(snw_look_forward, steps), .kind = SNW_KIND_INT, .range = {1, 100000}, .initial = "30",
     .help = "Number of times at which convergence is checked."},
    {SNW_AT(snw_look_forward, tolerance), .kind = SNW_KIND_REAL, .unit = "m", .range = {1e-12, 1e6},
     .initial = "0.0001", .help = "Distance from the target that counts as reached."},
    {SNW_AT(snw_look_forward, simulation), .kind = SNW_KIND_CHILD, .base = "position_controller",
     .help = "Controller that is simulated; this controller if omitted."}};
const snw_type snw_look_forward_type = {
    SNW_TYPE_AS("look_forward_control", snw_look_forward, look_fields),
    .base = "position_controller", .space = &snw_space_motion,
    .help = "Simulates a motion first, and stays in place if it would not arrive."};
