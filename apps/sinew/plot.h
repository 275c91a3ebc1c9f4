// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_PLOT_H
#define SINEW_APPS_PLOT_H

/// @file
/// Signals over time as a picture: SVG, or letters for a terminal. Signals of one unit share a
/// panel; all panels share the axis of time.

#include <stdbool.h>
#include <stddef.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PLOT_SIGNALS = 64, ///< at most
    PLOT_LABEL = 48    ///< bytes of the text of a tick
};

/// One signal. A value that is NaN breaks the line.
typedef struct plot_signal {
    const char *path, *unit;
    double *t, *v; ///< [count] seconds, ascending; values
    size_t count, room;
    int panel;
} plot_signal;

/// What is drawn.
typedef struct plot {
    const char *title;
    plot_signal signals[PLOT_SIGNALS];
    int count, panels;
    double first, last; ///< of the axis of time [s]
    int width, height;  ///< of a panel: pixels, or letters
    bool ascii, colour; ///< of a terminal
} plot;

/// Sensible places for marks along an axis.
typedef struct plot_axis {
    double low, high; ///< ends of the axis
    double first, step;
    int count;    ///< marks: first + i * step
    int decimals; ///< that tell them apart
} plot_axis;

/// Marks at 1, 2 or 5 times a power of ten, at most `most` of them (at least 2) in [low, high].
plot_axis plot_axis_of(double low, double high, int most);

/// The text of a mark.
void plot_print_mark(const plot_axis *axis, int index, char out[PLOT_LABEL]);

/// The axis of a panel: all finite values of its signals and a little room.
plot_axis plot_values_of(const plot *p, int panel, int most);

/// "position [rad]" or what a panel is called: the unit its signals have.
const char *plot_unit_of(const plot *p, int panel);

/// The extremes of a signal within a column of a picture.
typedef struct plot_column {
    double enter, low, high, leave; ///< first, least, greatest and last value
    bool any;                       ///< there are values at all
    bool broken;                    ///< a gap lies before it
} plot_column;

/// Reduces a signal to `columns` columns between the ends of the axis of time.
void plot_reduce(const plot *p, const plot_signal *signal, plot_column *columns, int count);

void plot_render_svg(snw_text *svg, const void *context);       ///< of a plot
void plot_render_terminal(snw_text *text, const void *context); ///< of a plot

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_PLOT_H
