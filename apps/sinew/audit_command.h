// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_AUDIT_COMMAND_H
#define SINEW_APPS_AUDIT_COMMAND_H

/// @file
/// `sinew audit verify`: is a log what it was when it was written?

#include "cli.h"

extern const cli_parameter audit_verify_arguments[], audit_verify_options[];
extern const cli_example audit_verify_examples[];
extern const char audit_verify_description[];
cli_command_fn run_audit_verify;

/// The row of the table of commands.
#define AUDIT_COMMANDS                                                                             \
    {                                                                                              \
        .name = "audit verify", .group = "Access",                                                 \
        .summary = "Check that an audit log was not changed since it was written.",                \
        .description = audit_verify_description, .arguments = audit_verify_arguments,              \
        .options = audit_verify_options, .examples = audit_verify_examples,                        \
        .run = run_audit_verify                                                                    \
    }

#endif // SINEW_APPS_AUDIT_COMMAND_H
