// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/plant/actuator.h"

#include <math.h>

#include "inside.h"

// the share of T_s that is left when an axis slips, and the rate below which it sticks, where
// nothing says otherwise
static const double KINETIC = 0.8;
static const double STICK_VELOCITY = 1e-3;

// adds the rotors and the viscous friction of an axis and of the joints that follow it
static void add_drives(const snw_arm *arm, int rate, snw_plant_axis *axis) {
    const snw_model *model = arm->model;
    for (int l = 0; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        if (link->described_joint < 0 || link->source_v != rate) continue;
        if (link->described_joint >= arm->robot->joint_count) continue;
        const snw_actuator *drive = arm->robot->joints[link->described_joint].actuator;
        if (drive == NULL) continue;
        const double share = link->multiplier * link->multiplier;
        axis->rotor += share * drive->gear_ratio * drive->gear_ratio * drive->inertia;
        axis->viscous += share * drive->friction;
    }
}

snw_plant_axis snw__plant_axis_of(const snw_arm *arm, int axis) {
    const snw_model *model = arm->model;
    const int rate = arm->v_index[axis], place = arm->q_index[axis];
    const double effort = model->effort[rate];
    snw_plant_axis a = {.gear = 1,
                        .kinetic = KINETIC,
                        .stick_velocity = STICK_VELOCITY,
                        .effort_min = -effort,
                        .effort_max = effort,
                        .lower = model->lower[place],
                        .upper = model->upper[place]};
    const int joint = model->links[arm->link[axis]].described_joint;
    if (arm->robot == NULL || joint < 0 || joint >= arm->robot->joint_count) return a;
    add_drives(arm, rate, &a);
    const snw_actuator *drive = arm->robot->joints[joint].actuator;
    if (drive == NULL) return a;
    a.gear = drive->gear_ratio;
    a.dry = drive->coulomb;
    a.effort_min = fmax(a.effort_min, drive->effort_min);
    a.effort_max = fmin(a.effort_max, drive->effort_max);
    a.stop_zone = drive->stop_zone;
    a.stop_stiffness = drive->stop_stiffness;
    a.stop_damping = drive->stop_damping;
    return a;
}

double snw__plant_viscous(const snw_plant_axis *axis, double v) {
    return -axis->viscous * v;
}

// T_f = T_slip + T_stick of which one is zero; in the stick zone the whole of T' + T_sd is limited,
// so that it never exceeds T_s.
double snw__plant_dry(const snw_plant_axis *axis, double total, double way, double v) {
    if (fabs(v) >= axis->stick_velocity) {
        const double slip = axis->kinetic * axis->dry;
        return v > 0 ? -slip : slip;
    }
    const double spring = -axis->stick_stiffness * way - axis->stick_damping * v;
    return snw__clamp(spring - total, -axis->dry, axis->dry);
}

double snw__plant_stop(const snw_plant_axis *axis, double q, double v) {
    const double above = q - (axis->upper - axis->stop_zone);
    const double below = axis->lower + axis->stop_zone - q;
    double effort = 0;
    if (above > 0) {
        effort += fmin(-axis->stop_stiffness * above - axis->stop_damping * v, 0);
    }
    if (below > 0) {
        effort += fmax(axis->stop_stiffness * below - axis->stop_damping * v, 0);
    }
    return effort;
}

// dry friction in the way of a wanted acceleration
static double against_dry(const snw_plant_axis *axis, double v, double a) {
    if (fabs(v) >= axis->stick_velocity) return -snw__plant_dry(axis, 0, 0, v);
    if (a == 0) return 0;
    return a > 0 ? axis->dry : -axis->dry;
}

snw_status snw__plant_efforts(snw_dyn *dyn, const snw_arm *arm, const snw_plant_axis *axes,
                              snw_plant_torque kind, snw_plant_motion motion, double *tau) {
    double all[SNW_AXES + 6];
    const snw_model *model = dyn->model;
    if (model != arm->model || model->nv > SNW_AXES + 6) return SNW_ERR_SIZE;
    const snw_status status = snw_dyn_inverse(dyn, motion.q, motion.v, motion.a, NULL, all);
    if (snw_failed(status)) return status;
    for (int i = 0; i < arm->count; i++) {
        const int rate = arm->v_index[i];
        const double q = motion.q[arm->q_index[i]], v = motion.v[rate], a = motion.a[rate];
        // what the workspace knows of drives is taken off again
        double effort = all[rate] - dyn->rotors[rate] * a - dyn->friction[rate] * v;
        if (kind >= SNW_TORQUE_LINEAR)
            effort += axes[i].rotor * a - snw__plant_viscous(&axes[i], v);
        if (kind >= SNW_TORQUE_TOTAL) {
            effort += against_dry(&axes[i], v, a) - snw__plant_stop(&axes[i], q, v);
        }
        tau[i] = effort;
    }
    return status;
}
