// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PARTS_INTERNAL_H
#define SINEW_SRC_PARTS_INTERNAL_H

#include "sinew/kinematics.h"
#include "sinew/parts.h"

/// The tables of each file of the module, for snw_parts_register().
extern const snw_type *const snw__parts_sources[], *const snw__parts_task[],
                                                       *const snw__parts_servo[];

/// Parameters of a law that the arm and the period of the loop allow.
snw_status snw__law_accept(const snw_component *self, const void *config, snw_why *why);

/// Refuses a link (or frame, with `frames`) that the arm does not have; the parameter of the
/// component that names it becomes the subject, so that its line is found.
SNW_NODISCARD snw_status snw__parts_check_place(const snw_component *self, const char *parameter,
                                                const char *name, bool frames, snw_why *why);

/// Refuses a state that a machine does not have, or a component that it cannot switch.
/// state_names.c
void snw__machine_refuse_state(const snw_component *self, const char *name, snw_why *why);
void snw__machine_refuse_component(const snw_component *self, const char *name, snw_why *why);

/// Registers the laws of sinew/servo.h as components.
snw_status snw__parts_register_laws(snw_registry *registry, snw_why *why);

/// An output of value "pose" as the first port of a source, and what it writes there: the frame
/// that is moved (of a link, where it is below 0) at arm->target, from a workspace that has its
/// poses.
#define SNW__PARTS_POSE_PORT                                                                       \
    {                                                                                              \
        .name = "pose", .output = true, .value = "pose", .size = SNW__PARTS_POSE_SIZE,             \
        .help = "Target pose and velocity of the frame, for a task component."                     \
    }
enum { SNW__PARTS_POSE_SIZE = sizeof(snw_pose) + sizeof(snw_twist) };
void snw__parts_write_pose(snw_component *self, snw_kin *kin, int link, int frame);

/// True when something is connected; a component that runs alone, outside of a loop, has no ports.
SNW_INLINE bool snw__parts_is_connected(const snw_component *self, int port) {
    return self->slot != NULL && snw_port_connected(self, port);
}

/// The item of an axis in an array of one for all or one each; `standard` when there is none.
SNW_INLINE double snw__parts_of_axis(const double *values, int count, int axis, double standard) {
    return count == 0 ? standard : values[count == 1 ? 0 : axis];
}

/// SNW_ERR_SIZE, with the reason, unless an array has none, one, or as many as the arm has axes.
snw_status snw__parts_check_count(const snw_component *self, const char *field, int count,
                                  snw_why *why);

/// A target that stays at q[count].
void snw__parts_target_hold(snw_arm *arm, const double *q);

/// Where a source begins: the last target of an arm that is moved by hand, else the command while
/// it is one, else what is believed.
const double *snw__parts_origin(const snw_arm *arm);

/// Two lists of numbers are not the same.
SNW_INLINE bool snw__differ(const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++)
        if (a[i] != b[i]) return true;
    return false;
}

/// True when a source moves the arm; else it begins anew, in every tick.
SNW_INLINE bool snw__parts_is_free(const snw_arm *arm) {
    return arm->follows && !arm->taken;
}

/// Texts, outside the loop: numbers between blanks or commas, -1 when something else is there; and
/// numbers with blanks between them.
int snw__parts_read_numbers(const char *at, double *out, int most);
void snw__parts_add_numbers(snw_text *text, const double *numbers, int count);

/// SNW_ERR_STATE, with the reason, unless a source may begin a new move.
snw_status snw__parts_check_free(const snw_arm *arm, snw_why *why);

#endif // SINEW_SRC_PARTS_INTERNAL_H
