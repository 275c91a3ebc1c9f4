// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "describe_command.h"
#include "model_input.h"
#include "sinew/document.h"
#include "sinew/store.h"

// findings that are kept; more are counted
enum { FINDINGS = 1000 };

#define TYPE_OPTION                                                                                \
    {                                                                                              \
        .name = "type", .letter = 't', .kind = CLI_TEXT, .need = CLI_REQUIRED,                     \
        .sentence = "Type of the document."                                                        \
    }
#define STRICT_OPTION                                                                              \
    { .name = "strict", .sentence = "Treat warnings as errors." }
#define LENIENT_OPTION                                                                             \
    { .name = "lenient", .sentence = "Skip what can be skipped, with a warning." }
#define PLUGIN_OPTION                                                                              \
    {                                                                                              \
        .name = "plugin", .kind = CLI_FILE, .need = CLI_REPEATED,                                  \
        .sentence = "Shared library with more types; may be repeated."                             \
    }

const cli_parameter describe_check_arguments[] = {
    {.name = "file",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Document to check, .xml or .json, also with .gz; - reads standard input."},
    {0},
};
const cli_parameter describe_check_options[] = {
    TYPE_OPTION, STRICT_OPTION, LENIENT_OPTION, PLUGIN_OPTION, {0}};
const cli_example describe_check_examples[] = {
    {"sinew describe check arm.xml --type segment --plugin ./mine.so", "Report all errors."},
    {"sinew describe check arm.xml -t segment --strict --json", "Report the findings as JSON."},
    {0},
};

const cli_parameter describe_convert_arguments[] = {
    {.name = "in",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Document to read; - reads standard input."},
    {.name = "out", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "The same as --out."},
    {0},
};
const cli_parameter describe_convert_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "The file to write; its name says the format."},
    TYPE_OPTION,
    STRICT_OPTION,
    LENIENT_OPTION,
    PLUGIN_OPTION,
    {0}};
const cli_example describe_convert_examples[] = {
    {"sinew describe convert arm.xml arm.json --type segment", "Convert XML to JSON."},
    {"sinew describe convert arm.json arm.xml.gz -t segment", "Convert JSON to compressed XML."},
    {0},
};

// --- reading ------------------------------------------------------------------------------------

// a document that is read, and what was found on the way
typedef struct reading {
    const char *path;
    const snw_type *type;
    void *object;
    snw_status status;
    snw_setup *setup;
    snw_diags diags;
    void *memory;
} reading;

static snw_status strictness(const cli_values *values, snw_strictness *strictness, snw_why *why) {
    const bool strict = cli_flag(values, "strict"), lenient = cli_flag(values, "lenient");
    *strictness = strict ? SNW_STRICT : lenient ? SNW_LENIENT : SNW_NORMAL;
    if (!strict || !lenient) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_USAGE, "contradiction", NULL,
                           "--strict and --lenient contradict each other", "give one of them");
}

// room for findings and for the object
static snw_status open_reading(reading *r, snw_why *why) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_diags_init(&r->diags, FINDINGS, &arena));
    const size_t size = (arena.needed + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    r->memory = aligned_alloc(SNW_ARENA_ALIGN, size);
    r->setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    arena = snw_arena_over(r->memory, r->memory != NULL ? size : 0);
    const snw_status status = snw_diags_init(&r->diags, FINDINGS, &arena);
    if (!snw_failed(status) && r->setup != NULL) return SNW_OK;
    return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
}

static void close_reading(reading *r) {
    snw_setup_destroy(r->setup);
    free(r->memory);
}

// standard input has no name that says its format; its first letter does
static snw_status read_input(reading *r, const snw_read_options *options, const cli_io *io) {
    snw_why why = {0};
    snw_file_content content;
    const snw_status status = cli_read_file(io, r->path, SNW_DOCUMENT_BYTES, &content, &why);
    if (snw_failed(status)) {
        snw_diags_add(&r->diags, &why);
        return status;
    }
    const snw_source source = {
        .bytes = content.data, .length = content.size, .name = "standard input"};
    const bool json = snw_source_first(&source) == '{';
    const snw_status read =
        json ? snw_json_read(&source, r->type, options, r->setup, &r->object, &r->diags)
             : snw_xml_read(&source, r->type, options, r->setup, &r->object, &r->diags);
    snw_file_free(&content);
    return read;
}

// Reads what the values name. A failure is one of the command itself; what is wrong with the
// document stands in r->status and r->diags. Give it to close_reading() in any case.
static snw_status read_document(reading *r, const snw_registry *registry, const cli_values *values,
                                const cli_io *io, snw_why *why) {
    snw_read_options options = {.registry = registry};
    snw_status status = strictness(values, &options.strictness, why);
    if (!snw_failed(status)) {
        status = snw_types_find(registry, cli_text(values, "type"), &r->type, why);
    }
    if (!snw_failed(status)) status = open_reading(r, why);
    if (snw_failed(status)) return status;
    r->status = strcmp(r->path, "-") == 0 ? read_input(r, &options, io)
                                          : snw_document_read(r->path, r->type, &options, r->setup,
                                                              &r->object, &r->diags);
    return SNW_OK;
}

// --- findings -----------------------------------------------------------------------------------

static void add_findings(const reading *r, snw_text *text) {
    for (int i = 0; i < r->diags.count; i++) {
        char sentence[2048];
        (void)snw_why_sentence(&r->diags.items[i], sentence, sizeof sentence);
        snw_text_visible(text, sentence);
        snw_text_format(text, "\n");
    }
    if (r->diags.dropped > 0) snw_text_format(text, "and %d more\n", r->diags.dropped);
}

static void render_findings(snw_text *text, const void *context) {
    const reading *r = context;
    add_findings(r, text);
    snw_text_visible(text, r->path);
    snw_text_format(text, ": ");
    if (snw_failed(r->status)) {
        snw_text_format(text, "%d error%s, ", r->diags.errors, r->diags.errors == 1 ? "" : "s");
    } else {
        snw_text_format(text, "a good %s, ", r->type->token);
    }
    snw_text_format(text, "%d warning%s\n", r->diags.warnings, r->diags.warnings == 1 ? "" : "s");
}

static void render_json_findings(snw_text *text, const void *context) {
    const reading *r = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "file", r->path);
    snw_json_string(&json, "type", r->type->token);
    snw_json_bool(&json, "ok", !snw_failed(r->status));
    snw_json_int(&json, "errors", r->diags.errors);
    snw_json_int(&json, "warnings", r->diags.warnings);
    snw_json_array(&json, "findings");
    for (int i = 0; i < r->diags.count; i++) {
        snw_json_new_line(&json);
        snw_json_why(&json, NULL, &r->diags.items[i]);
        snw_json_new_line(&json);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

snw_status describe_check(const snw_registry *registry, const cli_values *values, cli_io *io,
                          snw_why *why) {
    reading r = {.path = cli_text(values, "file")};
    snw_status status = read_document(&r, registry, values, io, why);
    if (!snw_failed(status)) {
        status = cli_print(io, io->json ? render_json_findings : render_findings, &r);

        // the findings are the answer, the exit code is that of the first error
        io->answered = !snw_failed(status);
        if (!snw_failed(status)) status = r.status;
    }
    close_reading(&r);
    return status;
}

// warnings in passing; the first error is the failure of the command, the others stand before it
static snw_status report_findings(const reading *r, cli_io *io, snw_why *why) {
    const snw_why *first = NULL;
    for (int i = 0; i < r->diags.count; i++) {
        const snw_why *one = &r->diags.items[i];
        if (first == NULL && one->severity == SNW_ERROR) {
            first = one;
            continue;
        }
        char sentence[1024];
        (void)snw_why_sentence(one, sentence, sizeof sentence);
        cli_note(io, "%s", sentence);
    }
    if (first != NULL) *why = *first;
    return r->status;
}

snw_status describe_convert(const snw_registry *registry, const cli_values *values, cli_io *io,
                            snw_why *why) {
    reading r = {.path = cli_text(values, "in")};
    snw_status status = read_document(&r, registry, values, io, why);
    if (!snw_failed(status)) status = report_findings(&r, io, why);
    if (!snw_failed(status)) {
        status = snw_document_write(cli_text(values, "out"), r.type, r.object, NULL, why);
    }
    close_reading(&r);
    return status;
}
