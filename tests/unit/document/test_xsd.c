// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "xmllint.h"

#include "../../../src/core/document/inside.h"

// --- what the writer writes ---------------------------------------------------------------------

typedef struct object {
    snw_setup *setup;
    void *block;
} object;

static object random_object(const snw_type *type, uint64_t seed) {
    object o = {.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    CHECK(o.setup != NULL);
    o.block = snw_block_new(type, o.setup);
    CHECK(o.block != NULL);
    CHECK(snw_block_randomize(type, o.block, samples(), seed, o.setup) == SNW_OK);
    return o;
}

// every combination of the options that change the form comes up
static snw_write_options options_of(int number) {
    snw_write_options options = {0};
    options.with_defaults = number % 2 == 1;
    options.with_signals = number % 3 == 1;
    options.indent = number % 5 == 1 ? -1 : number % 5;
    options.columns = number % 7;
    options.no_header = number % 4 == 1;
    options.style_sheet = number % 6 == 1 ? "style.xsl" : NULL;
    options.schema_location = number % 4 == 2 ? "../" : NULL;
    return options;
}

// True when a child is missing that is required: the filler leaves it out where a tree must end.
static bool lacks_child(const snw_type *type, const void *block) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        for (int item = 0; item < snw_field_count(field, block); item++) {
            const void *place = snw_field_place_const(field, block, item);
            const snw_child *child = place;
            if (field->kind == SNW_KIND_STRUCT && lacks_child(field->type, place)) return true;
            if (field->kind != SNW_KIND_CHILD) continue;
            if (child->block == NULL && (field->flags & SNW_REQUIRED)) return true;
            if (child->block != NULL && lacks_child(child->type, child->block)) return true;
        }
    }
    return false;
}

static bool is_legal(const snw_type *type, const void *block) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_diags diags;
    CHECK(snw_diags_init(&diags, 4, &arena) == SNW_OK);
    return snw_block_check(type, block, NULL, &diags) == SNW_OK && !lacks_child(type, block);
}

// what is legal is read and is valid; what is not is neither
static void random_documents_are_valid_whatever_the_options(void) {
    const int each = (int)check_scaled(60);
    batch_begin();
    static bool legal[BATCH];
    int sound = 0;
    for (int k = 0; k < SAMPLE_TYPES; k++) {
        for (int i = 0; i < each; i++) {
            object o = random_object(sample_types[k], (uint64_t)(1000 * k + i));
            const snw_write_options options = options_of(i);
            char *text = document_text(sample_types[k], o.block, &options);
            const int number = batch_add(text);
            legal[number] = is_legal(sample_types[k], o.block);
            sound += legal[number];
            const bool read = reader_accepts(sample_types[k], text);
            if (read != legal[number]) print_error("document %d: reader %d\n", number, read);
            CHECK(read == legal[number]);
            free(text);
            snw_setup_destroy(o.setup);
        }
    }
    batch_judge("cell.xsd");
    int wrong = 0;
    for (int i = 0; i < batch_count; i++) {
        if (batch_valid[i] != legal[i]) print_error("document %d: legal %d\n", i, legal[i]);
        wrong += batch_valid[i] != legal[i];
    }
    CHECK(wrong == 0);
    CHECK(sound >= batch_count / 2);
}

// the start tag at or after `at`, or NULL
static const char *next_tag(const char *at) {
    while ((at = strchr(at, '<')) != NULL) {
        if ((at[1] >= 'a' && at[1] <= 'z') || (at[1] >= 'A' && at[1] <= 'Z')) return at;
        at++;
    }
    return NULL;
}

// adds the document with one thing too many in the tag at `start`
static void add_spoiled(const char *text, const char *start, bool element) {
    const size_t name = strcspn(start + 1, " />\n");
    const char *end = strchr(start, '>');
    const bool empty = end[-1] == '/';
    char *spoiled = NULL;
    if (!element) {
        CHECK(asprintf(&spoiled, "%.*s unknown=\"1\"%s", (int)(start + 1 + name - text), text,
                       start + 1 + name) > 0);
    } else if (empty) {
        CHECK(asprintf(&spoiled, "%.*s><unknown/></%.*s%s", (int)(end - 1 - text), text, (int)name,
                       start + 1, end) > 0);
    } else {
        CHECK(asprintf(&spoiled, "%.*s<unknown/>%s", (int)(end + 1 - text), text, end + 1) > 0);
    }
    (void)batch_add(spoiled);
    free(spoiled);
}

static void one_unknown_attribute_or_element_anywhere_is_rejected(void) {
    static const snw_type *const types[] = {&probe_type, &station_type, &combination_type,
                                            &scheduled_type};
    batch_begin();
    int clean = 0;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < (int)check_scaled(20); i++) {
            object o = random_object(types[k], (uint64_t)(77 * k + i));
            const snw_write_options options = {.with_defaults = i % 2 == 0};
            char *text = document_text(types[k], o.block, &options);
            if (is_legal(types[k], o.block)) {
                clean++;
                const char *start = next_tag(text);
                for (int n = 0; start != NULL && n < 18; n++, start = next_tag(start + 1)) {
                    add_spoiled(text, start, false);
                    add_spoiled(text, start, true);
                }
            }
            free(text);
            snw_setup_destroy(o.setup);
        }
    }
    batch_judge("cell.xsd");
    CHECK(clean > 0 && batch_count > 20 * clean / 4);
    for (int i = 0; i < batch_count; i++) {
        if (batch_valid[i]) print_error("document %d\n", i);
        CHECK(!batch_valid[i]);
    }
}

// --- ends of ranges -----------------------------------------------------------------------------

static int add_value(const snw_type *type, const snw_field *field, double value) {
    char digits[SNW_NUMBER_SIZE], *text = NULL;
    const char *uri = type->space->uri;
    (void)snw_real_print(value, digits);
    if (field->kind == SNW_KIND_VEC3) {
        CHECK(asprintf(&text, "<%s xmlns='%s' %s='%s 0 0'/>", type->token, uri, field->name,
                       digits) > 0);
    } else {
        CHECK(asprintf(&text, "<%s xmlns='%s' %s='%s'/>", type->token, uri, field->name, digits) >
              0);
    }
    const int number = batch_add(text);
    free(text);
    return number;
}

static void ends_of_ranges_are_inside_and_the_next_numbers_outside(void) {
    static const snw_type *const types[] = {&probe_type, &pid_type, &noise_type, &bin_type};
    batch_begin();
    int fields = 0;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < types[k]->field_count; i++) {
            const snw_field *field = &types[k]->fields[i];
            const bool real = field->kind == SNW_KIND_REAL || field->kind == SNW_KIND_VEC3;
            if (field->array != SNW_SINGLE || !real || field->range.high == 0) continue;
            (void)add_value(types[k], field, field->range.low);
            (void)add_value(types[k], field, field->range.high);
            (void)add_value(types[k], field, nextafter(field->range.low, -(double)INFINITY));
            (void)add_value(types[k], field, nextafter(field->range.high, (double)INFINITY));
            fields++;
        }
    }
    batch_judge("cell.xsd");
    CHECK(fields == 7);
    for (int i = 0; i < batch_count; i++) {
        CHECK(batch_valid[i] == (i % 4 < 2));
    }
}

// --- name spaces --------------------------------------------------------------------------------

// what a schema imports, as "prefix prefix ", in its order
static void imports_of(const char *text, char *out, size_t size) {
    out[0] = '\0';
    for (const char *at = text; (at = strstr(at, "<xs:import ")) != NULL; at++) {
        char uri[64], file[64];
        CHECK(sscanf(at, "<xs:import namespace=\"%63[^\"]\" schemaLocation=\"%63[^.].xsd\"/>", uri,
                     file) == 2);
        const bool plain = strcmp(uri, "urn:sinew") == 0 && strcmp(file, "plain") == 0;
        CHECK(plain || (strncmp(uri, "urn:sinew:", 10) == 0 && strcmp(uri + 10, file) == 0));
        CHECK(strlen(out) + strlen(file) + 2 < size);
        (void)strcat(strcat(out, file), " ");
    }
}

// spec: actin-model:A1-XM-32
static void upper_name_spaces_import_lower_ones_and_never_the_other_way(void) {
    static const char *const expected[] = {"", "core ", "core robot ", "core robot motion plain ",
                                           ""};
    for (int i = 0; i < 5; i++) {
        char *text = schema_text(samples(), all_spaces[i]), imports[128], target[128];
        imports_of(text, imports, sizeof imports);
        CHECK_TEXT(imports, expected[i]);
        (void)snprintf(target, sizeof target, "targetNamespace=\"%s\"", all_spaces[i]->uri);
        CHECK(strstr(text, target) != NULL);

        // nothing above is named
        for (int above = i + 1; above < 4; above++) {
            CHECK(strstr(text, all_spaces[above]->uri) == NULL);
        }
        free(text);
    }
}

// a document of all four name spaces
static const char *const station_form =
    "<cell:station xmlns:cell='urn:sinew:cell' xmlns:robot='urn:sinew:robot'\n"
    "    xmlns:motion='urn:sinew:motion' xmlns:core='urn:sinew:core' name='s'>\n"
    "  <cell:arm name='base' mass='3 kg'>\n"
    "    <robot:range><core:effort>5</core:effort></robot:range>\n"
    "    <robot:body><robot:ball radius='0.1'/></robot:body>\n"
    "    <robot:children><robot:stretch name='tip'><robot:mass>1</robot:mass></robot:stretch>\n"
    "    </robot:children>\n"
    "  </cell:arm>\n"
    "  <cell:law><motion:scheduled><motion:gain><core:negation><core:of>%s</core:of>\n"
    "  </core:negation></motion:gain></motion:scheduled></cell:law>\n"
    "</cell:station>\n";

// Seen: cells as people write them, in one name space, were refused by the schema of their own
// root. The plain schema takes them, and nothing else: the name spaces must not be mixed.
static void a_document_of_one_name_space_is_judged_like_one_of_four(void) {
    static const struct {
        const char *robot, *mass;
        bool valid;
    } cases[] = {{"", "3 kg", true},
                 {"", "3e9", false},
                 {" xmlns='urn:sinew:robot'", "3 kg", false},
                 {" xmlns=''", "3 kg", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       "<station xmlns='urn:sinew' name='s'><arm name='base' mass='%s'>"
                       "<range%s><effort>5</effort></range><body><ball radius='0.1'/></body>"
                       "</arm><law><scheduled><gain><constant value='1'/></gain></scheduled></law>"
                       "</station>",
                       cases[i].mass, cases[i].robot);
        CHECK(is_valid("cell.xsd", text) == cases[i].valid);
        CHECK(is_valid("plain.xsd", text) == cases[i].valid);
    }
}

// spec: actin-model:A1-XM-33
static void a_document_names_four_schemas_and_all_four_are_there(void) {
    char *text = NULL;
    CHECK(asprintf(&text, station_form, "<core:constant value='1'/>") > 0);
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    void *block = NULL;
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_diags diags;
    CHECK(snw_diags_init(&diags, 4, &arena) == SNW_OK);
    const snw_source source = {.bytes = text, .length = strlen(text), .name = "station"};
    const snw_read_options how = {.registry = samples()};
    CHECK(snw_xml_read(&source, &station_type, &how, setup, &block, &diags) == SNW_OK);
    free(text);
    const snw_write_options options = {.schema_location = "../"};
    text = document_text(&station_type, block, &options);

    // "uri file uri file ..."
    char *location = strstr(text, "xsi:schemaLocation=\"");
    CHECK(location != NULL);
    location += strlen("xsi:schemaLocation=\"");
    int schemas = 0;
    for (char uri[64], file[64]; sscanf(location, "%63s ../%63[^ \"]", uri, file) == 2; schemas++) {
        FILE *schema = fopen(scratch(file).text, "r");
        CHECK(schema != NULL);
        char head[1024] = "", target[128];
        CHECK(fread(head, 1, sizeof head - 1, schema) > 0);
        (void)snprintf(target, sizeof target, "targetNamespace=\"%s\"", uri);
        CHECK(strstr(head, target) != NULL);
        (void)fclose(schema);
        location += strlen(uri) + strlen(" ../") + strlen(file) + 1;
    }
    CHECK(schemas == 4);
    CHECK(is_valid("cell.xsd", text));
    free(text);
    snw_setup_destroy(setup);
}

static void elements_stand_in_the_name_space_of_the_table_that_has_them(void) {
    char *good = NULL, *bad = NULL;
    CHECK(asprintf(&good, station_form, "<motion:noise deviation='1'/>") > 0);
    CHECK(is_valid("cell.xsd", good));

    // the same element in a name space that is not its own
    CHECK(asprintf(&bad, station_form, "<core:noise deviation='1'/>") > 0);
    CHECK(!is_valid("cell.xsd", bad));
    free(bad);
    bad = strdup(good);
    char *mass = strstr(bad, "<robot:mass>1</robot:mass>");
    CHECK(mass != NULL);
    memcpy(mass, "<cell:mass >1</cell:mass >", 26);
    CHECK(!is_valid("cell.xsd", bad));
    free(bad);
    free(good);
}

static void a_name_space_above_changes_nothing_below(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
    snw_registry lower;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&lower, 16, &arena) == SNW_OK);
    for (int i = 0; i < SAMPLE_BASES; i++) {
        CHECK(snw_registry_add_base(&lower, sample_bases[i], NULL) == SNW_OK);
    }
    for (int i = 0; i < SAMPLE_TYPES; i++) {
        const snw_space *space = sample_types[i]->space;
        if (space != NULL && space->level > 1) continue;
        CHECK(snw_registry_add(&lower, sample_types[i], NULL) == SNW_OK);
    }
    for (int i = 0; i < 2; i++) {
        char *with = schema_text(samples(), all_spaces[i]);
        char *without = schema_text(&lower, all_spaces[i]);
        CHECK_TEXT(with, without);
        free(with);
        free(without);
    }
}

typedef struct meter {
    snw_child shown;
} meter;
static const snw_field meter_fields[] = {
    {SNW_AT(meter, shown), .kind = SNW_KIND_CHILD, .base = "computable", .help = "What it shows."},
};
static const snw_type meter_type = {SNW_TYPE(meter, meter_fields), .space = &snw_space_cell,
                                    .help = "Shows a value."};

// a child may come from a name space that no table above it names
static void all_lower_name_spaces_are_known_to_a_schema(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
    snw_registry registry;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&registry, 16, &arena) == SNW_OK);
    CHECK(snw_registry_add_base(&registry, &term_base, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &constant_type, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &noise_type, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &meter_type, NULL) == SNW_OK);
    write_schemas(&registry);
    CHECK(is_valid("cell.xsd", "<meter xmlns='urn:sinew:cell'><shown>"
                               "<m:noise xmlns:m='urn:sinew:motion'/></shown></meter>"));
    CHECK(!is_valid("cell.xsd", "<meter xmlns='urn:sinew:cell'><shown>"
                                "<m:noises xmlns:m='urn:sinew:motion'/></shown></meter>"));
    write_schemas(samples());
}

static void the_order_of_registration_does_not_matter(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
    snw_registry other;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&other, 16, &arena) == SNW_OK);
    static const int bases[] = {3, 0, 2, 1};
    for (int i = 0; i < SAMPLE_BASES; i++) {
        CHECK(snw_registry_add_base(&other, sample_bases[bases[i]], NULL) == SNW_OK);
    }
    for (int i = SAMPLE_TYPES - 1; i >= 0; i--) {
        CHECK(snw_registry_add(&other, sample_types[i], NULL) == SNW_OK);
    }
    for (int i = 0; i < 4; i++) {
        char *a = schema_text(samples(), all_spaces[i]), *b = schema_text(&other, all_spaces[i]);
        CHECK_TEXT(a, b);
        free(a);
        free(b);
    }
}

static void a_text_that_is_too_short_is_cut_and_not_overrun(void) {
    char *whole = schema_text(samples(), &snw_space_core);
    for (size_t size = 1; size < 3000; size += 7) {
        char *part = malloc(size);
        CHECK(part != NULL);
        snw_text text = snw_text_over(part, size);
        snw_xsd_write(samples(), &snw_space_core, &text);
        CHECK(snw_text_is_cut(&text) && text.length == strlen(whole));
        CHECK(strlen(part) < size && strncmp(part, whole, strlen(part)) == 0);
        free(part);
    }
    free(whole);
}

// --- recursion ----------------------------------------------------------------------------------

// an expression `depth` deep: negations and sums in turn around a leaf
static char *deep_expression(int depth, const char *leaf) {
    const size_t room = 200 * (size_t)depth + strlen(leaf) + 200;
    char *text = malloc(room);
    CHECK(text != NULL);
    snw_text out = snw_text_over(text, room);
    for (int i = 0; i < depth; i++) {
        const char *declared = i == 0 ? " xmlns='urn:sinew:core'" : "";
        snw_text_format(&out, i % 2 == 0 ? "<negation%s><of>" : "<combination by='least'%s><terms>",
                        declared);
    }
    snw_text_format(&out, "%s", leaf);
    for (int i = depth - 1; i >= 0; i--) {
        snw_text_format(&out, i % 2 == 0 ? "</of></negation>" : "</terms></combination>");
    }
    CHECK(!snw_text_is_cut(&out));
    return text;
}

static int count_of(const char *text, const char *words) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++) {
        count++;
    }
    return count;
}

// spec: actin-model:A1-XM-34
static void an_expression_tree_has_a_schema_that_ends_and_validates(void) {
    char *text = schema_text(samples(), &snw_space_core);

    // each type once, although expressions hold expressions; any number of terms, of any type
    CHECK(count_of(text, "<xs:complexType name=\"combination\">") == 1);
    CHECK(count_of(text, "<xs:element name=\"computable\" abstract=\"true\">") == 1);
    CHECK(strstr(text, "<xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">") != NULL);
    CHECK(strstr(text, "<xs:element name=\"operator\" abstract=\"true\" "
                       "substitutionGroup=\"core:computable\">") != NULL);
    free(text);

    static const struct {
        const char *leaf;
        bool valid;
    } leaves[] = {
        {"<constant value='1'/>", true},
        {"<variable><path>arm/q[2]</path></variable>", true},
        {"<constant value='1' version='1'/>", true},
        {"<constant/>", false},
        {"<constant value='one'/>", false},
        {"<constants value='1'/>", false},
        {"<combination by='most'/>", false},
        {"<constant value='1'><unknown/></constant>", false},
    };
    batch_begin();
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
        for (int depth = 1; depth <= 81; depth += 40) {
            char *document = deep_expression(depth, leaves[i].leaf);
            (void)batch_add(document);
            free(document);
        }
    }
    batch_judge("core.xsd");
    for (int i = 0; i < batch_count; i++) {
        CHECK(batch_valid[i] == leaves[i / 3].valid);
    }

    // wide and deep at once, with groups of numbers: a tree of stretches
    CHECK(is_valid("robot.xsd", "<stretch xmlns='urn:sinew:robot' name='a' mass='1'><children>"
                                "<stretch name='b' mass='1'/><element name='c' mass='1'><children>"
                                "<stretch name='d' mass='1'/></children></element>"
                                "</children></stretch>"));
    CHECK(!is_valid("robot.xsd", "<stretch xmlns='urn:sinew:robot' name='a' mass='1'><children>"
                                 "<stretch name='b' mass='1'/><element name='c' mass='1'><children>"
                                 "<stretch name='d'/></children></element></children></stretch>"));
}

// --- tables with odd names ----------------------------------------------------------------------

typedef struct odd {
    double include, version, size, element;
    double *group;
    int group_count;
    snw_child lost, own;
} odd;
typedef struct inner_a {
    double a;
} inner_a;
typedef struct holder {
    inner_a first, second;
} holder;
typedef struct empty {
    int unused;
} empty;

static const snw_field odd_fields[] = {
    {SNW_AT(odd, include), .kind = SNW_KIND_REAL, .help = "A name that files use."},
    {SNW_AT(odd, version), .kind = SNW_KIND_REAL, .range = {1, 9}, .help = "Another."},
    {SNW_AT(odd, size), .kind = SNW_KIND_REAL, .help = "Another."},
    {SNW_AT(odd, element), .kind = SNW_KIND_REAL, .help = "Another."},
    {SNW_AT_LIST(odd, group, group_count, 10), .kind = SNW_KIND_REAL, .item = "group",
     .help = "Another."},
    {SNW_AT(odd, lost), .kind = SNW_KIND_CHILD, .base = "nowhere", .help = "No such base."},
    {SNW_AT(odd, own), .kind = SNW_KIND_CHILD, .base = "odd", .help = "A base like a type."},
};
static const snw_type odd_type = {SNW_TYPE(odd, odd_fields), .base = "odd", .help = "Odd."};
static const snw_base odd_base = {"odd", NULL, "Named like its type."};

// two types of one token, neither registered
static const snw_field same_fields[] = {
    {SNW_AT(inner_a, a), .kind = SNW_KIND_REAL, .help = "A."},
};
static const snw_field other_fields[] = {
    {.name = "b", .size = sizeof(double), .kind = SNW_KIND_REAL, .range = {0, 1}, .help = "B."},
};
static const snw_type same_type = {SNW_TYPE(inner_a, same_fields), .help = "One."};
static const snw_type other_type = {SNW_TYPE(inner_a, other_fields), .help = "The other."};
static const snw_field holder_fields[] = {
    {SNW_AT(holder, first), .kind = SNW_KIND_STRUCT, .type = &same_type, .help = "First."},
    {SNW_AT(holder, second), .kind = SNW_KIND_STRUCT, .type = &other_type, .help = "Second."},
};
static const snw_type holder_type = {SNW_TYPE(holder, holder_fields), .help = "Holds both."};
static const snw_type empty_type = {
    .token = "empty", .size = sizeof(empty), .align = _Alignof(empty), .help = "No fields."};

static void names_that_files_use_themselves_are_no_trouble(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
    snw_registry registry;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&registry, 8, &arena) == SNW_OK);
    CHECK(snw_registry_add_base(&registry, &odd_base, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &odd_type, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &holder_type, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &empty_type, NULL) == SNW_OK);
    char *schema = schema_text(&registry, &snw_space_core);
    scratch_put(scratch("odd.xsd").text, schema);
    free(schema);

    static const struct {
        const char *text;
        bool valid;
    } documents[] = {
        {"<odd xmlns='urn:sinew:core' include='1' version='2' size='3' element='4' group='1 2'>"
         "<own><odd include='2'/></own></odd>",
         true},
        {"<odd xmlns='urn:sinew:core'><include>1</include><group><group>1 2</group></group></odd>",
         true},
        {"<odd xmlns='urn:sinew:core' version='10'/>", false},
        {"<odd xmlns='urn:sinew:core'><lost><odd/></lost></odd>", false},
        {"<holder xmlns='urn:sinew:core'><first a='5'/><second b='1'/></holder>", true},
        {"<holder xmlns='urn:sinew:core'><second b='5'/></holder>", false},
        {"<holder xmlns='urn:sinew:core'><first b='1'/></holder>", false},
        {"<empty xmlns='urn:sinew:core' version='1'/>", true},
        {"<empty xmlns='urn:sinew:core' unused='1'/>", false},
    };
    const int count = (int)(sizeof documents / sizeof *documents);
    batch_begin();
    for (int i = 0; i < count; i++) {
        (void)batch_add(documents[i].text);
    }
    batch_judge("odd.xsd");
    for (int i = 0; i < count; i++) {
        if (batch_valid[i] != documents[i].valid) print_error("%s\n", documents[i].text);
        CHECK(batch_valid[i] == documents[i].valid);
    }
}

static void an_include_may_stand_for_a_part(void) {
    CHECK(is_valid("cell.xsd", "<probe xmlns='urn:sinew:cell'><include href='inner.xml'/>"
                               "<tags><include href='a.xml'/><tag key='b'/>"
                               "<include href='c.xml'/></tags><one><include href='d.xml'/></one>"
                               "</probe>"));
    CHECK(is_valid("cell.xsd",
                   "<probe xmlns='urn:sinew:cell' xmlns:x='http://www.w3.org/1999/xlink'"
                   "><include x:type='simple' x:href='inner.xml'/></probe>"));
    CHECK(
        !is_valid("cell.xsd", "<probe xmlns='urn:sinew:cell'><include src='inner.xml'/></probe>"));
    CHECK(!is_valid("cell.xsd", "<probe xmlns='urn:sinew:cell'><include href='a'>b</include>"
                                "</probe>"));
}

// --- the samples --------------------------------------------------------------------------------

// the shipped files are judged by tests/cases/schemas
static void every_sample_file_validates_and_one_unknown_element_spoils_it(void) {
    static const char folder[] = SNW_SOURCE_DIR "/tests/cases/describe/samples";
    snw_directory list;
    CHECK(snw_directory_list(folder, 1000, &list, NULL) == SNW_OK);
    batch_begin();
    int files = 0;
    for (int i = 0; i < list.count; i++) {
        char path[1024];
        CHECK(snw_path_join(folder, list.entries[i].name, path, sizeof path) == SNW_OK);
        if (strstr(path, ".xml") == NULL) continue;
        snw_file_content content;
        CHECK(snw_file_read(path, NULL, &content, NULL) == SNW_OK);
        (void)batch_add(content.data);
        const char *start = next_tag(content.data);
        for (; start != NULL; start = next_tag(start + 1)) {
            add_spoiled(content.data, start, true);
        }
        snw_file_free(&content);

        // the first document of each file is the whole one
        batch_judge("cell.xsd");
        for (int k = 0; k < batch_count; k++) {
            if (batch_valid[k] != (k == 0)) print_error("%s: document %d\n", path, k);
            CHECK(batch_valid[k] == (k == 0));
        }
        CHECK(batch_count > 1);
        batch_begin();
        files++;
    }
    snw_directory_free(&list);
    CHECK(files >= 4);
}

int main(void) {
    scratch_open();
    write_schemas(samples());
    RUN(random_documents_are_valid_whatever_the_options);
    RUN(one_unknown_attribute_or_element_anywhere_is_rejected);
    RUN(ends_of_ranges_are_inside_and_the_next_numbers_outside);
    RUN(upper_name_spaces_import_lower_ones_and_never_the_other_way);
    RUN(a_document_of_one_name_space_is_judged_like_one_of_four);
    RUN(a_document_names_four_schemas_and_all_four_are_there);
    RUN(elements_stand_in_the_name_space_of_the_table_that_has_them);
    RUN(a_name_space_above_changes_nothing_below);
    RUN(all_lower_name_spaces_are_known_to_a_schema);
    RUN(the_order_of_registration_does_not_matter);
    RUN(a_text_that_is_too_short_is_cut_and_not_overrun);
    RUN(an_expression_tree_has_a_schema_that_ends_and_validates);
    RUN(names_that_files_use_themselves_are_no_trouble);
    RUN(an_include_may_stand_for_a_part);
    RUN(every_sample_file_validates_and_one_unknown_element_spoils_it);
    return check_report();
}
