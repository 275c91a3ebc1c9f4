// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli_internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// Characters that a terminal would obey instead of showing: C0 and C1 controls, line and paragraph
// separators, and the marks that reverse the direction of text (Unicode, Bidi_Control).
static bool is_treacherous(const unsigned char *c, int length) {
    if (length == 1) return c[0] < 0x20 || c[0] == 0x7F;
    if (length == 2) return (c[0] == 0xC2 && c[1] < 0xA0) || (c[0] == 0xD8 && c[1] == 0x9C);
    if (length != 3 || c[0] != 0xE2) return false;
    const bool mark = c[1] == 0x80 && (c[2] == 0x8E || c[2] == 0x8F);
    const bool line_or_embedding = c[1] == 0x80 && c[2] >= 0xA8 && c[2] <= 0xAE;
    const bool isolate = c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9;
    return mark || line_or_embedding || isolate;
}

static void add_escape(snw_text *text, unsigned char c) {
    if (c == '\n') {
        cli__add(text, "\\n");
    } else if (c == '\t') {
        cli__add(text, "\\t");
    } else {
        snw_text_format(text, "\\x%02x", c);
    }
}

void cli_add_visible(snw_text *text, const char *value) {
    size_t left = strlen(value);
    while (left > 0) {
        const unsigned char *bytes = (const unsigned char *)value;
        const int length = snw_utf8_length(value, left);
        const int step = length > 0 ? length : 1;
        if (length > 0 && !is_treacherous(bytes, length)) {
            snw_text_add(text, value, (size_t)length);
        } else {
            for (int i = 0; i < step; i++) {
                add_escape(text, bytes[i]);
            }
        }
        value += step;
        left -= (size_t)step;
    }
}

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
    cli_add_visible(&text, words);
    (void)fprintf(io->err, "%s\n", line);
}

void cli_report(cli_io *io, const char *program, const snw_why *why) {
    char sentence[2048], line[4 * sizeof sentence];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    snw_text text = snw_text_over(line, sizeof line);
    cli_add_visible(&text, sentence);

    // a position in a file comes first on its line, so that editors can jump there
    const bool placed = why->file[0] != '\0';
    (void)fprintf(io->err, "%s%s%s%s%s\n", io->colour_err ? "\x1b[31m" : "", placed ? "" : program,
                  placed ? "" : ": ", line, io->colour_err ? "\x1b[0m" : "");
    if (!io->json) return;

    // every byte of every text may need six in JSON
    char object[8192];
    (void)snw_why_json(why, object, sizeof object);
    (void)fprintf(io->out, "{\"error\": %s}\n", object);
}
