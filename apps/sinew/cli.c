// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli_internal.h"

#include <errno.h>

#include "sinew/os/error.h"

static snw_status show_help(const cli_values *values, cli_io *io) {
    const cli_topic topic = {values->program, values->noun, values->command};
    return cli_print(io, io->json ? cli_render_json : cli_render_help, &topic);
}

static snw_status run(const cli_values *values, cli_io *io, snw_why *why) {
    if (values->help) return show_help(values, io);
    if (values->version) return values->program->show_version(values, io, why);
    return values->command->run(values, io, why);
}

// `sinew record export x | head`: who has read enough closes the pipe, and nothing went wrong. Of
// what the command came to, only that it could not write is forgotten.
static bool reader_has_gone(const cli_io *io) {
    return io->lost == EPIPE;
}

// Output that is lost is a failure, whatever else happened; nothing to write is none.
static snw_status flush_output(cli_io *io, const char *program, snw_status status) {
    errno = 0;
    const bool failed = fflush(io->out) != 0 || ferror(io->out) != 0;
    if (failed && io->lost == 0) io->lost = errno != 0 ? errno : EIO;
    if (!failed || reader_has_gone(io)) return status;

    // the system's reasons have many codes, lost output has one
    snw_why why;
    (void)snw_errno_why(&why, io->lost, "standard output", "write the output");
    why.code = SNW_ERR_IO;
    io->json = false; // there is no place for the object
    cli_report(io, program, &why);
    return why.code;
}

int cli_main(const cli_program *program, int argc, char *const *argv, cli_io *io) {
    cli_values values;
    snw_why why = {0};
    snw_status status = cli_parse(program, argc, argv, &values, &why);
    io->json = values.json;
    io->quiet = values.quiet;
    io->verbose = values.verbose;
    if (!snw_failed(status)) status = run(&values, io, &why);
    if (reader_has_gone(io) && status == SNW_ERR_IO) status = SNW_OK;

    // a failure never ends in silence
    if (snw_failed(status) && !io->answered && !io->reported) {
        if (!snw_failed(why.code)) snw_why_set(&why, status, NULL, NULL);
        cli_report(io, program->name, &why);
    }
    status = flush_output(io, program->name, status);
    cli_values_close(&values);
    return snw_status_exit_code(status);
}
