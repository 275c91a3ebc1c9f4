// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "model_command.h"

static const char *kind_name(snw_joint_kind kind) {
    static const char *const names[] = {
        [SNW_JOINT_FIXED] = "fixed",
        [SNW_JOINT_REVOLUTE] = "revolute",
        [SNW_JOINT_CONTINUOUS] = "continuous",
        [SNW_JOINT_PRISMATIC] = "prismatic",
        [SNW_JOINT_SCREW] = "screw",
        [SNW_JOINT_SPHERICAL] = "spherical",
        [SNW_JOINT_PLANAR] = "planar",
        [SNW_JOINT_FREE] = "free",
        [SNW_JOINT_LAW] = "law",
    };
    return names[kind];
}

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

static void add_name(snw_text *text, const char *name) {
    snw_text_format(text, "\"%s\":", name);
}

static void add_joint_names(snw_text *text, const snw_model *model) {
    bool first = true;
    for (int i = 0; i < model->link_count; i++) {
        if (!moves(&model->links[i])) continue;
        if (!first) snw_text_format(text, ",");
        snw_text_json_string(text, model_joint_name(model, i));
        first = false;
    }
}

static void add_coordinate_names(snw_text *text, const snw_model *model) {
    for (int i = 0; i < model->nq; i++) {
        char name[MODEL_COORDINATE];
        model_coordinate_name(model, i, name);
        if (i > 0) snw_text_format(text, ",");
        snw_text_json_string(text, name);
    }
}

static void add_axes(snw_text *text, const snw_model *model) {
    bool first = true;
    for (int i = 0; i < model->link_count; i++) {
        if (!moves(&model->links[i])) continue;
        const snw_vec3 a = model->links[i].axis;
        const double axis[] = {a.x, a.y, a.z};
        if (!first) snw_text_format(text, ",");
        model_json_reals(text, axis, 3);
        first = false;
    }
}

static void add_limits(snw_text *text, const snw_model *model) {
    const struct {
        const char *name;
        const double *values;
        int count;
    } rows[] = {
        {"lower", model->lower, model->nq},
        {"upper", model->upper, model->nq},
        {"velocity", model->velocity, model->nv},
        {"acceleration", model->acceleration, model->nv},
        {"deceleration", model->deceleration, model->nv},
        {"jerk", model->jerk, model->nv},
        {"effort", model->effort, model->nv},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (i > 0) snw_text_format(text, ",");
        add_name(text, rows[i].name);
        model_json_reals(text, rows[i].values, rows[i].count);
    }
}

static void add_link_row(snw_text *text, const snw_model *model, int i) {
    const snw_link *link = &model->links[i];
    snw_text_format(text, "{\"name\":");
    snw_text_json_string(text, link->name);
    snw_text_format(text, ",\"parent\":");
    if (link->parent >= 0) {
        snw_text_json_string(text, model->links[link->parent].name);
    } else {
        snw_text_format(text, "null");
    }
    snw_text_format(text, ",\"joint\":");
    snw_text_json_string(text, link->joint_name);
    snw_text_format(text, ",\"kind\":\"%s\",\"q_index\":", kind_name(link->joint));
    snw_text_format(text, link->nq > 0 ? "%d" : "null", link->q_index);
    const double axis[] = {link->axis.x, link->axis.y, link->axis.z};
    snw_text_format(text, ",\"axis\":");
    model_json_reals(text, axis, 3);
    snw_text_format(text, ",\"origin\":{");
    model_json_pose(text, link->T_parent_joint);
    snw_text_format(text, "},\"mimics\":");
    if (link->nq == 0 && link->source_q >= 0) {
        char source[MODEL_COORDINATE];
        model_coordinate_name(model, link->source_q, source);
        snw_text_json_string(text, source);
    } else {
        snw_text_format(text, "null");
    }
    snw_text_format(text, ",\"mass\":");
    snw_text_json_real(text, link->inertia.m);
    snw_text_format(text, ",\"center\":");
    const snw_vec3 c = link->inertia.m > 0 ? snw_inertia_center(link->inertia) : snw_vec3_zero();
    const double center[] = {c.x, c.y, c.z};
    model_json_reals(text, center, 3);
    snw_text_format(text, "}");
}

static void add_link_lists(snw_text *text, const snw_model *model) {
    snw_text_format(text, ",\n\"links\":[");
    for (int i = 0; i < model->link_count; i++) {
        if (i > 0) snw_text_format(text, ",");
        snw_text_json_string(text, model->links[i].name);
    }
    snw_text_format(text, "],\n\"parents\":[");
    for (int i = 0; i < model->link_count; i++) {
        const int parent = model->links[i].parent;
        if (i > 0) snw_text_format(text, ",");
        if (parent >= 0) {
            snw_text_json_string(text, model->links[parent].name);
        } else {
            snw_text_format(text, "null");
        }
    }
    snw_text_format(text, "],\n\"masses\":[");
    for (int i = 0; i < model->link_count; i++) {
        if (i > 0) snw_text_format(text, ",");
        snw_text_json_real(text, model->links[i].inertia.m);
    }
    snw_text_format(text, "]");
}

static void add_frames(snw_text *text, const snw_model *model) {
    for (int i = 0; i < model->frame_count; i++) {
        const snw_model_frame *frame = &model->frames[i];
        snw_text_format(text, "%s\n{\"name\":", i > 0 ? "," : "");
        snw_text_json_string(text, frame->name);
        snw_text_format(text, ",\"link\":");
        snw_text_json_string(text, model->links[frame->link].name);
        snw_text_format(text, ",\"role\":");
        snw_text_json_string(text, frame->role);
        snw_text_format(text, ",");
        model_json_pose(text, frame->T_link_frame);
        snw_text_format(text, "}");
    }
}

static void render_json(snw_text *text, const void *context) {
    const model_input *input = context;
    const snw_model *model = &input->model;
    snw_text_format(text, "{\"name\":");
    snw_text_json_string(text, model->name);
    snw_text_format(text, ",\"file\":");
    snw_text_json_string(text, input->path);
    snw_text_format(text, ",\"dof\":%d,\"nq\":%d,\"floating\":%s,\"mass\":", model->nv, model->nq,
                    model->floating ? "true" : "false");
    snw_text_json_real(text, total_mass(model));
    snw_text_format(text, ",\n\"joints\":[");
    add_joint_names(text, model);
    snw_text_format(text, "],\n\"coordinates\":[");
    add_coordinate_names(text, model);
    snw_text_format(text, "],\n\"axes\":[");
    add_axes(text, model);
    snw_text_format(text, "],\n\"limits\":{");
    add_limits(text, model);
    snw_text_format(text, "}");
    add_link_lists(text, model);
    snw_text_format(text, ",\n\"frames\":[");
    add_frames(text, model);
    snw_text_format(text, "],\n\"tree\":[");
    for (int i = 0; i < model->link_count; i++) {
        snw_text_format(text, i > 0 ? ",\n" : "\n");
        add_link_row(text, model, i);
    }
    snw_text_format(text, "\n]}\n");
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
        model_cell(text, i == 0 && !model->floating ? "root" : kind_name(link->joint));
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
    cli_add_visible(text, model->name);
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
