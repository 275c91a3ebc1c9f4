// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
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
        return snw__teach_refuse(why, SNW_ERR_UNKNOWN_NAME, frame,
                                 "the arm has no such link or attachment",
                                 "'sinew model show' lists them");
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

// a signal of the motion by name, if it has the size that is expected
static int offset_of(const snw_component *motion, const char *name, size_t size) {
    const snw_type *shown = motion != NULL ? motion->functions->signals : NULL;
    const snw_field *field = shown != NULL ? snw_type_field(shown, name) : NULL;
    return field != NULL && field->size == size ? (int)field->offset : -1;
}

const snw_component *snw__mover_motion(const snw_component *self) {
    int cursor = 0;
    const snw_component *one;
    while ((one = snw_exec_next_of(self->exec, "motion", &cursor)) != NULL) {
        if (one->arm == self->arm) return one;
    }
    return NULL;
}

snw_status snw__mover_init(snw__mover *mover, const snw_component *self, snw_why *why) {
    const snw_component *motion = snw__mover_motion(self);
    *mover = (snw__mover){.moving_offset = offset_of(motion, "moving", sizeof(bool)),
                          .ended_offset = offset_of(motion, "ended", sizeof(int64_t)),
                          .code_offset = offset_of(motion, "code", sizeof(int)),
                          .override_offset = offset_of(motion, "override", sizeof(double))};
    if (mover->moving_offset >= 0 && mover->ended_offset >= 0 && mover->code_offset >= 0 &&
        mover->override_offset >= 0) {
        return SNW_OK;
    }
    return snw__teach_refuse(why, SNW_ERR_NOT_FOUND, self->name,
                             "the arm has no component motion of this version",
                             "give the cell one");
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
    return snw__teach_refuse(why, SNW_ERR_STATE, self->name, "the component motion does not run",
                             "start it");
}

static snw_status ask(snw__mover *mover, snw_component *self, const char *text, char *answer,
                      snw_why *why) {
    snw_component *motion = snw_component_peer(self, "motion");
    if (motion == NULL) {
        mover->under_way = false;
        return no_motion(self, why);
    }
    return motion->functions->message(motion, text, answer, why);
}

// The motion answers with the number of the move, by which its end is found among its signals.
static snw_status begin(snw__mover *mover, snw_component *self, const char *text, snw_why *why) {
    const char *other = snw__mover_other(self);
    if (other != NULL) {
        return snw__teach_refuse(why, SNW_ERR_STATE, other, "it moves the arm now",
                                 "stop it first");
    }
    char answer[SNW_MESSAGE];
    snw_status status = ask(mover, self, text, answer, why);
    if (status < 0) return status;
    status = snw_int_parse(answer, strlen(answer), &mover->id, NULL);
    if (status < 0) {
        return snw__teach_refuse(why, status, self->name, "the motion gives no number", NULL);
    }
    mover->under_way = true;
    return SNW_NOTHING_NEW;
}

snw_status snw__mover_joints(snw__mover *mover, snw_component *self, const double *q,
                             snw_why *why) {
    char text[SNW_MESSAGE];
    snw__line line = snw__line_over(text, sizeof text);
    snw__line_word(&line, "put move");
    snw__line_reals(&line, q, self->arm->count);
    const snw_status status = snw__line_end(&line, self, why);
    return status < 0 ? status : begin(mover, self, text, why);
}

snw_status snw__mover_line(snw__mover *mover, snw_component *self, snw_pose T_world_tool,
                           snw_why *why) {
    char text[SNW_MESSAGE];
    snw__line line = snw__line_over(text, sizeof text);
    snw__line_word(&line, "put line");
    snw__line_pose(&line, snw_pose_inverse_mul(self->arm->T_world_base, T_world_tool));
    return begin(mover, self, text, why);
}

// a signal of the motion that is a whole number
static int64_t integer_of(const snw_component *motion, int offset, size_t size) {
    const char *at = (const char *)motion->signals + offset;
    int64_t wide = 0;
    int32_t narrow = 0;
    bool flag = false;
    if (size == sizeof wide) memcpy(&wide, at, size);
    if (size == sizeof narrow) memcpy(&narrow, at, size);
    if (size == sizeof flag) memcpy(&flag, at, size);
    return size == sizeof wide ? wide : size == sizeof narrow ? narrow : flag;
}

bool snw__mover_moving(const snw__mover *mover, const snw_component *self) {
    const snw_component *motion = snw_component_peer(self, "motion");
    return motion != NULL && integer_of(motion, mover->moving_offset, sizeof(bool)) != 0;
}

snw_status snw__mover_poll(snw__mover *mover, snw_component *self, snw_why *why) {
    const snw_component *motion = snw_component_peer(self, "motion");
    if (motion == NULL) {
        mover->under_way = false;
        return no_motion(self, why);
    }
    if (integer_of(motion, mover->ended_offset, sizeof(int64_t)) < mover->id) {
        return SNW_NOTHING_NEW;
    }
    mover->under_way = false;
    const int64_t code = integer_of(motion, mover->code_offset, sizeof(int));
    if (code >= 0) return SNW_OK;
    if (code == SNW_MOVE_CANCELLED) {
        return snw__teach_refuse(why, SNW_ERR_INTERRUPTED, self->arm->name,
                                 "the move was ended by others", "ask for it again");
    }
    return snw__teach_refuse(why, SNW_ERR_UNREACHABLE, self->arm->name,
                             "the move cannot be made: the event before this one says why",
                             "take another way, or another point");
}

snw_status snw__mover_tell(snw__mover *mover, snw_component *self, const char *text, snw_why *why) {
    char answer[SNW_MESSAGE];
    if (strcmp(text, "stop") == 0) mover->under_way = false;
    return ask(mover, self, text, answer, why);
}

double snw__mover_override(const snw__mover *mover, const snw_component *self) {
    const snw_component *motion = snw_component_peer(self, "motion");
    double part = 1;
    if (motion == NULL) return part;
    memcpy(&part, (const char *)motion->signals + mover->override_offset, sizeof part);
    return part;
}

snw_status snw__mover_set_override(snw__mover *mover, snw_component *self, double part,
                                   snw_why *why) {
    char text[64];
    snw__line line = snw__line_over(text, sizeof text);
    snw__line_word(&line, "override");
    snw__line_reals(&line, &part, 1);
    return snw__mover_tell(mover, self, text, why);
}
