// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "describe_command.h"
#include "sinew/document.h"

const cli_parameter describe_test_options[] = {
    {.name = "cases",
     .letter = 'n',
     .kind = CLI_INT,
     .standard = "200",
     .low = 1,
     .high = 1000000,
     .sentence = "Number of random objects of each type."},
    {.name = "seed",
     .kind = CLI_INT,
     .standard = "1",
     .low = 0,
     .high = 1e9,
     .sentence = "Random seed of the objects."},
    {.name = "plugin",
     .kind = CLI_FILE,
     .need = CLI_REPEATED,
     .sentence = "Shared library with more types; may be repeated."},
    {0},
};
const cli_example describe_test_examples[] = {
    {"sinew describe test", "Test every type that the program knows."},
    {"sinew describe test --plugin ./mine.so -n 5000", "Test the types of a plugin thoroughly."},
    {0},
};

typedef struct verdict {
    const snw_type *type;
    snw_status status;
    const snw_why *why;
} verdict;

static void render_line(snw_text *text, const void *context) {
    const verdict *v = context;
    snw_text_format(text, "%-4s  %s\n", snw_failed(v->status) ? "fail" : "ok", v->type->token);
}

static void render_object(snw_text *text, const void *context) {
    const verdict *v = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "type", v->type->token);
    snw_json_bool(&json, "ok", !snw_failed(v->status));
    if (snw_failed(v->status)) snw_json_why(&json, "why", v->why);
    cli_json_finish(&json);
}

snw_status describe_test(const snw_registry *registry, const cli_values *values, cli_io *io,
                         snw_why *why) {
    const int cases = (int)cli_int(values, "cases");
    const uint64_t seed = (uint64_t)cli_int(values, "seed");
    snw_status worst = SNW_OK;
    for (int i = 0; i < registry->type_count; i++) {
        snw_why one = {0};
        const snw_type *type = registry->types[i];
        const verdict v = {type, snw_type_selftest(type, registry, seed, cases, &one), &one};
        const snw_status status = cli_print(io, io->json ? render_object : render_line, &v);
        if (snw_failed(status)) return status;
        if (snw_failed(v.status)) {
            *why = one;
            worst = SNW_ERR_CHECK;
        }
    }
    if (registry->type_count == 0) cli_note(io, "no types are registered");
    return worst;
}
