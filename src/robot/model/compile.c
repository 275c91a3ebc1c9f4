// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// --- findings -----------------------------------------------------------------------------------

void snw__say(snw__plan *plan, snw_status code, const char *rule, const char *list,
              const char *name, const char *format, ...) {
    char subject[SNW_WHY_SUBJECT], sentence[2 * SNW_WHY_TEXT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s", plan->robot->name);
    if (list != NULL) snw_text_format(&line, "/%s[%s]", list, name);

    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    snw_why_set(&plan->why, code, subject, sentence);
    snw_why_rule(&plan->why, rule);
}

static void tell(snw__plan *plan) {
    snw_diags_add(plan->diags, &plan->why);
    if (plan->why.severity == SNW_ERROR && plan->first == SNW_OK) plan->first = plan->why.code;
}

void snw__error(snw__plan *plan, const char *fix) {
    snw_why_fix(&plan->why, fix);
    tell(plan);
}

void snw__warning(snw__plan *plan, const char *fix) {
    snw_why_fix(&plan->why, fix);
    plan->why.severity = SNW_WARNING;
    tell(plan);
}

void snw__unknown(snw__plan *plan, const char *name, const char *const *known, int count) {
    char fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(fix, sizeof fix);
    const char *close = snw_closest_name(name, known, count);
    if (close != NULL) snw_text_format(&line, "did you mean '%s'?", close);
    snw__error(plan, close != NULL ? fix : "correct the name, or add what it names");
}

void *snw__scratch(snw__plan *plan, int count, size_t size) {
    // one item more, so that an empty array has a place too
    return snw_setup_take(plan->scratch, ((size_t)count + 1) * size, SNW_ARENA_ALIGN);
}

// --- what can be looked at at all ---------------------------------------------------------------

static bool is_text(const char *text, size_t size) {
    return memchr(text, '\0', size) != NULL;
}

static bool is_list(const void *items, int count) {
    return count == 0 || (count > 0 && items != NULL);
}

static bool spring_is_readable(const snw_spring *spring) {
    if (spring == NULL) return true;
    if (!is_list(spring->terms, spring->term_count)) return false;
    for (int i = 0; i < spring->term_count; i++) {
        if (!is_text(spring->terms[i].joint, SNW_NAME)) return false;
    }
    return true;
}

static bool joint_is_readable(const snw_joint_description *joint) {
    return is_text(joint->name, SNW_NAME) && is_text(joint->parent, SNW_NAME) &&
           is_text(joint->child, SNW_NAME) &&
           (joint->mimic == NULL || is_text(joint->mimic->joint, SNW_NAME)) &&
           (joint->law.block == NULL || joint->law.type != NULL) &&
           spring_is_readable(joint->spring) && spring_is_readable(joint->damper);
}

static bool coupling_is_readable(const snw_coupling *coupling) {
    if (!is_text(coupling->name, SNW_NAME) || coupling->joint_count < 0) return false;
    if (coupling->joint_count > 8 || !is_list(coupling->matrix, coupling->matrix_count)) {
        return false;
    }
    for (int i = 0; i < coupling->joint_count; i++) {
        if (!is_text(coupling->joints[i], SNW_NAME)) return false;
    }
    return true;
}

static bool shapes_are_readable(const snw_body_shape *shapes, int count) {
    if (!is_list(shapes, count)) return false;
    for (int i = 0; i < count; i++) {
        if (!is_text(shapes[i].name, SNW_NAME)) return false;
        if (shapes[i].shape.block != NULL && shapes[i].shape.type == NULL) return false;
    }
    return true;
}

static bool link_is_readable(const snw_link_description *link) {
    return is_text(link->name, SNW_NAME) &&
           shapes_are_readable(link->visuals, link->visual_count) &&
           shapes_are_readable(link->collisions, link->collision_count);
}

static bool attachment_is_readable(const snw_attachment *attachment) {
    return is_text(attachment->name, SNW_NAME) && is_text(attachment->link, SNW_NAME) &&
           is_text(attachment->role, SNW_NAME);
}

static bool is_readable(const snw_robot *robot) {
    bool good = is_text(robot->name, SNW_NAME) && is_list(robot->links, robot->link_count) &&
                is_list(robot->joints, robot->joint_count) &&
                is_list(robot->attachments, robot->attachment_count) &&
                is_list(robot->couplings, robot->coupling_count) &&
                is_list(robot->materials, robot->material_count);
    if (!good) return false;
    for (int i = 0; good && i < robot->link_count; i++) {
        good = link_is_readable(&robot->links[i]);
    }
    for (int i = 0; good && i < robot->joint_count; i++) {
        good = joint_is_readable(&robot->joints[i]);
    }
    for (int i = 0; good && i < robot->attachment_count; i++) {
        good = attachment_is_readable(&robot->attachments[i]);
    }
    for (int i = 0; good && i < robot->coupling_count; i++) {
        good = coupling_is_readable(&robot->couplings[i]);
    }
    for (int i = 0; good && i < robot->material_count; i++) {
        good = is_text(robot->materials[i].name, SNW_NAME);
    }
    return good;
}

// --- values by their tables ---------------------------------------------------------------------

// ranges, units of rotation, unique names: whatever the tables of description.h say
static void check_values(snw__plan *plan) {
    enum { KEPT = 64 };
    snw_diags found = {.items = snw__scratch(plan, KEPT, sizeof(snw_why)), .capacity = KEPT};
    if (found.items == NULL) return;
    SNW_IGNORE(snw_block_check(&snw_robot_type, plan->robot, plan->robot->name, &found));
    for (int i = 0; i < found.count; i++) {
        plan->why = found.items[i];
        if (plan->why.rule[0] == '\0') {
            const bool twice = plan->why.code == SNW_ERR_DUPLICATE;
            snw_why_rule(&plan->why, twice ? "duplicate-name" : "value");
        }
        tell(plan);
    }
    if (found.dropped > 0) {
        snw__say(plan, SNW_ERR_CHECK, "value", NULL, NULL, "%d more values are wrong",
                 found.dropped);
        snw__error(plan, "correct those that are listed first");
    }
}

static bool has_legal_size(snw__plan *plan) {
    const snw_robot *robot = plan->robot;
    if (robot->link_count == 0) {
        snw__say(plan, SNW_ERR_ARGUMENT, "no-links", NULL, NULL, "there is no link");
        snw__error(plan, "a mechanism has at least a root link");
        return false;
    }
    if (robot->link_count > SNW_MODEL_LINKS || robot->joint_count > SNW_MODEL_LINKS) {
        snw__say(plan, SNW_ERR_TOO_LARGE, "too-many-links", NULL, NULL, "there are too many links");
        snw_why_add(&plan->why, "links", robot->link_count, "");
        snw_why_add(&plan->why, "joints", robot->joint_count, "");
        snw_why_add(&plan->why, "most", SNW_MODEL_LINKS, "");
        snw__error(plan, "divide it into several mechanisms");
        return false;
    }
    return true;
}

static void plan_memory(snw__plan *plan) {
    const snw_robot *robot = plan->robot;
    plan->link_texts = snw__scratch(plan, robot->link_count, sizeof(char *));
    plan->joint_texts = snw__scratch(plan, robot->joint_count, sizeof(char *));
    plan->joint = snw__scratch(plan, robot->joint_count, sizeof *plan->joint);
    plan->above = snw__scratch(plan, robot->link_count, sizeof(int));
    plan->order = snw__scratch(plan, robot->link_count, sizeof(int));
    plan->place = snw__scratch(plan, robot->link_count, sizeof(int));
    plan->inertia = snw__scratch(plan, robot->link_count, sizeof *plan->inertia);
    plan->coupling = snw__scratch(plan, robot->coupling_count, sizeof *plan->coupling);
}

// a table of names in scratch memory
static snw_status plan_names(snw__plan *plan, snw_names *names, int count) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_names_init(names, count, &arena));
    void *memory = snw__scratch(plan, (int)arena.needed, 1);
    if (memory == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(memory, arena.needed);
    return snw_names_init(names, count, &arena);
}

snw_status snw__plan_begin(snw__plan *plan, const snw_robot *robot, snw_diags *diags) {
    // enough for the largest mechanism; the descriptions themselves are not copied
    enum { SCRATCH = 64 << 20 };
    *plan = (snw__plan){.robot = robot, .diags = diags, .scratch = snw_setup_create(SCRATCH)};
    if (plan->scratch == NULL) return SNW_ERR_MEMORY;
    if (!is_readable(robot)) {
        snw_why_set(&plan->why, SNW_ERR_ARGUMENT, "robot",
                    "a list has no items, a name does not end, or a child has no type");
        snw_why_rule(&plan->why, "readable");
        snw__error(plan, "fill the description through its tables");
        return SNW_OK;
    }
    if (!has_legal_size(plan)) return SNW_OK;
    plan_memory(plan);
    snw_status status = snw_setup_status(plan->scratch);
    if (status == SNW_OK) status = plan_names(plan, &plan->links, robot->link_count);
    if (status == SNW_OK) status = plan_names(plan, &plan->joints, robot->joint_count);
    if (snw_failed(status)) return status;

    check_values(plan);
    snw__plan_tree(plan);
    snw__plan_joints(plan);
    snw__plan_mimics(plan);
    snw__plan_parts(plan);
    snw__plan_efforts(plan);
    return snw_setup_status(plan->scratch);
}

void snw__plan_end(snw__plan *plan) {
    snw_setup_destroy(plan->scratch);
}

snw_status snw_model_compile(snw_model *model, const snw_robot *robot, snw_arena *arena,
                             snw_diags *diags) {
    snw__plan plan;
    snw_status status = snw__plan_begin(&plan, robot, diags);
    if (status == SNW_OK) status = plan.first;
    if (status == SNW_OK) status = snw__plan_lay_out(&plan, model, arena);
    snw__plan_end(&plan);
    return status;
}
