// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/axis/unit.h"

#include <string.h>

const char *snw__axis_unit(const snw_field *field, const snw_arm *arm, int index) {
    static const struct {
        const char *help, *turns, *slides;
    } units[] = {{"[rad or m]", "rad", "m"},
                 {"[rad/s or m/s]", "rad/s", "m/s"},
                 {"[rad/s^2 or m/s^2]", "rad/s^2", "m/s^2"},
                 {"[rad/s^3 or m/s^3]", "rad/s^3", "m/s^3"},
                 {"[N.m or N]", "N.m", "N"},
                 {"[N.m/s or N/s]", "N.m/s", "N/s"}};
    if (field->unit != NULL && field->unit[0] != '\0') return field->unit;
    if (field->array == SNW_SINGLE || index < 0 || index >= arm->count) return "";
    const snw_joint_kind joint = arm->model->links[arm->link[index]].joint;
    const bool slides = joint == SNW_JOINT_PRISMATIC;
    if (joint == SNW_JOINT_LAW) return ""; // its coordinate may be anything
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strstr(field->help, units[i].help) == NULL) continue;
        return slides ? units[i].slides : units[i].turns;
    }
    return "";
}
