// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Command lines from any bytes: the input, cut at its zeros, is a list of arguments, and its first
/// byte chooses the table. Parsing must not crash, values must keep to the table, a refusal must
/// have a sentence that fits its buffers, and the help of whatever was named must render alike
/// twice.

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "../unit/cli/sample.h"
#include "commands.h"

enum { WORDS_MOST = 256 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
    if (!condition) abort();
}

static void check_numbers(const cli_values *values, const cli_parameter *p) {
    int count;
    const double *reals = cli_reals(values, p->name, &count);
    for (int i = 0; i < count; i++) {
        expect(isfinite(reals[i]));
        expect((p->low == 0 && p->high == 0) || (reals[i] >= p->low && reals[i] <= p->high));
    }
    const bool bounded = p->most > 0 && cli_given(values, p->name);
    expect(!bounded || (count >= p->least && count <= p->most));
}

// every value of an accepted line is as the table says
static void check_values(const cli_values *values, const cli_parameter *list) {
    for (const cli_parameter *p = list; p && p->name; p++) {
        if (p->kind == CLI_REAL || p->kind == CLI_REALS) check_numbers(values, p);
        int count;
        const char *const *texts = cli_texts(values, p->name, &count);
        const bool some = p->need == CLI_REQUIRED || p->need == CLI_SOME;
        expect(!some || count > 0);
        for (int i = 0; i < count; i++) {
            expect(texts[i] != NULL);
            int choice = 0;
            while (p->choices && p->choices[choice] && strcmp(p->choices[choice], texts[i]) != 0) {
                choice++;
            }
            expect(p->choices == NULL || p->choices[choice] != NULL);
        }
    }
}

static void check_refusal(const snw_why *why) {
    char sentence[2048], object[8192], line[4 * sizeof sentence];
    expect(why->code == SNW_ERR_USAGE && why->text[0] != '\0' && why->fix[0] != '\0');
    expect(snw_why_sentence(why, sentence, sizeof sentence) < sizeof sentence);
    expect(snw_why_json(why, object, sizeof object) < sizeof object);
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_visible(&text, sentence);
    expect(!snw_text_is_cut(&text) && strchr(line, '\n') == NULL && strchr(line, '\x1b') == NULL);
}

// what is measured is what is written
static void check_page(cli_render_fn *render, const cli_topic *topic) {
    snw_text measure = snw_text_over(NULL, 0);
    render(&measure, topic);
    char *page = malloc(measure.length + 1);
    expect(page != NULL);
    snw_text text = snw_text_over(page, measure.length + 1);
    render(&text, topic);
    expect(text.length == measure.length && strlen(page) == text.length);
    free(page);
}

static void check_line(const cli_program *program, int argc, char *const *argv) {
    cli_values values;
    snw_why why = {0};
    const snw_status status = cli_parse(program, argc, argv, &values, &why);
    if (snw_failed(status)) check_refusal(&why);
    const bool runs = !snw_failed(status) && !values.help && !values.version;
    if (runs) {
        expect(values.command != NULL);
        check_values(&values, values.command->options);
        check_values(&values, values.command->arguments);
    }
    const cli_topic topic = {program, values.noun, values.command};
    check_page(cli_render_help, &topic);
    check_page(cli_render_json, &topic);
    cli_values_close(&values);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const cli_program *const programs[] = {&sinew_program, &sample_program, &guide_program};
    if (size == 0) return 0;
    const cli_program *program = programs[data[0] % 3];
    char *bytes = malloc(size);
    if (bytes == NULL) return 0;
    memcpy(bytes, data + 1, size - 1);
    bytes[size - 1] = '\0';

    // the name of the program, then a word behind each zero
    char *argv[WORDS_MOST + 1] = {0};
    int argc = 0;
    for (size_t at = 0; at < size && argc < WORDS_MOST; at += strlen(bytes + at) + 1) {
        argv[argc++] = bytes + at;
    }
    check_line(program, argc, argv);
    free(bytes);
    return 0;
}
