// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"
#include "sinew/urdf/mesh_file.h"

// A capsule around the capsules of all shapes of a link: around their ends first, then as thick as
// the thickest of them wants. The distance of a point from an axis is convex, so the ends decide.

static const size_t scratch_limit = (size_t)2 << 30;

static double from_axis(const snw_capsule *capsule, snw_vec3 p) {
    const snw_vec3 along = snw_vec3_sub(capsule->end, capsule->start);
    const double length2 = snw_vec3_norm2(along);
    const double t =
        length2 > 0 ? snw_vec3_dot(snw_vec3_sub(p, capsule->start), along) / length2 : 0;
    const double part = fmin(fmax(t, 0), 1);
    return snw_vec3_distance(p, snw_vec3_add_scaled(capsule->start, along, part));
}

static snw_status capsule_of(const snw_body_shape *given, snw_setup *scratch, snw_capsule *capsule,
                             snw_why *why) {
    snw_child shape = given->shape;
    snw_status status = SNW_OK;
    if (shape.type == &snw_mesh_file_type) {
        status = snw__read_mesh_file(given->shape.block, scratch, &shape, why);
    }
    if (!snw_failed(status)) status = snw_shape_capsule(&shape, capsule, why);
    if (snw_failed(status)) return status;
    capsule->start = snw_pose_apply(given->origin, capsule->start);
    capsule->end = snw_pose_apply(given->origin, capsule->end);
    return SNW_OK;
}

static snw_status enclose_visuals(const snw_link_description *link, snw_setup *scratch,
                                  snw_capsule *out, snw_why *why) {
    const size_t count = (size_t)link->visual_count;
    snw_capsule *each = snw_setup_take(scratch, count * sizeof *each, _Alignof(snw_capsule));
    snw_vec3 *ends = snw_setup_take(scratch, 2 * count * sizeof *ends, _Alignof(snw_vec3));
    if (each == NULL || ends == NULL)
        return snw_refuse(why, SNW_ERR_MEMORY, link->name, NULL, NULL);
    for (int i = 0; i < link->visual_count; i++) {
        const snw_status status = capsule_of(&link->visuals[i], scratch, &each[i], why);
        if (snw_failed(status)) return status;
        ends[2 * (size_t)i] = each[i].start;
        ends[2 * (size_t)i + 1] = each[i].end;
    }
    if (count == 1) {
        *out = each[0];
        return SNW_OK;
    }
    const snw_status status = snw_capsule_around_points(ends, 2 * link->visual_count, out);
    if (snw_failed(status)) return snw_refuse(why, status, link->name, NULL, NULL);
    out->radius = 0;
    for (int i = 0; i < link->visual_count; i++) {
        const double thick =
            fmax(from_axis(out, each[i].start), from_axis(out, each[i].end)) + each[i].radius;
        out->radius = fmax(out->radius, thick * (1 + 1e-12));
    }
    return SNW_OK;
}

static snw_status add_capsule(snw_link_description *link, const snw_capsule *capsule,
                              snw_setup *setup, snw_why *why) {
    const snw_field *list = snw_type_field(&snw_link_description_type, "collisions");
    snw_capsule *block = snw_block_new(&snw_capsule_type, setup);
    if (block == NULL || snw_failed(snw_block_resize(list, link, 1, setup))) {
        return snw_refuse(why, SNW_ERR_MEMORY, link->name, NULL, NULL);
    }
    *block = *capsule;
    snw_body_shape *shape = &link->collisions[0];
    snw_copy_text(shape->name, sizeof shape->name, "capsule");
    shape->origin = snw_pose_identity();
    shape->shape = (snw_child){&snw_capsule_type, block};
    return SNW_OK;
}

snw_status snw_robot_add_capsules(snw_robot *robot, snw_setup *setup, int *added, snw_why *why) {
    snw_status status = SNW_OK;
    int count = 0;
    for (int i = 0; i < robot->link_count && !snw_failed(status); i++) {
        snw_link_description *link = &robot->links[i];
        if (link->collision_count > 0 || link->visual_count == 0) continue;
        snw_setup *scratch = snw_setup_create(scratch_limit);
        if (scratch == NULL) return snw_refuse(why, SNW_ERR_MEMORY, link->name, NULL, NULL);
        snw_capsule capsule;
        status = enclose_visuals(link, scratch, &capsule, why);
        snw_setup_destroy(scratch);
        if (!snw_failed(status)) status = add_capsule(link, &capsule, setup, why);
        count += !snw_failed(status);
    }
    if (added != NULL) *added = count;
    return status;
}
