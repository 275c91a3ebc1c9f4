// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <stdlib.h>
#include <string.h>

// What is used once stands inside the expression that uses it, as long as that stays short: so
// products meet the sums that they are fused with, and fewer names are needed.
enum { MOST_LEAVES = 6, COLUMNS = 98, LINE = 2048 };

/// The way an operand is bound to what is around it.
typedef enum binding { ALONE, ADDED, SUBTRACTED, MULTIPLIED } binding;

typedef struct printer {
    const snw__tape *t;
    snw_text *out;
    bool whole; ///< names of variables are not used
} printer;

static const char *const array_names[] = {"q", "v", "a", "tau"};

static void put_node(const printer *p, sym a, binding bound);

// a sum or product written out; its sign has been dealt with
static void put_operation(const printer *p, const snw__node *n, bool negative, binding bound) {
    const bool sum = n->kind == SNW__SUM;
    const bool brackets =
        bound == MULTIPLIED || (bound == SUBTRACTED && sum) || (bound == ADDED && sum);
    if (brackets) snw_text_format(p->out, "(");
    if (sum) {
        // -(a - b) is b - a
        const bool exchanged = negative && n->b < 0;
        const sym a = exchanged ? -n->b : n->a, b = exchanged ? -n->a : n->b;
        put_node(p, a, ALONE);
        snw_text_format(p->out, b < 0 ? " - " : " + ");
        put_node(p, abs(b), b < 0 ? SUBTRACTED : ADDED);
    } else {
        put_node(p, n->a, MULTIPLIED);
        snw_text_format(p->out, "*");
        put_node(p, n->b, MULTIPLIED);
    }
    if (brackets) snw_text_format(p->out, ")");
}

static void put_leaf(const printer *p, const snw__node *n) {
    switch (n->kind) {
    case SNW__CONSTANT:
        snw_text_real(p->out, n->value);
        break;
    case SNW__INPUT:
        snw_text_format(p->out, "%s[%d]", array_names[n->a], n->b);
        break;
    case SNW__SINE:
    case SNW__COSINE:
        snw_text_format(p->out, "%c[%d]", n->kind == SNW__SINE ? 's' : 'c',
                        p->t->angles[n->b].place);
        break;
    case SNW__INVERSE:
    case SNW__SUM:
    case SNW__PRODUCT:
        snw_text_format(p->out, "t%d", n->number);
        break;
    }
}

static void put_node(const printer *p, sym a, binding bound) {
    const snw__node *n = &p->t->nodes[abs(a)];
    if (a == 0) {
        snw_text_format(p->out, "0");
        return;
    }
    const bool operation = n->kind == SNW__SUM || n->kind == SNW__PRODUCT;
    const bool inside = operation && (p->whole || n->number == 0);
    const bool exchanged = inside && n->kind == SNW__SUM && n->b < 0;
    if (a < 0 && !exchanged) {
        snw_text_format(p->out, "-");
        bound = inside && n->kind == SNW__SUM ? MULTIPLIED : bound;
    }
    if (inside) {
        put_operation(p, n, a < 0 && exchanged, bound);
    } else {
        put_leaf(p, n);
    }
}

// --- lines --------------------------------------------------------------------------------------

// a statement, broken at blanks where it is too long
static void put_line(snw_text *out, const char *line) {
    int column = 4;
    snw_text_format(out, "    ");
    while (*line != '\0') {
        const size_t word = strcspn(line + 1, " ") + 1;
        if (column + (int)word > COLUMNS && *line == ' ') {
            snw_text_format(out, "\n       ");
            column = 7;
        }
        snw_text_add(out, line, word);
        column += (int)word;
        line += word;
    }
    snw_text_format(out, "\n");
}

void snw__print_name(snw_text *text, const char *name) {
    for (; *name != '\0'; name++) {
        const unsigned char c = (unsigned char)*name;
        const bool plain = c >= ' ' && c != 127 && c != '\\' && c != '?' && c != '*';
        snw_text_add(text, plain ? name : "_", 1);
    }
}

static void put_note(const snw__site *site, const snw__note *note, snw_text *out) {
    snw_text_format(out, "    // %s", note->words);
    if (note->link >= 0) snw__print_name(out, site->model->links[note->link].name);
    snw_text_format(out, "\n");
}

// the first of consecutive coordinates that the needed angles are; -1 when they are something else
static int first_coordinate(const snw__tape *t) {
    int first = -1;
    for (int i = 0; i < t->angle_count; i++) {
        if (t->angles[i].place < 0) continue;
        const snw__node *n = &t->nodes[t->angles[i].value];
        if (n->kind != SNW__INPUT || n->a != SNW__Q) return -1;
        if (first < 0) first = n->b;
        if (n->b != first + t->angles[i].place) return -1;
    }
    return first;
}

// Four at a time; the last four may overlap those before them. Copies are not made where the
// coordinates themselves are the angles, for what was just written in parts is slow to read whole.
static void put_angles(const snw__tape *t, snw_text *out) {
    enum { TOGETHER = 4 };
    const int count = t->angles_needed, first = count >= TOGETHER ? first_coordinate(t) : -1;
    const int room = first >= 0 ? count : (count + TOGETHER - 1) / TOGETHER * TOGETHER;
    if (count == 0) return;
    snw_text_format(out, "    double s[%d], c[%d];\n", room, room);
    if (first < 0) snw_text_format(out, "    const double angle[%d] = {\n", room);
    for (int i = 0; i < t->angle_count && first < 0; i++) {
        if (t->angles[i].place < 0) continue;
        char line[LINE];
        snw_text text = snw_text_over(line, sizeof line);
        const printer p = {t, &text, true};
        put_node(&p, t->angles[i].value, ALONE);
        snw_text_format(out, "        %s,\n", line);
    }
    if (first < 0) snw_text_format(out, "    };\n");
    for (int i = 0; i < count; i += TOGETHER) {
        const int at = i + TOGETHER <= room ? i : room - TOGETHER;
        snw_text_format(out, "    sines(&%s[%d], &s[%d], &c[%d]);\n", first < 0 ? "angle" : "q",
                        first < 0 ? at : first + at, at, at);
    }
}

static bool is_operation(const snw__node *n) {
    return n->kind == SNW__SUM || n->kind == SNW__PRODUCT || n->kind == SNW__INVERSE;
}

// which symbols become variables, and how much is inside each
static void number_variables(snw__tape *t) {
    int last = 0;
    for (int i = 1; i < t->count; i++) {
        snw__node *n = &t->nodes[i];
        n->leaves = 1;
        if (n->uses == 0 || !is_operation(n)) continue;
        if (n->kind != SNW__INVERSE)
            n->leaves = t->nodes[abs(n->a)].leaves + t->nodes[abs(n->b)].leaves;
        if (n->uses == 1 && n->kind != SNW__INVERSE && n->leaves <= MOST_LEAVES) continue;
        n->number = ++last;
        n->leaves = 1;
    }
}

static void put_variable(const snw__tape *t, int i, snw_text *out) {
    char line[LINE];
    snw_text text = snw_text_over(line, sizeof line);
    const snw__node *n = &t->nodes[i];
    const printer p = {t, &text, false};
    snw_text_format(&text, "const double t%d = ", n->number);
    if (n->kind == SNW__INVERSE) {
        snw_text_format(&text, "1/");
        put_node(&p, n->a, MULTIPLIED);
    } else {
        put_operation(&p, n, false, ALONE);
    }
    snw_text_format(&text, ";");
    put_line(out, line);
}

// results are written as soon as they are known: fewer numbers have to be kept
static void put_results(const snw__tape *t, int node, const char *output, snw_text *out) {
    for (int i = t->nodes[node].result; i > 0; i = t->results[i - 1].next) {
        char line[LINE];
        snw_text text = snw_text_over(line, sizeof line);
        const printer p = {t, &text, false};
        snw_text_format(&text, "%s[%d] = ", output, t->results[i - 1].index);
        put_node(&p, t->results[i - 1].value, ALONE);
        snw_text_format(&text, ";");
        put_line(out, line);
    }
}

static void put_statements(const snw__site *site, const snw__tape *t, const char *output,
                           snw_text *out) {
    put_results(t, 0, output, out);
    int note = 0;
    const snw__note *waiting = NULL;
    for (int i = 1; i < t->count; i++) {
        for (; note < t->note_count && t->notes[note].at <= i; note++) {
            waiting = &t->notes[note];
        }
        if (t->nodes[i].number == 0 && t->nodes[i].result == 0) continue;
        // a note stands only where something follows
        if (waiting != NULL) put_note(site, waiting, out);
        waiting = NULL;
        if (t->nodes[i].number > 0) put_variable(t, i, out);
        put_results(t, i, output, out);
    }
}

static void count_operations(const snw__tape *t, snw_gen_counts *counts) {
    *counts = (snw_gen_counts){.angles = t->angles_needed};
    for (int i = 1; i < t->count; i++) {
        const snw__node *n = &t->nodes[i];
        if (n->uses == 0) continue;
        counts->products += n->kind == SNW__PRODUCT;
        counts->sums += n->kind == SNW__SUM;
        counts->divisions += n->kind == SNW__INVERSE;
    }
}

void snw__print_body(const snw__site *site, snw__tape *t, const char *output, snw_text *text,
                     snw_gen_counts *counts) {
    count_operations(t, counts);
    if (text == NULL) return;
    number_variables(t);
    put_angles(t, text);
    put_statements(site, t, output, text);
}

// --- sines --------------------------------------------------------------------------------------

// The text of sines(): as in sinew/lanes/trig.h, one number at a time, so that a compiler can make
// vectors of it.
static const char *const sines_text =
    "// Sine and cosine of four angles [rad], to 4e-16: quarter turns are taken off, both are\n"
    "// polynomials of what is left, the last two bits of the number of quarter turns say which "
    "is\n"
    "// which (Cody and Waite 1980). Beyond 1e5 rad, and for what is no number, by the C library.\n"
    "// Sums must not be reordered: -ffast-math and its like are refused.\n"
    "#ifdef __FAST_MATH__\n"
    "#error \"sines() needs sums in the order that they are written in\"\n"
    "#endif\n"
    "static inline void sines(const double *angle, double *s, double *c) {\n"
    "    int far = 0;\n"
    "    for (int i = 0; i < 4; i++) {\n"
    "        const double x = angle[i];\n"
    "        const double sum = x*0x1.45f306dc9c883p-1 + 0x1.8p52;\n"
    "        const double n = sum - 0x1.8p52;\n"
    "        const double r =\n"
    "            ((x - n*0x1.921fb544p+0) - n*0x1.0b4611a6p-34) - n*0x1.3198a2e037073p-69;\n"
    "        const double z = r*r, z2 = z*z;\n"
    "        const double p = (-0x1.555555555553dp-3 + z*0x1.111111110ea87p-7) +\n"
    "                         z2*((-0x1.a01a019aa3715p-13 + z*0x1.71de346756892p-19) +\n"
    "                             z2*(-0x1.ae5da9e9d4dfdp-26 + z*0x1.5d61cfc930f52p-33));\n"
    "        const double h = (0x1.555555555554cp-5 - z*0x1.6c16c16c15213p-10) +\n"
    "                         z2*((0x1.a01a019cbd5dbp-16 - z*0x1.27e4f810c6e6cp-22) +\n"
    "                             z2*(0x1.1ee9efbdb9f93p-29 - z*0x1.8fb04174d28bcp-37));\n"
    "        const double sine = r + r*z*p, cosine = (1 - 0.5*z) + z2*h;\n"
    "        uint64_t bits, a, b;\n"
    "        memcpy(&bits, &sum, sizeof bits);\n"
    "        memcpy(&a, &sine, sizeof a);\n"
    "        memcpy(&b, &cosine, sizeof b);\n"
    "        const uint64_t change = (a ^ b) & (0 - (bits & 1));\n"
    "        a ^= change ^ ((bits & 2) << 62);\n"
    "        b ^= change ^ (((bits + 1) & 2) << 62);\n"
    "        memcpy(&s[i], &a, sizeof a);\n"
    "        memcpy(&c[i], &b, sizeof b);\n"
    "        far |= !(fabs(x) <= 1e5);\n"
    "    }\n"
    "    for (int i = 0; far && i < 4; i++) {\n"
    "        s[i] = sin(angle[i]);\n"
    "        c[i] = cos(angle[i]);\n"
    "    }\n"
    "}\n\n";

void snw__print_sines(snw_text *text) {
    snw_text_add(text, sines_text, strlen(sines_text));
}
