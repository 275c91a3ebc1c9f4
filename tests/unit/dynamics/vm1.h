// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DYNAMICS_VM1_H
#define SINEW_TESTS_DYNAMICS_VM1_H

/// @file
/// A mechanism whose numbers are known to twelve digits: a body that carries one link with two
/// links on it, free or fixed.

#include "stand.h"

__attribute__((unused)) static void vm1_mass(snw_robot *robot, int link, double m, snw_vec3 c,
                                             snw_vec3 J) {
    snw_inertial *inertial = robot->links[link].inertial;
    inertial->mass = m;
    inertial->origin = snw_pose_translation(c);
    inertial->ixx = J.x;
    inertial->iyy = J.y;
    inertial->izz = J.z;
}

__attribute__((unused)) static snw_robot *vm1_robot(snw_setup *setup, bool floating) {
    static const char *const names[] = {"base", "0", "1", "2"};
    snw_robot *robot = new_robot(setup, "vm1");
    robot->floating = floating;
    for (int i = 0; i < 4; i++) {
        add_inertial(add_link(robot, setup, names[i]), setup, 1, 1);
    }
    vm1_mass(robot, 0, 4, snw_vec3_of(0.05, 0, 0.02), snw_vec3_of(0.08, 0.10, 0.12));
    vm1_mass(robot, 1, 2, snw_vec3_of(0.01, -0.02, 0.15), snw_vec3_of(0.02, 0.02, 0.004));
    vm1_mass(robot, 2, 1.5, snw_vec3_of(0.2, 0.03, 0.04), snw_vec3_of(0.002, 0.015, 0.015));
    vm1_mass(robot, 3, 1, snw_vec3_of(0.02, 0.25, 0.03), snw_vec3_of(0.012, 0.001, 0.012));
    const char *const parents[] = {"base", "0", "0"}, *const joints[] = {"a", "b", "c"};
    const snw_vec3 axes[] = {snw_vec3_z(1), snw_vec3_y(1), snw_vec3_x(1)};
    const snw_vec3 places[] = {snw_vec3_z(0.1), snw_vec3_z(0.3), snw_vec3_of(0, 0.1, 0.3)};
    for (int i = 0; i < 3; i++) {
        snw_joint_description *joint = add_joint(robot, setup, joints[i], parents[i], names[i + 1]);
        joint->kind = SNW_JOINT_CONTINUOUS;
        joint->axis = axes[i];
        joint->origin = snw_pose_translation(places[i]);
    }
    return robot;
}

/// In the state that the numbers belong to; joints stand behind the base's six rates if it floats.
__attribute__((unused)) static void vm1_set_up(stand *s, bool floating) {
    static const double q[] = {0.3, -0.5, 0.8}, v[] = {1, -2, 0.5}, w[] = {0.2, -0.3, 0.4};
    snw_setup *setup = new_setup();
    set_up(s, setup, vm1_robot(setup, floating));
    memcpy(s->q + (floating ? 7 : 0), q, sizeof q);
    memcpy(s->v + (floating ? 6 : 0), v, sizeof v);
    if (floating) memcpy(s->v + 3, w, sizeof w);
}

#endif // SINEW_TESTS_DYNAMICS_VM1_H
