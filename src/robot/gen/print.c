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
    snw__form form;
    bool whole; ///< names of variables are not used
} printer;

static const char *const array_names[] = {"q", "v", "a", "tau"};

/// Types of a variable in each form; in columns that of those that are none.
static const char *const type_names[] = {"double", "lanes", "double"};

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

static void put_input(const printer *p, const snw__node *n) {
    if (n->a == SNW__AXES) {
        snw_text_format(p->out, "%c", "xyz"[n->b]);
    } else if (p->form == SNW__LANES) {
        snw_text_format(p->out, "at(%s, %d)", array_names[n->a], n->b);
    } else {
        snw_text_format(p->out, "%s[%d]", array_names[n->a], n->b);
    }
}

static void put_leaf(const printer *p, const snw__node *n) {
    switch (n->kind) {
    case SNW__CONSTANT:
        snw_text_real(p->out, n->value);
        break;
    case SNW__INPUT:
        put_input(p, n);
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

// the array angle[], of those that are needed
static void put_angle_array(const printer *to, int room) {
    const snw__tape *t = to->t;
    snw_text_format(to->out, "    const %s angle[%d] = {\n", type_names[to->form], room);
    for (int i = 0; i < t->angle_count; i++) {
        if (t->angles[i].place < 0) continue;
        char line[LINE];
        snw_text text = snw_text_over(line, sizeof line);
        const printer p = {t, &text, to->form, true};
        put_node(&p, t->angles[i].value, ALONE);
        snw_text_format(to->out, "        %s,\n", line);
    }
    snw_text_format(to->out, "    };\n");
}

static void put_angles_in_lanes(const printer *p) {
    const int count = p->t->angles_needed;
    if (count == 0) return;
    snw_text_format(p->out, "    lanes s[%d], c[%d];\n", count, count);
    put_angle_array(p, count);
    snw_text_format(p->out, "    sines_in_lanes(angle, s, c, %d);\n", count);
}

// Four at a time; the last four may overlap those before them. Copies are not made where the
// coordinates themselves are the angles, for what was just written in parts is slow to read whole.
static void put_angles(const printer *p) {
    enum { TOGETHER = 4 };
    const snw__tape *t = p->t;
    snw_text *out = p->out;
    const int count = t->angles_needed, first = count >= TOGETHER ? first_coordinate(t) : -1;
    const int room = first >= 0 ? count : (count + TOGETHER - 1) / TOGETHER * TOGETHER;
    if (count == 0) return;
    snw_text_format(out, "    double s[%d], c[%d];\n", room, room);
    if (first < 0) put_angle_array(p, room);
    for (int i = 0; i < count; i += TOGETHER) {
        const int at = i + TOGETHER <= room ? i : room - TOGETHER;
        snw_text_format(out, "    sines(&%s[%d], &s[%d], &c[%d]);\n", first < 0 ? "angle" : "q",
                        first < 0 ? at : first + at, at, at);
    }
}

static bool is_operation(const snw__node *n) {
    return n->kind == SNW__SUM || n->kind == SNW__PRODUCT || n->kind == SNW__INVERSE;
}

// which symbols become variables, how much is inside each, and which are columns
static void number_variables(snw__tape *t) {
    int last = 0;
    for (int i = 1; i < t->count; i++) {
        snw__node *n = &t->nodes[i];
        n->leaves = 1;
        n->column = n->kind == SNW__INPUT && n->a == SNW__AXES;
        if (n->uses == 0 || !is_operation(n)) continue;
        if (n->kind != SNW__INVERSE) {
            const snw__node *a = &t->nodes[abs(n->a)], *b = &t->nodes[abs(n->b)];
            n->leaves = a->leaves + b->leaves;
            n->column = a->column || b->column;
        }
        if (n->uses == 1 && n->kind != SNW__INVERSE && n->leaves <= MOST_LEAVES) continue;
        n->number = ++last;
        n->leaves = 1;
    }
}

static void put_variable(const printer *to, int i) {
    char line[LINE];
    snw_text text = snw_text_over(line, sizeof line);
    const snw__node *n = &to->t->nodes[i];
    printer p = *to;
    p.out = &text;
    snw_text_format(&text, "const %s t%d = ", n->column ? "column" : type_names[p.form], n->number);
    if (n->kind == SNW__INVERSE) {
        snw_text_format(&text, "1/");
        put_node(&p, n->a, MULTIPLIED);
    } else {
        put_operation(&p, n, false, ALONE);
    }
    snw_text_format(&text, ";");
    put_line(to->out, line);
}

static void put_result(const printer *to, const snw__result *result, const char *output) {
    char line[LINE];
    snw_text text = snw_text_over(line, sizeof line);
    const sym value = result->value;
    const bool lanes = to->form == SNW__LANES;
    // a number alone is not yet a vector
    const bool widened = lanes && (value == 0 || to->t->nodes[abs(value)].kind == SNW__CONSTANT);
    printer p = *to;
    p.out = &text;
    snw_text_format(&text, lanes ? "put(%s, %d, " : "%s[%d] = ", output, result->index);
    if (widened) snw_text_format(&text, "ALL(");
    put_node(&p, value, ALONE);
    snw_text_format(&text, "%s%s;", widened ? ")" : "", lanes ? ")" : "");
    put_line(to->out, line);
}

// results are written as soon as they are known: fewer numbers have to be kept
static void put_results(const printer *p, int node, const char *output) {
    const snw__tape *t = p->t;
    if (p->form == SNW__COLUMNS) return;
    for (int i = t->nodes[node].result; i > 0; i = t->results[i - 1].next) {
        put_result(p, &t->results[i - 1], output);
    }
}

static void put_pose(const printer *to, const snw__result *columns, const char *output) {
    char line[LINE];
    snw_text text = snw_text_over(line, sizeof line);
    printer p = *to;
    p.out = &text;
    snw_text_format(&text, "put_pose(%s + %d", output, columns[0].index);
    for (int i = 0; i < 4; i++) {
        snw_text_format(&text, columns[i].value == 0 ? ", 0.0*x" : ", ");
        if (columns[i].value != 0) put_node(&p, columns[i].value, ALONE);
    }
    snw_text_format(&text, ");");
    put_line(to->out, line);
}

// poses from result `next` on, as far as their four columns are known at a node
static int put_poses(const printer *p, int node, int next, const char *output) {
    const snw__result *results = p->t->results;
    if (p->form != SNW__COLUMNS) return next;
    for (; next + 4 <= p->t->result_count; next += 4) {
        for (int i = 0; i < 4; i++) {
            if (abs(results[next + i].value) > node) return next;
        }
        put_pose(p, results + next, output);
    }
    return next;
}

static void put_statements(const snw__site *site, const printer *p, const char *output) {
    const snw__tape *t = p->t;
    put_results(p, 0, output);
    int note = 0, next = 0;
    const snw__note *waiting = NULL;
    for (int i = 1; i < t->count; i++) {
        for (; note < t->note_count && t->notes[note].at <= i; note++) {
            waiting = &t->notes[note];
        }
        if (t->nodes[i].number == 0 && t->nodes[i].result == 0) continue;
        // a note stands only where something follows
        if (waiting != NULL) put_note(site, waiting, p->out);
        waiting = NULL;
        if (t->nodes[i].number > 0) put_variable(p, i);
        put_results(p, i, output);
        next = put_poses(p, i, next, output);
    }
}

void snw__count_operations(const snw__tape *t, snw_gen_counts *counts) {
    *counts = (snw_gen_counts){.angles = t->angles_needed};
    for (int i = 1; i < t->count; i++) {
        const snw__node *n = &t->nodes[i];
        if (n->uses == 0) continue;
        counts->products += n->kind == SNW__PRODUCT;
        counts->sums += n->kind == SNW__SUM;
        counts->divisions += n->kind == SNW__INVERSE;
    }
}

void snw__print_body(const snw__function *f, snw__form form, const snw__site *site, snw__tape *t,
                     snw_text *text) {
    const printer p = {t, text, form, false};
    number_variables(t);
    if (form == SNW__LANES) {
        put_angles_in_lanes(&p);
    } else {
        put_angles(&p);
    }
    if (form == SNW__COLUMNS) {
        snw_text_format(text, "    const column x = {1, 0, 0, 0}, y = {0, 1, 0, 0}, "
                              "z = {0, 0, 1, 0};\n");
    }
    put_statements(site, &p, f->output);
}
