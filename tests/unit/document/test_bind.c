// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// What is said about a text: every finding, each with its place, path, rule and way out.
#include "reading.h"

static const void *read_as(const snw_type *type, const char *text, snw_strictness strictness) {
    forget();
    const snw_read_options how = {
        .registry = samples(), .strictness = strictness, .check_references = true};
    return read_with(type, text, &how);
}

// --- each rule ----------------------------------------------------------------------------------

static void what_is_required_must_be_there(void) {
    CHECK(read_bad(&arm_link_type,
                   "<arm_link>\n<children>\n <link name='b'/>\n <link/></children>\n"
                   "<body><ball/></body></arm_link>") == 3);
    CHECK(is_finding(0, SNW_ERR_NOT_FOUND, "required", "arm_link/children[1]", 4, 2));
    CHECK_TEXT(findings[0].text, "'name' is missing");
    CHECK_TEXT(findings[0].fix, "add it: Name of the link.");
    CHECK(is_finding(1, SNW_ERR_NOT_FOUND, "required", "arm_link/body", 5, 7));
    CHECK(is_finding(2, SNW_ERR_NOT_FOUND, "required", "arm_link", 1, 1));
    // also for a lenient reader
    CHECK(read_as(&arm_link_type, "<arm_link/>", SNW_LENIENT) == NULL && diags.errors == 1);
}

static void what_is_given_twice_is_refused(void) {
    CHECK(read_bad(&arm_link_type, "<arm_link name='a' mass='1'>\n<mass>2</mass><soft/><soft/>"
                                   "</arm_link>") == 2);
    CHECK(is_finding(0, SNW_ERR_DUPLICATE, "duplicate", "arm_link", 2, 1));
    CHECK_TEXT(findings[0].text, "'mass' is given twice");
    CHECK(is_finding(1, SNW_ERR_DUPLICATE, "duplicate", "arm_link", 2, 22));
}

static void values_outside_their_range_are_refused(void) {
    CHECK(read_bad(&everything_type, "<everything bounded='13'\n positive='0.2' fixed='1 2 3 11'>"
                                     "\n<counted>1 2\n3 -1 4\n 101</counted></everything>") == 5);
    CHECK(is_finding(0, SNW_ERR_RANGE, "range", "everything/bounded", 1, 13));
    CHECK(findings[0].number_count == 3 && findings[0].numbers[0].value == 13);
    CHECK(findings[0].numbers[1].value == -5 && findings[0].numbers[2].value == 12);
    CHECK(is_finding(1, SNW_ERR_RANGE, "range", "everything/positive", 2, 2));
    CHECK(is_finding(2, SNW_ERR_RANGE, "range", "everything/fixed", 2, 17));
    // words of a content have places of their own
    CHECK(is_finding(3, SNW_ERR_RANGE, "range", "everything/counted", 4, 3));
    CHECK(is_finding(4, SNW_ERR_RANGE, "range", "everything/counted", 5, 2));
}

static void rules_between_fields_are_checked(void) {
    CHECK(read_bad(&everything_type, "<everything>\n <inner lower='2' upper='1'/>\n"
                                     "<pair><element/><element lower='5'\n upper='4'/></pair>"
                                     "</everything>") == 2);
    CHECK(is_finding(0, SNW_ERR_RANGE, "validate", "everything/inner", 2, 2));
    CHECK_TEXT(findings[0].text, "the lower limit is above the upper one");
    CHECK_TEXT(findings[0].fix, "exchange them");
    CHECK(findings[0].number_count == 2 && findings[0].numbers[0].value == 2);
    CHECK(is_finding(1, SNW_ERR_RANGE, "validate", "everything/pair[1]", 3, 17));
    // not before each field is legal
    CHECK(read_bad(&limits_type, "<limits lower='2' upper='1' effort='-1'/>") == 1);
}

static void references_must_find_an_object_of_their_kind(void) {
    static const char good[] =
        "<arm_link name='a'><children><link name='b' parent='a'/><link name='c' parent='d'>"
        "<children><link name='d' parent=' b '/></children></link></children></arm_link>";
    CHECK(read_as(&arm_link_type, good, SNW_NORMAL) != NULL && diags.count == 0);

    CHECK(read_bad(&arm_link_type,
                   "<arm_link name='arm'><children>\n <link name='b' parent='arn'/>\n"
                   "<link name='c'\n parent='zzz'/></children></arm_link>") == 2);
    CHECK(is_finding(0, SNW_ERR_UNKNOWN_NAME, "reference", "arm_link/children[0]", 2, 17));
    CHECK_TEXT(findings[0].text, "there is no arm_link named 'arn'");
    CHECK_TEXT(findings[0].fix, "did you mean 'arm'?");
    CHECK(is_finding(1, SNW_ERR_UNKNOWN_NAME, "reference", "arm_link/children[1]", 4, 2));

    // not checked when that is not wanted: the object may be elsewhere
    forget();
    CHECK(read_with(&arm_link_type, "<arm_link name='a' parent='b'/>",
                    &(snw_read_options){.registry = samples()}) != NULL);
    // other faults do not hide them, unless what is missing may stand in a part that was left out
    CHECK(read_bad(&arm_link_type, "<arm_link name='a' mass='-1' parent='b'/>") == 2);
    CHECK(read_bad(&arm_link_type, "<arm_link name='a' parent='b'><x name='b'/></arm_link>") == 1);
    // a lenient reader leaves it out as well, but then the reference is what counts
    CHECK(read_as(&arm_link_type, "<arm_link name='a' parent='b'><x name='b'/></arm_link>",
                  SNW_LENIENT) == NULL);
    CHECK(diags.warnings == 1 && diags.errors == 1);
}

static void keys_differ_among_siblings(void) {
    CHECK(read_bad(&everything_type, "<everything><tags>\n<tag key='a'/><tag key='b'/>\n<tag "
                                     "key='a'/><tag key='c'/><tag/><tag/>\n<tag key='b'/>"
                                     "<tag key='a'/></tags></everything>") == 3);
    CHECK(is_finding(0, SNW_ERR_DUPLICATE, "duplicate", "everything", 3, 1));
    CHECK_TEXT(findings[0].text, "the name 'a' is used twice, first in line 2");
    CHECK(is_finding(1, SNW_ERR_DUPLICATE, "duplicate", "everything", 4, 1));
    CHECK_TEXT(findings[1].text, "the name 'b' is used twice, first in line 2");
    CHECK(is_finding(2, SNW_ERR_DUPLICATE, "duplicate", "everything", 4, 15));
    // cousins may have the same
    CHECK(
        read_as(&arm_link_type,
                "<arm_link name='a'><children><link name='b'><children><link name='a'/></children>"
                "</link><link name='c'><children><link name='a'/></children></link></children>"
                "</arm_link>",
                SNW_NORMAL) != NULL);
}

static void arrays_have_their_length(void) {
    CHECK(read_bad(&everything_type, "<everything fixed='1 2 3'/>") == 1);
    CHECK(is_finding(0, SNW_ERR_SIZE, "count", "everything/fixed", 1, 13));
    CHECK(read_bad(&everything_type, "<everything fixed='1 2 3 4 5 6'/>") == 1);
    CHECK(is_finding(0, SNW_ERR_TOO_LARGE, "limit", "everything/fixed", 1, 13));
    CHECK(read_bad(&everything_type, "<everything v='1 2' M='1 2 3 4 5 6 7'/>") == 2);
    CHECK(read_bad(&everything_type,
                   "<everything><words><word>a</word><word>b</word><word>c</word><word>d</word>\n"
                   "<word>e</word><word>f</word></words></everything>") == 1);
    CHECK(is_finding(0, SNW_ERR_TOO_LARGE, "limit", "everything/words", 2, 1));
    CHECK(read_bad(&everything_type, "<everything><pair><element/></pair></everything>") == 1);
    CHECK(read_bad(&everything_type,
                   "<everything><pair><element/><element/><element/></pair></everything>") == 1);
    // a vector or a matrix is whole or refused
    CHECK(read_bad(&everything_type, "<everything><points>1 2 3 4 5</points></everything>") == 1);
    CHECK(read_bad(&everything_type,
                   "<everything text='1234567890123456789012345678901234567890'/>") == 1);
    CHECK(findings[0].code == SNW_ERR_TOO_LARGE);

    // an announced size that is wrong is a warning
    static const char sized[] = "<everything><list size='4'>1 2 3</list>"
                                "<tags size='x'><tag key='a'/></tags></everything>";
    const everything *e = read_as(&everything_type, sized, SNW_NORMAL);
    CHECK(e != NULL && e->list_count == 3 && diags.warnings == 2);
    CHECK(is_finding(0, SNW_ERR_SIZE, "count", "everything/list", 1, 13));
    CHECK(read_as(&everything_type, sized, SNW_STRICT) == NULL && diags.errors == 2);
}

static void commas_stand_between_values(void) {
    static const char *const wrong[] = {"1,,2", ",1", "1,", "1 , ,2", ","};
    for (int i = 0; i < 5; i++) {
        char text[128];
        (void)snprintf(text, sizeof text, "<everything><list>%s</list></everything>", wrong[i]);
        CHECK(read_bad(&everything_type, text) == 1 && findings[0].code == SNW_ERR_SYNTAX);
    }
    CHECK(read_bad(&everything_type, "<everything points='1,,2 3'/>") == 1);
    const everything *e =
        read_good(&everything_type, "<everything points='1,2,3 , 4 5 6' list=' 1 ,2 3 '/>");
    CHECK(e->point_count == 2 && e->points[1].x == 4 && e->list_count == 3 && e->list[2] == 3);
}

// --- units --------------------------------------------------------------------------------------

static void units_are_converted_or_refused(void) {
    const everything *e =
        read_good(&everything_type,
                  "<everything positive='7.2 km/h' v='1 2 3 mm' fixed='90 -90 180 45 deg'>"
                  "<counted>1 1.5 min</counted><points><group>1 2 3 4 5 6 mm</group></points>"
                  "<T xyz='10 20 30 mm' rpy='0 0 90 deg'/></everything>");
    CHECK_NEAR(e->positive, 2, 1e-15);
    CHECK(e->v.x == 0.001 && e->v.z == 0.003);
    // the same bits as a single value in the same unit
    const limits *l = read_good(&limits_type, "<limits lower='-90 deg' upper='45 deg'/>");
    const double minus = l->lower, plus = l->upper;
    e = read_good(&everything_type, "<everything fixed='90 -90 180 45 deg'/>");
    CHECK(e->fixed[1] == minus && e->fixed[3] == plus);
    CHECK_NEAR(e->fixed[2], 3.141592653589793, 0);

    // the range holds for what is meant, not for what is written
    CHECK(((everything *)read_good(&everything_type, "<everything fixed='0 0 0 500 deg'/>")) !=
          NULL);
    CHECK(read_bad(&everything_type, "<everything fixed='0 0 0 600 deg'/>") == 1);
    CHECK(is_finding(0, SNW_ERR_RANGE, "range", "everything/fixed", 1, 13));
    CHECK(read_bad(&everything_type, "<everything><counted>1\n2 kg</counted></everything>") == 1);
    CHECK(is_finding(0, SNW_ERR_UNIT, "unit", "everything/counted", 2, 3));
    CHECK(read_bad(&everything_type, "<everything list='1 2 parsec'/>") == 1);
    CHECK_TEXT(findings[0].text, "'parsec' is neither a number nor a unit");
    CHECK(read_bad(&everything_type, "<everything list='1 2 NaN'/>") == 1);
    CHECK(read_bad(&everything_type, "<everything counted='s'/>") == 1);
    CHECK(read_bad(&everything_type, "<everything positive='1 kg'/>") == 1);
    CHECK(is_finding(0, SNW_ERR_UNIT, "unit", "everything/positive", 1, 13));
}

// --- versions -----------------------------------------------------------------------------------

// as version 1 wrote it: other names, other units, one number for two
static snw_status split_pair(const char *old, char *text, size_t size) {
    double number;
    if (snw_real_parse(old, strlen(old), &number, NULL) < 0) return SNW_ERR_SYNTAX;
    snw_text line = snw_text_over(text, size);
    snw_text_real(&line, -number);
    snw_text_add(&line, " ", 1);
    snw_text_real(&line, number);
    return snw_text_is_cut(&line) ? SNW_ERR_SIZE : SNW_OK;
}

typedef struct axis {
    double length, both[2];
    snw_vec3 way;
    double *samples;
    int sample_count;
    int whole;
    char label[16];
} axis;
static const snw_field axis_fields[] = {
    {SNW_AT(axis, length), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 2}, .initial = "1",
     .help = "Length."},
    {SNW_AT_ARRAY(axis, both), .kind = SNW_KIND_REAL, .help = "Both ends."},
    {SNW_AT(axis, way), .kind = SNW_KIND_VEC3, .unit = "m", .range = {-2, 2}, .help = "Way."},
    {SNW_AT_LIST(axis, samples, sample_count, 100000), .kind = SNW_KIND_REAL, .unit = "m",
     .range = {0, 2}, .help = "Samples."},
    {SNW_AT(axis, whole), .kind = SNW_KIND_INT, .help = "A whole number."},
    {SNW_AT(axis, label), .kind = SNW_KIND_STRING, .help = "A label."},
};
static const snw_upgrade axis_upgrades[] = {
    {.until = 2, .name = "length_mm", .now = "length", .factor = 1e-3},
    {.until = 3, .name = "half", .now = "both", .convert = split_pair},
    {.until = 2, .name = "way_mm", .now = "way", .factor = 1e-3},
    {.until = 2, .name = "samples_mm", .now = "samples", .factor = 1e-3},
    {.until = 2, .name = "title", .now = "label"},
    {.until = 2, .name = "gone", .now = NULL},
};
static const snw_type axis_type = {SNW_TYPE(axis, axis_fields), .version = 3,
                                   .upgrades = axis_upgrades, .upgrade_count = 6,
                                   .help = "An axis."};

static void older_files_are_understood(void) {
    const axis *a = read_good(
        &axis_type, "<axis version='1' length_mm='1500' half='0.25' title='x' gone='5'>"
                    "<way_mm>100 200 -300</way_mm>"
                    "<samples_mm><element>1000</element><element value='500'/></samples_mm>"
                    "<whole>3</whole></axis>");
    CHECK(a->length == 1.5 && a->both[0] == -0.25 && a->both[1] == 0.25 && a->whole == 3);
    CHECK_NEAR(a->way.z, -0.3, 1e-16);
    CHECK(a->sample_count == 2 && a->samples[0] == 1 && a->samples[1] == 0.5);
    CHECK_TEXT(a->label, "x");
    a = read_good(&axis_type,
                  "<axis version='1'><length_mm>20</length_mm><half><group>2</group></half>"
                  "<way_mm x='1' y='2' z='3'/><gone><b/></gone></axis>");
    CHECK(a->length == 0.02 && a->both[1] == 2 && a->way.y == 0.002);
    a = read_good(&axis_type, "<axis version='2' half='1' length='0.5'/>");
    CHECK(a->both[0] == -1 && a->length == 0.5);

    // many values, however long they are together
    char *text = malloc(200000);
    if (text == NULL) abort();
    size_t length = (size_t)sprintf(text, "<axis version='1' samples_mm='");
    for (int i = 0; i < 20000; i++) {
        length += (size_t)sprintf(text + length, "%d ", i % 2001);
    }
    (void)strcpy(text + length, "'/>");
    a = read_good(&axis_type, text);
    CHECK(a->sample_count == 20000 && a->samples[2000] == 2 && a->samples[19999] == 1.99);
    free(text);
}

static void a_conversion_does_not_hide_faults(void) {
    CHECK(read_bad(&axis_type, "<axis version='1' length_mm='2001'/>") == 1);
    CHECK(is_finding(0, SNW_ERR_RANGE, "range", "axis/length", 1, 19));
    CHECK(read_bad(&axis_type, "<axis version='1' half='x'/>") == 1);
    CHECK(is_finding(0, SNW_ERR_VERSION, "version", "axis/both", 1, 19));
    CHECK(read_bad(&axis_type, "<axis version='1' length='1' length_mm='2'/>") == 1);
    CHECK(findings[0].code == SNW_ERR_DUPLICATE);
    // old names are unknown in a file of today, and without a version it is one
    CHECK(read_bad(&axis_type, "<axis version='2' length_mm='2'/>") == 1);
    CHECK(read_bad(&axis_type, "<axis length_mm='2'/>") == 1);
    CHECK(findings[0].code == SNW_ERR_UNKNOWN_NAME);
    CHECK(read_bad(&axis_type, "<axis version='3' gone='1' title='x'/>") == 2);
    // a value that is left out keeps its default, unscaled
    const axis *a = read_as(
        &axis_type, "<axis version='1' length_mm='x' samples_mm='1 2 9999' way_mm='1 2 m'/>",
        SNW_LENIENT);
    CHECK(a != NULL && diags.warnings == 3 && a->length == 1 && a->sample_count == 0);
    CHECK(a->way.x == 0 && a->way.y == 0);
}

static void newer_files_are_refused_whole(void) {
    CHECK(read_bad(&axis_type, "<axis version='4' unheard='1'><of/></axis>") == 1);
    CHECK(is_finding(0, SNW_ERR_VERSION, "version", "axis", 1, 1));
    CHECK(findings[0].numbers[0].value == 4 && findings[0].numbers[1].value == 3);
    static const char *const wrong[] = {"0", "-1", "x", "", "99999", "1e1"};
    for (int i = 0; i < 6; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "<axis version='%s'/>", wrong[i]);
        CHECK(read_bad(&axis_type, text) == 1 && findings[0].code == SNW_ERR_VERSION);
    }
    CHECK(read_good(&axis_type, "<axis version='1.0.0'/>") != NULL);
}

typedef struct release {
    int version;
} release;
static const snw_field release_fields[] = {
    {SNW_AT(release, version), .kind = SNW_KIND_INT, .help = "A number of its own."}};
static const snw_type release_type = {SNW_TYPE(release, release_fields), .help = "A release."};

static void a_field_may_be_called_version(void) {
    const release *r = read_good(&release_type, "<release version='12345'/>");
    CHECK(r->version == 12345);
    const release *back = read_good(&release_type, written(&release_type, r));
    CHECK(back->version == 12345);
}

// --- strictness ---------------------------------------------------------------------------------

static void three_strictnesses_differ_in_what_can_be_lived_with(void) {
    static const char text[] = "<everything i8='999' list='1 x 3' colour='red' bounded='5'>"
                               "<fixed>1 2</fixed><words size='9'><word>a</word></words>"
                               "</everything>";
    const everything *e = read_as(&everything_type, text, SNW_LENIENT);
    CHECK(e != NULL && diags.errors == 0 && diags.warnings == 5 && diags.count == 5);
    CHECK(e->i8 == 0 && e->bounded == 5 && e->word_count == 1);
    CHECK(e->list_count == 3 && e->list[0] == 1 && e->list[1] == 0 && e->list[2] == 3);
    CHECK(e->fixed[0] == 1 && e->fixed[3] == 0);
    CHECK(read_as(&everything_type, text, SNW_NORMAL) == NULL);
    CHECK(diags.errors == 4 && diags.warnings == 1);
    CHECK(read_as(&everything_type, text, SNW_STRICT) == NULL);
    CHECK(diags.errors == 5 && diags.warnings == 0);
    // what is required cannot be lived without
    CHECK(read_as(&ball_type, "<ball radius='x'/>", SNW_LENIENT) == NULL && diags.errors == 1);
}

static void more_findings_than_fit_are_counted(void) {
    static char text[1 << 16] = "<everything><list>";
    size_t length = strlen(text);
    for (int i = 0; i < 10000; i++) {
        length += (size_t)sprintf(text + length, "x\n");
    }
    (void)strcpy(text + length, "1</list><a/><b/></everything>");
    forget();
    diags.capacity = 3;
    CHECK(read_with(&everything_type, text, NULL) == NULL);
    CHECK(diags.count == 3 && diags.dropped == 9999 && diags.errors == 10002);
    CHECK(findings[2].line == 3 && findings[2].column == 1);

    // warnings do not hide an error that comes late
    (void)strcpy(text + length, "1</list><inner lower='2' upper='1'/></everything>");
    forget();
    diags.capacity = 3;
    CHECK(read_with(&everything_type, text, &(snw_read_options){.strictness = SNW_LENIENT}) ==
          NULL);
    CHECK(diags.errors == 1 && diags.warnings == 10000 && findings[2].severity == SNW_ERROR);

    // a name is proposed for the first ones only: to look for it takes time
    (void)strcpy(text, "<everything>");
    for (int i = 0; i < 100; i++) {
        (void)strcat(text, "<pont/>");
    }
    (void)strcat(text, "</everything>");
    static snw_why many[100];
    forget();
    diags = (snw_diags){.items = many, .capacity = 100};
    CHECK(read_with(&everything_type, text, NULL) == NULL && diags.count == 100);
    int proposed = 0;
    for (int i = 0; i < 100; i++) {
        CHECK(many[i].fix[0] != '\0');
        proposed += strstr(many[i].fix, "did you mean") != NULL;
    }
    CHECK(proposed == 64);

    // and nobody need listen
    void *object = NULL;
    snw_diags none = {0};
    const snw_source source = {.bytes = text, .length = strlen(text), .name = NULL};
    CHECK(snw_xml_read(&source, &everything_type, NULL, setup, &object, &none) ==
          SNW_ERR_UNKNOWN_NAME);
    CHECK(object == NULL && none.errors == 100);
}

// what was said of an earlier text is not said of the next
static void findings_of_an_earlier_text_stay_apart(void) {
    forget();
    const snw_read_options how = {.registry = samples()};
    void *object = NULL;
    const snw_source bad = {.bytes = "<row x='1'/>", .length = 12, .name = "bad.xml"};
    CHECK(snw_xml_read(&bad, &row_type, &how, setup, &object, &diags) == SNW_ERR_UNKNOWN_NAME);
    const snw_source good = {.bytes = "<row/>", .length = 6, .name = "good.xml"};
    CHECK(snw_xml_read(&good, &row_type, &how, setup, &object, &diags) == SNW_OK);
    CHECK(object != NULL && diags.errors == 1);
}

// --- paths --------------------------------------------------------------------------------------

static void long_paths_keep_their_end(void) {
    char text[4096] = "<arm_link name='l'>";
    for (int i = 0; i < 30; i++) {
        (void)strcat(text, "<children><link name='l'>");
    }
    (void)strcat(text, "<mass>-1</mass>");
    for (int i = 0; i < 30; i++) {
        (void)strcat(text, "</link></children>");
    }
    (void)strcat(text, "</arm_link>");
    CHECK(read_bad(&arm_link_type, text) == 1);
    const char *path = findings[0].subject;
    CHECK(strncmp(path, ".../children[0]/", 16) == 0 && strlen(path) < SNW_WHY_SUBJECT);
    CHECK_TEXT(path + strlen(path) - 17, "/children[0]/mass");
    // what a rule says about its subject is kept behind the path
    CHECK(read_bad(&everything_type,
                   "<everything><tags><tag key='a' value='x'/></tags></everything>") == 1);
    CHECK_TEXT(findings[0].subject, "everything/tags[0]/value");
}

int main(void) {
    RUN(what_is_required_must_be_there);
    RUN(what_is_given_twice_is_refused);
    RUN(values_outside_their_range_are_refused);
    RUN(rules_between_fields_are_checked);
    RUN(references_must_find_an_object_of_their_kind);
    RUN(keys_differ_among_siblings);
    RUN(arrays_have_their_length);
    RUN(commas_stand_between_values);
    RUN(units_are_converted_or_refused);
    RUN(older_files_are_understood);
    RUN(a_conversion_does_not_hide_faults);
    RUN(newer_files_are_refused_whole);
    RUN(a_field_may_be_called_version);
    RUN(three_strictnesses_differ_in_what_can_be_lived_with);
    RUN(more_findings_than_fit_are_counted);
    RUN(findings_of_an_earlier_text_stay_apart);
    RUN(long_paths_keep_their_end);
    const int result = check_report();
    snw_setup_destroy(setup);
    return result;
}
