// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli_internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

snw_status cli_print(cli_io *io, cli_render_fn *render, const void *context) {
    snw_text measure = snw_text_over(NULL, 0);
    render(&measure, context);
    char *page = malloc(measure.length + 1);
    if (page == NULL) return SNW_ERR_MEMORY;
    snw_text text = snw_text_over(page, measure.length + 1);
    render(&text, context);

    // a short write leaves the stream's error mark, which is looked at when all is done; its reason
    // is gone by then, so it is kept here
    errno = 0;
    if (fwrite(page, 1, text.length, io->out) < text.length && io->lost == 0) io->lost = errno;
    free(page);
    return SNW_OK;
}

void cli_note(cli_io *io, const char *format, ...) {
    if (io->quiet) return;
    char words[1024], line[4 * sizeof words];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_visible(&text, words);
    (void)fprintf(io->err, "%s\n", line);
}

void cli_json_finish(snw_json_writer *json) {
    snw_json_end(json);
    snw_text_add(json->text, "\n", 1);
}

void cli_report(cli_io *io, const char *program, const snw_why *why) {
    char sentence[2048], line[4 * sizeof sentence];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_visible(&text, sentence);

    // a position in a file comes first on its line, so that editors can jump there
    const bool placed = why->file[0] != '\0';
    (void)fprintf(io->err, "%s%s%s%s%s\n", io->colour_err ? "\x1b[31m" : "", placed ? "" : program,
                  placed ? "" : ": ", line, io->colour_err ? "\x1b[0m" : "");
    if (!io->json) return;

    // every byte of every text may need six in JSON
    char object[8192];
    snw_text out = snw_text_over(object, sizeof object);
    snw_json_writer json = snw_json_over(&out);
    snw_json_object(&json, NULL);
    snw_json_why(&json, "error", why);
    snw_json_end(&json);
    (void)fprintf(io->out, "%s\n", object);
}
