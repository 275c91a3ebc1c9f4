// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Curves of letters. A Braille letter is two dots wide and four high (U+2800 and a bit per dot); in
// ASCII a letter is one dot, and each signal has its own.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot_internal.h"

enum { LABELS = 13, COLOURS = 6, LETTERS = 8, NOBODY = 255 };
static const char letters[LETTERS + 1] = "*+ox#%@=";
static const int colours[COLOURS] = {34, 31, 32, 33, 35, 36};

// dots of one panel
typedef struct canvas {
    int columns, rows; // letters
    int wide, high;    // dots of a letter
    uint8_t *dots;     // [columns * rows] bits of a Braille letter
    uint8_t *owner;    // [columns * rows] the signal that drew last, NOBODY for none
} canvas;

static void set_dot(canvas *c, int x, int y, int signal) {
    // bits of the dots of a letter, column by column, from above
    static const uint8_t bits[2][4] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};
    if (x < 0 || y < 0 || x >= c->columns * c->wide || y >= c->rows * c->high) return;
    const int at = y / c->high * c->columns + x / c->wide;
    c->dots[at] |= bits[x % c->wide][y % c->high];
    c->owner[at] = (uint8_t)signal;
}

static int dot_of(const canvas *c, const plot_axis *axis, double v) {
    const double part = (axis->high - v) / (axis->high - axis->low);
    return (int)fmin(floor(part * c->rows * c->high), c->rows * c->high - 1);
}

static void draw_signal(canvas *c, const snw_plot *p, const plot_axis *axis, int signal) {
    const int count = c->columns * c->wide;
    plot_column *columns = malloc((size_t)count * sizeof *columns);
    if (columns == NULL) return;
    snw__plot_reduce(p, &p->signals[signal], columns, count);
    int last_x = -1, last_y = 0;
    for (int x = 0; x < count; x++) {
        const plot_column *column = &columns[x];
        if (!column->any) continue;
        const int top = dot_of(c, axis, column->high), bottom = dot_of(c, axis, column->low);
        for (int y = top; y <= bottom; y++)
            set_dot(c, x, y, signal);
        // a straight line from where the last column was left
        const int y = dot_of(c, axis, column->enter);
        const int steps = last_x < 0 || column->broken
                              ? 0
                              : (abs(y - last_y) > x - last_x ? abs(y - last_y) : x - last_x);
        for (int k = 1; k < steps; k++) {
            set_dot(c, last_x + (x - last_x) * k / steps, last_y + (y - last_y) * k / steps,
                    signal);
        }
        last_x = x;
        last_y = dot_of(c, axis, column->leave);
    }
    free(columns);
}

static void add_letter(snw_text *text, const snw_plot *p, const canvas *c, int at) {
    const int signal = c->owner[at];
    if (signal == NOBODY) {
        snw_text_add(text, " ", 1);
        return;
    }
    if (p->colour) snw_text_format(text, "\x1b[%dm", colours[signal % COLOURS]);
    if (p->ascii) {
        snw_text_add(text, &letters[signal % LETTERS], 1);
    } else {
        const unsigned code = 0x2800U + c->dots[at];
        const char bytes[3] = {(char)(0xE0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3F)),
                               (char)(0x80 | (code & 0x3F))};
        snw_text_add(text, bytes, 3);
    }
    if (p->colour) snw_text_format(text, "\x1b[0m");
}

static void add_rows(snw_text *text, const snw_plot *p, const canvas *c, const plot_axis *axis) {
    for (int row = 0; row < c->rows; row++) {
        char label[PLOT_LABEL] = "";
        // the mark whose dot lies in this row
        for (int i = 0; i < axis->count; i++) {
            if (dot_of(c, axis, axis->first + i * axis->step) / c->high == row) {
                snw__plot_print_mark(axis, i, label);
            }
        }
        snw_text_format(text, "%*s %s", LABELS - 2, label, label[0] != '\0' ? "+" : "|");
        for (int column = 0; column < c->columns; column++)
            add_letter(text, p, c, row * c->columns + column);
        snw_text_format(text, "\n");
    }
}

static void add_time(snw_text *text, const snw_plot *p, const canvas *c) {
    const plot_axis axis = snw__plot_axis_of(p->first, p->last, c->columns / 12);
    snw_text_format(text, "%*s+", LABELS - 1, "");
    int at = 0;
    for (int i = 0; i < axis.count; i++) {
        const int place = (int)((axis.first + i * axis.step - p->first) / (p->last - p->first) *
                                (c->columns - 1));
        while (at < place)
            snw_text_add(text, "-", 1), at++;
        snw_text_add(text, "+", 1), at++;
    }
    while (at < c->columns)
        snw_text_add(text, "-", 1), at++;
    snw_text_format(text, "\n%*s", LABELS, "");
    at = 0;
    for (int i = 0; i < axis.count; i++) {
        char label[PLOT_LABEL];
        snw__plot_print_mark(&axis, i, label);
        int place = (int)((axis.first + i * axis.step - p->first) / (p->last - p->first) *
                          (c->columns - 1)) -
                    (int)strlen(label) / 2;
        // at the left end there is no room before the mark
        if (place < 0) place = 0;
        if (place < at) continue;
        while (at < place)
            snw_text_add(text, " ", 1), at++;
        snw_text_format(text, "%s ", label);
        at += (int)strlen(label) + 1;
    }
    snw_text_format(text, " t [s]\n");
}

static void add_names(snw_text *text, const snw_plot *p, int panel) {
    for (int i = 0; i < p->count; i++) {
        const snw_plot_signal *s = &p->signals[i];
        if (s->panel != panel) continue;
        snw_text_format(text, "%*s", LABELS, "");
        if (p->colour) snw_text_format(text, "\x1b[%dm", colours[i % COLOURS]);
        snw_text_format(text, "%c ", p->ascii ? letters[i % LETTERS] : '-');
        if (p->colour) snw_text_format(text, "\x1b[0m");
        snw_text_visible(text, s->path);
        if (s->unit[0] != '\0') {
            snw_text_format(text, " [");
            snw_text_visible(text, s->unit);
            snw_text_format(text, "]");
        }
        snw_text_format(text, "\n");
    }
}

void snw_plot_terminal(snw_text *text, const void *context) {
    const snw_plot *p = context;
    canvas c = {.columns = p->width - LABELS,
                .rows = p->height,
                .wide = p->ascii ? 1 : 2,
                .high = p->ascii ? 1 : 4};
    const size_t size = (size_t)c.columns * (size_t)c.rows;
    c.dots = malloc(size);
    c.owner = malloc(size);
    for (int panel = 0; panel < p->panels && c.dots != NULL && c.owner != NULL; panel++) {
        memset(c.dots, 0, size);
        memset(c.owner, NOBODY, size);
        const plot_axis axis = snw__plot_values_of(p, panel, p->height / 3);
        for (int i = 0; i < p->count; i++) {
            if (p->signals[i].panel == panel) draw_signal(&c, p, &axis, i);
        }
        add_names(text, p, panel);
        add_rows(text, p, &c, &axis);
        if (panel + 1 == p->panels) add_time(text, p, &c);
    }
    free(c.dots);
    free(c.owner);
}
