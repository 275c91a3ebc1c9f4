// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "model_input.h"

#include <stdlib.h>
#include <string.h>

#include "model_fold.h"
#include "sinew/rtc.h"
#include "sinew/station.h"

// findings that are kept; more are counted
enum { FINDINGS = 1000 };

// RTC stands on the station, so its types are not among those that a station knows by itself
static snw_register_fn *const more_types[] = {snw_rtc_register, NULL};

snw_status model_open_types(snw_types *types, const cli_values *values, snw_why *why) {
    snw_types_options options = {.more = more_types};
    options.plugins = cli_texts(values, "plugin", &options.plugin_count);
    return snw_types_open(types, &options, why);
}

snw_status model_with_types(model_fn *run, const cli_values *values, cli_io *io, snw_why *why) {
    snw_types types;
    snw_status status = model_open_types(&types, values, why);
    if (snw_failed(status)) return status;
    status = run(&types.registry, values, io, why);
    snw_types_close(&types);
    return status;
}

// --- memory -------------------------------------------------------------------------------------

void *model_block(size_t needed, snw_arena *arena, snw_why *why) {
    const size_t size = (needed / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN;
    void *memory = aligned_alloc(SNW_ARENA_ALIGN, size);
    if (memory == NULL) snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
    *arena = snw_arena_over(memory, memory != NULL ? size : 0);
    return memory;
}

snw_status model_kin(const snw_model *model, snw_kin *kin, void **memory, snw_why *why) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(kin, model, &arena));
    *memory = model_block(arena.needed, &arena, why);
    return *memory == NULL ? SNW_ERR_MEMORY : snw_kin_init(kin, model, &arena);
}

snw_status model_diags(snw_diags *diags, void **memory, snw_why *why) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_diags_init(diags, FINDINGS, &arena));
    *memory = model_block(arena.needed, &arena, why);
    return *memory == NULL ? SNW_ERR_MEMORY : snw_diags_init(diags, FINDINGS, &arena);
}

// --- options ------------------------------------------------------------------------------------

static snw_status strictness_of(const cli_values *values, snw_strictness *out, snw_why *why) {
    const bool strict = cli_flag(values, "strict"), lenient = cli_flag(values, "lenient");
    *out = strict ? SNW_STRICT : lenient ? SNW_LENIENT : SNW_NORMAL;
    if (!strict || !lenient) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_USAGE, "contradiction", NULL,
                           "--strict and --lenient contradict each other", "give one of them");
}

// "NAME<mark>VALUE" into two texts of the set-up arena
static snw_status split(const char *word, const char *mark, snw_setup *setup, const char *pair[2],
                        snw_why *why) {
    const char *at = strstr(word, mark);
    if (at == NULL || at == word) {
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "'%.48s' is not of the form NAME%sVALUE", word, mark);
        return snw_refuse_rule(why, SNW_ERR_USAGE, "pair", NULL, text,
                               mark[0] == '=' ? "write --package name=folder"
                                              : "write --arg name:=value");
    }
    pair[0] = snw_setup_text(setup, word, (size_t)(at - word));
    pair[1] = snw_setup_text(setup, at + strlen(mark), strlen(at + strlen(mark)));
    return snw_setup_status(setup);
}

static snw_status packages_of(const cli_values *values, snw_setup *setup, snw_places *places,
                              snw_why *why) {
    int count;
    const char *const *words = cli_texts(values, "package", &count);
    snw_package *packages =
        snw_setup_take(setup, ((size_t)count + 1) * sizeof *packages, _Alignof(snw_package));
    if (packages == NULL) return SNW_ERR_MEMORY;
    for (int i = 0; i < count; i++) {
        const char *pair[2];
        const snw_status status = split(words[i], "=", setup, pair, why);
        if (snw_failed(status)) return status;
        packages[i] = (snw_package){pair[0], pair[1]};
    }
    places->packages = packages;
    places->package_count = count;
    return SNW_OK;
}

static snw_status arguments_of(const cli_values *values, snw_setup *setup,
                               snw_load_options *options, snw_why *why) {
    int count;
    const char *const *words = cli_texts(values, "arg", &count);
    snw_xacro_argument *arguments = snw_setup_take(setup, ((size_t)count + 1) * sizeof *arguments,
                                                   _Alignof(snw_xacro_argument));
    if (arguments == NULL) return SNW_ERR_MEMORY;
    for (int i = 0; i < count; i++) {
        const char *pair[2];
        const snw_status status = split(words[i], ":=", setup, pair, why);
        if (snw_failed(status)) return status;
        arguments[i] = (snw_xacro_argument){pair[0], pair[1]};
    }
    options->arguments = arguments;
    options->argument_count = count;
    return SNW_OK;
}

snw_status model_load_options(const cli_values *values, snw_setup *setup, snw_load_options *options,
                              snw_why *why) {
    snw_status status = strictness_of(values, &options->strictness, why);
    options->follow_limits = cli_flag(values, "follow-limits");
    if (!snw_failed(status)) status = packages_of(values, setup, &options->places, why);
    if (!snw_failed(status)) status = arguments_of(values, setup, options, why);
    options->places.anywhere = cli_flag(values, "anywhere");
    options->environment = true;
    return status;
}

// --- loading ------------------------------------------------------------------------------------

snw_status model_status(snw_status status) {
    if (!snw_failed(status) || snw_status_exit_code(status) == 3) return status;
    return status == SNW_ERR_MEMORY ? status : SNW_ERR_SYNTAX;
}

// Loading failed: is the content at fault, or could the file not be read?
static snw_status load_status(const snw_diags *diags, snw_status status) {
    for (int i = 0; i < diags->count; i++) {
        if (diags->items[i].severity != SNW_ERROR) continue;
        return strcmp(diags->items[i].rule, "file") == 0 ? status : model_status(status);
    }
    return model_status(status);
}

static void load_input(model_input *input, const char *word, const snw_load_options *options,
                       const cli_io *io) {
    if (strcmp(word, "-") != 0) {
        input->status =
            snw_robot_load(input->path, options, input->setup, &input->robot, &input->diags);
        return;
    }
    snw_file_content content;
    snw_why why;
    input->status = cli_read_file(io, word, SNW_DOCUMENT_BYTES, &content, &why);
    if (snw_failed(input->status)) {
        snw_why_rule(&why, "file");
        snw_diags_add(&input->diags, &why);
        return;
    }
    const snw_source source = {content.data, content.size, input->path, "."};
    input->status =
        snw_robot_load_source(&source, options, input->setup, &input->robot, &input->diags);
    snw_file_free(&content);
}

// every finding of the compiler is about this file
static void compile_input(model_input *input) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&input->model, input->robot, &arena, NULL));
    input->model_memory = model_block(arena.needed, &arena, NULL);
    const int before = input->diags.count;
    input->status = input->model_memory == NULL
                        ? SNW_ERR_MEMORY
                        : snw_model_compile(&input->model, input->robot, &arena, &input->diags);
    for (int i = before; i < input->diags.count; i++) {
        snw_why *why = &input->diags.items[i];
        if (why->file[0] == '\0') snw_why_at(why, input->path, 0, 0);
    }
    snw_robot_place(input->path, &input->load, &input->diags);
    input->status = model_status(input->status);
}

snw_status model_set_base(model_input *input, bool floating, cli_io *io, snw_why *why) {
    if (input->robot->floating == floating) return SNW_OK;
    free(input->model_memory);
    input->robot->floating = floating;
    compile_input(input);
    return snw_failed(input->status) ? model_require(input, io, why) : SNW_OK;
}

void model_be_strict(model_input *input) {
    if (input->strictness != SNW_STRICT || !snw_diags_be_strict(&input->diags)) return;
    if (!snw_failed(input->status)) input->status = SNW_ERR_RANGE;
}

snw_status model_find(const char *word, char *out, size_t size, snw_why *why) {
    if (strcmp(word, "-") == 0) {
        snw_copy_text(out, size, "standard input");
        return SNW_OK;
    }
    const bool is_name = strpbrk(word, "/.") == NULL;
    if (is_name && !snw_file_exists(word)) return snw_robot_find(word, out, size, why);
    // a folder is no model, but one of its name may be known
    if (is_name && snw_file_is_directory(word) &&
        !snw_failed(snw_robot_find(word, out, size, NULL))) {
        return SNW_OK;
    }
    if (strlen(word) < size) {
        snw_copy_text(out, size, word);
        return SNW_OK;
    }
    return snw_refuse(why, SNW_ERR_TOO_LARGE, NULL, "the name of the file is too long", NULL);
}

// by its content: a file of xacro may have any name
static bool is_plain_urdf(const char *path) {
    snw_source_file file;
    if (snw_failed(snw_source_read(&file, path, SNW_DOCUMENT_BYTES, NULL))) return false;
    const snw_model_format format = snw_model_format_of(&file.source);
    snw_source_free(&file);
    return format == SNW_FORMAT_URDF;
}

snw_status model_open(model_input *input, const char *word, const snw_registry *registry,
                      const cli_values *values, cli_io *io, snw_why *why) {
    *input = (model_input){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    snw_status status = model_diags(&input->diags, &input->diags_memory, why);
    if (input->setup == NULL) status = SNW_ERR_MEMORY;
    snw_load_options options = {.registry = registry, .extra = &input->extra};
    if (!snw_failed(status)) status = model_load_options(values, input->setup, &options, why);
    if (!snw_failed(status)) status = model_find(word, input->path, sizeof input->path, why);
    if (snw_failed(status)) return status;
    // the user has named the file: its meshes may be anywhere, what xacro includes only with the
    // flag
    if (is_plain_urdf(input->path)) options.places.anywhere = true;
    input->strictness = options.strictness;
    input->load = options;
    load_input(input, word, &options, io);
    if (snw_failed(input->status)) {
        input->robot = NULL;
        input->status = load_status(&input->diags, input->status);
    } else {
        compile_input(input);
    }
    model_be_strict(input);
    return SNW_OK;
}

void model_close(model_input *input) {
    snw_setup_destroy(input->setup);
    free(input->diags_memory);
    free(input->model_memory);
    input->setup = NULL;
    input->diags_memory = input->model_memory = NULL;
}

// --- findings -----------------------------------------------------------------------------------

void model_message(const snw_why *why, char *out, size_t size) {
    snw_why bare = *why;
    bare.file[0] = bare.fix[0] = bare.rule[0] = '\0';
    char sentence[2048];
    (void)snw_why_sentence(&bare, sentence, sizeof sentence);

    // "error: subject: text" begins with the severity
    const char *colon = strstr(sentence, ": ");
    snw_copy_text(out, size, colon != NULL ? colon + 2 : sentence);
}

// where findings go, and the first error
typedef struct telling {
    cli_io *io;
    snw_why *why;
    bool alone; // there is one error only
    bool met;
    bool of_error; // the finding before is an error
} telling;

static bool is_call(const snw_why *why) {
    return strcmp(why->rule, "xacro-call") == 0;
}

// one error, and nothing tells how it came about
static bool is_alone(const snw_diags *diags) {
    for (int i = 1; i < diags->count; i++) {
        if (is_call(&diags->items[i]) && diags->items[i - 1].severity == SNW_ERROR) return false;
    }
    return diags->errors < 2;
}

// Findings are told in their order, so that the first cause comes first: the first error too, if
// more errors follow from it, or the calls of the macro that it is in. Alone it is left to the end
// of the command.
static void tell_one(const snw_why *one, int more, void *context) {
    telling *t = context;
    if (!is_call(one)) t->of_error = one->severity == SNW_ERROR;
    if (!t->met && one->severity == SNW_ERROR) {
        t->met = true;
        if (t->why == NULL) return;
        *t->why = *one;
        if (t->alone) return;
        cli_report(t->io, "sinew", one);
        t->io->reported = true;
        return;
    }
    const bool wanted = t->io->verbose > 0 || (is_call(one) && t->of_error);
    if (one->severity == SNW_INFO && !wanted) return;
    char sentence[1024];
    model_fold_sentence(one, more, sentence, sizeof sentence);
    cli_note(t->io, "%s", sentence);
}

void model_tell(const snw_diags *diags, cli_io *io, snw_why *why) {
    telling t = {.io = io, .why = why, .alone = is_alone(diags)};
    model_fold(diags, io->verbose > 0, tell_one, &t);
    if (diags->dropped > 0) cli_note(io, "and %d more", diags->dropped);
}

snw_status model_require(const model_input *input, cli_io *io, snw_why *why) {
    model_tell(&input->diags, io, why);
    return input->status;
}

snw_status model_take(model_input *input, const char *word, const snw_registry *registry,
                      const cli_values *values, cli_io *io, snw_why *why) {
    snw_status status = model_open(input, word, registry, values, io, why);
    if (!snw_failed(status)) status = model_require(input, io, why);
    if (snw_failed(status)) model_close(input);
    return status;
}
