// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/draw/draw.h"

#include <math.h>
#include <string.h>

#include "internal.h"

// memory of one picture at most: meshes, two lists of triangles, a grid per view
#define MEMORY ((size_t)1 << 30)

// the page: border, room between views, height of the lines of text above and below [px]
#define BORDER 12.0
#define GAP 26.0
#define TITLE 24.0
#define CAPTION 17.0
#define FOOT 36.0

// room around the robot for marks, as a part of its size
#define AROUND 0.05

// grey that reads on white and on black
static const char *const ink = "#7d8590";

enum { VIEWS = 3 };

static const draw_view directions[VIEWS] = {{.name = "front",
                                             .axes = "y \xE2\x86\x92, z \xE2\x86\x91",
                                             .right = {0, 1, 0},
                                             .up = {0, 0, 1},
                                             .toward = {1, 0, 0}},
                                            {.name = "side",
                                             .axes = "x \xE2\x86\x92, z \xE2\x86\x91",
                                             .right = {1, 0, 0},
                                             .up = {0, 0, 1},
                                             .toward = {0, -1, 0}},
                                            {.name = "top",
                                             .axes = "x \xE2\x86\x92, y \xE2\x86\x91",
                                             .right = {1, 0, 0},
                                             .up = {0, 1, 0},
                                             .toward = {0, 0, 1}}};

// the page and its views
typedef struct draw_page {
    snw_draw_options options;
    draw_view views[VIEWS];
    double width, height;
    double head; // where the views begin
    double foot; // where the views end
} draw_page;

// zero means the default
static double chosen(double value, double initial) {
    return value == 0 ? initial : value;
}

static snw_status check_options(snw_draw_options *options, const snw_robot *robot, snw_why *why) {
    options->width = chosen(options->width, 960);
    options->height = chosen(options->height, 420);
    if (options->resolution == 0) options->resolution = 18;
    if (options->title == NULL) options->title = robot->name;
    if (!(options->width >= 200 && options->width <= 10000)) {
        snw_why_set(why, SNW_ERR_RANGE, "draw", "the width must be 200 to 10000 px");
        snw_why_add(why, "width", options->width, "px");
        return SNW_ERR_RANGE;
    }
    if (!(options->height >= 50 && options->height <= 10000)) {
        snw_why_set(why, SNW_ERR_RANGE, "draw", "the height must be 50 to 10000 px");
        snw_why_add(why, "height", options->height, "px");
        return SNW_ERR_RANGE;
    }
    if (!(options->resolution >= 4 && options->resolution <= 256)) {
        snw_why_set(why, SNW_ERR_RANGE, "draw", "the resolution must be 4 to 256");
        snw_why_add(why, "resolution", options->resolution, "");
        return SNW_ERR_RANGE;
    }
    return SNW_OK;
}

// do the description, the model and the poses belong together, and are they finite?
static snw_status check_robot(const snw_robot *robot, const snw_model *model, const snw_kin *kin,
                              snw_why *why) {
    bool fits = kin->model == model && model->link_count == robot->link_count;
    for (int i = 0; fits && i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        fits = link->described_link >= 0 && link->described_link < robot->link_count &&
               strcmp(link->name, robot->links[link->described_link].name) == 0;
    }
    if (!fits) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "draw",
                          "robot, model and poses do not belong together", NULL);
    }
    for (int i = 0; i < model->link_count; i++) {
        if (snw_pose_is_finite(kin->T_world_link[i])) continue;
        return snw_refuse(why, SNW_ERR_NOT_FINITE, model->links[i].name, "the pose is not finite",
                          NULL);
    }
    return SNW_OK;
}

// least and greatest place of the scene along a direction, with room for marks
static double along(const draw_scene *scene, snw_vec3 d, bool greatest) {
    const snw_vec3 low = scene->box.low, high = scene->box.high;
    const bool x = (d.x > 0) == greatest, y = (d.y > 0) == greatest, z = (d.z > 0) == greatest;
    const double end =
        d.x * (x ? high.x : low.x) + d.y * (y ? high.y : low.y) + d.z * (z ? high.z : low.z);
    return end + (greatest ? AROUND : -AROUND) * scene->size;
}

// One scale for all views. Front and side stand on one ground, the top view hangs in the middle.
static void lay_out(draw_page *page, const draw_scene *scene) {
    double width = 0, height = 0, tall[VIEWS], wide[VIEWS];
    for (int i = 0; i < VIEWS; i++) {
        draw_view *view = &page->views[i];
        *view = directions[i];
        wide[i] = along(scene, view->right, true) - along(scene, view->right, false);
        tall[i] = along(scene, view->up, true) - along(scene, view->up, false);
        width += wide[i];
        height = fmax(height, tall[i]);
    }
    const double room = page->options.width - 2 * BORDER - (VIEWS - 1) * GAP;
    const double scale = fmin(room / width, page->options.height / height);
    const double space = (room - scale * width) / VIEWS; // left over, shared by the views
    page->width = page->options.width;
    page->head = BORDER + TITLE + (page->options.caption != NULL ? CAPTION : 0);
    page->foot = page->head + scale * height;
    page->height = page->foot + FOOT + BORDER;
    double left = BORDER;
    for (int i = 0; i < VIEWS; i++) {
        draw_view *view = &page->views[i];
        view->scale = scale;
        view->width = scale * wide[i] + space;
        view->height = scale * tall[i];
        view->left = left;
        const bool standing = view->up.z > 0;
        view->top =
            standing ? page->foot - view->height : page->head + (scale * height - view->height) / 2;
        view->x = left + space / 2 - scale * along(scene, view->right, false);
        view->y = view->top + scale * along(scene, view->up, true);
        left += view->width + GAP;
    }
}

static void add_label(snw_text *svg, double x, double y, const char *style, const char *text) {
    snw_text_format(svg, "<text %s x=\"", style);
    snw_draw_number(svg, x);
    snw_text_format(svg, "\" y=\"");
    snw_draw_number(svg, y);
    snw_text_format(svg, "\">");
    snw_text_xml_attribute(svg, text);
    snw_text_format(svg, "</text>\n");
}

// the ground: a line with short strokes below
static void add_ground(const draw_view *view, double ground, snw_text *svg) {
    const double y = view->y - view->scale * ground;
    snw_text_format(svg, "<path class=\"ground\" stroke=\"%s\" stroke-width=\".8\" d=\"M", ink);
    snw_draw_number(svg, view->left);
    snw_text_format(svg, " ");
    snw_draw_number(svg, y);
    snw_text_format(svg, "h");
    snw_draw_number(svg, view->width);
    snw_text_format(svg, "m");
    snw_draw_number(svg, 7 - view->width);
    snw_text_format(svg, " 0");
    const int strokes = (int)fmin(view->width / 9, 1000);
    for (int i = 0; i < strokes; i++) {
        snw_text_format(svg, "l-5 5m14-5");
    }
    snw_text_format(svg, "\"/>\n");
}

static void add_view(const draw_page *page, const draw_view *view, const draw_scene *scene,
                     snw_text *svg) {
    // a program can find points of the world again by these numbers
    snw_text_format(svg, "<g data-view=\"%s\" data-scale=\"", view->name);
    snw_text_real(svg, view->scale);
    snw_text_format(svg, "\" data-x=\"");
    snw_text_real(svg, view->x);
    snw_text_format(svg, "\" data-y=\"");
    snw_text_real(svg, view->y);
    snw_text_format(svg, "\">\n");
    if (view->up.z > 0) add_ground(view, scene->ground, svg);
    snw_text_format(svg, "<g transform=\"scale(.1)\">\n");
    snw__draw_view(scene, view, svg);
    snw_text_format(svg, "</g>\n");
    snw__draw_lines(scene, view, svg);
    if (!page->options.no_marks) snw__draw_marks(scene, view, svg);
    char caption[64];
    snw_text line = snw_text_over(caption, sizeof caption);
    snw_text_format(&line, "%s: %s", view->name, view->axes);
    add_label(svg, view->left + view->width / 2, page->foot + 18, "text-anchor=\"middle\"",
              caption);
    snw_text_format(svg, "</g>\n");
}

// a bar of 1, 2 or 5 times a power of ten, about a seventh of the page, at its right end
static void add_scale(const draw_page *page, snw_text *svg) {
    const double scale = page->views[0].scale, wanted = page->width / 7 / scale;
    const double power = pow(10, floor(log10(wanted)));
    const double ratio = wanted / power;
    const double length = power * (ratio < 2 ? 1 : ratio < 5 ? 2 : 5);
    const double x = page->width - BORDER - length * scale, y = BORDER + 8;
    snw_text_format(
        svg, "<path class=\"bar\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" d=\"M", ink);
    snw_draw_number(svg, x);
    snw_text_format(svg, " ");
    snw_draw_number(svg, y - 4);
    snw_text_format(svg, "v8m0-4h");
    snw_draw_number(svg, length * scale);
    snw_text_format(svg, "m0-4v8\"/>\n");
    char text[48];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_real(&line, length);
    snw_text_format(&line, " m");
    add_label(svg, x - 6, y + 4, "text-anchor=\"end\"", text);
}

static void add_page(const draw_page *page, const draw_scene *scene, snw_text *svg) {
    snw_text_format(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    snw_draw_number(svg, page->width);
    snw_text_format(svg, " ");
    snw_draw_number(svg, page->height);
    snw_text_format(
        svg, "\" font-family=\"system-ui,sans-serif\" font-size=\"12\" fill=\"%s\">\n<title>", ink);
    snw_text_xml_attribute(svg, page->options.title);
    snw_text_format(svg, "</title>\n");
    add_label(svg, BORDER, BORDER + 13, "font-size=\"16\" font-weight=\"600\"",
              page->options.title);
    if (page->options.caption != NULL) {
        add_label(svg, BORDER, BORDER + TITLE + 8, "", page->options.caption);
    }
    add_scale(page, svg);
    for (int i = 0; i < VIEWS; i++) {
        add_view(page, &page->views[i], scene, svg);
    }
    if (!page->options.no_marks) {
        snw_text_format(svg, "<text font-size=\"11\" x=\"%d\" y=\"", (int)BORDER);
        snw_draw_number(svg, page->height - 8);
        snw_text_format(svg, "\"><tspan fill=\"#e8590c\">\xE2\x94\x81</tspan> joint axis   "
                             "<tspan fill=\"#e03131\">x</tspan> "
                             "<tspan fill=\"#2f9e44\">y</tspan> "
                             "<tspan fill=\"#1c7ed6\">z</tspan> of frames</text>\n");
    }
    snw_text_format(svg, "</svg>\n");
}

snw_status snw_draw_svg(const snw_robot *robot, const snw_model *model, const snw_kin *kin,
                        const snw_draw_options *options, snw_text *svg, snw_why *why) {
    draw_page page = {.options = options != NULL ? *options : (snw_draw_options){0}};
    snw_status status = check_options(&page.options, robot, why);
    if (!snw_failed(status)) status = check_robot(robot, model, kin, why);
    if (snw_failed(status)) return status;
    snw_setup *setup = snw_setup_create(MEMORY);
    if (setup == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "draw", "no memory for the picture", NULL);
    }
    draw_scene scene = {.setup = setup,
                        .robot = robot,
                        .model = model,
                        .kin = kin,
                        .collisions = page.options.collisions,
                        .resolution = page.options.resolution};
    status = snw__draw_scene(&scene, why);
    if (snw_failed(status)) goto done;
    lay_out(&page, &scene);
    const snw_text before = *svg;
    add_page(&page, &scene, svg);
    status = snw_setup_status(setup);
    if (snw_failed(status)) {
        // a part of the picture is missing: as if nothing had been written
        *svg = before;
        if (svg->data != NULL && svg->length < svg->capacity) svg->data[svg->length] = 0;
        SNW_IGNORE(
            snw_refuse(why, status, "draw", "the picture needs more memory than is allowed", NULL));
    }
done:
    snw_setup_destroy(setup);
    return status;
}
