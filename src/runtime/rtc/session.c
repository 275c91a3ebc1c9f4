// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The loop's side: two components that share a session. Orders of the program come in one word, so
// that none is seen by halves; what a session needs was written before its order.

// --- the end of a session -----------------------------------------------------------------------

static void answer(snw__session *s) {
    const uint64_t word = s->number << SNW__RTC_BITS | (uint64_t)s->state;
    __atomic_store_n(&s->answer, word, __ATOMIC_RELEASE);
}

static snw_stop_class stop_of(int64_t end) {
    static const struct {
        int64_t end;
        snw_stop_class stop;
    } table[] = {
#define SNW_X(name, value, stop, sentence) {value, stop},
        SNW_RTC_END_TABLE(SNW_X)
#undef SNW_X
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].end == end) return table[i].stop;
    }
    return SNW_STOP_NONE;
}

// The reason, with what was observed of a joint that it names.
static void explain(snw__session *s, int64_t end, const char *joint) {
    snw_status code = end <= SNW_RTC_END_ASKED || end >= SNW_RTC_OWN ? SNW_DONE : SNW_ERR_CHECK;
    if (end == SNW_RTC_END_INTERRUPTED) code = SNW_ERR_INTERRUPTED;
    if (end == SNW_RTC_END_OVERRUN) code = SNW_ERR_OVERRUN;
    const bool guard = end > SNW_RTC_GUARD && end < SNW_RTC_GUARD + SNW_CAUSES;
    if (guard && s->guard->first.code != SNW_OK) {
        s->why = s->guard->first;
        return;
    }
    snw_why_set(&s->why, code, joint[0] != '\0' ? joint : s->arm->name, snw_rtc_end_text((int)end));
    snw_why_rule(&s->why, "rtc");
    snw_why_add(&s->why, "sample", (double)s->how.sample, "");
    for (int i = 0; i < s->arm->count && joint[0] != '\0'; i++) {
        if (strcmp(joint, snw_arm_axis_name(s->arm, i)) != 0) continue;
        snw_why_add(&s->why, "position", s->how.position[i], "");
        snw_why_add(&s->why, "travel", s->travel[i], "");
        snw_why_add(&s->why, "velocity", s->how.velocity[i], "");
        snw_why_add(&s->why, "requested", s->chg.joint[i].value, "");
        break;
    }
}

void snw__rtc_end(snw__session *s, int64_t end, const char *joint) {
    if (s->state == SNW__RTC_IDLE) return;
    explain(s, end, joint);
    __atomic_store_n(&s->end, end, __ATOMIC_RELAXED);
    s->state = SNW__RTC_IDLE;
    snw__rtc_forget(s);
    const snw_stop_class stop = stop_of(end);
    if (stop == SNW_STOP_2) snw_component_demand_stop(s->first, &s->why);
    if (stop == SNW_STOP_1) {
        snw_component_event(s->first, &s->why);
        SNW_IGNORE(snw_exec_request(s->first->exec, s->arm_index, SNW_REQUEST_STOP_1));
    }
}

// what somebody else wants to be the end
static void end_if_asked(snw__session *s) {
    const int64_t asked = __atomic_exchange_n(&s->asked, 0, __ATOMIC_ACQUIRE);
    if (asked != 0) snw__rtc_end(s, asked, "");
}

// --- FIRST --------------------------------------------------------------------------------------

// Takes the order of the program. One that comes for a session that has ended is too late.
static void take_order(snw__session *s) {
    const uint64_t order = __atomic_load_n(&s->order, __ATOMIC_ACQUIRE);
    const uint64_t number = order >> SNW__RTC_BITS;
    const int state = (int)(order & SNW__RTC_MASK);
    if (number != s->number) {
        // a new session
        s->number = number;
        s->state = state;
        s->begins = true;
        s->late = 0;
        s->overruns = s->loop->overruns;
        memset(&s->chg, 0, sizeof s->chg);
        s->chg.checks = s->checks;
        s->how.sample = 0;
        s->how.sequence = 0;
        SNW_IGNORE(snw_triple_update(&s->chg_in)); // what was sent before is not meant for it
        snw__rtc_forget(s);
    } else if (s->state != SNW__RTC_IDLE && state != s->state) {
        if (state == SNW__RTC_IDLE) {
            snw__rtc_end(s, SNW_RTC_END_RELEASED, "");
        } else {
            s->state = state;
            s->begins = true;
            snw__rtc_forget(s);
        }
    }
}

// Before a session, and while its first samples have not been followed yet, the arm is held.
static void refresh(snw__session *s, const snw_tick *tick) {
    const snw_arm *arm = s->arm;
    snw_rtc_how *how = &s->how;
    const double still = s->guard->config.standstill;
    how->session = s->number;
    how->t_ns = tick->t_ns;
    how->count = arm->count;
    how->begins = s->begins;
    how->emergency = arm->sensed.emergency;
    how->calibrated = how->at_rest = true;
    if (s->state != SNW__RTC_IDLE) how->flags = 0;
    for (int i = 0; i < arm->count; i++) {
        how->status[i] = arm->sensed.status[i];
        how->position[i] = arm->sensed.q[i] - snw__rtc_origin(s, i);
        how->velocity[i] = arm->estimate.v[i];
        how->effort[i] = arm->sensed.effort[i];
        how->calibrated &= (how->status[i] & SNW_AXIS_HOMED) != 0;
        how->at_rest &= fabs(how->velocity[i]) <= still && fabs(arm->command.v[i]) <= still;
        if (s->state != SNW__RTC_IDLE) how->joint_flags[i] = 0;
    }
    snw_arm_to_q(arm, arm->sensed.q, s->q);
    if (snw_kin_update(&s->kin, s->q) == SNW_OK) {
        how->T6 = s->kin.T_world_link[arm->link[arm->count - 1]];
    }
}

static void count_late(snw__session *s) {
    const uint64_t overruns = s->loop->overruns;
    if (overruns != s->overruns) s->late++;
    s->overruns = overruns;
    if (s->late > (uint64_t)s->tolerate) snw__rtc_end(s, SNW_RTC_END_OVERRUN, "");
}

static void watch_signals(snw__session *s) {
    if (s->signals == NULL) return;
    const uint64_t seen = __atomic_load_n(&s->interrupt, __ATOMIC_RELAXED);
    if (snw_signals_count(s->signals) != seen) snw__rtc_end(s, SNW_RTC_END_INTERRUPTED, "");
}

static void call(snw__session *s, int which) {
    if (s->state != SNW__RTC_ACTIVE || s->functions[which] == NULL) return;
    s->functions[which](s->rtc, &s->how, &s->chg, s->context);
}

static snw_status first_update(snw_component *self, const snw_tick *tick) {
    snw__session *s = self->work;
    take_order(s);
    refresh(s, tick);
    if (s->state == SNW__RTC_IDLE) return SNW_OK;
    end_if_asked(s);
    watch_signals(s);
    count_late(s);
    if (s->state != SNW__RTC_IDLE) snw__rtc_observe(s);
    if (s->state != SNW__RTC_IDLE && snw_triple_update(&s->chg_in) == SNW_OK) {
        s->chg = *(const snw_rtc_chg *)snw_triple_front(&s->chg_in);
    }
    call(s, 0);
    end_if_asked(s);
    if (s->state != SNW__RTC_IDLE) snw__rtc_examine(s, tick->dt);
    snw__rtc_step(s, tick->dt);
    return SNW_OK;
}

// --- SECOND -------------------------------------------------------------------------------------

// the guard has stopped the arm, for whatever cause
static void watch_guard(snw__session *s) {
    const snw_guard_signals *guard = &s->guard->signals;
    if (guard->state == SNW_ARM_ENABLED) return;
    snw__rtc_end(s, SNW_RTC_GUARD + (int)guard->cause, "");
}

static snw_status second_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    const snw__second *work = self->work;
    snw__session *s = __atomic_load_n(&work->session, __ATOMIC_ACQUIRE);
    if (s == NULL) return SNW_OK;
    s->how.power = s->arm->command.enable;
    s->how.guard = s->guard->signals.state;
    for (int i = 0; i < s->arm->count; i++)
        s->how.target[i] = s->arm->command.q[i] - snw__rtc_origin(s, i);
    watch_guard(s);
    call(s, 1);
    end_if_asked(s);
    snw_triple_write(&s->how_out, &s->how);
    if (s->state != SNW__RTC_IDLE) {
        s->how.sample++;
        s->begins = false;
    }
    answer(s);
    return SNW_OK;
}

// --- types --------------------------------------------------------------------------------------

static snw_status lay_out_joints(snw__session *s, double share, snw_arena *arena) {
    const snw_arm *arm = s->arm;
    snw__joint spare, *joints = SNW_ARENA_ARRAY(arena, snw__joint, arm->count);
    for (int i = 0; i < arm->count; i++) {
        snw__joint *joint = joints != NULL ? &joints[i] : &spare;
        const snw_arm_limits *limits = &s->guard->limits;
        const double speed = share * limits->velocity[i];
        joint->acceleration = share * fmin(limits->acceleration[i], limits->deceleration[i]);
        const snw_status status =
            snw_acceleration_limiter_init(&joint->limiter, 1, &speed, &joint->acceleration, arena);
        if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    }
    s->joints = joints;
    return SNW_OK;
}

static const snw_loop_signals *find_loop(snw_exec *exec) {
    const snw_roots *roots = snw_exec_signals(exec);
    for (int i = 0; i < roots->count; i++) {
        if (roots->items[i].type == &snw_loop_signals_type) return roots->items[i].block;
    }
    return NULL;
}

static snw_status first_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    snw_arm *arm = self->arm;
    const int index = snw_exec_find_arm(self->exec, arm->name);
    const snw_guard *guard = snw_exec_guard(self->exec, index);
    snw__session *taken = SNW_ARENA_ARRAY(arena, snw__session, 1), spare;
    snw__session *s = taken != NULL ? taken : &spare;
    *s = (snw__session){.first = self, .arm = arm, .guard = guard, .arm_index = index};
    s->loop = find_loop(self->exec);
    const snw_status joints =
        lay_out_joints(s, ((const snw_rtc_first *)self->config)->speed, arena);
    if (snw_failed(joints)) return joints;
    const snw_status kin = snw_kin_init(&s->kin, arm->model, arena);
    if (snw_failed(kin) && kin != SNW_ERR_MEMORY) return kin;
    s->q = SNW_ARENA_ARRAY(arena, double, arm->model->nq);
    SNW_IGNORE(snw_triple_init(&s->how_out, sizeof(snw_rtc_how), arena));
    SNW_IGNORE(snw_triple_init(&s->chg_in, sizeof(snw_rtc_chg), arena));
    SNW_IGNORE(snw_ring_init(&s->messages, SNW_RTC_TEXT, SNW_RTC_MESSAGES, arena));
    if (snw_failed(snw_arena_status(arena))) return SNW_ERR_MEMORY;
    snw_neutral(arm->model, s->q);
    for (int i = 0; i < arm->count; i++) {
        const double low = arm->limits.lower[i], high = arm->limits.upper[i];
        const bool ends = isfinite(low) && isfinite(high);
        s->lower[i] = ends ? low : 0;
        s->travel[i] = ends ? high - low : HUGE_VAL;
    }
    self->work = s;
    return SNW_OK;
}

static snw_status second_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    self->work = SNW_ARENA_ARRAY(arena, snw__second, 1);
    return snw_arena_status(arena);
}

static const snw_component_functions first_functions = {.head = SNW_COMPONENT_HEAD,
                                                        .stage = SNW_STAGE_USER,
                                                        .needs_arm = true,
                                                        .configure = first_configure,
                                                        .update = first_update};
static const snw_component_functions second_functions = {.head = SNW_COMPONENT_HEAD,
                                                         .stage = SNW_STAGE_PUBLISH,
                                                         .needs_arm = true,
                                                         .configure = second_configure,
                                                         .update = second_update};
static const snw_field first_fields[] = {
    {SNW_AT(snw_rtc_first, speed), .kind = SNW_KIND_REAL, .range = {1e-3, 1}, .initial = "0.5",
     .help =
         "Speed of POS, VEL and STOP as a fraction of the limits of velocity and acceleration."},
};
const snw_type snw_rtc_first_type = {SNW_TYPE_AS("rtc_first", snw_rtc_first, first_fields),
                                     .base = "component", .space = &snw_space_motion,
                                     .functions = &first_functions.head,
                                     .help = "The first control function of RTC, with requests."};
const snw_type snw_rtc_second_type = {.token = "rtc_second",
                                      .size = sizeof(snw_rtc_second),
                                      .align = _Alignof(snw_rtc_second),
                                      .base = "component",
                                      .space = &snw_space_motion,
                                      .functions = &second_functions.head,
                                      .help = "The second control function of RTC."};

snw_status snw_rtc_register(snw_registry *registry, snw_why *why) {
    const int types = registry->type_count, bases = registry->base_count;
    snw_status status = snw_registry_add(registry, &snw_rtc_first_type, why);
    if (status == SNW_OK) status = snw_registry_add(registry, &snw_rtc_second_type, why);
    if (status != SNW_OK) snw_registry_rewind(registry, types, bases);
    return status;
}
