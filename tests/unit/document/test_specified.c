// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "../../../src/core/document/inside.h"
#include "check.h"
#include "sinew/document.h"

// Which members a file has: files are written member by member by the test, which remembers them.

typedef struct leaf {
    double weight;
    char label[16];
    snw_pose place;
} leaf;

typedef struct twig {
    int number;
    leaf own;
    leaf *leaves;
    int leaf_count;
    leaf *spare;
    double bends[4];
    int bend_count;
} twig;

static const snw_field leaf_fields[] = {
    {SNW_AT(leaf, weight), .kind = SNW_KIND_REAL, .initial = "2", .help = "Its weight."},
    {SNW_AT(leaf, label), .kind = SNW_KIND_STRING, .help = "Its label."},
    {SNW_AT(leaf, place), .kind = SNW_KIND_POSE, .help = "Its place."}};
static const snw_type leaf_type = {SNW_TYPE(leaf, leaf_fields), .help = "A leaf."};
static const snw_field twig_fields[] = {
    {SNW_AT(twig, number), .kind = SNW_KIND_INT, .initial = "7", .help = "Its number."},
    {SNW_AT(twig, own), .kind = SNW_KIND_STRUCT, .type = &leaf_type, .help = "A leaf."},
    {SNW_AT_LIST(twig, leaves, leaf_count, 100), .kind = SNW_KIND_STRUCT, .type = &leaf_type,
     .help = "Leaves."},
    {SNW_AT(twig, spare), .kind = SNW_KIND_OPTIONAL, .type = &leaf_type, .help = "One more."},
    {SNW_AT_COUNTED(twig, bends, bend_count), .kind = SNW_KIND_REAL, .help = "Bends."}};
static const snw_type twig_type = {SNW_TYPE(twig, twig_fields), .help = "A twig."};

enum { MOST = 200, LEAVES = 6 };

// what was written
static struct {
    char paths[MOST][64];
    int count;
} written;

static bool coin(void) {
    return check_int(0, 1) == 1;
}

static void note(const char *before, const char *name) {
    CHECK(written.count < MOST);
    (void)snprintf(written.paths[written.count++], 64, "%s%s", before, name);
}

static bool was_written(const char *path) {
    for (int i = 0; i < written.count; i++) {
        if (strcmp(written.paths[i], path) == 0) return true;
    }
    return false;
}

// --- the files ----------------------------------------------------------------------------------

// members of a leaf, some of them with the value that they have anyway
static void write_leaf_xml(snw_text *text, const char *name, const char *before) {
    const bool weight = coin(), label = coin(), place = coin(), attribute = coin();
    snw_text_format(text, "<%s", name);
    if (weight) note(before, "weight");
    if (label) note(before, "label");
    if (place) note(before, "place");
    if (weight && attribute) snw_text_format(text, " weight='%s'", coin() ? "2" : "3");
    if (label && attribute) snw_text_format(text, " label='%s'", coin() ? "" : "x");
    snw_text_format(text, ">");
    if (weight && !attribute) snw_text_format(text, "<weight>2</weight>");
    if (label && !attribute) snw_text_format(text, "<label>y</label>");
    if (place) snw_text_format(text, coin() ? "<place xyz='1 2 3'/>" : "<place/>");
    snw_text_format(text, "</%s>", name);
}

static void write_xml(snw_text *text) {
    snw_text_format(text, "<twig");
    if (coin()) {
        snw_text_format(text, " number='7'");
        note("", "number");
    }
    snw_text_format(text, ">");
    if (coin()) {
        note("", "own");
        write_leaf_xml(text, "own", "own/");
    }
    if (coin()) {
        note("", "leaves");
        snw_text_format(text, "<leaves>");
        const int count = check_int(0, LEAVES);
        for (int i = 0; i < count; i++) {
            char before[32];
            (void)snprintf(before, sizeof before, "leaves[%d]/", i);
            write_leaf_xml(text, "element", before);
        }
        snw_text_format(text, "</leaves>");
    }
    if (coin()) {
        note("", "spare");
        write_leaf_xml(text, "spare", "spare/");
    }
    if (coin()) {
        note("", "bends");
        snw_text_format(text, "<bends>1 2</bends>");
    }
    snw_text_format(text, "</twig>");
}

static void write_leaf_json(snw_text *text, const char *before) {
    const char *comma = "";
    snw_text_format(text, "{");
    if (coin()) {
        note(before, "weight");
        snw_text_format(text, "\"weight\":2");
        comma = ",";
    }
    if (coin()) {
        note(before, "label");
        snw_text_format(text, "%s\"label\":\"\"", comma);
        comma = ",";
    }
    if (coin()) {
        note(before, "place");
        snw_text_format(text, "%s\"place\":{\"xyz\":[1,2,3]}", comma);
    }
    snw_text_format(text, "}");
}

static void write_json(snw_text *text) {
    snw_text_format(text, "{\"version\":1");
    if (coin()) {
        note("", "number");
        snw_text_format(text, ",\"number\":7");
    }
    if (coin()) {
        note("", "own");
        snw_text_format(text, ",\"own\":");
        write_leaf_json(text, "own/");
    }
    if (coin()) {
        note("", "leaves");
        snw_text_format(text, ",\"leaves\":[");
        const int count = check_int(0, LEAVES);
        for (int i = 0; i < count; i++) {
            char before[32];
            (void)snprintf(before, sizeof before, "leaves[%d]/", i);
            snw_text_format(text, i > 0 ? "," : "");
            write_leaf_json(text, before);
        }
        snw_text_format(text, "]");
    }
    snw_text_format(text, "}");
}

// --- the comparison -----------------------------------------------------------------------------

// every member that there could be is asked about
static void check_leaf(const snw_specified *given, const char *before, int *asked) {
    for (size_t i = 0; i < sizeof leaf_fields / sizeof *leaf_fields; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "%s%s", before, leaf_fields[i].name);
        if (snw_is_specified(given, path) != was_written(path)) print_error("%s\n", path);
        CHECK(snw_is_specified(given, path) == was_written(path));
        (*asked)++;
    }
}

static int check_all(const snw_specified *given) {
    int asked = 0;
    for (size_t i = 0; i < sizeof twig_fields / sizeof *twig_fields; i++) {
        CHECK(snw_is_specified(given, twig_fields[i].name) == was_written(twig_fields[i].name));
        asked++;
    }
    check_leaf(given, "own/", &asked);
    check_leaf(given, "spare/", &asked);
    for (int i = 0; i < LEAVES; i++) {
        char before[32];
        (void)snprintf(before, sizeof before, "leaves[%d]/", i);
        check_leaf(given, before, &asked);
    }
    CHECK(given->count == written.count);
    int cursor = 0, found = 0;
    const char *path;
    while ((path = snw_specified_next(given, &cursor)) != NULL) {
        CHECK(was_written(path));
        found++;
    }
    CHECK(found == given->count);
    return asked;
}

// The flag of every member of 100 random partial files in each format, of their copies, and of an
// object that no file made.
// spec: actin-model:A1-XM-37
static void a_member_is_specified_exactly_when_the_file_has_it(void) {
    long there = 0, asked = 0;
    for (int json = 0; json < 2; json++) {
        CHECK_CASES(100) {
            static char document[8192];
            snw_text text = snw_text_over(document, sizeof document);
            written.count = 0;
            if (json) {
                write_json(&text);
            } else {
                write_xml(&text);
            }
            snw_setup *setup = snw_setup_create(1 << 22), *other = snw_setup_create(1 << 22);
            snw_specified given = {0}, copy;
            const snw_read_options options = {.specified = &given};
            const snw_source source = {.bytes = document, .length = text.length, .name = "x"};
            void *object = NULL;
            const snw_status status =
                json ? snw_json_read(&source, &twig_type, &options, setup, &object, NULL)
                     : snw_xml_read(&source, &twig_type, &options, setup, &object, NULL);
            if (status != SNW_OK) print_error("%s\n", document);
            CHECK(status == SNW_OK);
            asked += check_all(&given);
            there += given.count;

            // a copy keeps them when the first is gone
            CHECK(snw__specified_copy(&given, other, &copy) == SNW_OK);
            snw_setup_destroy(setup);
            (void)check_all(&copy);
            snw_setup_destroy(other);
        }
    }
    // both are common
    CHECK(there > asked / 10 && there < asked * 9 / 10);
    check_case = -1;
    const snw_specified nobody = {0};
    CHECK(!snw_is_specified(&nobody, "number"));
}

// more members than the first table has room for, and memory that ends
static void sets_grow_and_say_when_they_cannot(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_specified given = {0};
    char path[32];
    for (int i = 0; i < 5000; i++) {
        (void)snprintf(path, sizeof path, "a[%d]/b", i);
        CHECK(snw__specified_add(&given, setup, path) == SNW_OK);
        CHECK(snw__specified_add(&given, setup, path) == SNW_OK);
    }
    CHECK(given.count == 5000);
    CHECK(snw_is_specified(&given, "a[4999]/b") && !snw_is_specified(&given, "a[5000]/b"));
    snw_setup_destroy(setup);
    setup = snw_setup_create(1024);
    given = (snw_specified){0};
    snw_status status = SNW_OK;
    for (int i = 0; i < 5000 && !snw_failed(status); i++) {
        (void)snprintf(path, sizeof path, "a[%d]/b", i);
        status = snw__specified_add(&given, setup, path);
    }
    CHECK(status == SNW_ERR_MEMORY);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(a_member_is_specified_exactly_when_the_file_has_it);
    RUN(sets_grow_and_say_when_they_cannot);
    return check_report();
}
