// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "rpy.h"
#include "sinew/shape/primitives.h"
#include "sinew/urdf/mesh_file.h"
#include "urdf_extra.h"
#include "urdf_writer.h"

enum { DEPTH = 8, PATH = 256 };

// the text so far, and the elements that are open
typedef struct writer {
    snw_text *text;
    const snw_urdf_extra *extra;
    const char *names[DEPTH];
    size_t lengths[DEPTH]; // of the path outside of each
    bool bodies[DEPTH];    // its start tag is closed
    int depth;
    char path[PATH]; // as the reader names elements
} writer;

// --- elements -----------------------------------------------------------------------------------

static void indent(writer *w, int depth) {
    snw_text_format(w->text, "%*s", 2 * depth, "");
}

// what follows stands inside the open element
static void open_body(writer *w) {
    if (w->depth == 0 || w->bodies[w->depth - 1]) return;
    w->bodies[w->depth - 1] = true;
    snw_text_format(w->text, ">\n");
}

// `key` tells it from others of its name; may be empty
static void begin(writer *w, const char *name, const char *key) {
    SNW_ASSERT(w->depth < DEPTH);
    open_body(w);
    indent(w, w->depth);
    snw_text_format(w->text, "<%s", name);
    const size_t length = strlen(w->path);
    snw_text path = snw_text_over(w->path + length, sizeof w->path - length);
    snw_text_format(&path, "%s%s", length > 0 ? "/" : "", name);
    if (key[0] != '\0') snw_text_format(&path, "[%s]", key);
    w->names[w->depth] = name;
    w->lengths[w->depth] = length;
    w->bodies[w->depth] = false;
    w->depth++;
}

// what was kept of the element, and its end
static void end(writer *w) {
    int cursor = -1;
    for (const char *kept; (kept = snw__extra_next(w->extra, w->path, &cursor)) != NULL;) {
        open_body(w);
        indent(w, w->depth);
        snw_text_format(w->text, "%s\n", kept);
    }
    w->depth--;
    if (w->bodies[w->depth]) {
        indent(w, w->depth);
        snw_text_format(w->text, "</%s>\n", w->names[w->depth]);
    } else {
        snw_text_format(w->text, "/>\n");
    }
    w->path[w->lengths[w->depth]] = '\0';
}

static void attribute(writer *w, const char *name, const char *value) {
    snw_text_format(w->text, " %s=\"", name);
    snw_text_xml_attribute(w->text, value);
    snw_text_format(w->text, "\"");
}

static void numbers(writer *w, const char *name, const double *values, int count) {
    snw_text_format(w->text, " %s=\"", name);
    for (int i = 0; i < count; i++) {
        if (i > 0) snw_text_format(w->text, " ");
        snw_text_real(w->text, values[i]);
    }
    snw_text_format(w->text, "\"");
}

static void number(writer *w, const char *name, double value) {
    numbers(w, name, &value, 1);
}

// a limit that is not there is left out
static void limit(writer *w, const char *name, double value) {
    if (isfinite(value)) number(w, name, value);
}

static void vector(writer *w, const char *name, snw_vec3 v) {
    const double values[] = {v.x, v.y, v.z};
    numbers(w, name, values, 3);
}

static void write_origin(writer *w, snw_pose origin) {
    if (snw__is_identity(&origin)) return;
    snw_rpy angles;
    (void)snw__rpy_of(origin.R, true, &angles);
    begin(w, "origin", "");
    vector(w, "xyz", origin.p);
    vector(w, "rpy", snw_vec3_of(angles.roll, angles.pitch, angles.yaw));
    end(w);
}

// --- links --------------------------------------------------------------------------------------

static void write_inertial(writer *w, const snw_inertial *inertial) {
    begin(w, "inertial", "");
    write_origin(w, inertial->origin);
    begin(w, "mass", "");
    number(w, "value", inertial->mass);
    end(w);
    begin(w, "inertia", "");
    number(w, "ixx", inertial->ixx);
    number(w, "ixy", inertial->ixy);
    number(w, "ixz", inertial->ixz);
    number(w, "iyy", inertial->iyy);
    number(w, "iyz", inertial->iyz);
    number(w, "izz", inertial->izz);
    end(w);
    end(w);
}

static void write_geometry(writer *w, const snw_body_shape *shape, const snw__urdf_shape *words) {
    begin(w, "geometry", "");
    begin(w, words->element, "");
    if (strcmp(words->element, "box") == 0) {
        vector(w, "size", words->size);
    } else if (strcmp(words->element, "mesh") == 0) {
        const snw_mesh_file *mesh = shape->shape.block;
        attribute(w, "filename", mesh->name);
        if (!snw_vec3_equal(mesh->scale, snw_vec3_of(1, 1, 1))) vector(w, "scale", mesh->scale);
    } else {
        number(w, "radius", words->size.x);
        if (strcmp(words->element, "sphere") != 0) number(w, "length", words->size.y);
    }
    end(w);
    end(w);
}

static void write_shapes(writer *w, const char *element, const snw_body_shape *shapes, int count) {
    for (int i = 0; i < count; i++) {
        const snw__urdf_shape words = snw__urdf_shape_of(&shapes[i]);
        char index[SNW_NUMBER_SIZE];
        (void)snw_int_print(i, index);
        begin(w, element, index);
        if (shapes[i].name[0] != '\0') attribute(w, "name", shapes[i].name);
        write_origin(w, words.origin);
        write_geometry(w, &shapes[i], &words);
        if (shapes[i].material[0] != '\0') {
            begin(w, "material", "");
            attribute(w, "name", shapes[i].material);
            end(w);
        }
        end(w);
    }
}

static void write_link(writer *w, const snw_link_description *link) {
    begin(w, "link", link->name);
    attribute(w, "name", link->name);
    if (link->inertial != NULL) write_inertial(w, link->inertial);
    write_shapes(w, "visual", link->visuals, link->visual_count);
    write_shapes(w, "collision", link->collisions, link->collision_count);
    end(w);
}

// --- joints -------------------------------------------------------------------------------------

// the joint's frame with the zero of the encoder in it
static snw_pose origin_of(const snw_joint_description *joint) {
    if (joint->position == 0 || joint->kind == SNW_JOINT_FIXED) return joint->origin;
    const snw_pose moved =
        joint->kind == SNW_JOINT_PRISMATIC
            ? snw_pose_translation(snw_vec3_scale(joint->axis, joint->position))
            : snw_pose_rotation(snw_mat3_axis_angle(joint->axis, joint->position));
    return snw_pose_mul(joint->origin, moved);
}

static void write_limits(writer *w, snw_joint_kind kind, const snw_limits *l) {
    const bool bounded = kind == SNW_JOINT_REVOLUTE || kind == SNW_JOINT_PRISMATIC;
    const bool any = isfinite(l->effort) || isfinite(l->velocity) || isfinite(l->acceleration) ||
                     isfinite(l->deceleration) || isfinite(l->jerk);
    if (!bounded && !(any && kind == SNW_JOINT_CONTINUOUS)) return;
    begin(w, "limit", "");
    if (bounded) {
        number(w, "lower", l->lower);
        number(w, "upper", l->upper);
    }
    limit(w, "effort", l->effort);
    limit(w, "velocity", l->velocity);
    limit(w, "acceleration", l->acceleration);
    limit(w, "deceleration", l->deceleration);
    limit(w, "jerk", l->jerk);
    end(w);
}

static void write_drive(writer *w, const snw_joint_description *joint) {
    if (joint->actuator != NULL) {
        begin(w, "dynamics", "");
        number(w, "damping", joint->actuator->friction);
        number(w, "friction", joint->actuator->coulomb);
        end(w);
    }
    if (joint->mimic != NULL) {
        begin(w, "mimic", "");
        attribute(w, "joint", joint->mimic->joint);
        number(w, "multiplier", joint->mimic->multiplier);
        number(w, "offset", joint->mimic->offset);
        end(w);
    }
    if (joint->soft != NULL) {
        begin(w, "safety_controller", "");
        limit(w, "soft_lower_limit", joint->soft->lower);
        limit(w, "soft_upper_limit", joint->soft->upper);
        number(w, "k_position", joint->soft->k_position);
        number(w, "k_velocity", joint->soft->k_velocity);
        end(w);
    }
}

static void write_ends(writer *w, const char *parent, const char *child) {
    begin(w, "parent", "");
    attribute(w, "link", parent);
    end(w);
    begin(w, "child", "");
    attribute(w, "link", child);
    end(w);
}

static void write_joint(writer *w, const snw_joint_description *joint) {
    const snw_joint_kind kind = snw__urdf_kind(joint);
    begin(w, "joint", joint->name);
    attribute(w, "name", joint->name);
    attribute(w, "type", snw_joint_kind_urdf(kind));
    write_ends(w, joint->parent, joint->child);
    write_origin(w, origin_of(joint));
    if (joint->kind != SNW_JOINT_FIXED && joint->kind != SNW_JOINT_FREE) {
        begin(w, "axis", "");
        vector(w, "xyz", joint->axis);
        end(w);
    }
    write_limits(w, kind, &joint->limits);
    write_drive(w, joint);
    end(w);
}

// --- the robot ----------------------------------------------------------------------------------

static void write_material(writer *w, const snw_robot_material *material) {
    begin(w, "material", material->name);
    attribute(w, "name", material->name);
    begin(w, "color", "");
    numbers(w, "rgba", material->rgba, 4);
    end(w);
    if (material->texture[0] != '\0') {
        begin(w, "texture", "");
        attribute(w, "filename", material->texture);
        end(w);
    }
    end(w);
}

static void write_attachment(writer *w, const snw_attachment *attachment) {
    begin(w, "link", attachment->name);
    attribute(w, "name", attachment->name);
    end(w);
    begin(w, "joint", attachment->name);
    attribute(w, "name", attachment->name);
    attribute(w, "type", "fixed");
    write_ends(w, attachment->link, attachment->name);
    write_origin(w, attachment->origin);
    end(w);
}

snw_status snw_urdf_write(const snw_robot *robot, const snw_urdf_extra *extra, snw_text *text,
                          snw_why *why) {
    int version;
    const snw_status status = snw__urdf_sayable(robot, &version, why);
    if (snw_failed(status)) return status;
    writer w = {.text = text, .extra = extra};
    snw_text_format(text, "<?xml version=\"1.0\"?>\n");
    begin(&w, "robot", "");
    attribute(&w, "name", robot->name);
    if (version > 10) attribute(&w, "version", version == 11 ? "1.1" : "1.2");
    if (extra != NULL) snw_text_format(text, "%s", extra->spaces);
    for (int i = 0; i < robot->material_count; i++) {
        write_material(&w, &robot->materials[i]);
    }
    for (int i = 0; i < robot->link_count; i++) {
        write_link(&w, &robot->links[i]);
    }
    for (int i = 0; i < robot->joint_count; i++) {
        write_joint(&w, &robot->joints[i]);
    }
    for (int i = 0; i < robot->attachment_count; i++) {
        write_attachment(&w, &robot->attachments[i]);
    }
    end(&w);
    return SNW_OK;
}
