// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Expressions of Python, the part of them that numbers in robot files need. Binary operators by
// precedence climbing (Richards 1979), so that one level of parentheses is a few calls deep.
#include <string.h>

#include "xacro_token.h"

static snw__xexpr *parse_condition(snw__xparser *p);
static snw__xexpr *parse_or(snw__xparser *p);

// --- nodes --------------------------------------------------------------------------------------

static snw__xexpr *new_node(snw__xparser *p, snw__xop op) {
    if (!snw__x_spend(p->x, 4)) return NULL;
    snw__xexpr *e = snw__x_take(p->x, &p->x->scratch, sizeof *e);
    if (e != NULL) e->op = op;
    return e;
}

// an operation on up to two operands; NULL when one of them failed
static snw__xexpr *make_operation(snw__xparser *p, snw__xop op, snw__xexpr *a, snw__xexpr *b) {
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

static const char *const keywords[] = {"and",   "or",  "not",   "if",     "else",
                                       "in",    "for", "is",    "lambda", "import",
                                       "yield", "def", "class", "while"};

static snw__xexpr *parse_word(snw__xparser *p) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (!snw__x_is_word(p, keywords[i])) continue;
        const bool missing = i < 6;
        (void)(missing
                   ? snw__x_wrong(p, "an operand is missing")
                   : snw__x_refuse(p, keywords[i], "use an expression of numbers and properties"));
        return NULL;
    }
    snw__xexpr *e = new_node(p, SNW__X_NAME);
    if (e == NULL) return NULL;
    char *name = snw__x_take(p->x, &p->x->scratch, p->length + 1);
    if (name == NULL) return NULL;
    memcpy(name, p->start, p->length);
    e->name = name;
    return snw__x_next_token(p) ? e : NULL;
}

// for a, b in list: the names, then what is gone through
static snw__xexpr *parse_for(snw__xparser *p) {
    snw__xexpr *clause = new_node(p, SNW__X_FOR), *names = NULL, **tail = &names;
    if (clause == NULL || !snw__x_next_token(p)) return NULL;
    clause->count = 1;
    const bool bracket = snw__x_is_sign(p, "(");
    if (bracket && !snw__x_next_token(p)) return NULL;
    do {
        if (clause->count > 1 && !snw__x_next_token(p)) return NULL;
        snw__xexpr *name = p->token == SNW__X_WORD ? parse_word(p) : NULL;
        if (name == NULL || strchr(name->name, '.') != NULL) {
            (void)snw__x_wrong(p, "a name is missing behind 'for'");
            return NULL;
        }
        *tail = name;
        tail = &name->next;
        clause->count++;
    } while (snw__x_is_sign(p, ","));
    if (bracket && (!snw__x_is_sign(p, ")") || !snw__x_next_token(p))) {
        (void)snw__x_wrong(p, "a ')' is missing");
        return NULL;
    }
    if (!snw__x_is_word(p, "in")) {
        (void)snw__x_wrong(p, "'in' is missing behind 'for'");
        return NULL;
    }
    clause->first = snw__x_next_token(p) ? parse_or(p) : NULL;
    if (clause->first == NULL) return NULL;
    clause->first->next = names;
    return clause;
}

// where the next operand of an expression is linked in
static snw__xexpr **end_of_operands(snw__xexpr *owner) {
    snw__xexpr **tail = &owner->first;
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    return tail;
}

// item for ... if ...: the clauses, up to the closing sign; `owner` has the item, or key and value
static bool parse_clauses(snw__xparser *p, snw__xexpr *owner, const char *close) {
    snw__xexpr **tail = end_of_operands(owner);
    owner->link = owner->op;
    owner->op = SNW__X_COLLECT;
    while (!snw__x_is_sign(p, close)) {
        snw__xexpr *clause = NULL;
        if (snw__x_is_word(p, "for")) {
            clause = parse_for(p);
        } else if (snw__x_is_word(p, "if")) {
            clause = new_node(p, SNW__X_WHERE);
            if (clause == NULL || !snw__x_next_token(p)) return false;
            clause->first = parse_or(p);
            if (clause->first == NULL) return false;
        } else {
            return snw__x_wrong(p, "a comma or closing bracket is missing");
        }
        if (clause == NULL) return false;
        *tail = clause;
        tail = &clause->next;
    }
    return snw__x_next_token(p);
}

// f(item for ...): the list that is collected is the only argument of the call
static bool parse_collected_argument(snw__xparser *p, snw__xexpr *call, const char *close) {
    snw__xexpr *list = new_node(p, SNW__X_MAKE_LIST);
    if (list == NULL) return false;
    list->first = call->first;
    list->count = 1;
    call->first = list;
    return parse_clauses(p, list, close);
}

// a name with one '=' behind it, where a call has its arguments
static bool is_named_argument(const snw__xparser *p) {
    const char *c = p->at;
    while (snw_is_blank(*c)) {
        c++;
    }
    return p->token == SNW__X_WORD && c[0] == '=' && c[1] != '=';
}

// name=value
static snw__xexpr *parse_named_argument(snw__xparser *p, const snw__xexpr *owner) {
    snw__xexpr *item = new_node(p, SNW__X_NAMED);
    char *name = item != NULL ? snw__x_copy(p->x, p->start, p->length) : NULL;
    if (name == NULL) return NULL;
    item->name = name;
    for (const snw__xexpr *before = owner->first; before != NULL; before = before->next) {
        if (!snw__x_spend(p->x, 1)) return NULL;
        if (before->op == SNW__X_NAMED && strcmp(before->name, name) == 0) {
            (void)snw__x_wrong(p, "an argument is given twice");
            return NULL;
        }
    }
    if (strchr(name, '.') != NULL) {
        (void)snw__x_wrong(p, "the name of an argument has a dot");
        return NULL;
    }
    p->at = strchr(p->at, '=') + 1;
    item->first = snw__x_next_token(p) ? parse_condition(p) : NULL;
    return item->first != NULL ? item : NULL;
}

// the next item of a list, dictionary or call; those with names come last
static snw__xexpr *parse_item(snw__xparser *p, const snw__xexpr *owner, bool *named) {
    const bool call = owner->op == SNW__X_CALL || owner->op == SNW__X_METHOD;
    if (call && is_named_argument(p)) {
        *named = true;
        return parse_named_argument(p, owner);
    }
    if (*named) {
        (void)snw__x_wrong(p, "an argument without a name is behind one with a name");
        return NULL;
    }
    return parse_condition(p);
}

// expressions with commas between, up to a closing sign; key: value for dictionaries
static bool parse_items(snw__xparser *p, snw__xexpr *owner, const char *close) {
    const bool pairs = owner->op == SNW__X_MAKE_DICT;
    const bool collects = pairs || owner->op == SNW__X_MAKE_LIST;
    snw__xexpr **tail = end_of_operands(owner);
    bool named = false;
    while (!snw__x_is_sign(p, close)) {
        snw__xexpr *item = parse_item(p, owner, &named);
        if (item == NULL) return false;
        *tail = item;
        tail = &item->next;
        owner->count++;
        if (!named && snw__x_is_word(p, "for") && owner->count == (pairs ? 2 : 1)) {
            if (collects) return parse_clauses(p, owner, close);
            if (owner->op == SNW__X_CALL) return parse_collected_argument(p, owner, close);
        }
        const bool key = pairs && owner->count % 2 == 1;
        if (snw__x_is_sign(p, key ? ":" : ",")) {
            if (!snw__x_next_token(p)) return false;
        } else if (key || !snw__x_is_sign(p, close)) {
            return snw__x_wrong(p, "a comma or closing bracket is missing");
        }
    }
    return snw__x_next_token(p);
}

// [index] or [start:stop:step] behind an operand
static bool parse_subscript(snw__xparser *p, snw__xexpr *owner) {
    snw__xexpr **tail = &owner->first->next;
    if (!snw__x_next_token(p)) return false;
    for (;;) {
        const bool absent = snw__x_is_sign(p, ":") || snw__x_is_sign(p, "]");
        snw__xexpr *part = absent ? new_node(p, SNW__X_ABSENT) : parse_condition(p);
        if (part == NULL) return false;
        *tail = part;
        tail = &part->next;
        owner->count++;
        if (!snw__x_is_sign(p, ":") || owner->count == 4) break;
        owner->op = SNW__X_SLICE;
        if (!snw__x_next_token(p)) return false;
    }
    if (!snw__x_is_sign(p, "]") ||
        (owner->op == SNW__X_INDEX && owner->first->next->op == SNW__X_ABSENT)) {
        return snw__x_wrong(p, "one index must be between the brackets");
    }
    return snw__x_next_token(p);
}

// --- operands -----------------------------------------------------------------------------------

// ( ... ): a single expression; with commas it is a tuple, which we take for a list
static snw__xexpr *parse_parentheses(snw__xparser *p) {
    if (!snw__x_next_token(p)) return NULL;
    snw__xexpr *list = new_node(p, SNW__X_MAKE_LIST);
    if (list == NULL) return NULL;
    if (snw__x_is_sign(p, ")")) return snw__x_next_token(p) ? list : NULL;
    snw__xexpr *first = parse_condition(p);
    if (first == NULL) return NULL;
    if (snw__x_is_sign(p, ")")) return snw__x_next_token(p) ? first : NULL;
    list->first = first;
    list->count = 1;
    if (snw__x_is_word(p, "for")) return parse_clauses(p, list, ")") ? list : NULL;
    if (!snw__x_is_sign(p, ",")) {
        (void)snw__x_wrong(p, "a ')' is missing");
        return NULL;
    }
    return snw__x_next_token(p) && parse_items(p, list, ")") ? list : NULL;
}

static snw__xexpr *parse_operand(snw__xparser *p) {
    snw__xexpr *e = NULL;
    switch (p->token) {
    case SNW__X_NUMBER:
    case SNW__X_QUOTED:
        e = new_node(p, SNW__X_CONSTANT);
        if (e == NULL) return NULL;
        e->value = p->value;
        return snw__x_next_token(p) ? e : NULL;
    case SNW__X_WORD:
        return parse_word(p);
    case SNW__X_SIGN:
        if (snw__x_is_sign(p, "(")) return parse_parentheses(p);
        if (!snw__x_is_sign(p, "[") && !snw__x_is_sign(p, "{")) break;
        e = new_node(p, snw__x_is_sign(p, "[") ? SNW__X_MAKE_LIST : SNW__X_MAKE_DICT);
        if (e == NULL || !snw__x_next_token(p)) return NULL;
        return parse_items(p, e, e->op == SNW__X_MAKE_LIST ? "]" : "}") ? e : NULL;
    case SNW__X_END:
        break;
    }
    (void)snw__x_wrong(p,
                       p->token == SNW__X_END ? "an operand is missing" : "an operator is alone");
    return NULL;
}

// .name behind an operand that is not a name itself, or a call of it
static snw__xexpr *parse_attribute(snw__xparser *p, snw__xexpr *owner) {
    if (!snw__x_next_token(p)) return NULL;
    if (p->token != SNW__X_WORD) {
        (void)snw__x_wrong(p, "a name is missing behind the dot");
        return NULL;
    }
    snw__xexpr *name = parse_word(p);
    if (name == NULL) return NULL;
    const char *dot = strrchr(name->name, '.');
    // a.b.c(...): a.b is the owner of c
    if (snw__x_is_sign(p, "(") && dot != NULL) {
        snw__xexpr *front = new_node(p, SNW__X_ATTRIBUTE);
        char *copy = snw__x_take(p->x, &p->x->scratch, (size_t)(dot - name->name) + 1);
        if (front == NULL || copy == NULL) return NULL;
        memcpy(copy, name->name, (size_t)(dot - name->name));
        front->name = copy;
        front->first = owner;
        front->count = 1;
        owner = front;
        name->name = dot + 1;
    }
    name->op = snw__x_is_sign(p, "(") ? SNW__X_METHOD : SNW__X_ATTRIBUTE;
    name->first = owner;
    name->count = 1;
    if (name->op == SNW__X_METHOD && (!snw__x_next_token(p) || !parse_items(p, name, ")")))
        return NULL;
    return name;
}

// an operand with calls, indices and attributes behind it
static snw__xexpr *parse_postfix(snw__xparser *p) {
    snw__xexpr *e = parse_operand(p);
    while (e != NULL && p->token == SNW__X_SIGN && strchr("([.", *p->start) != NULL) {
        if (snw__x_is_sign(p, ".")) {
            e = parse_attribute(p, e);
            continue;
        }
        snw__xexpr *outer = new_node(p, snw__x_is_sign(p, "(") ? SNW__X_CALL : SNW__X_INDEX);
        if (outer == NULL) return NULL;
        if (outer->op == SNW__X_CALL && e->op != SNW__X_NAME) {
            (void)snw__x_refuse(p, "a call of a value", "call a function by its name");
            return NULL;
        }
        if (outer->op == SNW__X_CALL) {
            outer->name = e->name;
            if (!snw__x_next_token(p) || !parse_items(p, outer, ")")) return NULL;
        } else {
            outer->first = e;
            outer->count = 1;
            if (!parse_subscript(p, outer)) return NULL;
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
static snw__xexpr *parse_unary(snw__xparser *p) {
    if (!snw__x_enter(p->x)) return NULL;
    snw__xexpr *e = NULL;
    if (snw__x_is_sign(p, "-") || snw__x_is_sign(p, "+")) {
        const snw__xop op = *p->start == '-' ? SNW__X_MINUS : SNW__X_PLUS;
        if (snw__x_next_token(p)) e = make_operation(p, op, parse_unary(p), NULL);
    } else {
        e = parse_postfix(p);
        if (e != NULL && snw__x_is_sign(p, "**")) {
            e = snw__x_next_token(p) ? make_operation(p, SNW__X_POWER, e, parse_unary(p)) : NULL;
        }
    }
    p->x->depth--;
    return e;
}

static const binary *binary_of(const snw__xparser *p) {
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++) {
        if (snw__x_is_sign(p, binaries[i].sign)) return &binaries[i];
    }
    return NULL;
}

static snw__xexpr *parse_sum(snw__xparser *p, int level) {
    snw__xexpr *e = parse_unary(p);
    for (const binary *b = binary_of(p); e != NULL && b != NULL && b->level >= level;
         b = binary_of(p)) {
        e = snw__x_next_token(p) ? make_operation(p, b->op, e, parse_sum(p, b->level + 1)) : NULL;
    }
    return e;
}

// the comparison in hand, taken; CONSTANT for none
static bool take_comparison(snw__xparser *p, snw__xop *op) {
    static const binary signs[] = {{"<", SNW__X_LESS, 0},   {"<=", SNW__X_LESS_EQUAL, 0},
                                   {">", SNW__X_MORE, 0},   {">=", SNW__X_MORE_EQUAL, 0},
                                   {"==", SNW__X_EQUAL, 0}, {"!=", SNW__X_UNEQUAL, 0}};
    *op = SNW__X_CONSTANT;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (snw__x_is_sign(p, signs[i].sign)) *op = signs[i].op;
    }
    if (snw__x_is_word(p, "in")) *op = SNW__X_IN;
    if (snw__x_is_word(p, "is")) {
        *op = SNW__X_IS;
        if (!snw__x_next_token(p)) return false;
        if (!snw__x_is_word(p, "not")) return true;
        *op = SNW__X_IS_NOT;
    }
    if (*op == SNW__X_CONSTANT && snw__x_is_word(p, "not")) {
        if (!snw__x_next_token(p)) return false;
        if (!snw__x_is_word(p, "in")) return snw__x_wrong(p, "'not' is between two operands");
        *op = SNW__X_NOT_IN;
    }
    return *op == SNW__X_CONSTANT || snw__x_next_token(p);
}

static snw__xexpr *parse_comparison(snw__xparser *p) {
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

static snw__xexpr *parse_not(snw__xparser *p) {
    if (!snw__x_is_word(p, "not")) return parse_comparison(p);
    if (!snw__x_enter(p->x)) return NULL;
    snw__xexpr *e = snw__x_next_token(p) ? make_operation(p, SNW__X_NOT, parse_not(p), NULL) : NULL;
    p->x->depth--;
    return e;
}

static snw__xexpr *parse_and(snw__xparser *p) {
    snw__xexpr *e = parse_not(p);
    while (e != NULL && snw__x_is_word(p, "and")) {
        e = snw__x_next_token(p) ? make_operation(p, SNW__X_AND, e, parse_not(p)) : NULL;
    }
    return e;
}

static snw__xexpr *parse_or(snw__xparser *p) {
    snw__xexpr *e = parse_and(p);
    while (e != NULL && snw__x_is_word(p, "or")) {
        e = snw__x_next_token(p) ? make_operation(p, SNW__X_OR, e, parse_and(p)) : NULL;
    }
    return e;
}

// a if c else b
static snw__xexpr *parse_condition(snw__xparser *p) {
    snw__xexpr *yes = parse_or(p);
    if (yes == NULL || !snw__x_is_word(p, "if")) return yes;
    if (!snw__x_next_token(p)) return NULL;
    snw__xexpr *question = parse_or(p);
    if (question == NULL) return NULL;
    if (!snw__x_is_word(p, "else")) {
        (void)snw__x_wrong(p, "'else' is missing");
        return NULL;
    }
    if (!snw__x_next_token(p) || !snw__x_enter(p->x)) return NULL;
    snw__xexpr *no = parse_condition(p);
    p->x->depth--;
    snw__xexpr *e = make_operation(p, SNW__X_IF, question, yes);
    if (e == NULL || no == NULL) return NULL;
    yes->next = no;
    e->count = 3;
    return e;
}

snw__xexpr *snw__x_parse(snw__xacro *x, const char *text) {
    snw__xparser p = {.x = x, .whole = text, .at = text};
    if (!snw__x_spend(x, strlen(text)) || !snw__x_next_token(&p)) return NULL;
    if (p.token == SNW__X_END) {
        (void)snw__x_fail(
            x, (snw__xfault){SNW_ERR_SYNTAX, "xacro-expression", "write something between { and }"},
            "the expression is empty");
        return NULL;
    }
    snw__xexpr *e = parse_condition(&p);
    if (e != NULL && p.token != SNW__X_END) {
        (void)snw__x_wrong(&p, "something is left over");
        return NULL;
    }
    return e;
}
