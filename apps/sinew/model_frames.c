// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "describe_command.h"
#include "model_input.h"

// --- coordinates --------------------------------------------------------------------------------

const char *model_joint_name(const snw_model *model, int link) {
    return link == 0 ? "floating_base" : model->links[link].joint_name;
}

int model_link_of_q(const snw_model *model, int index) {
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        if (link->nq > 0 && link->q_index <= index && index < link->q_index + link->nq) return i;
    }
    return -1;
}

void model_coordinate_name(const snw_model *model, int index, char out[MODEL_COORDINATE]) {
    static const char *const free_parts[] = {"/x", "/y", "/z", "/qx", "/qy", "/qz", "/qw"};
    static const char *const planar_parts[] = {"/x", "/y", "/angle"};
    const int i = model_link_of_q(model, index);
    const snw_link *link = &model->links[i];
    const int part = index - link->q_index;
    const char *behind = "";
    if (link->nq == 7) behind = free_parts[part];
    if (link->nq == 4) behind = free_parts[part + 3];
    if (link->nq == 3) behind = planar_parts[part];
    snw_text text = snw_text_over(out, MODEL_COORDINATE);
    snw_text_format(&text, "%s%s", model_joint_name(model, i), behind);
}

const char *model_coordinate_unit(const snw_model *model, int index) {
    const snw_link *link = &model->links[model_link_of_q(model, index)];
    const int part = index - link->q_index;
    if (link->joint == SNW_JOINT_LAW) return "";
    if (link->nq == 7) return part < 3 ? "m" : "";
    if (link->nq == 4) return "";
    if (link->nq == 3) return part < 2 ? "m" : "rad";
    return link->joint == SNW_JOINT_PRISMATIC ? "m" : "rad";
}

void model_coordinate_column(const snw_model *model, int index, char out[MODEL_COLUMN]) {
    char name[MODEL_COORDINATE];
    const char *unit = model_coordinate_unit(model, index);
    model_coordinate_name(model, index, name);
    snw_text text = snw_text_over(out, MODEL_COLUMN);
    snw_text_format(&text, "%s%s%s%s", name, unit[0] != '\0' ? " [" : "", unit,
                    unit[0] != '\0' ? "]" : "");
}

// --- frames -------------------------------------------------------------------------------------

static int shown_attachment(const snw_model *model, int index) {
    for (int i = 0; i < model->frame_count; i++) {
        if (snw_model_find_link(model, model->frames[i].name) >= 0) continue;
        if (index-- == 0) return i;
    }
    return -1;
}

int model_frame_count(const snw_model *model) {
    int count = model->link_count;
    for (int i = 0; i < model->frame_count; i++) {
        count += snw_model_find_link(model, model->frames[i].name) < 0;
    }
    return count;
}

model_frame model_frame_at(const snw_model *model, int index) {
    if (index < model->link_count) return (model_frame){.link = index, .frame = -1};
    return (model_frame){.link = -1, .frame = shown_attachment(model, index - model->link_count)};
}

const char *model_frame_name(const snw_model *model, model_frame frame) {
    return frame.link >= 0 ? model->links[frame.link].name : model->frames[frame.frame].name;
}

snw_pose model_frame_pose(const snw_kin *kin, model_frame frame) {
    return frame.link >= 0 ? kin->T_world_link[frame.link] : snw_kin_frame(kin, frame.frame);
}

static snw_status refuse_name(const snw_model *model, const char *what, const char *name,
                              bool with_frames, snw_why *why) {
    const int count = with_frames ? model_frame_count(model) : model->link_count;
    const char **known = calloc((size_t)count, sizeof *known);
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    const char *closest = NULL;
    if (known != NULL) {
        for (int i = 0; i < count; i++) {
            known[i] = model_frame_name(model, model_frame_at(model, i));
        }
        closest = snw_closest_name(name, known, count);
    }
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "there is no %s '%.64s'", what, name);
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, model->name, text);
    snw_why_rule(why, "unknown-frame");
    line = snw_text_over(fix, sizeof fix);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "'sinew model show' lists them");
    }
    snw_why_fix(why, fix);
    free(known);
    return SNW_ERR_UNKNOWN_NAME;
}

snw_status model_find_frame(const snw_model *model, const char *name, model_frame *frame,
                            snw_why *why) {
    frame->link = snw_model_find_link(model, name);
    frame->frame = frame->link >= 0 ? -1 : snw_model_find_frame(model, name);
    if (frame->link >= 0 || frame->frame >= 0) return SNW_OK;
    return refuse_name(model, "link or frame", name, true, why);
}

snw_status model_find_link(const snw_model *model, const char *name, int *link, snw_why *why) {
    *link = snw_model_find_link(model, name);
    return *link >= 0 ? SNW_OK : refuse_name(model, "link", name, false, why);
}

// --- output -------------------------------------------------------------------------------------

void model_quat_xyzw(snw_pose pose, double out[4]) {
    const snw_quat q = snw_quat_from_mat3(pose.R);
    const double sign = q.w < 0 ? -1 : 1;
    out[0] = sign * q.x;
    out[1] = sign * q.y;
    out[2] = sign * q.z;
    out[3] = sign * q.w;
}

void model_json_pose(snw_json_writer *json, snw_pose pose) {
    double quat[4];
    model_quat_xyzw(pose, quat);
    snw_json_reals(json, "position", (const double[]){pose.p.x, pose.p.y, pose.p.z}, 3);
    snw_json_reals(json, "quat_xyzw", quat, 4);
}

// A bar would end the cell, a bracket could begin a link, and a backtick would be a mark: these are
// shown as they are.
void model_cell(snw_text *text, const char *words) {
    for (size_t left = strlen(words); left > 0;) {
        const int length = snw_printable_length(words, left);
        const size_t step = length > 0 ? (size_t)length : 1;
        if (*words == '|' || *words == '[' || *words == '`') snw_text_add(text, "\\", 1);
        if (length == 0) {
            snw_text_format(text, "\\x%02x", (unsigned char)*words);
        } else {
            snw_text_add(text, words, step);
        }
        words += step;
        left -= step;
    }
    snw_text_format(text, " | ");
}

// six digits are enough for people; zero without a sign
void model_cell_real(snw_text *text, double value) {
    if (isfinite(value)) {
        const double size = value == 0 ? 1 : pow(10, 5 - floor(log10(fabs(value))));
        const double rounded = round(value * size) / size;
        if (isfinite(rounded)) value = rounded + 0.0;
        snw_text_real(text, value);
    } else {
        snw_text_format(text, "-");
    }
    snw_text_format(text, " | ");
}

char *model_composed(cli_render_fn *compose, const void *context, size_t *length, snw_why *why) {
    snw_text text = snw_text_over(NULL, 0);
    compose(&text, context);
    char *memory = malloc(text.length + 1);
    if (memory == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        return NULL;
    }
    text = snw_text_over(memory, text.length + 1);
    compose(&text, context);
    *length = text.length;
    return memory;
}

static void render_layout(snw_text *text, const void *context) {
    describe_layout(context, text);
}

snw_status model_print_page(cli_io *io, cli_render_fn *compose, const void *context, snw_why *why) {
    size_t length = 0;
    char *page = model_composed(compose, context, &length, why);
    if (page == NULL) return SNW_ERR_MEMORY;
    const snw_status status = cli_print(io, render_layout, page);
    free(page);
    return status;
}
