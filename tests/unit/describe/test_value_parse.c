// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <float.h>
#include <locale.h>
#include <string.h>

#include "check.h"
#include "sinew/describe/value.h"
#include "zoo.h"

static snw_why why;

// refused, with a reason, and not a byte of the place has changed
static void refuse_bytes(const snw_field *field, const char *text, size_t length,
                         snw_status expected) {
    unsigned char place[128], before[128];
    memset(place, 0xA5, sizeof place);
    memcpy(before, place, sizeof place);
    snw_why_set(&why, SNW_OK, NULL, NULL);
    const snw_status status = snw_value_parse(field, text, length, place, &why);
    if (status != expected) print_error("'%s' gives %s\n", text, snw_status_name(status));
    CHECK(status == expected && why.code == expected);
    CHECK(memcmp(place, before, sizeof place) == 0);
    CHECK(snw_value_parse(field, text, length, place, NULL) == expected);
    // a reason can be shown on any terminal
    for (const char *c = why.text; *c != '\0'; c++) {
        CHECK((unsigned char)*c >= 0x20 && *c != 0x7F);
    }
}

static void refuse(const snw_field *field, const char *text, snw_status expected) {
    refuse_bytes(field, text, strlen(text), expected);
}

static void refuse_why(const snw_field *field, const char *text, snw_status expected,
                       const char *sentence) {
    refuse(field, text, expected);
    char out[512];
    (void)snw_why_sentence(&why, out, sizeof out);
    CHECK_TEXT(out, sentence);
}

static double read_real(const snw_field *field, const char *text) {
    double value = (double)NAN;
    if (snw_value_parse(field, text, strlen(text), &value, &why) != SNW_OK) {
        print_error("'%s': %s\n", text, why.text);
    }
    return value;
}

static const snw_field number = {
    .name = "x", .kind = SNW_KIND_REAL, .size = sizeof(double), .help = "A number."};

static void what_is_no_number_is_refused(void) {
    static const char *const wrong[] = {
        "",
        " ",
        "nan",
        "NaN",
        "NAN",
        "-nan",
        "inf",
        "infinity",
        "Inf",
        "1,5",
        "0x10",
        "0X1p3",
        "1e",
        "1e+",
        "--1",
        "+-1",
        "1.2.3",
        "1 2",
        "1;",
        "1/",
        "one",
        ".",
        "-",
        "+",
        "e5",
        "1_000",
        "1'000",
        "1e5.5",
        "1 .",
        "1 ,",
        "1,",
        ",1",
        "1 -",
        "0b11",
        "1f",
        "1L",

        ("\xC2\xA0"
         "1"),
        "1\xC2\xA0",
        "\xD9\xA1",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        refuse(&number, wrong[i], SNW_ERR_SYNTAX);
    }
    refuse(&number, "1e400", SNW_ERR_RANGE);
    refuse(&number, "-1e400", SNW_ERR_RANGE);
    refuse(&number, "INF", SNW_ERR_NOT_FINITE);
    refuse(&number, "-INF", SNW_ERR_NOT_FINITE);
    refuse_bytes(&number, "1\0", 2, SNW_ERR_SYNTAX);
    refuse_bytes(&number, "1\0002", 3, SNW_ERR_SYNTAX);
    refuse_why(&number, "1,5", SNW_ERR_SYNTAX, "error: '1,5' is not a number");
    refuse_why(&number, "0x10", SNW_ERR_SYNTAX, "error: '0x10' is not a number");
    refuse_why(&number, "1e400", SNW_ERR_RANGE, "error: '1e400' is not small enough for a double");
    refuse_why(&number, "1\x1B[2J", SNW_ERR_SYNTAX, "error: '1\\x1B[2J' is not a number");
    CHECK(read_real(&number, " \t\r\n 1.5e-3 \n") == 1.5e-3);
    CHECK(read_real(&number, "+.5") == 0.5 && read_real(&number, "5.") == 5);
    CHECK(signbit(read_real(&number, "-0")) && read_real(&number, "-0") == 0);
    CHECK(read_real(&number, "1e-400") == 0);
}

static bool digits(const char **at) {
    const char *start = *at;
    while (**at >= '0' && **at <= '9') {
        (*at)++;
    }
    return *at > start;
}

// the grammar once more, the plain way: blanks, sign, digits with a point, exponent, blanks
static bool is_number(const char *text) {
    static const char blanks[] = " \t\r\n";
    text += strspn(text, blanks);
    if (*text == '+' || *text == '-') text++;
    bool mantissa = digits(&text);
    if (*text == '.') {
        text++;
        mantissa |= digits(&text);
    }
    if (!mantissa) return false;
    if (*text == 'e' || *text == 'E') {
        text++;
        if (*text == '+' || *text == '-') text++;
        if (!digits(&text)) return false;
    }
    return text[strspn(text, blanks)] == '\0';
}

static void random_texts_are_numbers_for_the_grammar_and_the_c_library(void) {
    static const char letters[] = "0123456789001122..--++eEeE xXnaifINF,\t;/";
    snw_field kelvin = number; // a unit that these letters cannot write
    kelvin.unit = "K";
    long accepted = 0;
    CHECK_CASES(check_scaled(500000)) {
        char text[16];
        const int length = check_int(1, 9);
        for (int i = 0; i < length; i++) {
            text[i] = letters[check_int(0, (int)sizeof letters - 2)];
        }
        text[length] = '\0';
        double value = 77, reference = strtod(text, NULL);
        const snw_status status = snw_value_parse(&kelvin, text, (size_t)length, &value, NULL);
        if (is_number(text) && isfinite(reference)) {
            CHECK(status == SNW_OK && memcmp(&value, &reference, sizeof value) == 0);
            accepted++;
        } else {
            CHECK(status < 0 && value == 77);
        }
    }
    CHECK(accepted > check_scaled(500000) / 50);
}

static void a_locale_with_a_decimal_comma_changes_nothing(void) {
    check_set_comma();
    double value = 77;
    const double half = 0.5;
    char buffer[32];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_value_print(&number, &half, &text);
    const snw_status with_comma = snw_value_parse(&number, "1,5", 3, &value, NULL);
    const snw_status with_point = snw_value_parse(&number, "1.5", 3, &value, NULL);
    (void)setlocale(LC_ALL, "C");
    CHECK_TEXT(buffer, "0.5");
    CHECK(with_comma == SNW_ERR_SYNTAX && with_point == SNW_OK && value == 1.5);
}

static void reals_may_carry_a_unit(void) {
    const double pi = 3.14159265358979323846;
    snw_field field = number;
    static const struct {
        const char *unit, *text;
        double expected;
    } cases[] = {
        {"rad", "45 deg", 0.78539816339744830962},
        {"rad", "180deg", 3.14159265358979323846},
        {"rad", "-0.5 rev", -3.14159265358979323846},
        {"rad", "2 mrad", 0.002},
        {"rad", "1.25", 1.25},
        {"rad", "1.25 rad", 1.25},
        {"rad/s", "2 rpm", 0.20943951023931954923},
        {"rad/s", "90 deg/s", 1.57079632679489661923},
        {"m", "300 mm", 0.3},
        {"m", "1.1 mm", 0.0011},
        {"m", "2 in", 0.0508},
        {"m", "7e2um", 0.0007},
        {"kg", "250 g", 0.25},
        {"s", "1.5 min", 90},
        {"", "50 %", 0.5},
        {"", "50%", 0.5},
        {"us", "1 ms", 1000},
        {"N.m/rad", "3 mN.m/deg", 0.003 * 180 / 3.14159265358979323846},
        {"kg.m^2", "5 g*cm^2", 5e-7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        field.unit = cases[i].unit;
        const double value = read_real(&field, cases[i].text);
        CHECK_NEAR(value, cases[i].expected, 2 * DBL_EPSILON * fabs(cases[i].expected));
    }
    field.unit = "m";
    CHECK(read_real(&field, "300 mm") == 0.3);
    CHECK(read_real(&field, "1.1 mm") == 0.0011);
    field.unit = "rad";
    CHECK_NEAR(read_real(&field, "360 deg"), 2 * pi, 1e-15);
    // decimal units are rounded once: as if the number had been divided
    field.unit = "m";
    CHECK_CASES(check_scaled(20000)) {
        char text[40];
        const double value = check_real(-1000, 1000);
        (void)snprintf(text, sizeof text, "%.17g mm", value);
        CHECK(read_real(&field, text) == value / 1000);
    }
}

static void units_that_do_not_fit_are_refused_with_the_way_out(void) {
    snw_field field = number;
    field.unit = "rad";
    refuse_why(&field, "5 kg", SNW_ERR_UNIT,
               "error: 'kg' does not measure what [rad] measures; give the value in rad");
    refuse_why(&field, "5kg", SNW_ERR_UNIT,
               "error: 'kg' does not measure what [rad] measures; give the value in rad");
    refuse_why(&field, "5 degs", SNW_ERR_UNKNOWN_NAME,
               "error: 'degs' is not a known unit; give the value in rad");
    refuse(&field, "5 rad/s", SNW_ERR_UNIT);
    refuse(&field, "5 deg deg", SNW_ERR_UNKNOWN_NAME);
    refuse(&field, "5 DEG", SNW_ERR_UNKNOWN_NAME);
    refuse(&field, "5 \xC2\xB0", SNW_ERR_UNKNOWN_NAME);
    field.unit = NULL;
    refuse_why(&field, "5 kg", SNW_ERR_UNIT,
               "error: 'kg' does not fit a number without unit; leave the unit out");
    refuse(&field, "5 deg", SNW_ERR_UNIT);
    // a unit must not turn a number into infinity, where that is allowed
    field.unit = "m";
    field.flags = SNW_INFINITE;
    refuse(&field, "1e308 km", SNW_ERR_RANGE);
    CHECK(isinf(read_real(&field, "INF")) && isinf(read_real(&field, "INF mm")));
    CHECK(read_real(&field, "-INF") < 0 && isinf(read_real(&field, "+INF")));
    CHECK(read_real(&field, "1e308 mm") == 1e305);
    field.unit = "rad";
    CHECK_NEAR(read_real(&field, "1.7e308 deg") / 1e306, 2.9670597283903603, 1e-14);
}

static void vectors_and_matrices_need_all_their_numbers(void) {
    const snw_field *v = zoo_field("v"), *K = zoo_field("K");
    static const char *const good[] = {"1 2 3",
                                       " 1\t2\n3 ",
                                       "1,2,3",
                                       "1 , 2 ,3",
                                       "1, 2, 3",
                                       "1 2 3 m",
                                       "1000 2000 3000 mm",
                                       "1000, 2000, 3000mm",
                                       "1e0 2.0 +3"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        snw_vec3 value = {0};
        CHECK(snw_value_parse(v, good[i], strlen(good[i]), &value, NULL) == SNW_OK);
        CHECK(value.x == 1 && value.y == 2 && value.z == 3);
    }
    static const char *const wrong[] = {"",        "1",        "1 2",      "1 2 3 4", "1,,2 3",
                                        ",1 2 3",  "1 2 3,",   "1 2 mm 3", "1 2 x",   "1;2;3",
                                        "1 2 3 -", "1 2 3 .5", "1 2 nan",  "1-2 3"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        refuse(v, wrong[i], SNW_ERR_SYNTAX);
    }
    refuse_why(v, "1 2", SNW_ERR_SYNTAX, "error: '1 2' is not 3 numbers separated by blanks");
    refuse(v, "1 2 1e400", SNW_ERR_RANGE);
    refuse(v, "1 2 INF", SNW_ERR_NOT_FINITE);
    refuse(v, "1 2 3 kg", SNW_ERR_UNIT);

    double M[6];
    CHECK(snw_value_parse(K, "1 2 3 4 5 6 kN/m", 16, M, NULL) == SNW_ERR_RANGE);
    CHECK(snw_value_parse(K, "1 2 3 4 5 6 N/m", 15, M, NULL) == SNW_OK);
    for (int i = 0; i < 6; i++) {
        CHECK(M[i] == i + 1);
    }
    refuse(K, "1 2 3 4 5", SNW_ERR_SYNTAX);
    refuse(K, "1 2 3 4 5 6 7", SNW_ERR_SYNTAX);
    refuse(K, "1 2 3 4 5 2000", SNW_ERR_RANGE);
}

static void whole_numbers_must_fit(void) {
    static const struct {
        const char *field, *text;
        snw_status expected;
    } cases[] = {
        {"i8", "128", SNW_ERR_RANGE},
        {"i8", "-129", SNW_ERR_RANGE},
        {"i32", "2147483648", SNW_ERR_RANGE},
        {"i64", "9223372036854775808", SNW_ERR_RANGE},
        {"i64", "-9223372036854775809", SNW_ERR_RANGE},
        {"u16", "65536", SNW_ERR_RANGE},
        {"u32", "4294967296", SNW_ERR_RANGE},
        {"u64", "18446744073709551616", SNW_ERR_RANGE},
        {"u64", "99999999999999999999999999", SNW_ERR_RANGE},
        {"u64", "99999999999999999999999999x", SNW_ERR_SYNTAX},
        {"u64", "-1", SNW_ERR_SYNTAX},
        {"u64", "-0", SNW_ERR_SYNTAX},
        {"i16", "-301", SNW_ERR_RANGE},
        {"i16", "-7", SNW_ERR_RANGE},
        {"u8", "2", SNW_ERR_RANGE},
        {"u8", "201", SNW_ERR_RANGE},
        {"i32", "", SNW_ERR_SYNTAX},
        {"i32", "1.0", SNW_ERR_SYNTAX},
        {"i32", "1e3", SNW_ERR_SYNTAX},
        {"i32", "0x10", SNW_ERR_SYNTAX},
        {"i32", "1 2", SNW_ERR_SYNTAX},
        {"i32", "5 mm", SNW_ERR_SYNTAX},
        {"u32", "1.0", SNW_ERR_SYNTAX},
        {"u32", "+", SNW_ERR_SYNTAX},
        {"u32", "", SNW_ERR_SYNTAX},
        {"flag", "yes", SNW_ERR_SYNTAX},
        {"flag", "True", SNW_ERR_SYNTAX},
        {"flag", "2", SNW_ERR_SYNTAX},
        {"flag", "", SNW_ERR_SYNTAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        refuse(zoo_field(cases[i].field), cases[i].text, cases[i].expected);
    }
    int32_t value = 0;
    CHECK(snw_value_parse(zoo_field("i32"), " +007\n", 6, &value, NULL) == SNW_OK && value == 7);
    uint32_t natural = 0;
    CHECK(snw_value_parse(zoo_field("u32"), " +007\n", 6, &natural, NULL) == SNW_OK);
    CHECK(natural == 7);
    bool flag = false;
    CHECK(snw_value_parse(zoo_field("flag"), " 1 ", 3, &flag, NULL) == SNW_OK && flag);
    CHECK(snw_value_parse(zoo_field("flag"), "false", 5, &flag, NULL) == SNW_OK && !flag);
}

static void an_unknown_choice_is_refused_with_the_closest_one(void) {
    const snw_field *mode = zoo_field("mode");
    refuse_why(mode, "fats", SNW_ERR_UNKNOWN_NAME,
               "error: 'fats' is not one of the choices; did you mean 'fast'? choose slow, fast, "
               "still");
    refuse_why(mode, "xyzzy", SNW_ERR_UNKNOWN_NAME,
               "error: 'xyzzy' is not one of the choices; choose slow, fast, still");
    refuse(mode, "", SNW_ERR_UNKNOWN_NAME);
    refuse(mode, "5", SNW_ERR_UNKNOWN_NAME);
    refuse(mode, "Fast", SNW_ERR_UNKNOWN_NAME);
    refuse(mode, "fast fast", SNW_ERR_UNKNOWN_NAME);
    char longest[200];
    memset(longest, 'f', sizeof longest);
    refuse_bytes(mode, longest, sizeof longest, SNW_ERR_UNKNOWN_NAME);
    int value = 0;
    CHECK(snw_value_parse(mode, " fast\n", 6, &value, NULL) == SNW_OK && value == ZOO_FAST);
}

static void texts_must_be_short_utf8_without_controls(void) {
    const snw_field *text = zoo_field("text");
    char longest[40];
    memset(longest, 'x', sizeof longest);
    char place[32];
    memset(place, 'y', sizeof place);
    CHECK(snw_value_parse(text, longest, 31, place, NULL) == SNW_OK && place[31] == '\0');
    refuse_bytes(text, longest, 32, SNW_ERR_TOO_LARGE);
    CHECK(why.number_count == 2 && why.numbers[0].value == 32 && why.numbers[1].value == 31);
    CHECK(snw_value_parse(text, "ab", 2, place, NULL) == SNW_OK);
    for (int i = 2; i < 32; i++) {
        CHECK(place[i] == '\0'); // nothing of the longer text is left behind
    }

    static const char *const wrong[] = {
        "\x80",
        "\xC3",
        "\xC3(",
        "\xE2\x82",
        "\xC0\xAF",
        "\xE0\x80\xAF",
        "\xED\xA0\x80",
        "\xF4\x90\x80\x80",
        "\xF8\x88\x80\x80\x80",
        ("\xFF\xFE"
         "a"),
        "ok \xC2\x85",
        "\xC2\x9F",
        "\xEF\xBF\xBE",
        "\xEF\xBF\xBF",
        "\x7F",
        "\r",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        refuse(text, wrong[i], SNW_ERR_SYNTAX);
    }
    for (char c = 0; c < 0x20; c++) {
        const char bytes[] = {'a', c, 'b'};
        if (c == '\t' || c == '\n') {
            CHECK(snw_value_parse(text, bytes, 3, place, NULL) == SNW_OK);
            CHECK(memcmp(place, bytes, 3) == 0);
        } else {
            refuse_bytes(text, bytes, 3, SNW_ERR_SYNTAX);
        }
    }
    refuse(text, "ab\xFF", SNW_ERR_SYNTAX);
    CHECK_TEXT(why.text, "'ab\\xFF' is not UTF-8 without control characters");
    CHECK(why.numbers[0].value == 2);
    // a byte order mark is a character as any other, and U+00A0 is no control
    CHECK(snw_value_parse(text, "\xEF\xBB\xBF\xC2\xA0", 5, place, NULL) == SNW_OK);
    // references lose the blanks around them, texts keep them
    CHECK(snw_value_parse(zoo_field("target"), " elbow ", 7, place, NULL) == SNW_OK);
    CHECK_TEXT(place, "elbow");
    CHECK(snw_value_parse(text, " elbow ", 7, place, NULL) == SNW_OK);
    CHECK_TEXT(place, " elbow ");
}

static void kinds_with_parts_have_no_text(void) {
    static const char *const fields[] = {"q", "T", "band", "spare", "law"};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        refuse(zoo_field(fields[i]), "1 0 0 0", SNW_ERR_SYNTAX);
        CHECK_TEXT(why.text, "the field has named parts and no text of its own");
    }
}

// any bytes for any kind: refused without a trace, or a value that checks
static void random_bytes_are_refused_without_a_trace(void) {
    static const char letters[] = "0123456789 .,-+eINFtruefalsowm/%\xC3\xBC\x01\x7F";
    CHECK_CASES(check_scaled(100000)) {
        const snw_field *field = &zoo_fields[check_int(0, zoo_type.field_count - 1)];
        char text[24];
        const int length = check_int(0, 20);
        for (int i = 0; i < length; i++) {
            text[i] = check_int(0, 9) == 0 ? (char)check_bits()
                                           : letters[check_int(0, (int)sizeof letters - 2)];
        }
        unsigned char place[sizeof(zoo)], before[sizeof(zoo)];
        memset(place, 0x5A, sizeof place);
        memcpy(before, place, sizeof place);
        if (snw_value_parse(field, text, (size_t)length, place, &why) == SNW_OK) {
            CHECK(snw_value_check(field, place, NULL) == SNW_OK);
            CHECK(memcmp(place + field->size, before, sizeof place - field->size) == 0);
        } else {
            CHECK(memcmp(place, before, sizeof place) == 0);
        }
    }
}

int main(void) {
    RUN(what_is_no_number_is_refused);
    RUN(random_texts_are_numbers_for_the_grammar_and_the_c_library);
    RUN(a_locale_with_a_decimal_comma_changes_nothing);
    RUN(reals_may_carry_a_unit);
    RUN(units_that_do_not_fit_are_refused_with_the_way_out);
    RUN(vectors_and_matrices_need_all_their_numbers);
    RUN(whole_numbers_must_fit);
    RUN(an_unknown_choice_is_refused_with_the_closest_one);
    RUN(texts_must_be_short_utf8_without_controls);
    RUN(kinds_with_parts_have_no_text);
    RUN(random_bytes_are_refused_without_a_trace);
    return check_report();
}
