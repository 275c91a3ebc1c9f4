// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/model/names.h"
#include "sinew/queue.h"

// --- the tool -----------------------------------------------------------------------------------

snw_status snw__tool_init(snw__tool *tool, const char *frame, const snw_component *self,
                          snw_arena *arena, snw_why *why) {
    const snw_model *m = self->arm->model;
    memset(tool, 0, sizeof *tool);
    tool->T_link_tool = snw_pose_identity();
    tool->link = self->arm->count > 0 ? self->arm->link[self->arm->count - 1] : 0;
    const int found = frame[0] != '\0' ? snw_model_find_frame(m, frame) : -1;
    if (found >= 0) {
        tool->link = m->frames[found].link;
        tool->T_link_tool = m->frames[found].T_link_frame;
    } else if (frame[0] != '\0') {
        tool->link = snw_model_find_link(m, frame);
    }
    if (tool->link < 0) {
        SNW_IGNORE(snw__model_check_place(m, frame, true, why));
        return snw__name_owner(why, self->name, "frame", NULL);
    }
    SNW_IGNORE(snw_kin_init(&tool->kin, m, arena));
    tool->q = SNW_ARENA_ARRAY(arena, double, m->nq);
    tool->J = SNW_ARENA_ARRAY(arena, snw_twist, m->nv);
    if (snw_arena_status(arena)) return SNW_ERR_MEMORY;
    snw_neutral(m, tool->q);
    return snw_kin_set_base(&tool->kin, self->arm->T_world_base);
}

snw_status snw__tool_pose(snw__tool *tool, const snw_arm *arm, const double *q, snw_pose *pose) {
    snw_arm_to_q(arm, q, tool->q);
    const snw_status status = snw_kin_update(&tool->kin, tool->q);
    if (status == SNW_OK) {
        *pose = snw_pose_mul(tool->kin.T_world_link[tool->link], tool->T_link_tool);
    }
    return status;
}

void snw__pose_numbers(snw_pose pose, double out[7]) {
    const snw_quat turn = snw_quat_from_mat3(pose.R);
    const double numbers[7] = {pose.p.x, pose.p.y, pose.p.z, turn.x, turn.y, turn.z, turn.w};
    memcpy(out, numbers, sizeof numbers);
}

snw_status snw__pose_of_numbers(const double in[7], snw_pose *pose) {
    snw_quat turn;
    const snw_status status = snw_quat_set(&turn, in[6], in[3], in[4], in[5]);
    if (status != SNW_OK) return status;
    *pose = snw_pose_of(snw_quat_to_mat3(turn), snw_vec3_of(in[0], in[1], in[2]));
    return snw_pose_is_finite(*pose) ? SNW_OK : SNW_ERR_NOT_FINITE;
}

// --- moves --------------------------------------------------------------------------------------

const snw_component *snw__mover_motion(const snw_component *self) {
    int cursor = 0;
    const snw_component *one;
    while ((one = snw_exec_next_of(self->exec, "motion", &cursor)) != NULL) {
        if (one->arm == self->arm) return one;
    }
    return NULL;
}

snw_status snw__mover_init(snw__mover *mover, const snw_component *self, snw_why *why) {
    *mover = (snw__mover){0};
    if (snw__mover_motion(self) != NULL) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_NOT_FOUND, "teach", self->name,
                           "the arm has no component motion of this version",
                           "add one to the cell");
}

static bool moves_arms(const snw_component *one) {
    const snw_component_functions *f = one->functions;
    return f == &snw__points_functions || f == &snw__sequence_functions ||
           f == &snw__paths_functions || f == &snw__guiding_functions;
}

const char *snw__mover_other(const snw_component *self) {
    for (int i = 0; i < snw_exec_component_count(self->exec); i++) {
        const snw_component *one = snw_exec_component(self->exec, i);
        if (one == self || one->arm != self->arm || !moves_arms(one)) continue;
        if (one->state != SNW_COMPONENT_RUNNING) continue;
        const snw__mover *mover = one->work;
        if (mover->under_way || mover->busy) return one->name;
    }
    return NULL;
}

static snw_status no_motion(const snw_component *self, snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->name,
                           "the component motion is not running", "start it");
}

// who moves the arm for this one; NULL, with the reason, when he does not run
static snw_component *motion_of(snw__mover *mover, const snw_component *self, snw_why *why) {
    snw_component *motion = snw_component_peer(self, "motion");
    if (motion != NULL) return motion;
    mover->under_way = false;
    SNW_IGNORE(no_motion(self, why));
    return NULL;
}

static snw_status check_others(const snw_component *self, snw_why *why) {
    const char *other = snw__mover_other(self);
    if (other == NULL) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_STATE, "teach", other, "it is moving the arm now",
                           "stop it first");
}

// by the number of the move its end is found
static snw_status note_begin(snw__mover *mover, snw_status status, int64_t id) {
    if (snw_failed(status)) return status;
    mover->id = id;
    mover->under_way = true;
    return SNW_NOTHING_NEW;
}

snw_status snw__mover_joints(snw__mover *mover, snw_component *self, const double *q,
                             snw_why *why) {
    int64_t id = 0;
    snw_status status = check_others(self, why);
    if (snw_failed(status)) return status;
    snw_component *motion = motion_of(mover, self, why);
    if (motion == NULL) return SNW_ERR_STATE;
    status = snw_motion_move(motion, q, &id, why);
    return note_begin(mover, status, id);
}

snw_status snw__mover_line(snw__mover *mover, snw_component *self, snw_pose T_world_tool,
                           snw_why *why) {
    int64_t id = 0;
    double pose[7];
    snw_status status = check_others(self, why);
    if (snw_failed(status)) return status;
    snw_component *motion = motion_of(mover, self, why);
    if (motion == NULL) return SNW_ERR_STATE;
    snw__pose_numbers(snw_pose_inverse_mul(self->arm->T_world_base, T_world_tool), pose);
    status = snw_motion_line(motion, pose, &id, why);
    return note_begin(mover, status, id);
}

bool snw__mover_moving(const snw_component *self) {
    const snw_component *motion = snw_component_peer(self, "motion");
    return motion != NULL && snw_motion_status(motion).moving;
}

snw_status snw__mover_poll(snw__mover *mover, snw_component *self, snw_why *why) {
    const snw_component *motion = motion_of(mover, self, why);
    if (motion == NULL) return SNW_ERR_STATE;
    const snw_motion_state now = snw_motion_status(motion);
    if (now.ended < mover->id) return SNW_NOTHING_NEW;
    mover->under_way = false;
    if (now.code >= 0) return SNW_OK;
    if (now.code == SNW_MOVE_CANCELLED) {
        return snw_refuse_rule(why, SNW_ERR_INTERRUPTED, "teach", self->arm->name,
                               "the move was ended by another command", "send the command again");
    }
    return snw_refuse_rule(why, SNW_ERR_UNREACHABLE, "teach", self->arm->name,
                           "the move cannot be made: the event before this one says why",
                           "choose another route, or another point");
}

snw_status snw__mover_stop(snw__mover *mover, snw_component *self, snw_why *why) {
    mover->under_way = false;
    snw_component *motion = motion_of(mover, self, why);
    return motion != NULL ? snw_motion_cancel(motion, why) : SNW_ERR_STATE;
}

snw_status snw__mover_pause(snw__mover *mover, snw_component *self, snw_why *why) {
    snw_component *motion = motion_of(mover, self, why);
    return motion != NULL ? snw_motion_pause(motion, why) : SNW_ERR_STATE;
}

snw_status snw__mover_resume(snw__mover *mover, snw_component *self, snw_why *why) {
    snw_component *motion = motion_of(mover, self, why);
    return motion != NULL ? snw_motion_resume(motion, why) : SNW_ERR_STATE;
}

double snw__mover_override(const snw_component *self) {
    const snw_component *motion = snw_component_peer(self, "motion");
    return motion != NULL ? snw_motion_status(motion).override : 1;
}

snw_status snw__mover_set_override(snw__mover *mover, snw_component *self, double part,
                                   snw_why *why) {
    snw_component *motion = motion_of(mover, self, why);
    return motion != NULL ? snw_motion_override(motion, part, why) : SNW_ERR_STATE;
}
