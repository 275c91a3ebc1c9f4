// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dense.h"
#include "sinew/math/matrix_text.h"

static double a[MAX * MAX], out[MAX * MAX];
static char buffer[1 << 16];

static snw_status parse(const char *text, int rows, int cols) {
    return snw_mat_parse(text, strlen(text), snw_mat_over(out, rows, cols));
}

// spec: loffler:L-153
static void a_matrix_is_printed_row_by_row(void) {
    memcpy(a, (double[]){1, -2.5, 0.1, 1e-7, 1e300, 0}, sizeof(double[6]));
    snw_text text = snw_text_over(buffer, sizeof buffer);
    CHECK(snw_mat_print(snw_mat_over(a, 2, 3), &text) == SNW_OK);
    CHECK_TEXT(buffer, "[1 0.1 1e+300; -2.5 1e-07 0]");
    CHECK(snw_mat_print((snw_mat){0}, &text) == SNW_ERR_SIZE);
    CHECK_TEXT(buffer, "[1 0.1 1e+300; -2.5 1e-07 0]");
}

// spec: loffler:L-153
static void what_was_printed_is_read_back_bit_for_bit(void) {
    CHECK_CASES(check_scaled(2000)) {
        const int m = check_int(1, 12), n = check_int(1, 12);
        for (int i = 0; i < m * n; i++) {
            a[i] = check_real(-1, 1) * pow(10, check_int(-300, 300));
        }
        snw_text text = snw_text_over(buffer, sizeof buffer);
        CHECK(snw_mat_print(snw_mat_over(a, m, n), &text) == SNW_OK);
        CHECK(!snw_text_is_cut(&text));
        CHECK(snw_mat_parse(buffer, text.length, snw_mat_over(out, m, n)) == SNW_OK);
        CHECK(memcmp(a, out, sizeof *a * (size_t)(m * n)) == 0);
    }
}

// the same text is a matrix of fixed size
static void fixed_and_run_time_sizes_share_one_notation(void) {
    CHECK_CASES(check_scaled(200)) {
        snw_mat3 fixed;
        fill_random(a, 9);
        snw_text text = snw_text_over(buffer, sizeof buffer);
        CHECK(snw_mat_print(snw_mat_over(a, 3, 3), &text) == SNW_OK);
        CHECK(snw_mat3_parse(buffer, text.length, &fixed) == SNW_OK);
        char again[512];
        CHECK(snw_mat3_print(fixed, again, sizeof again) == text.length);
        CHECK_TEXT(again, buffer);
    }
}

static void separators_may_be_mixed(void) {
    const char *const same[] = {"[1 2; 3 4]",    "[1,2;3,4]",         " [ 1\t2 ;\n3 , 4 ] \n",
                                "[1 2;\r\n3 4]", "[\n 1,  2\n;3\n4]", "[1 ,2; 3 4]\t"};
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        fill(out, 4, 7);
        CHECK(parse(same[k], 2, 2) == SNW_OK);
        CHECK(out[0] == 1 && out[1] == 3 && out[2] == 2 && out[3] == 4);
    }
    // into a block, nothing beside it is touched
    fill(out, 8, 7);
    CHECK(snw_mat_parse("[1 2;3 4]", 9, (snw_mat){out, 2, 2, 3}) == SNW_OK);
    CHECK(out[0] == 1 && out[1] == 3 && out[2] == 7 && out[3] == 2 && out[4] == 4 && out[5] == 7);
}

static void wrong_texts_are_refused_and_change_nothing(void) {
    const char *const sizes[] = {"[]",           "[1 2]",    "[1 2; 3 4; 5 6]", "[1 2 3; 4 5 6]",
                                 "[1; 2; 3; 4]", "[1 2; 3]", "[1 2;; 3 4]",     "[1 2; 3 4;]"};
    const char *const syntax[] = {"",
                                  "1 2; 3 4",
                                  "[1 2; 3 4",
                                  "[1 2; 3 4]]",
                                  "[[1 2; 3 4]",
                                  "[1 two; 3 4]",
                                  "[1 2; 3 nan]",
                                  "[1,,2; 3 4]",
                                  "[,1 2; 3 4]",
                                  "[1 2,; 3 4]",
                                  "[1 2; 3 4,]",
                                  "[1-2; 3 4]",
                                  "[1 2| 3 4]",
                                  "[1 2; 3 4] 5",
                                  "x[1 2; 3 4]",
                                  "[1 2; 3 4]x",
                                  "[1 2; 3 4],",
                                  "[1 2; 3 4];"};
    fill(out, 4, 7);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        CHECK(parse(sizes[k], 2, 2) == SNW_ERR_SIZE);
    }
    for (size_t k = 0; k < sizeof syntax / sizeof *syntax; k++) {
        CHECK(parse(syntax[k], 2, 2) == SNW_ERR_SYNTAX);
    }
    CHECK(parse("[1 2; 3 1e999]", 2, 2) == SNW_ERR_RANGE);
    CHECK(snw_mat_parse("[1]", 3, (snw_mat){0}) == SNW_ERR_SIZE);
    CHECK(all_are(out, 4, 7));
}

int main(void) {
    RUN(a_matrix_is_printed_row_by_row);
    RUN(what_was_printed_is_read_back_bit_for_bit);
    RUN(fixed_and_run_time_sizes_share_one_notation);
    RUN(separators_may_be_mixed);
    RUN(wrong_texts_are_refused_and_change_nothing);
    return check_report();
}
