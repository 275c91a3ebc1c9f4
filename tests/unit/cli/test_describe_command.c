// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "describe_sample.h"
#include "sinew/document.h"

// --- list ---------------------------------------------------------------------------------------

static void list_shows_token_base_name_space_and_sentence(void) {
    captured result = describe_line("d list");
    CHECK(result.exit_code == 0);
    int lines = 0;
    for (const char *c = result.out; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    CHECK(lines == SAMPLE_TYPES);
    CHECK(strstr(result.out, "\ncombination  operator    core    Several expressions joined into "
                             "one.\n") != NULL);
    CHECK(
        strstr(result.out, "\nstation      -           cell    An arm & the law that moves it.\n"));
    captured_free(&result);
}

static void list_of_a_base_has_also_the_types_of_bases_below_it(void) {
    captured result = describe_line("d list --base computable --json");
    CHECK(result.exit_code == 0 && json_is_valid(result.out));
    CHECK_TEXT(result.out, "[\n{\"token\":\"constant\",\"base\":\"computable\",\"space\":\"core\","
                           "\"help\":\"A number.\"},\n"
                           "{\"token\":\"variable\",\"base\":\"computable\",\"space\":\"core\","
                           "\"help\":\"A value by its path.\"},\n"
                           "{\"token\":\"negation\",\"base\":\"computable\",\"space\":\"core\","
                           "\"help\":\"The same with the other sign.\"},\n"
                           "{\"token\":\"combination\",\"base\":\"operator\",\"space\":\"core\","
                           "\"help\":\"Several expressions joined into one.\"},\n"
                           "{\"token\":\"noise\",\"base\":\"computable\",\"space\":\"motion\","
                           "\"help\":\"A random value.\"}\n]\n");
    captured_free(&result);
    expect_describe("d list -b soli", 3, "", "there is no base 'soli'; did you mean 'solid'?");
    expect_describe("d list -b zzzzzz", 3, "", "there is no base 'zzzzzz'; 'sinew describe list'");
}

static void without_types_every_verb_says_so(void) {
    sample_open(true);
    expect_describe("d list", 0, "", "no types are registered yet; load some with --plugin FILE");
    expect_describe("d list -q", 0, "", "");
    expect_describe("d list -q --json", 0, "[]\n", "");
    expect_describe("d show reg", 3, "", "there is no type 'reg'; load a plugin that has it");
    expect_describe("d xsd --space cell", 3, "", "no type is in a name space 'cell'; load");
    expect_describe("d xsd --out @/none", 0, "", "no types are registered yet");
    expect_describe("d manual --out @/none", 0, "/none/index.md\n", "no types are registered yet");
    CHECK(scratch_count(scratch("none").text) == 1);
    sample_open(false);
}

// --- show ---------------------------------------------------------------------------------------

static void show_lays_out_the_fields_as_a_table(void) {
    captured result = describe_line("d show reg");
    CHECK(result.exit_code == 0);
    CHECK_TEXT(result.out,
               "reg\n\nProportional, integral and derivative control.\n\n"
               "Name space motion (urn:sinew:motion), version 1, base law.\n\n"
               "Field  Kind  Unit       Range         Default  Changes  What it is\n"
               "kp     real  N.m/rad    0 to 1000000  10       live     Proportional gain.\n"
               "ki     real  N.m/rad/s  0 to 1000000  0        live     Integral gain.\n"
               "kd     real  N.m.s/rad  0 to 1000000  0        live     Damping.\n"
               "on     bool                           true     live     Whether it acts.\n");
    captured_free(&result);
}

static void show_writes_an_object_for_programs(void) {
    captured result = describe_line("d show station --json");
    CHECK(result.exit_code == 0 && json_is_valid(result.out));
    CHECK(strncmp(result.out, "{\"token\":\"station\",", 19) == 0);
    CHECK(strstr(result.out, "\"holds\":[{\"token\":\"stretch\"") != NULL);
    captured_free(&result);
    expect_describe("d show statoin", 3, "", "there is no type 'statoin'; did you mean 'station'?");
    expect_describe("d show zzzzzzzz", 3, "", "'sinew describe list' shows all types");
    expect_describe("d show", 2, "", "TYPE");
}

// --- xsd ----------------------------------------------------------------------------------------

static char *schema(const snw_space *space) {
    char *memory = malloc(1 << 20);
    CHECK(memory != NULL);
    snw_text text = snw_text_over(memory, 1 << 20);
    snw_xsd_write(&sample_registry, space, &text);
    CHECK(!snw_text_is_cut(&text));
    return memory;
}

static void xsd_writes_a_schema_for_each_name_space(void) {
    captured result = describe_line("d xsd --out @/deep/schemas");
    CHECK(result.exit_code == 0 && result.err[0] == '\0');
    static const snw_space *const spaces[] = {&snw_space_core, &snw_space_robot, &snw_space_motion,
                                              &snw_space_cell, &snw_space_plain};
    for (int i = 0; i < 5; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "deep/schemas/%s.xsd", spaces[i]->prefix);
        CHECK(strstr(result.out, scratch(name).text) != NULL);
        char *written = scratch_text(name), *expected = schema(spaces[i]);
        CHECK_TEXT(written, expected);
        free(written);
        free(expected);
    }
    captured_free(&result);
    CHECK(scratch_count(scratch("deep/schemas").text) == 5);
    expect_describe("d xsd --out @/other --json", 0,
                    "[\"core.xsd\",\"robot.xsd\",\"motion.xsd\",\"cell.xsd\",\"plain.xsd\"]\n", "");
    expect_describe("d xsd --out @/other -q", 0, "", "");
}

static void xsd_prints_the_schema_of_one_name_space(void) {
    captured result = describe_line("d xsd --space motion");
    char *expected = schema(&snw_space_motion);
    CHECK(result.exit_code == 0);
    CHECK_TEXT(result.out, expected);
    captured_free(&result);
    free(expected);
    result = describe_line("d xsd -s core --json");
    CHECK(result.exit_code == 0 && json_is_valid(result.out));
    captured_free(&result);
    expect_describe("d xsd -s cel", 3, "", "'cel'; there are core, robot, motion, cell, plain");
    expect_describe("d xsd", 2, "",
                    "the output of the schemas is missing; give --out DIR, or --space PREFIX");
    expect_describe("d xsd -s core --out @/x", 2, "", "the output of the schemas is missing");
    scratch_put(scratch("file").text, "");
    expect_describe("d xsd --out @/file/in", 4, "", "file");
}

// --- manual -------------------------------------------------------------------------------------

static void manual_writes_an_index_and_a_page_for_each_type(void) {
    captured result = describe_line("d manual --out @/pages");
    CHECK(result.exit_code == 0);
    for (int i = 0; i < SAMPLE_TYPES; i++) {
        char name[64], heading[64];
        (void)snprintf(name, sizeof name, "pages/%s.md", sample_types[i]->token);
        (void)snprintf(heading, sizeof heading, "# %s\n", sample_types[i]->token);
        char *page = scratch_text(name);
        CHECK(strncmp(page, heading, strlen(heading)) == 0);
        CHECK(strstr(result.out, scratch(name).text) != NULL);
        free(page);
    }
    char *index = scratch_text("pages/index.md");
    CHECK(strncmp(index, "# Reference\n", 12) == 0);
    free(index);
    captured_free(&result);
    CHECK(scratch_count(scratch("pages").text) == SAMPLE_TYPES + 1);
    expect_describe("d manual --out @/pages --json", 0, "{\"pages\":13}\n", "");
    expect_describe("d manual", 2, "", "--out");
}

int main(void) {
    scratch_open();
    sample_open(false);
    RUN(list_shows_token_base_name_space_and_sentence);
    RUN(list_of_a_base_has_also_the_types_of_bases_below_it);
    RUN(without_types_every_verb_says_so);
    RUN(show_lays_out_the_fields_as_a_table);
    RUN(show_writes_an_object_for_programs);
    RUN(xsd_writes_a_schema_for_each_name_space);
    RUN(xsd_prints_the_schema_of_one_name_space);
    RUN(manual_writes_an_index_and_a_page_for_each_type);
    return check_report();
}
