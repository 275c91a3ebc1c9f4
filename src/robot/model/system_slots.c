// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "inside.h"
#include "sinew/model/joint.h"
#include "system_internal.h"

// --- poses --------------------------------------------------------------------------------------

int snw__system_place(const snw_model *model, const char *name, snw_pose *T_link_place) {
    *T_link_place = snw_pose_identity();
    if (name == NULL || name[0] == '\0') return 0;
    const int link = snw_model_find_link(model, name);
    if (link >= 0) return link;
    const int frame = snw_model_find_frame(model, name);
    if (frame < 0) return -1;
    *T_link_place = model->frames[frame].T_link_frame;
    return model->frames[frame].link;
}

// a link in its member's base, from the link up to the root
static snw_pose in_base(const snw_system_member *member, const double *q, int link) {
    snw_pose T = snw_pose_identity();
    for (; link >= 0; link = member->model->links[link].parent) {
        const snw_link *one = &member->model->links[link];
        const snw_pose T_parent_link =
            snw_pose_mul(one->T_parent_joint, snw_joint_motion(one, q + member->q_index));
        T = snw_pose_mul(T_parent_link, T);
    }
    return T;
}

snw_pose snw_system_base_pose(const snw_system *system, const snw_system_state *state, int member) {
    SNW_ASSERT(0 <= member && member < system->member_count);
    const snw_system_member *one = &system->members[member];
    snw_pose T = one->T_carrier_base;
    while (one->carrier >= 0) {
        const int link = one->carrier_link;
        one = &system->members[one->carrier];
        T = snw_pose_mul(one->T_carrier_base, snw_pose_mul(in_base(one, state->q, link), T));
    }
    return T;
}

snw_pose snw_system_link_pose(const snw_system *system, const snw_system_state *state, int member,
                              int link) {
    SNW_ASSERT(0 <= member && member < system->member_count);
    SNW_ASSERT(0 <= link && link < system->members[member].model->link_count);
    return snw_pose_mul(snw_system_base_pose(system, state, member),
                        in_base(&system->members[member], state->q, link));
}

// --- what is attached ---------------------------------------------------------------------------

// names go into files: valid UTF-8 without control characters, and not too long
static bool is_name(const char *name) {
    if (name == NULL || name[0] == '\0') return false;
    const size_t length = strlen(name);
    for (size_t i = 0; i < length;) {
        const int bytes = snw_utf8_length(name + i, length - i);
        if (bytes == 0 || (unsigned char)name[i] < ' ' || name[i] == '\x7f') return false;
        i += (size_t)bytes;
    }
    return length < SNW_NAME;
}

static bool is_role(const char *role) {
    return role != NULL &&
           (strcmp(role, "tool") == 0 || strcmp(role, "part") == 0 || strcmp(role, "payload") == 0);
}

static bool within(snw_vec3 v, double most) {
    return fabs(v.x) <= most && fabs(v.y) <= most && fabs(v.z) <= most;
}

// a pose that a cell file can hold: columns of length 1, right-handed, within reach
static bool is_pose(snw_pose T) {
    const double tolerance = 1e-6;
    const snw_mat3 E = snw_mat3_mul_tn(T.R, T.R);
    return snw_mat3_near(E, snw_mat3_identity(), tolerance) && within(T.p, 1e6) &&
           snw_vec3_dot(snw_vec3_cross(T.R.x, T.R.y), T.R.z) > 0;
}

// bounds of the cell file
static bool is_bounded(snw_inertia A) {
    const snw_vec3 diagonal = snw_vec3_of(A.I.xx, A.I.yy, A.I.zz);
    const snw_vec3 products = snw_vec3_of(A.I.xy, A.I.xz, A.I.yz);
    return A.m >= 0 && A.m <= 1e9 && within(A.h, 1e15) && within(diagonal, 1e12) &&
           within(products, 1e12);
}

static snw_status check_body(const snw_attaching *what, snw_why *why) {
    if (!is_pose(what->T_place_part)) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "attach", what->name, "its pose is not valid",
                               "give a rotation, and an origin within 1e6 m");
    }
    if (!is_bounded(what->inertia)) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "attach", what->name,
                               "its mass or moments are not valid",
                               "give finite numbers, mass not below 0");
    }
    const snw_status status = snw_inertia_check(what->inertia, 1e-9, why);
    if (snw_failed(status)) {
        snw_why_rule(why, "attach");
        snw_why_fix(why, "no body has these moments");
    }
    return status;
}

static snw_slot *find(snw_system_state *state, const char *name) {
    for (int i = 0; i < state->slot_count; i++) {
        if (state->slots[i].used && strcmp(state->slots[i].name, name) == 0) {
            return &state->slots[i];
        }
    }
    return NULL;
}

static snw_slot *find_free(snw_system_state *state) {
    for (int i = 0; i < state->slot_count; i++) {
        if (!state->slots[i].used) return &state->slots[i];
    }
    return NULL;
}

snw_status snw_system_attach(const snw_system *system, snw_system_state *state,
                             const snw_attaching *what, int *slot, snw_why *why) {
    if (!is_name(what->name)) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "attach", "slots",
                               "the attached object has no valid name",
                               "give a name of up to 63 bytes");
    }
    if (!is_role(what->role)) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "attach", what->name, "its role is not known",
                               "write tool, part or payload");
    }
    if (what->member < 0 || what->member >= system->member_count) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "attach", what->name,
                               "there is no such member", "find its number with snw_system_find()");
    }
    snw_pose T_link_place;
    const int link =
        snw__system_place(system->members[what->member].model, what->place, &T_link_place);
    if (link < 0) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "attach", what->name,
                               "the member has no link or attachment of that name",
                               "name one that it has");
    }
    const snw_status status = check_body(what, why);
    if (snw_failed(status)) return status;
    if (find(state, what->name) != NULL) {
        return snw_refuse_rule(why, SNW_ERR_DUPLICATE, "attach", what->name,
                               "an object of that name is already attached", "detach it first");
    }
    snw_slot *room = find_free(state);
    if (room == NULL) {
        const snw_status full =
            snw_refuse_rule(why, SNW_ERR_FULL, "attach", what->name, "all slots are in use",
                            "give the cell more slots, or detach something");
        snw_why_add(why, "slots", state->slot_count, "");
        return full;
    }
    room->used = true;
    snw_copy_text(room->name, SNW_NAME, what->name);
    snw_copy_text(room->role, SNW_NAME, what->role);
    room->member = what->member;
    room->link = link;
    room->T_link_part = snw_pose_mul(T_link_place, what->T_place_part);
    room->inertia = what->inertia;
    room->rests_known = false;
    room->rest_count = 0;
    if (slot != NULL) *slot = (int)(room - state->slots);
    return SNW_OK;
}

snw_status snw_system_detach(snw_system_state *state, const char *name, snw_why *why) {
    snw_slot *slot = name != NULL ? find(state, name) : NULL;
    if (slot == NULL) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "attach", name,
                               "nothing of that name is attached", "name what is attached");
    }
    slot->used = false;
    return SNW_OK;
}

snw_inertia snw_system_link_inertia(const snw_system *system, const snw_system_state *state,
                                    int member, int link) {
    SNW_ASSERT(0 <= member && member < system->member_count);
    SNW_ASSERT(0 <= link && link < system->members[member].model->link_count);
    snw_inertia sum = system->members[member].model->links[link].inertia;
    for (int i = 0; i < state->slot_count; i++) {
        const snw_slot *slot = &state->slots[i];
        if (!slot->used || slot->member != member || slot->link != link) continue;
        sum = snw_inertia_add(sum, snw_inertia_transform(slot->T_link_part, slot->inertia));
    }
    return sum;
}
