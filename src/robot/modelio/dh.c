// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/modelio/dh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dh_internal.h"
#include "sinew/os/file.h"

#define TABLE(structure, rows)                                                                     \
    .size = sizeof(structure), .align = _Alignof(structure), .fields = (rows),                     \
    .field_count = (int)(sizeof(rows) / sizeof *(rows)), .space = &snw_space_robot

// --- tables -------------------------------------------------------------------------------------

const snw_choice snw__dh_kinds[SNW__DH_KINDS] = {
    {"revolute", SNW_DH_REVOLUTE, "Rotates about z."},
    {"continuous", SNW_DH_CONTINUOUS, "Rotates about z without limits."},
    {"prismatic", SNW_DH_PRISMATIC, "Slides along z."},
    {"base", SNW_DH_BASE, "Fixed; before the joints."},
    {"tool", SNW_DH_TOOL, "Fixed; after the joints."},
};

const char *snw_dh_kind_name(snw_dh_kind kind) {
    for (int i = 0; i < SNW__DH_KINDS; i++) {
        if (snw__dh_kinds[i].value == (int)kind) return snw__dh_kinds[i].name;
    }
    return "";
}

static const snw_field row_fields[] = {
    {SNW_AT(snw_dh_row, joint), .kind = SNW_KIND_STRING, .help = "Name of the joint."},
    {SNW_AT(snw_dh_row, link), .kind = SNW_KIND_STRING,
     .help = "Name of the link that the joint moves."},
    {SNW_AT(snw_dh_row, kind), .kind = SNW_KIND_ENUM, SNW_CHOICES(snw__dh_kinds),
     .help = "Kind of row."},
    {SNW_AT(snw_dh_row, a), .kind = SNW_KIND_REAL, .unit = "m", .range = {-1e6, 1e6},
     .help = "Distance along x (link length a)."},
    {SNW_AT(snw_dh_row, alpha), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-1e6, 1e6},
     .help = "Angle about x (link twist alpha)."},
    {SNW_AT(snw_dh_row, d), .kind = SNW_KIND_REAL, .unit = "m", .range = {-1e6, 1e6},
     .help = "Distance along z (link offset d)."},
    {SNW_AT(snw_dh_row, theta), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-1e6, 1e6},
     .help = "Angle about z (joint angle theta)."},
    {SNW_AT(snw_dh_row, offset), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-1e6, 1e6},
     .help = "Offset added to the joint position; in m for prismatic joints."},
    {SNW_AT(snw_dh_row, lower), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "-INF", .help = "Lower position limit; in m for prismatic joints."},
    {SNW_AT(snw_dh_row, upper), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "INF", .help = "Upper position limit; in m for prismatic joints."},
    {SNW_AT(snw_dh_row, velocity), .kind = SNW_KIND_REAL, .unit = "rad/s", .range = {0, 1e300},
     .flags = SNW_INFINITE, .initial = "INF",
     .help = "Velocity limit; in m/s for prismatic joints."},
    {SNW_AT(snw_dh_row, acceleration), .kind = SNW_KIND_REAL, .unit = "rad/s^2",
     .range = {0, 1e300}, .flags = SNW_INFINITE, .initial = "INF",
     .help = "Acceleration limit; in m/s^2 for prismatic joints."},
    {SNW_AT(snw_dh_row, effort), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 1e300},
     .flags = SNW_INFINITE, .initial = "INF", .help = "Torque limit; in N for prismatic joints."},
};

static snw_status validate_row(const void *block, snw_why *why) {
    const snw_dh_row *row = block;
    if (row->lower <= row->upper) return SNW_OK;
    return snw_refuse(why, SNW_ERR_LIMIT, NULL, "the lower limit is above the upper one",
                      "exchange them");
}

static const snw_type row_type = {TABLE(snw_dh_row, row_fields), .token = "dh_row",
                                  .validate = validate_row,
                                  .help = "One row of a Denavit-Hartenberg table."};

static const snw_choice conventions[] = {
    {"unnamed", 0, "Not given; refused, because there is no default."},
    {"standard", SNW_DH_STANDARD, "Distal: Rz(theta) Tz(d) Tx(a) Rx(alpha)."},
    {"modified", SNW_DH_MODIFIED, "Proximal: Rx(alpha) Tx(a) Rz(theta) Tz(d)."},
};

static const snw_field sheet_fields[] = {
    {SNW_AT(snw_dh_sheet, name), .kind = SNW_KIND_STRING, .initial = "arm",
     .help = "Name of the arm."},
    {SNW_AT(snw_dh_sheet, convention), .kind = SNW_KIND_ENUM, SNW_CHOICES(conventions),
     .help = "Convention of the rows."},
    {SNW_AT(snw_dh_sheet, base), .kind = SNW_KIND_POSE, .unit = "m", .range = {-1e6, 1e6},
     .help = "Frame of the first row in the frame of the root link."},
    {SNW_AT(snw_dh_sheet, tool), .kind = SNW_KIND_POSE, .unit = "m", .range = {-1e6, 1e6},
     .help = "Tool frame in the frame of the last row."},
    {SNW_AT_LIST(snw_dh_sheet, rows, row_count, SNW_DH_ROWS), .kind = SNW_KIND_STRUCT,
     .type = &row_type, .item = "row", .help = "Rows from the base to the tool."},
};

// base rows, then joints, then tool rows
snw_status snw__dh_check_rows(const snw_dh_sheet *sheet, snw_why *why) {
    int stage = 0, joints = 0;
    for (int i = 0; i < sheet->row_count; i++) {
        const snw_dh_kind kind = sheet->rows[i].kind;
        const int now = kind == SNW_DH_BASE ? 0 : kind == SNW_DH_TOOL ? 2 : 1;
        joints += now == 1;
        if (now < stage) {
            snw_why_set(why, SNW_ERR_ARGUMENT, sheet->name, "base, joint and tool rows are mixed");
            snw_why_add(why, "row", i + 1, "");
            snw_why_fix(why, "write base rows first and tool rows last");
            return SNW_ERR_ARGUMENT;
        }
        stage = now;
    }
    if (joints > 0) return SNW_OK;
    return snw_refuse(why, SNW_ERR_ARGUMENT, sheet->name, "the table has no joint",
                      "add a row of kind revolute or prismatic");
}

const snw_type snw_dh_sheet_type = {TABLE(snw_dh_sheet, sheet_fields), .token = "dh_table",
                                    .help = "A Denavit-Hartenberg table of an arm."};

const snw_field *const snw__dh_rows = &sheet_fields[4];

// --- reading ------------------------------------------------------------------------------------

// the convention, from the file or from the caller
static snw_status settle_convention(const snw_source *source, snw_dh_convention asked,
                                    snw_dh_sheet *sheet, snw_diags *diags) {
    const bool named = sheet->convention == SNW_DH_STANDARD || sheet->convention == SNW_DH_MODIFIED;
    if (!named && asked != 0) sheet->convention = asked;
    if (named ? asked == 0 || asked == sheet->convention : asked != 0) return SNW_OK;
    snw_why why;
    snw_why_set(&why, SNW_ERR_ARGUMENT, "convention",
                named ? "the table names another convention than requested"
                      : "the table does not name its convention");
    snw_why_fix(&why, named ? "request the convention of the table"
                            : "write standard or modified; there is no default");
    snw_why_rule(&why, "dh-convention");
    snw_why_at(&why, source->name, 1, 0);
    snw_diags_add(diags, &why);
    return SNW_ERR_ARGUMENT;
}

static snw_status read_xml(const snw_source *source, snw_strictness strictness, snw_setup *setup,
                           void **object, snw_diags *diags) {
    const snw_read_options reading = {.strictness = strictness};
    snw_status status = snw_xml_read(source, &snw_dh_sheet_type, &reading, setup, object, diags);
    if (snw_failed(status)) return status;
    snw_why why;
    status = snw__dh_check_rows(*object, &why);
    if (status == SNW_OK) return SNW_OK;
    snw_why_rule(&why, "dh-row");
    snw_why_at(&why, source->name, 1, 0);
    snw_diags_add(diags, &why);
    return status;
}

snw_status snw_dh_read(const snw_source *source, const snw_dh_options *options, snw_setup *setup,
                       snw_dh_sheet **sheet, snw_diags *diags) {
    static const snw_dh_options defaults = {0};
    const snw_dh_options *how = options != NULL ? options : &defaults;
    void *object = NULL;
    snw_status status = snw_source_first(source) == '<'
                            ? read_xml(source, how->strictness, setup, &object, diags)
                            : snw__dh_read_csv(source, how, setup, &object, diags);
    if (status == SNW_OK) status = settle_convention(source, how->convention, object, diags);
    if (status == SNW_OK) *sheet = object;
    return status;
}

snw_status snw_dh_read_file(const char *path, const snw_dh_options *options, snw_setup *setup,
                            snw_dh_sheet **sheet, snw_diags *diags) {
    enum { LARGEST = 1 << 20 };
    const snw_file_reading how = {.limit = LARGEST};
    snw_file_content content;
    snw_why why;
    snw_status status = snw_file_read(path, &how, &content, &why);
    if (snw_failed(status)) {
        snw_diags_add(diags, &why);
        return status;
    }
    const snw_source source = {content.data, content.size, path, NULL};
    status = snw_dh_read(&source, options, setup, sheet, diags);
    snw_file_free(&content);
    return status;
}

// --- robots -------------------------------------------------------------------------------------

static snw_pose pose_of(snw_dh_convention convention, const snw_dh_row *row) {
    const snw_dh numbers = {row->a, row->alpha, row->d, row->theta};
    return convention == SNW_DH_STANDARD ? snw_dh_standard(numbers) : snw_dh_modified(numbers);
}

snw_pose snw__dh_pose(snw_dh_convention convention, const snw_dh_row *row, double q) {
    snw_dh_row moved = *row;
    if (row->kind == SNW_DH_PRISMATIC) {
        moved.d += q + row->offset;
    } else if (row->kind == SNW_DH_REVOLUTE || row->kind == SNW_DH_CONTINUOUS) {
        moved.theta += q + row->offset;
    }
    return pose_of(convention, &moved);
}

// the plain table, its constant rows multiplied; `joints` has room for all rows
static snw_dh_table plain_table(const snw_dh_sheet *sheet, snw_dh_joint *joints) {
    snw_dh_table table = {.name = sheet->name,
                          .convention = sheet->convention,
                          .joints = joints,
                          .base = sheet->base,
                          .tool = snw_pose_identity()};
    for (int i = 0; i < sheet->row_count; i++) {
        const snw_dh_row *row = &sheet->rows[i];
        if (row->kind == SNW_DH_BASE) {
            table.base = snw_pose_mul(table.base, pose_of(sheet->convention, row));
        } else if (row->kind == SNW_DH_TOOL) {
            table.tool = snw_pose_mul(table.tool, pose_of(sheet->convention, row));
        } else {
            snw_dh_joint *joint = &joints[table.joint_count++];
            const bool slides = row->kind == SNW_DH_PRISMATIC;
            *joint = (snw_dh_joint){.kind = (snw_joint_kind)row->kind};
            joint->row = (snw_dh){row->a, row->alpha, row->d + (slides ? row->offset : 0),
                                  row->theta + (slides ? 0 : row->offset)};
            joint->name = row->joint[0] != '\0' ? row->joint : NULL;
        }
    }
    table.tool = snw_pose_mul(table.tool, sheet->tool);
    return table;
}

static void rename_link(snw_robot *robot, int link, const char *name) {
    char old[SNW_NAME];
    memcpy(old, robot->links[link].name, SNW_NAME);
    memcpy(robot->links[link].name, name, SNW_NAME);
    // a chain: the joint before it, the joint behind it, and what is attached
    memcpy(robot->joints[link - 1].child, name, SNW_NAME);
    if (link < robot->joint_count) memcpy(robot->joints[link].parent, name, SNW_NAME);
    for (int i = 0; i < robot->attachment_count; i++) {
        snw_attachment *attachment = &robot->attachments[i];
        if (strcmp(attachment->link, old) == 0) memcpy(attachment->link, name, SNW_NAME);
    }
}

static void add_names_and_limits(const snw_dh_sheet *sheet, snw_robot *robot) {
    // from the end, so that a name given to one link is not taken for the name made for another
    int joint = robot->joint_count;
    for (int i = sheet->row_count - 1; i >= 0; i--) {
        const snw_dh_row *row = &sheet->rows[i];
        if (row->kind == SNW_DH_BASE || row->kind == SNW_DH_TOOL) continue;
        snw_limits *limits = &robot->joints[--joint].limits;
        limits->lower = row->lower;
        limits->upper = row->upper;
        limits->velocity = row->velocity;
        limits->acceleration = row->acceleration;
        limits->effort = row->effort;
        if (row->link[0] != '\0') rename_link(robot, joint + 1, row->link);
    }
}

snw_status snw_dh_to_robot(const snw_dh_sheet *sheet, snw_setup *setup, snw_robot **robot,
                           snw_why *why) {
    snw_why first;
    snw_diags found = {.items = &first, .capacity = 1};
    snw_status status = snw_block_check(&snw_dh_sheet_type, sheet, sheet->name, &found);
    if (snw_failed(status)) {
        if (why != NULL) *why = first;
        return status;
    }
    status = snw__dh_check_rows(sheet, why);
    if (snw_failed(status)) return status;
    snw_dh_joint *joints = calloc((size_t)sheet->row_count, sizeof *joints);
    if (joints == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, sheet->name, NULL, NULL);
    }
    const snw_dh_table table = plain_table(sheet, joints);
    snw_robot *made = NULL;
    status = snw_robot_from_dh(&table, setup, &made, why);
    if (status == SNW_OK) {
        add_names_and_limits(sheet, made);
        status = snw_block_check(&snw_robot_type, made, sheet->name, &found);
        if (snw_failed(status) && why != NULL) *why = first;
    }
    free(joints);
    if (status == SNW_OK) *robot = made;
    return status;
}
