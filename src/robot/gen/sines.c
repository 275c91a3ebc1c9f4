// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <string.h>

// What each source has for itself, in texts in which $ stands for a name.

void snw__print_named(snw_text *text, const char *words, const char *name) {
    for (; *words != '\0'; words++) {
        const bool mark = *words == '$';
        snw_text_add(text, mark ? name : words, mark ? strlen(name) : 1);
    }
}

// Vectors by the extension that gcc and clang share, of `width` numbers; and as they stand in
// arrays.
static void put_type(snw_text *text, const char *type, const char *width) {
    snw_text_format(text, "#if %s > 1\n", width);
    snw_text_format(text, "typedef double %s __attribute__((vector_size(8*%s)));\n", type, width);
    snw_text_format(text, "typedef uint64_t %s_bits __attribute__((vector_size(8*%s)));\n", type,
                    width);
    snw_text_format(text, "typedef %s %s_there __attribute__((aligned(8), may_alias));\n", type,
                    type);
    snw_text_format(text,
                    "#else\ntypedef double %s, %s_there;\ntypedef uint64_t %s_bits;\n#endif\n\n",
                    type, type, type);
}

// Sines and cosines are those of sinew/lanes/trig.h: quarter turns are taken off in three parts,
// what is left goes into two polynomials (Cody and Waite 1980). $ is a type.
static const char *const sines_text =
    "// Sine and cosine of angles [rad] up to 1e5, to 4e-16: quarter turns are taken off, both "
    "are\n"
    "// polynomials of what is left, the last two bits of the number of quarter turns say which "
    "is\n"
    "// which (Cody and Waite 1980).\n"
    "static inline void sines_of_$($ x, $ *s, $ *c) {\n"
    "    const $ sum = x*0x1.45f306dc9c883p-1 + 0x1.8p52, n = sum - 0x1.8p52;\n"
    "    const $ r = ((x - n*0x1.921fb544p+0) - n*0x1.0b4611a6p-34) - n*0x1.3198a2e037073p-69;\n"
    "    const $ z = r*r, z2 = z*z;\n"
    "    const $ p = (-0x1.555555555553dp-3 + z*0x1.111111110ea87p-7) +\n"
    "        z2*((-0x1.a01a019aa3715p-13 + z*0x1.71de346756892p-19) +\n"
    "            z2*(-0x1.ae5da9e9d4dfdp-26 + z*0x1.5d61cfc930f52p-33));\n"
    "    const $ h = (0x1.555555555554cp-5 - z*0x1.6c16c16c15213p-10) +\n"
    "        z2*((0x1.a01a019cbd5dbp-16 - z*0x1.27e4f810c6e6cp-22) +\n"
    "            z2*(0x1.1ee9efbdb9f93p-29 - z*0x1.8fb04174d28bcp-37));\n"
    "    const $ sine = r + r*z*p, cosine = (1.0 - 0.5*z) + z2*h;\n"
    "    $_bits turns, a, b;\n"
    "    memcpy(&turns, &sum, sizeof turns);\n"
    "    memcpy(&a, &sine, sizeof a);\n"
    "    memcpy(&b, &cosine, sizeof b);\n"
    "    const $_bits change = (a ^ b) & -(turns & 1);\n"
    "    a ^= change ^ ((turns & 2) << 62);\n"
    "    b ^= change ^ (((turns + 1) & 2) << 62);\n"
    "    memcpy(s, &a, sizeof a);\n"
    "    memcpy(c, &b, sizeof b);\n"
    "}\n\n";

// $ is the prefix in capitals.
static const char *const some_text =
    "// Sums must not be reordered: -ffast-math and its like are refused.\n"
    "#ifdef __FAST_MATH__\n"
    "#error \"sines need sums in the order that they are written in\"\n"
    "#endif\n\n"
    "// So many numbers are computed at once: 1, 2, 4 or 8. 1 needs no vectors and no extension of "
    "C.\n"
    "#ifndef $_WIDTH\n"
    "#if defined(__GNUC__) && defined(__AVX512F__)\n"
    "#define $_WIDTH 8\n"
    "#elif defined(__GNUC__) && defined(__AVX__)\n"
    "#define $_WIDTH 4\n"
    "#elif defined(__GNUC__) && (defined(__SSE2__) || defined(__aarch64__))\n"
    "#define $_WIDTH 2\n"
    "#else\n"
    "#define $_WIDTH 1\n"
    "#endif\n"
    "#endif\n\n"
    "// of one state four at most\n"
    "#if $_WIDTH > 4\n"
    "#define WIDTH 4\n"
    "#else\n"
    "#define WIDTH $_WIDTH\n"
    "#endif\n";

static const char *const four_text =
    "// Whether one is beyond 1e5 or no number: without its sign, its bits are beyond those of "
    "1e5.\n"
    "static inline int is_far(const double *angle, int count) {\n"
    "    uint64_t far = 0;\n"
    "    for (int i = 0; i < count; i++) {\n"
    "        uint64_t bits;\n"
    "        memcpy(&bits, &angle[i], sizeof bits);\n"
    "        far |= 0x40f86a0000000000 - (bits & 0x7fffffffffffffff);\n"
    "    }\n"
    "    return (int)(far >> 63);\n"
    "}\n\n"
    "// Of four angles; the C library takes over for large ones and for what is no number.\n"
    "static inline void sines(const double *angle, double *s, double *c) {\n"
    "    for (int i = 0; i < 4; i += WIDTH) {\n"
    "        some sine, cosine;\n"
    "        sines_of_some(*(const some_there *)&angle[i], &sine, &cosine);\n"
    "        *(some_there *)&s[i] = sine;\n"
    "        *(some_there *)&c[i] = cosine;\n"
    "    }\n"
    "    if (!is_far(angle, 4)) return;\n"
    "    for (int i = 0; i < 4; i++) {\n"
    "        s[i] = sin(angle[i]);\n"
    "        c[i] = cos(angle[i]);\n"
    "    }\n"
    "}\n\n";

void snw__print_sines(snw_text *text, const char *capitals) {
    snw__print_named(text, some_text, capitals);
    put_type(text, "some", "WIDTH");
    snw__print_named(text, sines_text, "some");
    snw__print_named(text, four_text, "");
}

// Poses by columns: an axis or a position is one vector, so a joint takes six operations and a link
// three stores. That is worth it where four doubles fit into a register.
static const char *const columns_text =
    "// A column has the numbers of x, y and z, and one that is not used.\n"
    "#if WIDTH == 4 && defined(__has_builtin)\n"
    "#if __has_builtin(__builtin_shufflevector)\n"
    "#define COLUMNS\n"
    "typedef some column;\n\n"
    "static inline void put_pose(double *T, column x, column y, column z, column p) {\n"
    "    const column a = __builtin_shufflevector(x, y, 0, 1, 2, 4);\n"
    "    const column b = __builtin_shufflevector(y, z, 1, 2, 4, 5);\n"
    "    const column c = __builtin_shufflevector(z, p, 2, 4, 5, 6);\n"
    "    *(some_there *)T = a;\n"
    "    *(some_there *)(T + 4) = b;\n"
    "    *(some_there *)(T + 8) = c;\n"
    "}\n"
    "#endif\n"
    "#endif\n\n";

void snw__print_columns(snw_text *text) {
    snw__print_named(text, columns_text, "");
}

// $ is the prefix in capitals.
static const char *const access_text = "// a number in all lanes\n"
                                       "#define ALL(x) ((lanes){0} + (x))\n\n"
                                       "static inline lanes at(const double *x, int i) {\n"
                                       "    return *(const lanes_there *)(x + $_LANES*i);\n"
                                       "}\n\n"
                                       "static inline void put(double *x, int i, lanes a) {\n"
                                       "    *(lanes_there *)(x + $_LANES*i) = a;\n"
                                       "}\n\n";

// $ is the prefix in capitals.
static const char *const all_text =
    "static void sines_by_library(const lanes *angle, lanes *s, lanes *c, int count) {\n"
    "    for (int i = 0; i < count; i++) {\n"
    "        double each[$_WIDTH], sine[$_WIDTH], cosine[$_WIDTH];\n"
    "        memcpy(each, &angle[i], sizeof each);\n"
    "        for (int k = 0; k < $_WIDTH; k++) {\n"
    "            sine[k] = sin(each[k]);\n"
    "            cosine[k] = cos(each[k]);\n"
    "        }\n"
    "        memcpy(&s[i], sine, sizeof sine);\n"
    "        memcpy(&c[i], cosine, sizeof cosine);\n"
    "    }\n"
    "}\n\n"
    "// As sines(), of `count` angles of many states.\n"
    "static inline void sines_in_lanes(const lanes *angle, lanes *s, lanes *c, int count) {\n"
    "    lanes_bits far = {0};\n"
    "    for (int i = 0; i < count; i++) {\n"
    "        lanes_bits bits;\n"
    "        sines_of_lanes(angle[i], &s[i], &c[i]);\n"
    "        memcpy(&bits, &angle[i], sizeof bits);\n"
    "        far |= 0x40f86a0000000000 - (bits & 0x7fffffffffffffff);\n"
    "    }\n"
    "    uint64_t each[$_WIDTH], any = 0;\n"
    "    memcpy(each, &far, sizeof each);\n"
    "    for (int i = 0; i < $_WIDTH; i++) {\n"
    "        any |= each[i];\n"
    "    }\n"
    "    if (any >> 63) sines_by_library(angle, s, c, count);\n"
    "}\n\n";

void snw__print_lanes(snw_text *text, const char *capitals) {
    char width[SNW_GEN_NAME + 8];
    snw_text macro = snw_text_over(width, sizeof width);
    snw_text_format(&macro, "%s_WIDTH", capitals);
    put_type(text, "lanes", width);
    snw__print_named(text, access_text, capitals);
    snw__print_named(text, sines_text, "lanes");
    snw__print_named(text, all_text, capitals);
}
