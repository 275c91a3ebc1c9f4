// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dh_test.h"

#define HEAD "convention,modified\na,alpha,d,theta\n"

static void columns_mean_what_their_names_say(void) {
    sheet_reading r;
    const snw_dh_sheet *sheet = accept_sheet(
        &r, "# an arm\n"
            "convention, standard\n"
            "name, my arm\n"
            "\n"
            "theta_deg, d, alpha, a, kind, joint, link, offset, lower_deg, upper, velocity, "
            "acceleration_deg, effort\n"
            "180, 1, 0.5, 2, revolute, one, body, 0.25, -90, 1.5, 3, 360, 50 # the first\n"
            "90, 1, 0.5, 2, prismatic, two, , -0.1, , 1.5, 0.2, , \n"
            "0, 0, 0, 0, continuous\n");
    CHECK(sheet->convention == SNW_DH_STANDARD && sheet->row_count == 3);
    CHECK_TEXT(sheet->name, "my arm");
    const snw_dh_row *row = sheet->rows;
    CHECK_TEXT(row[0].joint, "one");
    CHECK_TEXT(row[0].link, "body");
    CHECK(row[0].kind == SNW_DH_REVOLUTE && row[0].a == 2 && row[0].alpha == 0.5);
    CHECK_NEAR(row[0].theta, SNW_PI, 1e-15);
    CHECK_NEAR(row[0].lower, -SNW_PI / 2, 1e-15);
    CHECK_NEAR(row[0].acceleration, 2 * SNW_PI, 1e-14);
    CHECK(row[0].d == 1 && row[0].offset == 0.25 && row[0].upper == 1.5);
    CHECK(row[0].velocity == 3 && row[0].effort == 50);
    CHECK(row[1].kind == SNW_DH_PRISMATIC && row[1].offset == -0.1);
    CHECK(row[1].lower == -(double)INFINITY && row[1].effort == (double)INFINITY);
    CHECK_TEXT(row[1].link, "");
    CHECK(row[2].kind == SNW_DH_CONTINUOUS && row[2].upper == (double)INFINITY);
    close_sheet(&r);
}

static void separators_quotes_and_line_ends_are_those_of_any_program(void) {
    static const char *const texts[] = {
        "convention,modified\na,alpha,d,theta,joint\n1,2,3,4,j\n",
        "convention;modified\na;alpha;d;theta;joint\n1;2;3;4;j\n",
        "convention\tmodified\na\talpha\td\ttheta\tjoint\n1\t2\t3\t4\tj\n",
        "\xEF\xBB\xBF"
        "convention,modified\r\na,alpha,d,theta,joint\r\n1,2,3,4,j\r\n",
        "\"convention\",\"modified\"\n\"a\",\"alpha\",\"d\",\"theta\",\"joint\"\n"
        "\"1\",\"2\",\"3\",\"4\",\"j\"",
        "convention, modified\n\n# c\n a , alpha ,d , theta, joint\n 1 ,2, 3,4,  j ,,\n\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        sheet_reading r;
        const snw_dh_sheet *sheet = accept_sheet(&r, texts[i]);
        CHECK(sheet->convention == SNW_DH_MODIFIED && sheet->row_count == 1);
        const snw_dh_row *row = sheet->rows;
        CHECK(row->a == 1 && row->alpha == 2 && row->d == 3 && row->theta == 4);
        CHECK_TEXT(row->joint, "j");
        close_sheet(&r);
    }
}

// a text, and the sentence without the place where it begins
typedef struct refusal {
    const char *text, *sentence;
} refusal;

static void each_rule_of_tables_has_its_sentence(void) {
    static const refusal cases[] = {
        {"a,alpha,d,theta\n0,0,0,0\n",
         "t.csv:1: error: convention: the table does not name its convention; write standard or "
         "modified; there is no default [dh-convention]"},
        {"convention,craig\na,alpha,d,theta\n0,0,0,0\n",
         "t.csv:1:12: error: arm: 'craig' is not a convention; write standard or modified "
         "[dh-convention]"},
        {"convention,modified\na,alfa,d,theta\n0,0,0,0\n",
         "t.csv:2:3: error: arm: column 'alfa' is not known; did you mean 'alpha'? [dh-column]"},
        {"convention,modified\na,alpha,d\n0,0,0\n",
         "t.csv:2:1: error: arm: column 'theta' is missing; add the column [dh-column]"},
        {"convention,modified\na,alpha,alpha_deg,d,theta\n",
         "t.csv:2:9: error: arm: column 'alpha' is given twice; keep one of them [dh-column]"},
        {"convention,modified\na_deg,a,alpha,d,theta\n",
         "t.csv:2:1: error: arm: column 'a_deg' is not known; use joint link kind a alpha d theta "
         "offset lower upper velocity acceleration effort [dh-column]"},
        {HEAD "0,0,1.5.2,0\n", "t.csv:3:5: error: rows[0]/d: '1.5.2' is not a number; write a "
                               "decimal number; q itself is "
                               "not written [dh-number]"},
        {HEAD "0,0,0,q1\n", "t.csv:3:7: error: rows[0]/theta: 'q1' is not a number; write a "
                            "decimal number; q itself is "
                            "not written [dh-number]"},
        {HEAD "0,0,0,nan\n",
         "t.csv:3:7: error: rows[0]/theta: 'nan' is not a number; write a decimal number; q itself "
         "is not written [dh-number]"},
        {HEAD "0,1e999,0,0\n",
         "t.csv:3:3: error: rows[0]/alpha: '1e999' is too large; write a smaller number "
         "[dh-number]"},
        {HEAD "0,0,0,0,7\n",
         "t.csv:3:9: error: rows[0]/: the row has more cells than there are columns; name the "
         "column, or remove it [dh-row]"},
        {HEAD "2e6,0,0,0\n",
         "t.csv:3:1: error: rows[0]/a: a value is outside its allowed range (value 2000000 m, low "
         "-1000000 m, high 1000000 m); choose a value inside the range [dh-row]"},
        {"convention,modified\nkind,a,alpha,d,theta\nscrew,0,0,0,0\n",
         "t.csv:3:1: error: rows[0]/kind: 'screw' is not a kind of row; write revolute, "
         "continuous, prismatic, base or tool [dh-kind]"},
        {"convention,modified\nkind,a,alpha,d,theta,upper_deg\nP,0,0,0,0,10\n",
         "t.csv:3:11: error: rows[0]/upper: a prismatic joint has no degrees; use a column without "
         "_deg, in m [dh-number]"},
        {"convention,modified\na,alpha,d,theta,lower,upper\n0,0,0,0,2,1\n",
         "t.csv:3:1: error: rows[0]: the lower limit is above the upper one; exchange them "
         "[dh-row]"},
        {"convention,modified\nkind,a,alpha,d,theta\nR,0,0,0,0\nbase,0,0,0,0\n",
         "t.csv:4:1: error: arm: base, joint and tool rows are mixed (row 2); write base rows "
         "first "
         "and tool rows last [dh-row]"},
        {"convention,modified\nkind,a,alpha,d,theta\ntool,0,0,0,0\n",
         "t.csv:3:1: error: arm: the table has no joint; add a row of kind revolute or prismatic "
         "[dh-row]"},
        {"convention,modified\n",
         "t.csv:1:1: error: arm: there is no line with the names of the columns; write a line with "
         "a, alpha, d, theta [dh-column]"},
        {"name,a\x01"
         "b\nconvention,modified\na,alpha,d,theta\n",
         "t.csv:1:6: error: arm: the name is too long or not printable; write at most 63 bytes of "
         "UTF-8 [dh-name]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sheet_reading r;
        char told[1024];
        read_sheet(&r, cases[i].text, NULL);
        CHECK(r.status < 0 && r.diags.count > 0);
        (void)snw_why_sentence(&r.items[0], told, sizeof told);
        CHECK_TEXT(told, cases[i].sentence);
        CHECK(r.status == r.items[0].code);
        close_sheet(&r);
    }
}

static void lenient_reading_passes_over_columns_that_are_not_known(void) {
    sheet_reading r;
    const snw_dh_options lenient = {.strictness = SNW_LENIENT};
    read_sheet(&r, "convention,modified\na,alpha,d,theta,mass\n1,0,0,0,heavy\n", &lenient);
    CHECK(r.status == SNW_OK && r.diags.warnings == 1 && r.sheet->rows[0].a == 1);
    close_sheet(&r);
}

static void every_fault_of_a_table_is_found_at_once(void) {
    sheet_reading r;
    read_sheet(&r, HEAD "x,0,0,0\n0,y,0,0\n0,0,0,z\n", NULL);
    CHECK(r.diags.errors == 3);
    CHECK(r.items[0].line == 3 && r.items[1].line == 4 && r.items[2].line == 5);
    close_sheet(&r);
}

static void a_table_cut_anywhere_or_damaged_does_no_harm(void) {
    static const char text[] = "convention,modified\nname,arm\njoint,kind,a,alpha_deg,d,theta\n"
                               "j1,R,0,0,0.25,0\n\"j2\",P,0.1,-90,0,1.5 # c\n,tool,0,0,0.2,0\n";
    for (size_t length = 0; length < sizeof text; length++) {
        char *cut = malloc(length + 1);
        CHECK(cut != NULL);
        memcpy(cut, text, length);
        cut[length] = '\0';
        sheet_reading r;
        read_sheet(&r, cut, NULL);
        if (r.sheet != NULL) (void)robot_of(r.sheet, r.setup);
        close_sheet(&r);
        memcpy(cut, text, length);
        if (length > 0) cut[length / 2] = (char)(length * 37);
        read_sheet(&r, cut, NULL);
        close_sheet(&r);
        free(cut);
    }
}

static void a_table_has_1024_rows_at_most(void) {
    char *text = malloc(40000);
    CHECK(text != NULL);
    snw_text out = snw_text_over(text, 40000);
    snw_text_format(&out, HEAD);
    for (int i = 0; i < SNW_DH_ROWS + 1; i++) {
        snw_text_format(&out, "0,0,0,0\n");
    }
    sheet_reading r;
    read_sheet(&r, text, NULL);
    CHECK(r.status == SNW_ERR_TOO_LARGE && r.diags.count == 1);
    close_sheet(&r);
    text[strlen(text) - 8] = '\0';
    read_sheet(&r, text, NULL);
    CHECK(r.status == SNW_OK && r.sheet->row_count == SNW_DH_ROWS);
    close_sheet(&r);
    // more cells than fit
    snw_text cells = snw_text_over(text, 40000);
    snw_text_format(&cells, "convention,modified\na,alpha,d,theta,%040d\n", 0);
    memset(strstr(text, "000"), ',', 40);
    read_sheet(&r, text, NULL);
    CHECK(r.status == SNW_ERR_TOO_LARGE);
    close_sheet(&r);
    free(text);
}

int main(void) {
    RUN(columns_mean_what_their_names_say);
    RUN(separators_quotes_and_line_ends_are_those_of_any_program);
    RUN(each_rule_of_tables_has_its_sentence);
    RUN(lenient_reading_passes_over_columns_that_are_not_known);
    RUN(every_fault_of_a_table_is_found_at_once);
    RUN(a_table_cut_anywhere_or_damaged_does_no_harm);
    RUN(a_table_has_1024_rows_at_most);
    return check_report();
}
