// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DRAW_PLOT_H
#define SINEW_DRAW_PLOT_H

/// @file
/// Signals over time as a picture: SVG, or letters for a terminal. Signals of one unit share a
/// panel; all panels share the axis of time.

#include <stdbool.h>
#include <stddef.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_PLOT_SIGNALS = 64 }; ///< of one picture at most

/// One signal. A value that is NaN breaks the line.
typedef struct snw_plot_signal {
    const char *path, *unit;
    double *t, *v; ///< [count] seconds, ascending; values
    size_t count, room;
    int panel;
} snw_plot_signal;

/// What is drawn.
typedef struct snw_plot {
    const char *title;
    snw_plot_signal signals[SNW_PLOT_SIGNALS];
    int count, panels;
    double first, last; ///< of the axis of time [s]
    int width, height;  ///< of a panel: pixels, or letters
    bool ascii, colour; ///< of a terminal
} snw_plot;

/// Appends the picture of a plot; on an empty text it measures. `context` is a snw_plot, so that
/// the functions fit where a text is composed in two passes.
SNW_SETUP void snw_plot_svg(snw_text *svg, const void *context);

/// The same picture as letters, for a terminal.
SNW_SETUP void snw_plot_terminal(snw_text *text, const void *context);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DRAW_PLOT_H
