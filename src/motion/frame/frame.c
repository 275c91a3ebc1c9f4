// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// a rotation may be off by this much
#define TOLERANCE 1e-9

snw_status snw__frame_name(char out[SNW_FRAME_NAME], const char *name, snw_why *why) {
    if (name == NULL || name[0] == '\0') {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "frame", "it has no name", NULL);
    }
    const size_t length = strlen(name);
    if (length >= SNW_FRAME_NAME) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, name, "a name has at most 32 characters");
        snw_why_add(why, "characters", (double)length, "");
        return SNW_ERR_TOO_LARGE;
    }
    memcpy(out, name, length + 1);
    return SNW_OK;
}

snw_status snw__frame_pose(snw_pose *pose, const char *name, snw_why *why) {
    if (!snw_pose_is_finite(*pose)) {
        return snw_refuse(why, SNW_ERR_NOT_FINITE, name, NULL, NULL);
    }
    const snw_mat3 R = pose->R;
    const snw_mat3 square = snw_mat3_mul(snw_mat3_transpose(R), R);
    const bool turned = snw_vec3_dot(snw_vec3_cross(R.x, R.y), R.z) > 0;
    if (!turned || !snw_mat3_near(square, snw_mat3_identity(), TOLERANCE)) {
        return snw_refuse(why, SNW_ERR_RANGE, name, "its axes are not those of a rotation",
                          "make it of a quaternion, angles, or two axes");
    }
    return SNW_OK;
}

// --- making -------------------------------------------------------------------------------------

static snw_status begin(snw_frame *frame, const char *name, snw_frame_kind kind, snw_pose value,
                        snw_why *why) {
    *frame = (snw_frame){.kind = kind};
    snw_status status = snw__frame_name(frame->name, name, why);
    if (status == SNW_OK) status = snw__frame_pose(&value, name, why);
    frame->set = frame->now = status == SNW_OK ? value : snw_pose_identity();
    return status;
}

snw_status snw_frame_const(snw_frame *frame, const char *name, snw_pose value, snw_why *why) {
    return begin(frame, name, SNW_FRAME_CONST, value, why);
}

snw_status snw_frame_hold(snw_frame *frame, const char *name, snw_pose value, snw_why *why) {
    return begin(frame, name, SNW_FRAME_HOLD, value, why);
}

snw_status snw_frame_varb(snw_frame *frame, const char *name, snw_pose value, snw_arena *arena,
                          snw_why *why) {
    const snw_status status = begin(frame, name, SNW_FRAME_VARB, value, why);
    return status == SNW_OK ? snw_triple_init(&frame->mail, sizeof(snw_pose), arena) : status;
}

snw_status snw_frame_functional(snw_frame *frame, const char *name, snw_frame_fn *function,
                                void *context, snw_why *why) {
    const snw_status status = begin(frame, name, SNW_FRAME_FUNCTIONAL, snw_pose_identity(), why);
    if (snw_failed(status)) return status;
    if (function == NULL) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, name, "it has no function", NULL);
    }
    frame->function = function;
    frame->context = context;
    return SNW_OK;
}

// --- using --------------------------------------------------------------------------------------

snw_status snw_frame_set(snw_frame *frame, snw_pose value, snw_why *why) {
    if (frame->kind != SNW_FRAME_VARB && frame->kind != SNW_FRAME_HOLD) {
        return snw_refuse(why, SNW_ERR_STATE, frame->name,
                          frame->kind == SNW_FRAME_CONST
                              ? "a constant frame does not change"
                              : "a function gives the value of this frame",
                          "make it a varb or a hold frame");
    }
    const snw_status status = snw__frame_pose(&value, frame->name, why);
    if (snw_failed(status)) return status;
    frame->set = value;
    if (frame->kind == SNW_FRAME_VARB) snw_triple_write(&frame->mail, &value);
    return SNW_OK;
}

snw_pose snw_frame_value(const snw_frame *frame) {
    return frame->set;
}

static snw_status call(snw_frame *frame, const snw_sample *sample) {
    snw_pose value = frame->now;
    frame->evaluations++;
    snw_status status = frame->function(sample, frame->context, &value);
    if (!snw_failed(status)) {
        const snw_status pose = snw__frame_pose(&value, frame->name, NULL);
        if (pose != SNW_OK) status = pose;
    }
    if (!snw_failed(status)) frame->now = value;
    return status;
}

snw_status snw_frame_evaluate(snw_frame *frame, const snw_sample *sample, snw_pose *value) {
    if (frame->age != sample->number) {
        frame->age = sample->number;
        frame->state = SNW_OK;
        if (frame->kind == SNW_FRAME_FUNCTIONAL) frame->state = call(frame, sample);
        if (frame->kind == SNW_FRAME_VARB) {
            SNW_IGNORE(snw_triple_read(&frame->mail, &frame->now));
        }
    }
    if (snw_failed(frame->state)) return frame->state;
    *value = frame->now;
    return SNW_OK;
}

snw_status snw_conveyor_frame(const snw_sample *sample, void *context, snw_pose *value) {
    const snw_conveyor *belt = context;
    const double t = (double)(sample->t_ns - belt->t_ns) * 1e-9;
    *value = belt->start;
    value->p = snw_vec3_add(belt->start.p, snw_vec3_scale(belt->velocity, t));
    return SNW_OK;
}
