// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <float.h>
#include <locale.h>

#include "xacro_test.h"

typedef struct known {
    const char *expression, *value;
} known;

static void check_values(const known *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char inside[512], lines[512];
        (void)snprintf(inside, sizeof inside, "<v>${%s}</v>", list[i].expression);
        (void)snprintf(lines, sizeof lines, "  <v>%s</v>\n", list[i].value);
        becomes(inside, lines);
    }
}
#define CHECK_VALUES(list) check_values((list), sizeof(list) / sizeof *(list))

// what Python 3 says, from its language reference
static void arithmetic_follows_python(void) {
    static const known list[] = {
        {"1+2*3", "7"},
        {"(1+2)*3", "9"},
        {"10/4", "2.5"},
        {"10/5", "2.0"},
        {"7//2", "3"},
        {"-7//2", "-4"},
        {"7//-2", "-4"},
        {"-7//-2", "3"},
        {"7%3", "1"},
        {"-7%3", "2"},
        {"7%-3", "-2"},
        {"-7%-3", "-1"},
        {"7.5//2", "3.0"},
        {"-7.5//2", "-4.0"},
        {"-7.5%2", "0.5"},
        {"7.5%-2", "-0.5"},
        {"2**10", "1024"},
        {"2**-2", "0.25"},
        {"-2**2", "-4"},
        {"(-2)**2", "4"},
        {"2**3**2", "512"},
        {"2**0.5*2**0.5", "2.0000000000000004"},
        {"0**0", "1"},
        {"1-2-3", "-4"},
        {"8/4/2", "1.0"},
        {"2-(3-4)", "3"},
        {"--3", "3"},
        {"-+-3", "3"},
        {"1 - -1", "2"},
        {"True+True", "2"},
        {"1e3", "1000.0"},
        {"0.1+0.2", "0.30000000000000004"},
        {"5.", "5.0"},
        {".5", "0.5"},
        {"1E2", "100.0"},
        {"9223372036854775807", "9223372036854775807"},
        {"-9223372036854775807-1", "-9223372036854775808"},
        {"3*-2", "-6"},
        {"6-4/2", "4.0"},
        {"-1%5", "4"},
        {"2*3%4", "2"},
    };
    CHECK_VALUES(list);
}

static void logic_and_comparison_follow_python(void) {
    static const known list[] = {
        {"1 == 1.0", "True"},
        {"1 != 2", "True"},
        {"3 &lt; 2", "False"},
        {"1 &lt; 2 &lt; 3", "True"},
        {"1 &lt; 3 &lt; 2", "False"},
        {"3 > 2 >= 2", "True"},
        {"not 0", "True"},
        {"not 'a'", "False"},
        {"not not 3", "True"},
        {"1 and 'x'", "x"},
        {"0 and nothing", "0"},
        {"0 or 'z'", "z"},
        {"'a' or nothing", "a"},
        {"1 if 2 > 1 else nothing", "1"},
        {"nothing if 0 else 4", "4"},
        {"1 if 0 else 2 if 0 else 3", "3"},
        {"'b' in 'abc'", "True"},
        {"'d' not in 'abc'", "True"},
        {"2 in [1,2]", "True"},
        {"'k' in {'k': 1}", "True"},
        {"'a' &lt; 'b'", "True"},
        {"'1' == 1", "False"},
        {"True and not False", "True"},
        {"not 1 == 2", "True"},
        {"None", "None"},
        {"1 or 2 and 0", "1"},
        {"[1,2] == [1,2.0]", "True"},
        {"[1,2] &lt; [1,3]", "True"},
    };
    CHECK_VALUES(list);
}

static void functions_have_their_values(void) {
    static const known list[] = {
        {"pi", "3.141592653589793"},
        {"math.pi", "3.141592653589793"},
        {"e", "2.718281828459045"},
        {"inf", "inf"},
        {"-inf", "-inf"},
        {"radians(180)", "3.141592653589793"},
        {"degrees(pi)", "180.0"},
        {"sin(0)", "0.0"},
        {"cos(0)", "1.0"},
        {"tan(0)", "0.0"},
        {"asin(1)*2", "3.141592653589793"},
        {"acos(1)", "0.0"},
        {"atan(1)*4", "3.141592653589793"},
        {"atan2(0,-1)", "3.141592653589793"},
        {"sqrt(16)", "4.0"},
        {"abs(-3)", "3"},
        {"abs(-3.5)", "3.5"},
        {"min(3,1,2)", "1"},
        {"max([3,1.5])", "3"},
        {"max(1,1.0)", "1"},
        {"floor(-2.5)", "-3"},
        {"ceil(-2.5)", "-2"},
        {"floor(4)", "4"},
        {"round(2.5)", "2"},
        {"round(3.5)", "4"},
        {"round(-0.5)", "0"},
        {"round(2.675, 2)", "2.67"},
        {"round(0.125, 2)", "0.12"},
        {"round(5, 1)", "5"},
        {"pow(2,3)", "8.0"},
        {"exp(0)", "1.0"},
        {"log(1)", "0.0"},
        {"log(8,2)", "3.0"},
        {"int(3.9)", "3"},
        {"int(-3.9)", "-3"},
        {"int('12')", "12"},
        {"float('1.5')", "1.5"},
        {"float(2)", "2.0"},
        {"str(1.0)+'m'", "1.0m"},
        {"len('abc')", "3"},
        {"len('&#228;b')", "2"},
        {"len([1,2])", "2"},
        {"len({'a':1,'b':2})", "2"},
        {"hypot(3,4)", "5.0"},
        {"bool('')", "False"},
        {"math.sqrt(9)", "3.0"},
        {"trunc(-2.7)", "-2"},
    };
    CHECK_VALUES(list);
}

static void lists_and_texts_have_items(void) {
    static const known list[] = {
        {"[1, 2.0, 'x', True]", "[1, 2.0, 'x', True]"},
        {"[1,2,3][0]", "1"},
        {"[1,2,3][-1]", "3"},
        {"[[1,2],[3,4]][1][0]", "3"},
        {"{'a': 1, 'b': [2]}", "{'a': 1, 'b': [2]}"},
        {"{'a': 1, 'b': 2}['b']", "2"},
        {"{1: 'one'}[1.0]", "one"},
        {"'abc'[1]", "b"},
        {"'a\xC3\xA4\xE2\x82\xACz'[2]", "\xE2\x82\xAC"},
        {"'abc'[-1]", "c"},
        {"[1]+[2]", "[1, 2]"},
        {"'ab'*3", "ababab"},
        {"2*'ab'", "abab"},
        {"'ab'*-1+'c'", "c"},
        {"'a' + \"b\"", "ab"},
        {"'it\\'s'", "it's"},
        {"['it\\'s']", "[\"it's\"]"},
        {"(1, 2)[1]", "2"},
        {"[]", "[]"},
        {"'}'", "}"},
        {"'a\\\\b'", "a\\b"},
    };
    CHECK_VALUES(list);
}

// --- against values by construction -------------------------------------------------------------

// An expression and its value are made side by side, by the grammar: a sum of products of factors,
// with brackets only where the grammar needs them. So precedence, order and value are all held.
typedef struct made {
    char *text;
    size_t length, room;
} made;

static void put(made *m, const char *text) {
    const size_t length = strlen(text);
    CHECK(m->length + length < m->room);
    memcpy(m->text + m->length, text, length + 1);
    m->length += length;
}

static double make_sum(made *m, int depth);

static double make_factor(made *m, int depth) {
    char number[64];
    const int kind = depth > 0 ? check_int(0, 6) : 0;
    if (kind == 1 || kind == 2) {
        put(m, "(");
        const double value = make_sum(m, depth - 1);
        put(m, ")");
        return value;
    }
    if (kind == 3) {
        put(m, "-");
        return -make_factor(m, depth - 1);
    }
    if (kind == 4) {
        put(m, "abs(");
        const double value = make_sum(m, depth - 1);
        put(m, ")");
        return fabs(value);
    }
    if (kind == 5) {
        put(m, "max(");
        const double a = make_sum(m, depth - 1);
        put(m, " , ");
        const double b = make_sum(m, depth - 1);
        put(m, ")");
        return b > a ? b : a;
    }
    if (kind == 6) {
        // the unused side may be anything
        const double a = check_real(-2, 2), b = check_real(-2, 2);
        put(m, "(");
        const double value = make_sum(m, depth - 1);
        (void)snprintf(number, sizeof number, " if %.17g %s %.17g else ", a,
                       a > b ? ">" : "&lt;=", b);
        put(m, number);
        put(m, check_int(0, 1) ? "1/0" : "unknown_name");
        put(m, ")");
        return value;
    }
    const double value = check_int(0, 3) == 0 ? 2.5 : check_real(0.1, 4);
    (void)snprintf(number, sizeof number, "%.17g", value);
    put(m, number);
    return value;
}

static double make_product(made *m, int depth) {
    double value = make_factor(m, depth);
    for (int i = check_int(0, 2); i > 0; i--) {
        const bool times = check_int(0, 1) == 1;
        put(m, times ? "*" : " / ");
        const double factor = make_factor(m, depth);
        if (factor == 0) put(m, "+ 1"); // never divides by zero: numbers are positive
        value = times ? value * factor : value / factor;
    }
    return value;
}

static double make_sum(made *m, int depth) {
    double value = make_product(m, depth);
    for (int i = check_int(0, 2); i > 0; i--) {
        const bool plus = check_int(0, 1) == 1;
        put(m, plus ? " + " : "-");
        const double term = make_product(m, depth);
        value = plus ? value + term : value - term;
    }
    return value;
}

static double value_in(const char *result) {
    const char *start = strstr(result, "<v>");
    CHECK(start != NULL);
    return strtod(start + 3, NULL);
}

static void random_expressions_have_the_value_they_were_made_with(void) {
    static char text[1 << 20];
    long finite = 0;
    CHECK_CASES(check_scaled(10000)) {
        made m = {text, 0, sizeof text - 64};
        put(&m, HEAD "<v>${");
        const double value = make_sum(&m, check_int(0, 4));
        put(&m, "}</v></robot>");
        if (!isfinite(value)) continue;
        expansion x;
        expand_text(&x, text, NULL);
        // a quotient may have been infinite on the way, and then zero: that is refused or exact
        if (x.status == SNW_OK) {
            finite++;
            CHECK_NEAR(value_in(x.result.bytes), value, 0);
        } else {
            CHECK_TEXT(x.items[0].rule, "xacro-number");
        }
        close_expansion(&x);
    }
    CHECK(finite * 10 > check_scaled(10000) * 9);
}

// a = q * b + r with r between 0 and b: the definition, not the division of C
static void whole_division_is_by_its_definition(void) {
    CHECK_CASES(check_scaled(3000)) {
        const int a = check_int(-1000, 1000), b = check_int(1, 60) * (check_int(0, 1) ? 1 : -1);
        int q = 0, r = a;
        while (b > 0 ? r < 0 : r > 0) {
            r += b;
            q--;
        }
        while (b > 0 ? r >= b : r <= b) {
            r -= b;
            q++;
        }
        char inside[128], lines[128];
        (void)snprintf(inside, sizeof inside, "<v>${(%d)//(%d)} ${(%d)%%(%d)}</v>", a, b, a, b);
        (void)snprintf(lines, sizeof lines, "  <v>%d %d</v>\n", q, r);
        becomes(inside, lines);
        (void)snprintf(inside, sizeof inside, "<v>${%d.0//(%d)} ${%d.0%%(%d)}</v>", a, b, a, b);
        expansion x;
        char text[512];
        (void)snprintf(text, sizeof text, HEAD "%s</robot>", inside);
        expand_text(&x, text, NULL);
        CHECK(x.status == SNW_OK);
        const char *at = strstr(x.result.bytes, "<v>") + 3;
        char *end = NULL;
        CHECK_NEAR(strtod(at, &end), q, 0);
        CHECK_NEAR(strtod(end, NULL), r, 0);
        close_expansion(&x);
    }
}

// --- printing -----------------------------------------------------------------------------------

// digits of the shortest number that reads back, by trying them all
static int fewest_digits(double value) {
    char text[64];
    for (int digits = 1; digits < 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*e", digits - 1, value);
        if (strtod(text, NULL) == value) return digits;
    }
    return 17;
}

static int digits_of(const char *text) {
    int digits = 0, zeros = 0;
    for (; *text != '\0' && *text != 'e' && *text != '<'; text++) {
        if (*text < '0' || *text > '9') continue;
        if (*text == '0' && digits == 0) continue; // leading ones
        zeros = *text == '0' ? zeros + 1 : 0;
        digits++;
    }
    return digits - zeros > 0 ? digits - zeros : 1;
}

static void numbers_are_printed_with_the_fewest_digits(void) {
    CHECK_CASES(check_scaled(5000)) {
        const double value = check_real(-10, 10) * pow(10, check_int(-20, 20));
        char inside[256];
        (void)snprintf(inside, sizeof inside, HEAD "<v>${%.17g}</v></robot>", fabs(value));
        expansion x;
        expand_text(&x, inside, NULL);
        CHECK(x.status == SNW_OK);
        const char *text = strstr(x.result.bytes, "<v>") + 3;
        const double again = strtod(text, NULL), size = fabs(value);
        CHECK_NEAR(again, size, 0);
        // whole values were written without a point: they stay whole
        char plain[64];
        (void)snprintf(plain, sizeof plain, "%.17g", size);
        if (strpbrk(plain, ".e") != NULL) {
            CHECK(digits_of(text) == fewest_digits(size));
            const bool exponent = memchr(text, 'e', strcspn(text, "<")) != NULL;
            CHECK(exponent == (size < 1e-4 || size >= 1e16));
        }
        close_expansion(&x);
    }
}

static void forms_of_numbers_are_those_of_python(void) {
    static const known list[] = {
        {"0.0001", "0.0001"},
        {"0.00001", "1e-05"},
        {"0.000012345", "1.2345e-05"},
        {"-0.00002", "-2e-05"},
        {"0.00009999", "9.999e-05"},
        {"1e15", "1000000000000000.0"},
        {"1e16", "1e+16"},
        {"1.5e300", "1.5e+300"},
        {"1e-7", "1e-07"},
        {"-0.0", "-0.0"},
        {"100.0", "100.0"},
        {"5e-324", "5e-324"},
        {"1.7976931348623157e308", "1.7976931348623157e+308"},
        {"123456.789", "123456.789"},
    };
    CHECK_VALUES(list);
}

static void the_locale_does_not_matter(void) {
    check_set_comma();
    becomes("<xacro:property name=\"a\" value=\"1.25\"/><v>${a*2} ${round(2.675, 2)} ${1/8}</v>",
            "  <v>2.5 2.67 0.125</v>\n");
    (void)setlocale(LC_ALL, "C");
}

int main(void) {
    RUN(arithmetic_follows_python);
    RUN(logic_and_comparison_follow_python);
    RUN(functions_have_their_values);
    RUN(lists_and_texts_have_items);
    RUN(random_expressions_have_the_value_they_were_made_with);
    RUN(whole_division_is_by_its_definition);
    RUN(numbers_are_printed_with_the_fewest_digits);
    RUN(forms_of_numbers_are_those_of_python);
    RUN(the_locale_does_not_matter);
    return check_report();
}
