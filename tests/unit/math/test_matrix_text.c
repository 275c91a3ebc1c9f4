// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"
#include "sinew/math/matrix_text.h"

#include <string.h>

// numbers of every size, some of them whole
static double random_number(void) {
    const double x = check_real(-1, 1) * pow(10, check_real(-30, 30));
    return check_int(0, 3) == 0 ? floor(check_real(-100, 100)) : x;
}

// Input and output of the matrix table: what is written reads back as the same bits, in each size.
// spec: loffler:L-153
static void what_is_written_reads_back_as_the_same_bits(void) {
    CHECK_CASES(check_scaled(5000)) {
        ref_mat R = {.n = 4};
        for (int i = 0; i < 16; i++) {
            R.a[i / 4][i % 4] = (long double)random_number();
        }
        char text[600];
        snw_mat2 A2, B2 = snw_mat2_zero();
        snw_mat3 A3, B3 = snw_mat3_zero();
        snw_mat4 A4, B4 = snw_mat4_zero();
        A2 = ref_to2(R);
        A3 = ref_to3(R);
        A4 = ref_to4(R);
        size_t length = snw_mat2_print(A2, text, sizeof text);
        CHECK(length == strlen(text) && snw_mat2_parse(text, length, &B2) == SNW_OK);
        CHECK(memcmp(&A2, &B2, sizeof A2) == 0);
        length = snw_mat3_print(A3, text, sizeof text);
        CHECK(length == strlen(text) && snw_mat3_parse(text, length, &B3) == SNW_OK);
        CHECK(memcmp(&A3, &B3, sizeof A3) == 0);
        length = snw_mat4_print(A4, text, sizeof text);
        CHECK(length == strlen(text) && snw_mat4_parse(text, length, &B4) == SNW_OK);
        CHECK(memcmp(&A4, &B4, sizeof A4) == 0);
    }
}

// spec: loffler:L-153
static void matrices_are_written_row_by_row(void) {
    char text[200];
    const snw_mat2 A = {{1, 3.5}, {-2, 4}};
    CHECK(snw_mat2_print(A, text, sizeof text) == strlen("[1 -2; 3.5 4]"));
    CHECK_TEXT(text, "[1 -2; 3.5 4]");
    const snw_mat3 B = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    (void)snw_mat3_print(B, text, sizeof text);
    CHECK_TEXT(text, "[1 4 7; 2 5 8; 3 6 9]");
    (void)snw_mat4_print(snw_mat4_identity(), text, sizeof text);
    CHECK_TEXT(text, "[1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 1]");
}

static void a_short_buffer_cuts_and_terminates(void) {
    const snw_mat2 A = {{1, 3.5}, {-2, 4}};
    const char whole[] = "[1 -2; 3.5 4]";
    for (size_t size = 0; size <= sizeof whole; size++) {
        char text[sizeof whole + 2];
        memset(text, '#', sizeof text);
        CHECK(snw_mat2_print(A, text, size) == strlen(whole));
        const size_t kept = size == 0 ? 0 : size - 1 < strlen(whole) ? size - 1 : strlen(whole);
        CHECK(memcmp(text, whole, kept) == 0);
        CHECK(text[kept] == (size == 0 ? '#' : '\0') && text[kept + 1] == '#');
    }
}

static snw_status parse(const char *text) {
    const snw_mat2 before = {{9, 9}, {9, 9}};
    snw_mat2 A = before;
    const snw_status status = snw_mat2_parse(text, strlen(text), &A);
    if (status != SNW_OK) CHECK(memcmp(&A, &before, sizeof A) == 0);
    if (status == SNW_OK) CHECK(snw_mat2_near(A, (snw_mat2){{1, 3}, {2, 4}}, 0));
    return status;
}

static void forms_of_the_same_matrix_are_read(void) {
    CHECK(parse("[1 2; 3 4]") == SNW_OK);
    CHECK(parse("[1,2;3,4]") == SNW_OK);
    CHECK(parse(" [ 1 , 2 ;\n\t3\r\n4 ] \n") == SNW_OK);
    CHECK(parse("[1e0 2.0;3 4.000]") == SNW_OK);
}

static void wrong_sizes_and_wrong_texts_are_told_apart(void) {
    CHECK(parse("[1 2 3; 4 5 6; 7 8 9]") == SNW_ERR_SIZE);
    CHECK(parse("[1 2; 3 4; 5 6]") == SNW_ERR_SIZE);
    CHECK(parse("[1 2]") == SNW_ERR_SIZE);
    CHECK(parse("[1; 2]") == SNW_ERR_SIZE);
    CHECK(parse("[1 2; 3]") == SNW_ERR_SIZE);
    const char *const wrong[] = {"",
                                 "1 2; 3 4",
                                 "[1 2; 3 4",
                                 "[1 2; 3 4] x",
                                 "[1 2; 3 x]",
                                 "[1 2; 3 4.]x",
                                 "[1,,2; 3 4]",
                                 "[1 2,; 3 4]",
                                 "[1 2; 3 nan]",
                                 "[",
                                 "[1 2; 3",
                                 "[1+2; 3 4]",
                                 "[1 2; 3 4]]",
                                 "(1 2; 3 4)",
                                 "[1 2; 3 4,]"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(parse(wrong[i]) == SNW_ERR_SYNTAX);
    }
    CHECK(parse("[1 2; 3 1e999]") == SNW_ERR_RANGE);
}

// Nothing is read beyond the length given: the text ends at the end of its block.
static void every_shortened_text_is_refused(void) {
    const char whole[] = "[1 2; 3 4]";
    for (size_t length = 0; length < strlen(whole); length++) {
        char *const block = malloc(length > 0 ? length : 1);
        CHECK(block != NULL);
        memcpy(block, whole, length);
        snw_mat2 A;
        CHECK(snw_failed(snw_mat2_parse(block, length, &A)));
        free(block);
    }
}

int main(void) {
    RUN(what_is_written_reads_back_as_the_same_bits);
    RUN(matrices_are_written_row_by_row);
    RUN(a_short_buffer_cuts_and_terminates);
    RUN(forms_of_the_same_matrix_are_read);
    RUN(wrong_sizes_and_wrong_texts_are_told_apart);
    RUN(every_shortened_text_is_refused);
    return check_report();
}
