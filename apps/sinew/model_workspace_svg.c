// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "model_workspace.h"
#include "sinew/draw.h"

// Density is shown by opacity of one colour, and the rest in a middle grey, without a background:
// both read on white and on black. All cells of one density are one path.

#define BORDER 12.0
#define LEFT 44.0     // room for numbers left of a view [px]
#define GAP 30.0      // between views
#define HEAD 62.0     // where the views begin
#define FOOT 70.0     // room below them
#define LARGEST 400.0 // of a view, along either side [px]

enum { LEVELS = 6 };

static const char *const ink = "#7d8590";
static const char *const colour = "#2f81f7";
static const double opacity[LEVELS] = {0.16, 0.3, 0.45, 0.62, 0.8, 1};

// one view on the page
typedef struct panel {
    const workspace *w;
    int view;
    double scale;                    // [px/m]
    double left, top, width, height; // [px]
    double low_x, low_y;             // at the lower left corner [m]
} panel;

static double up_of(int view, snw_vec3 p) {
    return view == 0 ? p.z : p.y;
}

static double page_x(const panel *p, double x) {
    return p->left + p->scale * (x - p->low_x);
}

static double page_y(const panel *p, double y) {
    return p->top + p->height - p->scale * (y - p->low_y);
}

static void add_numbers(snw_text *svg, const char *first, double a, const char *second, double b) {
    snw_text_format(svg, "%s", first);
    snw_draw_number(svg, a);
    snw_text_format(svg, "%s", second);
    snw_draw_number(svg, b);
}

static void add_label(snw_text *svg, double x, double y, const char *style, const char *text) {
    snw_text_format(svg, "<text %s", style);
    add_numbers(svg, " x=\"", x, "\" y=\"", y);
    snw_text_format(svg, "\">");
    snw_text_xml_attribute(svg, text);
    snw_text_format(svg, "</text>\n");
}

// --- cells --------------------------------------------------------------------------------------

static int64_t most_in(const panel *p) {
    int64_t most = 1;
    for (int i = 0; i < p->w->rows[p->view] * p->w->columns; i++) {
        if (p->w->counts[p->view][i] > most) most = p->w->counts[p->view][i];
    }
    return most;
}

// 0 for an empty cell, else 1 to LEVELS; the root shows thin places, too
static int level_of(int64_t count, int64_t most) {
    if (count == 0) return 0;
    const int level = (int)ceil(LEVELS * sqrt((double)count / (double)most));
    return level < 1 ? 1 : level > LEVELS ? LEVELS : level;
}

// neighbours of one level in a row are one rectangle
static void add_runs(snw_text *svg, const panel *p, int row, int level, int64_t most) {
    const int columns = p->w->columns;
    const int64_t *counts = p->w->counts[p->view] + (ptrdiff_t)row * columns;
    const double edge = p->scale * p->w->cell;
    for (int i = 0; i < columns; i++) {
        if (level_of(counts[i], most) != level) continue;
        int end = i + 1;
        while (end < columns && level_of(counts[end], most) == level) {
            end++;
        }
        add_numbers(svg, "M", p->left + edge * i, " ", p->top + p->height - edge * (row + 1));
        add_numbers(svg, "h", edge * (end - i), "v", edge);
        snw_text_format(svg, "h");
        snw_draw_number(svg, -edge * (end - i));
        snw_text_format(svg, "z");
        i = end;
    }
}

static void add_cells(snw_text *svg, const panel *p) {
    const int64_t most = most_in(p);
    for (int level = 1; level <= LEVELS; level++) {
        snw_text_format(svg, "<path class=\"density\" fill=\"%s\" fill-opacity=\"", colour);
        snw_text_real(svg, opacity[level - 1]);
        snw_text_format(svg, "\" d=\"");
        for (int row = 0; row < p->w->rows[p->view]; row++) {
            add_runs(svg, p, row, level, most);
        }
        snw_text_format(svg, "\"/>\n");
    }
}

// --- axes and marks -----------------------------------------------------------------------------

// 1, 2 or 5 times a power of ten: about five steps of it over a length
static double step_for(double length) {
    const double wanted = length / 5, power = pow(10, floor(log10(wanted)));
    const double ratio = wanted / power;
    return power * (ratio < 2 ? 1 : ratio < 5 ? 2 : 5);
}

static void add_tick(snw_text *svg, const panel *p, bool upright, double value) {
    char number[SNW_NUMBER_SIZE];
    (void)snw_real_print(round(value * 1e6) / 1e6 + 0.0, number);
    const double x = upright ? p->left : page_x(p, value);
    const double y = upright ? page_y(p, value) : p->top + p->height;
    snw_text_format(svg, "<path stroke=\"%s\" stroke-width=\".5\" stroke-opacity=\".45\"", ink);
    add_numbers(svg, " d=\"M", x, " ", y);
    snw_text_format(svg, upright ? "h" : "v");
    snw_draw_number(svg, upright ? p->width : -p->height);
    snw_text_format(svg, "\"/>\n");
    add_label(svg, upright ? x - 6 : x, upright ? y + 4 : y + 15,
              upright ? "text-anchor=\"end\"" : "text-anchor=\"middle\"", number);
}

static void add_ticks(snw_text *svg, const panel *p, bool upright) {
    const double length = (upright ? p->height : p->width) / p->scale;
    const double low = upright ? p->low_y : p->low_x;
    const double step = step_for(fmax(p->width, p->height) / p->scale);
    for (double k = ceil(low / step - 1e-9); k * step <= low + length * (1 + 1e-9); k++) {
        add_tick(svg, p, upright, k * step);
    }
}

static void add_marks(snw_text *svg, const panel *p) {
    const workspace *w = p->w;
    // the root
    snw_text_format(svg, "<path class=\"root\" stroke=\"%s\" stroke-width=\"1.6\"", ink);
    add_numbers(svg, " d=\"M", page_x(p, 0) - 6, " ", page_y(p, 0));
    snw_text_format(svg, "h12m-6-6v12\"/>\n");
    // the place where it moves best
    snw_text_format(svg, "<circle class=\"best\" fill=\"none\" stroke=\"#e8590c\" "
                         "stroke-width=\"2.2\" r=\"6\"");
    add_numbers(svg, " cx=\"", page_x(p, w->best_at.x), "\" cy=\"",
                page_y(p, up_of(p->view, w->best_at)));
    snw_text_format(svg, "\"/>\n");
}

static void add_panel(snw_text *svg, const panel *p) {
    snw_text_format(svg, "<g data-view=\"%s\" data-scale=\"", p->view == 0 ? "side" : "top");
    snw_text_real(svg, p->scale);
    snw_text_format(svg, "\" data-x=\"");
    snw_text_real(svg, page_x(p, 0));
    snw_text_format(svg, "\" data-y=\"");
    snw_text_real(svg, page_y(p, 0));
    snw_text_format(svg, "\">\n");
    add_cells(svg, p);
    add_ticks(svg, p, false);
    add_ticks(svg, p, true);
    add_marks(svg, p);
    add_label(svg, p->left + p->width / 2, p->top + p->height + 33, "text-anchor=\"middle\"",
              p->view == 0 ? "side: x \xE2\x86\x92, z \xE2\x86\x91 [m]"
                           : "top: x \xE2\x86\x92, y \xE2\x86\x91 [m]");
    snw_text_format(svg, "</g>\n");
}

// --- the page -----------------------------------------------------------------------------------

static void add_legend(snw_text *svg, double y) {
    double x = BORDER;
    add_label(svg, x, y, "", "few");
    x += 26;
    for (int i = 0; i < LEVELS; i++) {
        snw_text_format(svg, "<rect width=\"16\" height=\"11\" fill=\"%s\" fill-opacity=\"",
                        colour);
        snw_text_real(svg, opacity[i]);
        add_numbers(svg, "\" x=\"", x, "\" y=\"", y - 10);
        snw_text_format(svg, "\"/>\n");
        x += 17;
    }
    add_label(svg, x + 6, y, "", "many samples");
    x += 112;
    snw_text_format(svg, "<circle fill=\"none\" stroke=\"#e8590c\" stroke-width=\"2.2\" r=\"5\"");
    add_numbers(svg, " cx=\"", x, "\" cy=\"", y - 4);
    snw_text_format(svg, "\"/>\n");
    add_label(svg, x + 11, y, "", "best manipulability");
    x += 138;
    add_label(svg, x, y, "", "+ root");
}

static void add_words(snw_text *svg, const workspace *w) {
    char line[3 * SNW_NAME + 128];
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_format(&text, "%s: workspace of %s", w->model->name,
                    model_frame_name(w->model, w->frame));
    add_label(svg, BORDER, BORDER + 13, "font-size=\"16\" font-weight=\"600\"", line);
    text = snw_text_over(line, sizeof line);
    snw_text_format(&text, "%lld random configurations within the limits; ", (long long)w->samples);
    snw_text_real(&text, round(w->nearest * 1e3) / 1e3);
    snw_text_format(&text, " to ");
    snw_text_real(&text, round(w->farthest * 1e3) / 1e3);
    snw_text_format(&text, " m from the origin of the root");
    add_label(svg, BORDER, BORDER + 33, "", line);
}

void workspace_render_svg(snw_text *svg, const void *context) {
    const workspace *w = context;
    const double wide = w->columns * w->cell;
    const double tall = fmax(w->rows[0], w->rows[1]) * w->cell;
    const double scale = LARGEST / fmax(wide, tall);
    const double width = 2 * BORDER + 2 * (LEFT + scale * wide) + GAP;
    const double page = fmax(width, 520), height = HEAD + scale * tall + FOOT;
    snw_text_format(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0");
    add_numbers(svg, " ", page, " ", height);
    snw_text_format(
        svg, "\" font-family=\"system-ui,sans-serif\" font-size=\"12\" fill=\"%s\">\n<title>", ink);
    snw_text_xml_attribute(svg, w->model->name);
    snw_text_format(svg, ": workspace</title>\n");
    add_words(svg, w);
    for (int i = 0; i < WORKSPACE_VIEWS; i++) {
        const double high = scale * w->rows[i] * w->cell;
        const panel p = {.w = w,
                         .view = i,
                         .scale = scale,
                         .left = BORDER + LEFT + i * (LEFT + scale * wide + GAP),
                         .top = HEAD + scale * tall - high,
                         .width = scale * wide,
                         .height = high,
                         .low_x = w->corner.x,
                         .low_y = up_of(i, w->corner)};
        add_panel(svg, &p);
    }
    add_legend(svg, height - 12);
    snw_text_format(svg, "</svg>\n");
}
