// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/exec/state.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"
#include "sinew/model/coordinates.h"

// The arrays of the state lie in the image, so that a picture for the services has all of them of
// one tick. What is attached is found by its slot, and a slot knows the member that follows it.

enum { ROOT_Q = 7, ROOT_V = 6 };

static bool floats(const snw_exec *exec, int member) {
    return exec->system->members[member].model->floating && !exec->driven[member];
}

// --- the tick -----------------------------------------------------------------------------------

// The drive knows where a floating base is. Components take it as one that stands there.
static void take_base(snw_exec *exec, const snw__arm *slot) {
    snw_arm *arm = slot->arm;
    const snw_system_member *member = &exec->system->members[slot->member];
    const snw_arm_sensed *sensed = &arm->sensed;
    const double *r = sensed->base + 3; // the quaternion
    const double norm = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3];
    bool known =
        sensed->base_count == ROOT_Q && sensed->base_rate_count == ROOT_V && fabs(norm - 1) < 0.1;
    for (int i = 0; i < 3; i++)
        known &= isfinite(sensed->base[i]) != 0;
    for (int i = 0; i < ROOT_V; i++)
        known &= isfinite(sensed->base_rate[i]) != 0;
    if (!known) return;
    memcpy(exec->state.q + member->q_index, sensed->base, sizeof sensed->base);
    memcpy(exec->state.v + member->v_index, sensed->base_rate, sizeof sensed->base_rate);
    const snw_pose T_world_root = snw_system_link_pose(exec->system, &exec->state, slot->member, 0);
    const snw_pose T_joint_base = snw_pose_inverse(member->model->links[0].T_parent_joint);
    arm->T_world_base = snw_pose_mul(T_world_root, T_joint_base);
}

// what is no number leaves the one before
static void take_arm(snw_exec *exec, const snw__arm *slot) {
    const snw_arm *arm = slot->arm;
    const snw_system_member *member = &exec->system->members[slot->member];
    double *q = exec->state.q + member->q_index, *v = exec->state.v + member->v_index;
    if (member->model->floating) take_base(exec, slot);
    if (!arm->estimate.valid) return;
    for (int i = 0; i < arm->count; i++) {
        if (isfinite(arm->estimate.q[i])) q[arm->q_index[i]] = arm->estimate.q[i];
        if (isfinite(arm->estimate.v[i])) v[arm->v_index[i]] = arm->estimate.v[i];
    }
}

// A floating root becomes T in the world. Of the two quaternions the one nearer to the last.
static void place_root(snw_exec *exec, int member, snw_pose T) {
    const snw_system_member *one = &exec->system->members[member];
    const snw_pose T_world_joint =
        snw_pose_mul(one->T_carrier_base, one->model->links[0].T_parent_joint);
    const snw_pose T_joint_root = snw_pose_inverse_mul(T_world_joint, T);
    const snw_quat r = snw_quat_from_mat3(T_joint_root.R);
    double *q = exec->state.q + one->q_index;
    const double sign = r.x * q[3] + r.y * q[4] + r.z * q[5] + r.w * q[6] < 0 ? -1 : 1;
    const double root[ROOT_Q] = {T_joint_root.p.x, T_joint_root.p.y, T_joint_root.p.z, sign * r.x,
                                 sign * r.y,       sign * r.z,       sign * r.w};
    memcpy(q, root, sizeof root);
}

// a member that is attached goes with its link, at the rate that it went with
static void follow(snw_exec *exec, const snw_slot *slot, int part) {
    const snw_system_member *one = &exec->system->members[part];
    double *q = exec->state.q + one->q_index, *v = exec->state.v + one->v_index;
    const double dt = (double)exec->elapsed_ns * 1e-9;
    memcpy(exec->before, q, (size_t)one->model->nq * sizeof *q);
    const snw_pose T_world_link =
        snw_system_link_pose(exec->system, &exec->state, slot->member, slot->link);
    place_root(exec, part, snw_pose_mul(T_world_link, slot->T_link_part));
    const bool known = dt > 0 && !snw_failed(snw_difference(one->model, q, exec->before, v));
    for (int i = 0; i < one->model->nv; i++)
        v[i] = known ? v[i] / dt : 0;
}

void snw__exec_state_update(snw_exec *exec) {
    exec->state.t_ns = exec->t_ns;
    memcpy(exec->image + exec->state_time_offset, &exec->t_ns, sizeof exec->t_ns);
    for (int i = 0; i < exec->arm_count; i++)
        take_arm(exec, &exec->arms[i]);
    for (int i = 0; i < exec->state.slot_count; i++) {
        const snw_slot *slot = &exec->state.slots[i];
        if (slot->used && exec->parts[i] >= 0) follow(exec, slot, exec->parts[i]);
    }
}

// --- for components -----------------------------------------------------------------------------

const snw_system *snw_exec_system(const snw_exec *exec) {
    return exec->system;
}

const snw_system_state *snw_exec_state(const snw_exec *exec) {
    return &exec->state;
}

const snw_sensed *snw_exec_sensed(const snw_exec *exec) {
    return exec->sensed;
}

bool snw_exec_began_with(const snw_exec *exec, int member) {
    return 0 <= member && member < exec->system->member_count && exec->began[member];
}

const snw_slot *snw_exec_attached(const snw_exec *exec, const char *name) {
    for (int i = 0; i < exec->state.slot_count; i++) {
        const snw_slot *slot = &exec->state.slots[i];
        if (slot->used && strcmp(slot->name, name) == 0) return slot;
    }
    return NULL;
}

static snw_status check_free(const snw_exec *exec, int member, snw_why *why) {
    if (member < 0 || member >= exec->system->member_count) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "attach", "", "there is no such member", "");
    }
    if (floats(exec, member)) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "attach", exec->system->members[member].name,
                           exec->driven[member] ? "an arm drives it" : "its base is fixed",
                           "a part that is carried must float: floating=\"true\"");
}

// Nothing hangs on itself, and nothing on what is attached, which is placed after it.
static snw_status check_holder(const snw_exec *exec, int part, int holder, snw_why *why) {
    const snw_system_member *members = exec->system->members;
    for (int i = 0; i < exec->state.slot_count; i++) {
        const snw_slot *slot = &exec->state.slots[i];
        if (!slot->used || slot->member != part) continue;
        return snw_refuse_rule(why, SNW_ERR_STATE, "attach", members[part].name,
                               "something is attached to it", "detach that first");
    }
    for (int m = holder; m >= 0 && m < exec->system->member_count; m = members[m].carrier) {
        if (m != part && snw_exec_attached(exec, members[m].name) == NULL) continue;
        return snw_refuse_rule(why, SNW_ERR_STATE, "attach", members[part].name,
                               m == part ? "it would hold itself"
                                         : "what would hold it is held itself",
                               "attach it to something that is fixed or driven");
    }
    return SNW_OK;
}

snw_status snw__exec_attach(snw_exec *exec, const snw_attaching *what, snw_why *why) {
    const int part = what->name != NULL ? snw_system_find(exec->system, what->name) : -1;
    snw_status status = part >= 0 ? check_free(exec, part, why) : SNW_OK;
    if (part >= 0 && status == SNW_OK) status = check_holder(exec, part, what->member, why);
    int slot = -1;
    if (status == SNW_OK) {
        status = snw_system_attach(exec->system, &exec->state, what, &slot, why);
    }
    if (status != SNW_OK) return status;
    exec->parts[slot] = part;
    exec->loads_changed = true;
    return SNW_OK;
}

snw_status snw_exec_grasp(snw_exec *exec, int part, int member, int link, snw_inertia inertia,
                          snw_why *why) {
    const snw_system *system = exec->system;
    const snw_status status = check_free(exec, part, why);
    if (snw_failed(status)) return status;
    const bool known = 0 <= member && member < system->member_count && link >= 0 &&
                       link < system->members[member].model->link_count;
    if (!known) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "attach", system->members[part].name,
                               "there is no such link to hold it", "");
    }
    const snw_pose T_world_link = snw_system_link_pose(system, &exec->state, member, link);
    const snw_pose T_world_part = snw_system_link_pose(system, &exec->state, part, 0);
    const snw_attaching what = {.name = system->members[part].name,
                                .role = "part",
                                .place = system->members[member].model->links[link].name,
                                .member = member,
                                .T_place_part = snw_pose_inverse_mul(T_world_link, T_world_part),
                                .inertia = inertia};
    return snw__exec_attach(exec, &what, why);
}

snw_status snw_exec_detach(snw_exec *exec, const char *name, snw_why *why) {
    const snw_slot *slot = name != NULL ? snw_exec_attached(exec, name) : NULL;
    const int part = slot != NULL ? exec->parts[slot - exec->state.slots] : -1;
    const snw_status status = snw_system_detach(&exec->state, name, why);
    if (status != SNW_OK) return status;
    exec->loads_changed = true;
    if (part < 0) return SNW_OK;
    const snw_system_member *one = &exec->system->members[part];
    memset(exec->state.v + one->v_index, 0, (size_t)one->model->nv * sizeof(double));
    return SNW_OK;
}

snw_status snw_exec_put(snw_exec *exec, int member, snw_pose T_world_root, snw_why *why) {
    const snw_status status = check_free(exec, member, why);
    if (snw_failed(status)) return status;
    const snw_system_member *one = &exec->system->members[member];
    if (snw_exec_attached(exec, one->name) != NULL) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "attach", one->name, "it is attached",
                               "detach it first");
    }
    const bool finite =
        snw_vec3_is_finite(T_world_root.p) && snw_vec3_is_finite(T_world_root.R.x) &&
        snw_vec3_is_finite(T_world_root.R.y) && snw_vec3_is_finite(T_world_root.R.z);
    if (!finite) {
        return snw_refuse_rule(why, SNW_ERR_NOT_FINITE, "attach", one->name,
                               "its pose is not valid", "");
    }
    const snw_mat3 E = snw_mat3_mul_tn(T_world_root.R, T_world_root.R);
    if (!snw_mat3_near(E, snw_mat3_identity(), 1e-6)) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "attach", one->name, "its pose has no rotation",
                               "");
    }
    place_root(exec, member, T_world_root);
    memset(exec->state.v + one->v_index, 0, ROOT_V * sizeof(double));
    return SNW_OK;
}

snw_status snw_exec_spread(snw_exec *exec, int member, double value) {
    if (member < 0 || member >= exec->system->member_count) return SNW_ERR_ARGUMENT;
    if (exec->driven[member]) return SNW_ERR_UNSUPPORTED;
    if (!isfinite(value)) return SNW_ERR_NOT_FINITE;
    const snw_system_member *one = &exec->system->members[member];
    double *q = exec->state.q + one->q_index;
    for (int l = 0; l < one->model->link_count; l++) {
        const snw_link *link = &one->model->links[l];
        if (link->nq == 1) q[link->q_index] = value;
    }
    return SNW_OK;
}
