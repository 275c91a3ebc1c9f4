// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The example of docs/document.md, compiled and run.
#define _GNU_SOURCE
#include "reading.h"
#include "unit/os/scratch.h"

static char printed[4096];

static void print_line(const char *line) {
    (void)strncat(printed, line, sizeof printed - strlen(printed) - 1);
    (void)strncat(printed, "\n", sizeof printed - strlen(printed) - 1);
}

// region: read
static arm_link *load_arm(const char *path, const snw_registry *registry, snw_setup *memory) {
    snw_why reasons[20];
    snw_diags found = {.items = reasons, .capacity = 20};
    const snw_read_options how = {.registry = registry, .check_references = true};
    void *arm = NULL;
    SNW_IGNORE(snw_document_read(path, &arm_link_type, &how, memory, &arm, &found));
    for (int i = 0; i < found.count; i++) {
        char line[1024];
        (void)snw_why_sentence(&reasons[i], line, sizeof line);
        print_line(line);
    }
    return arm;
}
// endregion

static void the_example_of_the_page_works(void) {
    const scratch_name path = scratch("arm.xml");
    scratch_put(path.text, "<arm_link name='base' mas='2'>\n  <children>\n"
                           "    <link name='b' mass='-1 kg' parent='bse'/>\n  </children>\n"
                           "</arm_link>\n");
    forget();
    CHECK(load_arm(path.text, samples(), setup) == NULL);
    char expected[2048];
    (void)snprintf(expected, sizeof expected,
                   "%s:1:23: error: arm_link: unknown name 'mas' in 'arm_link'; did you mean "
                   "'mass'? [unknown-name]\n"
                   "%s:3:20: error: arm_link/children[0]/mass: a value is outside its allowed "
                   "range (value -1 kg, low 0 kg, high 100000 kg); choose a value inside the range "
                   "[range]\n"
                   "%s:3:33: error: arm_link/children[0]: there is no arm_link named 'bse'; did "
                   "you mean 'base'? [reference]\n",
                   path.text, path.text, path.text);
    CHECK_TEXT(printed, expected);

    scratch_put(path.text, "<arm_link name='a' mass='2'/>");
    printed[0] = '\0';
    const arm_link *arm = load_arm(path.text, samples(), setup);
    CHECK(arm != NULL && arm->mass == 2 && printed[0] == '\0');
}

int main(void) {
    scratch_open();
    RUN(the_example_of_the_page_works);
    const int result = check_report();
    snw_setup_destroy(setup);
    return result;
}
