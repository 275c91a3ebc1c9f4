// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DRAW_PLOT_INTERNAL_H
#define SINEW_SRC_DRAW_PLOT_INTERNAL_H

#include "sinew/draw.h"

enum { PLOT_LABEL = 48 }; ///< bytes of the text of a mark

/// Sensible places for marks along an axis.
typedef struct plot_axis {
    double low, high; ///< ends of the axis
    double first, step;
    int count;    ///< marks: first + i * step
    int decimals; ///< that tell them apart
} plot_axis;

/// Marks at 1, 2 or 5 times a power of ten, at most `most` of them (at least 2) in [low, high].
plot_axis snw__plot_axis_of(double low, double high, int most);

/// The text of a mark.
void snw__plot_print_mark(const plot_axis *axis, int index, char out[PLOT_LABEL]);

/// The axis of a panel: all finite values of its signals and a little room.
plot_axis snw__plot_values_of(const snw_plot *p, int panel, int most);

/// "position [rad]" or what a panel is called: the unit its signals have.
const char *snw__plot_unit_of(const snw_plot *p, int panel);

/// The extremes of a signal within a column of a picture.
typedef struct plot_column {
    double enter, low, high, leave; ///< first, least, greatest and last value
    bool any;                       ///< there are values at all
    bool broken;                    ///< a gap lies before it
} plot_column;

/// Reduces a signal to `columns` columns between the ends of the axis of time.
void snw__plot_reduce(const snw_plot *p, const snw_plot_signal *signal, plot_column *columns,
                      int count);

#endif // SINEW_SRC_DRAW_PLOT_INTERNAL_H
