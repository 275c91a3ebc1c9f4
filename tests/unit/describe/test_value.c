// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/value.h"

#include <float.h>
#include <string.h>

#include "check.h"
#include "zoo.h"

// Prints a value, reads it back between guards, and expects the same bytes and whole guards.
static void round_trip(const snw_field *field, const void *value) {
    enum { GUARD = 16, MOST = 512 };
    char buffer[2048];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_value_print(field, value, &text);
    CHECK(!snw_text_is_cut(&text));
    unsigned char memory[GUARD + MOST + GUARD];
    memset(memory, 0xA5, sizeof memory);
    snw_why why;
    const snw_status status = snw_value_parse(field, buffer, text.length, memory + GUARD, &why);
    if (status != SNW_OK) print_error("'%s': %s\n", buffer, why.text);
    CHECK(status == SNW_OK);
    CHECK(memcmp(memory + GUARD, value, field->size) == 0);
    for (int i = 0; i < GUARD; i++) {
        CHECK(memory[i] == 0xA5 && memory[GUARD + field->size + (size_t)i] == 0xA5);
    }
    CHECK(snw_value_check(field, value, &why) == SNW_OK);
}

static snw_field plain(snw_kind kind, size_t size) {
    return (snw_field){.name = "x", .kind = kind, .size = size, .help = "A value."};
}

static void whole_numbers_come_back_at_their_extremes(void) {
    const int8_t i8[] = {INT8_MIN, INT8_MAX, 0, -1, 1};
    const int16_t i16[] = {INT16_MIN, INT16_MAX, 0, -1, 1};
    const int32_t i32[] = {INT32_MIN, INT32_MAX, 0, -1, 1};
    const int64_t i64[] = {INT64_MIN, INT64_MAX, 0, -1, 1};
    const uint8_t u8[] = {UINT8_MAX, 0, 1, 128, 127};
    const uint16_t u16[] = {UINT16_MAX, 0, 1, 32768, 32767};
    const uint32_t u32[] = {UINT32_MAX, 0, 1, UINT32_C(1) << 31, INT32_MAX};
    const uint64_t u64[] = {UINT64_MAX, 0, 1, UINT64_C(1) << 63, INT64_MAX};
    for (int i = 0; i < 5; i++) {
        const void *const values[] = {&i8[i], &i16[i], &i32[i], &i64[i],
                                      &u8[i], &u16[i], &u32[i], &u64[i]};
        for (int k = 0; k < 8; k++) {
            const snw_field field =
                plain(k < 4 ? SNW_KIND_INT : SNW_KIND_UINT, (size_t)1 << (k % 4));
            round_trip(&field, values[k]);
        }
    }
    CHECK_CASES(check_scaled(20000)) {
        const uint64_t bits = check_bits() >> check_int(0, 63);
        for (int k = 0; k < 8; k++) {
            const snw_field field =
                plain(k < 4 ? SNW_KIND_INT : SNW_KIND_UINT, (size_t)1 << (k % 4));
            round_trip(&field, &bits); // the low bytes
        }
    }
}

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void reals_come_back_bit_for_bit(void) {
    const snw_field field = plain(SNW_KIND_REAL, sizeof(double));
    const double values[] = {0,
                             -0.0,
                             1e308,
                             DBL_MAX,
                             DBL_MIN,
                             0.1,
                             1e-5,
                             1e16,
                             3.14159265358979,
                             0x1p-1074,
                             0x1p-1022 - 0x1p-1074,
                             1e23,
                             9007199254740993.0};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        const double minus = -values[i];
        round_trip(&field, &values[i]);
        round_trip(&field, &minus);
    }
    CHECK_CASES(check_scaled(200000)) {
        const double value = from_bits(check_bits());
        if (isfinite(value)) round_trip(&field, &value);
    }
    snw_field endless = field;
    endless.flags = SNW_INFINITE;
    const double infinite[] = {(double)INFINITY, -(double)INFINITY};
    round_trip(&endless, &infinite[0]);
    round_trip(&endless, &infinite[1]);
}

static void vectors_and_matrices_come_back_bit_for_bit(void) {
    const snw_field vector = plain(SNW_KIND_VEC3, sizeof(snw_vec3));
    snw_field matrix = plain(SNW_KIND_MATRIX, 6 * sizeof(double));
    matrix.rows = 2;
    matrix.columns = 3;
    CHECK_CASES(check_scaled(20000)) {
        double numbers[6];
        for (int i = 0; i < 6;) {
            numbers[i] = from_bits(check_bits());
            i += isfinite(numbers[i]) ? 1 : 0;
        }
        round_trip(&vector, numbers);
        round_trip(&matrix, numbers);
    }
    // larger than what fits on the reader's stack
    enum { SIDE = 20 };
    static double large[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        large[i] = check_real(-1, 1);
    }
    matrix.rows = matrix.columns = SIDE;
    matrix.size = sizeof large;
    static char buffer[SIDE * SIDE * 25];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_value_print(&matrix, large, &text);
    static double back[SIDE * SIDE];
    CHECK(snw_value_parse(&matrix, buffer, text.length, back, NULL) == SNW_OK);
    CHECK(memcmp(back, large, sizeof large) == 0);
}

static void flags_choices_and_texts_come_back(void) {
    const snw_field flag = plain(SNW_KIND_BOOL, sizeof(bool));
    const bool yes = true, no = false;
    round_trip(&flag, &yes);
    round_trip(&flag, &no);
    snw_field mode = plain(SNW_KIND_ENUM, sizeof(int));
    mode.choices = zoo_modes;
    mode.choice_count = 3;
    for (int i = 0; i < 3; i++) {
        round_trip(&mode, &zoo_modes[i].value);
    }
    const snw_field text = plain(SNW_KIND_STRING, 32);
    const char texts[][32] = {"",
                              " blanks at both ends ",
                              "tab\tand\nline",
                              "<&>\"'\\",
                              "gr\xC3\xBC\xC3\x9F dich",
                              "\xE2\x82\xAC \xF0\x9F\xA4\x96",
                              "1234567890123456789012345678901"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        round_trip(&text, texts[i]);
    }
    const snw_field name = plain(SNW_KIND_REFERENCE, 32);
    const char reference[32] = "elbow 2";
    round_trip(&name, reference);
}

static void print(const snw_field *field, const void *value, const char *expected) {
    char buffer[256];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_value_print(field, value, &text);
    CHECK_TEXT(buffer, expected);
    CHECK(text.length == strlen(expected));
}

static void values_print_in_their_plain_forms(void) {
    zoo z;
    snw_block_defaults(&zoo_type, &z);
    print(zoo_field("flag"), &z.flag, "false");
    print(zoo_field("i32"), &z.i32, "-42");
    print(zoo_field("v"), &z.v, "0.1 0.2 0.3");
    print(zoo_field("q"), &z.q, "1 0 0 0");
    print(zoo_field("T"), &z.T, "1 0 0 0 1 0 0 0 1 0 0 0");
    print(zoo_field("mode"), &z.mode, "slow");
    print(zoo_field("text"), z.text, "gr\xC3\xBC\xC3\x9F dich");
    print(zoo_field("K"), &z.K, "0 0 0 0 0 0");
    print(zoo_field("limit"), &z.limit, "0.25");
    z.limit = (double)INFINITY;
    print(zoo_field("limit"), &z.limit, "INF");
    const int strange = 77;
    print(zoo_field("mode"), &strange, "77");
    print(zoo_field("band"), &z.band, "");
    // a text without an end is not read beyond its field
    memset(z.text, 'x', sizeof z.text);
    print(zoo_field("text"), z.text, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
}

static void judge(const snw_field *field, const void *value, snw_status expected) {
    snw_why why;
    snw_why_set(&why, SNW_OK, NULL, NULL);
    CHECK(snw_value_check(field, value, NULL) == expected);
    CHECK(snw_value_check(field, value, &why) == expected);
    CHECK(why.code == expected);
}

static void numbers_outside_their_range_are_found(void) {
    const snw_field *real = zoo_field("real"), *limit = zoo_field("limit");
    static const struct {
        double value;
        snw_status real, limit;
    } cases[] = {
        {0, SNW_OK, SNW_ERR_RANGE},
        {4, SNW_OK, SNW_OK},
        {0.25, SNW_OK, SNW_OK},
        {10, SNW_ERR_RANGE, SNW_OK},
        {-4, SNW_OK, SNW_ERR_RANGE},
        {0x1.0000000000001p2, SNW_ERR_RANGE, SNW_OK},
        {1e300, SNW_ERR_RANGE, SNW_ERR_RANGE},
        {(double)INFINITY, SNW_ERR_NOT_FINITE, SNW_OK},
        {-(double)INFINITY, SNW_ERR_NOT_FINITE, SNW_ERR_RANGE},
        {(double)NAN, SNW_ERR_NOT_FINITE, SNW_ERR_NOT_FINITE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        judge(real, &cases[i].value, cases[i].real);
        judge(limit, &cases[i].value, cases[i].limit);
        for (int k = 0; k < 6; k++) {
            double K[6] = {0};
            K[k] = cases[i].value;
            const bool inside = fabs(K[k]) <= 1e3;
            judge(zoo_field("K"), K,
                  inside           ? SNW_OK
                  : isfinite(K[k]) ? SNW_ERR_RANGE
                                   : SNW_ERR_NOT_FINITE);
        }
    }
    snw_why why;
    const double wrong = -5;
    CHECK(snw_value_check(real, &wrong, &why) == SNW_ERR_RANGE);
    char sentence[256];
    (void)snw_why_sentence(&why, sentence, sizeof sentence);
    CHECK_TEXT(sentence, "error: a value is outside its allowed range (value -5 rad, low -4 rad, "
                         "high 4 rad); choose a value inside the range");
    // both signs where the range has both, or where there is none
    snw_field both = *limit;
    both.range = (snw_range){-1, 1};
    const double ends[] = {(double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < 2; i++) {
        both.range = (snw_range){-1, 1};
        judge(&both, &ends[i], SNW_OK);
        both.range = (snw_range){0, 0};
        judge(&both, &ends[i], SNW_OK);
    }
    both.range = (snw_range){-2, -1};
    judge(&both, &ends[0], SNW_ERR_RANGE);
    judge(&both, &ends[1], SNW_OK);
}

// the ends of a range are doubles, integers need not be
static void large_whole_numbers_are_compared_exactly(void) {
    snw_field field = plain(SNW_KIND_INT, 8);
    field.range = (snw_range){-0x1p53, 0x1p53};
    const int64_t edge = INT64_C(1) << 53;
    const int64_t inside[] = {edge, -edge, edge - 1, 0},
                  outside[] = {edge + 1, -edge - 1, INT64_MAX, INT64_MIN};
    for (int i = 0; i < 4; i++) {
        judge(&field, &inside[i], SNW_OK);
        judge(&field, &outside[i], SNW_ERR_RANGE);
    }
    field.range = (snw_range){-1e300, 1e300};
    const int64_t ends[] = {INT64_MAX, INT64_MIN};
    judge(&field, &ends[0], SNW_OK);
    judge(&field, &ends[1], SNW_OK);
    field.range = (snw_range){-0.5, 0x1p63};
    judge(&field, &ends[0], SNW_OK);
    judge(&field, &ends[1], SNW_ERR_RANGE);

    field.kind = SNW_KIND_UINT;
    field.range = (snw_range){0x1p63, 0x1p64};
    const uint64_t high[] = {UINT64_MAX, UINT64_C(1) << 63, INT64_MAX};
    judge(&field, &high[0], SNW_OK);
    judge(&field, &high[1], SNW_OK);
    judge(&field, &high[2], SNW_ERR_RANGE);
}

static void values_that_cannot_be_are_found(void) {
    const unsigned char two = 2;
    judge(zoo_field("flag"), &two, SNW_ERR_RANGE);
    const int strange = 1;
    judge(zoo_field("mode"), &strange, SNW_ERR_UNKNOWN_NAME);

    char text[32];
    memset(text, 'x', sizeof text);
    judge(zoo_field("text"), text, SNW_ERR_SYNTAX);
    text[31] = '\0';
    judge(zoo_field("text"), text, SNW_OK);
    text[3] = '\x07';
    judge(zoo_field("text"), text, SNW_ERR_SYNTAX);
    text[3] = '\xFF';
    judge(zoo_field("text"), text, SNW_ERR_SYNTAX);
    memcpy(text, "\xEF\xBF\xBF", 4);
    judge(zoo_field("text"), text, SNW_ERR_SYNTAX);

    char name[16] = " elbow";
    judge(zoo_field("target"), name, SNW_ERR_SYNTAX);
    (void)strcpy(name, "elbow\n");
    judge(zoo_field("target"), name, SNW_ERR_SYNTAX);
    (void)strcpy(name, "left elbow");
    judge(zoo_field("target"), name, SNW_OK);

    const snw_field *rotation = zoo_field("q");
    snw_quat q = {1, 0, 0, 0};
    judge(rotation, &q, SNW_OK);
    q.w = 1 + 1e-8;
    judge(rotation, &q, SNW_ERR_RANGE);
    q = (snw_quat){0, 0, 0, 0};
    judge(rotation, &q, SNW_ERR_RANGE);
    q.x = (double)NAN;
    judge(rotation, &q, SNW_ERR_NOT_FINITE);
    CHECK_CASES(check_scaled(2000)) {
        q = snw_quat_of(check_real(-1, 1), check_real(-1, 1), check_real(-1, 1), 0.5);
        const double norm = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
        q = snw_quat_of(q.w / norm, q.x / norm, q.y / norm, q.z / norm);
        judge(rotation, &q, SNW_OK);
    }
}

static void a_pose_must_be_a_rotation_and_a_position_in_range(void) {
    const snw_field *frame = zoo_field("T");
    snw_pose T = snw_pose_identity();
    T.p = snw_vec3_of(-5, 5, 0);
    judge(frame, &T, SNW_OK);
    T.p.y = 5.001;
    judge(frame, &T, SNW_ERR_RANGE);
    T.p.y = (double)NAN;
    judge(frame, &T, SNW_ERR_NOT_FINITE);
    // the numbers of the rotation are not measured by the range of the position
    snw_field far = *frame;
    far.range = (snw_range){2, 3};
    T = snw_pose_identity();
    T.p = snw_vec3_of(2, 2, 3);
    judge(&far, &T, SNW_OK);

    double numbers[12];
    for (int i = 0; i < 9; i++) {
        T = snw_pose_identity();
        memcpy(numbers, &T, sizeof T);
        numbers[i] += 1e-6;
        judge(frame, numbers, SNW_ERR_RANGE);
        numbers[i] = (double)INFINITY;
        judge(frame, numbers, SNW_ERR_NOT_FINITE);
    }
    // a mirror is orthonormal, but no rotation
    T = snw_pose_identity();
    T.R.z.z = -1;
    judge(frame, &T, SNW_ERR_RANGE);
    CHECK_CASES(check_scaled(2000)) {
        const double a = check_real(-3, 3), b = check_real(-3, 3);
        const snw_mat3 turn = {{cos(a), sin(a), 0}, {-sin(a), cos(a), 0}, {0, 0, 1}};
        const snw_mat3 tilt = {{1, 0, 0}, {0, cos(b), sin(b)}, {0, -sin(b), cos(b)}};
        T.R = snw_mat3_mul(turn, tilt);
        judge(frame, &T, SNW_OK);
    }
}

int main(void) {
    RUN(whole_numbers_come_back_at_their_extremes);
    RUN(reals_come_back_bit_for_bit);
    RUN(vectors_and_matrices_come_back_bit_for_bit);
    RUN(flags_choices_and_texts_come_back);
    RUN(values_print_in_their_plain_forms);
    RUN(numbers_outside_their_range_are_found);
    RUN(large_whole_numbers_are_compared_exactly);
    RUN(values_that_cannot_be_are_found);
    RUN(a_pose_must_be_a_rotation_and_a_position_in_range);
    return check_report();
}
