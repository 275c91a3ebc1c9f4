// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>

#include "internal.h"
#include "plot_internal.h"

// Middle colours on no background: they read on white and on black.

#define LEFT 76.0  // room for numbers left of a panel [px]
#define RIGHT 18.0 // and right of it
#define HEAD 34.0  // for the title
#define ROW 17.0   // a line of the legend
#define GAP 22.0   // between panels
#define FOOT 46.0  // for the axis of time

enum { COLOURS = 8 };
static const char *const colours[COLOURS] = {"#2f81f7", "#e5534b", "#3fb950", "#d29922",
                                             "#a371f7", "#39c5cf", "#db61a2", "#7d8590"};
static const char *const ink = "#7d8590";

typedef struct area {
    double left, top, width, height; // [px]
    plot_axis x, y;
} area;

static double page_x(const area *a, double t) {
    return a->left + (t - a->x.low) / (a->x.high - a->x.low) * a->width;
}

static double page_y(const area *a, double v) {
    return a->top + a->height - (v - a->y.low) / (a->y.high - a->y.low) * a->height;
}

static void add_pair(snw_text *svg, const char *first, double a, const char *second, double b) {
    snw_text_format(svg, "%s", first);
    snw_draw_number(svg, a);
    snw_text_format(svg, "%s", second);
    snw_draw_number(svg, b);
}

static void add_label(snw_text *svg, double x, double y, const char *anchor, const char *words) {
    snw_text_format(svg, "<text text-anchor=\"%s\"", anchor);
    add_pair(svg, " x=\"", x, "\" y=\"", y);
    snw_text_format(svg, "\">");
    snw_text_xml_attribute(svg, words);
    snw_text_format(svg, "</text>\n");
}

static void add_line(snw_text *svg, double x1, double y1, double x2, double y2) {
    add_pair(svg, "<path d=\"M", x1, " ", y1);
    add_pair(svg, "L", x2, " ", y2);
    snw_text_format(svg, "\"/>\n");
}

static void add_grid(snw_text *svg, const area *a) {
    snw_text_format(svg, "<g stroke=\"%s\" stroke-opacity=\"0.25\" fill=\"none\">\n", ink);
    for (int i = 0; i < a->y.count; i++) {
        const double y = page_y(a, a->y.first + i * a->y.step);
        add_line(svg, a->left, y, a->left + a->width, y);
    }
    for (int i = 0; i < a->x.count; i++) {
        const double x = page_x(a, a->x.first + i * a->x.step);
        add_line(svg, x, a->top, x, a->top + a->height);
    }
    snw_text_format(svg, "</g>\n<rect fill=\"none\" stroke=\"%s\"", ink);
    add_pair(svg, " x=\"", a->left, "\" y=\"", a->top);
    add_pair(svg, "\" width=\"", a->width, "\" height=\"", a->height);
    snw_text_format(svg, "\"/>\n");
}

static void add_marks(snw_text *svg, const area *a, const char *unit, bool is_last) {
    char label[PLOT_LABEL];
    snw_text_format(svg, "<g fill=\"%s\" stroke=\"none\">\n", ink);
    for (int i = 0; i < a->y.count; i++) {
        snw__plot_print_mark(&a->y, i, label);
        add_label(svg, a->left - 6, page_y(a, a->y.first + i * a->y.step) + 4, "end", label);
    }
    for (int i = 0; is_last && i < a->x.count; i++) {
        snw__plot_print_mark(&a->x, i, label);
        add_label(svg, page_x(a, a->x.first + i * a->x.step), a->top + a->height + 16, "middle",
                  label);
    }
    if (is_last) add_label(svg, a->left + a->width / 2, a->top + a->height + 34, "middle", "t [s]");
    if (unit[0] != '\0') {
        // along the left edge, from below
        const double x = 14, y = a->top + a->height / 2;
        char words[64];
        snw_text text = snw_text_over(words, sizeof words);
        snw_text_format(&text, "[%s]", unit);
        add_pair(svg, "<text text-anchor=\"middle\" transform=\"translate(", x, " ", y);
        snw_text_format(svg, ") rotate(-90)\">");
        snw_text_xml_attribute(svg, words);
        snw_text_format(svg, "</text>\n");
    }
    snw_text_format(svg, "</g>\n");
}

// at most four points per pixel: where the line enters, its extremes, where it leaves
static void add_curve(snw_text *svg, const snw_plot *p, const snw_plot_signal *s, const area *a,
                      const char *colour) {
    const int count = (int)a->width;
    plot_column *columns = malloc((size_t)count * sizeof *columns);
    if (columns == NULL) return;
    snw__plot_reduce(p, s, columns, count);
    snw_text_format(svg, "<path fill=\"none\" stroke-width=\"1.5\" stroke=\"%s\" d=\"", colour);
    for (int i = 0; i < count; i++) {
        const plot_column *c = &columns[i];
        if (!c->any) continue;
        const double x = a->left + i + 0.5;
        add_pair(svg, c->broken ? "M" : "L", x, " ", page_y(a, c->enter));
        // a point alone is a dot: round caps draw a line of no length
        if (c->broken && c->low == c->high) add_pair(svg, "L", x, " ", page_y(a, c->enter));
        if (c->low < c->high) {
            add_pair(svg, "L", x, " ", page_y(a, c->low));
            add_pair(svg, "L", x, " ", page_y(a, c->high));
            add_pair(svg, "L", x, " ", page_y(a, c->leave));
        }
    }
    snw_text_format(svg, "\"><title>");
    snw_text_xml_attribute(svg, s->path);
    snw_text_format(svg, "</title></path>\n");
    free(columns);
}

static int signals_in(const snw_plot *p, int panel) {
    int count = 0;
    for (int i = 0; i < p->count; i++)
        count += p->signals[i].panel == panel ? 1 : 0;
    return count;
}

// names above a panel, three to a line
static void add_legend(snw_text *svg, const snw_plot *p, int panel, const area *a, double top) {
    int at = 0;
    for (int i = 0; i < p->count; i++) {
        if (p->signals[i].panel != panel) continue;
        const int line = at / 3;
        const double x = a->left + a->width / 3 * (at % 3), y = top + ROW * line + 12;
        snw_text_format(svg, "<g stroke-width=\"3\" stroke=\"%s\">", colours[i % COLOURS]);
        add_line(svg, x, y - 4, x + 18, y - 4);
        snw_text_format(svg, "</g><g fill=\"%s\">", ink);
        add_label(svg, x + 24, y, "start", p->signals[i].path);
        snw_text_format(svg, "</g>\n");
        at++;
    }
}

static double legend_height(const snw_plot *p, int panel) {
    const int lines = (signals_in(p, panel) + 2) / 3;
    return ROW * lines + 6;
}

void snw_plot_svg(snw_text *svg, const void *context) {
    const snw_plot *p = context;
    double height = HEAD + FOOT;
    for (int i = 0; i < p->panels; i++)
        height += legend_height(p, i) + p->height + (i > 0 ? GAP : 0);
    add_pair(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", p->width, "\" height=\"",
             height);
    add_pair(svg, "\" viewBox=\"0 0 ", p->width, " ", height);
    snw_text_format(svg,
                    "\" font-family=\"sans-serif\" font-size=\"12\" stroke-linecap=\"round\" "
                    "stroke-linejoin=\"round\">\n<g fill=\"%s\" font-size=\"15\">",
                    ink);
    add_label(svg, LEFT, 22, "start", p->title);
    snw_text_format(svg, "</g>\n");
    double top = HEAD;
    for (int panel = 0; panel < p->panels; panel++) {
        area a = {.left = LEFT, .width = p->width - LEFT - RIGHT, .height = p->height};
        a.top = top + legend_height(p, panel);
        a.x = snw__plot_axis_of(p->first, p->last, (int)(a.width / 80));
        a.y = snw__plot_values_of(p, panel, (int)(a.height / 36));
        add_legend(svg, p, panel, &a, top);
        add_grid(svg, &a);
        add_marks(svg, &a, snw__plot_unit_of(p, panel), panel + 1 == p->panels);
        for (int i = 0; i < p->count; i++) {
            if (p->signals[i].panel != panel) continue;
            add_curve(svg, p, &p->signals[i], &a, colours[i % COLOURS]);
        }
        top = a.top + a.height + GAP;
    }
    snw_text_format(svg, "</svg>\n");
}
