// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "sinew/document.h"
#include "sinew/document/locate.h"

// Lines of structs that are sought after reading. The files are small enough to count in.

typedef struct leaf {
    char name[16], from[16];
} leaf;

typedef struct branch {
    char name[16];
    leaf own;
    leaf *leaves;
    int leaf_count;
} branch;

typedef struct bush {
    branch *branches;
    int branch_count;
} bush;

static const snw_field leaf_fields[] = {
    {SNW_AT(leaf, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "Its name."},
    {SNW_AT(leaf, from), .kind = SNW_KIND_STRING, .help = "Where it is from."}};
static const snw_type leaf_type = {SNW_TYPE(leaf, leaf_fields), .help = "A leaf."};
static const snw_field branch_fields[] = {
    {SNW_AT(branch, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "Its name."},
    {SNW_AT(branch, own), .kind = SNW_KIND_STRUCT, .type = &leaf_type, .help = "A leaf."},
    {SNW_AT_LIST(branch, leaves, leaf_count, 100), .kind = SNW_KIND_STRUCT, .type = &leaf_type,
     .item = "leaf", .help = "Leaves."}};
static const snw_type branch_type = {SNW_TYPE(branch, branch_fields), .help = "A branch."};
static const snw_field bush_fields[] = {{SNW_AT_LIST(bush, branches, branch_count, 100),
                                         .kind = SNW_KIND_STRUCT, .type = &branch_type,
                                         .item = "branch", .help = "Branches."}};
static const snw_type bush_type = {SNW_TYPE(bush, bush_fields), .help = "A bush."};

static const char xml_text[] = "<bush>\n"                                    // 1
                               "  <branches>\n"                              // 2
                               "    <branch name=\"low\">\n"                 // 3
                               "      <own name=\"o\"/>\n"                   // 4
                               "      <leaves>\n"                            // 5
                               "        <leaf name=\"a\" from=\"x.y\"/>\n"   // 6
                               "        <leaf name=\"b\"/>\n"                // 7
                               "      </leaves>\n"                           // 8
                               "    </branch>\n"                             // 9
                               "    <branch name=\"high\">\n"                // 10
                               "      <leaves><leaf name=\"a\"/></leaves>\n" // 11
                               "    </branch>\n"
                               "  </branches>\n"
                               "</bush>\n";

static const char json_text[] = "{\"branches\": [\n"
                                " {\"name\": \"low\",\n"
                                "  \"leaves\": [\n"
                                "   {\"name\": \"a\"},\n"
                                "   {\"name\": \"b\"}]}]}\n";

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    CHECK(file != NULL);
    CHECK(fputs(text, file) >= 0);
    CHECK(fclose(file) == 0);
}

static void structs_are_found_by_index_key_and_field(void) {
    static const struct {
        const char *path;
        int line, depth;
    } cases[] = {
        {"branches[0]", 3, 1},
        {"branches[low]", 3, 1},
        {"branches[high]", 10, 1},
        {"branches[low]/own", 4, 2},
        {"branches[low]/leaves[1]", 7, 2},
        {"branches[low]/leaves[b]", 7, 2},
        {"branches[high]/leaves[a]", 11, 2},
        {"branches[low]/leaves[from=x.y]", 6, 2},
        // as far as it is there
        {"branches[high]/leaves[z]", 10, 1},
        {"branches[high]/leaves[from=x.y]", 10, 1},
        {"branches[high]/no/such/thing", 10, 1},
        // a key is a whole word
        {"branches[hig]", 0, 0},
        {"branches[highest]", 0, 0},
        {"branches[2]", 0, 0},
        {"branch[0]", 0, 0},
        {"", 0, 0},
    };
    enum { COUNT = sizeof cases / sizeof cases[0] };
    snw_sought sought[COUNT];
    memset(sought, 0x55, sizeof sought);
    for (int i = 0; i < COUNT; i++)
        snw_copy_text(sought[i].path, sizeof sought[i].path, cases[i].path);
    write_file("locate.xml", xml_text);
    snw__document_locate("locate.xml", &bush_type, NULL, sought, COUNT);
    for (int i = 0; i < COUNT; i++) {
        CHECK(sought[i].line == cases[i].line);
        CHECK(sought[i].depth == cases[i].depth);
        CHECK_TEXT(sought[i].file, cases[i].line > 0 ? "locate.xml" : "");
    }
    CHECK(remove("locate.xml") == 0);
}

static void json_is_searched_too_and_a_file_that_is_gone_finds_nothing(void) {
    snw_sought sought = {.path = "branches[low]/leaves[b]"};
    write_file("locate.json", json_text);
    snw__document_locate("locate.json", &bush_type, NULL, &sought, 1);
    CHECK(sought.line == 5 && sought.depth == 2);
    CHECK(remove("locate.json") == 0);
    snw__document_locate("locate.json", &bush_type, NULL, &sought, 1);
    CHECK(sought.line == 0 && sought.depth == 0);
}

int main(void) {
    RUN(structs_are_found_by_index_key_and_field);
    RUN(json_is_searched_too_and_a_file_that_is_gone_finds_nothing);
    return check_report();
}
