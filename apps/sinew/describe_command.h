// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_DESCRIBE_COMMAND_H
#define SINEW_APPS_DESCRIBE_COMMAND_H

/// @file
/// `sinew describe`: what the tables of the types say, as lists, schemas and a manual, and files
/// read by them. Each verb is a function of a registry, which tests supply themselves, and one of
/// type cli_command_fn, which builds the registry of the program.

#include "cli.h"
#include "sinew/describe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The arguments and options of the verbs, for the table of commands.
extern const cli_parameter describe_list_options[], describe_show_arguments[],
    describe_show_options[], describe_xsd_options[], describe_manual_options[],
    describe_check_arguments[], describe_check_options[], describe_convert_arguments[],
    describe_convert_options[], describe_test_options[];
extern const cli_example describe_check_examples[], describe_convert_examples[],
    describe_test_examples[];

typedef snw_status describe_fn(const snw_registry *registry, const cli_values *values, cli_io *io,
                               snw_why *why);
describe_fn describe_list, describe_show, describe_xsd, describe_manual, describe_check,
    describe_convert, describe_test;

/// Lays out a page of Markdown for a terminal: the columns of tables are aligned, marks and links
/// are taken away.
void describe_layout(const char *page, snw_text *text);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_DESCRIBE_COMMAND_H
