// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <float.h>
#include <string.h>

#include "check.h"
#include "sinew/describe.h"
#include "sinew/os.h"

static snw_status factor(const char *from, const char *to, double *result) {
    return snw_unit_factor(from, strlen(from), to, result);
}

static double must(const char *from, const char *to) {
    double result = (double)NAN;
    if (factor(from, to, &result) != SNW_OK) print_error("%s to %s\n", from, to);
    return result;
}

// Factors as a table of units prints them (BIPM, The International System of Units, 2019), not as
// the program computes them.
static void factors_are_those_of_the_table_of_units(void) {
    static const struct {
        const char *from, *to;
        double expected;
    } cases[] = {
        {"km", "m", 1000},
        {"cm", "m", 0.01},
        {"mm", "m", 0.001},
        {"um", "m", 0.000001},
        {"nm", "m", 0.000000001},
        {"in", "m", 0.0254},
        {"in", "mm", 25.4},
        {"m", "in", 39.37007874015748},
        {"g", "kg", 0.001},
        {"mg", "kg", 0.000001},
        {"t", "kg", 1000},
        {"ms", "s", 0.001},
        {"us", "s", 0.000001},
        {"ns", "s", 0.000000001},
        {"min", "s", 60},
        {"h", "s", 3600},
        {"h", "min", 60},
        {"mA", "A", 0.001},
        {"mrad", "rad", 0.001},
        {"deg", "rad", 0.017453292519943295},
        {"rev", "deg", 360},
        {"rev", "rad", 6.283185307179586},
        {"rpm", "rad/s", 0.10471975511965977},
        {"rpm", "rev/min", 1},
        {"rpm", "deg/s", 6},
        {"kHz", "1/s", 1000},
        {"MHz", "Hz", 1e6},
        {"kN", "N", 1000},
        {"N", "kg.m/s^2", 1},
        {"Nm", "N.m", 1},
        {"mNm", "N.m", 0.001},
        {"J", "N.m", 1},
        {"J", "kg.m^2/s^2", 1},
        {"kJ", "J", 1000},
        {"W", "J/s", 1},
        {"kW", "W", 1000},
        {"W", "V.A", 1},
        {"Pa", "N/m^2", 1},
        {"MPa", "N/mm^2", 1},
        {"GPa", "kPa", 1e6},
        {"V", "W/A", 1},
        {"mV", "V", 0.001},
        {"kV", "mV", 1e6},
        {"Ohm", "V/A", 1},
        {"kOhm", "Ohm", 1000},
        {"H", "V.s/A", 1},
        {"mH", "H", 0.001},
        {"uH", "H", 0.000001},
        {"%", "", 0.01},
        {"1", "%", 100},
        {"m/s", "km/h", 3.6},
        {"kg.cm^2", "kg.m^2", 0.0001},
        {"g*mm^2", "kg.m^2", 1e-9},
        {"N.m/deg", "N.m/rad", 57.29577951308232},
        {"deg/s^2", "rad/s^2", 0.017453292519943295},
        {"m^3", "mm^3", 1e9},
        {"s^-1", "Hz", 1},
        {"m.s^-2", "m/s/s", 1},
        {"mN.m/A", "N.m/A", 0.001},
        {"1/min", "Hz", 0.016666666666666666},
        {"kg/s.m", "kg.m/s", 1}, // "/" is for the one that follows it
        {"m/s*s", "m", 1},
        {"W", "mN.m.rad/rad/ms", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_NEAR(must(cases[i].from, cases[i].to) / cases[i].expected, 1, 4 * DBL_EPSILON);
    }
    CHECK(must("", "") == 1);
    double result;
    CHECK(snw_unit_factor("", 0, NULL, &result) == SNW_OK && result == 1);
    CHECK(snw_unit_factor("deg/s", 3, "rad", &result) == SNW_OK); // the length is obeyed
}

static const char *const symbols[] = {
    "m",  "km", "cm", "mm", "um",  "in",   "kg",  "g",   "t",   "s",  "ms",  "us", "min",
    "h",  "A",  "mA", "K",  "rad", "mrad", "deg", "rev", "rpm", "Hz", "kHz", "N",  "kN",
    "Nm", "J",  "W",  "Pa", "MPa", "V",    "mV",  "Ohm", "H",   "mH", "%",   "1"};
enum { SYMBOLS = sizeof symbols / sizeof symbols[0] };

static void every_pair_of_units_converts_both_ways_or_neither(void) {
    int pairs = 0;
    for (int a = 0; a < SYMBOLS; a++) {
        CHECK(must(symbols[a], symbols[a]) == 1);
        for (int b = 0; b < SYMBOLS; b++) {
            double there = 0, back = 0;
            const snw_status status = factor(symbols[a], symbols[b], &there);
            CHECK(factor(symbols[b], symbols[a], &back) == status);
            CHECK(status == SNW_OK || status == SNW_ERR_UNIT);
            if (status != SNW_OK) {
                CHECK(there == 0); // unchanged
                continue;
            }
            CHECK_NEAR(there * back, 1, 2 * DBL_EPSILON);
            pairs++;
        }
    }
    CHECK(pairs > SYMBOLS);
}

// random products: the conversion of a product is the product of conversions, through any third
// unit, and inverse powers turn it around
static void products_of_units_convert_as_products(void) {
    CHECK_CASES(check_scaled(20000)) {
        char from[128] = "", to[128] = "", turned[128] = "", turned_to[128] = "";
        double expected = 1;
        const int count = check_int(1, 4);
        for (int i = 0; i < count; i++) {
            int a, b;
            double one = 0;
            do {
                a = check_int(0, SYMBOLS - 1);
                b = check_int(0, SYMBOLS - 1);
            } while (factor(symbols[a], symbols[b], &one) != SNW_OK);
            const int power = check_int(-3, 3);
            if (power == 0) continue;
            const char *joint = from[0] == '\0' ? "" : ".";
            (void)snprintf(from + strlen(from), 30, "%s%s^%d", joint, symbols[a], power);
            (void)snprintf(to + strlen(to), 30, "%s%s^%d", joint, symbols[b], power);
            (void)snprintf(turned + strlen(turned), 30, "%s%s^%d", joint, symbols[a], -power);
            (void)snprintf(turned_to + strlen(turned_to), 30, "%s%s^%d", joint, symbols[b], -power);
            expected *= pow(one, power);
        }
        CHECK_NEAR(must(from, to) / expected, 1, 1e-13);
        CHECK_NEAR(must(turned, turned_to) * expected, 1, 1e-13);
        // in SI and back
        CHECK_NEAR(must(from, to) * must(to, from), 1, 1e-13);
        if (strlen(from) < 100) {
            char divided[256];
            (void)snprintf(divided, sizeof divided, "1/s.%s", from[0] != '\0' ? from : "1");
            CHECK(factor(divided, to, &expected) == SNW_ERR_UNIT);
        }
    }
}

static void units_that_measure_different_things_do_not_convert(void) {
    static const char *const pairs[][2] = {
        {"m", "rad"},       {"rad", ""},  {"deg", "1"},     {"Hz", "rad/s"}, {"rpm", "Hz"},
        {"N.m", "N.m/rad"}, {"kg", "N"},  {"m/s", "m/s^2"}, {"J", "W"},      {"V", "A"},
        {"s", "1/s"},       {"m^2", "m"}, {"", "m"},        {"K", ""},       {"m.m", "m^3"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        double result = 77;
        CHECK(factor(pairs[i][0], pairs[i][1], &result) == SNW_ERR_UNIT && result == 77);
        CHECK(factor(pairs[i][1], pairs[i][0], &result) == SNW_ERR_UNIT && result == 77);
    }
}

static void what_is_no_unit_is_not_known(void) {
    static const char *const wrong[] = {
        "furlong", "M",    "Deg",       "mdeg",  "kmin", "kkg",  "mm m", " m",
        "m ",      "/s",   "m/",        "m//s",  "m..s", ".m",   "m^",   "m^0",
        "m^x",     "m^10", "m^-10",     "m^2^3", "m2",   "m^2s", "(m)",  "m-s",
        "2",       "10",   "\xC2\xB5m", "k",     "u",    "%%",   "mkg",  "m.s.m.s.m.s.m.s.m",
        "m\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        double result = 77;
        if (factor(wrong[i], "m", &result) != SNW_ERR_UNKNOWN_NAME) print_error("%s\n", wrong[i]);
        CHECK(factor(wrong[i], "m", &result) == SNW_ERR_UNKNOWN_NAME && result == 77);
        CHECK(factor("m", wrong[i], &result) == SNW_ERR_UNKNOWN_NAME && result == 77);
    }
    // powers that would run over the ends: no wrapping of dimensions, no infinite factor
    double result = 77;
    CHECK(factor("W^9.W^9.W^9.W^9.W^9.W^9.W^9.W^9", "m^9.m^7", &result) == SNW_ERR_UNIT);
    CHECK(factor("GPa^9.GPa^9.GPa^9.GPa^9", "Pa^9.Pa^9.Pa^9.Pa^9", &result) == SNW_ERR_RANGE);
    CHECK(result == 77);
}

// --- the names of quantities ---------------------------------------------------------------------

// A declaration with a unit in its comment, "double x; ///< [deg] ...": true when its name may
// stay, which is when the unit is SI, no unit at all (a length of an array), or the end of the
// name.
static bool name_may_stay(const char *name, const char *unit) {
    typedef struct one {
        double x;
    } one;
    const snw_field row = {.name = name,
                           .size = sizeof(double),
                           .kind = SNW_KIND_REAL,
                           .unit = unit,
                           .help = "A quantity."};
    const snw_type type = {.token = "one",
                           .size = sizeof(one),
                           .align = _Alignof(one),
                           .fields = &row,
                           .field_count = 1,
                           .help = "A quantity."};
    double known;
    if (factor(unit, unit, &known) != SNW_OK) return true;
    return snw_type_check(&type, NULL) == SNW_OK;
}

// the unit that a comment gives in brackets or in a word; false when there is none
static bool unit_of_comment(const char *comment, char unit[32]) {
    static const char *const words[][2] = {
        {"milliseconds", "ms"}, {"microseconds", "us"}, {"nanoseconds", "ns"}, {"degrees", "deg"},
        {"inches", "in"},       {"millimetres", "mm"},  {"minutes", "min"},    {"percent", "%"}};
    const char *open = strchr(comment, '[');
    const size_t length = open != NULL ? strcspn(open + 1, "]") : 0;
    if (open != NULL && length > 0 && length < 31 && open[1 + length] == ']') {
        memcpy(unit, open + 1, length);
        unit[length] = '\0';
        for (char *c = unit; *c != '\0'; c++) {
            if (*c == ' ') *c = '.';
        }
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strstr(comment, words[i][0]) == NULL) continue;
        (void)snprintf(unit, 32, "%s", words[i][1]);
        return true;
    }
    return false;
}

// Lints the declarations of one line of a file (NULL: says nothing); returns how many names are
// wrong.
static int lint_line(const char *file, const char *line, int *seen) {
    char unit[32];
    const char *comment = strstr(line, "//");
    const char *end = strchr(line, ';');
    if (comment == NULL || end == NULL || end > comment || !unit_of_comment(comment, unit)) {
        return 0;
    }
    const char *type = line + strspn(line, " ");
    type += strncmp(type, "const ", 6) == 0 ? 6 : 0;
    static const char *const types[] = {"double ",   "float ",    "int64_t ", "int32_t ",
                                        "uint64_t ", "uint32_t ", "int ",     "snw_vec3 "};
    const char *at = NULL;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strncmp(type, types[i], strlen(types[i])) == 0) at = type + strlen(types[i]);
    }
    int wrong = 0;
    while (at != NULL && at < end) {
        char name[64];
        at += strspn(at, " *");
        const size_t length = strcspn(at, ",;[ ");
        if (length == 0 || length >= sizeof name) break;
        memcpy(name, at, length);
        name[length] = '\0';
        *seen += 1;
        if (!name_may_stay(name, unit)) {
            if (file != NULL) print_error("%s: %s [%s] needs its unit\n", file, name, unit);
            wrong++;
        }
        at += length;
        at += strcspn(at, ",;");
        at += *at == ',';
        if (*at == ';') break;
    }
    return wrong;
}

static int lint_file(const char *path, int *seen) {
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    char line[512];
    int wrong = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        wrong += lint_line(path, line, seen);
    }
    (void)fclose(file);
    return wrong;
}

static int lint_directory(const char *path, int *seen) {
    snw_directory list;
    CHECK(snw_directory_list(path, 1000, &list, NULL) == SNW_OK);
    int wrong = 0;
    for (int i = 0; i < list.count; i++) {
        char inner[512];
        (void)snprintf(inner, sizeof inner, "%s/%s", path, list.entries[i].name);
        const size_t length = strlen(inner);
        if (list.entries[i].is_directory) {
            wrong += lint_directory(inner, seen);
        } else if (length > 2 && strcmp(inner + length - 2, ".h") == 0) {
            wrong += lint_file(inner, seen);
        }
    }
    snw_directory_free(&list);
    return wrong;
}

// spec: actin-model:A1-SW-04
static void quantities_of_public_headers_are_si_or_say_their_unit(void) {
    // the lint itself finds what it must, and nothing else
    static const struct {
        const char *line;
        int seen, wrong;
    } cases[] = {
        {"    double angle; ///< [rad] of the joint", 1, 0},
        {"    double angle; ///< [deg] of the joint", 1, 1},
        {"    double angle_deg; ///< [deg] of the joint", 1, 0},
        {"    double a, b_mm, c; ///< [mm]", 3, 2},
        {"    int64_t period; ///< in microseconds", 1, 1},
        {"    int64_t period_us; ///< in microseconds", 1, 0},
        {"    double *q; ///< [dof]", 1, 0},
        {"    double h; ///< first moment [kg m]", 1, 0},
        {"    double h; ///< first moment [g mm]", 1, 1},
        {"    /// A sentence with [deg] in it.", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int seen = 0;
        CHECK(lint_line(NULL, cases[i].line, &seen) == cases[i].wrong);
        CHECK(seen == cases[i].seen);
    }
    int seen = 0;
    CHECK(lint_directory(SNW_SOURCE_DIR "/include/sinew", &seen) == 0);
    CHECK(seen > 10);
}

int main(void) {
    RUN(factors_are_those_of_the_table_of_units);
    RUN(every_pair_of_units_converts_both_ways_or_neither);
    RUN(products_of_units_convert_as_products);
    RUN(units_that_measure_different_things_do_not_convert);
    RUN(what_is_no_unit_is_not_known);
    RUN(quantities_of_public_headers_are_si_or_say_their_unit);
    return check_report();
}
