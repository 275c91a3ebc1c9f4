// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sinew/plugin.h"

#include "check.h"
#include "describe_sample.h"
#include "unit/os/scratch.h"

#include "sinew/document.h"

static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 14];
static snw_registry registry;
static snw_why why;

static const char *sample(const char *name) {
    static char path[1024];
    (void)snprintf(path, sizeof path, "%s/unit/plugin/plugins/%s.so", SNW_BINARY_DIR, name);
    return path;
}

// all that is registered, in order
static const char *listing(void) {
    static char list[1024];
    snw_text text = snw_text_over(list, sizeof list);
    for (int i = 0; i < registry.base_count; i++) {
        snw_text_format(&text, "(%s)", registry.bases[i]->token);
    }
    int cursor = 0;
    const snw_type *type;
    while ((type = snw_registry_next(&registry, NULL, &cursor)) != NULL) {
        snw_text_format(&text, " %s:%s", type->token, type->base != NULL ? type->base : "");
    }
    return list;
}

static const char before[] =
    "(shape)(part) ball:shape brick:shape limits: tag: arm_link:part everything:part";

static void start(void) {
    CHECK(sample_registry(&registry, memory, sizeof memory) == SNW_OK);
    CHECK_TEXT(listing(), before);
}

static void *read_text(const snw_type *type, const char *text, snw_setup *setup) {
    static snw_why findings[4];
    snw_diags diags = {.items = findings, .capacity = 4};
    const snw_source source = {.bytes = text, .length = strlen(text), .name = "text.xml"};
    void *object = NULL;
    const snw_status status = snw_xml_read(
        &source, type, &(snw_read_options){.registry = &registry}, setup, &object, &diags);
    if (status < 0) why = findings[0];
    return object;
}

// spec: actin-model:A1-CAP-03 actin-model:A1-XM-18
static void types_of_a_plugin_join_all_others(void) {
    start();
    static const char text[] = "<everything><one><cone height='2' radius='0.5'/></one><many>"
                               "<brick><inside><cone/></inside></brick></many></everything>";
    snw_setup *setup = snw_setup_create(1 << 22);
    CHECK(setup != NULL && read_text(&everything_type, text, setup) == NULL);
    CHECK_TEXT(why.text, "'cone' is not a shape");

    snw_plugin plugin = {0};
    CHECK(snw_plugin_load(sample("good"), &registry, &plugin, &why) == SNW_OK);
    CHECK_TEXT(plugin.table->name, "paint");
    CHECK_TEXT(plugin.table->help, "Shapes and tools for painting.");
    CHECK_TEXT(listing(), "(shape)(part)(painter) ball:shape brick:shape limits: tag: "
                          "arm_link:part everything:part cone:shape spray:painter");
    const snw_type *cone = snw_registry_find(&registry, "cone");
    CHECK(snw_registry_is_a(&registry, snw_registry_find(&registry, "spray"), "part"));

    // they load, also inside types that know nothing of them, and save
    everything *e = read_text(&everything_type, text, setup);
    CHECK(e != NULL && e->one.type == cone);
    double numbers[2];
    memcpy(numbers, e->one.block, sizeof numbers);
    CHECK(numbers[0] == 2 && numbers[1] == 0.5);
    char buffer[4096];
    snw_text out = snw_text_over(buffer, sizeof buffer);
    snw_xml_write(&everything_type, e, NULL, &out);
    CHECK(strstr(buffer, "cone") != NULL);
    const everything *again = read_text(&everything_type, buffer, setup);
    CHECK(again != NULL && snw_block_equal(&everything_type, e, again));

    // their rules and functions work
    CHECK(read_text(cone, "<cone height='0.01' radius='1'/>", setup) == NULL);
    CHECK_TEXT(why.text, "the cone is too flat");
    typedef struct volume_functions {
        snw_vtable head;
        double (*volume)(const void *block);
    } volume_functions;
    const volume_functions *functions = (const volume_functions *)(const void *)cone->functions;
    CHECK(functions->head.size == sizeof *functions);
    CHECK_NEAR(functions->volume(e->one.block), 0.5235987755982988, 1e-15);

    // they pass the self-test as any type does, and stand in the schema
    CHECK(snw_type_selftest(cone, &registry, 1, 200, &why) == SNW_OK);
    CHECK(snw_type_selftest(snw_registry_find(&registry, "spray"), &registry, 1, 200, &why) ==
          SNW_OK);
    CHECK(snw_type_selftest(&everything_type, &registry, 1, 50, &why) == SNW_OK);
    static char schema[1 << 18];
    out = snw_text_over(schema, sizeof schema);
    snw_xsd_write(&registry, &snw_space_robot, &out);
    CHECK(!snw_text_is_cut(&out) && strstr(schema, "\"cone\"") != NULL);
    snw_setup_destroy(setup);

    // the same plugin once more is a token twice
    snw_plugin second = {0};
    CHECK(snw_plugin_load(sample("good"), &registry, &second, &why) == SNW_ERR_DUPLICATE);
    CHECK(second.table == NULL && registry.type_count == 8 && registry.base_count == 3);
    CHECK(snw_registry_find(&registry, "cone") == cone);
    snw_plugin_close(&plugin);
    CHECK(plugin.table == NULL);
    snw_plugin_close(&plugin); // none is allowed
}

// each is refused with its sentence, and the registry is as it was
static void bad_plugins_leave_nothing_behind(void) {
    static const struct {
        const char *name;
        snw_status code;
        const char *subject, *text;
    } set[] = {
        {"other_version", SNW_ERR_VERSION, "", "the plugin was built for another version"},
        {"other_size", SNW_ERR_VERSION, "", "the plugin was built with other tables"},
        {"other_type_size", SNW_ERR_VERSION, "", "the plugin was built with other tables"},
        {"other_field_size", SNW_ERR_VERSION, "", "the plugin was built with other tables"},
        {"no_table", SNW_ERR_UNKNOWN_NAME, "", "the library exports no 'snw_plugin_table'"},
        {"duplicate", SNW_ERR_DUPLICATE, "ball", "a type has this token already"},
        {"unknown_base", SNW_ERR_UNKNOWN_NAME, "second",
         "its base 'shap' is not registered; did you mean 'shape'?"},
        {"broken_table", SNW_ERR_ARGUMENT, "second/value", "the range is empty"},
        {"short_functions", SNW_ERR_VERSION, "second", "a function table is shorter than its head"},
        {"no_type", SNW_ERR_ARGUMENT, "", "a type has no token"},
        {"no_list", SNW_ERR_ARGUMENT, "", "a list and its count do not match"},
        {"no_name", SNW_ERR_ARGUMENT, "", "the plugin has no name or no sentence of help"},
        {"no_base_token", SNW_ERR_ARGUMENT, "", "a base has no token"},
    };
    start();
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        snw_plugin plugin = {0};
        snw_why_set(&why, SNW_OK, NULL, NULL);
        const snw_status status = snw_plugin_load(sample(set[i].name), &registry, &plugin, &why);
        if (status != set[i].code) print_error("%s: %s\n", set[i].name, why.text);
        CHECK(status == set[i].code && why.code == status && plugin.table == NULL);
        CHECK_TEXT(why.text, set[i].text);
        CHECK_TEXT(why.subject, set[i].subject);
        CHECK(why.fix[0] != '\0' && why.rule[0] != '\0');
        const char *path = sample(set[i].name), *file = why.file;
        while (strncmp(file, "...", 3) == 0) {
            file += 3; // a long path keeps its end
        }
        CHECK(strlen(path) >= strlen(file));
        CHECK_TEXT(path + strlen(path) - strlen(file), file);
        CHECK_TEXT(listing(), before);
        CHECK(snw_registry_find(&registry, "first") == NULL);
        // nobody need listen
        CHECK(snw_plugin_load(sample(set[i].name), &registry, &plugin, NULL) == set[i].code);
    }
    // the tokens are free again
    snw_plugin plugin = {0};
    CHECK(snw_plugin_load(sample("good"), &registry, &plugin, &why) == SNW_OK);
    snw_plugin_close(&plugin);
}

static void a_missing_symbol_is_found_when_the_library_is_loaded(void) {
    start();
    snw_plugin plugin = {0};
    CHECK(snw_plugin_load(sample("unresolved"), &registry, &plugin, &why) == SNW_ERR_UNSUPPORTED);
    // the loader's own words, without the path, which the reason has anyway
    CHECK_TEXT(why.text, "undefined symbol: snw_test_function_that_nobody_has");
    CHECK(why.fix[0] != '\0' && why.file[0] != '\0');
    CHECK_TEXT(listing(), before);
}

static void what_is_no_library_is_refused(void) {
    start();
    snw_plugin plugin = {0};
    const scratch_name text = scratch("text.so"), empty = scratch("empty.so"),
                       pipe = scratch("pipe.so"), none = scratch("none.so");
    scratch_put(text.text, "#!/bin/sh\necho no library\n");
    scratch_put(empty.text, "");
    CHECK(mkfifo(pipe.text, 0600) == 0); // to open it would wait for ever
    CHECK(snw_plugin_load(text.text, &registry, &plugin, &why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(why.file, text.text);
    CHECK(snw_plugin_load(empty.text, &registry, &plugin, &why) == SNW_ERR_UNSUPPORTED);
    CHECK(snw_plugin_load(pipe.text, &registry, &plugin, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_plugin_load(none.text, &registry, &plugin, &why) == SNW_ERR_NOT_FOUND);
    CHECK(snw_plugin_load(scratch_directory, &registry, &plugin, &why) == SNW_ERR_ARGUMENT);
    // a name without a folder would be looked for who knows where
    CHECK(snw_plugin_load("good.so", &registry, &plugin, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.text, "the name of a library needs a folder");
    CHECK_TEXT(why.fix, "write ./name.so");
    CHECK(snw_plugin_load("", &registry, &plugin, &why) == SNW_ERR_ARGUMENT);
    CHECK(plugin.table == NULL);
    CHECK_TEXT(listing(), before);
}

static void a_registry_that_is_frozen_or_full_stays_so(void) {
    start();
    snw_plugin plugin = {0};
    snw_registry_freeze(&registry);
    CHECK(snw_plugin_load(sample("good"), &registry, &plugin, &why) == SNW_ERR_STATE);
    CHECK_TEXT(listing(), before);

    // room for the base and one of the two types
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&registry, 3, &arena) == SNW_OK);
    CHECK(snw_registry_add_base(&registry, &shape_base, NULL) == SNW_OK);
    CHECK(snw_registry_add_base(&registry, &part_base, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &ball_type, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &brick_type, NULL) == SNW_OK);
    CHECK(snw_plugin_load(sample("good"), &registry, &plugin, &why) == SNW_ERR_FULL);
    CHECK_TEXT(listing(), "(shape)(part) ball:shape brick:shape");
    CHECK(snw_registry_find(&registry, "cone") == NULL);
}

int main(void) {
    scratch_open();
    RUN(types_of_a_plugin_join_all_others);
    RUN(bad_plugins_leave_nothing_behind);
    RUN(a_missing_symbol_is_found_when_the_library_is_loaded);
    RUN(what_is_no_library_is_refused);
    RUN(a_registry_that_is_frozen_or_full_stays_so);
    return check_report();
}
