// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "model_command.h"

static double total_mass(const snw_model *model) {
    double mass = 0;
    for (int i = 0; i < model->link_count; i++) {
        mass += model->links[i].inertia.m;
    }
    return mass;
}

// links with coordinates of their own stand in the order of q
static bool moves(const snw_link *link) {
    return link->nq > 0;
}

// --- for programs -------------------------------------------------------------------------------

static void add_joint_names(snw_json_writer *json, const snw_model *model) {
    snw_json_new_line(json);
    snw_json_array(json, "joints");
    for (int i = 0; i < model->link_count; i++) {
        if (moves(&model->links[i])) snw_json_string(json, NULL, model_joint_name(model, i));
    }
    snw_json_end(json);
}

static void add_coordinate_names(snw_json_writer *json, const snw_model *model) {
    snw_json_new_line(json);
    snw_json_array(json, "coordinates");
    for (int i = 0; i < model->nq; i++) {
        char name[MODEL_COORDINATE];
        model_coordinate_name(model, i, name);
        snw_json_string(json, NULL, name);
    }
    snw_json_end(json);
}

static void add_vector(snw_json_writer *json, const char *name, snw_vec3 a) {
    snw_json_reals(json, name, (const double[]){a.x, a.y, a.z}, 3);
}

static void add_axes(snw_json_writer *json, const snw_model *model) {
    snw_json_new_line(json);
    snw_json_array(json, "axes");
    for (int i = 0; i < model->link_count; i++) {
        if (moves(&model->links[i])) add_vector(json, NULL, model->links[i].axis);
    }
    snw_json_end(json);
}

static void add_limits(snw_json_writer *json, const snw_model *model) {
    snw_json_new_line(json);
    snw_json_object(json, "limits");
    snw_json_reals(json, "lower", model->lower, model->nq);
    snw_json_reals(json, "upper", model->upper, model->nq);
    snw_json_reals(json, "velocity", model->velocity, model->nv);
    snw_json_reals(json, "acceleration", model->acceleration, model->nv);
    snw_json_reals(json, "deceleration", model->deceleration, model->nv);
    snw_json_reals(json, "jerk", model->jerk, model->nv);
    snw_json_reals(json, "effort", model->effort, model->nv);
    snw_json_end(json);
}

// NULL, which becomes null, for the root
static const char *parent_name(const snw_model *model, int link) {
    const int parent = model->links[link].parent;
    return parent >= 0 ? model->links[parent].name : NULL;
}

static void add_link_row(snw_json_writer *json, const snw_model *model, int i) {
    const snw_link *link = &model->links[i];
    const bool follows = link->nq == 0 && link->source_q >= 0;
    char source[MODEL_COORDINATE];
    snw_json_object(json, NULL);
    snw_json_string(json, "name", link->name);
    snw_json_string(json, "parent", parent_name(model, i));
    snw_json_string(json, "joint", link->joint_name);
    snw_json_string(json, "kind", snw_joint_kind_name(link->joint));
    if (link->nq > 0) {
        snw_json_int(json, "q_index", link->q_index);
    } else {
        snw_json_null(json, "q_index");
    }
    add_vector(json, "axis", link->axis);
    snw_json_object(json, "origin");
    model_json_pose(json, link->T_parent_joint);
    snw_json_end(json);
    if (follows) model_coordinate_name(model, link->source_q, source);
    snw_json_string(json, "mimics", follows ? source : NULL);
    snw_json_real(json, "mass", link->inertia.m);
    add_vector(json, "center",
               link->inertia.m > 0 ? snw_inertia_center(link->inertia) : snw_vec3_zero());
    snw_json_end(json);
}

static void add_link_lists(snw_json_writer *json, const snw_model *model) {
    snw_json_new_line(json);
    snw_json_array(json, "links");
    for (int i = 0; i < model->link_count; i++) {
        snw_json_string(json, NULL, model->links[i].name);
    }
    snw_json_end(json);
    snw_json_new_line(json);
    snw_json_array(json, "parents");
    for (int i = 0; i < model->link_count; i++) {
        snw_json_string(json, NULL, parent_name(model, i));
    }
    snw_json_end(json);
    snw_json_new_line(json);
    snw_json_array(json, "masses");
    for (int i = 0; i < model->link_count; i++) {
        snw_json_real(json, NULL, model->links[i].inertia.m);
    }
    snw_json_end(json);
}

static void add_frames(snw_json_writer *json, const snw_model *model) {
    snw_json_new_line(json);
    snw_json_array(json, "frames");
    for (int i = 0; i < model->frame_count; i++) {
        const snw_model_frame *frame = &model->frames[i];
        snw_json_new_line(json);
        snw_json_object(json, NULL);
        snw_json_string(json, "name", frame->name);
        snw_json_string(json, "link", model->links[frame->link].name);
        snw_json_string(json, "role", frame->role);
        model_json_pose(json, frame->T_link_frame);
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void render_json(snw_text *text, const void *context) {
    const model_input *input = context;
    const snw_model *model = &input->model;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "name", model->name);
    snw_json_string(&json, "file", input->path);
    snw_json_int(&json, "dof", model->nv);
    snw_json_int(&json, "nq", model->nq);
    snw_json_bool(&json, "floating", model->floating);
    snw_json_real(&json, "mass", total_mass(model));
    add_joint_names(&json, model);
    add_coordinate_names(&json, model);
    add_axes(&json, model);
    add_limits(&json, model);
    add_link_lists(&json, model);
    add_frames(&json, model);
    snw_json_new_line(&json);
    snw_json_array(&json, "tree");
    for (int i = 0; i < model->link_count; i++) {
        snw_json_new_line(&json);
        add_link_row(&json, model, i);
    }
    snw_json_new_line(&json);
    snw_json_end(&json);
    cli_json_finish(&json);
}

// --- for people ---------------------------------------------------------------------------------

static int depth_of(const snw_model *model, int i) {
    int depth = 0;
    while (model->links[i].parent >= 0) {
        i = model->links[i].parent;
        depth++;
    }
    return depth;
}

// the blanks before a name would be lost in a cell, so depth is shown by dots
static void add_tree(snw_text *text, const snw_model *model) {
    snw_text_format(text, "| Link | Joint | Kind | Mass [kg] | Frames |\n|---|---|---|---|---|\n");
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        snw_text_format(text, "| ");
        for (int d = depth_of(model, i); d > 0; d--) {
            snw_text_format(text, d > 1 ? ". " : "+-");
        }
        model_cell(text, link->name);
        model_cell(text, link->joint_name[0] != '\0' ? link->joint_name : "-");
        model_cell(text, i == 0 && !model->floating ? "root" : snw_joint_kind_name(link->joint));
        model_cell_real(text, link->inertia.m);
        for (int k = 0, told = 0; k < model->frame_count; k++) {
            if (model->frames[k].link != i) continue;
            snw_text_format(text, "%s%s", told++ > 0 ? ", " : "", model->frames[k].name);
        }
        snw_text_format(text, " |\n");
    }
}

static const char *unit_of(const snw_link *link) {
    return link->joint == SNW_JOINT_PRISMATIC ? "m" : link->joint == SNW_JOINT_LAW ? "-" : "rad";
}

static void add_joints(snw_text *text, const snw_model *model) {
    snw_text_format(text, "\n| q | Joint | Unit | Lower | Upper | Speed | Acceleration | Effort |\n"
                          "|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        for (int k = 0; k < link->nq; k++) {
            char name[MODEL_COORDINATE];
            model_coordinate_name(model, link->q_index + k, name);
            snw_text_format(text, "| %d | ", link->q_index + k);
            model_cell(text, name);
            model_cell(text, link->nq == 1 ? unit_of(link) : "-");
            model_cell_real(text, model->lower[link->q_index + k]);
            model_cell_real(text, model->upper[link->q_index + k]);
            const bool single = link->nq == 1;
            model_cell_real(text, single ? model->velocity[link->v_index] : HUGE_VAL);
            model_cell_real(text, single ? model->acceleration[link->v_index] : HUGE_VAL);
            model_cell_real(text, single ? model->effort[link->v_index] : HUGE_VAL);
            snw_text_format(text, "\n");
        }
    }
}

static void compose_page(snw_text *text, const void *context) {
    const model_input *input = context;
    const snw_model *model = &input->model;
    snw_text_visible(text, model->name);
    snw_text_format(text, ": %d degree%s of freedom, %d links, ", model->nv,
                    model->nv == 1 ? "" : "s", model->link_count);
    char number[SNW_NUMBER_SIZE];
    (void)snw_real_print(round(total_mass(model) * 1e6) / 1e6, number);
    snw_text_format(text, "%s kg, %s base\n\n", number, model->floating ? "floating" : "fixed");
    add_tree(text, model);
    if (model->nq > 0) add_joints(text, model);
}

snw_status model_show(const snw_registry *registry, const cli_values *values, cli_io *io,
                      snw_why *why) {
    model_input input;
    snw_status status = model_take(&input, cli_text(values, "file"), registry, values, io, why);
    if (snw_failed(status)) return status;
    status = io->json ? cli_print(io, render_json, &input)
                      : model_print_page(io, compose_page, &input, why);
    model_close(&input);
    return status;
}
