// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "describe_command.h"

#include <stdlib.h>
#include <string.h>

#include "command_words.h"
#include "model_input.h"
#include "sinew/document.h"

// --- the tables ---------------------------------------------------------------------------------

#define PLUGIN_OPTION                                                                              \
    {                                                                                              \
        .name = "plugin", .kind = CLI_FILE, .need = CLI_REPEATED,                                  \
        .sentence = "Shared library with more types; may be repeated."                             \
    }

const cli_parameter describe_list_options[] = {
    {.name = "base",
     .letter = 'b',
     .kind = CLI_TEXT,
     .sentence = "List only the types of this base, also through other bases."},
    PLUGIN_OPTION,
    {0},
};
static const cli_example describe_list_examples[] = {
    {"sinew describe list", "List all types."},
    {"sinew describe list --plugin ./mine.so --base law",
     "List the laws, including those of a plugin."},
    {0},
};

const cli_parameter describe_show_arguments[] = {
    {.name = "type", .kind = CLI_TEXT, .need = CLI_REQUIRED, .sentence = "Type to show."},
    {0},
};
const cli_parameter describe_show_options[] = {PLUGIN_OPTION, {0}};
static const cli_example describe_show_examples[] = {
    {"sinew describe show pid --plugin ./mine.so", "Show the fields of a type of a plugin."},
    {"sinew describe show pid --plugin ./mine.so --json", "Show the same as JSON."},
    {0},
};

const cli_parameter describe_xsd_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .sentence = "Directory for the schemas of all name spaces; created if missing."},
    {.name = "space",
     .letter = 's',
     .kind = CLI_TEXT,
     .sentence = "Write the schema of this name space, by its prefix, to standard output."},
    PLUGIN_OPTION,
    {0},
};
static const cli_example describe_xsd_examples[] = {
    {"sinew describe xsd --out schemas", "Write PREFIX.xsd for every name space, and plain.xsd."},
    {"sinew describe xsd --space cell", "Print one schema."},
    {0},
};

const cli_parameter describe_manual_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Directory for the pages; created if missing."},
    PLUGIN_OPTION,
    {0},
};
static const cli_example describe_manual_examples[] = {
    {"sinew describe manual --out docs/reference", "Write index.md and a page for every type."},
    {0},
};

// --- texts --------------------------------------------------------------------------------------

// a text that is made twice: once to measure, once to fill
typedef void compose_fn(snw_text *text, const void *context);

static char *composed(compose_fn *compose, const void *context, size_t *length, snw_why *why) {
    snw_text text = snw_text_over(NULL, 0);
    compose(&text, context);
    char *memory = malloc(text.length + 1);
    if (memory == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        return NULL;
    }
    text = snw_text_over(memory, text.length + 1);
    compose(&text, context);
    *length = text.length;
    return memory;
}

// one file of a directory, and its path on standard output
static snw_status put_file(cli_io *io, const char *folder, const char *name, compose_fn *compose,
                           const void *context, snw_why *why) {
    char path[SNW_PATH_SIZE];
    if (snw_failed(snw_path_join(folder, name, path, sizeof path))) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, NULL, "the name of the directory is too long",
                          NULL);
    }
    size_t length = 0;
    char *text = composed(compose, context, &length, why);
    if (text == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_file_write(path, text, length, why);
    free(text);
    if (!snw_failed(status) && !io->json && !io->quiet) (void)fprintf(io->out, "%s\n", path);
    return status;
}

static void note_empty(const snw_registry *registry, cli_io *io) {
    if (registry->type_count > 0) return;
    cli_note(io, "no types are registered yet; load some with --plugin FILE");
}

// --- list ---------------------------------------------------------------------------------------

typedef struct selection {
    const snw_registry *registry;
    const char *base; // or NULL for all
} selection;

static const char *space_prefix(const snw_type *type) {
    return type->space != NULL ? type->space->prefix : snw_space_core.prefix;
}

static void add_json_row(snw_json_writer *json, const snw_type *type) {
    snw_json_object(json, NULL);
    snw_json_string(json, "token", type->token);
    snw_json_string(json, "base", type->base);
    snw_json_string(json, "space", space_prefix(type));
    snw_json_string(json, "help", type->help);
    snw_json_end(json);
}

static void compose_json_list(snw_text *text, const void *context) {
    const selection *s = context;
    int cursor = 0;
    const snw_type *type;
    snw_json_writer json = snw_json_over(text);
    snw_json_array(&json, NULL);
    while ((type = snw_registry_next(s->registry, s->base, &cursor)) != NULL) {
        snw_json_new_line(&json);
        add_json_row(&json, type);
        snw_json_new_line(&json);
    }
    cli_json_finish(&json);
}

// a bar would end the cell of a table
static void add_cell(snw_text *text, const char *words) {
    for (; *words != '\0'; words++) {
        if (*words == '|') snw_text_add(text, "\\", 1);
        snw_text_add(text, words, 1);
    }
}

// the rows of a table, which the layout aligns
static void compose_list(snw_text *text, const void *context) {
    const selection *s = context;
    int cursor = 0;
    const snw_type *type;
    while ((type = snw_registry_next(s->registry, s->base, &cursor)) != NULL) {
        snw_text_format(text, "| %s | %s | %s | ", type->token,
                        type->base != NULL ? type->base : "-", space_prefix(type));
        add_cell(text, type->help);
        snw_text_format(text, " |\n");
    }
}

static void render_layout(snw_text *text, const void *context) {
    describe_layout(context, text);
}

// a page of Markdown, for people
static snw_status print_page(cli_io *io, compose_fn *compose, const void *context, snw_why *why) {
    size_t length = 0;
    char *page = composed(compose, context, &length, why);
    if (page == NULL) return SNW_ERR_MEMORY;
    const snw_status status = cli_print(io, render_layout, page);
    free(page);
    return status;
}

static snw_status check_base(const snw_registry *registry, const char *base, snw_why *why) {
    enum { MOST = 1024 };
    const char *known[MOST];
    int count = 0;
    for (; count < registry->base_count && count < MOST; count++) {
        known[count] = registry->bases[count]->token;
        if (strcmp(known[count], base) == 0) return SNW_OK;
    }
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "there is no base '%.48s'", base);
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, NULL, text);
    snw_why_rule(why, "unknown-base");
    const char *closest = snw_closest_name(base, known, count);
    line = snw_text_over(fix, sizeof fix);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "'sinew describe list' shows the bases");
    }
    snw_why_fix(why, fix);
    return SNW_ERR_UNKNOWN_NAME;
}

snw_status describe_list(const snw_registry *registry, const cli_values *values, cli_io *io,
                         snw_why *why) {
    const selection chosen = {registry, cli_text(values, "base")};
    if (chosen.base != NULL) {
        const snw_status status = check_base(registry, chosen.base, why);
        if (snw_failed(status)) return status;
    }
    note_empty(registry, io);
    if (io->json) return cli_print(io, compose_json_list, &chosen);
    return print_page(io, compose_list, &chosen, why);
}

// --- show ---------------------------------------------------------------------------------------

typedef struct subject {
    const snw_registry *registry;
    const snw_type *type;
    const snw_space *space;
} subject;

static void compose_type(snw_text *text, const void *context) {
    const subject *s = context;
    snw_manual_type(s->type, s->registry, text);
    int count;
    const snw_command *commands = commands_of_type(s->registry, s->type, &count);
    put_commands(text, commands, count);
}

static void compose_json_type(snw_text *text, const void *context) {
    const subject *s = context;
    snw_manual_json(s->type, text);
    snw_text_format(text, "\n");
}

snw_status describe_show(const snw_registry *registry, const cli_values *values, cli_io *io,
                         snw_why *why) {
    subject chosen = {.registry = registry};
    const snw_status status = snw_types_find(registry, cli_text(values, "type"), &chosen.type, why);
    if (snw_failed(status)) return status;
    if (io->json) return cli_print(io, compose_json_type, &chosen);
    return print_page(io, compose_type, &chosen, why);
}

// --- xsd ----------------------------------------------------------------------------------------

enum { SPACES = 64, TYPES = 4096 };

// the name spaces of all types and of what they hold
typedef struct spaces {
    const snw_space *items[SPACES];
    int count;
    const snw_type *seen[TYPES]; // types that hold themselves are visited once
    int seen_count;
} spaces;

static void add_space(spaces *s, const snw_space *space) {
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->items[i]->uri, space->uri) == 0) return;
    }
    if (s->count < SPACES) s->items[s->count++] = space;
}

static void add_type(spaces *s, const snw_type *type) {
    for (int i = 0; i < s->seen_count; i++) {
        if (s->seen[i] == type) return;
    }
    if (s->seen_count == TYPES) return;
    s->seen[s->seen_count++] = type;
    add_space(s, type->space != NULL ? type->space : &snw_space_core);
    for (int i = 0; i < type->field_count; i++) {
        if (type->fields[i].type != NULL) add_type(s, type->fields[i].type);
    }
}

static spaces *collect_spaces(const snw_registry *registry, snw_why *why) {
    spaces *s = calloc(1, sizeof *s);
    if (s == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        return NULL;
    }
    for (int i = 0; i < registry->type_count; i++) {
        add_type(s, registry->types[i]);
    }
    if (s->count > 0) add_space(s, &snw_space_plain);
    return s;
}

static void compose_schema(snw_text *text, const void *context) {
    const subject *s = context;
    snw_xsd_write(s->registry, s->space, text);
}

static void compose_json_schema(snw_text *text, const void *context) {
    const subject *s = context;
    size_t length = 0;
    char *schema = composed(compose_schema, context, &length, NULL);
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "space", s->space->prefix);
    snw_json_string(&json, "schema", schema != NULL ? schema : "");
    cli_json_finish(&json);
    free(schema);
}

static snw_status refuse_space(const spaces *all, const char *prefix, snw_why *why) {
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "no type is in a name space '%.48s'", prefix);
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, NULL, text);
    snw_why_rule(why, "unknown-space");
    line = snw_text_over(fix, sizeof fix);
    snw_text_format(&line, all->count > 0 ? "there are" : "load types with --plugin FILE");
    for (int i = 0; i < all->count; i++) {
        snw_text_format(&line, "%s %s", i > 0 ? "," : "", all->items[i]->prefix);
    }
    snw_why_fix(why, fix);
    return SNW_ERR_UNKNOWN_NAME;
}

static void render_names(snw_text *text, const void *context) {
    const spaces *all = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_array(&json, NULL);
    for (int i = 0; i < all->count; i++) {
        char name[128];
        snw_text line = snw_text_over(name, sizeof name);
        snw_text_format(&line, "%s.xsd", all->items[i]->prefix);
        snw_json_string(&json, NULL, name);
    }
    cli_json_finish(&json);
}

static snw_status write_schemas(const snw_registry *registry, const spaces *all, const char *folder,
                                cli_io *io, snw_why *why) {
    snw_status status = snw_directory_make(folder, 0755, why);
    for (int i = 0; i < all->count && !snw_failed(status); i++) {
        const subject one = {.registry = registry, .space = all->items[i]};
        char name[128];
        snw_text text = snw_text_over(name, sizeof name);
        snw_text_format(&text, "%s.xsd", all->items[i]->prefix);
        status = put_file(io, folder, name, compose_schema, &one, why);
    }
    if (io->json && !snw_failed(status)) status = cli_print(io, render_names, all);
    return status;
}

snw_status describe_xsd(const snw_registry *registry, const cli_values *values, cli_io *io,
                        snw_why *why) {
    const char *folder = cli_text(values, "out"), *prefix = cli_text(values, "space");
    if ((folder == NULL) == (prefix == NULL)) {
        return snw_refuse_rule(
            why, SNW_ERR_USAGE, "missing-option", "describe xsd",
            "the output of the schemas is missing",
            "give --out DIR, or --space PREFIX for one of them on standard output");
    }
    spaces *all = collect_spaces(registry, why);
    if (all == NULL) return SNW_ERR_MEMORY;
    snw_status status = SNW_OK;
    if (folder != NULL) {
        note_empty(registry, io);
        status = write_schemas(registry, all, folder, io, why);
    } else {
        subject chosen = {.registry = registry};
        for (int i = 0; i < all->count; i++) {
            if (strcmp(all->items[i]->prefix, prefix) == 0) chosen.space = all->items[i];
        }
        status = chosen.space == NULL
                     ? refuse_space(all, prefix, why)
                     : cli_print(io, io->json ? compose_json_schema : compose_schema, &chosen);
    }
    free(all);
    return status;
}

// --- manual -------------------------------------------------------------------------------------

static void compose_index(snw_text *text, const void *context) {
    const subject *s = context;
    snw_manual_index(s->registry, text);
}

static void render_pages(snw_text *text, const void *context) {
    const int *pages = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_int(&json, "pages", *pages);
    cli_json_finish(&json);
}

snw_status describe_manual(const snw_registry *registry, const cli_values *values, cli_io *io,
                           snw_why *why) {
    const char *folder = cli_text(values, "out");
    subject one = {.registry = registry};
    note_empty(registry, io);
    snw_status status = snw_directory_make(folder, 0755, why);
    if (!snw_failed(status)) status = put_file(io, folder, "index.md", compose_index, &one, why);
    for (int i = 0; i < registry->type_count && !snw_failed(status); i++) {
        char name[256];
        snw_text text = snw_text_over(name, sizeof name);
        one.type = registry->types[i];
        snw_text_format(&text, "%s.md", one.type->token);
        status = put_file(io, folder, name, compose_type, &one, why);
    }
    const int pages = registry->type_count + 1;
    if (io->json && !snw_failed(status)) status = cli_print(io, render_pages, &pages);
    return status;
}

// --- with the types of the program --------------------------------------------------------------

static snw_status with_types(describe_fn *run, const cli_values *values, cli_io *io, snw_why *why) {
    snw_types types;
    snw_status status = model_open_types(&types, values, why);
    if (snw_failed(status)) return status;
    status = run(&types.registry, values, io, why);
    snw_types_close(&types);
    return status;
}

static snw_status run_describe_list(const cli_values *values, cli_io *io, snw_why *why) {
    return with_types(describe_list, values, io, why);
}

static snw_status run_describe_show(const cli_values *values, cli_io *io, snw_why *why) {
    return with_types(describe_show, values, io, why);
}

static snw_status run_describe_xsd(const cli_values *values, cli_io *io, snw_why *why) {
    return with_types(describe_xsd, values, io, why);
}

static snw_status run_describe_manual(const cli_values *values, cli_io *io, snw_why *why) {
    return with_types(describe_manual, values, io, why);
}

static snw_status run_describe_check(const cli_values *values, cli_io *io, snw_why *why) {
    return with_types(describe_check, values, io, why);
}

static snw_status run_describe_convert(const cli_values *values, cli_io *io, snw_why *why) {
    return with_types(describe_convert, values, io, why);
}

static snw_status run_describe_test(const cli_values *values, cli_io *io, snw_why *why) {
    return with_types(describe_test, values, io, why);
}

const cli_command describe_list_command = {
    .name = "describe list",
    .group = "Types and files",
    .summary = "List the types that files can hold.",
    .description = "Prints a line for each type: its token, its base, its name space and a "
                   "sentence. --json writes an array of {token, base, space, help}.",
    .options = describe_list_options,
    .examples = describe_list_examples,
    .run = run_describe_list};

const cli_command describe_show_command = {
    .name = "describe show",
    .group = "Types and files",
    .summary = "Show the fields of a type.",
    .description =
        "Prints kind, unit, range, default, time of change and a sentence for each field. Structs "
        "that the type holds follow below it.\n\n--json writes an object with the members token, "
        "base, space, uri, version, help, fields and holds, the types that it holds.",
    .arguments = describe_show_arguments,
    .options = describe_show_options,
    .examples = describe_show_examples,
    .run = run_describe_show};

const cli_command describe_xsd_command = {
    .name = "describe xsd",
    .group = "Types and files",
    .summary = "Write the XML schemas of all name spaces, for validators and editors.",
    .description = "A schema imports those of the name spaces below it from the same directory. "
                   "Give validators the highest one: it knows all types, and plain.xsd, which "
                   "takes files that have all elements in the name space urn:sinew.",
    .options = describe_xsd_options,
    .examples = describe_xsd_examples,
    .run = run_describe_xsd};

const cli_command describe_manual_command = {
    .name = "describe manual",
    .group = "Types and files",
    .summary = "Write the reference manual of all types, in Markdown.",
    .description = "Writes index.md and a page TYPE.md for every type into a directory. Pages of "
                   "types that no longer exist stay; remove them by hand.",
    .options = describe_manual_options,
    .examples = describe_manual_examples,
    .run = run_describe_manual};

const cli_command describe_test_command = {
    .name = "describe test",
    .group = "Types and files",
    .summary =
        "Test every type: random objects through XML, JSON and copies, and its range limits.",
    .description = "Fills each registered type with random legal values, also the ends of every "
                   "range, and checks that it comes back bit for bit from XML and JSON, equals its "
                   "copy, and that a value one step outside a range is refused. Exit code 0 if all "
                   "types pass, 1 otherwise; --json writes one object per type.",
    .options = describe_test_options,
    .examples = describe_test_examples,
    .run = run_describe_test};

const cli_command describe_check_command = {
    .name = "describe check",
    .group = "Types and files",
    .summary = "Check a document and report all errors.",
    .description =
        "Each finding is a line with file, line, column, the reason and a fix. The exit code is 0 "
        "for a good document, otherwise that of the first error.\n\n--json writes an object with "
        "the members file, type, ok, errors, warnings and findings.",
    .arguments = describe_check_arguments,
    .options = describe_check_options,
    .examples = describe_check_examples,
    .run = run_describe_check};

const cli_command describe_convert_command = {
    .name = "describe convert",
    .group = "Types and files",
    .summary = "Convert a document between XML and JSON.",
    .description = "The file names decide the formats: .xml, .json, or one of them and .gz. What "
                   "is read is checked first; the output is written completely or not at all.",
    .arguments = describe_convert_arguments,
    .options = describe_convert_options,
    .examples = describe_convert_examples,
    .run = run_describe_convert};
