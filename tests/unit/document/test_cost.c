// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Texts of one shape in any size, to measure what reading them costs.
//
//   test_cost            checks that each shape is accepted or refused as it says
//   test_cost measure    reads each shape in three sizes, for tests/cases/describe-cost/run, and
//                        prints one line for each: shape, bytes
#include "check.h"
#include "describe_sample.h"
#include "sinew/document.h"
#include "sinew/document/settings.h"

// --- types for large sets and many objects ------------------------------------------------------

typedef struct crowd {
    uint32_t *ids;
    int id_count;
} crowd;
static const snw_field crowd_fields[] = {{SNW_AT_LIST(crowd, ids, id_count, 1000000),
                                          .kind = SNW_KIND_UINT, .flags = SNW_UNIQUE,
                                          .help = "Different numbers."}};
static const snw_type crowd_type = {SNW_TYPE(crowd, crowd_fields), .help = "A large set."};

static snw_registry registry;

// --- texts --------------------------------------------------------------------------------------

// what a text is made of: a start, pieces until it is large enough, an end
typedef struct shape {
    const char *name, *start, *end;
    void (*piece)(snw_text *text, int index);
    const snw_type *type; // NULL for a settings file
    bool json, legal;
} shape;

static void link(snw_text *t, int i) {
    snw_text_format(t,
                    "<link name='l%d' mass='1.5 kg' com='0 0 0.25' parent='l%d'>\n"
                    "<origin xyz='0 0 0.5' rpy='0 90 0 deg'/><range lower='-2.5' upper='2.5'/>"
                    "<soft upper='2'/><body><brick size='0.1 0.2 0.3'><inside><ball radius='0.1'/>"
                    "</inside></brick></body></link>\n",
                    i, i / 2);
}

static void json_link(snw_text *t, int i) {
    snw_text_format(t,
                    "%s{\"name\": \"l%d\", \"mass\": \"1.5 kg\", \"com\": [0, 0, 0.25],\n"
                    "\"parent\": \"l%d\", \"origin\": {\"xyz\": [0, 0, 0.5], \"rpy\": [0, 1, 0]},"
                    "\"range\": {\"lower\": -2.5, \"upper\": 2.5}, \"soft\": {\"upper\": 2},"
                    "\"body\": {\"brick\": {\"size\": [0.1, 0.2, 0.3]}}}",
                    i > 0 ? ",\n" : "", i, i / 2);
}

static void number(snw_text *t, int i) {
    snw_text_format(t, "%d.%d ", i % 1000, i % 7);
}

static void json_number(snw_text *t, int i) {
    snw_text_format(t, "%s%d.%d", i > 0 ? ", " : "", i % 1000, i % 7);
}

static void word(snw_text *t, int i) {
    snw_text_format(t, i % 10 == 9 ? "xx\n" : "xx ");
}

static void letter(snw_text *t, int i) {
    (void)i;
    snw_text_add(t, "aaaaaaaaaaaaaaaa", 16);
}

static void attribute(snw_text *t, int i) {
    snw_text_format(t, " n%d=''", i);
}

// down to the limit and up again
static void chain(snw_text *t, int i) {
    enum { LEVELS = 120 };
    for (int k = 0; k < LEVELS; k++) {
        snw_text_format(t, "<link name='l%d'><children>", k == 0 ? i : k);
    }
    for (int k = 0; k < LEVELS; k++) {
        snw_text_format(t, "</children></link>");
    }
}

static void json_chain(snw_text *t, int i) {
    enum { LEVELS = 100 };
    snw_text_format(t, i > 0 ? "," : "");
    for (int k = 0; k < LEVELS; k++) {
        snw_text_format(t, "{\"name\": \"l%d\", \"children\": [", k == 0 ? i : k);
    }
    for (int k = 0; k < LEVELS; k++) {
        snw_text_format(t, "]}");
    }
}

static void opening(snw_text *t, int i) {
    (void)i;
    snw_text_format(t, "<a>");
}

static void twin(snw_text *t, int i) {
    (void)i;
    snw_text_format(t, "<link name='twin'/>\n");
}

static void json_twin(snw_text *t, int i) {
    snw_text_format(t, "%s{\"name\": \"twin\"}", i > 0 ? "," : "");
}

static void stranger(snw_text *t, int i) {
    snw_text_format(t, "<masss%d>1</masss%d>\n", i, i);
}

static void json_stranger(snw_text *t, int i) {
    snw_text_format(t, "%s\"masss%d\": 1", i > 0 ? "," : "", i);
}

static void seeker(snw_text *t, int i) {
    snw_text_format(t, "<link name='l%d' parent='m%d'/>\n", i, i);
}

static void unknown_child(snw_text *t, int i) {
    snw_text_format(t, "<bal%d radius='1'/>", i);
}

static void different(snw_text *t, int i) {
    snw_text_format(t, "%u ", (unsigned)i * 2654435761U);
}

static void repeating(snw_text *t, int i) {
    snw_text_format(t, "%d ", i % 100);
}

static void element(snw_text *t, int i) {
    snw_text_format(t, "<element>%d</element>", i % 3000);
}

static void reference(snw_text *t, int i) {
    snw_text_format(t, i % 2 ? "&amp;" : "&#x41;");
}

static void aside(snw_text *t, int i) {
    snw_text_format(t, i % 2 ? "<!-- c -->" : "<?p i?>");
}

static void section(snw_text *t, int i) {
    snw_text_format(t, i % 2 ? "<![CDATA[ 1 ]]> " : " 2 ");
}

static void prefixed(snw_text *t, int i) {
    snw_text_format(t, "<p%d:element xmlns:p%d='u'>1</p%d:element>", i % 50, i % 50, i % 50);
}

static void block(snw_text *t, int i) {
    snw_text_format(t,
                    "# one of the many objects of this file, which has a long comment\n"
                    "[o%d]\nclass ball\nradius 1 # m\n",
                    i);
}

static void twin_block(snw_text *t, int i) {
    (void)i;
    snw_text_format(t, "[twin]\nclass ball\nradius 1\n");
}

#define LINKS "<arm_link name='l0'><children>"
#define LINKS_END "</children></arm_link>"
#define JSON_LINKS "{\"name\": \"root\", \"children\": ["
#define JSON_LINKS_END "]}"
#define LIST "<everything><list>"
#define LIST_END "</list></everything>"

static const shape shapes[] = {
    {"cell", "<arm_link name='root'><children>", LINKS_END, link, &arm_link_type, false, true},
    {"cell.json", JSON_LINKS, JSON_LINKS_END, json_link, &arm_link_type, true, true},
    {"huge attribute", "<everything list='", "'/>", number, &everything_type, false, true},
    {"huge text", LIST, LIST_END, number, &everything_type, false, true},
    {"huge array.json", "{\"list\": [", "]}", json_number, &everything_type, true, true},
    {"huge string", "<everything text='", "'/>", letter, &everything_type, false, false},
    {"huge string.json", "{\"text\": \"", "\"}", letter, &everything_type, true, false},
    {"huge name", "<everything><", "/></everything>", letter, &everything_type, false, false},
    {"many attributes", "<everything", "/>", attribute, &everything_type, false, false},
    {"deep", LINKS, LINKS_END, chain, &arm_link_type, false, true},
    {"deep.json", JSON_LINKS, JSON_LINKS_END, json_chain, &arm_link_type, true, true},
    {"too deep", "<everything>", "", opening, &everything_type, false, false},
    {"equal names", LINKS, LINKS_END, twin, &arm_link_type, false, false},
    {"equal names.json", JSON_LINKS, JSON_LINKS_END, json_twin, &arm_link_type, true, false},
    {"unknown names", "<arm_link name='a'>", "</arm_link>", stranger, &arm_link_type, false, false},
    {"unknown names.json", "{", "}", json_stranger, &arm_link_type, true, false},
    {"unknown children", "<everything><many>", "</many></everything>", unknown_child,
     &everything_type, false, false},
    {"dangling references", LINKS, LINKS_END, seeker, &arm_link_type, false, false},
    {"bad words", LIST, "1" LIST_END, word, &everything_type, false, false},
    {"a set", "<crowd ids='", "'/>", different, &crowd_type, false, true},
    {"a set that repeats", "<crowd ids='", "'/>", repeating, &crowd_type, false, true},
    {"a set of elements", "<crowd><ids>", "</ids></crowd>", element, &crowd_type, false, true},
    {"references", "<everything text='", "'/>", reference, &everything_type, false, false},
    {"comments", "<everything>", "</everything>", aside, &everything_type, false, true},
    {"sections", LIST, LIST_END, section, &everything_type, false, true},
    {"prefixes", LIST, LIST_END, prefixed, &everything_type, false, true},
    {"settings", "", "", block, NULL, false, true},
    {"settings with equal names", "", "", twin_block, NULL, false, false},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static char *make(const shape *s, size_t bytes, size_t *length) {
    char *buffer = malloc(bytes + 16384);
    if (buffer == NULL) abort();
    snw_text text = snw_text_over(buffer, bytes + 16384);
    snw_text_format(&text, "%s", s->start);
    for (int i = 0; text.length < bytes; i++) {
        s->piece(&text, i);
    }
    snw_text_format(&text, "%s", s->end);
    if (snw_text_is_cut(&text)) abort();
    *length = text.length;
    return buffer;
}

// --- reading ------------------------------------------------------------------------------------

snw_status measured_read(const shape *s, const char *bytes, size_t length);

// the one function whose cost is counted
__attribute__((noinline)) snw_status measured_read(const shape *s, const char *bytes,
                                                   size_t length) {
    static snw_why findings[16];
    snw_diags diags = {.items = findings, .capacity = 16};
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    const snw_read_options options = {.registry = &registry, .check_references = true};
    const snw_source source = {.bytes = bytes, .length = length, .name = s->name};
    void *object = NULL;
    const snw_document how = {&options, setup, &object, &diags};
    snw_status status;
    if (s->type == NULL) {
        status = snw_settings_read(&source, NULL, &how);
    } else if (s->json) {
        status = snw_json_read(&source, s->type, &options, setup, &object, &diags);
    } else {
        status = snw_xml_read(&source, s->type, &options, setup, &object, &diags);
    }
    snw_setup_destroy(setup);
    return status;
}

static void every_shape_is_what_it_says(void) {
    for (int i = 0; i < SHAPES; i++) {
        size_t length;
        char *text = make(&shapes[i], 8192, &length);
        const snw_status status = measured_read(&shapes[i], text, length);
        free(text);
        if ((status == SNW_OK) != shapes[i].legal) {
            print_error("%s: %s\n", shapes[i].name, snw_status_name(status));
        }
        CHECK((status == SNW_OK) == shapes[i].legal);
    }
}

static int measure(void) {
    for (int i = 0; i < SHAPES; i++) {
        for (size_t size = 64 * 1024; size <= 256 * 1024; size *= 2) {
            size_t length;
            char *text = make(&shapes[i], size, &length);
            if ((measured_read(&shapes[i], text, length) == SNW_OK) != shapes[i].legal) return 1;
            free(text);
            (void)printf("%s: %zu\n", shapes[i].name, length);
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 14];
    if (sample_registry(&registry, memory, sizeof memory) != SNW_OK) return 1;
    if (argc == 2 && strcmp(argv[1], "measure") == 0) return measure();
    RUN(every_shape_is_what_it_says);
    return check_report();
}
