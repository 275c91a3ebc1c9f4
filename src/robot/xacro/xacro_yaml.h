// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_XACRO_XACRO_YAML_H
#define SINEW_SRC_XACRO_XACRO_YAML_H

/// @file
/// YAML 1.1, the part of it that descriptions of robots use, as values of xacro.
///
/// Block and flow lists and maps, scalars of all five styles, anchors, aliases, merge keys, tags of
/// units. An alias shares what its anchor has, so that a file needs memory for what it says, not
/// for what it stands for; what it stands for is counted and bounded.

#include "xacro_parts.h"

enum {
    SNW__YAML_DEPTH = 64,       // lists and maps inside each other
    SNW__YAML_VALUES = 1000000, // that a file stands for, aliases written out
    SNW__YAML_FILES = 1024      // that one expansion loads
};

/// A file that is being read. `at` moves on; `line_start` is the first byte of its line.
typedef struct snw__yaml {
    snw__xacro *x;
    const snw__xfile *file;
    const char *at, *end; // the text ends with a zero
    const char *line_start;
    int line, depth;
    int64_t values; // so far, aliases written out
    snw__xtable anchors;
    const snw__xnode *loaded; // the element that loads the file
    snw__xnode place;         // for reports
} snw__yaml;

/// A scalar as it was read.
typedef struct snw__yscalar {
    const char *text;
    size_t length;
    bool plain; // without quotes: its text says what it is
    const char *start, *line_start;
    int line;
} snw__yscalar;

/// Reads a whole document.
bool snw__yaml_read(snw__yaml *y, snw__xvalue *out);

/// Reports at the byte in hand; always false.
SNW_PRINTF(3, 4)
bool snw__yaml_fail(snw__yaml *y, const char *fix, const char *format, ...);

/// Counts values; false, and reported, beyond the bound.
bool snw__yaml_count(snw__yaml *y, int64_t values);

/// Goes past blanks, comments and ends of lines; `*crossed` tells whether a new line has begun.
bool snw__yaml_skip(snw__yaml *y, bool *crossed);

/// True at the end of the text, and at --- or ... where a line begins.
bool snw__yaml_is_over(const snw__yaml *y);

/// True where a blank, a line end or the end of the text is.
bool snw__yaml_is_gap(char c);

/// The texts of scalars: between quotes, plain, and those behind | and >. A plain one ends before
/// ": ", " #" and, with `flow`, signs of flow lists; lines that go on stand at `least` or further.
bool snw__yaml_quoted(snw__yaml *y, snw__yscalar *out);
bool snw__yaml_plain(snw__yaml *y, int least, bool flow, snw__yscalar *out);
bool snw__yaml_literal(snw__yaml *y, int least, snw__yscalar *out);

/// What a scalar means, by its tag (NULL for none) or its text.
bool snw__yaml_resolve(snw__yaml *y, const snw__yscalar *scalar, const char *tag, snw__xvalue *out);

/// Begins and ends an anchor around a node.
typedef struct snw__yanchor {
    snw__xvalue value;
    int64_t weight; // values that it stands for
    bool open;      // its node is still being read
} snw__yanchor;

/// &name and !tag in front of a node.
typedef struct snw__yproperties {
    const char *tag;
    snw__yanchor *anchor;
    int64_t before; // values before the anchor
} snw__yproperties;

/// Takes the properties in hand, if any, and blanks behind them.
bool snw__yaml_properties(snw__yaml *y, snw__yproperties *p, bool *crossed);

/// The node has been read.
bool snw__yaml_settle(snw__yaml *y, const snw__yproperties *p, const snw__xvalue *value);

/// *name: what its anchor has.
bool snw__yaml_alias(snw__yaml *y, snw__xvalue *out);

/// [ ... ] and { ... }, and what stands in them.
bool snw__yaml_flow(snw__yaml *y, snw__xvalue *out);

/// A map under way: keys that it has, and what it merges.
typedef struct snw__ymap {
    snw__xvalue own, merged; // merged.body is NULL as long as there is nothing
    snw__xtable seen;
} snw__ymap;

bool snw__yaml_map_begin(snw__yaml *y, snw__ymap *map);
bool snw__yaml_map_put(snw__yaml *y, snw__ymap *map, const snw__yscalar *key,
                       const snw__xvalue *value);
bool snw__yaml_map_end(snw__yaml *y, snw__ymap *map, snw__xvalue *out);

#endif // SINEW_SRC_XACRO_XACRO_YAML_H
