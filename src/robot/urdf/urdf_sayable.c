// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/shape/primitives.h"
#include "sinew/urdf/mesh_file.h"
#include "urdf_reader.h"
#include "urdf_writer.h"

// "robot/joint[elbow]"
static void name_subject(char out[SNW_WHY_SUBJECT], const char *what, const char *name) {
    snw_text text = snw_text_over(out, SNW_WHY_SUBJECT);
    snw_text_format(&text, "robot/%s[%s]", what, name);
}

static void need(int *version, int other) {
    if (*version < other) *version = other;
}

// --- joints -------------------------------------------------------------------------------------

static bool has_ends(const snw_limits *limits) {
    return isfinite(limits->lower) && isfinite(limits->upper);
}

static bool is_endless(const snw_limits *limits) {
    return !isfinite(limits->lower) && !isfinite(limits->upper);
}

snw_joint_kind snw__urdf_kind(const snw_joint_description *joint) {
    const bool turns = joint->kind == SNW_JOINT_REVOLUTE && is_endless(&joint->limits);
    return turns ? SNW_JOINT_CONTINUOUS : joint->kind;
}

static snw_status check_kind(const snw_joint_description *joint, const char *subject,
                             snw_why *why) {
    if (snw_joint_kind_urdf(snw__urdf_kind(joint)) != NULL) return SNW_OK;
    if (joint->kind == SNW_JOINT_SPHERICAL) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", subject,
                               "URDF has no spherical joints",
                               "use three revolute joints, or keep the robot as XML of sinew");
    }
    if (joint->kind == SNW_JOINT_SCREW) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", subject,
                               "URDF has no screw joints",
                               "use a prismatic joint that mimics a revolute one, or XML of sinew");
    }
    return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", subject,
                           "URDF has no joints that follow a law",
                           "keep the robot as XML of sinew");
}

// an actuator has friction and nothing else
static snw_status check_actuator(const snw_joint_description *joint, const char *subject,
                                 snw_why *why) {
    if (joint->actuator == NULL) return SNW_OK;
    const snw_type *type =
        snw__field_at(&snw_joint_description_type, offsetof(snw_joint_description, actuator))->type;
    snw_actuator plain;
    snw_block_defaults(type, &plain);
    plain.friction = joint->actuator->friction;
    plain.coulomb = joint->actuator->coulomb;
    if (snw_block_equal(type, &plain, joint->actuator)) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", subject,
                           "URDF has friction of a drive, but no rotor, gear, efforts or stops",
                           "leave only friction and coulomb, or keep the robot as XML of sinew");
}

static snw_status check_limits(const snw_joint_description *joint, const char *subject,
                               int *version, snw_why *why) {
    const snw_limits *l = &joint->limits;
    const snw_joint_kind kind = snw__urdf_kind(joint);
    const bool continuous = kind == SNW_JOINT_CONTINUOUS;
    const bool bounded = kind == SNW_JOINT_REVOLUTE || kind == SNW_JOINT_PRISMATIC;
    if (bounded && !has_ends(l)) {
        return snw_refuse_rule(
            why, SNW_ERR_UNSUPPORTED, "urdf-write", subject,
            "URDF has no revolute joints with one limit, and no prismatic joints without",
            "give both limits, lower and upper");
    }
    if (!continuous && !bounded) return SNW_OK;
    const bool motion = isfinite(l->acceleration) || isfinite(l->deceleration) || isfinite(l->jerk);
    const bool both = isfinite(l->effort) && isfinite(l->velocity);
    const bool none = !isfinite(l->effort) && !isfinite(l->velocity);
    if (motion || (bounded && !both) || (continuous && !both && !none)) need(version, 12);
    return SNW_OK;
}

static snw_status check_joint(const snw_joint_description *joint, int *version, snw_why *why) {
    char subject[SNW_WHY_SUBJECT];
    name_subject(subject, "joint", joint->name);
    snw_status status = check_kind(joint, subject, why);
    if (snw_failed(status)) return status;
    if (joint->spring != NULL || joint->damper != NULL) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", subject,
                               "URDF has no springs or dampers across joints",
                               "write a damper of one joint as friction of its actuator");
    }
    if (joint->position != 0 &&
        (joint->kind == SNW_JOINT_PLANAR || joint->kind == SNW_JOINT_FREE)) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", subject,
                               "a joint of this kind has no single zero to move",
                               "set its position to 0");
    }
    status = check_actuator(joint, subject, why);
    return snw_failed(status) ? status : check_limits(joint, subject, version, why);
}

// --- shapes -------------------------------------------------------------------------------------

// a rotation whose z axis has this direction
static snw_mat3 rotation_to(snw_vec3 z) {
    const snw_vec3 across = fabs(z.x) < 0.6 ? snw_vec3_x(1) : snw_vec3_y(1);
    const snw_vec3 y = snw_vec3_normalize(snw_vec3_cross(z, across));
    return snw_mat3_of(snw_vec3_cross(y, z), y, z);
}

// what lies between two points; along z about the origin as it is, else moved there
static snw__urdf_shape round_shape(const char *element, snw_pose origin, snw_vec3 start,
                                   snw_vec3 end, double radius) {
    const snw_vec3 way = snw_vec3_sub(end, start);
    const double length = snw_vec3_norm(way);
    snw__urdf_shape out = {element, origin, snw_vec3_of(radius, length, 0)};
    if (snw_vec3_equal(start, snw_vec3_z(-end.z)) && snw_vec3_equal(end, snw_vec3_z(end.z)) &&
        end.z > 0) {
        return out;
    }
    const snw_vec3 middle = snw_vec3_scale(snw_vec3_add(start, end), 0.5);
    const snw_mat3 R = length > 0 ? rotation_to(snw_vec3_divide(way, length)) : snw_mat3_identity();
    out.origin = snw_pose_mul(origin, snw_pose_of(R, middle));
    return out;
}

bool snw__is_identity(const snw_pose *pose) {
    return snw_vec3_equal(pose->p, snw_vec3_zero()) && snw_vec3_equal(pose->R.x, snw_vec3_x(1)) &&
           snw_vec3_equal(pose->R.y, snw_vec3_y(1)) && snw_vec3_equal(pose->R.z, snw_vec3_z(1));
}

snw__urdf_shape snw__urdf_shape_of(const snw_body_shape *shape) {
    const snw_type *type = shape->shape.type;
    const void *block = shape->shape.block;
    snw__urdf_shape out = {"mesh", shape->origin, snw_vec3_zero()};
    if (type == &snw_box_type) {
        const snw_box *box = block;
        out.element = "box";
        out.size = snw_vec3_scale(box->half_extents, 2);
        if (!snw__is_identity(&box->pose)) out.origin = snw_pose_mul(shape->origin, box->pose);
    } else if (type == &snw_sphere_type) {
        const snw_sphere *sphere = block;
        out.element = "sphere";
        out.size.x = sphere->radius;
        if (!snw_vec3_equal(sphere->center, snw_vec3_zero())) {
            out.origin.p = snw_pose_apply(shape->origin, sphere->center);
        }
    } else if (type == &snw_cylinder_type) {
        const snw_cylinder *c = block;
        out = round_shape("cylinder", shape->origin, c->start, c->end, c->radius);
    } else if (type == &snw_capsule_type) {
        // without a straight part it is a ball
        const snw_capsule *c = block;
        const bool ball = snw_vec3_equal(c->start, c->end);
        out = round_shape(ball ? "sphere" : "capsule", shape->origin, c->start, c->end, c->radius);
    }
    return out;
}

static bool is_known(const snw_type *type) {
    return type == &snw_box_type || type == &snw_sphere_type || type == &snw_cylinder_type ||
           type == &snw_capsule_type || type == &snw_mesh_file_type;
}

static snw_status check_shapes(const snw_link_description *link, const snw_body_shape *shapes,
                               int count, int *version, snw_why *why) {
    for (int i = 0; i < count; i++) {
        const snw_type *type = shapes[i].shape.type;
        if (!is_known(type)) {
            char subject[SNW_WHY_SUBJECT], text[SNW_WHY_TEXT];
            name_subject(subject, "link", link->name);
            snw_text line = snw_text_over(text, sizeof text);
            snw_text_format(&line, "URDF has no shapes of type %s",
                            type != NULL ? type->token : "none");
            return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", subject, text,
                                   "write the shape to a mesh file and name that");
        }
        if (strcmp(snw__urdf_shape_of(&shapes[i]).element, "capsule") == 0) need(version, 11);
    }
    return SNW_OK;
}

// --- the rest -----------------------------------------------------------------------------------

static snw_status check_attachments(const snw_robot *robot, snw_why *why) {
    snw_names links, joints;
    void *link_memory = snw__names_for(&links, robot->link_count + robot->attachment_count);
    void *joint_memory = snw__names_for(&joints, robot->joint_count + robot->attachment_count);
    snw_status status = link_memory != NULL && joint_memory != NULL ? SNW_OK : SNW_ERR_MEMORY;
    for (int i = 0; i < robot->link_count && status == SNW_OK; i++) {
        SNW_IGNORE(snw_names_add(&links, robot->links[i].name, i));
    }
    for (int i = 0; i < robot->joint_count && status == SNW_OK; i++) {
        SNW_IGNORE(snw_names_add(&joints, robot->joints[i].name, i));
    }
    for (int i = 0; i < robot->attachment_count && status == SNW_OK; i++) {
        const snw_attachment *a = &robot->attachments[i];
        char subject[SNW_WHY_SUBJECT];
        name_subject(subject, "attachment", a->name);
        if (strcmp(a->role, "frame") != 0) {
            status = snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", subject,
                                     "URDF has no points, sensors or cameras",
                                     "make it a frame, or keep the robot as XML of sinew");
        } else if (snw_failed(snw_names_add(&links, a->name, -1)) ||
                   snw_failed(snw_names_add(&joints, a->name, -1))) {
            status = snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", subject,
                                     "it becomes a link, but a link or joint has its name",
                                     "give the attachment another name");
        }
    }
    free(link_memory);
    free(joint_memory);
    return status;
}

snw_status snw__urdf_sayable(const snw_robot *robot, int *version, snw_why *why) {
    *version = 10;
    if (robot->floating) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", "robot",
                               "URDF has no floating root",
                               "add a root link and a free joint from it");
    }
    if (robot->coupling_count > 0) {
        char subject[SNW_WHY_SUBJECT];
        name_subject(subject, "coupling", robot->couplings[0].name);
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "urdf-write", subject,
                               "URDF has no couplings of motors and joints",
                               "remove it, and describe it as a transmission to the driver");
    }
    snw_status status = SNW_OK;
    for (int i = 0; i < robot->joint_count && status == SNW_OK; i++) {
        status = check_joint(&robot->joints[i], version, why);
    }
    for (int i = 0; i < robot->link_count && status == SNW_OK; i++) {
        const snw_link_description *link = &robot->links[i];
        status = check_shapes(link, link->visuals, link->visual_count, version, why);
        if (snw_failed(status)) break;
        status = check_shapes(link, link->collisions, link->collision_count, version, why);
    }
    return snw_failed(status) ? status : check_attachments(robot, why);
}
