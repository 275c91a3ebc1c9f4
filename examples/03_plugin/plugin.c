// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A plugin: one described type, added to any program that loads it.
//
//     cc -shared -fPIC plugin.c -o painter.so $(pkg-config --cflags --libs sinew)

#include "sinew/plugin.h"

typedef struct painter {
    double width; // of the stripe
    int coats;
} painter;

static const snw_field painter_fields[] = {
    {SNW_AT(painter, width), .kind = SNW_KIND_REAL, .unit = "m", .range = {0.001, 0.5},
     .initial = "0.05", .help = "Width of the stripe."},
    {SNW_AT(painter, coats), .kind = SNW_KIND_INT, .range = {1, 9}, .initial = "2",
     .help = "How often it is painted."},
};
static const snw_type painter_type = {SNW_TYPE(painter, painter_fields), .base = "tool",
                                      .space = &snw_space_cell, .help = "A spray gun."};

static const snw_base tool_base = {"tool", NULL, "What an arm holds."};
static const snw_base *const bases[] = {&tool_base};
static const snw_type *const types[] = {&painter_type};

SNW_PLUGIN("painter", "Tools for painting.", bases, 1, types, 1);
