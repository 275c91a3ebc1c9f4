// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/system_state.h"

#include <string.h>

#include "inside.h"
#include "sinew/base/collections.h"
#include "sinew/model/coordinates.h"
#include "sinew/model/state.h"

int snw_system_find(const snw_system *system, const char *name) {
    return snw_names_find(&system->names, name, NULL);
}

// --- life ---------------------------------------------------------------------------------------

snw_status snw_system_state_init(snw_system_state *state, const snw_system *system,
                                 snw_arena *arena) {
    state->nq = system->nq;
    state->nv = system->nv;
    state->slot_count = system->slot_count;
    state->q = SNW_ARENA_ARRAY(arena, double, system->nq);
    state->v = SNW_ARENA_ARRAY(arena, double, system->nv);
    state->next_q = SNW_ARENA_ARRAY(arena, double, system->nq);
    state->next_v = SNW_ARENA_ARRAY(arena, double, system->nv);
    state->slots = SNW_ARENA_ARRAY(arena, snw_slot, system->slot_count);
    const snw_status status = snw_arena_status(arena);
    if (status == SNW_OK) snw__system_state_reset(system, state);
    return status;
}

void snw__system_state_reset(const snw_system *system, snw_system_state *state) {
    state->t_ns = 0;
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        snw_midpoint(member->model, state->q + member->q_index);
    }
    for (int i = 0; i < state->nv; i++) {
        state->v[i] = 0;
    }
    for (int i = 0; i < state->slot_count; i++) {
        state->slots[i].used = false;
    }
}

static bool same_sizes(const snw_system_state *a, const snw_system_state *b) {
    return a->nq == b->nq && a->nv == b->nv && a->slot_count == b->slot_count;
}

static snw_status check_member(const snw_system_member *member, const snw_system_state *state,
                               snw_why *why) {
    const snw_status status = snw_configuration_check(member->model, state->q + member->q_index);
    if (snw_failed(status)) {
        return snw_refuse_rule(why, status, "system-state", member->name,
                               "its positions are not valid", NULL);
    }
    const double *v = state->v + member->v_index;
    for (int i = 0; i < member->model->nv; i++) {
        if (isfinite(v[i])) continue;
        return snw_refuse_rule(why, SNW_ERR_NOT_FINITE, "system-state", member->name,
                               "one of its velocities is not finite", NULL);
    }
    return SNW_OK;
}

snw_status snw_system_state_check(const snw_system *system, const snw_system_state *state,
                                  snw_why *why) {
    if (state->nq != system->nq || state->nv != system->nv ||
        state->slot_count != system->slot_count) {
        const snw_status status = snw_refuse_rule(why, SNW_ERR_SIZE, "system-state", system->name,
                                                  "the state belongs to another system", NULL);
        snw_why_add(why, "positions", state->nq, "");
        snw_why_add(why, "needed", system->nq, "");
        snw_why_add(why, "rates", state->nv, "");
        snw_why_add(why, "needed", system->nv, "");
        return status;
    }
    for (int i = 0; i < system->member_count; i++) {
        const snw_status status = check_member(&system->members[i], state, why);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < state->slot_count; i++) {
        const snw_slot *slot = &state->slots[i];
        if (!slot->used) continue;
        const bool known = 0 <= slot->member && slot->member < system->member_count &&
                           0 <= slot->link &&
                           slot->link < system->members[slot->member].model->link_count;
        if (!known) {
            return snw_refuse_rule(why, SNW_ERR_RANGE, "system-state", slot->name,
                                   "it is attached to no link", NULL);
        }
    }
    return SNW_OK;
}

static void copy_slots(snw_system_state *to, const snw_system_state *from) {
    if (to == from || from->slot_count == 0) return;
    memcpy(to->slots, from->slots, (size_t)from->slot_count * sizeof *from->slots);
}

// arrays without items may have no place
static void copy_reals(double *to, const double *from, int count) {
    if (count > 0) memmove(to, from, (size_t)count * sizeof *from);
}

snw_status snw__system_state_copy(snw_system_state *to, const snw_system_state *from) {
    if (!same_sizes(to, from)) return SNW_ERR_SIZE;
    to->t_ns = from->t_ns;
    copy_reals(to->q, from->q, from->nq);
    copy_reals(to->v, from->v, from->nv);
    copy_slots(to, from);
    return SNW_OK;
}

// --- comparison ---------------------------------------------------------------------------------

// "member/part" in a text of a reason
static void path_of(char subject[SNW_WHY_SUBJECT], const char *member, const char *part) {
    snw_copy_text(subject, SNW_WHY_SUBJECT, member);
    const size_t length = strlen(subject);
    if (part[0] == '\0' || length + 2 >= SNW_WHY_SUBJECT) return;
    subject[length] = '/';
    snw_copy_text(subject + length + 1, SNW_WHY_SUBJECT - length - 1, part);
}

static snw_status tell(snw_why *why, const char *subject, const char *text, double a, double b) {
    snw_why_set(why, SNW_ERR_CHECK, subject, text);
    snw_why_rule(why, "state-difference");
    snw_why_add(why, "first", a, "");
    snw_why_add(why, "second", b, "");
    return SNW_ERR_CHECK;
}

// index of the first number that differs, -1 for none; NaN differs from everything
static int first_difference(const double *a, const double *b, int count, double tolerance,
                            double sign) {
    for (int i = 0; i < count; i++) {
        if (!(fabs(a[i] - sign * b[i]) <= tolerance)) return i;
    }
    return -1;
}

// of the positions of one joint; the quaternion of a rotation may have either sign
static int joint_difference(const snw_link *link, const double *a, const double *b,
                            double tolerance) {
    const bool turns = link->joint == SNW_JOINT_SPHERICAL || link->joint == SNW_JOINT_FREE;
    if (!turns) return first_difference(a, b, link->nq, tolerance, 1);
    const int plain = link->nq - 4;
    int at = first_difference(a, b, plain, tolerance, 1);
    if (at >= 0) return at;
    at = first_difference(a + plain, b + plain, 4, tolerance, 1);
    if (at < 0 || first_difference(a + plain, b + plain, 4, tolerance, -1) < 0) return -1;
    return plain + at;
}

// one member: joint by joint, positions before rates
static snw_status compare_member(const snw_system_member *member, const snw_system_state *a,
                                 const snw_system_state *b, snw_state_tolerance tolerance,
                                 snw_why *why) {
    char subject[SNW_WHY_SUBJECT];
    for (int i = 0; i < member->model->link_count; i++) {
        const snw_link *link = &member->model->links[i];
        if (link->nq == 0) continue;
        path_of(subject, member->name, link->joint_name);
        const double *qa = a->q + member->q_index + link->q_index;
        const double *qb = b->q + member->q_index + link->q_index;
        int at = joint_difference(link, qa, qb, tolerance.q);
        if (at >= 0) return tell(why, subject, "the positions differ", qa[at], qb[at]);
        const double *va = a->v + member->v_index + link->v_index;
        const double *vb = b->v + member->v_index + link->v_index;
        at = first_difference(va, vb, link->nv, tolerance.v, 1);
        if (at >= 0) return tell(why, subject, "the velocities differ", va[at], vb[at]);
    }
    return SNW_OK;
}

static const snw_slot *find_slot(const snw_system_state *state, const char *name) {
    for (int i = 0; i < state->slot_count; i++) {
        if (state->slots[i].used && strcmp(state->slots[i].name, name) == 0) {
            return &state->slots[i];
        }
    }
    return NULL;
}

static bool same_slot(const snw_slot *a, const snw_slot *b, double tolerance) {
    return a->member == b->member && a->link == b->link && strcmp(a->role, b->role) == 0 &&
           snw_pose_near(a->T_link_part, b->T_link_part, tolerance) &&
           snw_inertia_near(a->inertia, b->inertia, tolerance);
}

// everything that a has, b has too
static snw_status compare_slots(const snw_system_state *a, const snw_system_state *b,
                                double tolerance, snw_why *why) {
    for (int i = 0; i < a->slot_count; i++) {
        const snw_slot *slot = &a->slots[i];
        if (!slot->used) continue;
        const snw_slot *other = find_slot(b, slot->name);
        if (other == NULL) return tell(why, slot->name, "only one has it attached", 1, 0);
        if (same_slot(slot, other, tolerance)) continue;
        return tell(why, slot->name, "it is attached differently", slot->inertia.m,
                    other->inertia.m);
    }
    return SNW_OK;
}

snw_status snw_system_state_compare(const snw_system *system, const snw_system_state *a,
                                    const snw_system_state *b, snw_state_tolerance tolerance,
                                    snw_why *why) {
    if (!same_sizes(a, b) || a->nq != system->nq) {
        return snw_refuse_rule(why, SNW_ERR_SIZE, "system-state", system->name,
                               "the states belong to two systems", NULL);
    }
    int64_t apart = 0;
    if (__builtin_sub_overflow(a->t_ns, b->t_ns, &apart) || apart == INT64_MIN) apart = INT64_MAX;
    if (apart < 0) apart = -apart;
    if (apart > tolerance.t_ns) {
        return tell(why, system->name, "the times differ", (double)a->t_ns, (double)b->t_ns);
    }
    snw_status status = SNW_OK;
    for (int i = 0; i < system->member_count && status == SNW_OK; i++) {
        status = compare_member(&system->members[i], a, b, tolerance, why);
    }
    if (status == SNW_OK) status = compare_slots(a, b, tolerance.q, why);
    if (status == SNW_OK) status = compare_slots(b, a, tolerance.q, why);
    return status;
}

// --- motion -------------------------------------------------------------------------------------

snw_status snw_system_state_step(const snw_system *system, snw_system_state *state, int64_t dt_ns) {
    int64_t t_ns;
    if (__builtin_add_overflow(state->t_ns, dt_ns, &t_ns)) return SNW_ERR_RANGE;
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        const int at = member->q_index;
        const snw_status status =
            snw_integrate(member->model, state->q + at, state->v + member->v_index,
                          (double)dt_ns * 1e-9, state->next_q + at);
        if (snw_failed(status)) return status;
    }
    copy_reals(state->q, state->next_q, state->nq);
    state->t_ns = t_ns;
    return SNW_OK;
}

snw_status snw__system_state_step_member(const snw_system *system, snw_system_state *state,
                                         int member, int64_t dt_ns) {
    if (member < 0 || member >= system->member_count) return SNW_ERR_ARGUMENT;
    const snw_system_member *one = &system->members[member];
    double *q = state->q + one->q_index;
    return snw_integrate(one->model, q, state->v + one->v_index, (double)dt_ns * 1e-9, q);
}

snw_status snw__system_state_interpolate(const snw_system *system, const snw_system_state *a,
                                         const snw_system_state *b, int64_t t_ns,
                                         snw_system_state *out) {
    if (!same_sizes(a, b) || !same_sizes(a, out) || a->nq != system->nq) return SNW_ERR_SIZE;
    if (a->t_ns == b->t_ns) return SNW_ERR_RANGE;
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        const int q = member->q_index, v = member->v_index;
        const snw_state from = {a->t_ns, a->q + q, a->v + v};
        const snw_state to = {b->t_ns, b->q + q, b->v + v};
        snw_state between = {t_ns, out->next_q + q, out->next_v + v};
        const snw_status status = snw_state_interpolate(member->model, &from, &to, t_ns, &between);
        if (snw_failed(status)) return status;
    }
    copy_slots(out, t_ns == b->t_ns ? b : a);
    copy_reals(out->q, out->next_q, out->nq);
    copy_reals(out->v, out->next_v, out->nv);
    out->t_ns = t_ns;
    return SNW_OK;
}
