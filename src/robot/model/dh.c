// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/dh.h"

#include <string.h>

// A joint of a description moves its child last: T = origin * motion(q). The rows are divided so
// that the motion about or along z stands at the end, with the constant part of its own slot as the
// offset of the coordinate, and the other part of the z screw, which commutes with it, before it:
//
//   modified   A = [Rx(alpha) Tx(a) Z] M(q)          link frames are the frames of the table
//   standard   A = [Z] M(q) [Tx(a) Rx(alpha)]        the last part goes into the next origin
//
// where M(q) is Rz(theta + q) and Z is Tz(d) for a joint that turns, M(q) is Tz(d + q) and Z is
// Rz(theta) for one that slides.

// Tx(a) Rx(alpha), which commute
static snw_pose about_x(snw_dh row) {
    return snw_pose_of(snw_mat3_rot_x(row.alpha), snw_vec3_x(row.a));
}

static bool slides(const snw_dh_joint *joint) {
    return joint->kind == SNW_JOINT_PRISMATIC;
}

static snw_pose before_motion(const snw_dh_joint *joint) {
    if (slides(joint)) return snw_pose_rotation(snw_mat3_rot_z(joint->row.theta));
    return snw_pose_translation(snw_vec3_z(joint->row.d));
}

// --- checks -------------------------------------------------------------------------------------

static snw_status refuse_joint(snw_why *why, snw_status code, const char *name, int joint,
                               const char *text) {
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s", name != NULL ? name : "");
    if (joint >= 0) snw_text_format(&line, "/joints[%d]", joint);
    return snw_refuse_rule(why, code, "dh-table", subject, text, NULL);
}

static bool joint_is_finite(const snw_dh_joint *joint) {
    const snw_dh *row = &joint->row;
    return isfinite(row->a) && isfinite(row->alpha) && isfinite(row->d) && isfinite(row->theta) &&
           !isnan(joint->lower) && !isnan(joint->upper);
}

static snw_status check_table(const snw_dh_table *table, snw_why *why) {
    if (table->convention != SNW_DH_STANDARD && table->convention != SNW_DH_MODIFIED) {
        const snw_status status = refuse_joint(why, SNW_ERR_ARGUMENT, table->name, -1,
                                               "the table does not name its convention");
        snw_why_fix(why, "write standard or modified; there is no default");
        return status;
    }
    if (table->joints == NULL || table->joint_count < 1) {
        return refuse_joint(why, SNW_ERR_ARGUMENT, table->name, -1, "the table has no joints");
    }
    if (table->joint_count >= SNW_MODEL_LINKS) {
        return refuse_joint(why, SNW_ERR_TOO_LARGE, table->name, -1,
                            "the table has too many joints");
    }
    if (!snw_pose_is_finite(table->base) || !snw_pose_is_finite(table->tool)) {
        return refuse_joint(why, SNW_ERR_NOT_FINITE, table->name, -1, "base or tool is not finite");
    }
    for (int i = 0; i < table->joint_count; i++) {
        const snw_joint_kind kind = table->joints[i].kind;
        if (!joint_is_finite(&table->joints[i])) {
            return refuse_joint(why, SNW_ERR_NOT_FINITE, table->name, i, "a number is not finite");
        }
        if (kind != SNW_JOINT_REVOLUTE && kind != SNW_JOINT_CONTINUOUS &&
            kind != SNW_JOINT_PRISMATIC) {
            return refuse_joint(why, SNW_ERR_ARGUMENT, table->name, i,
                                "a joint of a table must rotate or slide");
        }
    }
    return SNW_OK;
}

// --- building -----------------------------------------------------------------------------------

static void set_name(char out[SNW_NAME], const char *stem, int number) {
    snw_text line = snw_text_over(out, SNW_NAME);
    snw_text_format(&line, "%s%d", stem, number);
}

static void link_name(char out[SNW_NAME], int number) {
    if (number == 0) {
        snw_copy_text(out, SNW_NAME, "base");
    } else {
        set_name(out, "link", number);
    }
}

static void fill_joint(const snw_dh_joint *given, int i, snw_joint_description *joint) {
    if (given->name != NULL) {
        snw_copy_text(joint->name, SNW_NAME, given->name);
    } else {
        set_name(joint->name, "joint", i + 1);
    }
    joint->kind = given->kind;
    link_name(joint->parent, i);
    link_name(joint->child, i + 1);
    joint->axis = snw_vec3_z(1);
    joint->position = slides(given) ? given->row.d : given->row.theta;
    if (given->lower != 0 || given->upper != 0) {
        joint->limits.lower = given->lower;
        joint->limits.upper = given->upper;
    }
}

// goes along the table; `end` is where the next row begins, in the frame of link i
static void fill_chain(const snw_dh_table *table, snw_robot *robot) {
    snw_pose end = table->base;
    for (int i = 0; i <= table->joint_count; i++) {
        snw_attachment *frame = &robot->attachments[i];
        link_name(robot->links[i].name, i);
        set_name(frame->name, "dh", i);
        link_name(frame->link, i);
        frame->origin = end;
        if (i == table->joint_count) break;

        const snw_dh_joint *given = &table->joints[i];
        snw_joint_description *joint = &robot->joints[i];
        fill_joint(given, i, joint);
        if (table->convention == SNW_DH_MODIFIED) end = snw_pose_mul(end, about_x(given->row));
        joint->origin = snw_pose_mul(end, before_motion(given));
        end = table->convention == SNW_DH_STANDARD ? about_x(given->row) : snw_pose_identity();
    }
    snw_attachment *tool = &robot->attachments[table->joint_count + 1];
    snw_copy_text(tool->name, SNW_NAME, "tool");
    link_name(tool->link, table->joint_count);
    tool->origin = snw_pose_mul(end, table->tool);
}

static snw_status resize(snw_robot *robot, const char *list, int count, snw_setup *setup) {
    return snw_block_resize(snw_type_field(&snw_robot_type, list), robot, count, setup);
}

snw_status snw_robot_from_dh(const snw_dh_table *table, snw_setup *setup, snw_robot **robot,
                             snw_why *why) {
    snw_status status = check_table(table, why);
    if (snw_failed(status)) return status;
    snw_robot *made = snw_block_new(&snw_robot_type, setup);
    if (made == NULL) return refuse_joint(why, SNW_ERR_MEMORY, table->name, -1, NULL);
    status = resize(made, "links", table->joint_count + 1, setup);
    if (status == SNW_OK) status = resize(made, "joints", table->joint_count, setup);
    if (status == SNW_OK) status = resize(made, "attachments", table->joint_count + 2, setup);
    if (snw_failed(status)) return refuse_joint(why, status, table->name, -1, NULL);
    snw_copy_text(made->name, SNW_NAME, table->name != NULL ? table->name : "arm");
    fill_chain(table, made);
    *robot = made;
    return SNW_OK;
}
