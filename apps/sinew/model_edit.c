// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "model_command.h"
#include "sinew/model/edit.h"
#include "sinew/model/repair.h"

// A result that was made: its findings are told, then it is written.
typedef struct result {
    snw_status status;
    snw_robot *robot;
    snw_diags found;
    void *memory;
    bool same; // the robot as it was read
} result;

static snw_status put_result(const result *made, const model_origin *origin,
                             const cli_values *values, cli_io *io, snw_why *why) {
    model_tell(&made->found, io, why);
    if (snw_failed(made->status)) return model_status(made->status);
    if (made->same) cli_note(io, "nothing had to be repaired; the file is a copy of the model");
    const model_output output = model_output_of(values, "out");
    return model_write(&output, made->robot, origin, io, why);
}

// --- merge --------------------------------------------------------------------------------------

static snw_joint_kind joint_kind(const char *name) {
    for (int i = 0; i < SNW_JOINT_KIND_COUNT; i++) {
        if (strcmp(snw_joint_kind_name((snw_joint_kind)i), name) == 0) return (snw_joint_kind)i;
    }
    return SNW_JOINT_FIXED;
}

static snw_vec3 vector_of(const cli_values *values, const char *name) {
    int count;
    const double *v = cli_reals(values, name, &count);
    return count == 3 ? snw_vec3_of(v[0], v[1], v[2]) : snw_vec3_zero();
}

static snw_status mounting_joint(const cli_values *values, snw_setup *setup,
                                 snw_joint_description **out, snw_why *why) {
    snw_joint_description *joint = snw_block_new(&snw_joint_description_type, setup);
    if (joint == NULL) return SNW_ERR_MEMORY;
    const char *prefix = cli_text(values, "prefix"), *name = cli_text(values, "name");
    snw_text text = snw_text_over(joint->name, sizeof joint->name);
    snw_text_format(&text, "%s%s", name != NULL ? name : prefix, name != NULL ? "" : "mount");
    const char *parent = cli_text(values, "mount");
    if (snw_text_is_cut(&text) || strlen(parent) >= sizeof joint->parent) {
        return snw_refuse_rule(why, SNW_ERR_USAGE, "name-length", NULL,
                               "a name is longer than 63 bytes",
                               "give a shorter --prefix or --name");
    }
    snw_copy_text(joint->parent, sizeof joint->parent, parent);
    const snw_vec3 rpy = vector_of(values, "rpy");
    joint->kind = joint_kind(cli_text(values, "joint"));
    joint->axis = vector_of(values, "axis");
    joint->origin =
        snw_pose_of(snw_mat3_from_rpy((snw_rpy){rpy.x, rpy.y, rpy.z}), vector_of(values, "xyz"));
    *out = joint;
    return SNW_OK;
}

static snw_status merge(const model_input *a, const model_input *b, const cli_values *values,
                        cli_io *io, snw_why *why) {
    int link;
    snw_joint_description *joint = NULL;
    snw_status status = model_find_link(&a->model, cli_text(values, "mount"), &link, why);
    if (!snw_failed(status)) status = mounting_joint(values, a->setup, &joint, why);
    if (snw_failed(status)) return status;
    const snw_mounting mounting = {.prefix = cli_text(values, "prefix"), .joint = joint};
    const model_origin origin = {a->path, b->path, NULL};
    result made = {0};
    status = model_diags(&made.found, &made.memory, why);
    if (!snw_failed(status)) {
        made.status =
            snw_robot_merge(a->robot, b->robot, &mounting, a->setup, &made.robot, &made.found);
        status = put_result(&made, &origin, values, io, why);
    }
    free(made.memory);
    return status;
}

snw_status model_merge(const snw_registry *registry, const cli_values *values, cli_io *io,
                       snw_why *why) {
    model_input a, b;
    snw_status status = model_take(&a, cli_text(values, "a"), registry, values, io, why);
    if (snw_failed(status)) return status;
    status = model_take(&b, cli_text(values, "b"), registry, values, io, why);
    if (!snw_failed(status)) {
        status = merge(&a, &b, values, io, why);
        model_close(&b);
    }
    model_close(&a);
    return status;
}

// --- one model into another ---------------------------------------------------------------------

// makes the new robot in input->setup
typedef snw_status edit_fn(const model_input *input, const cli_values *values, result *made,
                           snw_why *why);

static snw_status edit(edit_fn *make, const snw_registry *registry, const cli_values *values,
                       cli_io *io, snw_why *why) {
    model_input input;
    snw_status status = model_take(&input, cli_text(values, "file"), registry, values, io, why);
    if (snw_failed(status)) return status;
    const model_origin origin = {input.path, NULL, input.extra};
    result made = {0};
    status = model_diags(&made.found, &made.memory, why);
    if (!snw_failed(status)) {
        made.status = make(&input, values, &made, why);
        // a word of the command line that is wrong is no finding
        const bool told = made.found.count > 0 || !snw_failed(made.status);
        status = told ? put_result(&made, &origin, values, io, why) : made.status;
    }
    free(made.memory);
    model_close(&input);
    return status;
}

static snw_status make_rebased(const model_input *input, const cli_values *values, result *made,
                               snw_why *why) {
    int link;
    const char *name = cli_text(values, "link");
    const snw_status status = model_find_link(&input->model, name, &link, why);
    if (snw_failed(status)) return status;
    return snw_robot_rebase(input->robot, name, input->setup, &made->robot, &made->found);
}

snw_status model_rebase(const snw_registry *registry, const cli_values *values, cli_io *io,
                        snw_why *why) {
    return edit(make_rebased, registry, values, io, why);
}

static snw_status make_extracted(const model_input *input, const cli_values *values, result *made,
                                 snw_why *why) {
    int link;
    const char *first = cli_text(values, "first"), *last = cli_text(values, "last");
    snw_status status = model_find_link(&input->model, first, &link, why);
    if (!snw_failed(status)) status = model_find_link(&input->model, last, &link, why);
    if (snw_failed(status)) return status;
    return snw_robot_extract(input->robot, first, last, input->setup, &made->robot, &made->found);
}

snw_status model_extract(const snw_registry *registry, const cli_values *values, cli_io *io,
                         snw_why *why) {
    return edit(make_extracted, registry, values, io, why);
}

// "JOINT=VALUE", VALUE one number for each coordinate of the joint
static snw_status fixture_of(const char *word, snw_setup *setup, snw_fixture *fixture,
                             snw_why *why) {
    const char *mark = strchr(word, '=');
    const char *at = mark != NULL ? mark + 1 : "";
    size_t used = 0;
    for (int i = 0; mark != NULL && i < 7; i++) {
        if (snw_failed(snw_real_parse(at, strlen(at), &fixture->q[i], &used))) break;
        at += used;
        if (*at == '\0') {
            fixture->joint = snw_setup_text(setup, word, (size_t)(mark - word));
            return fixture->joint == NULL ? SNW_ERR_MEMORY : SNW_OK;
        }
        at += strspn(at, ", ");
    }
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "'%.48s' is not of the form JOINT=VALUE", word);
    return snw_refuse_rule(why, SNW_ERR_USAGE, "pair", NULL, text, "write --set joint=0.5");
}

static snw_status make_fixed(const model_input *input, const cli_values *values, result *made,
                             snw_why *why) {
    int count;
    const char *const *words = cli_texts(values, "set", &count);
    snw_fixture *fixtures = calloc((size_t)count + 1, sizeof *fixtures);
    snw_status status = fixtures == NULL ? SNW_ERR_MEMORY : SNW_OK;
    for (int i = 0; i < count && !snw_failed(status); i++) {
        status = fixture_of(words[i], input->setup, &fixtures[i], why);
    }
    if (!snw_failed(status)) {
        status =
            snw_robot_fix(input->robot, fixtures, count, input->setup, &made->robot, &made->found);
    }
    free(fixtures);
    return status;
}

snw_status model_fix(const snw_registry *registry, const cli_values *values, cli_io *io,
                     snw_why *why) {
    return edit(make_fixed, registry, values, io, why);
}

// --- repair -------------------------------------------------------------------------------------

// what became of one link
static void note_repair(const model_input *input, const char *link, const snw_inertial *before,
                        const snw_inertial *after, snw_diags *found) {
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s/links[%s]", input->robot->name, link);
    snw_why why;
    snw_why_set(&why, SNW_OK, subject, "its moments are now the nearest that a body can have");
    snw_why_rule(&why, "inertia-repaired");
    why.severity = SNW_WARNING;
    snw_why_add(&why, "ixx was", before->ixx, "kg.m^2");
    snw_why_add(&why, "iyy was", before->iyy, "kg.m^2");
    snw_why_add(&why, "izz was", before->izz, "kg.m^2");
    snw_why_add(&why, "ixx", after->ixx, "kg.m^2");
    snw_why_add(&why, "iyy", after->iyy, "kg.m^2");
    snw_why_add(&why, "izz", after->izz, "kg.m^2");
    snw_diags_add(found, &why);
}

static snw_status make_repaired(const model_input *input, const cli_values *values, result *made,
                                snw_why *why) {
    if (!cli_flag(values, "inertia")) {
        return snw_refuse_rule(why, SNW_ERR_USAGE, "nothing-to-do", NULL,
                               "it is not said what to repair", "add --inertia");
    }
    made->robot = input->robot;
    int repaired = 0;
    for (int i = 0; i < input->robot->link_count; i++) {
        const snw_link_description *link = &input->robot->links[i];
        if (link->inertial == NULL) continue;
        const snw_inertial before = *link->inertial;
        if (!snw_inertial_repair(link->inertial)) continue;
        note_repair(input, link->name, &before, link->inertial, &made->found);
        repaired++;
    }
    made->same = repaired == 0;
    return SNW_OK;
}

snw_status model_repair(const snw_registry *registry, const cli_values *values, cli_io *io,
                        snw_why *why) {
    return edit(make_repaired, registry, values, io, why);
}
