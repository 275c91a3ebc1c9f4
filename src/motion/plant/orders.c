// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "orders.h"

#include <math.h>
#include <string.h>

#include "inside.h"

// Commands of operators, in the loop: each is one of the functions of sinew/plant/fault.h.

int snw__find_link(const snw_arm *arm, const char *name) {
    for (int l = 0; l < arm->model->link_count; l++) {
        if (strcmp(name, arm->model->links[l].name) == 0) return l;
    }
    return -1;
}

static snw_status refuse_link(snw_why *why, const char *name) {
    return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, name, "there is no such link",
                      "'sinew model show' lists them");
}

// first and last of what an order means; SNW_ERR_UNKNOWN_NAME for an axis that is not there
static snw_status find_axes(const snw_drive *drive, int axis, int *first, int *last, snw_why *why) {
    const bool all = axis == SNW__ALL_AXES;
    *first = all ? 0 : axis;
    *last = all ? drive->arm->count - 1 : axis;
    if (*first >= 0 && *last < drive->arm->count && *first <= *last) return SNW_OK;
    return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, drive->arm->name, "there is no such axis",
                      "give its number from 0, the name of its joint, or all");
}

static snw_status refuse_status(const snw_drive *drive, snw_status status, const char *text,
                                const char *fix, snw_why *why) {
    return snw_failed(status) ? snw_refuse(why, status, drive->arm->name, text, fix) : status;
}

snw_status snw__order_fault(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_drive *drive = self;
    const snw__fault_order *order = arguments;
    int first, last;
    snw_status status = find_axes(drive, order->axis, &first, &last, why);
    if (snw_failed(status)) return status;
    const snw_plant_fault fault = {.kind = order->kind,
                                   .value = isinf(order->value) ? snw_plant_fault_value(order->kind)
                                                                : order->value,
                                   .seconds = order->seconds};
    for (int i = first; i <= last && !snw_failed(status); i++)
        status = snw_plant_set_fault(drive, i, fault);
    return refuse_status(drive, status, "the fault does not accept this value or time",
                         "docs/plant.md has a table of them", why);
}

snw_status snw__order_force(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_drive *drive = self;
    const snw__force_order *order = arguments;
    int first, last;
    snw_status status = find_axes(drive, order->axis, &first, &last, why);
    if (snw_failed(status)) return status;
    for (int i = first; i <= last && !snw_failed(status); i++)
        status = snw__plant_set_force(drive, i, order->effort, order->seconds);
    return refuse_status(drive, status, "this arm cannot be pushed",
                         "give the arm a drive that simulates masses", why);
}

snw_status snw__order_push(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_drive *drive = self;
    const snw__push_order *order = arguments;
    const int link = snw__find_link(drive->arm, order->link);
    if (link < 0) return refuse_link(why, order->link);
    const snw_status status = snw__plant_set_push(
        drive, link, snw_wrench_of(order->force, order->torque), order->seconds);
    return refuse_status(drive, status, "this arm cannot be pushed",
                         "give the arm a drive that simulates masses", why);
}

snw_status snw__order_payload(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_drive *drive = self;
    const snw__mass_order *order = arguments;
    const int link = snw__find_link(drive->arm, order->link);
    if (link < 0) return refuse_link(why, order->link);
    const snw_status status = snw__plant_set_payload(drive, link, order->mass, order->center);
    return refuse_status(drive, status, "this arm cannot be loaded",
                         "give a mass that is not negative, and a drive that simulates masses",
                         why);
}

snw_status snw__order_attached(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_drive *drive = self;
    const snw__mass_order *order = arguments;
    const int link = snw__find_link(drive->arm, order->link);
    if (link < 0) return refuse_link(why, order->link);
    const snw_inertia point = snw_inertia_point(order->mass, order->center);
    return refuse_status(
        drive, snw__plant_set_attached(drive, link, point), "this arm cannot be loaded",
        "give a mass that is not negative, and a drive that simulates masses", why);
}

// of the point of mass that is there
snw_status snw__order_moments(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_drive *drive = self;
    const snw__moments_order *order = arguments;
    const int link = snw__find_link(drive->arm, order->link);
    if (link < 0) return refuse_link(why, order->link);
    snw_inertia old = snw_inertia_zero();
    snw_status status = snw__plant_attached(drive, link, &old);
    const snw_sym3 central = snw_sym3_of(order->main, order->side.x, order->side.y, order->side.z);
    const snw_inertia body = snw_inertia_from_central(old.m, snw_inertia_center(old), central);
    if (!snw_failed(status)) status = snw__plant_set_attached(drive, link, body);
    return refuse_status(drive, status, "nothing with these moments can be attached",
                         "use attached first, with a mass that fits", why);
}

snw_status snw__order_base(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_drive *drive = self;
    const snw__base_order *order = arguments;
    const snw_rpy turn = {order->turn.x, order->turn.y, order->turn.z};
    const snw_pose T = snw_pose_of(snw_mat3_from_rpy(turn), order->position);
    return refuse_status(drive, snw__plant_set_base(drive, T), "its base is fixed",
                         "run a robot with --floating, or write base=\"floating\" in the cell",
                         why);
}

snw_status snw__plant_fault(snw_drive *drive, int axis, int kind, double value, double seconds) {
    const snw_plant_fault fault = {(snw_plant_fault_kind)kind, value, seconds};
    return snw_plant_set_fault(drive, axis, fault);
}
