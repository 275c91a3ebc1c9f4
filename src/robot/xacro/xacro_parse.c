// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Expressions of Python, the part of them that numbers in robot files need. Binary operators by
// precedence climbing (Richards 1979), so that one level of parentheses is a few calls deep.
#include <string.h>

#include "xacro_parts.h"

typedef enum token {
    END,
    NUMBER,
    TEXT,
    WORD,
    SIGN // an operator or bracket
} token;

typedef struct parser {
    snw__xacro *x;
    const char *whole, *at; // at: behind the token in hand
    token token;
    const char *start; // of the token
    size_t length;
    snw__xvalue value; // of a number or text
} parser;

static snw__xexpr *parse_condition(parser *p);

// --- reports ------------------------------------------------------------------------------------

static bool wrong(parser *p, const char *what) {
    return snw__x_fail(p->x,
                       (snw__xfault){SNW_ERR_SYNTAX, "xacro-expression", "correct the expression"},
                       "%s in %s", what, snw__x_quote(p->whole).text);
}

static bool refuse(parser *p, const char *what, const char *fix) {
    return snw__x_fail(p->x, (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python", fix},
                       "%s in %s: this part of Python is not understood", what,
                       snw__x_quote(p->whole).text);
}

// --- tokens -------------------------------------------------------------------------------------

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// how many letters a number can have here: no look at more of the text than that
static size_t number_span(const char *start) {
    const char *c = start;
    while (is_digit(*c) || *c == '.') {
        c++;
    }
    if (*c != 'e' && *c != 'E') return (size_t)(c - start);
    c++;
    c += *c == '+' || *c == '-' ? 1 : 0;
    return (size_t)(c - start) + strspn(c, "0123456789");
}

static bool take_number(parser *p) {
    size_t used = 0;
    double real = 0;
    int64_t integer = 0;
    const char *start = p->start;
    const snw_status status = snw_real_parse(start, number_span(start), &real, &used);
    if (status == SNW_ERR_RANGE) {
        return snw__x_fail(p->x,
                           (snw__xfault){SNW_ERR_RANGE, "xacro-number", "write a smaller number"},
                           "a number is too large in %s", snw__x_quote(p->whole).text);
    }
    if (status < 0) return wrong(p, "a number cannot be read");
    const size_t digits = strspn(start, "0123456789");
    p->at = start + used;
    if (digits == used && start[0] == '0' && digits > 1 && strspn(start, "0") < digits) {
        return wrong(p, "a number begins with 0");
    }
    if (is_letter(*p->at)) {
        return refuse(p, "a number with letters", "write it as a decimal number");
    }
    p->length = used;
    p->value = snw__x_real(real);
    if (digits < used) return true;
    if (snw_int_parse(start, used, &integer, NULL) < 0) {
        return snw__x_fail(
            p->x, (snw__xfault){SNW_ERR_RANGE, "xacro-number", "write it with a decimal point"},
            "a whole number has more than 64 bits in %s", snw__x_quote(p->whole).text);
    }
    p->value = snw__x_int(integer);
    return true;
}

// a text between quotes, with \n \t \\ \' \"
static bool take_text(parser *p) {
    const char quote = *p->start;
    const char *end = p->start + 1;
    while (*end != '\0' && *end != quote) {
        end += *end == '\\' && end[1] != '\0' ? 2 : 1;
    }
    if (*end == '\0') return wrong(p, "a text has no closing quote");
    char *copy = snw__x_take(p->x, &p->x->keep, (size_t)(end - p->start));
    if (copy == NULL) return false;
    size_t length = 0;
    for (const char *c = p->start + 1; c < end; c++) {
        copy[length] = *c;
        if (*c == '\\') {
            c++;
            const char *place = strchr("n\nt\t\\\\''\"\"", *c);
            if (place == NULL || (place[0] != 'n' && place[0] != 't' && place[0] != place[1])) {
                return refuse(p, "an escape with a backslash", "write the letter itself");
            }
            copy[length] = place[1];
        }
        length++;
    }
    copy[length] = '\0';
    p->at = end + 1;
    p->length = (size_t)(p->at - p->start);
    p->value = snw__x_kept(copy, length);
    return true;
}

static bool take_sign(parser *p) {
    static const char *const doubles[] = {"**", "//", "<=", ">=", "==", "!="};
    p->length = 1;
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        if (strncmp(p->start, doubles[i], 2) == 0) p->length = 2;
    }
    p->at = p->start + p->length;
    if (strncmp(p->start, "<<", 2) == 0 || strncmp(p->start, ">>", 2) == 0 ||
        strchr("&|^~", *p->start) != NULL) {
        return refuse(p, "an operation on bits", "write it with + - * // %");
    }
    if (*p->start == ';' || (*p->start == '=' && p->length == 1)) {
        return refuse(p, "an assignment", "define a property with xacro:property");
    }
    if (strchr("+-*/%<>=!()[]{},:.", *p->start) == NULL || (*p->start == '!' && p->length == 1)) {
        return wrong(p, "a sign that means nothing");
    }
    return true;
}

// names have dots: included.name
static bool take_word(parser *p) {
    const char *c = p->start;
    while (is_letter(*c) || is_digit(*c) || (*c == '.' && is_letter(c[1]))) {
        c++;
    }
    p->at = c;
    p->length = (size_t)(c - p->start);
    if (p->length < 3 && (*c == '\'' || *c == '"')) {
        return refuse(p, "a text with a prefix", "write a plain text between quotes");
    }
    return true;
}

static bool next(parser *p) {
    while (is_blank(*p->at)) {
        p->at++;
    }
    p->start = p->at;
    const char c = *p->at;
    bool good = true;
    if (c == '\0') {
        p->token = END;
        p->length = 0;
    } else if (is_digit(c) || (c == '.' && is_digit(p->at[1]))) {
        p->token = NUMBER;
        good = take_number(p);
    } else if (c == '\'' || c == '"') {
        p->token = TEXT;
        good = take_text(p);
    } else if (is_letter(c)) {
        p->token = WORD;
        good = take_word(p);
    } else {
        p->token = SIGN;
        good = take_sign(p);
    }
    return good;
}

static bool is_token(const parser *p, token kind, const char *text) {
    return p->token == kind && p->length == strlen(text) && memcmp(p->start, text, p->length) == 0;
}

static bool is_sign(const parser *p, const char *text) {
    return is_token(p, SIGN, text);
}

static bool is_word(const parser *p, const char *text) {
    return is_token(p, WORD, text);
}

// --- nodes --------------------------------------------------------------------------------------

static snw__xexpr *new_node(parser *p, snw__xop op) {
    if (!snw__x_spend(p->x, 4)) return NULL;
    snw__xexpr *e = snw__x_take(p->x, &p->x->scratch, sizeof *e);
    if (e != NULL) e->op = op;
    return e;
}

// an operation on up to two operands; NULL when one of them failed
static snw__xexpr *operation(parser *p, snw__xop op, snw__xexpr *a, snw__xexpr *b) {
    if (a == NULL || (b == NULL && op != SNW__X_NOT && op != SNW__X_MINUS && op != SNW__X_PLUS)) {
        return NULL;
    }
    snw__xexpr *e = new_node(p, op);
    if (e == NULL) return NULL;
    e->first = a;
    a->next = b;
    e->count = b != NULL ? 2 : 1;
    return e;
}

// expressions with commas between, up to a closing sign; key: value for dictionaries
static bool parse_items(parser *p, snw__xexpr *owner, const char *close) {
    const bool pairs = owner->op == SNW__X_MAKE_DICT;
    snw__xexpr **tail = &owner->first;
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    while (!is_sign(p, close)) {
        snw__xexpr *item = parse_condition(p);
        if (item == NULL) return false;
        *tail = item;
        tail = &item->next;
        owner->count++;
        if (is_word(p, "for")) {
            return refuse(p, "a list made by 'for'", "write the items one by one");
        }
        if (is_sign(p, ":") && owner->op == SNW__X_INDEX) {
            return refuse(p, "a slice", "take one item by its number");
        }
        const bool key = pairs && owner->count % 2 == 1;
        if (is_sign(p, key ? ":" : ",")) {
            if (!next(p)) return false;
        } else if (key || !is_sign(p, close)) {
            return wrong(p, "a comma or closing bracket is missing");
        }
    }
    return next(p);
}

// --- operands -----------------------------------------------------------------------------------

static const char *const keywords[] = {"and",   "or",  "not",   "if",     "else",
                                       "in",    "for", "is",    "lambda", "import",
                                       "yield", "def", "class", "while"};

static snw__xexpr *parse_word(parser *p) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (!is_word(p, keywords[i])) continue;
        const bool missing = i < 6;
        (void)(missing ? wrong(p, "an operand is missing")
                       : refuse(p, keywords[i], "use an expression of numbers and properties"));
        return NULL;
    }
    snw__xexpr *e = new_node(p, SNW__X_NAME);
    if (e == NULL) return NULL;
    char *name = snw__x_take(p->x, &p->x->scratch, p->length + 1);
    if (name == NULL) return NULL;
    memcpy(name, p->start, p->length);
    e->name = name;
    return next(p) ? e : NULL;
}

// ( ... ): a single expression; with commas it is a tuple, which we take for a list
static snw__xexpr *parse_parentheses(parser *p) {
    if (!next(p)) return NULL;
    snw__xexpr *list = new_node(p, SNW__X_MAKE_LIST);
    if (list == NULL) return NULL;
    if (is_sign(p, ")")) return next(p) ? list : NULL;
    snw__xexpr *first = parse_condition(p);
    if (first == NULL) return NULL;
    if (is_sign(p, ")")) return next(p) ? first : NULL;
    if (is_word(p, "for")) {
        (void)refuse(p, "a list made by 'for'", "write the items one by one");
        return NULL;
    }
    if (!is_sign(p, ",")) {
        (void)wrong(p, "a ')' is missing");
        return NULL;
    }
    list->first = first;
    list->count = 1;
    return next(p) && parse_items(p, list, ")") ? list : NULL;
}

static snw__xexpr *parse_operand(parser *p) {
    snw__xexpr *e = NULL;
    switch (p->token) {
    case NUMBER:
    case TEXT:
        e = new_node(p, SNW__X_CONSTANT);
        if (e == NULL) return NULL;
        e->value = p->value;
        return next(p) ? e : NULL;
    case WORD:
        return parse_word(p);
    case SIGN:
        if (is_sign(p, "(")) return parse_parentheses(p);
        if (!is_sign(p, "[") && !is_sign(p, "{")) break;
        e = new_node(p, is_sign(p, "[") ? SNW__X_MAKE_LIST : SNW__X_MAKE_DICT);
        if (e == NULL || !next(p)) return NULL;
        return parse_items(p, e, e->op == SNW__X_MAKE_LIST ? "]" : "}") ? e : NULL;
    case END:
        break;
    }
    (void)wrong(p, p->token == END ? "an operand is missing" : "an operator stands alone");
    return NULL;
}

// an operand with calls and indices behind it
static snw__xexpr *parse_postfix(parser *p) {
    snw__xexpr *e = parse_operand(p);
    while (e != NULL && p->token == SIGN && strchr("([.", *p->start) != NULL) {
        if (is_sign(p, ".")) {
            (void)refuse(p, "an attribute behind a dot", "use a property of its own");
            return NULL;
        }
        snw__xexpr *outer = new_node(p, is_sign(p, "(") ? SNW__X_CALL : SNW__X_INDEX);
        if (outer == NULL) return NULL;
        if (outer->op == SNW__X_CALL && e->op != SNW__X_NAME) {
            (void)refuse(p, "a call of a value", "call a function by its name");
            return NULL;
        }
        if (outer->op == SNW__X_CALL) {
            outer->name = e->name;
        } else {
            outer->first = e;
            outer->count = 1;
        }
        if (!next(p) || !parse_items(p, outer, outer->op == SNW__X_CALL ? ")" : "]")) return NULL;
        if (outer->op == SNW__X_INDEX && outer->count != 2) {
            (void)wrong(p, "one index must stand between the brackets");
            return NULL;
        }
        e = outer;
    }
    return e;
}

// --- operators ----------------------------------------------------------------------------------

typedef struct binary {
    const char *sign;
    snw__xop op;
    int level; // larger binds tighter
} binary;

static const binary binaries[] = {
    {"+", SNW__X_ADD, 1},    {"-", SNW__X_SUBTRACT, 1},      {"*", SNW__X_TIMES, 2},
    {"/", SNW__X_DIVIDE, 2}, {"//", SNW__X_FLOOR_DIVIDE, 2}, {"%", SNW__X_MODULO, 2},
};

// a sign before an operand binds less than the power behind it: -2**2 is -4, 2**-1 is 0.5
static snw__xexpr *parse_unary(parser *p) {
    if (!snw__x_enter(p->x)) return NULL;
    snw__xexpr *e = NULL;
    if (is_sign(p, "-") || is_sign(p, "+")) {
        const snw__xop op = *p->start == '-' ? SNW__X_MINUS : SNW__X_PLUS;
        if (next(p)) e = operation(p, op, parse_unary(p), NULL);
    } else {
        e = parse_postfix(p);
        if (e != NULL && is_sign(p, "**")) {
            e = next(p) ? operation(p, SNW__X_POWER, e, parse_unary(p)) : NULL;
        }
    }
    p->x->depth--;
    return e;
}

static const binary *binary_of(const parser *p) {
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++) {
        if (is_sign(p, binaries[i].sign)) return &binaries[i];
    }
    return NULL;
}

static snw__xexpr *parse_sum(parser *p, int level) {
    snw__xexpr *e = parse_unary(p);
    for (const binary *b = binary_of(p); e != NULL && b != NULL && b->level >= level;
         b = binary_of(p)) {
        e = next(p) ? operation(p, b->op, e, parse_sum(p, b->level + 1)) : NULL;
    }
    return e;
}

// the comparison in hand, taken; CONSTANT for none
static bool take_comparison(parser *p, snw__xop *op) {
    static const binary signs[] = {{"<", SNW__X_LESS, 0},   {"<=", SNW__X_LESS_EQUAL, 0},
                                   {">", SNW__X_MORE, 0},   {">=", SNW__X_MORE_EQUAL, 0},
                                   {"==", SNW__X_EQUAL, 0}, {"!=", SNW__X_UNEQUAL, 0}};
    *op = SNW__X_CONSTANT;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (is_sign(p, signs[i].sign)) *op = signs[i].op;
    }
    if (is_word(p, "in")) *op = SNW__X_IN;
    if (is_word(p, "is")) return refuse(p, "'is'", "compare with ==");
    if (is_word(p, "not")) {
        if (!next(p)) return false;
        if (!is_word(p, "in")) return wrong(p, "'not' stands between two operands");
        *op = SNW__X_NOT_IN;
    }
    return *op == SNW__X_CONSTANT || next(p);
}

static snw__xexpr *parse_comparison(parser *p) {
    snw__xexpr *e = parse_sum(p, 1);
    snw__xexpr *chain = NULL, *last = e;
    snw__xop op = SNW__X_CONSTANT;
    while (e != NULL) {
        if (!take_comparison(p, &op)) return NULL;
        if (op == SNW__X_CONSTANT) break;
        if (chain == NULL) chain = new_node(p, SNW__X_CHAIN);
        snw__xexpr *operand = chain != NULL ? parse_sum(p, 1) : NULL;
        if (operand == NULL) return NULL;
        chain->first = e;
        operand->link = op;
        last->next = operand;
        last = operand;
    }
    return chain != NULL ? chain : e;
}

static snw__xexpr *parse_not(parser *p) {
    if (!is_word(p, "not")) return parse_comparison(p);
    if (!snw__x_enter(p->x)) return NULL;
    snw__xexpr *e = next(p) ? operation(p, SNW__X_NOT, parse_not(p), NULL) : NULL;
    p->x->depth--;
    return e;
}

static snw__xexpr *parse_and(parser *p) {
    snw__xexpr *e = parse_not(p);
    while (e != NULL && is_word(p, "and")) {
        e = next(p) ? operation(p, SNW__X_AND, e, parse_not(p)) : NULL;
    }
    return e;
}

static snw__xexpr *parse_or(parser *p) {
    snw__xexpr *e = parse_and(p);
    while (e != NULL && is_word(p, "or")) {
        e = next(p) ? operation(p, SNW__X_OR, e, parse_and(p)) : NULL;
    }
    return e;
}

// a if c else b
static snw__xexpr *parse_condition(parser *p) {
    snw__xexpr *yes = parse_or(p);
    if (yes == NULL || !is_word(p, "if")) return yes;
    if (!next(p)) return NULL;
    snw__xexpr *question = parse_or(p);
    if (question == NULL) return NULL;
    if (!is_word(p, "else")) {
        (void)wrong(p, "'else' is missing");
        return NULL;
    }
    if (!next(p) || !snw__x_enter(p->x)) return NULL;
    snw__xexpr *no = parse_condition(p);
    p->x->depth--;
    snw__xexpr *e = operation(p, SNW__X_IF, question, yes);
    if (e == NULL || no == NULL) return NULL;
    yes->next = no;
    e->count = 3;
    return e;
}

snw__xexpr *snw__x_parse(snw__xacro *x, const char *text) {
    parser p = {.x = x, .whole = text, .at = text};
    if (!snw__x_spend(x, strlen(text)) || !next(&p)) return NULL;
    if (p.token == END) {
        (void)snw__x_fail(
            x, (snw__xfault){SNW_ERR_SYNTAX, "xacro-expression", "write something between { and }"},
            "the expression is empty");
        return NULL;
    }
    snw__xexpr *e = parse_condition(&p);
    if (e != NULL && p.token != END) {
        (void)wrong(&p, "something is left over");
        return NULL;
    }
    return e;
}
