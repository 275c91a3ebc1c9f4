// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// half length of a joint axis and length of the axes of a frame, as parts of the robot's size
#define AXIS_PART 0.055
#define FRAME_PART 0.045

// directions whose image is shorter than this part of their length point to or from the viewer
#define STEEP 0.25

// robots with more joints than this get smaller marks
#define FEW_JOINTS 8.0

static const char *const turning = "#e8590c";
static const char *const sliding = "#ae3ec9";
static const char *const frame_colors[] = {"#e03131", "#2f9e44", "#1c7ed6"};

void snw_draw_number(snw_text *svg, double value) {
    const long tenths = lround(10 * value), whole = labs(tenths) / 10, rest = labs(tenths) % 10;
    snw_text_format(svg, tenths < 0 ? "-%ld" : "%ld", whole);
    if (rest != 0) snw_text_format(svg, ".%ld", rest);
}

static void add_attribute(snw_text *svg, const char *name, double value) {
    snw_text_format(svg, " %s=\"", name);
    snw_draw_number(svg, value);
    snw_text_format(svg, "\"");
}

static void add_circle(snw_text *svg, snw_vec3 c, double radius, const char *paint,
                       const char *color) {
    snw_text_format(svg, "<circle %s=\"%s\"", paint, color);
    add_attribute(svg, "cx", c.x);
    add_attribute(svg, "cy", c.y);
    add_attribute(svg, "r", radius);
    snw_text_format(svg, "/>\n");
}

// a straight piece of the path that is open
static void add_segment(snw_text *svg, snw_vec3 a, snw_vec3 b) {
    snw_text_format(svg, "M");
    snw_draw_number(svg, a.x);
    snw_text_format(svg, " ");
    snw_draw_number(svg, a.y);
    snw_text_format(svg, "L");
    snw_draw_number(svg, b.x);
    snw_text_format(svg, " ");
    snw_draw_number(svg, b.y);
}

// what is marked: an axis from `start` to `end`, in the middle of which is a joint, or an arm of a
// frame that begins at its origin
typedef struct mark {
    snw_vec3 start, end; // in the world
    const char *color;
    bool joint;
} mark;

// marks along the line of sight have no length on the page
static bool is_steep(const draw_view *view, const mark *m) {
    const snw_vec3 a = snw__draw_project(view, m->start), b = snw__draw_project(view, m->end);
    return hypot(a.x - b.x, a.y - b.y) <= STEEP * view->scale * snw_vec3_distance(m->start, m->end);
}

// The round part of a mark: a dot at a joint; when it is steep a ring, with the dot when its axis
// points to the viewer; for frames only then, a dot.
static void add_round(snw_text *svg, const draw_view *view, const mark *m) {
    const snw_vec3 a = snw__draw_project(view, m->start), b = snw__draw_project(view, m->end);
    const bool steep = is_steep(view, m);
    if (!m->joint) {
        if (steep) add_circle(svg, a, 2, "fill", m->color);
        return;
    }
    const snw_vec3 middle = snw_vec3_scale(snw_vec3_add(a, b), 0.5);
    if (steep) add_circle(svg, middle, 4, "stroke", m->color);
    if (!steep || b.z > a.z) add_circle(svg, middle, 1.6, "fill", m->color);
}

// all marks of one colour: their lines in one path
static void add_marks(snw_text *svg, const draw_view *view, const mark *marks, int count,
                      const char *color) {
    bool open = false;
    for (int i = 0; i < count; i++) {
        if (marks[i].color != color || is_steep(view, &marks[i])) continue;
        if (!open) snw_text_format(svg, "<path stroke=\"%s\" d=\"", color);
        open = true;
        add_segment(svg, snw__draw_project(view, marks[i].start),
                    snw__draw_project(view, marks[i].end));
    }
    if (open) snw_text_format(svg, "\"/>\n");
    for (int i = 0; i < count; i++) {
        if (marks[i].color == color) add_round(svg, view, &marks[i]);
    }
}

// the axis of a joint that has one; false for others
static bool joint_mark(const draw_scene *scene, int i, double length, mark *m) {
    const snw_link *link = &scene->model->links[i];
    if (link->joint == SNW_JOINT_FIXED || link->joint == SNW_JOINT_SPHERICAL ||
        link->joint == SNW_JOINT_FREE || link->joint == SNW_JOINT_LAW) {
        return false;
    }
    const snw_pose T = snw_pose_mul(scene->kin->T_world_link[link->parent], link->T_parent_joint);
    const snw_vec3 axis = snw_vec3_scale(snw_mat3_apply(T.R, link->axis), length);
    *m = (mark){snw_vec3_sub(T.p, axis), snw_vec3_add(T.p, axis),
                link->joint == SNW_JOINT_PRISMATIC ? sliding : turning, true};
    return true;
}

static int frame_marks(snw_pose T, double length, mark m[3]) {
    const snw_vec3 axes[] = {T.R.x, T.R.y, T.R.z};
    for (int i = 0; i < 3; i++) {
        m[i] = (mark){T.p, snw_vec3_add_scaled(T.p, axes[i], length), frame_colors[i], false};
    }
    return 3;
}

// roles with a meaning for the eye; words of the user's own are not marked
static bool is_marked(const snw_model_frame *frame) {
    return strcmp(frame->role, "frame") == 0 || strcmp(frame->role, "sensor") == 0 ||
           strcmp(frame->role, "camera") == 0;
}

void snw__draw_marks(const draw_scene *scene, const draw_view *view, snw_text *svg) {
    const snw_model *model = scene->model;
    const double size = scene->size * sqrt(fmin(1, FEW_JOINTS / (1 + snw_model_joint_dof(model))));
    const size_t room = (size_t)model->link_count + 3 * ((size_t)model->frame_count + 1);
    mark *marks = snw_setup_take(scene->setup, room * sizeof *marks, sizeof(double));
    if (marks == NULL) return;
    int count = frame_marks(scene->kin->T_world_link[0], FRAME_PART * size, marks);
    for (int i = 1; i < model->link_count; i++) {
        count += joint_mark(scene, i, AXIS_PART * size, &marks[count]);
    }
    for (int f = 0; f < model->frame_count; f++) {
        if (!is_marked(&model->frames[f])) continue;
        count += frame_marks(snw_kin_frame(scene->kin, f), FRAME_PART * size, &marks[count]);
    }
    snw_text_format(svg, "<g class=\"marks\" fill=\"none\" stroke-width=\"1.3\" "
                         "stroke-linecap=\"round\">\n");
    add_marks(svg, view, marks, count, turning);
    add_marks(svg, view, marks, count, sliding);
    for (int i = 0; i < 3; i++) {
        add_marks(svg, view, marks, count, frame_colors[i]);
    }
    snw_text_format(svg, "</g>\n");
}

void snw__draw_lines(const draw_scene *scene, const draw_view *view, snw_text *svg) {
    if (scene->line_count == 0) return;
    snw_text_format(svg, "<path class=\"lines\" fill=\"none\" stroke=\"#868e96\" "
                         "stroke-width=\"3\" stroke-linecap=\"round\" d=\"");
    for (int i = 0; i < scene->line_count; i++) {
        const draw_line *line = &scene->lines[i];
        add_segment(svg, snw__draw_project(view, line->p[0]), snw__draw_project(view, line->p[1]));
    }
    snw_text_format(svg, "\"/>\n");
}
