// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_XACRO_H
#define SINEW_XACRO_H

/// @file
/// xacro, the macro language of URDF files, expanded without ROS and without Python.
///
///     const snw_xacro_argument given[] = {{"prefix", "left_"}};
///     const snw_xacro_options options = {.arguments = given, .argument_count = 1};
///     snw_source urdf;
///     status = snw_xacro_expand_file("arm.urdf.xacro", &options, setup, &urdf, &diags);
///     if (status == SNW_OK) status = snw_urdf_read(&urdf, NULL, setup, &robot, &diags);
///
/// Properties, macros, blocks, includes, conditions, arguments, expressions and YAML files are
/// understood; what else needs Python is refused by its name, with a fix. docs/xacro.md has the
/// whole subset, every rule and its sentence.
///
/// Files may be hostile: the work, the depth, the memory and the result are bounded. Nothing is
/// run, and only files that are included or loaded as YAML are opened, where sinew/urdf/places.h
/// finds them.

#include "sinew/document/file.h"
#include "sinew/urdf/places.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_XACRO_CALLS = 256,       ///< macros that call each other, in one chain
    SNW_XACRO_DEPTH = 1024,      ///< elements, expressions and properties inside each other
    SNW_XACRO_WORK = 128 << 20,  ///< bytes looked at and made, all in all
    SNW_XACRO_BYTES = 16 << 20,  ///< of the result, and of all files together
    SNW_XACRO_MEMORY = 256 << 20 ///< bytes in use while expanding
};

/// $(arg name)
typedef struct snw_xacro_argument {
    const char *name, *value;
} snw_xacro_argument;

typedef struct snw_xacro_options {
    const snw_xacro_argument *arguments; ///< [argument_count] they come before <xacro:arg default=>
    int argument_count;
    snw_places places;         ///< of $(find package) and includes; a NULL folder is the source's
    snw_strictness strictness; ///< strict: warnings are errors; lenient: what is included but not
                               ///< found, and attributes not known, are skipped with a warning
    bool environment;          ///< $(env) and $(optenv) may read the variables of the process
    // private
    struct snw__origins **origins; ///< receives where the lines of the result come from
} snw_xacro_options;

/// True for a text, plain or gzip, that declares the name space xacro, has elements of it, or has
/// ${...} or $(...) outside of comments. It may still be no XML at all.
SNW_SETUP SNW_NODISCARD bool snw_xacro_is(const snw_source *source);

/// Expands a text, plain or gzip, into plain XML, which lives in `setup`, ended by a zero:
/// two blanks per level, one element per line, comments left out. expanded->name is that of the
/// source and " (expanded)", its folder that of the source. `options` may be NULL.
/// Every finding goes to `diags`, which must not be NULL: the file that was included, line, column,
/// element, rule, fix, the chain of macros. The status is that of the first error, and then
/// `expanded` is untouched. A text that is not xacro comes back with the same elements.
SNW_SETUP SNW_NODISCARD snw_status snw_xacro_expand(const snw_source *source,
                                                    const snw_xacro_options *options,
                                                    snw_setup *setup, snw_source *expanded,
                                                    snw_diags *diags);

/// The same from a file of at most SNW_XACRO_BYTES; includes are looked for from its folder.
SNW_SETUP SNW_NODISCARD snw_status snw_xacro_expand_file(const char *path,
                                                         const snw_xacro_options *options,
                                                         snw_setup *setup, snw_source *expanded,
                                                         snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_XACRO_H
