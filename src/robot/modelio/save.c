// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/modelio/save.h"

#include <math.h>
#include <string.h>

#include "dh_internal.h"
#include "load_internal.h"
#include "sinew/modelio/cell.h"

// --- our own ------------------------------------------------------------------------------------

// what is written must be readable again
static snw_status check_block(const snw_type *type, const void *block, snw_why *why) {
    snw_why first;
    snw_diags found = {.items = &first, .capacity = 1};
    const snw_status status = snw_block_check(type, block, NULL, &found);
    if (snw_failed(status) && why != NULL) *why = first;
    return status;
}

snw_status snw__compose_xml(const snw_robot *robot, const snw_save_options *options, snw_text *text,
                            snw_diags *diags, snw_why *why) {
    (void)options, (void)diags;
    const snw_status status = check_block(&snw_robot_type, robot, why);
    if (!snw_failed(status)) snw_xml_write(&snw_robot_type, robot, NULL, text);
    return status;
}

snw_status snw__compose_json(const snw_robot *robot, const snw_save_options *options,
                             snw_text *text, snw_diags *diags, snw_why *why) {
    (void)options, (void)diags;
    const snw_status status = check_block(&snw_robot_type, robot, why);
    if (!snw_failed(status)) snw_json_write(&snw_robot_type, robot, NULL, text);
    return status;
}

snw_status snw__compose_urdf(const snw_robot *robot, const snw_save_options *options,
                             snw_text *text, snw_diags *diags, snw_why *why) {
    (void)diags;
    return snw_urdf_write(robot, options->extra, text, why);
}

// --- cells --------------------------------------------------------------------------------------

static const snw_field *list_of(const char *name) {
    return snw_type_field(&snw_cell_type, name);
}

// a cell of one member, its mechanism written out
static snw_status fill_cell(snw_cell *cell, const snw_robot *robot, snw_setup *setup) {
    snw_status status = snw_block_resize(list_of("mechanisms"), cell, 1, setup);
    if (!snw_failed(status)) status = snw_block_resize(list_of("members"), cell, 1, setup);
    if (snw_failed(status)) return status;
    const char *name = robot->name[0] != '\0' ? robot->name : "robot";
    snw_copy_text(cell->name, sizeof cell->name, name);
    snw_copy_text(cell->mechanisms[0].name, sizeof cell->mechanisms[0].name, name);
    snw_copy_text(cell->members[0].name, sizeof cell->members[0].name, name);
    snw_copy_text(cell->members[0].mechanism, sizeof cell->members[0].mechanism, name);
    cell->mechanisms[0].robot = snw_block_new(&snw_robot_type, setup);
    if (cell->mechanisms[0].robot == NULL) return SNW_ERR_MEMORY;
    return snw_block_copy(&snw_robot_type, cell->mechanisms[0].robot, robot, setup);
}

snw_status snw__compose_cell(const snw_robot *robot, const snw_save_options *options,
                             snw_text *text, snw_diags *diags, snw_why *why) {
    (void)options, (void)diags;
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_cell *cell = setup != NULL ? snw_block_new(&snw_cell_type, setup) : NULL;
    snw_status status = cell == NULL ? SNW_ERR_MEMORY : fill_cell(cell, robot, setup);
    if (snw_failed(status)) {
        snw_why_set(why, status, robot->name, NULL);
    } else {
        status = check_block(&snw_cell_type, cell, why);
    }
    if (!snw_failed(status)) snw_cell_write(cell, text);
    snw_setup_destroy(setup);
    return status;
}

// --- tables -------------------------------------------------------------------------------------

// what a table of a chain has no words for, the first of it by name; false when there is nothing
static bool link_loss(const snw_robot *robot, char *what, size_t size) {
    snw_text text = snw_text_over(what, size);
    for (int i = 0; i < robot->link_count; i++) {
        const snw_link_description *link = &robot->links[i];
        const char *part = NULL;
        if (link->inertial != NULL) part = "the mass";
        if (link->visual_count > 0) part = "the shapes";
        if (link->collision_count > 0) part = "the shapes for collision";
        if (part == NULL) continue;
        snw_text_format(&text, "%s of link '%s'", part, link->name);
        return true;
    }
    return false;
}

static bool joint_loss(const snw_robot *robot, char *what, size_t size) {
    snw_text text = snw_text_over(what, size);
    for (int i = 0; i < robot->joint_count; i++) {
        const snw_joint_description *joint = &robot->joints[i];
        const char *part = NULL;
        if (joint->limits.deceleration < HUGE_VAL) part = "the limit of deceleration";
        if (joint->limits.jerk < HUGE_VAL) part = "the limit of jerk";
        if (joint->soft != NULL) part = "the soft limits";
        if (joint->mimic != NULL) part = "the mimic relation";
        if (joint->actuator != NULL) part = "the actuator";
        if (joint->spring != NULL || joint->damper != NULL) part = "the spring or damper";
        if (part == NULL) continue;
        snw_text_format(&text, "%s of joint '%s'", part, joint->name);
        return true;
    }
    return false;
}

// a table that a robot was made from has these places, and gives them again
static bool is_table_place(const snw_attachment *attachment) {
    const char *name = attachment->name;
    if (strcmp(name, "tool") == 0) return true;
    return strncmp(name, "dh", 2) == 0 && name[2 + strspn(name + 2, "0123456789")] == '\0';
}

static bool robot_loss(const snw_robot *robot, char *what, size_t size) {
    snw_text text = snw_text_over(what, size);
    for (int i = 0; i < robot->attachment_count; i++) {
        if (is_table_place(&robot->attachments[i])) continue;
        snw_text_format(&text, "attachment '%s'", robot->attachments[i].name);
        return true;
    }
    if (robot->floating) snw_text_format(&text, "the floating root");
    if (robot->coupling_count > 0) {
        snw_text_format(&text, "coupling '%s'", robot->couplings[0].name);
    }
    return text.length > 0;
}

// a robot that says more than a table can is refused, or told what it loses
static snw_status check_loss(const snw_robot *robot, const snw_save_options *options,
                             snw_diags *diags, snw_why *why) {
    char what[SNW_WHY_TEXT], line[2 * SNW_WHY_TEXT];
    if (!link_loss(robot, what, sizeof what) && !joint_loss(robot, what, sizeof what) &&
        !robot_loss(robot, what, sizeof what)) {
        return SNW_OK;
    }
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_format(&text, "a table cannot express %s", what);
    if (!options->lossy) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "unsayable", robot->name, line,
                               "write .xml or .urdf, or leave it out with --lossy");
    }
    snw_text_format(&text, "; this and similar parts are left out");
    snw_why warning;
    snw_why_set(&warning, SNW_ERR_UNSUPPORTED, robot->name, line);
    snw_why_rule(&warning, "unsayable");
    warning.severity = SNW_WARNING;
    snw_diags_add(diags, &warning);
    return SNW_OK;
}

static snw_status make_sheet(const snw_robot *robot, const snw_save_options *options,
                             snw_setup *setup, snw_dh_sheet **sheet, snw_diags *diags,
                             snw_why *why) {
    if (options->convention == 0) {
        return snw_refuse_rule(why, SNW_ERR_USAGE, "dh-convention", robot->name,
                               "a table needs its convention, and there is no default",
                               "give --convention standard or --convention modified");
    }
    if (setup == NULL) return snw_refuse(why, SNW_ERR_MEMORY, robot->name, NULL, NULL);
    const snw_status status = check_loss(robot, options, diags, why);
    if (snw_failed(status)) return status;
    const snw_dh_request request = {.convention = options->convention};
    return snw_dh_from_robot(robot, &request, setup, sheet, NULL, why);
}

snw_status snw__compose_dh_xml(const snw_robot *robot, const snw_save_options *options,
                               snw_text *text, snw_diags *diags, snw_why *why) {
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_dh_sheet *sheet = NULL;
    snw_status status = make_sheet(robot, options, setup, &sheet, diags, why);
    if (!snw_failed(status)) status = check_block(&snw_dh_sheet_type, sheet, why);
    if (!snw_failed(status)) snw_xml_write(&snw_dh_sheet_type, sheet, NULL, text);
    snw_setup_destroy(setup);
    return status;
}

snw_status snw__compose_dh_csv(const snw_robot *robot, const snw_save_options *options,
                               snw_text *text, snw_diags *diags, snw_why *why) {
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_dh_sheet *sheet = NULL;
    snw_status status = make_sheet(robot, options, setup, &sheet, diags, why);
    if (!snw_failed(status)) status = snw_dh_write_csv(sheet, text, why);
    snw_setup_destroy(setup);
    return status;
}

// --- the public side ----------------------------------------------------------------------------

snw_status snw_robot_write(const snw_robot *robot, snw_model_format format,
                           const snw_save_options *options, snw_text *text, snw_diags *diags,
                           snw_why *why) {
    static const snw_save_options defaults = {0};
    const snw__format *row = snw__format_of(format);
    if (row != NULL && row->write != NULL) {
        return row->write(robot, options != NULL ? options : &defaults, text, diags, why);
    }
    const bool xacro = format == SNW_FORMAT_XACRO;
    return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "format", robot->name,
                           xacro ? "xacro files are read, but not written"
                                 : "the file name has no extension of a format that can be written",
                           xacro ? "write .urdf"
                                 : "use .urdf, .xml, .json, .dh.csv or .cell.xml, also with .gz");
}
